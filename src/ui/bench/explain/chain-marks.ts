/** Where the numbers of a story's chain stand on a plot: moments that lie too close for two signs share one. */
import type { StoryMoment } from "../../../engine/index.ts";
import type { Plot } from "../../shared/chart/plot-geometry.ts";

export interface ChainMark {
  /** Of the hairlines, a px each at most once. */
  readonly xs: readonly number[];
  /** "2", or "2–4". */
  readonly text: string;
  /** Middle of the sign. */
  readonly x: number;
  readonly widthPx: number;
}

const SIGN_PX = 16;
const RANGE_SIGN_PX = 30;
const AIR_PX = 2;

interface Placed {
  readonly number: number;
  readonly x: number;
}

export function chainMarks(chain: readonly StoryMoment[], plot: Plot): ChainMark[] {
  const placed = chain
    .map(({ atS }, index): Placed => ({ number: index + 1, x: plot.x(atS) }))
    .filter(({ x }) => x >= plot.left - 0.5 && x <= plot.right + 0.5);
  let groups = placed.map((one) => [one]);
  // Two that have become one may reach a third.
  for (let count = -1; count !== groups.length; ) {
    count = groups.length;
    groups = joinTouching(groups);
  }
  return groups.map((group) => markOf(group, plot));
}

function joinTouching(groups: readonly Placed[][]): Placed[][] {
  const joined: Placed[][] = [];
  for (const group of groups) {
    const before = joined.at(-1);
    if (before !== undefined && reach(before, 1) + AIR_PX > reach(group, -1)) before.push(...group);
    else joined.push([...group]);
  }
  return joined;
}

function reach(group: readonly Placed[], side: 1 | -1): number {
  return middle(group) + (side * widthOf(group)) / 2;
}

function middle(group: readonly Placed[]): number {
  return (group[0].x + group[group.length - 1].x) / 2;
}

function widthOf(group: readonly Placed[]): number {
  return group.length === 1 ? SIGN_PX : RANGE_SIGN_PX;
}

function markOf(group: readonly Placed[], plot: Plot): ChainMark {
  const [first, last] = [group[0], group[group.length - 1]];
  const widthPx = widthOf(group);
  const x = Math.min(plot.right - widthPx / 2, Math.max(plot.left + widthPx / 2, middle(group)));
  return {
    xs: [...new Set(group.map((one) => Math.round(one.x)))],
    text: group.length === 1 ? String(first.number) : `${first.number}–${last.number}`,
    x,
    widthPx,
  };
}

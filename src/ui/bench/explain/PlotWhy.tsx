/** What lies over a time plot so that it can be asked why: the sign at a symbol that would answer, and the chain of a story. */
import { memo, type RefObject, useEffect, useMemo, useRef } from "react";
import type { StoryMoment } from "../../../engine/index.ts";
import type { Plot } from "../../shared/chart/plot-geometry.ts";
import { useBench, useBenchState } from "../../state/use-store.ts";
import type { PlotQuestions, TimeChartProps } from "../plots/TimePlot.tsx";
import { eventName, eventTitle } from "./event-words.ts";
import { PlotAsking, type PlotTarget, stretchOf } from "./plot-asking.ts";

interface PlotWhyProps {
  readonly asks: PlotQuestions;
  readonly chart: TimeChartProps;
  readonly plot: Plot;
  readonly surface: RefObject<HTMLElement | null>;
}

/** Room that the sign needs at the right of a symbol. */
const SIGN_ROOM_PX = 190;

export function PlotWhy({ asks, chart, plot, surface }: PlotWhyProps) {
  const bench = useBench();
  const sign = useRef<HTMLDivElement>(null);
  const latest = useRef<PlotTarget>(null);
  const listening = useRef<PlotAsking>(null);
  useEffect(() => {
    latest.current = { asks, run: chart.run, only: chart.highlightFlow, plot, chart };
  });
  useEffect(() => {
    if (surface.current === null) return;
    const asking = bench.asking;
    const made = new PlotAsking(surface.current, () => latest.current as PlotTarget, {
      ask: (question) => asking.ask(question),
      show: (event, x, y) => {
        const { run, plot: now } = latest.current as PlotTarget;
        place(sign.current, event && `Why? ${eventTitle(run, event)}`, x, y, now);
      },
      say: (event) =>
        bench.announcer.say(`${eventName(event)} at ${event.atS.toFixed(2)} s. Enter asks why.`),
    });
    listening.current = made;
    return () => made.stop();
  }, [bench, surface]);
  const { cursorS } = chart;
  useEffect(() => {
    if (cursorS !== null) listening.current?.atCursor();
  }, [cursorS]);
  return (
    <>
      <ChainMarks plot={plot} />
      <div className="why-sign" ref={sign} hidden aria-hidden="true" />
    </>
  );
}

/** Written past React: it follows the pointer. */
function place(sign: HTMLElement | null, text: string | null, x: number, y: number, plot: Plot): void {
  if (sign === null) return;
  sign.hidden = text === null;
  if (text === null) return;
  sign.textContent = text;
  const toLeft = x + SIGN_ROOM_PX > plot.width;
  sign.style.transform = `translate(${Math.round(x)}px, ${Math.round(y + 14)}px) translateX(${toLeft ? "calc(-100% + 10px)" : "-10px"})`;
}

interface WhyHereProps {
  readonly asks: PlotQuestions;
  readonly chart: TimeChartProps;
  /** What the plot shows. */
  readonly title: string;
}

/** Beside a plot's title: asks why of what is in view. */
export function WhyHere({ asks, chart, title }: WhyHereProps) {
  const bench = useBench();
  const { run, highlightFlow, view } = chart;
  return (
    <button
      type="button"
      className="chart-tool"
      aria-label={`Why here? Of the ${title} in view`}
      title="Why does it look like this here? Of all that is in view (Shift+Enter, or Shift and a drag)"
      onClick={() => bench.asking.ask(stretchOf({ asks, run, only: highlightFlow }, view))}
    >
      Why here?
    </button>
  );
}

const SIGN_HEIGHT_PX = 16;

/** The moments of the story that is shown, as numbered hairlines: a layer of its own, no curve is painted anew. */
const ChainMarks = memo(function ChainMarks({ plot }: { readonly plot: Plot }) {
  const chain = useBenchState(({ why }) => why?.story?.chain ?? null);
  const marks = useMemo(() => (chain === null ? [] : chainMarks(chain, plot)), [chain, plot]);
  if (marks.length === 0) return null;
  const top = plot.bottom - SIGN_HEIGHT_PX - 3;
  return (
    <svg className="why-chain" width={plot.width} height={plot.height} aria-hidden="true">
      {marks.map(({ xs, text, x, widthPx }) => (
        <g key={text}>
          {xs.map((at) => (
            <line key={at} x1={at + 0.5} x2={at + 0.5} y1={plot.top} y2={plot.bottom} />
          ))}
          <rect x={x - widthPx / 2} y={top} width={widthPx} height={SIGN_HEIGHT_PX} rx="8" />
          <text x={x} y={top + 12} textAnchor="middle">
            {text}
          </text>
        </g>
      ))}
    </svg>
  );
});

interface ChainMark {
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

/** Where the numbers of a chain stand: moments that lie too close for two signs share one. */
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

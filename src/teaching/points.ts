/**
 * What a condition or a question is worth: "utilisation >= 95 % for 3 points, part from 80 %". The result of a check is a list of
 * items with their points, and its score is the share of the points that were earned.
 */

import { roundedTo } from "./table-numbers.ts";

/** One line of a result. What said how much was earned: the runs and right answers that are known, or the teacher. */
export interface ResultItem {
  readonly kind: "condition" | "question";
  /** "condition-1", or a question's own. */
  readonly id: string;
  readonly points: number;
  /** Null: nobody has marked it yet. */
  readonly earned: number | null;
  readonly by: "run" | "teacher";
}

const MOST_POINTS = 1000;
const WORTH = /(?<=\S) for (\S+) points?(?:$|, part (.*))/s;
const POINTS = /^\d{1,4}(?:\.\d{1,2})?$/;

/** What stands at the end of a line. */
interface Worth {
  /** Null: nothing is said. */
  readonly points: number | null;
  /** "by runs", "from 80 %": how a part of the points is earned. Null: all or nothing. */
  readonly part: string | null;
}

/** Takes what a line is worth off its end. Throws a sentence. */
export function readWorth(text: string): Worth & { readonly rest: string } {
  const found = WORTH.exec(text);
  if (found === null) return { rest: text, points: null, part: null };
  const [, points, part = null] = found;
  const rest = text.slice(0, found.index);
  const number = POINTS.test(points) ? Number(points) : 0;
  if (number > 0 && number <= MOST_POINTS) return { rest, points: number, part };
  throw new Error(
    `points are a number above 0, up to ${MOST_POINTS}, with two decimals at most; got "${points}"`,
  );
}

export function worthSuffix(points: number, part: string | null = null): string {
  return ` for ${pointsWords(points)}${part === null ? "" : `, part ${part}`}`;
}

/** "1 point", "2.5 points". */
export function pointsWords(points: number): string {
  return `${pointsText(points)} ${points === 1 ? "point" : "points"}`;
}

/** With two decimals at most. */
export function pointsText(points: number): string {
  return String(Number(points.toFixed(2)));
}

export function earnedOf(items: readonly ResultItem[]): number {
  return items.reduce((sum, { earned }) => sum + (earned ?? 0), 0);
}

export function pointsOf(items: readonly Pick<ResultItem, "points">[]): number {
  return items.reduce((sum, { points }) => sum + points, 0);
}

/** Share of the points that was earned, from 0 to 1 and not rounded. An answer that is not marked has earned nothing. */
export function shareOfItems(items: readonly ResultItem[]): number {
  const points = pointsOf(items);
  return points === 0 ? 0 : earnedOf(items) / points;
}

/** A share as a score of 100, with two decimals. */
export function scoreOfShare(share: number): number {
  return roundedTo(100 * share, 2);
}

/** How much of a condition holds, from 0 to 1: on the answer, and on the state that the task starts with. */
interface Held {
  readonly points: number;
  readonly now: number;
  readonly start: number;
}

/**
 * The start earns nothing. What it lacks is earned by the share of the way that was gained. What the start already meets is to be
 * kept: its points come along in the share in which the others were earned, else an idle change would be paid for it.
 */
export function earnedBeyondStart(held: readonly Held[], isChanged: boolean): number[] {
  if (!isChanged) return held.map(() => 0);
  const gained = ({ now, start }: Held) => Math.max(0, (now - start) / (1 - start));
  const lacking = held.filter(({ start }) => start < 1);
  const all = pointsOf(lacking);
  const won = lacking.reduce((sum, one) => sum + one.points * gained(one), 0);
  // Where the start lacks nothing there is nothing to gain.
  const share = lacking.length === 0 ? 1 : won / all;
  return held.map((one) => one.points * (one.start < 1 ? gained(one) : one.now * share));
}

/**
 * Points of a condition or a question: "utilisation >= 95 % for 3 points, part from 80 %". The result of a check is a list of
 * items with points. Its score is the share of points that the answer gets.
 */

import { roundedTo } from "../tables/table-numbers.ts";

/** One item of a result. Runs, correct answers or the teacher determine the points that the answer gets. */
export interface ResultItem {
  readonly kind: "condition" | "question";
  /** Id of the item: "condition-1", or the id of a question. */
  readonly id: string;
  readonly points: number;
  /** Points that the answer gets; null if the teacher must still mark it. */
  readonly earned: number | null;
  readonly by: "run" | "teacher";
}

const MOST_POINTS = 1000;
const WORTH = /(?<=\S) for (\S+) points?(?:$|, part (.*))/s;
const POINTS = /^\d{1,4}(?:\.\d{1,2})?$/;

/** Statement on points at the end of a line. */
interface Worth {
  /** The points; null if the line states none. */
  readonly points: number | null;
  /** How a part of the points can be earned: "by runs", "from 80 %". Null if the condition is all or nothing. */
  readonly part: string | null;
}

/** Splits a line into its points and the rest. Throws an error with a message for the user. */
export function readWorth(text: string): Worth & { readonly rest: string } {
  const found = WORTH.exec(text);
  if (found === null) return { rest: text, points: null, part: null };
  const [, points, part = null] = found;
  const rest = text.slice(0, found.index);
  const number = POINTS.test(points) ? Number(points) : 0;
  if (number > 0 && number <= MOST_POINTS) return { rest, points: number, part };
  throw new Error(
    `the points must be a number above 0, at most ${MOST_POINTS}, with at most two decimals; got "${points}"`,
  );
}

export function worthSuffix(points: number, part: string | null = null): string {
  return ` for ${pointsWords(points)}${part === null ? "" : `, part ${part}`}`;
}

/** Returns points as text: "1 point", "2.5 points". */
export function pointsWords(points: number): string {
  return `${pointsText(points)} ${points === 1 ? "point" : "points"}`;
}

/** Returns the number with two decimals at most. */
export function pointsText(points: number): string {
  return String(Number(points.toFixed(2)));
}

export function earnedOf(items: readonly ResultItem[]): number {
  return items.reduce((sum, { earned }) => sum + (earned ?? 0), 0);
}

export function pointsOf(items: readonly Pick<ResultItem, "points">[]): number {
  return items.reduce((sum, { points }) => sum + points, 0);
}

/** Returns the share of points earned, from 0 to 1, unrounded. An answer without a mark counts as 0. */
export function shareOfItems(items: readonly ResultItem[]): number {
  const points = pointsOf(items);
  return points === 0 ? 0 : earnedOf(items) / points;
}

/** Returns a share as a score from 0 to 100 with two decimals. */
export function scoreOfShare(share: number): number {
  return roundedTo(100 * share, 2);
}

/** A line of a fair share on the throughput plot: how it is drawn, and when there is one. How it is found comes later. */

import type { Paint } from "../../shared/chart/colours.ts";
import type { RunView } from "../../state/run-view.ts";
import { hasSeveralLinks } from "../../state/watched-link.ts";

import { flowCount } from "./flow-names.ts";
import type { Step } from "./sliding-rate.ts";

export type Fairness = "max-min" | "proportional";

export interface ShareLine {
  readonly fairness: Fairness;
  /** The first flow of the first group that has this share. */
  readonly flow: number;
  readonly paint: Paint;
  /** In Mbps. */
  readonly steps: readonly Step[];
}

export const SHARE_DASHES: Readonly<Record<Fairness, readonly number[]>> = {
  "max-min": [2, 3],
  proportional: [7, 3, 1.5, 3],
};

export const SHARE_WORDS: Readonly<Record<Fairness, string>> = {
  "max-min": "fair share (max-min)",
  proportional: "fair share (proportional)",
};

export function flowsCompete(run: RunView): boolean {
  return flowCount(run) > 1 || hasSeveralLinks(run);
}

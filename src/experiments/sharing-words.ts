/** How evenly flows share, and when they came to it, in words: the same on the page, in sweeps and on the terminal. */

import type { JoinResult, Sharing } from "../engine/index.ts";
import { counted } from "./counted.ts";

/** "of 2 flows; 1 thin flow left out". */
export function countedFlows({ flows, thin, chosen = false }: Sharing): string {
  const all = `of ${counted(flows.length, chosen ? "chosen flow" : "flow")}`;
  return thin.length === 0 ? all : `${all}; ${counted(thin.length, "thin flow")} left out`;
}

/** What a thin flow is, in a sentence. */
export const THIN =
  "A thin flow asks for less than an equal share of its links, and gets it: a call beside downloads.";

type Convergence = Pick<JoinResult, "firstS" | "settledS">;

/** "12.3 s, and stayed"; "45.2 s (first at 0.10 s)"; "not kept (first at 0.10 s)"; "not reached". */
export function convergenceText({ firstS, settledS }: Convergence): string {
  if (firstS === null) return "not reached";
  if (settledS === firstS) return `${secondsText(firstS)}, and stayed`;
  const first = `(first at ${secondsText(firstS)})`;
  return settledS === null ? `not kept ${first}` : `${secondsText(settledS)} ${first}`;
}

/** The join after which F(t) came to stay at 0.95 last, or did not. Null without a join. */
export function slowestJoin({ joins }: Sharing): JoinResult | null {
  const lateness = ({ firstS, settledS }: Convergence) =>
    settledS ?? (firstS === null ? Number.POSITIVE_INFINITY : Number.MAX_VALUE);
  return joins.reduce<JoinResult | null>(
    (slowest, join) => (slowest === null || lateness(join) > lateness(slowest) ? join : slowest),
    null,
  );
}

function secondsText(seconds: number): string {
  return `${seconds.toFixed(seconds < 9.995 ? 2 : 1)} s`;
}

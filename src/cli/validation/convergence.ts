/** When F(t) comes to 0.95 after a second flow has joined, beside ns-3; from its SYN on, there as here. */
import { convergenceSince } from "../../experiments/read-run.ts";
import { textTable } from "../text-table.ts";
import type { RunOne } from "./compare.ts";
import type { ReferenceCase, RunnableCase } from "./reference-cases.ts";

/** Seconds from the join to the first look that finds F at 0.95; null: none does. */
export interface Convergence {
  readonly reference: ReferenceCase;
  readonly theirsS: number | null;
  readonly oursS: number | null;
}

/** Null for a case that does not tell. */
export async function convergenceOf(
  { reference, scenario }: RunnableCase,
  run: RunOne,
): Promise<Convergence | null> {
  const theirs = reference.convergenceFirstS;
  if (theirs === undefined || scenario.flows.length < 2) return null;
  const joinS = Number(scenario.flows[1].params.start);
  const { snapshot } = await run(scenario, "snapshot");
  if (snapshot === null) throw new Error("A run came without its series.");
  const { firstS } = convergenceSince(snapshot, joinS, snapshot.nowS - joinS);
  return { reference, theirsS: theirs[0], oursS: firstS };
}

/** Ours over theirs, where both come to it; NaN where none does. */
export function geometricMean(all: readonly Convergence[]): number {
  const logs = all.flatMap(({ oursS, theirsS }) =>
    oursS === null || theirsS === null ? [] : [Math.log(oursS / theirsS)],
  );
  return Math.exp(logs.reduce((sum, log) => sum + log, 0) / logs.length);
}

export function convergenceLines(all: readonly Convergence[]): string[] {
  if (all.length === 0) return [];
  const seconds = (s: number | null) => (s === null ? "never" : s.toFixed(1));
  const rows = all.map(({ reference, oursS, theirsS }) => [reference.id, ...[oursS, theirsS].map(seconds)]);
  return [
    textTable([["F(t) first at 0.95, s after the join (shown, not judged)", "ours", "theirs"], ...rows]),
    `ours over theirs, geometric mean: ${geometricMean(all).toFixed(2)}`,
    "",
  ];
}

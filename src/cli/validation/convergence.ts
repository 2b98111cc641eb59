/**
 * When F(t) comes to 0.95 after a second flow has joined, beside ns-3. There a flow begins with a handshake, which is not
 * simulated here: our runs are made once as they are, and once with the second flow's first data a round trip later.
 */
import type { Scenario } from "../../engine/index.ts";
import { convergenceSince } from "../../experiments/read-run.ts";
import { textTable } from "../text-table.ts";
import type { RunOne } from "./compare.ts";
import type { ReferenceCase, RunnableCase } from "./reference-cases.ts";

/** Seconds from the join to the first look that finds F at 0.95; null: none does. */
export interface Convergence {
  readonly reference: ReferenceCase;
  readonly theirsS: number | null;
  readonly oursS: number | null;
  /** The second flow's first data a round trip after its start. */
  readonly laterS: number | null;
}

/** Null for a case that does not tell. */
export async function convergenceOf(
  { reference, scenario }: RunnableCase,
  run: RunOne,
): Promise<Convergence | null> {
  const theirs = reference.convergenceFirstS;
  if (theirs === undefined || scenario.flows.length < 2) return null;
  const { start, rtt } = scenario.flows[1].params;
  const joinS = Number(start);
  const [oursS, laterS] = await Promise.all([
    firstS(scenario, joinS, joinS, run),
    firstS(scenario, joinS, joinS + Number(rtt) / 1000, run),
  ]);
  return { reference, theirsS: theirs[0], oursS, laterS };
}

async function firstS(
  scenario: Scenario,
  joinS: number,
  firstDataS: number,
  run: RunOne,
): Promise<number | null> {
  const [first, second, ...others] = scenario.flows;
  const moved = { ...second, params: { ...second.params, start: firstDataS } };
  const { snapshot } = await run({ ...scenario, flows: [first, moved, ...others] }, "snapshot");
  if (snapshot === null) throw new Error("A run came without its series.");
  return convergenceSince(snapshot, joinS, snapshot.nowS - joinS).firstS;
}

/** Ours over theirs, where both come to it; NaN where none does. */
export function geometricMean(all: readonly Convergence[], of: (one: Convergence) => number | null): number {
  const logs = all.flatMap((one) => {
    const ours = of(one);
    return ours === null || one.theirsS === null ? [] : [Math.log(ours / one.theirsS)];
  });
  return Math.exp(logs.reduce((sum, log) => sum + log, 0) / logs.length);
}

export function convergenceLines(all: readonly Convergence[]): string[] {
  if (all.length === 0) return [];
  const seconds = (s: number | null) => (s === null ? "never" : s.toFixed(1));
  const rows = all.map(({ reference, oursS, laterS, theirsS }) => [
    reference.id,
    ...[oursS, laterS, theirsS].map(seconds),
  ]);
  const [asIs, later] = [
    geometricMean(all, ({ oursS }) => oursS),
    geometricMean(all, ({ laterS }) => laterS),
  ];
  return [
    textTable([
      ["F(t) first at 0.95, s after the join (shown, not judged)", "ours", "a round trip later", "theirs"],
      ...rows,
    ]),
    `ours over theirs, geometric mean: ${asIs.toFixed(2)}; with the joining flow's first data a round trip later, as after a handshake: ${later.toFixed(2)}`,
    "",
  ];
}

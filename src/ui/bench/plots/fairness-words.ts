/** What the plot of Jain's index over time shows: how low it went, and since when it is where it ends. */

import { convergenceText, countedFlows } from "../../../experiments/metrics.ts";
import type { RunView } from "../../state/run-view.ts";

import { soFar } from "./coverage.ts";
import { CONVERGED } from "./fairness-model.ts";
import { flowName } from "./flow-names.ts";
import { besidePinned, changeWords, secondsWords, sentence } from "./spoken.ts";

export function fairnessWords(run: RunView, pinned: RunView | null): string {
  const { flows, fairness } = run.snapshot.results;
  const { sharing } = fairness;
  if (flows.length < 2) return "One flow: the index is 1.";
  const times = sharing.joins.map(
    (join) =>
      `${join.flows.map((flow) => flowName(run, flow)).join(", ")}, ${CONVERGED}: ${convergenceText(join)}`,
  );
  const whole = soFar(run) ?? "Over the run";
  const index = Number.isNaN(sharing.jain) ? "none" : sharing.jain.toFixed(3);
  const own = [sentence(`${whole} ${index} ${countedFlows(sharing)}`), ...times].join("; ");
  const beside = besidePinned(run, pinned, (before) => {
    const then = before.snapshot.results.fairness.sharing;
    // What the index can be at least depends on the number of flows.
    return then.flows.length === sharing.flows.length
      ? changeWords("index", sharing.jain, then.jain, "")
      : [];
  });
  return `${own}. ${courseWords(run)}${beside}`;
}

function courseWords({ snapshot }: RunView): string {
  const { jainRunning, intervalS } = snapshot.samples;
  let [first, lowest, end, below] = [-1, -1, -1, -1];
  for (let i = 0; i < jainRunning.length; i++) {
    if (Number.isNaN(jainRunning[i])) continue;
    if (first < 0) first = i;
    if (lowest < 0 || jainRunning[i] < jainRunning[lowest]) lowest = i;
    if (jainRunning[i] < CONVERGED) below = i;
    end = i;
  }
  if (end < 0) return "F(t) has no value: no two flows have shared the path.";
  const at = (i: number) => `${jainRunning[i].toFixed(3)} at ${secondsWords(i * intervalS)}`;
  const course = `F(t) is lowest with ${at(lowest)} and ends with ${at(end)}`;
  if (below === end) return `${course}, below ${CONVERGED}.`;
  const since = below < 0 ? first : below + 1;
  return `${course}; from ${secondsWords(since * intervalS)} on it is at least ${CONVERGED}.`;
}

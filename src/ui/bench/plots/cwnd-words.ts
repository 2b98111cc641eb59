/** What the plot of the windows shows: between what each goes up and down, how often and how deep it is cut. */

import { isCut } from "../../../engine/index.ts";
import { counted } from "../../../experiments/counted.ts";
import { plainNumber } from "../../shared/figures/figure-words.ts";
import type { KernelTrace } from "../../state/kernel-traces.ts";
import type { RunView } from "../../state/run-view.ts";

import { factorText } from "./draw-flow-events.ts";
import { flowCount, flowName, NAMED_FLOWS, watchedFirst } from "./flow-names.ts";
import { besidePinned, changeWords, coveredWords, namedOf, sentence } from "./spoken.ts";

export function cwndWords(run: RunView, pinned: RunView | null, overlay: KernelTrace | null = null): string {
  const traced = watchedFirst(run, run.snapshot.flows).map(({ flow }) => flow);
  const windows = namedOf(traced, NAMED_FLOWS, "recorded flow", (flow) => windowWords(run, flow));
  const recorded = windows.length === 0 ? "no window is recorded" : windows.join("; ");
  const trace = overlay === null ? "" : ` Laid over it: ${overlay.name}.`;
  const beside = besidePinned(run, pinned, (before) => changes(run, before));
  return `${sentence(recorded)}, ${coveredWords(run)}. ${cutWords(run)}${trace}${beside}`;
}

function windowWords(run: RunView, flow: number): string {
  const name = flowCount(run) > 1 ? `${flowName(run, flow)} ` : "";
  const window = run.snapshot.results.flows[flow]?.cwndSegments ?? null;
  if (window === null) return `${name}no window`;
  const [min, max, mean] = [window.min, window.max, window.mean].map(plainNumber);
  return min === max ? `${name}${min} segments` : `${name}between ${min} and ${max} segments, mean ${mean}`;
}

function cutWords(run: RunView): string {
  const { flows } = run.snapshot.results;
  const sum = (of: (flow: (typeof flows)[number]) => number) =>
    flows.reduce((total, flow) => total + of(flow), 0);
  const [marks, losses, timeouts] = [
    sum((flow) => flow.ecnReductions),
    sum((flow) => flow.lossReductions),
    sum((flow) => flow.rtos),
  ];
  const cuts = `${counted(marks, "reduction")} for CE marks, ${losses} for losses, ${counted(timeouts, "timeout")}`;
  return `${cuts}${depthWords(run)}.`;
}

/** How much the cuts leave, all that were recorded. */
function depthWords(run: RunView): string {
  const { kind, before } = run.snapshot.flowEvents;
  let [least, most] = ["", ""];
  for (let index = 0; index < kind.length; index++) {
    if (!isCut(kind[index]) || before[index] <= 0) continue;
    const factor = factorText(run, index);
    if (least === "" || factor < least) least = factor;
    if (factor > most) most = factor;
  }
  if (least === "") return "";
  return least === most ? `; each cut leaves ${least}` : `; cuts leave ${least} to ${most}`;
}

function changes(run: RunView, before: RunView): string[] {
  const [now, then] = [run, before].map(({ snapshot }) => snapshot.results.flows);
  return run.snapshot.flows.slice(0, NAMED_FLOWS).flatMap(({ flow }) => {
    const name = flowCount(run) > 1 ? `${flowName(run, flow)} mean` : "mean";
    return changeWords(name, now[flow]?.cwndSegments?.mean, then[flow]?.cwndSegments?.mean, "segments");
  });
}

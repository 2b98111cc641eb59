/**
 * The signals of the model as a run has them, per flow over all seeds. A flow's packets fall into periods that each end
 * with a signal. r is the share of marks among the signals, p the signals per packet; p_e and p_t the same in the periods
 * that ended with a mark, and in those that ended with a loss or a timeout.
 */
import type { Readings } from "../experiment.ts";
import { columnsOf } from "../grid.ts";

export interface FlowSignals {
  /** Of all packets, those sent in periods that a mark ended. */
  readonly ecnShare: number | null;
  readonly markShare: number | null;
  readonly p: number | null;
  readonly markP: number | null;
  readonly lossP: number | null;
}

/** One entry per flow; counts of all these runs together, as single runs have few losses per flow. */
export function flowSignals(readings: Readings, keys: readonly string[]): FlowSignals[] {
  const sums = (field: string) =>
    columnsOf(readings, keys, field).map((values) => values.reduce((sum, value) => sum + value, 0));
  const [inMarked, inLost, marks, losses] = [
    sums("packetsToMarks"),
    sums("packetsToLosses"),
    sums("marks"),
    sums("losses"),
  ];
  return inMarked.map((_, i) => signalsOf(inMarked[i], inLost[i], marks[i], losses[i]));
}

/** Of those flows that have one. */
export function eachOf(flows: readonly FlowSignals[], of: keyof FlowSignals): number[] {
  return flows.map((flow) => flow[of]).filter((value) => value !== null);
}

export function signalsOf(inMarked: number, inLost: number, marks: number, losses: number): FlowSignals {
  const ratio = (part: number, whole: number) => (whole > 0 ? part / whole : null);
  return {
    ecnShare: ratio(inMarked, inMarked + inLost),
    markShare: ratio(marks, marks + losses),
    p: ratio(marks + losses, inMarked + inLost),
    markP: ratio(marks, inMarked),
    lossP: ratio(losses, inLost),
  };
}

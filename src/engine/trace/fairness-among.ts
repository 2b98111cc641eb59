/**
 * Jain's index over time for some of the flows, computed from the samples of the selected flows. Flows that are not selected do
 * not affect F(t): their joins do not reset its counts.
 */
import { jainOfGains } from "./jain.ts";
import type { Samples } from "./snapshot.ts";

type Received = Pick<Samples, "intervalS" | "length" | "receivedBytes" | "turns">;

interface FairnessSeries {
  readonly momentary: Float32Array;
  readonly running: Float32Array;
}

/**
 * Tolerance for comparing a join with a sample's time, in sampling intervals. A sample at exactly the time of a join counts as
 * taken after the join.
 */
const ROUNDING = 1e-6;
/** Time over which rates are averaged (s). */
const MOMENT_S = 1;

/** Returns Jain's index at the times of the samples. `counts` has 1 for each selected flow, otherwise 0. */
export function fairnessAmong(samples: Received, counts: Uint8Array): FairnessSeries {
  const { intervalS, length, turns } = samples;
  // A flow that has joined since the last sample has no sampled values yet.
  const flows = Math.min(counts.length, samples.receivedBytes.length);
  const momentary = new Float32Array(length);
  const running = new Float32Array(length);
  const active = new Uint8Array(flows);
  const base = new Float64Array(flows);
  const before = new Float64Array(flows);
  const now = new Float64Array(flows);
  const moment = Math.max(1, Math.round(MOMENT_S / intervalS));
  let turn = 0;
  for (let at = 0; at < length; at++) {
    for (; turn < turns.timeS.length && turns.timeS[turn] <= (at + ROUNDING) * intervalS; turn++) {
      const flow = turns.flow[turn];
      if (flow >= flows) continue;
      active[flow] = turns.joined[turn] & counts[flow];
      if (active[flow] === 1) zeroCounts(samples, turns.timeS[turn], flow, base);
    }
    rowOf(samples, at, now);
    rowOf(samples, Math.max(0, at - moment), before);
    momentary[at] = jainOfGains(now, 0, before, 0, active, flows);
    running[at] = jainOfGains(now, 0, base, 0, active, flows);
  }
  return { momentary, running };
}

function rowOf({ receivedBytes }: Received, at: number, row: Float64Array): void {
  for (let flow = 0; flow < row.length; flow++) row[flow] = receivedBytes[flow][at];
}

/**
 * Returns the received bytes at a time, interpolated between samples. A flow that joined after the previous sample
 * has received nothing at that sample.
 */
function zeroCounts(
  { intervalS, length, receivedBytes }: Received,
  timeS: number,
  newcomer: number,
  base: Float64Array,
): void {
  const below = Math.min(Math.floor(timeS / intervalS), length - 1);
  const above = Math.min(below + 1, length - 1);
  const part = timeS / intervalS - below;
  for (let flow = 0; flow < base.length; flow++) {
    const column = receivedBytes[flow];
    base[flow] = column[below] + (flow === newcomer ? 0 : (column[above] - column[below]) * part);
  }
}

/**
 * RFC 9438 §5.1, tables 1 and 2: CUBIC's mean window if one packet in 1/p is lost. The tables assume a fluid, equal
 * distances between losses, and every loss at the same window. The simulated round trips make the same assumptions,
 * except for whole segments, ticks of 4 ms, and Linux's additional rules. They start at the table's peak, because
 * near the peak the curve is so flat that a different W_max would not return to it.
 */
import { expect, test } from "vitest";
import { cubic } from "../../../../src/engine/cc/cubic/cubic.ts";
import { defaultsOf } from "../../../../src/engine/scenario/places.ts";
import { MS, madeState } from "../made.ts";

const CYCLES = 12;
const COUNTED = 6;
const BETA = 0.7;

/**
 * Returns the mean window over round trips in which every `distance`-th packet is lost. The first loss is at the peak
 * of the expected mean.
 */
function meanWindow(distance: number, rttMs: number, c: number, expected: number): number {
  const values = { ...defaultsOf(cubic.params), "cubic-c": c, "fast-convergence": false };
  const cc = cubic.create(values, () => 0);
  const peak = Math.round((expected * 4) / (3 + BETA));
  const state = madeState({ cwnd: peak, ssthresh: 2, minRttNs: rttMs * MS });
  state.cwnd = cc.ssthreshAfterLoss(state);
  let [nowNs, cycles, sinceLoss, trips, sum] = [0, 0, 0, 0, 0];
  while (cycles < CYCLES) {
    const acks = Math.max(1, Math.round(state.cwnd / 2));
    for (let i = 1; i <= acks; i++) cc.onAck(state.at(nowNs + (i * state.minRttNs) / acks), 2);
    nowNs += state.minRttNs;
    sinceLoss += 2 * acks;
    if (cycles >= CYCLES - COUNTED) {
      trips++;
      sum += state.cwnd;
    }
    if (sinceLoss < distance) continue;
    sinceLoss = 0;
    cycles++;
    state.cwnd = cc.ssthreshAfterLoss(state);
  }
  return sum / trips;
}

/**
 * Rows of the columns "CUBIC (C=0.4)" and "CUBIC (C=0.04)": RTT in ms, C, packets between losses, expected window in
 * segments, allowed relative deviation.
 */
const ROWS = [
  // In these rows the cubic curve determines the window.
  [100, 0.4, 1e4, 187, 0.01],
  [100, 0.4, 1e5, 1054, 0.01],
  [100, 0.4, 1e6, 5926, 0.01],
  [100, 0.04, 1e5, 593, 0.03],
  // In these rows the Reno-friendly window determines it.
  [100, 0.4, 1e2, 12, 0.05],
  [100, 0.4, 1e3, 38, 0.05],
  [100, 0.04, 1e4, 120, 0.05],
  [10, 0.4, 1e4, 120, 0.02],
  [10, 0.4, 1e5, 379, 0.03],
  [10, 0.4, 1e3, 38, 0.05],
  // With an RTT of 10 ms, a tick of 4 ms has a large effect.
  [10, 0.4, 1e2, 12, 0.16],
] as const;

test.each(ROWS)(
  "RTT %s ms, C %s, a loss every %s packets: %s segments",
  (rttMs, c, distance, theirs, off) => {
    expect(Math.abs(meanWindow(distance, rttMs, c, theirs) / theirs - 1)).toBeLessThan(off);
  },
);

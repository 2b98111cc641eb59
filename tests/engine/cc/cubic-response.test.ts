/**
 * RFC 9438 §5.1, tables 1 and 2: CUBIC's mean window if one packet in 1/p is lost. The tables assume a fluid, equal distances
 * between losses, and every loss at the same window. These round trips do too, except for whole segments, ticks of 4 ms and
 * Linux's rules beside the curve. They start at the table's peak: near it the curve is so flat that another W_max would stay
 * where it is.
 */
import { expect, test } from "vitest";
import { cubic } from "../../../src/engine/cc/cubic.ts";
import { defaultsOf } from "../../../src/engine/scenario/places.ts";
import { MS, madeState } from "./made.ts";

const CYCLES = 12;
const COUNTED = 6;
const BETA = 0.7;

/** Mean over round trips, with a loss every `distance` packets, the first at the peak of the expected mean. */
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

/** Columns "CUBIC (C=0.4)" and "CUBIC (C=0.04)": RTT in ms, C, packets between losses, segments; the allowed deviation. */
const ROWS = [
  // The cubic curve determines the window.
  [100, 0.4, 1e4, 187, 0.01],
  [100, 0.4, 1e5, 1054, 0.01],
  [100, 0.4, 1e6, 5926, 0.01],
  [100, 0.04, 1e5, 593, 0.03],
  // The Reno-friendly window determines it.
  [100, 0.4, 1e2, 12, 0.05],
  [100, 0.4, 1e3, 38, 0.05],
  [100, 0.04, 1e4, 120, 0.05],
  [10, 0.4, 1e4, 120, 0.02],
  [10, 0.4, 1e5, 379, 0.03],
  [10, 0.4, 1e3, 38, 0.05],
  // Relative to 10 ms, a tick of 4 ms is large.
  [10, 0.4, 1e2, 12, 0.16],
] as const;

test.each(ROWS)(
  "RTT %s ms, C %s, a loss every %s packets: %s segments",
  (rttMs, c, distance, theirs, off) => {
    expect(Math.abs(meanWindow(distance, rttMs, c, theirs) / theirs - 1)).toBeLessThan(off);
  },
);

/** Figure 8: throughput by β_ecn and RTT. */

import { gainText, msText, rises } from "../../lib/number-text.ts";
import { cross } from "../grid.ts";
import { againstBeta, type Runs, study } from "../study.ts";
import { ABE, CHOSEN, oneFlowUrl, QUICK_CAUSE, RUNS, sendingFor } from "./paper.ts";

/** Shortest RTT at which β_ecn 0.5 leaves the link idle for part of each cycle (ms). */
const LONG_FROM_MS = 80;

const gridOf = (size: Runs["size"]) =>
  size === "full"
    ? {
        rtts: [20, 40, 60, 80, 100, 120, 140, 160, 180, 200, 220, 240],
        betas: [0.5, 0.6, 0.7, 0.8, 0.9],
      }
    : { rtts: [40, 240], betas: [0.5, 0.9] };

export const abe8 = study({
  id: "abe-8",
  paper: ABE,
  where: "Figure 8",
  title: "NewReno's throughput by round trip and β_ecn",
  shows:
    "One NewReno flow over CoDel and 20 Mbps, round trips from 20 to 240 ms. A higher β_ecn recovers throughput, the more the longer the round trip; the median round trip hardly changes.",
  chosen: [
    CHOSEN.newreno,
    CHOSEN.newrenoReceiver,
    CHOSEN.queues,
    CHOSEN.queueAge,
    CHOSEN.segments,
    CHOSEN.noise,
    "90 s as in figure 2, slow start included; β_ecn 0.5 to 0.9 in steps of 0.1.",
  ],
  differences: [
    "A simulated path instead of a testbed.",
    "The median round trip is drawn as what the queue adds to the path's: the median sojourn time of the packets.",
  ],
  comparedWith: againstBeta(0.5),
  points: (size) => cross({ rtt: gridOf(size).rtts, beta: gridOf(size).betas }),
  seeds: RUNS,
  scenario: (point) => oneFlowUrl("newreno", { aqm: "codel", ...point }, `capacity=20Mbps&${sendingFor(90)}`),
  read: ({ results }) => ({
    goodputBps: Math.round(results.flows[0].goodputBps),
    delayP50Ms: results.links[0].sojournMs?.p50 ?? null,
  }),
  quickCause: QUICK_CAUSE,
  figures: (runs) => {
    const { rtts, betas } = gridOf(runs.size);
    const x = { label: "RTT of the path", unit: "ms", scale: "linear" } as const;
    const series = (field: string, scale?: (value: number) => number) =>
      betas.map((beta) => runs.line(`β_ecn ${beta}`, rtts, (rtt) => ({ rtt, beta }), field, scale));
    return [
      {
        id: "throughput",
        title: "Throughput of one NewReno flow, 20 Mbps",
        kind: "lines",
        x,
        y: { label: "Throughput", unit: "Mbps", scale: "linear", from: 12 },
        series: series("goodputBps", (bps) => bps / 1e6),
      },
      {
        id: "median-delay",
        title: "Median of what the queue adds to the RTT",
        kind: "lines",
        x,
        y: { label: "Median queue delay", unit: "ms", scale: "linear", from: 0 },
        series: series("delayP50Ms"),
      },
    ];
  },
  claims: (runs) => {
    const { rtts, betas } = gridOf(runs.size);
    const long = rtts.filter((rtt) => rtt >= LONG_FROM_MS);
    const bps = (rtt: number, beta: number) => runs.mean({ rtt, beta }, "goodputBps");
    const medianMs = (rtt: number, beta: number) => runs.mean({ rtt, beta }, "delayP50Ms");
    return [
      {
        id: "recovers",
        text: "A higher β_ecn recovers throughput.",
        tolerance: `Direction, from each β_ecn to the next, at every round trip from ${LONG_FROM_MS} ms on.`,
        values: long.flatMap((rtt) => betas.map((beta) => bps(rtt, beta))),
        judge: (...all) => {
          const n = betas.length;
          const rising = long.filter((_, i) => rises(all.slice(i * n, (i + 1) * n))).length;
          return { ours: `at ${rising} of ${long.length} round trips`, holds: rising === long.length };
        },
      },
      {
        id: "more-at-long-rtt",
        text: "The gain is larger at long round trips.",
        tolerance: "Direction: β_ecn 0.9 against 0.5, 240 ms against 40 ms.",
        values: [bps(40, 0.5), bps(40, 0.9), bps(240, 0.5), bps(240, 0.9)],
        judge: (short5, short9, long5, long9) => {
          const [atShort, atLong] = [100 * (short9 / short5 - 1), 100 * (long9 / long5 - 1)];
          return {
            ours: `${gainText(atShort)} at 40 ms, ${gainText(atLong)} at 240 ms`,
            holds: atLong > atShort,
          };
        },
      },
      {
        id: "same-median-rtt",
        text: "The median round trip hardly changes.",
        tolerance: "At most 5 ms, CoDel's target, from β_ecn 0.5 to 0.9 at any round trip.",
        values: rtts.flatMap((rtt) => [medianMs(rtt, 0.5), medianMs(rtt, 0.9)]),
        judge: (...ms) => {
          const added = Math.max(...rtts.map((_, i) => ms[2 * i + 1] - ms[2 * i]));
          return { ours: `at most ${msText(added)}`, holds: added <= 5 };
        },
      },
    ];
  },
});

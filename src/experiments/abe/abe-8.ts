/** Figure 8: throughput and round trip by β_ecn. */

import { checked } from "../claim.ts";
import { againstBeta } from "../compared-run.ts";
import type { Claim, Experiment, Figure, Readings, Size } from "../experiment.ts";
import { cross, jobsOf, keyOf, valuesOf } from "../grid.ts";
import { spreadSeries } from "../series.ts";
import { mean } from "../statistics.ts";
import { CHOSEN, causeOf, oneFlowUrl, runsOf, sendingFor } from "./chosen.ts";
import { gainText, msText, rises } from "./number-text.ts";
import { ABE } from "./paper.ts";

const RTTS = [20, 40, 60, 80, 100, 120, 140, 160, 180, 200, 220, 240];
const BETAS = [0.5, 0.6, 0.7, 0.8, 0.9];

/** From here on β_ecn 0.5 leaves the link idle for part of each cycle. */
const LONG_FROM_MS = 80;

type Field = "goodputBps" | "delayP50Ms";

export const abe8: Experiment = {
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
  jobs: (size) =>
    jobsOf(cross({ rtt: rttsOf(size), beta: betasOf(size), seed: runsOf(size) }), ({ rtt, beta, seed }) =>
      oneFlowUrl("newreno", { aqm: "codel", rtt, beta, seed }, `capacity=20Mbps&${sendingFor(90)}`),
    ),
  read: ({ results }) => ({
    goodputBps: Math.round(results.flows[0].goodputBps),
    delayP50Ms: results.links[0].sojournMs?.p50 ?? null,
  }),
  reduce: (readings, size) => ({
    figures: [figure(readings, size, "goodputBps"), figure(readings, size, "delayP50Ms")],
    heatMaps: [],
    tables: [],
    claims: [...recovers(readings, size), ...moreAtLongRtt(readings, size), ...sameRtt(readings, size)],
  }),
};

function rttsOf(size: Size): readonly number[] {
  return size === "full" ? RTTS : [40, 240];
}

function betasOf(size: Size): readonly number[] {
  return size === "full" ? BETAS : [0.5, 0.9];
}

function values(readings: Readings, size: Size, rtt: number, beta: number, field: Field): number[] {
  return valuesOf(
    readings,
    runsOf(size).map((seed) => keyOf({ rtt, beta, seed })),
    field,
  );
}

function figure(readings: Readings, size: Size, field: Field): Figure {
  const isGoodput = field === "goodputBps";
  return {
    id: isGoodput ? "throughput" : "median-delay",
    title: isGoodput ? "Throughput of one NewReno flow, 20 Mbps" : "Median of what the queue adds to the RTT",
    kind: "lines",
    x: { label: "RTT of the path", unit: "ms", scale: "linear" },
    y: isGoodput
      ? { label: "Throughput", unit: "Mbps", scale: "linear", from: 12 }
      : { label: "Median queue delay", unit: "ms", scale: "linear", from: 0 },
    series: betasOf(size).map((beta) =>
      spreadSeries(
        `β_ecn ${beta}`,
        rttsOf(size).map((rtt) => ({
          x: rtt,
          values: values(readings, size, rtt, beta, field).map((value) => (isGoodput ? value / 1e6 : value)),
          job: keyOf({ rtt, beta, seed: 1 }),
        })),
      ),
    ),
  };
}

function recovers(readings: Readings, size: Size): Claim[] {
  const rtts = rttsOf(size).filter((rtt) => rtt >= LONG_FROM_MS);
  const betas = betasOf(size);
  return checked(
    {
      id: "recovers",
      text: "A higher β_ecn recovers throughput.",
      paper: "shape",
      tolerance: `Direction, from each β_ecn to the next, at every round trip from ${LONG_FROM_MS} ms on.`,
      ...causeOf(size),
    },
    rtts.flatMap((rtt) => betas.map((beta) => mean(values(readings, size, rtt, beta, "goodputBps")))),
    (...bps) => {
      const rising = rtts.filter((_, i) => rises(bps.slice(i * betas.length, (i + 1) * betas.length)));
      return {
        ours: `at ${rising.length} of ${rtts.length} round trips`,
        holds: rising.length === rtts.length,
      };
    },
  );
}

function moreAtLongRtt(readings: Readings, size: Size): Claim[] {
  const at = (rtt: number, beta: number) => mean(values(readings, size, rtt, beta, "goodputBps"));
  return checked(
    {
      id: "more-at-long-rtt",
      text: "The gain is larger at long round trips.",
      paper: "shape",
      tolerance: "Direction: β_ecn 0.9 against 0.5, 240 ms against 40 ms.",
      ...causeOf(size),
    },
    [at(40, 0.5), at(40, 0.9), at(240, 0.5), at(240, 0.9)],
    (short5, short9, long5, long9) => {
      const [short, long] = [100 * (short9 / short5 - 1), 100 * (long9 / long5 - 1)];
      return { ours: `${gainText(short)} at 40 ms, ${gainText(long)} at 240 ms`, holds: long > short };
    },
  );
}

function sameRtt(readings: Readings, size: Size): Claim[] {
  const at = (rtt: number, beta: number) => mean(values(readings, size, rtt, beta, "delayP50Ms"));
  const rtts = rttsOf(size);
  return checked(
    {
      id: "same-median-rtt",
      text: "The median round trip hardly changes.",
      paper: "shape",
      tolerance: "At most 5 ms, CoDel's target, from β_ecn 0.5 to 0.9 at any round trip.",
      ...causeOf(size),
    },
    rtts.flatMap((rtt) => [at(rtt, 0.5), at(rtt, 0.9)]),
    (...ms) => {
      const added = rtts.map((_, i) => ms[2 * i + 1] - ms[2 * i]);
      return { ours: `at most ${msText(Math.max(...added))}`, holds: Math.max(...added) <= 5 };
    },
  );
}

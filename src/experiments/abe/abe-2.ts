/** Figure 2: throughput of one CUBIC flow over RTT, with and without ECN. */

import { gainText, mbpsText, minus } from "../../lib/number-text.ts";
import { rankCorrelation } from "../../lib/statistics.ts";
import { cross } from "../grid.ts";
import { readLink } from "../read-run.ts";
import { against, type JudgedClaim, type Runs, study } from "../study.ts";
import {
  ABE,
  CHOSEN,
  HOSTS_URL,
  NOISE_URL,
  QUEUE_URL,
  QUICK_CAUSE,
  RUNS,
  SENDER_SETTINGS,
  sendingFor,
} from "./paper.ts";

/** The queues of the figure; for each, whether the flow uses ECN. */
const QUEUES = {
  droptail: { label: "DropTail", url: "aqm=droptail&ecn=off" },
  codel: { label: "CoDel", url: `${QUEUE_URL.codel}&ecn=off` },
  "codel-ecn": { label: "CoDel, ECN", url: QUEUE_URL.codel },
  pie: { label: "PIE", url: `${QUEUE_URL.pie}&ecn=off` },
  "pie-ecn": { label: "PIE, ECN", url: QUEUE_URL.pie },
} as const;

type Queue = keyof typeof QUEUES;
const QUEUE_IDS = Object.keys(QUEUES) as Queue[];

/** Pairs of queues that are compared: with ECN and without, and a short queue and a long one. */
const COMPARED: Readonly<Record<string, Queue>> = {
  codel: "droptail",
  pie: "droptail",
  "codel-ecn": "codel",
  "pie-ecn": "pie",
};

const rttsOf = (size: Runs["size"]): readonly number[] =>
  size === "full" ? [20, 40, 60, 80, 100, 120, 140, 160, 180, 200, 220, 240] : [20, 240];

/** Throughput from which on the link counts as full: 98 % of the payload rate of 20 Mbps, because the 90 s include slow start. */
const FULL_BPS = (0.98 * 20e6 * 1448) / 1500;

const SHALLOW =
  "CoDel lets the delay come to 7 ms, and a cut to 0.7 leaves the link full only where the queue holds 0.43 of the round trip: up to 16 ms. From 40 to 100 ms 4 to 8 % are idle, with ECN or without, by PRR or at once.";

const inMbps = (bps: number) => bps / 1e6;

const means = (runs: Runs, queue: Queue) =>
  rttsOf(runs.size).map((rtt) => runs.mean({ queue, rtt }, "goodputBps"));

function falls(runs: Runs, queue: Queue): JudgedClaim {
  return {
    id: `${queue}-falls`,
    text: `${QUEUES[queue].label}: throughput falls with the round trip.`,
    tolerance:
      "A trend, as the words have it: rank correlation of at most −0.8, and by 5 % or more from the shortest to the longest. Single round trips stand out, because of reductions in pairs.",
    values: means(runs, queue),
    judge: (...bps) => {
      const steadiness = rankCorrelation(rttsOf(runs.size), bps) ?? 0;
      const [first, last] = [bps[0], bps[bps.length - 1]];
      return {
        ours: `${mbpsText(first)} at the shortest, ${mbpsText(last)} at the longest; rank correlation ${minus(steadiness.toFixed(2))}`,
        holds: steadiness <= -0.8 && last <= 0.95 * first,
      };
    },
  };
}

function ecnAlone(runs: Runs, queue: "codel" | "pie"): JudgedClaim {
  return {
    id: `${queue}-ecn-alone`,
    text: `${QUEUES[queue].label}: ECN alone helps little.`,
    tolerance: "On average over the round trips less than 5 % of throughput.",
    values: [...means(runs, queue), ...means(runs, `${queue}-ecn`)],
    judge: (...bps) => {
      const half = bps.length / 2;
      const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
      const gain = 100 * (sum(bps.slice(half)) / sum(bps.slice(0, half)) - 1);
      return { ours: gainText(gain), holds: gain < 5 };
    },
  };
}

function underUse(runs: Runs, queue: "codel" | "pie"): JudgedClaim {
  /** Returns the longest RTT such that the link is full at this RTT and all shorter ones; 0 if it is full at none. */
  const fullUpTo = (which: Queue): number | null => {
    const bps = means(runs, which);
    if (bps.includes(null)) return null;
    const idle = bps.findIndex((value) => value !== null && value < FULL_BPS);
    const rtts = [0, ...rttsOf(runs.size)];
    return rtts[idle < 0 ? rtts.length - 1 : idle];
  };
  return {
    id: `${queue}-under-use`,
    text: `${QUEUES[queue].label}: the link is under-used above 60 to 80 ms (slides of the same authors).`,
    paper: "60 to 80 ms",
    tolerance:
      "The slides' words name neither the queue nor how much less counts as under-use, so the reading is ours: below 98 % of the payload that the link can carry, as for DropTail, for each queue; give or take a step of 20 ms, without ECN and with it.",
    cause: queue === "codel" ? SHALLOW : undefined,
    values: runs.size === "full" ? [fullUpTo(queue), fullUpTo(`${queue}-ecn`)] : [],
    judge: (without, withEcn) => ({
      ours: `full up to ${without} ms, with ECN ${withEcn} ms`,
      holds: [without, withEcn].every((rtt) => rtt >= 40 && rtt <= 100),
    }),
  };
}

export const abe2 = study({
  id: "abe-2",
  paper: ABE,
  where: "Figure 2",
  title: "CUBIC's throughput by round trip",
  shows:
    "One CUBIC flow over 20 Mbps for 90 s, round trips from 20 to 240 ms. Over DropTail the link stays full; over CoDel and PIE throughput falls with the round trip, and ECN alone changes little.",
  chosen: [
    CHOSEN.cubic,
    CHOSEN.queues,
    CHOSEN.queueAge,
    CHOSEN.segments,
    CHOSEN.noise,
    "Throughput is goodput over the whole 90 s, slow start included.",
  ],
  differences: [
    "A simulated path instead of a testbed.",
    "A link of 20 Mbps carries 19.3 Mbps of payload.",
    "Over CoDel with ECN 140, 180 and 240 ms stand out by 1 to 2 Mbps: there, once slow start is over, a third to a half of CUBIC's reductions come in pairs, within two round trips, because CoDel marks on while PRR lets the queue drain slowly; at 160 ms none do. With reductions at once none do over any of these, and throughput falls smoothly from 19.1 to 17.2 Mbps.",
  ],
  comparedWith: against("queue", COMPARED, (queue) => QUEUES[queue as Queue].label),
  points: (size) => cross({ queue: QUEUE_IDS, rtt: rttsOf(size) }),
  seeds: RUNS,
  scenario: ({ queue, rtt, seed }) =>
    [
      ...SENDER_SETTINGS.cubic,
      QUEUES[queue].url,
      `capacity=20Mbps&${sendingFor(90)}&seed=${seed}&rtt=${rtt}ms`,
      HOSTS_URL.cubic,
      NOISE_URL,
    ].join("&"),
  read: (snapshot) => ({
    ...readLink(snapshot),
    goodputBps: Math.round(snapshot.results.flows[0].goodputBps),
  }),
  quickCause: QUICK_CAUSE,
  figures: (runs) => [
    {
      id: "throughput",
      title: "Throughput of one CUBIC flow, 20 Mbps",
      kind: "lines",
      x: { label: "RTT", unit: "ms", scale: "linear" },
      y: { label: "Throughput", unit: "Mbps", scale: "linear", from: 12 },
      series: QUEUE_IDS.map((queue) =>
        runs.line(QUEUES[queue].label, rttsOf(runs.size), (rtt) => ({ queue, rtt }), "goodputBps", inMbps),
      ),
    },
  ],
  claims: (runs) => [
    {
      id: "droptail-full",
      text: "Over DropTail throughput stays at the link's rate.",
      paper: "100 %",
      tolerance: "98 % of the payload that the link can carry: slow start is part of the 90 s.",
      values: means(runs, "droptail"),
      judge: (...bps) => ({
        ours: `at least ${mbpsText(Math.min(...bps))}`,
        holds: Math.min(...bps) >= FULL_BPS,
      }),
    },
    ...(["codel", "codel-ecn", "pie", "pie-ecn"] as const).map((queue) => falls(runs, queue)),
    ...(["codel", "pie"] as const).flatMap((queue) => [ecnAlone(runs, queue), underUse(runs, queue)]),
  ],
});

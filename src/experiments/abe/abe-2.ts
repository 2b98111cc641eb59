/** Figure 2: throughput of one CUBIC flow against the round trip, with and without ECN. */
import { checked } from "../claim.ts";
import type { Claim, Experiment, Readings, Size } from "../experiment.ts";
import { cross, jobsOf, keyOf, numberOf } from "../grid.ts";
import { readLink } from "../read-run.ts";
import { spreadSeries } from "../series.ts";
import { mean } from "../statistics.ts";
import { CHOSEN, causeOf, QUEUE_URL, RECOVERY, rttText, runsOf, SENDER_SETTINGS } from "./chosen.ts";
import { gainText, mbpsText, rises } from "./number-text.ts";
import { ABE } from "./paper.ts";

const RTTS = [20, 40, 60, 80, 100, 120, 140, 160, 180, 200, 220, 240];

/** The queue and whether the flow has ECN. */
const QUEUES = {
  droptail: { label: "DropTail", url: "aqm=droptail&ecn=off" },
  codel: { label: "CoDel", url: `${QUEUE_URL.codel}&ecn=off` },
  "codel-ecn": { label: "CoDel, ECN", url: QUEUE_URL.codel },
  pie: { label: "PIE", url: `${QUEUE_URL.pie}&ecn=off` },
  "pie-ecn": { label: "PIE, ECN", url: QUEUE_URL.pie },
} as const;

type Queue = keyof typeof QUEUES;

const QUEUE_IDS = Object.keys(QUEUES) as Queue[];

export const abe2: Experiment = {
  id: "abe-2",
  paper: ABE,
  where: "Figure 2",
  title: "CUBIC's throughput by round trip",
  shows:
    "One CUBIC flow over 20 Mbps for 90 s, round trips from 20 to 240 ms. Over DropTail the link stays full; over CoDel and PIE throughput falls with the round trip, and ECN alone changes little.",
  chosen: [
    CHOSEN.cubic,
    CHOSEN.queues,
    CHOSEN.segments,
    CHOSEN.rtts,
    "Throughput is goodput over the whole 90 s, slow start included.",
  ],
  differences: ["A simulated path instead of a testbed.", "A link of 20 Mbps carries 19.3 Mbps of payload."],
  jobs: (size) =>
    jobsOf(cross({ queue: QUEUE_IDS, rtt: rttsOf(size), seed: runsOf(size) }), ({ queue, rtt, seed }) =>
      [
        ...SENDER_SETTINGS.cubic,
        `recovery=${RECOVERY.cubic}`,
        QUEUES[queue].url,
        `capacity=20Mbps&duration=90s&warmup=0s&seed=${seed}&rtt=${rttText(rtt, seed)}`,
      ].join("&"),
    ),
  read: (snapshot) => ({
    ...readLink(snapshot),
    goodputBps: Math.round(snapshot.results.flows[0].goodputBps),
  }),
  reduce: (readings, size) => ({
    figures: [
      {
        id: "throughput",
        title: "Throughput of one CUBIC flow, 20 Mbps",
        kind: "lines",
        x: { label: "RTT", unit: "ms", scale: "linear" },
        y: { label: "Throughput", unit: "Mbps", scale: "linear", from: 12 },
        series: QUEUE_IDS.map((queue) =>
          spreadSeries(
            QUEUES[queue].label,
            rttsOf(size).map((rtt) => ({
              x: rtt,
              values: goodputs(readings, size, queue, rtt).map((bps) => bps / 1e6),
              job: keyOf({ queue, rtt, seed: 1 }),
            })),
          ),
        ),
      },
    ],
    heatMaps: [],
    tables: [],
    claims: [
      ...dropTailFull(readings, size),
      ...(["codel", "codel-ecn", "pie", "pie-ecn"] as const).flatMap((queue) => falls(readings, size, queue)),
      ...(["codel", "pie"] as const).flatMap((queue) => ecnAlone(readings, size, queue)),
    ],
  }),
};

function rttsOf(size: Size): readonly number[] {
  return size === "full" ? RTTS : [20, 240];
}

function goodputs(readings: Readings, size: Size, queue: Queue, rtt: number): number[] {
  return runsOf(size)
    .map((seed) => numberOf(readings.get(keyOf({ queue, rtt, seed })), "goodputBps"))
    .filter((bps) => bps !== null);
}

function means(readings: Readings, size: Size, queue: Queue): (number | null)[] {
  return rttsOf(size).map((rtt) => mean(goodputs(readings, size, queue, rtt)));
}

/** Payload that 20 Mbps can carry. */
const MOST_BPS = (20e6 * 1448) / 1500;

function dropTailFull(readings: Readings, size: Size): Claim[] {
  return checked(
    {
      id: "droptail-full",
      text: "Over DropTail throughput stays at the link's rate.",
      paper: "100 %",
      tolerance: "98 % of the payload that the link can carry: slow start is part of the 90 s.",
    },
    means(readings, size, "droptail"),
    (...bps) => ({
      ours: `at least ${mbpsText(Math.min(...bps))}`,
      holds: Math.min(...bps) >= 0.98 * MOST_BPS,
    }),
  );
}

const PAIRS =
  "Not steadily: at 140, 180, 200 and 240 ms a fifth to a half of CUBIC's reductions come in pairs, because CoDel marks on while PRR lets the queue drain slowly; at 160 and 220 ms none do. With the reduction set at once throughput falls smoothly from 19.0 to 17.6 Mbps.";

function falls(readings: Readings, size: Size, queue: Queue): Claim[] {
  return checked(
    {
      id: `${queue}-falls`,
      text: `${QUEUES[queue].label}: throughput falls with the round trip.`,
      paper: "shape",
      tolerance:
        "From each quarter of the round trips to the next, and by 5 % or more from the shortest to the longest.",
      ...causeOf(size, queue === "codel-ecn" ? PAIRS : undefined),
    },
    means(readings, size, queue),
    (...bps) => {
      const quarter = Math.max(1, Math.floor(bps.length / 4));
      const quarters = [0, 1, 2, 3]
        .map((i) => mean(bps.slice(i * quarter, (i + 1) * quarter)))
        .filter((value) => value !== null);
      return {
        ours: `${mbpsText(bps[0])} at the shortest, ${mbpsText(bps[bps.length - 1])} at the longest`,
        holds: rises(quarters.map((value) => -value)) && bps[bps.length - 1] <= 0.95 * bps[0],
      };
    },
  );
}

function ecnAlone(readings: Readings, size: Size, queue: "codel" | "pie"): Claim[] {
  const [without, withEcn] = [means(readings, size, queue), means(readings, size, `${queue}-ecn`)];
  return checked(
    {
      id: `${queue}-ecn-alone`,
      text: `${QUEUES[queue].label}: ECN alone helps little.`,
      paper: "shape",
      tolerance: "On average over the round trips less than 5 % of throughput.",
      ...causeOf(size),
    },
    [...without, ...withEcn],
    (...bps) => {
      const half = bps.length / 2;
      const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
      const gain = 100 * (sum(bps.slice(half)) / sum(bps.slice(0, half)) - 1);
      return { ours: gainText(gain), holds: gain < 5 };
    },
  );
}

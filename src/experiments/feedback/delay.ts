/**
 * Figures 2 and 3: the queues at both bottlenecks, for BBRv2 with delay only, for BBRv2 with marks, and for CUBIC with marks by
 * PI.
 */
import type { BucketSeries, Snapshot } from "../../engine/index.ts";
import { mean, rounded } from "../../lib/statistics.ts";
import type { Experiment, RunValues } from "../experiment.ts";
import { middlesS, readLink, resample } from "../read-run.ts";
import { type JudgedClaim, type Study, study } from "../study.ts";
import {
  COMPARED_WAY,
  DIFFERENCES,
  durationS,
  type FeedbackWay,
  feedbackParts,
  ROUTERS,
  TARGET_PACKETS,
  WAYS,
} from "./paper.ts";

const WINDOW_S = 0.25;

const partOf = (endS: number) => ({ fromS: 0, toS: endS, n: Math.round(endS / WINDOW_S) });

/** Reads, for each router, the results after the warm-up, and the mean, minimum and maximum delay in each window of time. */
function readDelays(snapshot: Snapshot): RunValues {
  const part = partOf(snapshot.nowS);
  const entries = ROUTERS.flatMap(({ id }, link) => {
    const { sojournMs } = snapshot.links[link].queue;
    const figures = Object.entries(readLink(snapshot, link)).map(([name, value]) => [`${id}.${name}`, value]);
    return [
      ...figures,
      [`${id}.windowMeanMs`, windowMeans(sojournMs, part)],
      [`${id}.windowMinMs`, resample(sojournMs, part, "min")],
      [`${id}.windowMaxMs`, resample(sojournMs, part, "max")],
    ];
  });
  return Object.fromEntries(entries);
}

/** Returns, for each window of time, the mean of the last values of its buckets. */
function windowMeans(series: BucketSeries, part: { readonly toS: number; readonly n: number }) {
  const widthS = part.toS / part.n;
  const windows: number[][] = Array.from({ length: part.n }, () => []);
  for (let i = 0; i < series.length; i++) {
    const at = Math.floor((series.startS + i * series.bucketS) / widthS);
    if (at < part.n && !Number.isNaN(series.last[i])) windows[at].push(series.last[i]);
  }
  return windows.map((values) => rounded(mean(values)));
}

const COLUMNS = [
  ["Mean queue (packets)", "queueMeanPackets"],
  ["Mean delay (ms)", "delayMeanMs"],
  ["Median (ms)", "delayP50Ms"],
  ["90th percentile (ms)", "delayP90Ms"],
  ["99th percentile (ms)", "delayP99Ms"],
] as const;

type Parts = Pick<Study<{ readonly way: FeedbackWay }>, "title" | "shows" | "differences" | "claims"> &
  Pick<Experiment, "comparedWith">;

function delayExperiment(number: number, ways: readonly FeedbackWay[], parts: Parts): Experiment {
  return study({
    ...parts,
    ...feedbackParts(ways),
    id: `feedback-${number}`,
    where: `Figure ${number}`,
    read: readDelays,
    /** Returns one figure per router: the delay in the first run of each kind of feedback, with the range in each window of time. */
    figures: (runs) =>
      ROUTERS.map(({ id, label }) => ({
        id: `delay-${id}`,
        title: `Queue delay at the ${label}`,
        kind: "lines",
        x: { label: "Time", unit: "s", scale: "linear" },
        y: { label: "Queue delay", unit: "ms", scale: "linear", from: 0 },
        series: ways.map((way) =>
          runs.track(WAYS[way].label, { way }, middlesS(partOf(durationS(runs.size))), {
            y: `${id}.windowMeanMs`,
            low: `${id}.windowMinMs`,
            high: `${id}.windowMaxMs`,
          }),
        ),
      })),
    tables: (runs) => [
      {
        id: "delays",
        title: "Queues after 6 s, mean of all seeds",
        head: ["Router", "Feedback", ...COLUMNS.map(([title]) => title)],
        rows: ROUTERS.flatMap(({ id, label }) =>
          ways.map((way) => [
            label,
            WAYS[way].label,
            ...COLUMNS.map(([, field]) => rounded(runs.mean({ way }, `${id}.${field}`), 4)),
          ]),
        ),
      },
    ],
  });
}

export const feedback2 = delayExperiment(2, ["bbr2", "bbr2-ecn"], {
  title: "Queue delay of BBRv2, with and without ECN",
  shows:
    "Seven BBRv2 flows over a data-centre link and a WAN link: left to delay alone the queues wander and grow with every flow that joins; with marks above 20 packets they are much better controlled.",
  differences: DIFFERENCES,
  comparedWith: COMPARED_WAY,
  claims: (runs) =>
    ROUTERS.flatMap(({ id, label, packetMs }): JudgedClaim[] => {
      const [ecn, delayOnly] = (["bbr2-ecn", "bbr2"] as const).map((way) =>
        runs.mean({ way }, `${id}.delayP90Ms`),
      );
      const threshold = TARGET_PACKETS * packetMs;
      return [
        {
          id: `${id}-controlled`,
          text: `With ECN the queue at the ${label} is much better controlled than without.`,
          tolerance:
            "90th percentile of the delay at most three quarters of that without: the paper gives no numbers, and four segments are the least a BBR flow keeps in flight",
          values: [ecn, delayOnly],
          judge: (withEcn, without) => ({
            ours: `90th percentile ${withEcn.toFixed(2)} ms with, ${without.toFixed(2)} ms without`,
            holds: withEcn <= 0.75 * without,
          }),
        },
        {
          id: `${id}-threshold`,
          text: `With ECN the queue at the ${label} stays about the marking threshold of ${TARGET_PACKETS} packets.`,
          basis: "ours",
          paper: `${TARGET_PACKETS} packets`,
          tolerance: "90th percentile of the delay at most a quarter above the threshold's",
          values: [ecn],
          judge: (withEcn) => ({
            ours: `90th percentile ${withEcn.toFixed(2)} ms, threshold ${threshold.toFixed(2)} ms`,
            holds: withEcn <= 1.25 * threshold,
          }),
        },
      ];
    }),
});

export const feedback3 = delayExperiment(3, ["cubic-pi"], {
  title: "Queue delay of CUBIC with ECN from a PI controller",
  shows:
    "The same seven flows with CUBIC, marked by a PI controller at each router whose reference is 20 packets: both queues are at or below it, 5 ms at the WAN router, whoever is on.",
  differences: DIFFERENCES.slice(0, 1),
  claims: (runs) =>
    ROUTERS.flatMap(({ id, label, packetMs }): JudgedClaim[] => {
      const meanOf = (field: string) => [runs.mean({ way: "cubic-pi" }, `${id}.${field}`)];
      const setPoint = TARGET_PACKETS * packetMs;
      return [
        {
          id: `${id}-set-point`,
          text: `The queue at the ${label} is at or below its set point.`,
          paper: `${TARGET_PACKETS} packets${id === "wan" ? ", 5 ms" : ""}`,
          tolerance: "median of the packets' delay, a tenth above the set point's at most",
          values: meanOf("delayP50Ms"),
          judge: (p50) => ({
            ours: `median ${p50.toFixed(3)} ms, set point ${setPoint.toFixed(2)} ms`,
            holds: p50 <= 1.1 * setPoint,
          }),
        },
        {
          id: `${id}-steady`,
          text: `The queue at the ${label} stays there while flows come and go.`,
          basis: "ours",
          tolerance: "99th percentile of the delay at most twice the set point's",
          values: meanOf("delayP99Ms"),
          judge: (p99) => ({ ours: `99th percentile ${p99.toFixed(3)} ms`, holds: p99 <= 2 * setPoint }),
        },
      ];
    }),
});

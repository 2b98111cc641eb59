/** Where ABE meets L4S: scalable and classic senders over DualPI2, and each kind by itself. */
import type { BucketSeries, Snapshot } from "../../engine/index.ts";
import type { Job, Reading, Readings, Size } from "../experiment.ts";
import { cross, jobsOf, keyOf, seeds, valuesOf } from "../grid.ts";
import { goodputsBps, readLink } from "../read-run.ts";
import { mean, percentile, rounded } from "../statistics.ts";

export type SetupId =
  | "prague-beside-abe"
  | "dctcp-beside-abe"
  | "prague-beside-abe-codel"
  | "prague"
  | "abe-dualpi2"
  | "abe-pie"
  | "abe-codel";

const ABE = "cc=cubic,beta-ecn=0.85";

interface Setup {
  readonly label: string;
  readonly url: string;
}

export const SETUPS: Readonly<Record<SetupId, Setup>> = {
  "prague-beside-abe": {
    label: "Prague beside CUBIC+ABE, DualPI2",
    url: `aqm=dualpi2&flow=cc=prague,count=2&flow=${ABE},count=2`,
  },
  "dctcp-beside-abe": {
    label: "DCTCP beside CUBIC+ABE, DualPI2",
    url: `aqm=dualpi2&flow=cc=dctcp,count=2&flow=${ABE},count=2`,
  },
  "prague-beside-abe-codel": {
    label: "Prague beside CUBIC+ABE, CoDel",
    url: `aqm=codel&flow=cc=prague,count=2&flow=${ABE},count=2`,
  },
  prague: { label: "Prague alone, DualPI2", url: "aqm=dualpi2&flow=cc=prague,count=4" },
  "abe-dualpi2": { label: "CUBIC+ABE alone, DualPI2", url: `aqm=dualpi2&flow=${ABE},count=4` },
  "abe-pie": { label: "CUBIC+ABE alone, PIE", url: `aqm=pie&flow=${ABE},count=4` },
  "abe-codel": { label: "CUBIC+ABE alone, CoDel", url: `aqm=codel&flow=${ABE},count=4` },
};

export const SETUP_IDS = Object.keys(SETUPS) as readonly SetupId[];

export const rttsOf = (size: Size): number[] => (size === "full" ? [5, 10, 20, 40, 80] : [10, 40]);
const seedsOf = (size: Size): number[] => seeds(size === "full" ? 3 : 1);

export function jobsOfSetups(size: Size): Job[] {
  const [durationS, warmupS] = size === "full" ? [60, 15] : [30, 10];
  const points = cross({ setup: SETUP_IDS, rtt: rttsOf(size), seed: seedsOf(size) });
  return jobsOf(
    points,
    ({ setup, rtt, seed }) =>
      `capacity=40Mbps&rtt=${rtt}ms&${SETUPS[setup].url}&duration=${durationS}s&warmup=${warmupS}s&seed=${seed}`,
  );
}

export function keysOf(setup: SetupId, rtt: number, size: Size): string[] {
  return seedsOf(size).map((seed) => keyOf({ setup, rtt, seed }));
}

/** Mean over the seeds; null without any. */
export function meanOf(
  setup: SetupId,
  rtt: number,
  field: string,
  readings: Readings,
  size: Size,
): number | null {
  return mean(valuesOf(readings, keysOf(setup, rtt, size), field));
}

/** Beside the link's figures: how the first two flows did against the last two, and the delays of DualPI2's two queues. */
export function readSetup(snapshot: Snapshot, { scenario }: Job): Reading {
  const goodputs = goodputsBps(snapshot).map((bps) => bps ?? 0);
  const [first, last] = [goodputs.slice(0, 2), goodputs.slice(2)].map((part) => mean(part) ?? 0);
  const warmupS = Number(scenario.run.warmup);
  const queues = snapshot.links[0].queue.probes.flatMap(({ probe, series }) =>
    probe.id === "l-delay" || probe.id === "c-delay" ? quantiles(probe.id.slice(0, 1), series, warmupS) : [],
  );
  return {
    ...readLink(snapshot),
    ratio: last === 0 ? null : rounded(first / last),
    ...Object.fromEntries(queues),
  };
}

/** Of samples in time, while packets leave that queue. */
function quantiles(queue: string, series: BucketSeries, fromS: number): [string, number | null][] {
  const samples = [...series.last].filter(
    (value, i) => series.startS + i * series.bucketS >= fromS && value > 0,
  );
  return [50, 99].map((percent) => {
    const value = percentile(samples, percent);
    return [`${queue}DelayP${percent}Ms`, value === null ? null : rounded(value)];
  });
}

/** Queue delay of one flow by β_ecn: figures 5 and 7, and what their runs tell of bytes (`trade-off.ts`). */
import type { Snapshot } from "../../engine/index.ts";
import { checked } from "../claim.ts";
import type { Claim, Figure, Job, Reading, Readings, Size, Table } from "../experiment.ts";
import { columnsOf, cross, jobsOf, keyOf, valuesOf } from "../grid.ts";
import { delayQuantilesMs, fractions, readLink } from "../read-run.ts";
import { mean, rounded } from "../statistics.ts";
import {
  AQM_LABEL,
  AQMS,
  type Aqm,
  BASE_BETA,
  BETAS,
  causeOf,
  oneFlowUrl,
  runsOf,
  type Sender,
  sendingFor,
} from "./chosen.ts";
import { msText } from "./number-text.ts";

const DURATION_S = 100;

/** Of packets; the last per cent is one slow start's overshoot and would set the scale. */
const FRACTIONS = fractions(50).map((fraction) => Math.min(fraction, 0.99));

/** Where the paper tells what β_ecn gains in bytes, whether or not a figure of delay has this round trip. */
export const GAIN_RTT_MS = 400;

export interface DelayGrid {
  readonly sender: Sender;
  /** Round trips of the figure in ms, the first the one of the claims. */
  readonly rtts: readonly number[];
  /** Those of the claims, beside β without ABE. */
  readonly statedBetas: readonly number[];
}

export function delayJobs({ sender, rtts, statedBetas }: DelayGrid, size: Size): Job[] {
  const points = cross({
    aqm: AQMS,
    rtt: [...new Set([...(size === "full" ? rtts : rtts.slice(0, 1)), GAIN_RTT_MS])],
    beta: size === "full" ? BETAS[sender] : [BASE_BETA[sender], ...statedBetas],
    seed: runsOf(size),
  });
  return jobsOf(points, (point) => oneFlowUrl(sender, point, sendingFor(DURATION_S)));
}

export function readDelay(snapshot: Snapshot): Reading {
  const { delayP50Ms, delayP90Ms } = readLink(snapshot);
  const goodputBps = rounded(snapshot.results.flows[0].goodputBps);
  return { delayP50Ms, delayP90Ms, goodputBps, delayMs: delayQuantilesMs(snapshot, FRACTIONS) };
}

export interface DelayRun {
  readonly aqm: Aqm;
  readonly rtt: number;
  readonly beta: number;
}

export function delayKeys(size: Size, run: DelayRun): string[] {
  return runsOf(size).map((seed) => keyOf({ aqm: run.aqm, rtt: run.rtt, beta: run.beta, seed }));
}

type Percentile = "delayP50Ms" | "delayP90Ms";

/** Mean over the runs of their percentiles. */
export function meanDelay(
  readings: Readings,
  size: Size,
  run: DelayRun,
  percentile: Percentile,
): number | null {
  return mean(valuesOf(readings, delayKeys(size, run), percentile));
}

export function delayFigures(readings: Readings, size: Size, { sender, rtts }: DelayGrid): Figure[] {
  return cross({ rtt: rtts, aqm: AQMS }).map(({ rtt, aqm }) => ({
    id: `${aqm}-${rtt}ms`,
    title: `Queue delay over ${AQM_LABEL[aqm]}, ${rtt} ms`,
    kind: "lines",
    x: { label: "Queue delay", unit: "ms", scale: "linear" },
    y: { label: "Packets with at most this delay", unit: "", scale: "linear", from: 0, to: 1 },
    series: BETAS[sender].flatMap((beta) => {
      const keys = delayKeys(size, { aqm, rtt, beta });
      // The mean of the runs' quantiles: each run counts alike.
      const delays = columnsOf(readings, keys, "delayMs").map((column) => rounded(mean(column) ?? 0, 5) ?? 0);
      return delays.length === 0
        ? []
        : [{ label: `β_ecn ${beta}`, x: delays, y: FRACTIONS, jobs: delays.map(() => keys[0]) }];
    }),
  }));
}

export function delayTable(readings: Readings, size: Size, { sender, rtts }: DelayGrid): Table {
  const runs = cross({ aqm: AQMS, rtt: rtts, beta: BETAS[sender] });
  const ms = (value: number | null) => (value === null ? null : Number(value.toFixed(2)));
  return {
    id: "percentiles",
    title: "Queue delay in ms, mean over the runs",
    head: ["queue", "RTT ms", "β_ecn", "p50", "p90"],
    rows: runs.map(({ aqm, rtt, beta }) => [
      AQM_LABEL[aqm],
      rtt,
      beta,
      ms(meanDelay(readings, size, { aqm, rtt, beta }, "delayP50Ms")),
      ms(meanDelay(readings, size, { aqm, rtt, beta }, "delayP90Ms")),
    ]),
  };
}

/** What the paper says of delay at the first round trip: by how many ms it rises from β without ABE. */
export interface StatedDelay {
  readonly aqm: Aqm;
  readonly beta: number;
  readonly p50Ms: number;
  readonly p90Ms: number;
  /** "less than p90Ms" instead of about as much. */
  readonly p90Below?: boolean;
  readonly cause?: string;
}

/** What is near enough of a rise, and why. A packet's transmission takes 1.2 ms. */
const NEAR: Readonly<Record<Aqm, { readonly ms: number; readonly why: string }>> = {
  codel: { ms: 2, why: "delays come in packets of 1.2 ms" },
  pie: { ms: 5, why: "PIE's median lies where its distribution is flat" },
};

export function delayRise(
  readings: Readings,
  size: Size,
  { sender, rtts }: DelayGrid,
  stated: StatedDelay,
): Claim[] {
  const { aqm, beta, p50Ms, p90Ms, p90Below } = stated;
  const at = (which: number, percentile: Percentile) =>
    meanDelay(readings, size, { aqm, rtt: rtts[0], beta: which }, percentile);
  const base = BASE_BETA[sender];
  const near = NEAR[aqm].ms;
  return checked(
    {
      id: `${aqm}-${beta}`,
      text: `Over ${AQM_LABEL[aqm]} and ${rtts[0]} ms β_ecn ${beta} adds ${p50Ms} ms to the median and ${p90Below ? "less than " : ""}${p90Ms} ms to the 90th percentile.`,
      paper: `+${p50Ms} and ${p90Below ? "<" : "+"}${p90Ms} ms`,
      tolerance: `Within ${near} ms each: ${NEAR[aqm].why}.`,
      ...causeOf(size, stated.cause),
    },
    [at(beta, "delayP50Ms"), at(base, "delayP50Ms"), at(beta, "delayP90Ms"), at(base, "delayP90Ms")],
    (p50, p50Base, p90, p90Base) => {
      const [rise50, rise90] = [p50 - p50Base, p90 - p90Base];
      const p90Holds = p90Below ? rise90 <= p90Ms + near : Math.abs(rise90 - p90Ms) <= near;
      return {
        ours: `${msText(rise50)} and ${msText(rise90)}`,
        holds: Math.abs(rise50 - p50Ms) <= near && p90Holds,
      };
    },
  );
}

/** What one flow gains in bytes received, against the β of its sender without ABE: figures 4 and 6. */
import type { Snapshot } from "../../engine/index.ts";
import type { Figure, Job, Reading, Readings, Series, Size } from "../experiment.ts";
import { cross, jobsOf, keyOf, listOf } from "../grid.ts";
import { cumulativeAt } from "../read-run.ts";
import { spreadSeries } from "../series.ts";
import { mean, rounded } from "../statistics.ts";
import {
  AQM_LABEL,
  AQMS,
  type Aqm,
  BASE_BETA,
  BETAS,
  oneFlowUrl,
  QUEUE_AGE_S,
  runsOf,
  type Sender,
  sendingFor,
} from "./chosen.ts";

/** Ends of flows in s, all cut from one run: sending on does not change what was received before. */
export const LENGTHS_S: readonly number[] = [5, 10, 30, 100, 300];

/** Stand for the paper's two kinds of flow: one that ends soon after slow start, and a long one. */
export const SHORT_S = 10;
export const LONG_S = 300;

/** Of a gain that the paper states. */
export const WITHIN_A_THIRD =
  "Within a third: the paper does not say how long its flows were, and in a flow of a few reductions the place of the last one decides about several per cent.";

const RTTS = [100, 200, 400];

export interface GainRun {
  readonly aqm: Aqm;
  /** In ms. */
  readonly rtt: number;
  readonly beta: number;
}

/** The runs of one sender; `quickBetas`: those that the claims need. */
export interface GainGrid {
  readonly sender: Sender;
  readonly quickBetas: readonly number[];
}

export function gainJobs({ sender, quickBetas }: GainGrid, size: Size): Job[] {
  const points = cross({
    aqm: AQMS,
    rtt: size === "full" ? RTTS : [100, 400],
    beta: size === "full" ? BETAS[sender] : quickBetas,
    seed: runsOf(size),
  });
  return jobsOf(points, (point) => oneFlowUrl(sender, point, sendingFor(LONG_S)));
}

/** Bytes received by the end of each length. */
export function readBytes({ samples }: Snapshot): Reading {
  return {
    bytes: LENGTHS_S.map((s) => rounded(cumulativeAt(samples, samples.receivedBytes[0], QUEUE_AGE_S + s))),
  };
}

function gainKey({ aqm, rtt, beta }: GainRun, seed: number): string {
  return keyOf({ aqm, rtt, beta, seed });
}

/** In per cent, one value per run that there is, each against the run with the same seed. */
export function gainsPercent(
  readings: Readings,
  size: Size,
  sender: Sender,
  run: GainRun,
  lengthS: number,
): number[] {
  const at = LENGTHS_S.indexOf(lengthS);
  const bytes = (beta: number, seed: number) =>
    listOf(readings.get(gainKey({ ...run, beta }, seed)), "bytes")[at] ?? null;
  return runsOf(size).flatMap((seed) => {
    const [ours, base] = [bytes(run.beta, seed), bytes(BASE_BETA[sender], seed)];
    return ours === null || base === null || base === 0 ? [] : [100 * (ours / base - 1)];
  });
}

export function meanGain(
  readings: Readings,
  size: Size,
  sender: Sender,
  run: GainRun,
  lengthS: number,
): number | null {
  return mean(gainsPercent(readings, size, sender, run, lengthS));
}

/** A number of the paper's text. */
export interface StatedGain extends GainRun {
  readonly percent: number;
}

/** Gain against β_ecn for a long flow, and against the flow's length for one β_ecn; one of each per queue. */
export function gainFigures(
  readings: Readings,
  size: Size,
  sender: Sender,
  shownBeta: number,
  stated: readonly StatedGain[],
): Figure[] {
  return AQMS.flatMap((aqm) => [
    againstBeta(readings, size, sender, aqm, stated),
    againstLength(readings, size, sender, aqm, shownBeta),
  ]);
}

function againstBeta(
  readings: Readings,
  size: Size,
  sender: Sender,
  aqm: Aqm,
  stated: readonly StatedGain[],
): Figure {
  const ours = RTTS.map((rtt) => gainLine(readings, size, sender, `${rtt} ms`, { aqm, rtt }));
  const paper = stated.filter((one) => one.aqm === aqm);
  const dots: Series[] =
    paper.length === 0
      ? []
      : [
          {
            label: `paper, ${paper[0].rtt} ms`,
            x: paper.map(({ beta }) => beta),
            y: paper.map(({ percent }) => percent),
            source: "paper",
          },
        ];
  return {
    id: `${aqm}-beta`,
    title: `${AQM_LABEL[aqm]}: gain of a flow of ${LONG_S} s`,
    kind: "lines",
    x: { label: "β_ecn", unit: "", scale: "linear" },
    y: { label: `Bytes received, against β_ecn ${BASE_BETA[sender]}`, unit: "%", scale: "linear" },
    series: [...ours, ...dots],
  };
}

/** Gains of a long flow against β_ecn. */
function gainLine(
  readings: Readings,
  size: Size,
  sender: Sender,
  label: string,
  run: Omit<GainRun, "beta">,
): Series {
  return spreadSeries(
    label,
    BETAS[sender].map((beta) => ({
      x: beta,
      values: gainsPercent(readings, size, sender, { ...run, beta }, LONG_S),
      job: gainKey({ ...run, beta }, 1),
    })),
  );
}

function againstLength(readings: Readings, size: Size, sender: Sender, aqm: Aqm, beta: number): Figure {
  return {
    id: `${aqm}-length`,
    title: `${AQM_LABEL[aqm]}: gain with β_ecn ${beta} by the flow's length`,
    kind: "lines",
    x: { label: "Length of the flow", unit: "s", scale: "log" },
    y: { label: `Bytes received, against β_ecn ${BASE_BETA[sender]}`, unit: "%", scale: "linear" },
    series: RTTS.map((rtt) =>
      spreadSeries(
        `${rtt} ms`,
        LENGTHS_S.map((lengthS) => ({
          x: lengthS,
          values: gainsPercent(readings, size, sender, { aqm, rtt, beta }, lengthS),
          job: gainKey({ aqm, rtt, beta }, 1),
        })),
      ),
    ),
  };
}

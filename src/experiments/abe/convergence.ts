/**
 * How long two flows need to share evenly, with and without ABE: figures 9 and 10. T is when F(t), Jain's index of the
 * bytes since the second flow joined, first reaches 0.95; ρ is T with β_ecn over T with the sender's own β. We also keep
 * when F stays there for good: a newcomer's slow start can carry F through 0.95 within a few round trips.
 */
import type { Snapshot } from "../../engine/index.ts";
import type { Figure, Job, Reading, Readings, Size, Table } from "../experiment.ts";
import { cross, jobsOf, keyOf, numberOf } from "../grid.ts";
import { distribution, median, rounded } from "../statistics.ts";
import {
  AQM_LABEL,
  AQMS,
  type Aqm,
  BASE_BETA,
  QUEUE_URL,
  RECOVERY,
  SENDER_SETTINGS,
  type Sender,
} from "./chosen.ts";

const CAPACITIES_MBPS = [1, 5, 10, 20, 40, 100];
const RTTS = [10, 20, 40, 60, 80, 160, 240, 320];

const JOIN_S = 30;
const CONVERGED = 0.95;

/** A short run shows the first seconds after the join closely, a long one whether F stays. */
type Part = "start" | "whole";
const START_UNTIL_S = 40;

/** Simulated time after the join that a run has at most. */
function limitS(capacityMbps: number): number {
  return capacityMbps >= 100 ? 120 : 300;
}

export const LIMITS_TEXT =
  "300 s after the join at most, 120 s at 100 Mbps; a run that has not converged by then counts with that time.";

export interface ConvergenceGrid {
  readonly sender: Sender;
  /** Beside the sender's own β. */
  readonly betas: readonly number[];
}

interface Cell {
  readonly aqm: Aqm;
  readonly capacity: number;
  readonly rtt: number;
}

function cellsOf(size: Size): Cell[] {
  return size === "full"
    ? cross({ aqm: AQMS, capacity: CAPACITIES_MBPS, rtt: RTTS })
    : cross({ aqm: AQMS, capacity: [1, 5], rtt: [20, 160] });
}

export function convergenceJobs({ sender, betas }: ConvergenceGrid, size: Size): Job[] {
  const all = size === "full" ? [BASE_BETA[sender], ...betas] : [BASE_BETA[sender], betas[betas.length - 1]];
  const points = cellsOf(size).flatMap((cell) =>
    cross({
      aqm: [cell.aqm],
      capacity: [cell.capacity],
      rtt: [cell.rtt],
      beta: all,
      part: ["start", "whole"] as Part[],
    }),
  );
  return jobsOf(points, ({ aqm, capacity, rtt, beta, part }) => {
    const flow = [...SENDER_SETTINGS[sender], `beta-ecn=${beta}`, `rtt=${rtt}ms`].join(",");
    const untilS = part === "start" ? START_UNTIL_S : JOIN_S + limitS(capacity);
    return `capacity=${capacity}Mbps&${QUEUE_URL[aqm]}&recovery=${RECOVERY[sender]}&duration=${untilS}s&warmup=${JOIN_S}s&flow=${flow}&flow=${flow},start=${JOIN_S}s`;
  });
}

/** Seconds after the join; null: not within the run. */
export function readConvergence({ samples }: Snapshot): Reading {
  const { intervalS, length, jainRunning } = samples;
  const first = Math.floor(JOIN_S / intervalS) + 1;
  let firstS: number | null = null;
  let settledS: number | null = null;
  let before = 0.5;
  for (let i = first; i < length; i++) {
    const fairness = jainRunning[i];
    if (Number.isNaN(fairness)) continue;
    if (fairness < CONVERGED) settledS = null;
    else if (settledS === null) {
      // Between two samples in proportion: F moves smoothly.
      const back = before < CONVERGED ? (fairness - CONVERGED) / (fairness - before) : 0;
      settledS = Math.max(0, (i - back) * intervalS - JOIN_S);
      firstS ??= settledS;
    }
    before = fairness;
  }
  return {
    firstS: firstS === null ? null : rounded(firstS),
    settledS: settledS === null ? null : rounded(settledS),
  };
}

export type Kind = "first" | "settled";

/** Null: not within the run, or the run is missing. */
function timeS(readings: Readings, { aqm, capacity, rtt }: Cell, beta: number, kind: Kind): number | null {
  const of = (part: Part, field: string) =>
    numberOf(readings.get(keyOf({ aqm, capacity, rtt, beta, part })), field);
  if (kind === "settled") return of("whole", "settledS");
  return of("start", "firstS") ?? of("whole", "firstS");
}

function hasRun(readings: Readings, { aqm, capacity, rtt }: Cell, beta: number): boolean {
  return readings.has(keyOf({ aqm, capacity, rtt, beta, part: "whole" }));
}

interface Ratio {
  readonly rho: number;
  readonly job: string;
}

/** Of all cells of a queue in which at least one of the two runs converged. */
function ratios(readings: Readings, size: Size, sender: Sender, aqm: Aqm, beta: number, kind: Kind): Ratio[] {
  const base = BASE_BETA[sender];
  return cellsOf(size)
    .filter((cell) => cell.aqm === aqm)
    .filter((cell) => hasRun(readings, cell, beta) && hasRun(readings, cell, base))
    .flatMap((cell) => {
      const [ours, theirs] = [timeS(readings, cell, beta, kind), timeS(readings, cell, base, kind)];
      if (ours === null && theirs === null) return [];
      const limit = limitS(cell.capacity);
      const { capacity, rtt } = cell;
      return [
        {
          rho: atLeast(ours ?? limit) / atLeast(theirs ?? limit),
          job: keyOf({ aqm, capacity, rtt, beta, part: "whole" }),
        },
      ];
    });
}

/** Converged from the first sample on counts as a millisecond, so that there is a ratio. */
function atLeast(seconds: number): number {
  return Math.max(seconds, 0.001);
}

/** Of all ρ of a queue and β_ecn. */
export interface RhoSummary {
  readonly n: number;
  readonly median: number;
  readonly shareBelow1: number;
  readonly largest: number;
}

export function rhoSummary(
  readings: Readings,
  size: Size,
  sender: Sender,
  aqm: Aqm,
  beta: number,
  kind: Kind,
): RhoSummary | null {
  const rhos = ratios(readings, size, sender, aqm, beta, kind).map(({ rho }) => rho);
  const middle = median(rhos);
  if (middle === null) return null;
  return {
    n: rhos.length,
    median: middle,
    shareBelow1: rhos.filter((rho) => rho < 1).length / rhos.length,
    largest: Math.max(...rhos),
  };
}

const KIND_TITLE: Readonly<Record<Kind, string>> = {
  first: "F first reaches 0.95",
  settled: "F stays above 0.95",
};

export function convergenceFigures(
  readings: Readings,
  size: Size,
  { sender, betas }: ConvergenceGrid,
): Figure[] {
  return cross({ kind: ["first", "settled"] as Kind[], aqm: AQMS }).map(({ kind, aqm }) => ({
    id: `${aqm}-${kind}`,
    title: `${AQM_LABEL[aqm]}: time until ${KIND_TITLE[kind]}, over that with β_ecn ${BASE_BETA[sender]}`,
    kind: "steps",
    x: { label: "ρ", unit: "", scale: "log", from: 0.05, to: 20 },
    y: { label: "Share of the paths with at most this ρ", unit: "", scale: "linear", from: 0, to: 1 },
    series: betas.flatMap((beta) => {
      const sorted = ratios(readings, size, sender, aqm, beta, kind).sort((a, b) => a.rho - b.rho);
      if (sorted.length === 0) return [];
      const { x, y } = distribution(sorted.map(({ rho }) => rounded(rho, 5) ?? rho));
      return [{ label: `β_ecn ${beta}`, x, y, jobs: sorted.map(({ job }) => job) }];
    }),
  }));
}

export function convergenceTable(readings: Readings, size: Size, { sender, betas }: ConvergenceGrid): Table {
  const two = (value: number | undefined) => (value === undefined ? null : Number(value.toFixed(2)));
  return {
    id: "rho",
    title: "ρ over all paths",
    head: [
      "queue",
      "β_ecn",
      "paths",
      "first: median",
      "first: share below 1",
      "for good: median",
      "for good: share below 1",
    ],
    rows: cross({ aqm: AQMS, beta: betas }).map(({ aqm, beta }) => {
      const first = rhoSummary(readings, size, sender, aqm, beta, "first");
      const settled = rhoSummary(readings, size, sender, aqm, beta, "settled");
      return [
        AQM_LABEL[aqm],
        beta,
        first?.n ?? 0,
        two(first?.median),
        two(first?.shareBelow1),
        two(settled?.median),
        two(settled?.shareBelow1),
      ];
    }),
  };
}

/**
 * How long two flows need to share evenly, with and without ABE: figures 9 and 10. T is when F(t), Jain's index of the
 * bytes since the second flow joined, first comes to 0.95; ρ is T with β_ecn over T with the sender's own β. We also
 * keep when F comes to 0.95 to stay: a newcomer's slow start can carry it there for a moment.
 */
import type { Snapshot } from "../../engine/index.ts";
import type { Figure, Job, Reading, Readings, Size, Table } from "../experiment.ts";
import { cross, jobsOf, keyOf, numberOf, seeds } from "../grid.ts";
import { convergenceSince } from "../read-run.ts";
import { distribution, median, rounded } from "../statistics.ts";
import {
  AQM_LABEL,
  AQMS,
  type Aqm,
  BASE_BETA,
  HOSTS_URL,
  NOISE_URL,
  QUEUE_URL,
  SENDER_SETTINGS,
  type Sender,
} from "./chosen.ts";

const CAPACITIES_MBPS = [1, 5, 10, 20, 40, 100];
const RTTS = [10, 20, 40, 60, 80, 160, 240, 320];

/** t0: the second flow starts. */
export const JOIN_S = 30;

/** Simulated time after the join. */
export const LIMIT_S = 70;

export const LOOKS_TEXT =
  "F(t) is looked at ten times a second from the join on, as for the runs of ns-3 that this simulator is compared with. How often decides: of the twelve claims of figures 9 and 10 by ten looks a second eight hold; fewer did when F was counted anew with each packet, and more by one look a second, both tried once.";

export const HANDSHAKE_TEXT =
  "T counts from the second flow's SYN, which passes the queue like any packet: its first data leave a round trip later.";

export const STAYS_TEXT =
  "T is the time of the first look at which F(t) is at 0.95. In many runs of both senders F falls below again, as the newcomer's slow start had carried it there for a moment; the time until F stays there is computed and drawn beside it. By that time some of the claims come out otherwise.";

export const LIMITS_TEXT = `${LIMIT_S} s after the join at most; a run that has not converged by then counts with that time, which few do. The largest ρ would be larger in longer runs.`;

export const RUNS_TEXT =
  "Three runs of each path, queue and β_ecn. Each gives a ρ of its own, against the run of the other β with the same seed: the paper's count of experiments is one run each.";

function runSeeds(size: Size): number[] {
  return seeds(size === "full" ? 3 : 1);
}

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
      seed: runSeeds(size),
    }),
  );
  return jobsOf(points, ({ aqm, capacity, rtt, beta, seed }) => {
    const flow = [...SENDER_SETTINGS[sender], `beta-ecn=${beta}`, `rtt=${rtt}ms`].join(",");
    return `capacity=${capacity}Mbps&${QUEUE_URL[aqm]}&${HOSTS_URL[sender]}&${NOISE_URL}&duration=${JOIN_S + LIMIT_S}s&warmup=${JOIN_S}s&seed=${seed}&flow=${flow}&flow=${flow},start=${JOIN_S}s`;
  });
}

/** Seconds after the join; null: not within the run. */
export function readConvergence(snapshot: Snapshot): Reading {
  return convergenceSince(snapshot, JOIN_S, LIMIT_S);
}

export type Kind = "first" | "settled";

interface Convergence {
  readonly job: string;
  readonly timeS: number;
  readonly isLimit: boolean;
}

function convergenceOf(
  readings: Readings,
  cell: Cell,
  beta: number,
  seed: number,
  kind: Kind,
): Convergence | null {
  const { aqm, capacity, rtt } = cell;
  const job = keyOf({ aqm, capacity, rtt, beta, seed });
  if (!readings.has(job)) return null;
  const timeS = numberOf(readings.get(job), kind === "first" ? "firstS" : "settledS");
  return { job, timeS: timeS ?? LIMIT_S, isLimit: timeS === null };
}

interface Ratio {
  readonly rho: number;
  readonly job: string;
}

/** Of all runs over a queue but those where neither T is known; each against the run of the other β with its seed. */
function ratios(readings: Readings, size: Size, sender: Sender, aqm: Aqm, beta: number, kind: Kind): Ratio[] {
  const cells = cellsOf(size).filter((cell) => cell.aqm === aqm);
  return cells.flatMap((cell) =>
    runSeeds(size).flatMap((seed) => {
      const [ours, base] = [beta, BASE_BETA[sender]].map((which) =>
        convergenceOf(readings, cell, which, seed, kind),
      );
      if (ours === null || base === null || (ours.isLimit && base.isLimit)) return [];
      return [{ rho: ours.timeS / base.timeS, job: ours.job }];
    }),
  );
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
    y: { label: "Share of the experiments with at most this ρ", unit: "", scale: "linear", from: 0, to: 1 },
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
    title: "ρ over all experiments",
    head: [
      "queue",
      "β_ecn",
      "experiments",
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

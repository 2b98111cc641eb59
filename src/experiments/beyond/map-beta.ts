/** Utilisation and delay over β_ecn and the round trip, and over β_ecn and the AQM's target: one flow, CoDel and PIE. */
import { sawtoothUtilisation } from "../../engine/index.ts";
import { checked } from "../claim.ts";
import type { Axis, Claim, Experiment, Figure, HeatMap, Readings, Series, Size } from "../experiment.ts";
import { cross, jobsOf, keyOf, seeds, valuesOf } from "../grid.ts";
import { readLink } from "../read-run.ts";
import { mean, rounded } from "../statistics.ts";
import { BEYOND, OWN_QUESTION } from "./paper.ts";

const AQMS = [
  { id: "codel", label: "CoDel", targetMs: 5 },
  { id: "pie", label: "PIE", targetMs: 15 },
] as const;
type Aqm = (typeof AQMS)[number];

const RTT_OF_TARGETS_MS = 100;
/** What is called a full link here. */
const ENOUGH = 0.95;

interface Grid {
  readonly betas: readonly number[];
  readonly rttsMs: readonly number[];
  readonly targetsMs: readonly number[];
  readonly durationS: number;
  readonly warmupS: number;
}

const GRIDS: Readonly<Record<Size, Grid>> = {
  full: {
    betas: [0.5, 0.55, 0.6, 0.65, 0.7, 0.75, 0.8, 0.85, 0.9, 0.95],
    rttsMs: [10, 20, 40, 80, 160, 320],
    targetsMs: [1, 2, 5, 10, 20, 40],
    durationS: 300,
    warmupS: 60,
  },
  quick: { betas: [0.5, 0.7, 0.95], rttsMs: [10, 80, 320], targetsMs: [2, 20], durationS: 120, warmupS: 30 },
};

/** Nothing is random with CoDel and one flow. */
const seedsOf = ({ id }: Aqm, size: Size): number[] => seeds(id === "pie" && size === "full" ? 3 : 1);

type Cell = { readonly aqm: Aqm; readonly rtt: number; readonly target: number; readonly beta: number };

function pointsOf({ aqm, rtt, target, beta }: Cell, size: Size) {
  return seedsOf(aqm, size).map((seed) => ({ aqm: aqm.id, rtt, target, beta, seed }));
}

const keysOf = (cell: Cell, size: Size): string[] => pointsOf(cell, size).map(keyOf);

function cellsByRtt(aqm: Aqm, size: Size): Cell[] {
  const { betas, rttsMs } = GRIDS[size];
  return cross({ rtt: rttsMs, beta: betas }).map((point) => ({ aqm, target: aqm.targetMs, ...point }));
}

function cellsByTarget(aqm: Aqm, size: Size): Cell[] {
  const { betas, targetsMs } = GRIDS[size];
  return cross({ target: targetsMs, beta: betas }).map((point) => ({
    aqm,
    rtt: RTT_OF_TARGETS_MS,
    ...point,
  }));
}

function jobs(size: Size) {
  const { durationS, warmupS } = GRIDS[size];
  const cells = AQMS.flatMap((aqm) => [...cellsByRtt(aqm, size), ...cellsByTarget(aqm, size)]);
  return jobsOf(
    cells.flatMap((cell) => pointsOf(cell, size)),
    ({ aqm, rtt, target, beta, seed }) =>
      `aqm=${aqm}&target=${target}ms&cc=newreno&beta-ecn=${beta}&rtt=${rtt}ms&duration=${durationS}s&warmup=${warmupS}s&seed=${seed}`,
  );
}

const MEASURES = [
  { id: "utilisation", field: "utilisation", label: "Utilisation", unit: "%", factor: 100 },
  { id: "delay", field: "delayP90Ms", label: "90th percentile of the queue delay", unit: "ms", factor: 1 },
] as const;
type Measure = (typeof MEASURES)[number];
const [UTILISATION, DELAY] = MEASURES;

function cellValue(cell: Cell, { field, factor }: Measure, readings: Readings, size: Size): number | null {
  const value = mean(valuesOf(readings, keysOf(cell, size), field));
  return value === null ? null : rounded(factor * value, 5);
}

const BETA_AXIS: Axis = { label: "β_ecn", unit: "", scale: "linear" };

function heatMap(by: "rtt" | "target", aqm: Aqm, measure: Measure, readings: Readings, size: Size): HeatMap {
  const { betas, rttsMs, targetsMs } = GRIDS[size];
  const ys = by === "rtt" ? rttsMs : targetsMs;
  const cell = (y: number, beta: number): Cell =>
    by === "rtt"
      ? { aqm, rtt: y, target: aqm.targetMs, beta }
      : { aqm, rtt: RTT_OF_TARGETS_MS, target: y, beta };
  const key = (one: Cell) => keysOf(one, size).find((name) => readings.has(name)) ?? null;
  return {
    id: `${measure.id}-${by}-${aqm.id}`,
    title: `${measure.label}, ${aqm.label}${by === "rtt" ? "" : `, round trip ${RTT_OF_TARGETS_MS} ms`}`,
    x: BETA_AXIS,
    y: { label: by === "rtt" ? "Round-trip time" : "Target", unit: "ms", scale: "log" },
    xs: betas,
    ys,
    label: measure.label,
    unit: measure.unit,
    values: ys.map((y) => betas.map((beta) => cellValue(cell(y, beta), measure, readings, size))),
    jobs: ys.map((y) => betas.map((beta) => key(cell(y, beta)))),
  };
}

/** The smallest of the grid's β_ecn that uses the link enough; null where none does or a cell is missing before it. */
function leastBeta(aqm: Aqm, rtt: number, readings: Readings, size: Size): number | null {
  for (const beta of GRIDS[size].betas) {
    const value = cellValue({ aqm, rtt, target: aqm.targetMs, beta }, UTILISATION, readings, size);
    if (value === null) return null;
    if (value >= 100 * ENOUGH) return beta;
  }
  return null;
}

/** The same by the closed form of the sawtooth, for a flow that is marked when its queue is at the target. */
function modelledLeastBeta({ targetMs }: Aqm, rttMs: number): number {
  let percent = 50;
  while (percent < 99 && sawtoothUtilisation(percent / 100, targetMs / rttMs) < ENOUGH) percent++;
  return percent / 100;
}

function leastFigure(readings: Readings, size: Size): Figure {
  const x = GRIDS[size].rttsMs;
  const series = AQMS.flatMap((aqm): Series[] => [
    { label: aqm.label, x, y: x.map((rtt) => leastBeta(aqm, rtt, readings, size)) },
    {
      label: `${aqm.label}: sawtooth with its target as queue`,
      x,
      y: x.map((rtt) => modelledLeastBeta(aqm, rtt)),
      source: "model",
    },
  ]);
  return {
    id: "least-beta",
    title: `Least β_ecn (0.5 and up) with a utilisation of ${100 * ENOUGH} %`,
    kind: "lines",
    x: { label: "Round-trip time", unit: "ms", scale: "log" },
    y: { ...BETA_AXIS, from: 0.5, to: 1 },
    series,
  };
}

type Look = (aqm: Aqm, rtt: number, beta: number, measure: Measure) => number | null;

function leastClaim(aqm: Aqm, look: Look, size: Size): Claim[] {
  const { betas, rttsMs } = GRIDS[size];
  const [shortest, longest] = [rttsMs[0], rttsMs[rttsMs.length - 1]];
  return checked(
    {
      id: `${aqm.id}-least-rises`,
      text: `The β_ecn that a full link takes rises with the round trip: no single value fits all paths (${aqm.label}).`,
      paper: OWN_QUESTION,
      tolerance: `${betas[0]} is enough at ${shortest} ms and too little at ${longest} ms, at ${100 * ENOUGH} % utilisation`,
    },
    [look(aqm, shortest, betas[0], UTILISATION), look(aqm, longest, betas[0], UTILISATION)],
    (near, far) => ({
      ours: `${near.toFixed(1)} % at ${shortest} ms, ${far.toFixed(1)} % at ${longest} ms`,
      holds: near >= 100 * ENOUGH && far < 100 * ENOUGH,
    }),
  );
}

function gainClaim(aqm: Aqm, look: Look, size: Size): Claim[] {
  const { betas, rttsMs } = GRIDS[size];
  const longest = rttsMs[rttsMs.length - 1];
  const [gentlest, standard] = [betas[betas.length - 1], betas[0]];
  return checked(
    {
      id: `${aqm.id}-gentle-gains`,
      text: `On the longest path a gentle β_ecn gains much and costs little delay (${aqm.label}).`,
      paper: OWN_QUESTION,
      tolerance: `from ${standard} to ${gentlest}: ten points of utilisation or more, 90th percentile no more than the AQM's target longer`,
    },
    [UTILISATION, DELAY].flatMap((measure) =>
      [gentlest, standard].map((beta) => look(aqm, longest, beta, measure)),
    ),
    (gentle, half, gentleMs, halfMs) => ({
      ours: `${(gentle - half).toFixed(1)} points, ${(gentleMs - halfMs).toFixed(1)} ms`,
      holds: gentle - half >= 10 && gentleMs - halfMs <= aqm.targetMs,
    }),
  );
}

function claims(readings: Readings, size: Size): Claim[] {
  const look: Look = (aqm, rtt, beta, measure) =>
    cellValue({ aqm, rtt, target: aqm.targetMs, beta }, measure, readings, size);
  return AQMS.flatMap((aqm) => [...leastClaim(aqm, look, size), ...gainClaim(aqm, look, size)]);
}

export const mapBeta: Experiment = {
  id: "map-beta",
  paper: BEYOND,
  where: "",
  title: "Maps of β_ecn",
  shows:
    "How much of a link one NewReno flow uses, and what its packets wait, over β_ecn and the round trip and over β_ecn and the AQM's target: the tuning question that the ABE paper leaves open.",
  chosen: [
    "10 Mbps, one NewReno flow, limit 1000 packets; 300 s, of which the first 60 s are left out.",
    "CoDel: target 5 ms, interval 100 ms throughout, one run a cell since nothing is random; PIE as in RFC 8033 with the update times of Linux at 250 Hz, target 15 ms, mean of three seeds.",
    `The maps over the target have a round trip of ${RTT_OF_TARGETS_MS} ms.`,
  ],
  differences: [
    "Some cells of CoDel have less than their neighbours (80 ms from 0.8 on, 320 ms from 0.85 on): with PRR reductions can come in pairs, see prr-pairs.",
    "CoDel's interval stays at 100 ms while its target changes; RFC 8289 would move both.",
  ],
  jobs,
  read: (snapshot) => readLink(snapshot),
  reduce: (readings, size) => ({
    figures: [leastFigure(readings, size)],
    heatMaps: (["rtt", "target"] as const).flatMap((by) =>
      AQMS.flatMap((aqm) => MEASURES.map((measure) => heatMap(by, aqm, measure, readings, size))),
    ),
    tables: [],
    claims: claims(readings, size),
  }),
};

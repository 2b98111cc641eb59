/** Utilisation and delay over β_ecn and RTT, and over β_ecn and the AQM's target, for one flow with CoDel and PIE. */
import { sawtoothUtilisation } from "../../engine/index.ts";
import { rounded } from "../../lib/statistics.ts";
import type { Axis, HeatMap, Series } from "../experiment.ts";
import { cross } from "../grid.ts";
import { readLink } from "../read-run.ts";
import { type JudgedClaim, type Runs, study } from "../study.ts";
import { BEYOND } from "./paper.ts";

const AQMS = [
  { id: "codel", label: "CoDel", targetMs: 5 },
  { id: "pie", label: "PIE", targetMs: 15 },
] as const;
type Aqm = (typeof AQMS)[number];

const RTT_OF_TARGETS_MS = 100;
/** Utilisation from which on a link counts as well used in this experiment. */
const ENOUGH = 0.95;

const gridOf = (size: Runs["size"]) =>
  size === "full"
    ? {
        betas: [0.5, 0.55, 0.6, 0.65, 0.7, 0.75, 0.8, 0.85, 0.9, 0.95],
        rttsMs: [10, 20, 40, 80, 160, 320],
        targetsMs: [1, 2, 5, 10, 20, 40],
        durationS: 300,
        warmupS: 60,
      }
    : { betas: [0.5, 0.7, 0.95], rttsMs: [10, 80, 320], targetsMs: [2, 20], durationS: 120, warmupS: 30 };

type MapPoint = {
  readonly aqm: Aqm["id"];
  readonly rtt: number;
  readonly target: number;
  readonly beta: number;
};

/** The rows of a map: RTTs with the AQM's default target, or targets at one RTT. */
const BY = {
  rtt: ({ id, targetMs }: Aqm, rtt: number, beta: number): MapPoint => ({
    aqm: id,
    rtt,
    target: targetMs,
    beta,
  }),
  target: ({ id }: Aqm, target: number, beta: number): MapPoint => ({
    aqm: id,
    rtt: RTT_OF_TARGETS_MS,
    target,
    beta,
  }),
} as const;

const rowsOf = (by: keyof typeof BY, size: Runs["size"]) =>
  by === "rtt" ? gridOf(size).rttsMs : gridOf(size).targetsMs;

const MEASURES = [
  { id: "utilisation", field: "utilisation", label: "Utilisation", unit: "%", factor: 100 },
  { id: "delay", field: "delayP90Ms", label: "90th percentile of the queue delay", unit: "ms", factor: 1 },
] as const;
type Measure = (typeof MEASURES)[number];
const [UTILISATION, DELAY] = MEASURES;

function valueAt(runs: Runs, point: MapPoint, { field, factor }: Measure): number | null {
  const value = runs.mean(point, field);
  return rounded(value && factor * value, 5);
}

const BETA_AXIS: Axis = { label: "β_ecn", unit: "", scale: "linear" };

function heatMap(runs: Runs, by: keyof typeof BY, aqm: Aqm, measure: Measure): HeatMap {
  const xs = gridOf(runs.size).betas;
  const ys = rowsOf(by, runs.size);
  return {
    id: `${measure.id}-${by}-${aqm.id}`,
    title: `${measure.label}, ${aqm.label}${by === "rtt" ? "" : `, round trip ${RTT_OF_TARGETS_MS} ms`}`,
    x: BETA_AXIS,
    y: { label: by === "rtt" ? "Round-trip time" : "Target", unit: "ms", scale: "log" },
    xs,
    ys,
    label: measure.label,
    unit: measure.unit,
    values: ys.map((y) => xs.map((beta) => valueAt(runs, BY[by](aqm, y, beta), measure))),
    jobs: ys.map((y) => xs.map((beta) => runs.shown(BY[by](aqm, y, beta)))),
  };
}

/**
 * Returns the smallest β_ecn of the grid with which the link is well used; null if there is none, or if a cell before it is
 * missing.
 */
function leastBeta(runs: Runs, aqm: Aqm, rtt: number): number | null {
  for (const beta of gridOf(runs.size).betas) {
    const value = valueAt(runs, BY.rtt(aqm, rtt, beta), UTILISATION);
    if (value === null) return null;
    if (value >= 100 * ENOUGH) return beta;
  }
  return null;
}

/** Returns the smallest β_ecn by the formula of the sawtooth, for a flow that gets a mark when its queue reaches the target. */
function modelledLeastBeta({ targetMs }: Aqm, rttMs: number): number {
  let percent = 50;
  while (percent < 99 && sawtoothUtilisation(percent / 100, targetMs / rttMs) < ENOUGH) percent++;
  return percent / 100;
}

function claimsOf(runs: Runs, aqm: Aqm): JudgedClaim[] {
  const { betas, rttsMs } = gridOf(runs.size);
  const [shortest, longest] = [rttsMs[0], rttsMs[rttsMs.length - 1]];
  const [standard, gentlest] = [betas[0], betas[betas.length - 1]];
  const at = (rtt: number, beta: number, measure: Measure) => valueAt(runs, BY.rtt(aqm, rtt, beta), measure);
  return [
    {
      id: `${aqm.id}-least-rises`,
      text: `The β_ecn that a full link takes rises with the round trip: no single value fits all paths (${aqm.label}).`,
      tolerance: `${standard} is enough at ${shortest} ms and too little at ${longest} ms, at ${100 * ENOUGH} % utilisation`,
      values: [at(shortest, standard, UTILISATION), at(longest, standard, UTILISATION)],
      judge: (near, far) => ({
        ours: `${near.toFixed(1)} % at ${shortest} ms, ${far.toFixed(1)} % at ${longest} ms`,
        holds: near >= 100 * ENOUGH && far < 100 * ENOUGH,
      }),
    },
    {
      id: `${aqm.id}-gentle-gains`,
      text: `On the longest path a gentle β_ecn gains much and costs little delay (${aqm.label}).`,
      tolerance: `from ${standard} to ${gentlest}: ten points of utilisation or more, 90th percentile no more than the AQM's target longer`,
      values: [UTILISATION, DELAY].flatMap((measure) =>
        [gentlest, standard].map((beta) => at(longest, beta, measure)),
      ),
      judge: (gentle, half, gentleMs, halfMs) => ({
        ours: `${(gentle - half).toFixed(1)} points, ${(gentleMs - halfMs).toFixed(1)} ms`,
        holds: gentle - half >= 10 && gentleMs - halfMs <= aqm.targetMs,
      }),
    },
  ];
}

export const mapBeta = study<MapPoint>({
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
  points: (size) =>
    AQMS.flatMap((aqm) =>
      (["rtt", "target"] as const).flatMap((by) =>
        cross({ y: rowsOf(by, size), beta: gridOf(size).betas }).map(({ y, beta }) => BY[by](aqm, y, beta)),
      ),
    ),
  // With CoDel and a single flow nothing is random. One run is then enough.
  seeds: ({ aqm }, size) => (aqm === "pie" && size === "full" ? 3 : 1),
  scenario: ({ aqm, rtt, target, beta, seed }, size) => {
    const { durationS, warmupS } = gridOf(size);
    return `aqm=${aqm}&target=${target}ms&cc=newreno&beta-ecn=${beta}&rtt=${rtt}ms&duration=${durationS}s&warmup=${warmupS}s&seed=${seed}`;
  },
  read: (snapshot) => readLink(snapshot),
  figures: (runs) => {
    const x = gridOf(runs.size).rttsMs;
    return [
      {
        id: "least-beta",
        title: `Least β_ecn (0.5 and up) with a utilisation of ${100 * ENOUGH} %`,
        kind: "lines",
        x: { label: "Round-trip time", unit: "ms", scale: "log" },
        y: { ...BETA_AXIS, from: 0.5, to: 1 },
        series: AQMS.flatMap((aqm): Series[] => [
          { label: aqm.label, x, y: x.map((rtt) => leastBeta(runs, aqm, rtt)) },
          {
            label: `${aqm.label}: sawtooth with its target as queue`,
            x,
            y: x.map((rtt) => modelledLeastBeta(aqm, rtt)),
            source: "model",
          },
        ]),
      },
    ];
  },
  heatMaps: (runs) =>
    (["rtt", "target"] as const).flatMap((by) =>
      AQMS.flatMap((aqm) => MEASURES.map((measure) => heatMap(runs, by, aqm, measure))),
    ),
  claims: (runs) => AQMS.flatMap((aqm) => claimsOf(runs, aqm)),
});

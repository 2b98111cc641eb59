/** Does β_ecn still matter when flows have queues of their own? CoDel and FQ-CoDel: alone, in pairs, beside web clients. */

import type { Snapshot } from "../../engine/index.ts";
import { checked } from "../claim.ts";
import { againstBeta } from "../compared-run.ts";
import type { Claim, Experiment, Figure, Reading, Readings, Size } from "../experiment.ts";
import { cross, jobsOf, keyOf, seeds, valuesOf } from "../grid.ts";
import { goodputsBps, readLink } from "../read-run.ts";
import { spreadSeries } from "../series.ts";
import { mean, rounded } from "../statistics.ts";
import { BEYOND, OWN_QUESTION } from "./paper.ts";

const AQMS = [
  { id: "codel", label: "CoDel" },
  { id: "fq-codel", label: "FQ-CoDel" },
] as const;
type AqmId = (typeof AQMS)[number]["id"];

/** One flow; beside one with β_ecn 0.5; two such flows beside web clients with β_ecn 0.5. */
type Setting = "alone" | "pair" | "web";

const WEB_RTT_MS = 100;
const WEB_CLIENTS = 4;

interface Grid {
  readonly betas: readonly number[];
  readonly rttsMs: readonly number[];
  readonly durationS: number;
  readonly warmupS: number;
  readonly runs: number;
}

const GRIDS: Readonly<Record<Size, Grid>> = {
  full: {
    betas: [0.5, 0.55, 0.6, 0.65, 0.7, 0.75, 0.8, 0.85, 0.9, 0.95],
    rttsMs: [20, 100, 200],
    durationS: 200,
    warmupS: 40,
    runs: 3,
  },
  quick: { betas: [0.5, 0.8, 0.95], rttsMs: [100], durationS: 100, warmupS: 20, runs: 1 },
};

interface Cell {
  readonly setting: Setting;
  readonly aqm: AqmId;
  readonly rtt: number;
  readonly beta: number;
}

function pointsOf(cell: Cell, size: Size) {
  // Nothing is random when one flow is alone.
  return seeds(cell.setting === "alone" ? 1 : GRIDS[size].runs).map((seed) => ({ ...cell, seed }));
}

const keysOf = (cell: Cell, size: Size): string[] => pointsOf(cell, size).map(keyOf);

function jobs(size: Size) {
  const { betas, rttsMs, durationS, warmupS } = GRIDS[size];
  const aqm = AQMS.map(({ id }) => id);
  const cells: Cell[] = [
    ...cross({ setting: ["alone", "pair"] as const, aqm, rtt: rttsMs, beta: betas }),
    ...cross({ setting: ["web"] as const, aqm, rtt: [WEB_RTT_MS], beta: betas }),
  ];
  const points = cells.flatMap((cell) => pointsOf(cell, size));
  return jobsOf(points, ({ setting, aqm: queue, rtt, beta, seed }) => {
    const own = `flow=cc=newreno,beta-ecn=${beta}`;
    const flows: Record<Setting, string> = {
      alone: own,
      pair: `${own}&flow=cc=newreno,beta-ecn=0.5,start=${3 * (seed - 1)}s`,
      web: `${own},count=2&flow=cc=newreno,beta-ecn=0.5,traffic=http,count=${WEB_CLIENTS}`,
    };
    const run = `duration=${durationS}s&warmup=${warmupS}s&seed=${seed}`;
    return `aqm=${queue}&rtt=${rtt}ms&${flows[setting]}&${run}`;
  });
}

function read(snapshot: Snapshot): Reading {
  const [own, other] = goodputsBps(snapshot);
  const isPair = own !== null && other !== null && other !== undefined && other > 0;
  const responses = snapshot.results.flows.flatMap((flow) => flow.responses ?? []);
  const pages = responses.reduce((sum, { n }) => sum + n, 0);
  const totalS = responses.reduce((sum, { n, meanS }) => sum + (n === 0 ? 0 : n * meanS), 0);
  return {
    ...readLink(snapshot),
    ratio: isPair ? rounded(own / other) : null,
    pages,
    responseMs: pages === 0 ? null : rounded((1000 * totalS) / pages),
  };
}

interface Shown {
  readonly id: string;
  readonly setting: Setting;
  readonly y: Figure["y"];
  readonly field: string;
  readonly factor: number;
}

const SHOWN: readonly Shown[] = [
  {
    id: "utilisation",
    setting: "alone",
    y: { label: "Utilisation by one flow", unit: "%", scale: "linear" },
    field: "utilisation",
    factor: 100,
  },
  {
    id: "delay",
    setting: "alone",
    y: { label: "90th percentile of its queue delay", unit: "ms", scale: "linear", from: 0 },
    field: "delayP90Ms",
    factor: 1,
  },
  {
    id: "share",
    setting: "pair",
    y: { label: "Goodput over that of a flow with β_ecn 0.5", unit: "", scale: "linear", from: 0 },
    field: "ratio",
    factor: 1,
  },
  {
    id: "response",
    setting: "web",
    y: { label: "Mean response time of web clients beside two such flows", unit: "ms", scale: "linear" },
    field: "responseMs",
    factor: 1,
  },
];

function figure({ id, setting, y, field, factor }: Shown, readings: Readings, size: Size): Figure {
  const rtts = setting === "web" ? [WEB_RTT_MS] : GRIDS[size].rttsMs;
  const series = AQMS.flatMap((aqm) =>
    rtts.map((rtt) => {
      const points = GRIDS[size].betas.map((beta) => {
        const keys = keysOf({ setting, aqm: aqm.id, rtt, beta }, size);
        const values = valuesOf(readings, keys, field).map((value) => factor * value);
        return { x: beta, values, job: keys.find((key) => readings.has(key)) ?? null };
      });
      return spreadSeries(`${aqm.label}, ${rtt} ms`, points);
    }),
  );
  const x = { label: "β_ecn", unit: "", scale: "linear" } as const;
  return { id, title: y.label, kind: "lines", x, y, series };
}

function valueAt(cell: Cell, field: string, readings: Readings, size: Size): number | null {
  return mean(valuesOf(readings, keysOf(cell, size), field));
}

function aloneClaims(readings: Readings, size: Size): Claim[] {
  const { betas, rttsMs } = GRIDS[size];
  const differences = cross({ rtt: rttsMs, beta: betas }).map((point) => {
    const [codel, fq] = AQMS.map(({ id: aqm }) =>
      valueAt({ setting: "alone", aqm, ...point }, "utilisation", readings, size),
    );
    return codel === null || fq === null ? null : 100 * (fq - codel);
  });
  return checked(
    {
      id: "alone-as-ever",
      text: "For a flow that is alone, β_ecn matters with FQ-CoDel as it does with CoDel.",
      paper: OWN_QUESTION,
      tolerance: "utilisation within half a point in each cell",
    },
    differences,
    (...points) => ({
      ours: `${Math.min(...points).toFixed(2)} to ${Math.max(...points).toFixed(2)} points apart`,
      holds: points.every((one) => Math.abs(one) <= 0.5),
    }),
  );
}

function pairClaims(readings: Readings, size: Size): Claim[] {
  const { betas, rttsMs } = GRIDS[size];
  const gentlest = betas[betas.length - 1];
  const ratios = (aqm: AqmId) =>
    rttsMs.map((rtt) => valueAt({ setting: "pair", aqm, rtt, beta: gentlest }, "ratio", readings, size));
  const range = (values: readonly number[]) =>
    `${Math.min(...values).toFixed(2)} to ${Math.max(...values).toFixed(2)} times`;
  return [
    ...checked(
      {
        id: "one-queue-favours",
        text: `In one queue a flow with β_ecn ${gentlest} takes several times as much as one with 0.5.`,
        paper: OWN_QUESTION,
        tolerance: "at least twice, at each round trip",
      },
      ratios("codel"),
      (...values) => ({ ours: range(values), holds: values.every((one) => one >= 2) }),
    ),
    ...checked(
      {
        id: "flow-queues-level",
        text: "With queues of their own it takes only what the other one leaves unused.",
        paper: OWN_QUESTION,
        tolerance: "at most one and a half times: the other flow alone leaves up to a quarter of its half",
      },
      ratios("fq-codel"),
      (...values) => ({ ours: range(values), holds: values.every((one) => one >= 0.9 && one <= 1.5) }),
    ),
  ];
}

function webClaims(readings: Readings, size: Size): Claim[] {
  const { betas } = GRIDS[size];
  const longer = (aqm: AqmId) => {
    const [least, most] = [betas[0], betas[betas.length - 1]].map((beta) =>
      valueAt({ setting: "web", aqm, rtt: WEB_RTT_MS, beta }, "responseMs", readings, size),
    );
    return least === null || most === null ? null : 100 * (most / least - 1);
  };
  return checked(
    {
      id: "neighbours-spared",
      text: "A gentle β_ecn makes others wait longer in one queue, not where each flow has its own.",
      paper: OWN_QUESTION,
      tolerance:
        "from the smallest to the largest β_ecn the mean response time rises by more than 10 % with CoDel, and by at most a third of that with FQ-CoDel",
    },
    [longer("codel"), longer("fq-codel")],
    (codel, isolated) => ({
      ours: `${codel.toFixed(1)} % longer with CoDel, ${isolated.toFixed(1)} % with FQ-CoDel`,
      holds: codel > 10 && isolated <= codel / 3,
    }),
  );
}

export const fq: Experiment = {
  id: "fq",
  paper: BEYOND,
  where: "",
  title: "β_ecn with flow queueing",
  shows:
    "FQ-CoDel gives each flow a queue of its own under CoDel. A flow's β_ecn still decides how much of the link it uses when it is alone; does it still decide what it takes from others, and what they wait?",
  chosen: [
    "10 Mbps, limit 1000 packets, NewReno; 200 s, of which the first 40 s are left out.",
    "Pairs: the other flow has β_ecn 0.5 and starts 0, 3 and 6 s later. Web: two flows of the given β_ecn beside four web clients, 100 ms, three seeds.",
  ],
  differences: [],
  comparedWith: againstBeta(0.5),
  jobs,
  read,
  reduce: (readings, size) => ({
    figures: SHOWN.map((shown) => figure(shown, readings, size)),
    heatMaps: [],
    tables: [],
    claims: [...aloneClaims(readings, size), ...pairClaims(readings, size), ...webClaims(readings, size)],
  }),
};

/**
 * Does β_ecn still matter if each flow has its own queue? Runs with CoDel and FQ-CoDel: one flow alone, pairs of
 * flows, and flows that compete with web clients.
 */

import { rounded } from "../../lib/statistics.ts";
import type { Figure } from "../experiment.ts";
import { cross } from "../grid.ts";
import { goodputsBps, readLink } from "../read-run.ts";
import { againstBeta, type Runs, study } from "../study.ts";
import { BEYOND } from "./paper.ts";

const AQMS = { codel: "CoDel", "fq-codel": "FQ-CoDel" } as const;
type Aqm = keyof typeof AQMS;
const AQM_IDS = Object.keys(AQMS) as readonly Aqm[];

/**
 * Kind of run: one flow alone; a pair of flows, the second with β_ecn 0.5; or such a pair together with web clients with β_ecn
 * 0.5.
 */
type Setting = "alone" | "pair" | "web";

const WEB_RTT_MS = 100;
const WEB_CLIENTS = 4;

const gridOf = (size: Runs["size"]) =>
  size === "full"
    ? {
        betas: [0.5, 0.55, 0.6, 0.65, 0.7, 0.75, 0.8, 0.85, 0.9, 0.95],
        rttsMs: [20, 100, 200],
        durationS: 200,
        warmupS: 40,
        runs: 3,
      }
    : { betas: [0.5, 0.8, 0.95], rttsMs: [100], durationS: 100, warmupS: 20, runs: 1 };

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

const times = (values: readonly number[]) =>
  `${Math.min(...values).toFixed(2)} to ${Math.max(...values).toFixed(2)} times`;

export const fq = study({
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
  points: (size) => {
    const { betas, rttsMs } = gridOf(size);
    const aqm = AQM_IDS;
    return [
      ...cross({ setting: ["alone", "pair"] as const, aqm, rtt: rttsMs, beta: betas }),
      ...cross({ setting: ["web"] as const, aqm, rtt: [WEB_RTT_MS], beta: betas }),
    ];
  },
  // With one flow alone nothing is random. One run is then enough.
  seeds: ({ setting }, size) => (setting === "alone" ? 1 : gridOf(size).runs),
  scenario: ({ setting, aqm, rtt, beta, seed }, size) => {
    const { durationS, warmupS } = gridOf(size);
    const own = `flow=cc=newreno,beta-ecn=${beta}`;
    const flows: Record<Setting, string> = {
      alone: own,
      pair: `${own}&flow=cc=newreno,beta-ecn=0.5,start=${3 * (seed - 1)}s`,
      web: `${own},count=2&flow=cc=newreno,beta-ecn=0.5,traffic=http,count=${WEB_CLIENTS}`,
    };
    const run = `duration=${durationS}s&warmup=${warmupS}s&seed=${seed}`;
    return `aqm=${aqm}&rtt=${rtt}ms&${flows[setting]}&${run}`;
  },
  read: (snapshot) => {
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
  },
  figures: (runs) =>
    SHOWN.map(({ id, setting, y, field, factor }) => {
      const { betas, rttsMs } = gridOf(runs.size);
      return {
        id,
        title: y.label,
        kind: "lines",
        x: { label: "β_ecn", unit: "", scale: "linear" },
        y,
        series: cross({ aqm: AQM_IDS, rtt: setting === "web" ? [WEB_RTT_MS] : rttsMs }).map(({ aqm, rtt }) =>
          runs.line(
            `${AQMS[aqm]}, ${rtt} ms`,
            betas,
            (beta) => ({ setting, aqm, rtt, beta }),
            field,
            (value) => factor * value,
          ),
        ),
      };
    }),
  claims: (runs) => {
    const { betas, rttsMs } = gridOf(runs.size);
    const [least, gentlest] = [betas[0], betas[betas.length - 1]];
    const difference = ({ rtt, beta }: { readonly rtt: number; readonly beta: number }) => {
      const [codel, own] = AQM_IDS.map((aqm) =>
        runs.mean({ setting: "alone", aqm, rtt, beta }, "utilisation"),
      );
      return codel === null || own === null ? null : 100 * (own - codel);
    };
    const ratios = (aqm: Aqm) =>
      rttsMs.map((rtt) => runs.mean({ setting: "pair", aqm, rtt, beta: gentlest }, "ratio"));
    const longer = (aqm: Aqm) => {
      const [short, long] = [least, gentlest].map((beta) =>
        runs.mean({ setting: "web", aqm, rtt: WEB_RTT_MS, beta }, "responseMs"),
      );
      return short === null || long === null ? null : 100 * (long / short - 1);
    };
    return [
      {
        id: "alone-as-ever",
        text: "For a flow that is alone, β_ecn matters with FQ-CoDel as it does with CoDel.",
        tolerance: "utilisation within half a point in each cell",
        values: cross({ rtt: rttsMs, beta: betas }).map(difference),
        judge: (...points) => ({
          ours: `${Math.min(...points).toFixed(2)} to ${Math.max(...points).toFixed(2)} points apart`,
          holds: points.every((one) => Math.abs(one) <= 0.5),
        }),
      },
      {
        id: "one-queue-favours",
        text: `In one queue a flow with β_ecn ${gentlest} takes several times as much as one with 0.5.`,
        tolerance: "at least twice, at each round trip",
        values: ratios("codel"),
        judge: (...values) => ({ ours: times(values), holds: values.every((one) => one >= 2) }),
      },
      {
        id: "flow-queues-level",
        text: "With queues of their own it takes only what the other one leaves unused.",
        tolerance: "at most one and a half times: the other flow alone leaves up to a quarter of its half",
        values: ratios("fq-codel"),
        judge: (...values) => ({
          ours: times(values),
          holds: values.every((one) => one >= 0.9 && one <= 1.5),
        }),
      },
      {
        id: "neighbours-spared",
        text: "A gentle β_ecn makes others wait longer in one queue, not where each flow has its own.",
        tolerance:
          "from the smallest to the largest β_ecn the mean response time rises by more than 10 % with CoDel, and by at most a third of that with FQ-CoDel",
        values: [longer("codel"), longer("fq-codel")],
        judge: (codel, isolated) => ({
          ours: `${codel.toFixed(1)} % longer with CoDel, ${isolated.toFixed(1)} % with FQ-CoDel`,
          holds: codel > 10 && isolated <= codel / 3,
        }),
      },
    ];
  },
});

/** A sender that asks for ECN and ignores the marks: what it takes, and which queues stop it. */

import { checked } from "../claim.ts";
import { against } from "../compared-run.ts";
import type { Claim, Experiment, Figure, Reading, Readings, Size, Table } from "../experiment.ts";
import { cross, jobsOf, keyOf, seeds, valuesOf } from "../grid.ts";
import { goodputsBps, readLink } from "../read-run.ts";
import { spreadSeries } from "../series.ts";
import { mean, rounded } from "../statistics.ts";
import { BEYOND, OWN_QUESTION } from "./paper.ts";

const HONEST_FLOWS = 4;

const QUEUES = {
  "pie-rule": { label: "PIE, drops above 10 %", url: "aqm=pie&pie-ecn-drop=on" },
  "pie-no-rule": { label: "PIE, marks only", url: "aqm=pie&pie-ecn-drop=off" },
  codel: { label: "CoDel", url: "aqm=codel" },
  "fq-codel": { label: "FQ-CoDel", url: "aqm=fq-codel" },
} as const;
type QueueId = keyof typeof QUEUES;
const QUEUE_IDS = Object.keys(QUEUES) as readonly QueueId[];

const FIRST_FLOWS = {
  honest: { label: "as the others", url: "cc=newreno,beta-ecn=0.8" },
  marks: { label: "ignores marks", url: "cc=unresponsive,ignore-marks=on,ignore-loss=off" },
  both: { label: "ignores marks and losses", url: "cc=unresponsive,ignore-marks=on,ignore-loss=on" },
} as const;
type FirstFlow = keyof typeof FIRST_FLOWS;
const FIRST_IDS = Object.keys(FIRST_FLOWS) as readonly FirstFlow[];

const rttsOf = (size: Size): number[] => (size === "full" ? [10, 20, 40, 100, 200] : [40]);
const seedsOf = (size: Size): number[] => seeds(size === "full" ? 3 : 1);
/** The claims look at this one. */
const RTT_MS = 40;

function jobs(size: Size) {
  const [durationS, warmupS] = size === "full" ? [100, 20] : [60, 20];
  const points = cross({ queue: QUEUE_IDS, first: FIRST_IDS, rtt: rttsOf(size), seed: seedsOf(size) });
  return jobsOf(points, ({ queue, first, rtt, seed }) => {
    const flows = `flow=${FIRST_FLOWS[first].url}&flow=${FIRST_FLOWS.honest.url},count=${HONEST_FLOWS}`;
    const run = `duration=${durationS}s&warmup=${warmupS}s&seed=${seed}`;
    return `${QUEUES[queue].url}&rtt=${rtt}ms&${flows}&${run}`;
  });
}

function keysOf(queue: QueueId, first: FirstFlow, rtt: number, size: Size): string[] {
  return seedsOf(size).map((seed) => keyOf({ queue, first, rtt, seed }));
}

function read(...[snapshot]: Parameters<Experiment["read"]>): Reading {
  const [first, ...others] = goodputsBps(snapshot).map((bps) => bps ?? 0);
  const total = others.reduce((sum, bps) => sum + bps, first);
  return {
    ...readLink(snapshot),
    shareOfFirst: total === 0 ? null : rounded(first / total),
    honestMeanBps: rounded(mean(others) ?? Number.NaN),
  };
}

function meanAt(
  queue: QueueId,
  first: FirstFlow,
  rtt: number,
  field: string,
  readings: Readings,
  size: Size,
) {
  return mean(valuesOf(readings, keysOf(queue, first, rtt, size), field));
}

const FIGURES = [
  {
    id: "share",
    field: "shareOfFirst",
    factor: 100,
    y: { label: "Share of all goodput", unit: "%", scale: "linear", from: 0, to: 100 },
  },
  {
    id: "delay",
    field: "delayP90Ms",
    factor: 1,
    y: { label: "90th percentile of the queue delay", unit: "ms", scale: "log" },
  },
] as const;

function figures(readings: Readings, size: Size): Figure[] {
  return FIRST_IDS.flatMap((first) =>
    FIGURES.map(({ id, field, factor, y }): Figure => {
      const series = QUEUE_IDS.map((queue) => {
        const points = rttsOf(size).map((rtt) => {
          const keys = keysOf(queue, first, rtt, size);
          const values = valuesOf(readings, keys, field).map((value) => factor * value);
          return { x: rtt, values, job: keys.find((key) => readings.has(key)) ?? null };
        });
        return spreadSeries(QUEUES[queue].label, points);
      });
      return {
        id: `${id}-${first}`,
        title: `${y.label}: the first of five flows ${first === "honest" ? "is like the others" : FIRST_FLOWS[first].label}`,
        kind: "lines",
        x: { label: "Round-trip time", unit: "ms", scale: "log" },
        y,
        series,
      };
    }),
  );
}

function ruleClaims(readings: Readings, size: Size): Claim[] {
  const at = (queue: QueueId, first: FirstFlow, field: string) =>
    meanAt(queue, first, RTT_MS, field, readings, size);
  return [
    ...checked(
      {
        id: "marks-alone-fail",
        text: "Where ECT packets are only ever marked, a sender that ignores marks takes nearly everything and fills the queue with all that its window holds.",
        paper: OWN_QUESTION,
        tolerance:
          "PIE without the rule and CoDel at 40 ms: over 90 % of the goodput, 90th percentile over 200 ms",
      },
      (["pie-no-rule", "codel"] as const).flatMap((queue) => [
        at(queue, "marks", "shareOfFirst"),
        at(queue, "marks", "delayP90Ms"),
      ]),
      (pieShare, pieMs, codelShare, codelMs) => ({
        ours: `${(100 * pieShare).toFixed(0)} % and ${(100 * codelShare).toFixed(0)} %, ${pieMs.toFixed(0)} ms and ${codelMs.toFixed(0)} ms`,
        holds: Math.min(pieShare, codelShare) > 0.9 && Math.min(pieMs, codelMs) > 200,
      }),
    ),
    ...checked(
      {
        id: "rule-tames",
        text: "PIE's rule, dropping above 10 %, holds a sender that ignores marks but not losses to a bounded share and the delay near its target.",
        paper: OWN_QUESTION,
        tolerance:
          "at 40 ms: under 60 % of the goodput where a fifth is fair, 90th percentile under three targets",
      },
      [at("pie-rule", "marks", "shareOfFirst"), at("pie-rule", "marks", "delayP90Ms")],
      (share, ms) => ({
        ours: `${(100 * share).toFixed(0)} %, ${ms.toFixed(0)} ms`,
        holds: share < 0.6 && ms < 45,
      }),
    ),
  ];
}

function limitClaims(readings: Readings, size: Size): Claim[] {
  const at = (queue: QueueId, first: FirstFlow, field: string) =>
    meanAt(queue, first, RTT_MS, field, readings, size);
  return [
    ...checked(
      {
        id: "rule-has-limits",
        text: "Against a sender that ignores losses as well the rule saves the delay, not the others' share.",
        paper: OWN_QUESTION,
        tolerance: "at 40 ms: over 90 % of the goodput, 90th percentile shorter than without the rule",
      },
      [
        at("pie-rule", "both", "shareOfFirst"),
        at("pie-rule", "both", "delayP90Ms"),
        at("pie-no-rule", "both", "delayP90Ms"),
      ],
      (share, ms, withoutMs) => ({
        ours: `${(100 * share).toFixed(0)} %, ${ms.toFixed(0)} ms against ${withoutMs.toFixed(0)} ms`,
        holds: share > 0.9 && ms < withoutMs,
      }),
    ),
    ...checked(
      {
        id: "isolation-protects",
        text: "With a queue for each flow cheating pays nothing: the others keep their share.",
        paper: OWN_QUESTION,
        tolerance:
          "FQ-CoDel at 40 ms: the others' mean goodput within 5 % of what they have beside an honest flow",
      },
      (["marks", "both", "honest"] as const).map((first) => at("fq-codel", first, "honestMeanBps")),
      (marks, both, honest) => ({
        ours: `${((100 * marks) / honest).toFixed(1)} % and ${((100 * both) / honest).toFixed(1)} % of that`,
        holds: Math.min(marks, both) >= 0.95 * honest,
      }),
    ),
  ];
}

function honestClaims(readings: Readings, size: Size): Claim[] {
  const at = (field: string) => meanAt("pie-rule", "honest", RTT_MS, field, readings, size);
  return checked(
    {
      id: "rule-is-free",
      text: "Among honest flows the rule hardly ever acts.",
      paper: OWN_QUESTION,
      tolerance: "at 40 ms: fewer than one drop in fifty signals",
    },
    [at("dropsAqm"), at("marks")],
    (drops, marks) => ({
      ours: `${drops.toFixed(0)} drops, ${marks.toFixed(0)} marks`,
      holds: drops < 0.02 * (drops + marks),
    }),
  );
}

function table(readings: Readings, size: Size): Table {
  const columns = [
    ["Share of the first (%)", "shareOfFirst", 100],
    ["Each other flow (Mbps)", "honestMeanBps", 1e-6],
    ["90th percentile of the delay (ms)", "delayP90Ms", 1],
    ["Utilisation (%)", "utilisation", 100],
    ["Marks", "marks", 1],
    ["AQM drops", "dropsAqm", 1],
  ] as const;
  const rows = QUEUE_IDS.flatMap((queue) =>
    FIRST_IDS.map((first) => [
      QUEUES[queue].label,
      FIRST_FLOWS[first].label,
      ...columns.map(([, field, factor]) => {
        const value = meanAt(queue, first, RTT_MS, field, readings, size);
        return value === null ? null : rounded(factor * value, 4);
      }),
    ]),
  );
  return {
    id: "at-40ms",
    title: `Round trip ${RTT_MS} ms, mean of all seeds`,
    head: ["Queue", "First flow", ...columns.map(([title]) => title)],
    rows,
  };
}

export const cheaters: Experiment = {
  id: "cheaters",
  paper: BEYOND,
  where: "",
  title: "Senders that ignore marks",
  shows:
    "One of five flows asks for ECN and ignores the marks. AQMs that only ever mark ECT packets let it take the link and fill the queue; that is why RFC 8033 drops above a probability of 10 %. What does that rule stop, what does it not, and what does flow queueing do?",
  chosen: [
    "10 Mbps, limit 1000 packets; four NewReno flows with β_ecn 0.8 beside the first; 100 s, of which the first 20 s are left out; three seeds.",
    "The cheat grows as NewReno up to a window of 500 segments, the receiver's buffer.",
  ],
  differences: ["The delay with FQ-CoDel is that of all packets: its tail is the cheat's own."],
  comparedWith: against("first", { marks: "honest", both: "honest" }, () => "an honest first flow"),
  jobs,
  read,
  reduce: (readings, size) => ({
    figures: figures(readings, size),
    heatMaps: [],
    tables: [table(readings, size)],
    claims: [...ruleClaims(readings, size), ...limitClaims(readings, size), ...honestClaims(readings, size)],
  }),
};

/** A sender that negotiates ECN and ignores the marks: how much of the link it takes, and which queues prevent this. */

import { mean, rounded } from "../../lib/statistics.ts";
import type { Figure } from "../experiment.ts";
import { cross } from "../grid.ts";
import { goodputsBps, readLink } from "../read-run.ts";
import { against, type Runs, study } from "../study.ts";
import { BEYOND } from "./paper.ts";

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

const rttsOf = (size: Runs["size"]) => (size === "full" ? [10, 20, 40, 100, 200] : [40]);
/** RTT used by the claims and the table (ms). */
const RTT_MS = 40;

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

const COLUMNS = [
  ["Share of the first (%)", "shareOfFirst", 100],
  ["Each other flow (Mbps)", "honestMeanBps", 1e-6],
  ["90th percentile of the delay (ms)", "delayP90Ms", 1],
  ["Utilisation (%)", "utilisation", 100],
  ["Marks", "marks", 1],
  ["AQM drops", "dropsAqm", 1],
] as const;

const percent = (share: number) => `${(100 * share).toFixed(0)} %`;

export const cheaters = study({
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
  points: (size) => cross({ queue: QUEUE_IDS, first: FIRST_IDS, rtt: rttsOf(size) }),
  seeds: { full: 3, quick: 1 },
  scenario: ({ queue, first, rtt, seed }, size) => {
    const flows = `flow=${FIRST_FLOWS[first].url}&flow=${FIRST_FLOWS.honest.url},count=${HONEST_FLOWS}`;
    const run = `duration=${size === "full" ? 100 : 60}s&warmup=20s&seed=${seed}`;
    return `${QUEUES[queue].url}&rtt=${rtt}ms&${flows}&${run}`;
  },
  read: (snapshot) => {
    const [first, ...others] = goodputsBps(snapshot).map((bps) => bps ?? 0);
    const total = others.reduce((sum, bps) => sum + bps, first);
    return {
      ...readLink(snapshot),
      shareOfFirst: total === 0 ? null : rounded(first / total),
      honestMeanBps: rounded(mean(others)),
    };
  },
  figures: (runs) =>
    FIRST_IDS.flatMap((first) =>
      FIGURES.map(
        ({ id, field, factor, y }): Figure => ({
          id: `${id}-${first}`,
          title: `${y.label}: the first of five flows ${first === "honest" ? "is like the others" : FIRST_FLOWS[first].label}`,
          kind: "lines",
          x: { label: "Round-trip time", unit: "ms", scale: "log" },
          y,
          series: QUEUE_IDS.map((queue) =>
            runs.line(
              QUEUES[queue].label,
              rttsOf(runs.size),
              (rtt) => ({ queue, first, rtt }),
              field,
              (value) => factor * value,
            ),
          ),
        }),
      ),
    ),
  tables: (runs) => [
    {
      id: "at-40ms",
      title: `Round trip ${RTT_MS} ms, mean of all seeds`,
      head: ["Queue", "First flow", ...COLUMNS.map(([title]) => title)],
      rows: cross({ queue: QUEUE_IDS, first: FIRST_IDS }).map(({ queue, first }) => [
        QUEUES[queue].label,
        FIRST_FLOWS[first].label,
        ...COLUMNS.map(([, field, factor]) => {
          const value = runs.mean({ queue, first, rtt: RTT_MS }, field);
          return rounded(value && factor * value, 4);
        }),
      ]),
    },
  ],
  claims: (runs) => {
    const at = (queue: QueueId, first: FirstFlow, field: string) =>
      runs.mean({ queue, first, rtt: RTT_MS }, field);
    return [
      {
        id: "marks-alone-fail",
        text: "Where ECT packets are only ever marked, a sender that ignores marks takes nearly everything and fills the queue with all that its window holds.",
        tolerance:
          "PIE without the rule and CoDel at 40 ms: over 90 % of the goodput, 90th percentile over 200 ms",
        values: (["shareOfFirst", "delayP90Ms"] as const).flatMap((field) =>
          (["pie-no-rule", "codel"] as const).map((queue) => at(queue, "marks", field)),
        ),
        judge: (pieShare, codelShare, pieMs, codelMs) => ({
          ours: `${percent(pieShare)} and ${percent(codelShare)}, ${pieMs.toFixed(0)} ms and ${codelMs.toFixed(0)} ms`,
          holds: Math.min(pieShare, codelShare) > 0.9 && Math.min(pieMs, codelMs) > 200,
        }),
      },
      {
        id: "rule-tames",
        text: "PIE's rule, dropping above 10 %, holds a sender that ignores marks but not losses to a bounded share and the delay near its target.",
        tolerance:
          "at 40 ms: under 60 % of the goodput where a fifth is fair, 90th percentile under three targets",
        values: [at("pie-rule", "marks", "shareOfFirst"), at("pie-rule", "marks", "delayP90Ms")],
        judge: (share, ms) => ({
          ours: `${percent(share)}, ${ms.toFixed(0)} ms`,
          holds: share < 0.6 && ms < 45,
        }),
      },
      {
        id: "rule-has-limits",
        text: "Against a sender that ignores losses as well the rule saves the delay, not the others' share.",
        tolerance: "at 40 ms: over 90 % of the goodput, 90th percentile shorter than without the rule",
        values: [
          at("pie-rule", "both", "shareOfFirst"),
          at("pie-rule", "both", "delayP90Ms"),
          at("pie-no-rule", "both", "delayP90Ms"),
        ],
        judge: (share, ms, withoutMs) => ({
          ours: `${percent(share)}, ${ms.toFixed(0)} ms against ${withoutMs.toFixed(0)} ms`,
          holds: share > 0.9 && ms < withoutMs,
        }),
      },
      {
        id: "isolation-protects",
        text: "With a queue for each flow cheating pays nothing: the others keep their share.",
        tolerance:
          "FQ-CoDel at 40 ms: the others' mean goodput within 5 % of what they have beside an honest flow",
        values: (["marks", "both", "honest"] as const).map((first) => at("fq-codel", first, "honestMeanBps")),
        judge: (marks, both, honest) => ({
          ours: `${((100 * marks) / honest).toFixed(1)} % and ${((100 * both) / honest).toFixed(1)} % of that`,
          holds: Math.min(marks, both) >= 0.95 * honest,
        }),
      },
      {
        id: "rule-is-free",
        text: "Among honest flows the rule hardly ever acts.",
        tolerance: "at 40 ms: fewer than one drop in fifty signals",
        values: [at("pie-rule", "honest", "dropsAqm"), at("pie-rule", "honest", "marks")],
        judge: (drops, marks) => ({
          ours: `${drops.toFixed(0)} drops, ${marks.toFixed(0)} marks`,
          holds: drops < 0.02 * (drops + marks),
        }),
      },
    ];
  },
});

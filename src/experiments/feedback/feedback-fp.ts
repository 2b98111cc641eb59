/**
 * The argument of the paper's §3 as a figure: fixed points of flows on one link, for three kinds of feedback. Each flow measures
 * the delay itself; or the link marks above a threshold (ECN_t); or the link integrates its queue for all flows (ECN_a). The
 * figure is computed from equations, without runs.
 */
import { type Feedback, type FeedbackTrajectory, feedbackTrajectory } from "../../engine/index.ts";
import { rounded } from "../../lib/statistics.ts";
import type { Figure, Series, Table } from "../experiment.ts";
import { study } from "../study.ts";
import { FEEDBACK, TARGET_PACKETS } from "./paper.ts";

/** The link: the paper's WAN router with 50 Mbps, 1.04 ms and packets of 1500 bytes. β is CUBIC's. */
const LINK = { bdpPackets: 4.33, targetPackets: TARGET_PACKETS, beta: 0.7 };
const STEPS = 3000;
/** Number of last steps that are examined. They show whether a fixed point or a cycle was reached. */
const LAST = 500;
/** Number of first steps that are drawn. A cycle is visible in them. */
const SHOWN = 250;

const WAYS: readonly { readonly id: Feedback; readonly label: string }[] = [
  { id: "delay", label: "delay only" },
  { id: "ecn-threshold", label: "ECN_t: threshold" },
  { id: "ecn-pi", label: "ECN_a: PI" },
];

/** Initial windows of the flows (packets). */
const PAIRS = [
  [2, 22],
  [6, 18],
  [12, 12],
  [17, 7],
  [22, 2],
  [2, 6],
  [6, 2],
  [30, 10],
] as const;
const FOURS = [
  [1, 2, 4, 8],
  [3, 3, 3, 15],
  [12, 6, 3, 1],
  [6, 6, 6, 6],
] as const;

function runsOf(way: Feedback, starts: readonly (readonly number[])[]): FeedbackTrajectory[] {
  return starts.map((start) => feedbackTrajectory(way, LINK, start, STEPS));
}

const lastOf = (values: readonly number[]): number => values[values.length - 1];
const short = (values: readonly number[]): (number | null)[] => values.map((value) => rounded(value, 5));

interface Rest {
  /** How much the start matters: difference between the smallest and the largest final share of flow 1. */
  readonly apart: number;
  /** Smallest share of all flows and starts. */
  readonly leastShare: number;
  readonly mostShare: number;
  readonly leastQueue: number;
  readonly mostQueue: number;
}

function restOf(runs: readonly FeedbackTrajectory[]): Rest {
  const shares = runs.flatMap((run) => run.shares.map(lastOf));
  const queues = runs.flatMap((run) => run.queuePackets.slice(-LAST));
  const ofFirst = runs.map((run) => lastOf(run.shares[0]));
  return {
    apart: Math.max(...ofFirst) - Math.min(...ofFirst),
    leastShare: Math.min(...shares),
    mostShare: Math.max(...shares),
    leastQueue: Math.min(...queues),
    mostQueue: Math.max(...queues),
  };
}

/** Returns the window of a flow over time (packets). It is the flow's share of all segments on the path and in the queue. */
function windowsOf({ shares, queuePackets }: FeedbackTrajectory, flow: number): (number | null)[] {
  const shown = shares[flow].slice(0, SHOWN);
  return short(shown.map((share, i) => share * (LINK.bdpPackets + queuePackets[i])));
}

function planeFigure(way: Feedback, label: string): Figure {
  const runs = runsOf(way, PAIRS);
  const series = runs.map(
    (run, i): Series => ({
      label: `from ${PAIRS[i].join(" and ")}`,
      x: windowsOf(run, 0).map(Number),
      y: windowsOf(run, 1),
      source: "model",
    }),
  );
  const window = (flow: number) =>
    ({ label: `Window of flow ${flow}`, unit: "packets", scale: "linear", from: 0 }) as const;
  const full = LINK.bdpPackets + LINK.targetPackets;
  return {
    id: `plane-${way}`,
    title: `Two flows from different starts: ${label}`,
    kind: "lines",
    x: window(1),
    y: window(2),
    series: [...series, { label: "queue at its reference", x: [0, full], y: [full, 0], source: "model" }],
  };
}

function endsFigure(): Figure {
  const shares = Array.from({ length: 19 }, (_, i) => (i + 1) / 20);
  const total = LINK.bdpPackets + LINK.targetPackets;
  const series = WAYS.map(({ id, label }): Series => {
    const runs = runsOf(
      id,
      shares.map((share) => [share * total, (1 - share) * total]),
    );
    return { label, x: shares, y: short(runs.map((run) => lastOf(run.shares[0]))), source: "model" };
  });
  return {
    id: "ends",
    title: "Where two flows end, by where they start",
    kind: "lines",
    x: { label: "Share of flow 1 at the start", unit: "", scale: "linear", from: 0, to: 1 },
    y: { label: "Share of flow 1 in the end", unit: "", scale: "linear", from: 0, to: 1 },
    series,
  };
}

function queueFigure(): Figure {
  const steps = Array.from({ length: SHOWN }, (_, i) => i);
  const series = WAYS.map(({ id, label }): Series => {
    const [run] = runsOf(id, [[1, 2, 4, 8]]);
    return { label, x: steps, y: short(run.queuePackets.slice(0, SHOWN)), source: "model" };
  });
  return {
    id: "queue",
    title: "The queue of four flows that start at 1, 2, 4 and 8 packets",
    kind: "lines",
    x: { label: "Round trips", unit: "", scale: "linear" },
    y: { label: "Queue", unit: "packets", scale: "linear", from: 0 },
    series,
  };
}

function table(): Table {
  const rows = [PAIRS, FOURS].flatMap((starts) =>
    WAYS.map(({ id, label }) => {
      const { leastShare, mostShare, leastQueue, mostQueue } = restOf(runsOf(id, starts));
      return [starts[0].length, label, ...short([leastShare, mostShare, leastQueue, mostQueue])];
    }),
  );
  return {
    id: "rest",
    title: `After ${STEPS} round trips, over all starts`,
    head: ["Flows", "Feedback", "Least share", "Largest share", "Shortest queue", "Longest queue"],
    rows,
  };
}

const spreads = (rests: readonly Rest[]) => rests.map(({ leastShare, mostShare }) => mostShare - leastShare);
const swings = (rests: readonly Rest[]) => rests.map(({ leastQueue, mostQueue }) => mostQueue - leastQueue);

/** Returns a text on the differences of shares and the oscillation of the queue, for two and for four flows. */
function text([two, four, queueOfTwo, queueOfFour]: readonly number[]): string {
  const [shares, queues] = [
    [two, four].map((value) => value.toFixed(3)),
    [queueOfTwo, queueOfFour].map((value) => value.toFixed(2)),
  ];
  return `shares ${shares.join(" and ")} apart, queues swinging by ${queues.join(" and ")} packets`;
}

export const feedbackFp = study({
  id: "feedback-fp",
  paper: FEEDBACK,
  where: "Section 3",
  title: "Fixed points of three kinds of feedback",
  shows:
    "Why feedback from the network is worth having. Senders that each integrate the delay they measure come to rest at any division of the link; a threshold makes them equal but never lets them rest; an integrator at the link has one point of rest, equal and at its reference.",
  chosen: [
    "The link is the paper's WAN router: 4.33 packets of bandwidth-delay product, 20 packets of reference or threshold; windows are cut to 0.7.",
    "Two and four flows, from eight and four starts; 3000 round trips.",
  ],
  differences: [
    "The maps are this project's own, after the paper's argument: one round trip a step, the same increase and cut in all, the integrator with the senders or at the link.",
  ],
  figures: () => [...WAYS.map(({ id, label }) => planeFigure(id, label)), endsFigure(), queueFigure()],
  tables: () => [table()],
  claims: () => {
    const [delay, threshold, integrator] = WAYS.map(({ id }) =>
      [PAIRS, FOURS].map((starts) => restOf(runsOf(id, starts))),
    );
    return [
      {
        id: "delay-line",
        text: "By delay alone there is a line of fixed points: the start decides which one is reached.",
        tolerance:
          "queue at rest, shares of flow 1 at least 0.4 apart from these starts, with two and with four flows",
        values: [...delay.map(({ apart }) => apart), ...swings(delay)],
        judge: (two, four, ...queues) => ({
          ours: text([two, four, ...queues]),
          holds: Math.min(two, four) >= 0.4 && queues.every((swing) => swing < 0.01),
        }),
      },
      {
        id: "threshold-cycle",
        text: "With marks above a threshold there is a limit cycle on which the flows are equal.",
        tolerance: "shares equal to 0.001, queue swinging by 2 packets or more",
        values: [...spreads(threshold), ...swings(threshold)],
        judge: (two, four, ...queues) => ({
          ours: text([two, four, ...queues]),
          holds: Math.max(two, four) < 0.001 && queues.every((swing) => swing >= 2),
        }),
      },
      {
        id: "pi-point",
        text: "With an integrator at the link there is one fixed point: equal shares, the queue at its reference.",
        tolerance: "shares equal to 0.001, queue within 0.01 packets of the reference",
        values: [
          ...spreads(integrator),
          ...integrator.flatMap(({ leastQueue, mostQueue }) => [leastQueue, mostQueue]),
        ],
        judge: (two, four, ...queues) => ({
          ours: `shares ${two.toFixed(3)} and ${four.toFixed(3)} apart, queue ${Math.min(...queues).toFixed(2)} to ${Math.max(...queues).toFixed(2)} packets`,
          holds:
            Math.max(two, four) < 0.001 &&
            queues.every((queue) => Math.abs(queue - LINK.targetPackets) < 0.01),
        }),
      },
    ];
  },
});

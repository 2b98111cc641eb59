/** ABE and L4S together: scalable and classic senders over DualPI2, and each kind alone. */
import type { BucketSeries } from "../../engine/index.ts";
import { mean, percentile, rounded } from "../../lib/statistics.ts";
import type { Figure } from "../experiment.ts";
import { cross } from "../grid.ts";
import { goodputsBps, readLink } from "../read-run.ts";
import { type JudgedClaim, type Runs, study } from "../study.ts";
import { BEYOND } from "./paper.ts";

const ABE = "cc=cubic,beta-ecn=0.85";

const SETUPS = {
  "prague-beside-abe": {
    label: "Prague beside CUBIC+ABE, DualPI2",
    url: `aqm=dualpi2&flow=cc=prague,count=2&flow=${ABE},count=2`,
  },
  "dctcp-beside-abe": {
    label: "DCTCP beside CUBIC+ABE, DualPI2",
    url: `aqm=dualpi2&flow=cc=dctcp,count=2&flow=${ABE},count=2`,
  },
  "prague-beside-abe-codel": {
    label: "Prague beside CUBIC+ABE, CoDel",
    url: `aqm=codel&flow=cc=prague,count=2&flow=${ABE},count=2`,
  },
  prague: { label: "Prague alone, DualPI2", url: "aqm=dualpi2&flow=cc=prague,count=4" },
  "abe-dualpi2": { label: "CUBIC+ABE alone, DualPI2", url: `aqm=dualpi2&flow=${ABE},count=4` },
  "abe-pie": { label: "CUBIC+ABE alone, PIE", url: `aqm=pie&flow=${ABE},count=4` },
  "abe-codel": { label: "CUBIC+ABE alone, CoDel", url: `aqm=codel&flow=${ABE},count=4` },
} as const;

type SetupId = keyof typeof SETUPS;
const SETUP_IDS = Object.keys(SETUPS) as readonly SetupId[];
const BESIDE: readonly SetupId[] = ["prague-beside-abe", "dctcp-beside-abe", "prague-beside-abe-codel"];

const rttsOf = (size: Runs["size"]) => (size === "full" ? [5, 10, 20, 40, 80] : [10, 40]);

/** Returns quantiles over time of a queue's delay, for the periods in which packets leave this queue. */
function quantiles(queue: string, series: BucketSeries, fromS: number): [string, number | null][] {
  const samples = [...series.last].filter(
    (value, i) => series.startS + i * series.bucketS >= fromS && value > 0,
  );
  return [50, 99].map((percent) => [`${queue}DelayP${percent}Ms`, rounded(percentile(samples, percent))]);
}

/** A line of a figure: the values of one field for one setup, over RTTs. */
type Line = readonly [label: string, setup: SetupId, field: string];

function figure(
  runs: Runs,
  id: string,
  y: Figure["y"],
  lines: readonly Line[],
  scale?: (value: number) => number,
): Figure {
  return {
    id,
    title: y.label,
    kind: "lines",
    x: { label: "Round-trip time", unit: "ms", scale: "log" },
    y,
    series: lines.map(([label, setup, field]) =>
      runs.line(label, rttsOf(runs.size), (rtt) => ({ setup, rtt }), field, scale),
    ),
  };
}

const delayLines = (percent: 50 | 99): Line[] => [
  ["Prague, L queue of DualPI2", "prague-beside-abe", `lDelayP${percent}Ms`],
  ["CUBIC+ABE, C queue of DualPI2", "prague-beside-abe", `cDelayP${percent}Ms`],
  [SETUPS["abe-pie"].label, "abe-pie", `delayP${percent}Ms`],
  [SETUPS["abe-codel"].label, "abe-codel", `delayP${percent}Ms`],
];

function claimsOf(runs: Runs): JudgedClaim[] {
  const rtts = rttsOf(runs.size);
  const over = (setup: SetupId, field: string) => rtts.map((rtt) => runs.mean({ setup, rtt }, field));
  const range = (values: readonly number[], digits: number) =>
    `${Math.min(...values).toFixed(digits)} to ${Math.max(...values).toFixed(digits)} times`;
  /**
   * Returns, for each RTT, the value of the first setup divided by that of the second. `numbers` holds the values of both setups,
   * one after the other.
   */
  const ratiosOf = (numbers: readonly number[]) => rtts.map((_, i) => numbers[i] / numbers[rtts.length + i]);
  const shares = (
    setup: SetupId,
    isEnough: (ratio: number) => boolean,
  ): Pick<JudgedClaim, "values" | "judge"> => ({
    values: over(setup, "ratio"),
    judge: (...ratios) => ({ ours: range(ratios, 2), holds: ratios.every(isEnough) }),
  });
  return [
    {
      id: "l4s-hardly-waits",
      text: "Over DualPI2 Prague's packets hardly wait, even beside CUBIC+ABE.",
      tolerance: "99th percentile at most 2 ms at each round trip: twice the step of the L queue",
      values: over("prague-beside-abe", "lDelayP99Ms"),
      judge: (...ms) => ({
        ours: `at most ${Math.max(...ms).toFixed(2)} ms`,
        holds: ms.every((one) => one <= 2),
      }),
    },
    {
      id: "abe-cannot",
      text: "ABE lets an AQM with a small target keep the link busy, but its packets wait several times as long as L4S's.",
      tolerance: "median with CoDel at least five times that of the L queue at each round trip",
      values: [...over("abe-codel", "delayP50Ms"), ...over("prague-beside-abe", "lDelayP50Ms")],
      judge: (...numbers) => {
        const times = ratiosOf(numbers);
        return { ours: range(times, 0), holds: times.every((one) => one >= 5) };
      },
    },
    {
      id: "abe-no-harm",
      text: "CUBIC+ABE in the C queue waits as long as it would with PIE alone.",
      tolerance: "median within a quarter at each round trip: both have a target of 15 ms",
      values: [...over("prague-beside-abe", "cDelayP50Ms"), ...over("abe-pie", "delayP50Ms")],
      judge: (...numbers) => {
        const times = ratiosOf(numbers);
        return { ours: range(times, 2), holds: times.every((one) => Math.abs(one - 1) <= 0.25) };
      },
    },
    {
      id: "coupling-shares",
      text: "The coupling gives Prague and CUBIC+ABE of one round-trip time windows about alike, so that their goodputs are not far apart.",
      tolerance:
        "goodputs within a factor of two at each round trip: rates go as 1 over the round trip, its queue included",
      ...shares("prague-beside-abe", (ratio) => ratio >= 0.5 && ratio <= 2),
    },
    {
      id: "dctcp-is-no-l4s",
      text: "DCTCP sends ECT(0), lands in the C queue and drives CUBIC+ABE out: the code point is what tells them apart.",
      tolerance: "more than twice the goodput at each round trip",
      ...shares("dctcp-beside-abe", (ratio) => ratio > 2),
    },
    {
      id: "one-queue-is-not-enough",
      text: "In one CoDel queue Prague drives CUBIC+ABE out: a scalable sender needs a queue that tells it apart.",
      tolerance: "more than twice the goodput at each round trip",
      ...shares("prague-beside-abe-codel", (ratio) => ratio > 2),
    },
  ];
}

const COLUMNS = [
  ["Utilisation", "utilisation"],
  ["Ratio of goodputs", "ratio"],
  ["Median delay (ms)", "delayP50Ms"],
  ["99th percentile (ms)", "delayP99Ms"],
  ["L queue, median (ms)", "lDelayP50Ms"],
  ["L queue, 99th (ms)", "lDelayP99Ms"],
  ["C queue, median (ms)", "cDelayP50Ms"],
  ["C queue, 99th (ms)", "cDelayP99Ms"],
] as const;

export const l4s = study({
  id: "l4s",
  paper: BEYOND,
  where: "",
  title: "ABE beside L4S",
  shows:
    "L4S senders answer each mark a little and get a queue of their own with a shallow threshold; ABE keeps the classic queue and answers less. How long do their packets wait, how do they share over DualPI2, and what becomes of senders that are told apart wrongly?",
  chosen: [
    "40 Mbps; round trips of 5 to 80 ms, the same for all flows; two flows of each kind, or four of one; 60 s, of which the first 15 s are left out; three seeds.",
    "DualPI2 as in RFC 9332 §A.1 (target 15 ms, coupling factor 2, step 1 ms), PIE as in RFC 8033 with the update times of Linux at 250 Hz, CoDel as in RFC 8289; CUBIC with β_ecn 0.85.",
  ],
  differences: ["Delays of DualPI2's two queues are samples in time, those of the others weigh each packet."],
  points: (size) => cross({ setup: SETUP_IDS, rtt: rttsOf(size) }),
  seeds: { full: 3, quick: 1 },
  scenario: ({ setup, rtt, seed }, size) => {
    const [durationS, warmupS] = size === "full" ? [60, 15] : [30, 10];
    return `capacity=40Mbps&rtt=${rtt}ms&${SETUPS[setup].url}&duration=${durationS}s&warmup=${warmupS}s&seed=${seed}`;
  },
  /** Reads the link's results, the goodputs of the first two and of the last two flows, and the delays of DualPI2's queues. */
  read: (snapshot, { scenario }) => {
    const goodputs = goodputsBps(snapshot).map((bps) => bps ?? 0);
    const [first, last] = [goodputs.slice(0, 2), goodputs.slice(2)].map((part) => mean(part) ?? 0);
    const warmupS = Number(scenario.run.warmup);
    const queues = snapshot.links[0].queue.probes.flatMap(({ probe, series }) =>
      probe.id === "l-delay" || probe.id === "c-delay"
        ? quantiles(probe.id.slice(0, 1), series, warmupS)
        : [],
    );
    return {
      ...readLink(snapshot),
      ratio: last === 0 ? null : rounded(first / last),
      ...Object.fromEntries(queues),
    };
  },
  figures: (runs) => [
    figure(runs, "delay-median", { label: "Median queue delay", unit: "ms", scale: "log" }, delayLines(50)),
    figure(
      runs,
      "delay-tail",
      { label: "99th percentile of the queue delay", unit: "ms", scale: "log" },
      delayLines(99),
    ),
    figure(
      runs,
      "ratio",
      { label: "Goodput over that of CUBIC+ABE", unit: "", scale: "log" },
      BESIDE.map((setup) => [SETUPS[setup].label, setup, "ratio"]),
    ),
    figure(
      runs,
      "utilisation",
      { label: "Utilisation", unit: "%", scale: "linear" },
      SETUP_IDS.map((setup) => [SETUPS[setup].label, setup, "utilisation"]),
      (share) => 100 * share,
    ),
  ],
  tables: (runs) => [
    {
      id: "all",
      title: "All setups, mean of all seeds",
      head: ["Setup", "RTT (ms)", ...COLUMNS.map(([title]) => title)],
      rows: cross({ setup: SETUP_IDS, rtt: rttsOf(runs.size) }).map(({ setup, rtt }) => [
        SETUPS[setup].label,
        rtt,
        ...COLUMNS.map(([, field]) => {
          const isOfOneKind = field === "ratio" && !BESIDE.includes(setup);
          return isOfOneKind ? null : rounded(runs.mean({ setup, rtt }, field), 4);
        }),
      ]),
    },
  ],
  claims: claimsOf,
});

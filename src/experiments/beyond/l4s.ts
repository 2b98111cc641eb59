/** ABE and L4S: what each gets by itself, and side by side over DualPI2. */
import { checked } from "../claim.ts";
import type { Claim, Experiment, Figure, Readings, Size, Table } from "../experiment.ts";
import { valuesOf } from "../grid.ts";
import { spreadSeries } from "../series.ts";
import { rounded } from "../statistics.ts";
import {
  jobsOfSetups,
  keysOf,
  meanOf,
  readSetup,
  rttsOf,
  SETUP_IDS,
  SETUPS,
  type SetupId,
} from "./l4s-runs.ts";
import { BEYOND, OWN_QUESTION } from "./paper.ts";

/** One line of a figure: a field of one setup over round trips. */
interface Line {
  readonly setup: SetupId;
  readonly field: string;
  readonly label: string;
  readonly factor?: number;
}

function figure(id: string, y: Figure["y"], lines: readonly Line[], readings: Readings, size: Size): Figure {
  const series = lines.map(({ setup, field, label, factor = 1 }) => {
    const points = rttsOf(size).map((rtt) => {
      const keys = keysOf(setup, rtt, size);
      const values = valuesOf(readings, keys, field).map((value) => factor * value);
      return { x: rtt, values, job: keys.find((key) => readings.has(key)) ?? null };
    });
    return spreadSeries(label, points);
  });
  const x = { label: "Round-trip time", unit: "ms", scale: "log" } as const;
  return { id, title: y.label, kind: "lines", x, y, series };
}

const BESIDE: readonly SetupId[] = ["prague-beside-abe", "dctcp-beside-abe", "prague-beside-abe-codel"];

const delayLines = (percent: 50 | 99): Line[] => [
  { setup: "prague-beside-abe", field: `lDelayP${percent}Ms`, label: "Prague, L queue of DualPI2" },
  { setup: "prague-beside-abe", field: `cDelayP${percent}Ms`, label: "CUBIC+ABE, C queue of DualPI2" },
  { setup: "abe-pie", field: `delayP${percent}Ms`, label: SETUPS["abe-pie"].label },
  { setup: "abe-codel", field: `delayP${percent}Ms`, label: SETUPS["abe-codel"].label },
];

function figures(readings: Readings, size: Size): Figure[] {
  const ratios = BESIDE.map((setup) => ({ setup, field: "ratio", label: SETUPS[setup].label }));
  const used = SETUP_IDS.map((setup) => ({
    setup,
    field: "utilisation",
    label: SETUPS[setup].label,
    factor: 100,
  }));
  const axis = (label: string, unit: string, scale: "linear" | "log") => ({ label, unit, scale });
  return [
    figure("delay-median", axis("Median queue delay", "ms", "log"), delayLines(50), readings, size),
    figure(
      "delay-tail",
      axis("99th percentile of the queue delay", "ms", "log"),
      delayLines(99),
      readings,
      size,
    ),
    figure("ratio", axis("Goodput over that of CUBIC+ABE", "", "log"), ratios, readings, size),
    figure("utilisation", axis("Utilisation", "%", "linear"), used, readings, size),
  ];
}

function delayClaims(readings: Readings, size: Size): Claim[] {
  const over = (setup: SetupId, field: string) =>
    rttsOf(size).map((rtt) => meanOf(setup, rtt, field, readings, size));
  const n = rttsOf(size).length;
  return [
    ...checked(
      {
        id: "l4s-hardly-waits",
        text: "Over DualPI2 Prague's packets hardly wait, even beside CUBIC+ABE.",
        paper: OWN_QUESTION,
        tolerance: "99th percentile at most 2 ms at each round trip: twice the step of the L queue",
      },
      over("prague-beside-abe", "lDelayP99Ms"),
      (...ms) => ({ ours: `at most ${Math.max(...ms).toFixed(2)} ms`, holds: ms.every((one) => one <= 2) }),
    ),
    ...checked(
      {
        id: "abe-cannot",
        text: "ABE lets an AQM with a small target keep the link busy, but its packets wait several times as long as L4S's.",
        paper: OWN_QUESTION,
        tolerance: "median with CoDel at least five times that of the L queue at each round trip",
      },
      [...over("abe-codel", "delayP50Ms"), ...over("prague-beside-abe", "lDelayP50Ms")],
      (...numbers) => {
        const times = numbers.slice(0, n).map((abe, i) => abe / numbers[n + i]);
        return {
          ours: `${Math.min(...times).toFixed(0)} to ${Math.max(...times).toFixed(0)} times`,
          holds: times.every((one) => one >= 5),
        };
      },
    ),
  ];
}

function classicClaims(readings: Readings, size: Size): Claim[] {
  const over = (setup: SetupId, field: string) =>
    rttsOf(size).map((rtt) => meanOf(setup, rtt, field, readings, size));
  const n = rttsOf(size).length;
  return checked(
    {
      id: "abe-no-harm",
      text: "CUBIC+ABE in the C queue waits as long as it would with PIE alone.",
      paper: OWN_QUESTION,
      tolerance: "median within a quarter at each round trip: both have a target of 15 ms",
    },
    [...over("prague-beside-abe", "cDelayP50Ms"), ...over("abe-pie", "delayP50Ms")],
    (...numbers) => {
      const ratios = numbers.slice(0, n).map((beside, i) => beside / numbers[n + i]);
      return {
        ours: `${Math.min(...ratios).toFixed(2)} to ${Math.max(...ratios).toFixed(2)} times`,
        holds: ratios.every((one) => Math.abs(one - 1) <= 0.25),
      };
    },
  );
}

function shareClaims(readings: Readings, size: Size): Claim[] {
  const ratios = (setup: SetupId) => rttsOf(size).map((rtt) => meanOf(setup, rtt, "ratio", readings, size));
  const range = (values: readonly number[]) =>
    `${Math.min(...values).toFixed(2)} to ${Math.max(...values).toFixed(2)} times`;
  return [
    ...checked(
      {
        id: "coupling-shares",
        text: "The coupling gives Prague and CUBIC+ABE of one round-trip time windows about alike, so that their goodputs are not far apart.",
        paper: OWN_QUESTION,
        tolerance:
          "goodputs within a factor of two at each round trip: rates go as 1 over the round trip, its queue included",
      },
      ratios("prague-beside-abe"),
      (...values) => ({ ours: range(values), holds: values.every((one) => one >= 0.5 && one <= 2) }),
    ),
    ...checked(
      {
        id: "dctcp-is-no-l4s",
        text: "DCTCP sends ECT(0), lands in the C queue and drives CUBIC+ABE out: the code point is what tells them apart.",
        paper: OWN_QUESTION,
        tolerance: "more than twice the goodput at each round trip",
      },
      ratios("dctcp-beside-abe"),
      (...values) => ({ ours: range(values), holds: values.every((one) => one > 2) }),
    ),
    ...checked(
      {
        id: "one-queue-is-not-enough",
        text: "In one CoDel queue Prague drives CUBIC+ABE out: a scalable sender needs a queue that tells it apart.",
        paper: OWN_QUESTION,
        tolerance: "more than twice the goodput at each round trip",
      },
      ratios("prague-beside-abe-codel"),
      (...values) => ({ ours: range(values), holds: values.every((one) => one > 2) }),
    ),
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

function table(readings: Readings, size: Size): Table {
  const rows = SETUP_IDS.flatMap((setup) =>
    rttsOf(size).map((rtt) => [
      SETUPS[setup].label,
      rtt,
      ...COLUMNS.map(([title, field]) => {
        const isOfOneKind = title === "Ratio of goodputs" && !BESIDE.includes(setup);
        const value = isOfOneKind ? null : meanOf(setup, rtt, field, readings, size);
        return value === null ? null : rounded(value, 4);
      }),
    ]),
  );
  return {
    id: "all",
    title: "All setups, mean of all seeds",
    head: ["Setup", "RTT (ms)", ...COLUMNS.map(([title]) => title)],
    rows,
  };
}

export const l4s: Experiment = {
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
  jobs: jobsOfSetups,
  read: readSetup,
  reduce: (readings, size) => ({
    figures: figures(readings, size),
    heatMaps: [],
    tables: [table(readings, size)],
    claims: [
      ...delayClaims(readings, size),
      ...classicClaims(readings, size),
      ...shareClaims(readings, size),
    ],
  }),
};

/** A sender that finds β_ecn itself beside fixed values: on its own over round trips and AQMs, and beside NewReno. */

import { checked } from "../claim.ts";
import { comparing } from "../compared-run.ts";
import type { Claim, Experiment, Figure, Reading, Readings, Series, Size, Table } from "../experiment.ts";
import { cross, jobsOf, keyOf, numberOf, seeds, valuesOf } from "../grid.ts";
import { goodputsBps, readLink } from "../read-run.ts";
import { spreadSeries } from "../series.ts";
import { mean, median, rounded } from "../statistics.ts";
import { BEYOND, OWN_QUESTION } from "./paper.ts";

const ADAPTIVE = "adaptive";
const STATIC = ["0.5", "0.7", "0.8", "0.9"] as const;
const SENDERS = [...STATIC, ADAPTIVE] as const;
type Sender = (typeof SENDERS)[number];

const AQMS = [
  { id: "codel", label: "CoDel" },
  { id: "pie", label: "PIE" },
] as const;
type AqmId = (typeof AQMS)[number]["id"];

interface Grid {
  readonly rttsMs: readonly number[];
  readonly besideRttsMs: readonly number[];
  readonly durationS: number;
  readonly warmupS: number;
  readonly runs: number;
}

const GRIDS: Readonly<Record<Size, Grid>> = {
  full: {
    rttsMs: [10, 20, 40, 100, 200, 400],
    besideRttsMs: [20, 100, 400],
    durationS: 300,
    warmupS: 60,
    runs: 3,
  },
  quick: { rttsMs: [20, 200], besideRttsMs: [100], durationS: 100, warmupS: 30, runs: 1 },
};

const labelOf = (sender: Sender) => (sender === ADAPTIVE ? "adaptive" : `β_ecn ${sender}`);
const urlOf = (sender: Sender) => (sender === ADAPTIVE ? "cc=adaptive-abe" : `cc=newreno,beta-ecn=${sender}`);

/** "alone", or "beside" a NewReno flow with β_ecn 0.5 that joins at a time of its own in each run. */
type Setting = "alone" | "beside";

function pointsOf(setting: Setting, aqm: AqmId, sender: Sender, rtt: number, size: Size) {
  // With CoDel and one flow nothing is random.
  const runs = setting === "alone" && aqm === "codel" ? 1 : GRIDS[size].runs;
  return seeds(runs).map((seed) => ({ setting, aqm, sender, rtt, seed }));
}

const keysOf = (...cell: Parameters<typeof pointsOf>): string[] => pointsOf(...cell).map(keyOf);

function jobs(size: Size) {
  const { rttsMs, besideRttsMs, durationS, warmupS } = GRIDS[size];
  const aqms = AQMS.map(({ id }) => id);
  const cells = [
    ...cross({ setting: ["alone"] as const, aqm: aqms, sender: SENDERS, rtt: rttsMs }),
    ...cross({ setting: ["beside"] as const, aqm: aqms, sender: SENDERS, rtt: besideRttsMs }),
  ];
  const points = cells.flatMap(({ setting, aqm, sender, rtt }) => pointsOf(setting, aqm, sender, rtt, size));
  return jobsOf(points, ({ setting, aqm, sender, rtt, seed }) => {
    const other = setting === "beside" ? `&flow=cc=newreno,beta-ecn=0.5,start=${3 * (seed - 1)}s` : "";
    const run = `duration=${durationS}s&warmup=${warmupS}s&seed=${seed}`;
    return `aqm=${aqm}&rtt=${rtt}ms&flow=${urlOf(sender)}${other}&${run}`;
  });
}

function read(...[snapshot]: Parameters<Experiment["read"]>): Reading {
  const [own, other] = goodputsBps(snapshot);
  const hasOther = own !== null && other !== null && other !== undefined;
  return { ...readLink(snapshot), timesOther: hasOther ? rounded(own / other) : null };
}

function lines(
  id: string,
  aqm: (typeof AQMS)[number],
  y: { readonly title: string; readonly unit: string; readonly field: string; readonly factor: number },
  setting: Setting,
  readings: Readings,
  size: Size,
): Figure {
  const rtts = setting === "alone" ? GRIDS[size].rttsMs : GRIDS[size].besideRttsMs;
  const series = SENDERS.map((sender): Series => {
    const points = rtts.map((rtt) => {
      const keys = keysOf(setting, aqm.id, sender, rtt, size);
      const values = valuesOf(readings, keys, y.field).map((value) => y.factor * value);
      return { x: rtt, values, job: keys.find((key) => readings.has(key)) ?? null };
    });
    return spreadSeries(labelOf(sender), points);
  });
  return {
    id: `${id}-${aqm.id}`,
    title: `${y.title}, ${aqm.label}`,
    kind: "lines",
    x: { label: "Round-trip time", unit: "ms", scale: "log" },
    y: { label: y.title, unit: y.unit, scale: "linear" },
    series,
  };
}

function figures(readings: Readings, size: Size): Figure[] {
  return AQMS.flatMap((aqm) => [
    lines(
      "utilisation",
      aqm,
      { title: "Utilisation", unit: "%", field: "utilisation", factor: 100 },
      "alone",
      readings,
      size,
    ),
    lines(
      "delay",
      aqm,
      { title: "90th percentile of the queue delay", unit: "ms", field: "delayP90Ms", factor: 1 },
      "alone",
      readings,
      size,
    ),
    lines(
      "share",
      aqm,
      { title: "Goodput over NewReno's beside it", unit: "", field: "timesOther", factor: 1 },
      "beside",
      readings,
      size,
    ),
  ]);
}

interface Cell {
  readonly aqm: string;
  readonly rtt: number;
  readonly utilisation: number;
  readonly delayMs: number;
  /** Of the fixed value that uses the link best; of several the one with the shortest delay. */
  readonly bestUtilisation: number;
  readonly delayOfBestMs: number;
}

/** Null where a sender has no numbers. */
function cellsOf(readings: Readings, size: Size): (Cell | null)[] {
  const points = cross({ aqm: AQMS.map(({ id }) => id), rtt: GRIDS[size].rttsMs });
  return points.map(({ aqm, rtt }): Cell | null => {
    const of = (sender: Sender, field: string) =>
      mean(valuesOf(readings, keysOf("alone", aqm, sender, rtt, size), field));
    const all = SENDERS.map((sender) => ({
      utilisation: of(sender, "utilisation"),
      delayMs: of(sender, "delayP90Ms"),
    }));
    const there = all.flatMap(({ utilisation, delayMs }) =>
      utilisation === null || delayMs === null ? [] : [{ utilisation, delayMs }],
    );
    if (there.length < all.length) return null;
    const own = there[SENDERS.indexOf(ADAPTIVE)];
    const fixed = there
      .slice(0, STATIC.length)
      .sort((a, b) => b.utilisation - a.utilisation || a.delayMs - b.delayMs);
    return { aqm, rtt, ...own, bestUtilisation: fixed[0].utilisation, delayOfBestMs: fixed[0].delayMs };
  });
}

function aloneClaims(readings: Readings, size: Size): Claim[] {
  const cells = cellsOf(readings, size);
  const more = cells.map((cell) => (cell === null ? null : 100 * (cell.utilisation - cell.bestUtilisation)));
  // In the order of the AQMs, as many cells for each.
  const perAqm = cells.length / AQMS.length;
  const longer = cells.map((cell) => (cell === null ? null : cell.delayMs - cell.delayOfBestMs));
  return [
    ...checked(
      {
        id: "uses-the-link",
        text: "On every path the adaptive sender uses the link as well as the best of the fixed values there.",
        paper: OWN_QUESTION,
        tolerance: "at most half a point of utilisation less",
      },
      more,
      (...points) => ({
        ours: `${Math.min(...points).toFixed(2)} to ${Math.max(...points).toFixed(2)} points more`,
        holds: points.every((one) => one >= -0.5),
      }),
    ),
    ...AQMS.flatMap(({ id, label }, i) =>
      checked(
        {
          id: `${id}-no-longer-delay`,
          text: `Its packets wait no longer than those of that fixed value (${label}).`,
          paper: OWN_QUESTION,
          tolerance: "90th percentile at most 1 ms longer on every path",
          cause: LONG_SAWTOOTH,
        },
        longer.slice(i * perAqm, (i + 1) * perAqm),
        (...ms) => ({
          ours: `${Math.min(...ms).toFixed(1)} to ${Math.max(...ms).toFixed(1)} ms longer`,
          holds: ms.every((one) => one <= 1),
        }),
      ),
    ),
  ];
}

const LONG_SAWTOOTH =
  "PIE means its queue to stand about its target, and slow growth below the old window makes a long sawtooth in the delay: at 20 to 100 ms the tail is longer than with a fixed value that lets the queue stand. A sender cannot know which AQM it meets.";

function besideClaims(readings: Readings, size: Size): Claim[] {
  const share = (sender: Sender) => {
    const points = cross({ aqm: AQMS.map(({ id }) => id), rtt: GRIDS[size].besideRttsMs });
    const shares = points.map(({ aqm, rtt }) =>
      median(valuesOf(readings, keysOf("beside", aqm, sender, rtt, size), "timesOther")),
    );
    return shares.every((one) => one !== null) ? mean(shares) : null;
  };
  return checked(
    {
      id: "fairer",
      text: "Beside NewReno it takes less than ABE with 0.8 does.",
      paper: OWN_QUESTION,
      tolerance: "goodput over that of NewReno, median of the runs, mean over paths",
    },
    [share(ADAPTIVE), share("0.8")],
    (adaptive, abe) => ({
      ours: `${adaptive.toFixed(2)} against ${abe.toFixed(2)}`,
      holds: adaptive < abe,
    }),
  );
}

function table(readings: Readings, size: Size): Table {
  const rows = AQMS.flatMap(({ id, label }) =>
    SENDERS.map((sender) => [
      label,
      labelOf(sender),
      ...GRIDS[size].rttsMs.map((rtt) => {
        const keys = keysOf("alone", id, sender, rtt, size);
        const [utilisation, delay] = ["utilisation", "delayP90Ms"].map((field) =>
          mean(keys.map((key) => numberOf(readings.get(key), field)).filter((value) => value !== null)),
        );
        return utilisation === null || delay === null
          ? null
          : `${(100 * utilisation).toFixed(1)} / ${delay.toFixed(0)}`;
      }),
    ]),
  );
  return {
    id: "alone",
    title: "One flow: utilisation in % / 90th percentile of the queue delay in ms",
    head: ["AQM", "Sender", ...GRIDS[size].rttsMs.map((rtt) => `${rtt} ms`)],
    rows,
  };
}

export const adaptiveBeta: Experiment = {
  id: "adaptive-beta",
  paper: BEYOND,
  where: "",
  title: "A β_ecn that the sender finds itself",
  shows:
    "Both ABE papers call a β_ecn that follows the path future work. This sender of our own works it out at each mark from the queue that its round-trip times tell of; here it stands beside fixed values over round trips and AQMs, and beside a NewReno flow.",
  chosen: [
    "10 Mbps, limit 1000 packets; CoDel and PIE as in their RFCs; 300 s, of which the first 60 s are left out.",
    "Alone: one run with CoDel, where nothing is random, three seeds with PIE. Beside NewReno with β_ecn 0.5: three starts of that flow, 0, 3 and 6 s.",
    "The adaptive sender's own settings are its defaults, chosen before this experiment (docs/adaptive-beta.md).",
  ],
  differences: [
    "One flow, and one beside it: docs/adaptive-beta.md also has four and twenty, and where it fails.",
  ],
  comparedWith: comparing(
    () => ({ sender: "0.5" }),
    () => "β_ecn 0.5",
  ),
  jobs,
  read,
  reduce: (readings, size) => ({
    figures: figures(readings, size),
    heatMaps: [],
    tables: [table(readings, size)],
    claims: [...aloneClaims(readings, size), ...besideClaims(readings, size)],
  }),
};

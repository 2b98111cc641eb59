/** A sender with automatic β_ecn, compared with fixed values: alone over several RTTs and AQMs, and together with NewReno. */

import { mean, median, rounded } from "../../lib/statistics.ts";
import type { Figure } from "../experiment.ts";
import { cross } from "../grid.ts";
import { goodputsBps, readLink } from "../read-run.ts";
import { comparing, type JudgedClaim, type Runs, study } from "../study.ts";
import { BEYOND } from "./paper.ts";

const ADAPTIVE = "adaptive";
const STATIC = ["0.5", "0.7", "0.8", "0.9"] as const;
const SENDERS = [...STATIC, ADAPTIVE] as const;
type Sender = (typeof SENDERS)[number];

const AQMS = { codel: "CoDel", pie: "PIE" } as const;
type Aqm = keyof typeof AQMS;
const AQM_IDS = Object.keys(AQMS) as readonly Aqm[];

const gridOf = (size: Runs["size"]) =>
  size === "full"
    ? {
        rttsMs: [10, 20, 40, 100, 200, 400],
        besideRttsMs: [20, 100, 400],
        durationS: 300,
        warmupS: 60,
        runs: 3,
      }
    : { rttsMs: [20, 200], besideRttsMs: [100], durationS: 100, warmupS: 30, runs: 1 };

const labelOf = (sender: Sender) => (sender === ADAPTIVE ? "adaptive" : `β_ecn ${sender}`);
const urlOf = (sender: Sender) => (sender === ADAPTIVE ? "cc=adaptive-abe" : `cc=newreno,beta-ecn=${sender}`);

/** Kind of run: the flow is alone, or competes with a NewReno flow with β_ecn 0.5 whose start time differs from run to run. */
type Setting = "alone" | "beside";

const pointOf = (setting: Setting, aqm: Aqm, sender: Sender, rtt: number) => ({ setting, aqm, sender, rtt });

/** Returns, for each path, the results of the adaptive sender and of the fixed value that uses the link best. */
function cellsOf(runs: Runs) {
  return cross({ aqm: AQM_IDS, rtt: gridOf(runs.size).rttsMs }).map(({ aqm, rtt }) => {
    const all = SENDERS.flatMap((sender) => {
      const point = pointOf("alone", aqm, sender, rtt);
      const [utilisation, delayMs] = [runs.mean(point, "utilisation"), runs.mean(point, "delayP90Ms")];
      return utilisation === null || delayMs === null ? [] : [{ utilisation, delayMs }];
    });
    if (all.length < SENDERS.length) return null;
    const own = all[SENDERS.indexOf(ADAPTIVE)];
    // Among cells with equal utilisation, the one with the shortest delay is best.
    const [best] = all
      .slice(0, STATIC.length)
      .sort((a, b) => b.utilisation - a.utilisation || a.delayMs - b.delayMs);
    return { aqm, own, best };
  });
}

const LONG_SAWTOOTH =
  "PIE means its queue to stand about its target, and slow growth below the old window makes a long sawtooth in the delay: at 20 to 100 ms the tail is longer than with a fixed value that lets the queue stand. A sender cannot know which AQM it meets.";

function aloneClaims(runs: Runs): JudgedClaim[] {
  const cells = cellsOf(runs);
  // The cells are in the order of the AQMs, with the same number of cells for each AQM.
  const perAqm = cells.length / AQM_IDS.length;
  const longer = cells.map((cell) => (cell === null ? null : cell.own.delayMs - cell.best.delayMs));
  return [
    {
      id: "uses-the-link",
      text: "On every path the adaptive sender uses the link as well as the best of the fixed values there.",
      tolerance: "at most half a point of utilisation less",
      values: cells.map((cell) =>
        cell === null ? null : 100 * (cell.own.utilisation - cell.best.utilisation),
      ),
      judge: (...points) => ({
        ours: `${Math.min(...points).toFixed(2)} to ${Math.max(...points).toFixed(2)} points more`,
        holds: points.every((one) => one >= -0.5),
      }),
    },
    ...AQM_IDS.map(
      (aqm, i): JudgedClaim => ({
        id: `${aqm}-no-longer-delay`,
        text: `Its packets wait no longer than those of that fixed value (${AQMS[aqm]}).`,
        tolerance: "90th percentile at most 1 ms longer on every path",
        cause: LONG_SAWTOOTH,
        values: longer.slice(i * perAqm, (i + 1) * perAqm),
        judge: (...ms) => ({
          ours: `${Math.min(...ms).toFixed(1)} to ${Math.max(...ms).toFixed(1)} ms longer`,
          holds: ms.every((one) => one <= 1),
        }),
      }),
    ),
  ];
}

function fairerClaim(runs: Runs): JudgedClaim {
  const share = (sender: Sender) => {
    const shares = cross({ aqm: AQM_IDS, rtt: gridOf(runs.size).besideRttsMs }).map(({ aqm, rtt }) =>
      median(runs.values(pointOf("beside", aqm, sender, rtt), "timesOther")),
    );
    return shares.every((one) => one !== null) ? mean(shares) : null;
  };
  return {
    id: "fairer",
    text: "Beside NewReno it takes less than ABE with 0.8 does.",
    tolerance: "goodput over that of NewReno, median of the runs, mean over paths",
    values: [share(ADAPTIVE), share("0.8")],
    judge: (adaptive, abe) => ({
      ours: `${adaptive.toFixed(2)} against ${abe.toFixed(2)}`,
      holds: adaptive < abe,
    }),
  };
}

const SHOWN = [
  { id: "utilisation", setting: "alone", title: "Utilisation", unit: "%", field: "utilisation", factor: 100 },
  {
    id: "delay",
    setting: "alone",
    title: "90th percentile of the queue delay",
    unit: "ms",
    field: "delayP90Ms",
    factor: 1,
  },
  {
    id: "share",
    setting: "beside",
    title: "Goodput over NewReno's beside it",
    unit: "",
    field: "timesOther",
    factor: 1,
  },
] as const;

export const adaptiveBeta = study({
  id: "adaptive-beta",
  paper: BEYOND,
  where: "",
  title: "A β_ecn that the sender finds itself",
  shows:
    "Both ABE papers call a β_ecn that follows the path future work. This sender, which we designed, computes it at each mark from the queue that its round-trip times tell of; here it stands beside fixed values over round trips and AQMs, and beside a NewReno flow.",
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
  points: (size) =>
    (["alone", "beside"] as const).flatMap((setting) =>
      cross({
        setting: [setting],
        aqm: AQM_IDS,
        sender: SENDERS,
        rtt: setting === "alone" ? gridOf(size).rttsMs : gridOf(size).besideRttsMs,
      }),
    ),
  // With CoDel and a single flow nothing is random. One run is then enough.
  seeds: ({ setting, aqm }, size) => (setting === "alone" && aqm === "codel" ? 1 : gridOf(size).runs),
  scenario: ({ setting, aqm, sender, rtt, seed }, size) => {
    const { durationS, warmupS } = gridOf(size);
    const other = setting === "beside" ? `&flow=cc=newreno,beta-ecn=0.5,start=${3 * (seed - 1)}s` : "";
    const run = `duration=${durationS}s&warmup=${warmupS}s&seed=${seed}`;
    return `aqm=${aqm}&rtt=${rtt}ms&flow=${urlOf(sender)}${other}&${run}`;
  },
  read: (snapshot) => {
    const [own, other] = goodputsBps(snapshot);
    const hasOther = own !== null && other !== null && other !== undefined;
    return { ...readLink(snapshot), timesOther: hasOther ? rounded(own / other) : null };
  },
  figures: (runs) =>
    AQM_IDS.flatMap((aqm) =>
      SHOWN.map(({ id, setting, title, unit, field, factor }): Figure => {
        const { rttsMs, besideRttsMs } = gridOf(runs.size);
        return {
          id: `${id}-${aqm}`,
          title: `${title}, ${AQMS[aqm]}`,
          kind: "lines",
          x: { label: "Round-trip time", unit: "ms", scale: "log" },
          y: { label: title, unit, scale: "linear" },
          series: SENDERS.map((sender) =>
            runs.line(
              labelOf(sender),
              setting === "alone" ? rttsMs : besideRttsMs,
              (rtt) => pointOf(setting, aqm, sender, rtt),
              field,
              (value) => factor * value,
            ),
          ),
        };
      }),
    ),
  tables: (runs) => {
    const { rttsMs } = gridOf(runs.size);
    return [
      {
        id: "alone",
        title: "One flow: utilisation in % / 90th percentile of the queue delay in ms",
        head: ["AQM", "Sender", ...rttsMs.map((rtt) => `${rtt} ms`)],
        rows: cross({ aqm: AQM_IDS, sender: SENDERS }).map(({ aqm, sender }) => [
          AQMS[aqm],
          labelOf(sender),
          ...rttsMs.map((rtt) => {
            const point = pointOf("alone", aqm, sender, rtt);
            const [utilisation, delay] = [runs.mean(point, "utilisation"), runs.mean(point, "delayP90Ms")];
            return utilisation === null || delay === null
              ? null
              : `${(100 * utilisation).toFixed(1)} / ${delay.toFixed(0)}`;
          }),
        ]),
      },
    ];
  },
  claims: (runs) => [...aloneClaims(runs), fairerClaim(runs)],
});

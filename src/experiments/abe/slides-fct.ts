/** The authors' IETF slides: how much sooner flows of a given size are done with ABE. */
import { FLOW_EVENT, type Snapshot } from "../../engine/index.ts";
import { checked } from "../claim.ts";
import type { Claim, Experiment, Figure, Reading, Readings, Size, Table } from "../experiment.ts";
import { cross, jobsOf, keyOf, numberOf } from "../grid.ts";
import { spreadSeries } from "../series.ts";
import { mean, rounded } from "../statistics.ts";
import { AQM_LABEL, AQMS, type Aqm, CHOSEN, causeOf, NOISE_URL, QUEUE_URL, runsOf } from "./chosen.ts";
import { gainText } from "./number-text.ts";
import { ABE } from "./paper.ts";

const RTT_MS = 100;
const BDP_SEGMENTS = (10e6 * RTT_MS) / 1000 / 8 / 1500;
const BETAS = [0.5, 0.6, 0.7, 0.8, 0.85, 0.9, 0.95];
const SIZES_KB = [200, 500, 1000, 1500, 2000, 3000, 5000, 10_000, 20_000, 50_000];
const LONG_KB = 50_000;
const SHOWN_BETA = 0.8;

/** How a reduction is carried out: the authors' NewReno sender was FreeBSD's, at once; PRR is Linux's. */
type Recovery = "classic" | "prr";
const RECOVERIES: readonly Recovery[] = ["classic", "prr"];
const RECOVERY_LABEL: Readonly<Record<Recovery, string>> = { classic: "at once", prr: "PRR" };

interface Path {
  readonly recovery: Recovery;
  readonly aqm: Aqm;
}

const PATHS: readonly Path[] = cross({ recovery: RECOVERIES, aqm: AQMS });

export const slidesFct: Experiment = {
  id: "slides-fct",
  paper: ABE,
  where: "IETF slides of the same authors",
  title: "Completion time by flow size",
  shows:
    "How much sooner one NewReno flow of a given size is done than with β_ecn 0.5, over 10 Mbps and 100 ms. Short flows that end right after slow start gain most; the overshoot of slow start takes at most log_β(0.5) reductions.",
  chosen: [
    "NewReno reduces at once, as the authors' FreeBSD does; by PRR, as Linux does, beside it.",
    CHOSEN.queues,
    CHOSEN.segments,
    CHOSEN.noise,
    "Sizes from 200 kB to 50 MB.",
  ],
  differences: ["The slides' numbers are not in their text: only the shape can be compared."],
  jobs: (size) =>
    jobsOf(
      cross({
        recovery: RECOVERIES,
        aqm: AQMS,
        beta: betasOf(size),
        kB: sizesOf(size),
        seed: runsOf(size),
      }),
      ({ recovery, aqm, beta, kB, seed }) =>
        `cc=newreno&recovery=${recovery}&${QUEUE_URL[aqm]}&capacity=10Mbps&rtt=${RTT_MS}ms&${NOISE_URL}&beta-ecn=${beta}&size=${kB}kB&seed=${seed}&warmup=0s&duration=${longestS(kB)}s`,
    ),
  read: readFlow,
  reduce: (readings, size) => ({
    figures: PATHS.map((path) => figure(readings, size, path)),
    heatMaps: [],
    tables: [stepsTable(readings, size)],
    claims: [
      ...PATHS.flatMap((path) => shortGainMost(readings, size, path)),
      ...stepsBounded(readings, size),
    ],
  }),
};

function betasOf(size: Size): readonly number[] {
  return size === "full" ? BETAS : [0.5, SHOWN_BETA];
}

function sizesOf(size: Size): readonly number[] {
  return size === "full" ? SIZES_KB : [500, 2000, LONG_KB];
}

/** Twice what the flow would need at half of the link's rate. */
function longestS(kB: number): number {
  return Math.ceil((kB * 8e3 * 4) / 10e6) + 10;
}

/** So near to the bandwidth-delay product slow start's overshoot is gone: with 0.95 cwnd need not go below it. */
const SETTLED_SEGMENTS = 1.05 * BDP_SEGMENTS;

/** Completion time, cwnd at the first reduction, and the reductions until the overshoot is gone. */
function readFlow({ results, flowEvents }: Snapshot): Reading {
  const { fctS } = results.flows[0];
  const { before, after, kind } = flowEvents;
  let count = 0;
  let peakSegments: number | null = null;
  let steps: number | null = null;
  for (let i = 0; i < kind.length && steps === null; i++) {
    if (kind[i] !== FLOW_EVENT.ecnReduction) continue;
    count++;
    peakSegments ??= before[i];
    if (after[i] <= SETTLED_SEGMENTS) steps = count;
  }
  return { fctS: fctS === null ? null : rounded(fctS), steps, peakSegments };
}

/** In per cent of the completion time with β_ecn 0.5, one value per run. */
function reductions(readings: Readings, size: Size, path: Path, beta: number, kB: number): number[] {
  const { recovery, aqm } = path;
  return runsOf(size).flatMap((seed) => {
    const fct = (which: number) =>
      numberOf(readings.get(keyOf({ recovery, aqm, beta: which, kB, seed })), "fctS");
    const [ours, base] = [fct(beta), fct(0.5)];
    return ours === null || base === null ? [] : [100 * (1 - ours / base)];
  });
}

function figure(readings: Readings, size: Size, path: Path): Figure {
  const { recovery, aqm } = path;
  return {
    id: `${aqm}-${recovery}`,
    title: `${AQM_LABEL[aqm]}, reductions ${RECOVERY_LABEL[recovery]}: completion time saved`,
    kind: "lines",
    x: { label: "Flow size", unit: "MB", scale: "log" },
    y: { label: "Less than with β_ecn 0.5", unit: "%", scale: "linear" },
    series: betasOf(size)
      .filter((beta) => beta !== 0.5)
      .map((beta) =>
        spreadSeries(
          `β_ecn ${beta}`,
          sizesOf(size).map((kB) => ({
            x: kB / 1000,
            values: reductions(readings, size, path, beta, kB),
            job: keyOf({ recovery, aqm, beta, kB, seed: 1 }),
          })),
        ),
      ),
  };
}

function shortGainMost(readings: Readings, size: Size, path: Path): Claim[] {
  const { recovery, aqm } = path;
  const short = sizesOf(size).filter((kB) => kB <= 5000);
  const saved = (kB: number) => mean(reductions(readings, size, path, SHOWN_BETA, kB));
  return checked(
    {
      id: `short-gain-most-${aqm}-${recovery}`,
      text: `${AQM_LABEL[aqm]}, reductions ${RECOVERY_LABEL[recovery]}: flows that end right after slow start gain most.`,
      ...(recovery === "prr" && { basis: "ours" }),
      paper: "shape",
      tolerance: "Direction, β_ecn 0.8: the best of the sizes up to 5 MB against 50 MB.",
      ...causeOf(size, recovery === "classic" && aqm === "codel" ? AT_ONCE : undefined),
    },
    [...short, LONG_KB].map(saved),
    (...percents) => {
      const long = percents[percents.length - 1];
      const most = Math.max(...percents.slice(0, -1));
      const which = short[percents.indexOf(most)];
      return {
        ours: `${gainText(most)} at ${which / 1000} MB, ${gainText(long)} at ${LONG_KB / 1000} MB`,
        holds: most > long,
      };
    },
  );
}

const AT_ONCE =
  "A sender that falls silent after each reduction lets the queue drain at once, so CoDel leaves its dropping state after two reductions with β_ecn 0.5, at 63 segments of 83, and little is lost. With PRR a third one follows, to 31 segments, and the shortest flows gain most.";

/** Smallest whole number of reductions by β after which at most this share is left. */
export function stepsTo(share: number, beta: number): number {
  let steps = 0;
  for (let left = 1; left > share; left *= beta) steps++;
  return steps;
}

interface Steps {
  readonly measured: number;
  readonly peak: number;
}

/** Of the longest flow, mean over the runs; the peak is cwnd at the first reduction over the bandwidth-delay product. */
function stepsOf(readings: Readings, size: Size, path: Path, beta: number): Steps | null {
  const { recovery, aqm } = path;
  const of = (field: string) =>
    runsOf(size)
      .map((seed) => numberOf(readings.get(keyOf({ recovery, aqm, beta, kB: LONG_KB, seed })), field))
      .filter((value) => value !== null);
  const [measured, peak] = [mean(of("steps")), mean(of("peakSegments"))];
  return measured === null || peak === null ? null : { measured, peak: peak / BDP_SEGMENTS };
}

function stepsTable(readings: Readings, size: Size): Table {
  return {
    id: "steps",
    title: "Reductions until slow start's overshoot is gone",
    head: [
      "queue",
      "reductions",
      "β_ecn",
      "measured",
      "log_β(0.5)",
      "cwnd at the first, in BDP",
      "steps from there",
    ],
    rows: PATHS.flatMap((path) =>
      betasOf(size).map((beta) => {
        const steps = stepsOf(readings, size, path, beta);
        return [
          AQM_LABEL[path.aqm],
          RECOVERY_LABEL[path.recovery],
          beta,
          steps === null ? null : Number(steps.measured.toFixed(1)),
          stepsTo(0.5, beta),
          steps === null ? null : Number(steps.peak.toFixed(2)),
          steps === null ? null : stepsTo(SETTLED_SEGMENTS / BDP_SEGMENTS / steps.peak, beta),
        ];
      }),
    ),
  };
}

function stepsBounded(readings: Readings, size: Size): Claim[] {
  const cases = PATHS.flatMap((path) => betasOf(size).map((beta) => ({ path, beta })));
  return checked(
    {
      id: "steps-bounded",
      text: "Slow start's overshoot takes at most log_β(0.5) reductions.",
      paper: "log_β(0.5), rounded up",
      tolerance: "Every queue, sender and β_ecn.",
      cause:
        "The bound takes slow start to overshoot to twice the bandwidth-delay product. At 100 ms CoDel's interval and the round trip that its mark takes let cwnd come to 3.0 times, PIE's burst allowance and update to 4.4 times; log_β of that is what is measured.",
    },
    cases.map(({ path, beta }) => stepsOf(readings, size, path, beta)?.measured ?? null),
    (...measured) => {
      const within = cases.filter(({ beta }, i) => measured[i] <= stepsTo(0.5, beta)).length;
      const at = cases.findIndex(({ beta }) => beta === SHOWN_BETA);
      return {
        ours: `in ${within} of ${cases.length} cases; CoDel, at once, β_ecn ${SHOWN_BETA}: ${measured[at].toFixed(1)} instead of ${stepsTo(0.5, SHOWN_BETA)}`,
        holds: within === cases.length,
      };
    },
  );
}

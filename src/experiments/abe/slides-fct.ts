/** The authors' IETF slides: how much sooner flows of a given size are done with ABE. */

import type { Snapshot } from "../../engine/index.ts";
import { checked } from "../claim.ts";
import { againstBeta } from "../compared-run.ts";
import type { Claim, Experiment, Figure, Reading, Readings, Size } from "../experiment.ts";
import { cross, jobsOf, keyOf, numberOf } from "../grid.ts";
import { spreadSeries } from "../series.ts";
import { mean, rounded } from "../statistics.ts";
import { AQM_LABEL, AQMS, CHOSEN, causeOf, runsOf, sendingFor } from "./chosen.ts";
import { gainText } from "./number-text.ts";
import { ABE } from "./paper.ts";
import {
  overshootClaims,
  overshootJobs,
  overshootTable,
  PATHS,
  RECOVERIES,
  RECOVERY_LABEL,
  readOvershoot,
  type SlidesPath,
  slidesUrl,
} from "./slides-overshoot.ts";

const BETAS = [0.5, 0.6, 0.7, 0.8, 0.85, 0.9, 0.95];
const SIZES_KB = [200, 500, 1000, 1500, 2000, 3000, 5000, 10_000, 20_000, 50_000];
const LONG_KB = 50_000;
const SHOWN_BETA = 0.8;

export const slidesFct: Experiment = {
  id: "slides-fct",
  paper: ABE,
  where: "IETF slides of the same authors",
  title: "Completion time by flow size",
  shows:
    "How much sooner one NewReno flow of a given size is done than with β_ecn 0.5, over 10 Mbps and 100 ms. Short flows that end right after slow start gain most; the overshoot of slow start takes at most log_β(0.5) reductions.",
  chosen: [
    "NewReno reduces at once, with receivers like FreeBSD's, as the authors had it; by PRR, with receivers like Linux's of the time, beside it.",
    CHOSEN.queues,
    CHOSEN.queueAge,
    CHOSEN.segments,
    CHOSEN.noise,
    "Sizes from 200 kB to 50 MB.",
  ],
  differences: ["The slides' numbers are not in their text: only the shape can be compared."],
  comparedWith: againstBeta(0.5),
  jobs: (size) => [
    ...jobsOf(
      cross({
        recovery: RECOVERIES,
        aqm: AQMS,
        beta: betasOf(size),
        kB: sizesOf(size),
        seed: runsOf(size),
      }),
      ({ kB, ...point }) => `${slidesUrl(point)}&size=${kB}kB&${sendingFor(longestS(kB))}`,
    ),
    ...overshootJobs(betasOf(size), size),
  ],
  read: (snapshot) => ({ ...readCompletion(snapshot), ...readOvershoot(snapshot) }),
  reduce: (readings, size) => ({
    figures: PATHS.map((path) => figure(readings, size, path)),
    heatMaps: [],
    tables: [overshootTable(readings, betasOf(size), size)],
    claims: [
      ...PATHS.flatMap((path) => shortGainMost(readings, size, path)),
      ...overshootClaims(readings, betasOf(size), size),
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

function readCompletion({ results }: Snapshot): Reading {
  const { fctS } = results.flows[0];
  return { fctS: fctS === null ? null : rounded(fctS) };
}

/** In per cent of the completion time with β_ecn 0.5, one value per run. */
function reductions(readings: Readings, size: Size, path: SlidesPath, beta: number, kB: number): number[] {
  const { recovery, aqm } = path;
  return runsOf(size).flatMap((seed) => {
    const fct = (which: number) =>
      numberOf(readings.get(keyOf({ recovery, aqm, beta: which, kB, seed })), "fctS");
    const [ours, base] = [fct(beta), fct(0.5)];
    return ours === null || base === null ? [] : [100 * (1 - ours / base)];
  });
}

function figure(readings: Readings, size: Size, path: SlidesPath): Figure {
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

function shortGainMost(readings: Readings, size: Size, path: SlidesPath): Claim[] {
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
  "A sender that falls silent after each reduction lets the queue drain at once, so CoDel leaves its dropping state after two reductions with β_ecn 0.5, at 62 to 63 segments of 83, and little is lost. With PRR a third one follows, to 31 segments, and the shortest flows gain most.";

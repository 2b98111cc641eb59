/** How a reduction is carried out decides what ABE gains: PRR against at once, over β_ecn and round trip. */

import { FLOW_EVENT, type Snapshot } from "../../engine/index.ts";
import { checked } from "../claim.ts";
import { againstBeta } from "../compared-run.ts";
import type { Claim, Experiment, HeatMap, Job, Reading, Readings, Size } from "../experiment.ts";
import { cross, jobsOf, keyOf, numberOf } from "../grid.ts";
import { cumulativeAt } from "../read-run.ts";
import { mean, rounded } from "../statistics.ts";
import { BEYOND, OWN_QUESTION } from "./paper.ts";

type Recovery = "prr" | "classic";
const RECOVERIES: readonly Recovery[] = ["prr", "classic"];
const LABEL: Readonly<Record<Recovery, string>> = { prr: "PRR", classic: "at once" };

const RTTS = Array.from({ length: 16 }, (_, i) => 100 + 20 * i);
const BETAS = [0.5, 0.55, 0.6, 0.65, 0.7, 0.75, 0.8, 0.85, 0.9, 0.95];
const BASE = 0.5;

/** The kernel's runs took 100 s; what counts in the maps comes after it. */
const KERNEL_S = 100;
const DURATION_S = 500;

/** A reduction within so many round trips of the last one follows it: PRR takes one, the next mark's echo another. */
const ROW_RTTS = 2.2;

/** Linux 6.1, NewReno over CoDel, 400 ms, β_ecn 0.8 against 0.5, bytes in 100 s: docs/validation.md. */
const KERNEL_GAIN: Readonly<Record<Recovery, number>> = { prr: 9.7, classic: 24.5 };

export const prrPairs: Experiment = {
  id: "prr-pairs",
  paper: BEYOND,
  where: "",
  title: "Reductions in pairs: what PRR does to ABE",
  shows:
    "Linux slides cwnd down over a round trip (PRR), FreeBSD sets it at once. While it slides the queue drains slowly and CoDel marks on; where the next mark belongs to the next window, two reductions follow each other, and β_ecn 0.8 becomes 0.64. At which round trips does that happen, and what is left of ABE's gain?",
  chosen: [
    "One NewReno flow through CoDel at 10 Mbps, headers of 66 B as on the kernel's path.",
    `Maps count the time from ${KERNEL_S} to ${DURATION_S} s.`,
    "Nothing is random, and nothing is averaged: the place in the cycle is the subject.",
  ],
  differences: [],
  comparedWith: againstBeta(0.5),
  jobs: (size): Job[] =>
    jobsOf(
      cross({ recovery: RECOVERIES, rtt: rttsOf(size), beta: betasOf(size) }),
      ({ recovery, rtt, beta }) =>
        `cc=newreno&aqm=codel&capacity=10Mbps&overhead=66B&recovery=${recovery}&rtt=${rtt}ms&beta-ecn=${beta}&warmup=${KERNEL_S}s&duration=${DURATION_S}s`,
    ),
  read: (snapshot, job) => readRun(snapshot, Number(job.scenario.flows[0].params.rtt)),
  reduce: (readings, size) => ({
    figures: [],
    heatMaps: RECOVERIES.flatMap((recovery) => [
      gainMap(readings, size, recovery),
      rowMap(readings, size, recovery),
    ]),
    tables: [],
    claims: [
      ...RECOVERIES.flatMap((recovery) => asTheKernel(readings, recovery)),
      ...pairsOnlyWithPrr(readings, size),
      ...pairsCost(readings, size),
    ],
  }),
};

function rttsOf(size: Size): readonly number[] {
  return size === "full" ? RTTS : [100, 400];
}

function betasOf(size: Size): readonly number[] {
  return size === "full" ? BETAS : [BASE, 0.8];
}

function readRun({ samples, results, flowEvents }: Snapshot, rttMs: number): Reading {
  const { timeS, kind } = flowEvents;
  let reductions = 0;
  let following = 0;
  let lastS = Number.NEGATIVE_INFINITY;
  for (let i = 0; i < timeS.length; i++) {
    if (kind[i] !== FLOW_EVENT.ecnReduction) continue;
    if (timeS[i] >= KERNEL_S) {
      reductions++;
      if (timeS[i] - lastS < (ROW_RTTS * rttMs) / 1000) following++;
    }
    lastS = timeS[i];
  }
  return {
    bytesAt100s: rounded(cumulativeAt(samples, samples.receivedBytes[0], KERNEL_S)),
    goodputBps: Math.round(results.flows[0].goodputBps),
    // One that begins a row has none before it: the rows are what is left.
    inARow: reductions <= following ? null : rounded(reductions / (reductions - following)),
  };
}

function at(readings: Readings, recovery: Recovery, rtt: number, beta: number, field: string): number | null {
  return numberOf(readings.get(keyOf({ recovery, rtt, beta })), field);
}

/** In per cent, against β_ecn 0.5 over the same round trip. */
function gain(
  readings: Readings,
  recovery: Recovery,
  rtt: number,
  beta: number,
  field: string,
): number | null {
  const [ours, base] = [at(readings, recovery, rtt, beta, field), at(readings, recovery, rtt, BASE, field)];
  return ours === null || base === null || base === 0 ? null : 100 * (ours / base - 1);
}

function mapOf(
  size: Size,
  recovery: Recovery,
  what: Pick<HeatMap, "id" | "title" | "label" | "unit">,
  value: (rtt: number, beta: number) => number | null,
): HeatMap {
  const [xs, ys] = [rttsOf(size), betasOf(size)];
  return {
    ...what,
    x: { label: "RTT", unit: "ms", scale: "linear" },
    y: { label: "β_ecn", unit: "", scale: "linear" },
    xs,
    ys,
    values: ys.map((beta) =>
      xs.map((rtt) => {
        const one = value(rtt, beta);
        return one === null ? null : rounded(one, 4);
      }),
    ),
    jobs: ys.map((beta) => xs.map((rtt) => keyOf({ recovery, rtt, beta }))),
  };
}

function gainMap(readings: Readings, size: Size, recovery: Recovery): HeatMap {
  const what = {
    id: `gain-${recovery}`,
    title: `Gain in goodput, reductions ${LABEL[recovery]}`,
    label: "Gain over β_ecn 0.5",
    unit: "%",
  };
  return mapOf(size, recovery, what, (rtt, beta) => gain(readings, recovery, rtt, beta, "goodputBps"));
}

function rowMap(readings: Readings, size: Size, recovery: Recovery): HeatMap {
  const what = {
    id: `row-${recovery}`,
    title: `Reductions in a row, ${LABEL[recovery]}`,
    label: "Reductions in a row, mean",
    unit: "",
  };
  return mapOf(size, recovery, what, (rtt, beta) => at(readings, recovery, rtt, beta, "inARow"));
}

function asTheKernel(readings: Readings, recovery: Recovery): Claim[] {
  const kernel = KERNEL_GAIN[recovery];
  return checked(
    {
      id: `kernel-${recovery}`,
      text: `Reductions ${LABEL[recovery]}: over 400 ms a Linux kernel transfers ${kernel} % more in 100 s with β_ecn 0.8 than with 0.5.`,
      paper: `+${kernel} %`,
      tolerance: "Within 2 % of bytes: three reductions, whose places agree.",
    },
    [gain(readings, recovery, 400, 0.8, "bytesAt100s")],
    (percent) => ({
      ours: `${percent < 0 ? "−" : "+"}${Math.abs(percent).toFixed(1)} %`,
      holds: Math.abs(percent - kernel) <= 2,
    }),
  );
}

/** Cells of a grid in which cwnd is reduced oftener than once in a row, from β_ecn 0.6 on. */
function rows(readings: Readings, size: Size, recovery: Recovery): (number | null)[] {
  return cross({ rtt: rttsOf(size), beta: betasOf(size).filter((beta) => beta >= 0.6) }).map(
    ({ rtt, beta }) => at(readings, recovery, rtt, beta, "inARow"),
  );
}

/** More than this is not single any more. */
const SINGLE = 1.1;

function pairsOnlyWithPrr(readings: Readings, size: Size): Claim[] {
  const [prr, classic] = [rows(readings, size, "prr"), rows(readings, size, "classic")];
  return checked(
    {
      id: "pairs-need-prr",
      text: "Reductions come in rows at some round trips with PRR, and at none when they are made at once.",
      paper: OWN_QUESTION,
      tolerance: `More than ${SINGLE} in a row on average, β_ecn 0.6 and above.`,
    },
    [...prr, ...classic],
    (...means) => {
      const many = (values: readonly number[]) => values.filter((value) => value > SINGLE).length;
      const [withPrr, atOnce] = [many(means.slice(0, prr.length)), many(means.slice(prr.length))];
      return {
        ours: `${withPrr} of ${prr.length} cells with PRR, ${atOnce} at once`,
        holds: withPrr > 0 && atOnce === 0,
      };
    },
  );
}

function pairsCost(readings: Readings, size: Size): Claim[] {
  const gains = (recovery: Recovery) =>
    rttsOf(size).map((rtt) => gain(readings, recovery, rtt, 0.8, "goodputBps"));
  const [prr, classic] = [gains("prr"), gains("classic")];
  return checked(
    {
      id: "pairs-cost-gain",
      text: "On average over round trips β_ecn 0.8 gains less with PRR.",
      paper: OWN_QUESTION,
      tolerance: "Direction.",
    },
    [...prr, ...classic],
    (...percents) => {
      const [withPrr, atOnce] = [percents.slice(0, prr.length), percents.slice(prr.length)].map(
        (values) => mean(values) ?? 0,
      );
      return {
        ours: `+${withPrr.toFixed(1)} % with PRR, +${atOnce.toFixed(1)} % at once`,
        holds: withPrr < atOnce,
      };
    },
  );
}

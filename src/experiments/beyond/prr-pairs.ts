/** ABE's gain depends on how a reduction is carried out: PRR and immediate reduction, over β_ecn and RTT. */
import { FLOW_EVENT } from "../../engine/index.ts";
import { mean, rounded } from "../../lib/statistics.ts";
import type { HeatMap } from "../experiment.ts";
import { cross, numberOf } from "../grid.ts";
import { cumulativeAt } from "../read-run.ts";
import { againstBeta, type JudgedClaim, type Runs, study } from "../study.ts";
import { BEYOND } from "./paper.ts";

type Recovery = "prr" | "classic";
const RECOVERIES: readonly Recovery[] = ["prr", "classic"];
const LABEL: Readonly<Record<Recovery, string>> = { prr: "PRR", classic: "at once" };

const BASE = 0.5;

const gridOf = (size: Runs["size"]) =>
  size === "full"
    ? {
        rtts: Array.from({ length: 16 }, (_, i) => 100 + 20 * i),
        betas: [0.5, 0.55, 0.6, 0.65, 0.7, 0.75, 0.8, 0.85, 0.9, 0.95],
      }
    : { rtts: [100, 400], betas: [BASE, 0.8] };

/** Length of the kernel's runs (s). The maps use the time after it. */
const KERNEL_S = 100;
const DURATION_S = 500;

/**
 * A reduction within this number of round trips follows directly on the previous one: PRR takes one round trip, and the echo of
 * the next mark a second one.
 */
const ROW_RTTS = 2.2;

/** If rows of reductions are on average not longer than this, the reductions count as single. */
const SINGLE = 1.1;

/**
 * Measured gain in bytes of Linux 6.1 within 100 s, for NewReno over CoDel at 400 ms, β_ecn 0.8 compared with 0.5:
 * docs/validation.md.
 */
const KERNEL_GAIN: Readonly<Record<Recovery, number>> = { prr: 9.7, classic: 24.5 };

const at = (runs: Runs, recovery: Recovery, rtt: number, beta: number, field: string) =>
  numberOf(runs.reading({ recovery, rtt, beta }), field);

/** Returns the gain of a field in percent, compared with β_ecn 0.5 at the same RTT. */
function gain(runs: Runs, recovery: Recovery, rtt: number, beta: number, field: string): number | null {
  const [ours, base] = [beta, BASE].map((which) => at(runs, recovery, rtt, which, field));
  return ours === null || base === null || base === 0 ? null : 100 * (ours / base - 1);
}

function mapOf(
  runs: Runs,
  recovery: Recovery,
  what: Pick<HeatMap, "id" | "title" | "label" | "unit">,
  value: (rtt: number, beta: number) => number | null,
): HeatMap {
  const { rtts: xs, betas: ys } = gridOf(runs.size);
  return {
    ...what,
    x: { label: "RTT", unit: "ms", scale: "linear" },
    y: { label: "β_ecn", unit: "", scale: "linear" },
    xs,
    ys,
    values: ys.map((beta) => xs.map((rtt) => rounded(value(rtt, beta), 4))),
    jobs: ys.map((beta) => xs.map((rtt) => runs.keys({ recovery, rtt, beta })[0])),
  };
}

function claimsOf(runs: Runs): JudgedClaim[] {
  const { rtts, betas } = gridOf(runs.size);
  const cells = cross({ rtt: rtts, beta: betas.filter((beta) => beta >= 0.6) });
  const rows = (recovery: Recovery) => cells.map(({ rtt, beta }) => at(runs, recovery, rtt, beta, "inARow"));
  const gains = (recovery: Recovery) => rtts.map((rtt) => gain(runs, recovery, rtt, 0.8, "goodputBps"));
  return [
    ...RECOVERIES.map((recovery): JudgedClaim => {
      const kernel = KERNEL_GAIN[recovery];
      return {
        id: `kernel-${recovery}`,
        text: `Reductions ${LABEL[recovery]}: over 400 ms a Linux kernel transfers ${kernel} % more in 100 s with β_ecn 0.8 than with 0.5.`,
        paper: `+${kernel} %`,
        tolerance: "Within 2 % of bytes: three reductions, whose places agree.",
        values: [gain(runs, recovery, 400, 0.8, "bytesAt100s")],
        judge: (percent) => ({
          ours: `${percent < 0 ? "−" : "+"}${Math.abs(percent).toFixed(1)} %`,
          holds: Math.abs(percent - kernel) <= 2,
        }),
      };
    }),
    {
      id: "pairs-need-prr",
      text: "Reductions come in rows at some round trips with PRR, and at none when they are made at once.",
      tolerance: `More than ${SINGLE} in a row on average, β_ecn 0.6 and above.`,
      values: RECOVERIES.flatMap(rows),
      judge: (...means) => {
        const many = (values: readonly number[]) => values.filter((value) => value > SINGLE).length;
        const [withPrr, atOnce] = [many(means.slice(0, cells.length)), many(means.slice(cells.length))];
        return {
          ours: `${withPrr} of ${cells.length} cells with PRR, ${atOnce} at once`,
          holds: withPrr > 0 && atOnce === 0,
        };
      },
    },
    {
      id: "pairs-cost-gain",
      text: "On average over round trips β_ecn 0.8 gains less with PRR.",
      tolerance: "Direction.",
      values: RECOVERIES.flatMap(gains),
      judge: (...percents) => {
        const n = rtts.length;
        const [withPrr, atOnce] = [percents.slice(0, n), percents.slice(n)].map(
          (values) => mean(values) ?? 0,
        );
        return {
          ours: `+${withPrr.toFixed(1)} % with PRR, +${atOnce.toFixed(1)} % at once`,
          holds: withPrr < atOnce,
        };
      },
    },
  ];
}

export const prrPairs = study({
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
  points: (size) => cross({ recovery: RECOVERIES, rtt: gridOf(size).rtts, beta: gridOf(size).betas }),
  scenario: ({ recovery, rtt, beta }) =>
    `cc=newreno&aqm=codel&capacity=10Mbps&overhead=66B&recovery=${recovery}&rtt=${rtt}ms&beta-ecn=${beta}&warmup=${KERNEL_S}s&duration=${DURATION_S}s`,
  read: ({ samples, results, flowEvents: { timeS, kind } }, job) => {
    const rttMs = Number(job.scenario.flows[0].params.rtt);
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
      // A reduction that does not follow another one starts a row. All reductions divided by the number of rows is the mean
      // length.
      inARow: reductions <= following ? null : rounded(reductions / (reductions - following)),
    };
  },
  heatMaps: (runs) =>
    RECOVERIES.flatMap((recovery) => [
      mapOf(
        runs,
        recovery,
        {
          id: `gain-${recovery}`,
          title: `Gain in goodput, reductions ${LABEL[recovery]}`,
          label: "Gain over β_ecn 0.5",
          unit: "%",
        },
        (rtt, beta) => gain(runs, recovery, rtt, beta, "goodputBps"),
      ),
      mapOf(
        runs,
        recovery,
        {
          id: `row-${recovery}`,
          title: `Reductions in a row, ${LABEL[recovery]}`,
          label: "Reductions in a row, mean",
          unit: "",
        },
        (rtt, beta) => at(runs, recovery, rtt, beta, "inARow"),
      ),
    ]),
  claims: claimsOf,
});

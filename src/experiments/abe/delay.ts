/**
 * Figures 5 and 7: the distribution of one flow's queueing delay for each β_ecn; the bytes that each β_ecn gains and the delay
 * that it costs; and the paper's conclusion about suitable values.
 */

import { gainText, msText } from "../../lib/number-text.ts";
import { mean, rounded } from "../../lib/statistics.ts";
import type { Experiment, Figure, Table } from "../experiment.ts";
import { cross, numberOf } from "../grid.ts";
import { delayQuantilesMs, fractions, readLink } from "../read-run.ts";
import { againstBeta, type JudgedClaim, type Runs, study } from "../study.ts";
import {
  ABE,
  type AbeSender,
  AQM_LABEL,
  AQMS,
  type Aqm,
  BASE_BETA,
  BETAS,
  chosenFor,
  oneFlowUrl,
  QUICK_CAUSE,
  RUNS,
  SENDER_LABEL,
  sendingFor,
} from "./paper.ts";

/**
 * Fractions of packets for which delays are drawn. The last percent is left out: it comes from one overshoot of slow start and
 * would be far longer than the rest.
 */
const FRACTIONS = fractions(50).map((fraction) => Math.min(fraction, 0.99));

/** RTT for which the paper states the gain in bytes (ms). The figures of delay need not contain it. */
const GAIN_RTT_MS = 400;

/** A value of β_ecn that is in both ranges recommended by the paper: the upper end for NewReno, and the final choice for CUBIC. */
const RECOMMENDED = 0.85;
/** The value of β_ecn with the largest gain in bytes. The recommended value is compared with it. */
const HIGHEST = 0.95;
const RANGE_TEXT = { newreno: "0.7 to 0.85", cubic: "0.85 to 0.95, in the end 0.85" } as const;

/** Increase of delay that still counts as none (ms), with the reason. Sending one packet takes 1.2 ms. */
const NEAR: Readonly<Record<Aqm, { readonly ms: number; readonly why: string }>> = {
  codel: { ms: 2, why: "delays come in packets of 1.2 ms" },
  pie: { ms: 5, why: "PIE's median lies where its distribution is flat" },
};

type Percentile = "delayP50Ms" | "delayP90Ms";

type Point = { readonly aqm: Aqm; readonly rtt: number; readonly beta: number };

/** The paper's statement on delay at the first RTT: the increase compared with a sender without ABE (ms). */
interface StatedDelay {
  readonly aqm: Aqm;
  readonly beta: number;
  readonly p50Ms: number;
  readonly p90Ms: number;
  /** True if the increase is less than p90Ms; otherwise it is about p90Ms. */
  readonly p90Below?: boolean;
}

interface DelayFigure {
  readonly number: number;
  readonly sender: AbeSender;
  /** RTTs of the figure (ms); the claims use the first RTT. */
  readonly rtts: readonly number[];
  readonly stated: readonly StatedDelay[];
  readonly shows: string;
  readonly differences: readonly string[];
}

/** Values of β_ecn in the claims. */
const STATED_BETAS = [0.85, 0.95];

function delayExperiment({ number, sender, rtts, stated, shows, differences }: DelayFigure): Experiment {
  const base = BASE_BETA[sender];
  const [rtt] = rtts;
  /** Returns the mean over the runs of one percentile of delay. */
  const delay = (runs: Runs, point: Point, percentile: Percentile) => runs.mean(point, percentile);
  /** Returns the increase compared with the sender's own β, at the figure's first RTT (ms). */
  const riseMs = (runs: Runs, aqm: Aqm, beta: number, percentile: Percentile): number | null => {
    const [ours, before] = [beta, base].map((which) => delay(runs, { aqm, rtt, beta: which }, percentile));
    return ours === null || before === null ? null : ours - before;
  };
  /** Returns the mean gain of the runs (%). Each run is compared with the run with the same seed. */
  const gainPercent = (runs: Runs, aqm: Aqm, beta: number): number | null => {
    const goodputs = (which: number) =>
      runs
        .keys({ aqm, rtt: GAIN_RTT_MS, beta: which })
        .map((key) => numberOf(runs.readings.get(key), "goodputBps"));
    const before = goodputs(base);
    return mean(
      goodputs(beta).flatMap((bps, run) => {
        const earlier = before[run];
        return bps === null || earlier === null || earlier === 0 ? [] : [100 * (bps / earlier - 1)];
      }),
    );
  };
  const gainAndRises = (runs: Runs, aqm: Aqm, beta: number) => [
    gainPercent(runs, aqm, beta),
    riseMs(runs, aqm, beta, "delayP50Ms"),
    riseMs(runs, aqm, beta, "delayP90Ms"),
  ];
  const fixed = (value: number | null, digits: number) =>
    value === null ? null : Number(value.toFixed(digits));

  const figures = (runs: Runs): Figure[] =>
    cross({ rtt: rtts, aqm: AQMS }).map((place) => ({
      id: `${place.aqm}-${place.rtt}ms`,
      title: `Queue delay over ${AQM_LABEL[place.aqm]}, ${place.rtt} ms`,
      kind: "lines",
      x: { label: "Queue delay", unit: "ms", scale: "linear" },
      y: { label: "Packets with at most this delay", unit: "", scale: "linear", from: 0, to: 1 },
      series: BETAS[sender].flatMap((beta) => {
        const point = { aqm: place.aqm, rtt: place.rtt, beta };
        // The mean of the runs' quantiles is drawn, so that each run has the same weight.
        const x = runs.columns(point, "delayMs").map((column) => rounded(mean(column) ?? 0, 5) ?? 0);
        const [job] = runs.keys(point);
        return x.length === 0 ? [] : [{ label: `β_ecn ${beta}`, x, y: FRACTIONS, jobs: x.map(() => job) }];
      }),
    }));

  const tables = (runs: Runs): Table[] => [
    {
      id: "trade-off",
      title: `What β_ecn gains and costs, against ${base}`,
      head: [
        "queue",
        "β_ecn",
        `bytes at ${GAIN_RTT_MS} ms, %`,
        `p50 at ${rtt} ms, ms`,
        `p90 at ${rtt} ms, ms`,
      ],
      rows: cross({ aqm: AQMS, beta: BETAS[sender].filter((beta) => beta !== base) }).map(({ aqm, beta }) => [
        AQM_LABEL[aqm],
        beta,
        ...gainAndRises(runs, aqm, beta).map((value) => fixed(value, 1)),
      ]),
    },
    {
      id: "percentiles",
      title: "Queue delay in ms, mean over the runs",
      head: ["queue", "RTT ms", "β_ecn", "p50", "p90"],
      rows: cross({ aqm: AQMS, rtt: rtts, beta: BETAS[sender] }).map((point) => [
        AQM_LABEL[point.aqm],
        point.rtt,
        point.beta,
        fixed(delay(runs, point, "delayP50Ms"), 2),
        fixed(delay(runs, point, "delayP90Ms"), 2),
      ]),
    },
  ];

  const rise = (runs: Runs, { aqm, beta, p50Ms, p90Ms, p90Below }: StatedDelay): JudgedClaim => {
    const { ms: near, why } = NEAR[aqm];
    return {
      id: `${aqm}-${beta}`,
      text: `Over ${AQM_LABEL[aqm]} and ${rtt} ms β_ecn ${beta} adds ${p50Ms} ms to the median and ${p90Below ? "less than " : ""}${p90Ms} ms to the 90th percentile.`,
      paper: `+${p50Ms} and ${p90Below ? "<" : "+"}${p90Ms} ms`,
      tolerance: `Within ${near} ms each: ${why}.`,
      values: [riseMs(runs, aqm, beta, "delayP50Ms"), riseMs(runs, aqm, beta, "delayP90Ms")],
      judge: (p50, p90) => ({
        ours: `${msText(p50)} and ${msText(p90)}`,
        holds:
          Math.abs(p50 - p50Ms) <= near && (p90Below ? p90 <= p90Ms + near : Math.abs(p90 - p90Ms) <= near),
      }),
    };
  };

  const shapes = (runs: Runs): JudgedClaim[] => {
    const cases =
      runs.size === "full"
        ? cross({ rtt: rtts, beta: BETAS[sender] })
        : cross({ rtt: [rtt], beta: [base, ...STATED_BETAS] });
    const p90s = (aqm: Aqm) => cases.map((one) => delay(runs, { aqm, ...one }, "delayP90Ms"));
    return [
      {
        id: "codel-near-target",
        text: "CoDel's delay stays near its target of 5 ms for every β_ecn.",
        tolerance: "Every 90th percentile at most 10 ms.",
        values: p90s("codel"),
        judge: (...p90) => ({
          ours: `90th percentiles from ${Math.min(...p90).toFixed(1)} to ${Math.max(...p90).toFixed(1)} ms`,
          holds: Math.max(...p90) <= 10,
        }),
      },
      {
        id: "pie-heavier-tail",
        text: "PIE's distribution has the heavier tail.",
        tolerance: "Its 90th percentile is the larger one in every case.",
        values: [...p90s("codel"), ...p90s("pie")],
        judge: (...p90) => {
          const larger = cases.filter((_, i) => p90[cases.length + i] > p90[i]).length;
          return { ours: `in ${larger} of ${cases.length} cases`, holds: larger === cases.length };
        },
      },
    ];
  };

  /**
   * Returns the claim for the paper's conclusion on one queue. For delay it uses the two values that the paper states: the median
   * and the 90th percentile.
   */
  const wellServed = (runs: Runs, aqm: Aqm): JudgedClaim => ({
    id: `${aqm}-well-served`,
    text: `${SENDER_LABEL[sender]} is well served by β_ecn ${RANGE_TEXT[sender]}: over ${AQM_LABEL[aqm]} ${RECOMMENDED} keeps most of what ${HIGHEST} gains in bytes over ${base}, for less delay.`,
    paper: RANGE_TEXT[sender],
    tolerance: `The words give no measure. Most: more than half of the gain at ${GAIN_RTT_MS} ms (the paper's own gains of CUBIC are three fifths and two thirds). Delay: the rises of the median and of the 90th percentile at ${rtt} ms, both smaller.`,
    values: [RECOMMENDED, HIGHEST].flatMap((beta) => gainAndRises(runs, aqm, beta)),
    judge: (gain, p50, p90, mostGain, mostP50, mostP90) => ({
      ours: `bytes ${gainText(gain)}, delay ${msText(p50)} and ${msText(p90)}; with ${HIGHEST} ${gainText(mostGain)}, ${msText(mostP50)} and ${msText(mostP90)}`,
      holds: gain > mostGain / 2 && gain > 0 && p50 < mostP50 && p90 < mostP90,
    }),
  });

  return study({
    id: `abe-${number}`,
    paper: ABE,
    where: `Figure ${number}`,
    title: `What β_ecn costs in queue delay: ${SENDER_LABEL[sender]}`,
    shows,
    chosen: [
      ...chosenFor(sender),
      "Flows of 100 s, slow start included.",
      `Bytes gained are those of the same flows of 100 s, at ${GAIN_RTT_MS} ms, where the paper states its gains.`,
    ],
    differences: [
      "Delay is each packet's sojourn time; the paper takes measured round trips less the path's and 1 ms.",
      ...differences,
    ],
    points: (size) =>
      cross({
        aqm: AQMS,
        rtt: [...new Set([...(size === "full" ? rtts : [rtt]), GAIN_RTT_MS])],
        beta: size === "full" ? BETAS[sender] : [base, ...STATED_BETAS],
      }),
    seeds: RUNS,
    scenario: (point) => oneFlowUrl(sender, point, sendingFor(100)),
    comparedWith: againstBeta(base),
    read: (snapshot) => {
      const { delayP50Ms, delayP90Ms } = readLink(snapshot);
      const goodputBps = rounded(snapshot.results.flows[0].goodputBps);
      return { delayP50Ms, delayP90Ms, goodputBps, delayMs: delayQuantilesMs(snapshot, FRACTIONS) };
    },
    quickCause: QUICK_CAUSE,
    figures,
    tables,
    claims: (runs) => [
      ...stated.map((one) => rise(runs, one)),
      ...shapes(runs),
      ...AQMS.map((aqm) => wellServed(runs, aqm)),
    ],
  });
}

export const abe5 = delayExperiment({
  number: 5,
  sender: "newreno",
  rtts: [100, 200, 400],
  stated: [
    { aqm: "codel", beta: 0.85, p50Ms: 1, p90Ms: 2, p90Below: true },
    { aqm: "codel", beta: 0.95, p50Ms: 3, p90Ms: 2 },
    { aqm: "pie", beta: 0.85, p50Ms: 15, p90Ms: 3 },
    { aqm: "pie", beta: 0.95, p50Ms: 20, p90Ms: 5 },
  ],
  shows:
    "Distribution of the queue delay of the flows of figure 4. CoDel stays near its target of 5 ms for every β_ecn; PIE's distribution has the heavier tail. At 100 ms β_ecn 0.85 and 0.95 add 1 to 3 ms with CoDel, and up to 20 ms to PIE's median. The paper concludes that 0.7 to 0.85 serve NewReno well.",
  differences: ["A packet that meets one being transmitted waits up to 1.2 ms."],
});

export const abe7 = delayExperiment({
  number: 7,
  sender: "cubic",
  rtts: [100],
  stated: [
    { aqm: "codel", beta: 0.85, p50Ms: 2.5, p90Ms: 1, p90Below: true },
    { aqm: "codel", beta: 0.95, p50Ms: 5, p90Ms: 1, p90Below: true },
    { aqm: "pie", beta: 0.85, p50Ms: 2.5, p90Ms: 1, p90Below: true },
    { aqm: "pie", beta: 0.95, p50Ms: 5, p90Ms: 1, p90Below: true },
  ],
  shows:
    "Distribution of the queue delay of one CUBIC flow over 10 Mbps and 100 ms. With either queue β_ecn 0.85 adds 2.5 ms to the median and 0.95 adds 5 ms, and less than 1 ms to the 90th percentile. The paper concludes that 0.85 to 0.95 serve CUBIC well, and settles on 0.85.",
  differences: [],
});

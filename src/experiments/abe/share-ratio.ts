/**
 * Figures 11 and 12: the share that ten CUBIC flows with ABE get when they compete with ten NewReno flows without ECN, through
 * CoDel and PIE.
 */

import { rangeText } from "../../lib/number-text.ts";
import { mean, rounded } from "../../lib/statistics.ts";
import type { Experiment } from "../experiment.ts";
import { cross } from "../grid.ts";
import { type JudgedClaim, type Runs, study } from "../study.ts";
import {
  ABE,
  AQM_LABEL,
  type Aqm,
  CHOSEN,
  HOSTS_URL,
  NOISE_URL,
  QUEUE_URL,
  QUICK_CAUSE,
  SENDER_SETTINGS,
} from "./paper.ts";

const ALL_RTTS = [20, 80, 160, 320];
const FLOWS = 10;

/** Warm-up (s), by whose end slow start is over. The results cover the five minutes that follow. */
const WARMUP_S = 30;
const COUNTED_S = 300;

/** Number of sawtooth cycles by which the paper states the length of its runs, with unchanged β. */
const CYCLES = 133;

const gridOf = (size: Runs["size"]) =>
  size === "full"
    ? { rtts: ALL_RTTS, betas: [0.7, 0.75, 0.8, 0.85, 0.9] }
    : { rtts: [20, 160], betas: [0.7, 0.85, 0.9] };

function ratioExperiment(number: number, aqm: Aqm): Experiment {
  /** Returns the values of one field for the runs with this β_ecn at these RTTs. */
  const values = (runs: Runs, beta: number, rtts: readonly number[], field = "ratio") =>
    rtts.flatMap((rtt) => runs.values({ rtt, beta }, field));

  /** Returns the reason why results at single RTTs are outside the range that the paper states for the mean. */
  const outside = (runs: Runs): string => {
    const { betas } = gridOf(runs.size);
    const waits = (field: string) =>
      rangeText(
        betas.flatMap((beta) => values(runs, beta, [20], field)),
        0,
      );
    const means = (which: readonly number[], rtts: readonly number[]) =>
      rangeText(
        cross({ beta: which, rtt: rtts }).flatMap(({ beta, rtt }) => runs.mean({ rtt, beta }, "ratio") ?? []),
        1,
      );
    return `At 20 ms twenty flows have about two segments each: NewReno, whose packets are dropped, waits for ${waits("newrenoTimeouts")} timeouts in five minutes, CUBIC, whose packets are marked, for ${waits("cubicTimeouts")}, and the ratio is ${means(betas, [20])}. At 80 and 160 ms CUBIC follows its Reno-friendly window, which grows too slowly where an ACK stands for two segments: with 0.7 the ratio is ${means([0.7], [80, 160])}. At 320 ms the cubic curve is ahead.`;
  };

  const claims = (runs: Runs): JudgedClaim[] => {
    const { rtts, betas } = gridOf(runs.size);
    const meanRatio = (beta: number) => mean(values(runs, beta, rtts));
    const base = values(runs, 0.7, rtts);
    const ofMean = (
      which: readonly number[],
      most: number,
      words: Pick<JudgedClaim, "id" | "text" | "paper">,
    ): JudgedClaim => ({
      ...words,
      tolerance: "The mean over all round trips and runs, as the paper gives it.",
      values: which.map(meanRatio),
      judge: (...means) => ({
        ours: means.map((value) => value.toFixed(2)).join(", "),
        holds: Math.min(...means) >= 1.25 && Math.max(...means) <= most,
      }),
    });
    const cycles: JudgedClaim = {
      id: "cycles",
      text: `A run at 320 ms covers ${CYCLES} cycles.`,
      paper: String(CYCLES),
      tolerance: `Within a third. Counted: reductions of one CUBIC flow with β_ecn 0.7 in the ${COUNTED_S} s, mean over flows and runs; the paper does not say of which sender.`,
      values: [runs.mean({ rtt: 320, beta: 0.7 }, "cubicReductions")],
      judge: (ours) => ({ ours: ours.toFixed(0), holds: Math.abs(ours - CYCLES) <= CYCLES / 3 }),
    };
    return [
      ofMean(
        betas.filter((beta) => beta <= 0.85),
        2,
        {
          id: "mean-ratio",
          text: "The mean ratio is between 1.25 and 2 for β_ecn 0.7 to 0.85.",
          paper: "1.25 to 2",
        },
      ),
      ofMean([0.9], 2.5, {
        id: "mean-ratio-0.9",
        text: "The mean ratio is up to about 2.5 with β_ecn 0.9.",
        paper: "up to 2.5",
      }),
      {
        id: "each-round-trip",
        text: "So it is at each round trip.",
        basis: "ours",
        paper: "1.25 to 2",
        tolerance:
          "A stricter reading than the paper's words: the mean over runs of each round trip and β_ecn.",
        cause: outside(runs),
        values: cross({ rtt: rtts, beta: betas.filter((beta) => beta <= 0.85) }).map((point) =>
          runs.mean(point, "ratio"),
        ),
        judge: (...means) => {
          const inside = means.filter((value) => value >= 1.25 && value <= 2).length;
          const [low, high] = [Math.min(...means), Math.max(...means)];
          return {
            ours: `${inside} of ${means.length}, from ${low.toFixed(2)} to ${high.toFixed(2)}`,
            holds: inside === means.length,
          };
        },
      },
      {
        id: "within-error-bars",
        text: "β_ecn 0.75 to 0.85 lie within the error bars of 0.7.",
        tolerance:
          "Error bars taken as from the smallest to the largest ratio with 0.7, over all round trips and runs.",
        values: betas
          .filter((beta) => beta > 0.7 && beta <= 0.85)
          .map((beta) => (base.length === 0 ? null : meanRatio(beta))),
        judge: (...means) => {
          const [low, high] = [Math.min(...base), Math.max(...base)];
          return {
            ours: `${means.map((value) => value.toFixed(2)).join(", ")} within ${low.toFixed(2)} to ${high.toFixed(2)}`,
            holds: means.every((value) => value >= low && value <= high),
          };
        },
      },
      // The paper states one number and does not name the queue. It is checked only once.
      ...(aqm === "codel" ? [cycles] : []),
    ];
  };

  return study({
    id: `abe-${number}`,
    paper: ABE,
    where: `Figure ${number}`,
    title: `CUBIC with ABE beside NewReno without ECN: ${AQM_LABEL[aqm]}`,
    shows: `Throughput of ten CUBIC flows with ECN over that of ten NewReno flows without, through ${AQM_LABEL[aqm]} at 10 Mbps, round trips of 20 to 320 ms, in five minutes after slow start. The mean ratio is 1.25 to 2 for β_ecn 0.7 to 0.85 and up to about 2.5 with 0.9; up to 0.85 it stays within the error bars of 0.7.`,
    chosen: [
      CHOSEN.queues,
      CHOSEN.segments,
      CHOSEN.newreno,
      CHOSEN.cubic,
      "Receivers are Linux's for both kinds: what a receiver does is one setting for all flows of a run.",
      CHOSEN.noise,
      `The first ${WARMUP_S} s do not count. Ten flows of each kind, as the caption says; starts lie within 100 ms, drawn from the seed.`,
    ],
    differences: [
      "The paper calls its ratio normalised without saying how; here it is the quotient of the two sums.",
    ],
    points: (size) => cross({ rtt: gridOf(size).rtts, beta: gridOf(size).betas }),
    seeds: { full: 3, quick: 1 },
    scenario: ({ rtt, beta, seed }, size) => {
      const durationS = WARMUP_S + (size === "full" ? COUNTED_S : COUNTED_S / 5);
      const cubic = [...SENDER_SETTINGS.cubic, `beta-ecn=${beta}`, `rtt=${rtt}ms`, `count=${FLOWS}`];
      const newreno = [...SENDER_SETTINGS.newreno, "ecn=off", `rtt=${rtt}ms`, `count=${FLOWS}`];
      return `${QUEUE_URL[aqm]}&capacity=10Mbps&${HOSTS_URL.cubic}&${NOISE_URL}&seed=${seed}&warmup=${WARMUP_S}s&duration=${durationS}s&flow=${cubic.join(",")}&flow=${newreno.join(",")}`;
    },
    read: ({ results }) => {
      const group = (which: number) => results.flows.filter((flow) => flow.group === which);
      const sum = (which: number, quantity: "bytesReceived" | "rtos") =>
        group(which).reduce((total, flow) => total + flow[quantity], 0);
      const [cubicBytes, newrenoBytes] = [sum(0, "bytesReceived"), sum(1, "bytesReceived")];
      return {
        cubicBytes,
        newrenoBytes,
        ratio: newrenoBytes === 0 ? null : rounded(cubicBytes / newrenoBytes),
        cubicReductions: mean(group(0).map((flow) => flow.ecnReductions)),
        cubicTimeouts: sum(0, "rtos"),
        newrenoTimeouts: sum(1, "rtos"),
      };
    },
    quickCause: QUICK_CAUSE,
    figures: (runs) => {
      const { rtts, betas } = gridOf(runs.size);
      return [
        {
          id: "ratio",
          title: `Throughput of CUBIC with ABE over NewReno without ECN, ${AQM_LABEL[aqm]}`,
          kind: "lines",
          x: { label: "β_ecn", unit: "", scale: "linear" },
          y: { label: "Ratio", unit: "", scale: "linear", from: 0 },
          series: [
            ...rtts.map((rtt) => runs.line(`${rtt} ms`, betas, (beta) => ({ rtt, beta }), "ratio")),
            {
              label: "mean over round trips",
              x: betas,
              y: betas.map((beta) => mean(values(runs, beta, rtts))),
            },
            { label: "paper, least", x: [0.7, 0.85], y: [1.25, 1.25], source: "paper" },
            { label: "paper, most", x: [0.7, 0.85, 0.9], y: [2, 2, 2.5], source: "paper" },
          ],
        },
      ];
    },
    claims,
  });
}

export const abe11 = ratioExperiment(11, "codel");
export const abe12 = ratioExperiment(12, "pie");

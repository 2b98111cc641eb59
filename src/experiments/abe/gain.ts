/** Figures 4 and 6: bytes that one flow gains by β_ecn, compared with its sender without ABE. */

import { gainsText, gainText, rises } from "../../lib/number-text.ts";
import { mean, rounded } from "../../lib/statistics.ts";
import type { Experiment, Figure } from "../experiment.ts";
import { cross, listOf } from "../grid.ts";
import { cumulativeAt } from "../read-run.ts";
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
  QUEUE_AGE_S,
  QUICK_CAUSE,
  RUNS,
  SENDER_LABEL,
  sendingFor,
} from "./paper.ts";

/** Lengths of flows (s). One run is enough for all lengths, because later data does not change what was received before. */
export const LENGTHS_S: readonly number[] = [5, 10, 30, 100, 300];

/** Lengths that stand for the paper's two kinds of flow: one that ends soon after slow start, and a long one. */
const SHORT_S = 10;
const LONG_S = 300;

const RTTS = [100, 200, 400];

type GainPoint = { readonly aqm: Aqm; readonly rtt: number; readonly beta: number };

interface GainFigure {
  readonly number: number;
  readonly sender: AbeSender;
  readonly quickBetas: readonly number[];
  /** β_ecn for which the gain is drawn over the flow length. */
  readonly shownBeta: number;
  /** Gains of a long flow at 400 ms stated in the paper's text. */
  readonly stated: readonly { readonly aqm: Aqm; readonly beta: number; readonly percent: number }[];
  /** Returns the id and the text of a claim on one of the stated gains. */
  readonly statement: (aqm: Aqm, beta: number, percent: number) => readonly [id: string, text: string];
  readonly shows: string;
  readonly differences: readonly string[];
  /** Returns further claims of the paper. `gain` returns the mean gain in percent. */
  readonly claims: (gain: (point: GainPoint, lengthS: number) => number | null, runs: Runs) => JudgedClaim[];
}

function gainExperiment(figure: GainFigure): Experiment {
  const { number, sender, quickBetas, shownBeta, stated, statement, shows, differences, claims } = figure;
  /** Returns the gain of each available run in percent. Each run is compared with the run with the same seed. */
  const gainsPercent = (runs: Runs, point: GainPoint, lengthS: number): number[] => {
    const at = LENGTHS_S.indexOf(lengthS);
    const bytes = (key: string) => listOf(runs.readings.get(key), "bytes")[at] ?? null;
    const bases = runs.keys({ ...point, beta: BASE_BETA[sender] });
    return runs.keys(point).flatMap((key, i) => {
      const [ours, base] = [bytes(key), bytes(bases[i])];
      return ours === null || base === null || base === 0 ? [] : [100 * (ours / base - 1)];
    });
  };
  const y = {
    label: `Bytes received, against β_ecn ${BASE_BETA[sender]}`,
    unit: "%",
    scale: "linear",
  } as const;
  return study({
    id: `abe-${number}`,
    paper: ABE,
    where: `Figure ${number}`,
    title: `What β_ecn gains: ${SENDER_LABEL[sender]}`,
    shows,
    chosen: [
      ...chosenFor(sender),
      `Lengths of flows are not stated: 5, 10, 30, 100 and ${LONG_S} s here, all read from the same runs.`,
    ],
    differences: ["A simulated path instead of a testbed.", ...differences],
    points: (size) =>
      cross({
        aqm: AQMS,
        rtt: size === "full" ? RTTS : [100, 400],
        beta: size === "full" ? BETAS[sender] : quickBetas,
      }),
    seeds: RUNS,
    scenario: (point) => oneFlowUrl(sender, point, sendingFor(LONG_S)),
    comparedWith: againstBeta(BASE_BETA[sender]),
    /** Bytes received by the end of each flow length. */
    read: ({ samples }) => ({
      bytes: LENGTHS_S.map((s) => rounded(cumulativeAt(samples, samples.receivedBytes[0], QUEUE_AGE_S + s))),
    }),
    quickCause: QUICK_CAUSE,
    figures: (runs) =>
      AQMS.flatMap((aqm): Figure[] => {
        const paper = stated.filter((one) => one.aqm === aqm);
        return [
          {
            id: `${aqm}-beta`,
            title: `${AQM_LABEL[aqm]}: gain of a flow of ${LONG_S} s`,
            kind: "lines",
            x: { label: "β_ecn", unit: "", scale: "linear" },
            y,
            series: [
              ...RTTS.map((rtt) => {
                const at = (beta: number) => ({ aqm, rtt, beta });
                return runs.line(`${rtt} ms`, BETAS[sender], at, (beta) =>
                  gainsPercent(runs, at(beta), LONG_S),
                );
              }),
              {
                label: "paper, 400 ms",
                x: paper.map(({ beta }) => beta),
                y: paper.map(({ percent }) => percent),
                source: "paper",
              },
            ],
          },
          {
            id: `${aqm}-length`,
            title: `${AQM_LABEL[aqm]}: gain with β_ecn ${shownBeta} by the flow's length`,
            kind: "lines",
            x: { label: "Length of the flow", unit: "s", scale: "log" },
            y,
            series: RTTS.map((rtt) => {
              const point = { aqm, rtt, beta: shownBeta };
              const gains = (lengthS: number) => gainsPercent(runs, point, lengthS);
              return runs.line(`${rtt} ms`, LENGTHS_S, () => point, gains);
            }),
          },
        ];
      }),
    claims: (runs) => [
      ...stated.map(({ aqm, beta, percent }): JudgedClaim => {
        const gains = gainsPercent(runs, { aqm, rtt: 400, beta }, LONG_S);
        const [id, text] = statement(aqm, beta, percent);
        return {
          id,
          text,
          paper: gainText(percent),
          tolerance:
            "Within a third: the paper does not say how long its flows were, and in a flow of a few reductions the place of the last one decides about several per cent.",
          values: [mean(gains)],
          judge: (ours) => ({ ours: gainsText(gains), holds: Math.abs(ours - percent) <= percent / 3 }),
        };
      }),
      ...claims((point, lengthS) => mean(gainsPercent(runs, point, lengthS)), runs),
    ],
  });
}

const PIE_IS_LATE =
  "PIE's burst allowance lets slow start overshoot before the first mark: over 400 ms with 0.5 the first reduction leaves cwnd at 256 to 298 segments of 333, and little is lost until the next one 27 to 41 s after the start. CoDel's first mark comes before the path is full, its answer at 250 to 252 segments, and 0.5 leaves 125 to 126. The gain after 5 s comes nearer to that after 300 s over 100 and 200 ms (11.2 against 12.2 %, 20.3 against 17.8 %).";

export const abe4 = gainExperiment({
  number: 4,
  sender: "newreno",
  quickBetas: [0.5, 0.8],
  shownBeta: 0.8,
  stated: [
    { aqm: "codel", beta: 0.8, percent: 24 },
    { aqm: "pie", beta: 0.8, percent: 23 },
  ],
  shows:
    "Bytes that one NewReno flow transfers over 10 Mbps, against β_ecn 0.5, for 100, 200 and 400 ms. Gains are largest for flows that end soon after slow start; a long flow over 400 ms transfers 24 % more with β_ecn 0.8 over CoDel, 23 % more over PIE.",
  differences: [
    "Over 400 ms a flow of 100 s with β_ecn 0.5 holds two or three reductions: where it ends decides about several per cent.",
  ],
  statement: (aqm, _beta, percent) => [
    `${aqm}-400ms`,
    `Over ${AQM_LABEL[aqm]} and 400 ms a long flow transfers ${percent} % more with β_ecn 0.8 than with 0.5.`,
  ],
  claims: (gain, { size }) => [
    ...AQMS.map(
      (aqm): JudgedClaim => ({
        id: `${aqm}-after-slow-start`,
        text: `Over ${AQM_LABEL[aqm]} the gain is larger for a flow that ends soon after slow start.`,
        tolerance: `Direction: ${SHORT_S} s against ${LONG_S} s, 400 ms, β_ecn 0.8.`,
        cause: aqm === "pie" ? PIE_IS_LATE : undefined,
        values: [SHORT_S, LONG_S].map((lengthS) => gain({ aqm, rtt: 400, beta: 0.8 }, lengthS)),
        judge: (short, long) => ({
          ours: `${gainText(short)} after ${SHORT_S} s, ${gainText(long)} after ${LONG_S} s`,
          holds: short > long,
        }),
      }),
    ),
    ...AQMS.map((aqm): JudgedClaim => {
      const rtts = size === "full" ? RTTS : [100, 400];
      return {
        id: `${aqm}-rtt`,
        text: `Over ${AQM_LABEL[aqm]} the gain of a long flow grows with the round trip.`,
        tolerance:
          "Direction, from each round trip to the next; 1 % of bytes is within what the place of the last cycle decides.",
        values: rtts.map((rtt) => gain({ aqm, rtt, beta: 0.8 }, LONG_S)),
        judge: (...gains) => ({
          ours: gains.map((percent, i) => `${gainText(percent)} at ${rtts[i]} ms`).join(", "),
          holds: rises(gains, 1) && gains[gains.length - 1] > gains[0],
        }),
      };
    }),
  ],
});

export const abe6 = gainExperiment({
  number: 6,
  sender: "cubic",
  quickBetas: [0.7, 0.85, 0.95],
  shownBeta: 0.85,
  stated: [
    { aqm: "codel", beta: 0.85, percent: 15 },
    { aqm: "codel", beta: 0.95, percent: 25 },
    { aqm: "pie", beta: 0.85, percent: 10 },
    { aqm: "pie", beta: 0.95, percent: 15 },
  ],
  shows:
    "Bytes that one CUBIC flow transfers over 10 Mbps, against β_ecn 0.7, for 100, 200 and 400 ms. Over 400 ms β_ecn 0.85 and 0.95 gain 15 % and 25 % with CoDel, 10 % and 15 % with PIE.",
  differences: [
    "HyStart and PRR are those of Linux 6.1; the paper's kernel was 3.17.",
    "The noise matters over CoDel at exactly 400 ms: 0.85 and 0.95 gain 15 and 26 % without noise, 5 to 10 and 16 to 21 % with 0.1 to 0.5 ms, 13 to 14 and 24 to 25 % with 1 or 2 ms. Over 401 ms no noise is needed: 13.4 and 25.3 %. From 396 to 404 ms it is 13 to 19 and 24 to 31 % without. When the noise was chosen, the gains without it were far less. (The paper takes 1 ms off its delays beside the path's round trip, as if that were 1 ms longer.)",
  ],
  statement: (aqm, beta, percent) => [
    `${aqm}-400ms-${beta}`,
    `Over ${AQM_LABEL[aqm]} and 400 ms a flow transfers ${percent} % more with β_ecn ${beta} than with 0.7.`,
  ],
  claims: (gain) =>
    AQMS.map((aqm) => ({
      id: `${aqm}-larger-beta`,
      text: `Over ${AQM_LABEL[aqm]} and 400 ms β_ecn 0.95 gains more than 0.85, and 0.85 gains.`,
      basis: "ours",
      tolerance: "Direction: the sizes that the paper gives imply it.",
      values: [0.85, 0.95].map((beta) => gain({ aqm, rtt: 400, beta }, LONG_S)),
      judge: (middle, large) => ({
        ours: `${gainText(middle)} with 0.85, ${gainText(large)} with 0.95`,
        holds: large > middle && middle > 0,
      }),
    })),
});

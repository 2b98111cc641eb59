/** Figure of F(t) (Jain's index) while flows join one after the other. */

import { mean, rounded, standardDeviation } from "../../lib/statistics.ts";
import { cross } from "../grid.ts";
import { jainRunningAt, times } from "../read-run.ts";
import { againstBeta, type Runs, study } from "../study.ts";
import {
  ABE,
  type AbeSender,
  AQM_LABEL,
  AQMS,
  BASE_BETA,
  CHOSEN,
  HOSTS_URL,
  NOISE_URL,
  QUEUE_URL,
  QUICK_CAUSE,
  RUNS,
  SENDER_LABEL,
  SENDER_SETTINGS,
} from "./paper.ts";

const SENDERS: readonly AbeSender[] = ["newreno", "cubic"];
const COUNTS = [2, 4, 10];
const JOIN_EVERY_S = 30;
/** Time that a run continues after the last join (s), as in the slides' run of two flows, which takes 90 s. */
const AFTER_LAST_S = 60;
/** The two values of β_ecn that are compared: without ABE and with ABE. */
const BETAS: Readonly<Record<AbeSender, readonly number[]>> = { newreno: [0.5, 0.8], cubic: [0.7, 0.85] };

/** Decrease of the mean of F that counts as harm. Other join times alone may cause smaller decreases. */
const HARM = 0.02;

/** A difference of means within this number of standard errors counts as chance. */
const CHANCE = 2;

const countsOf = (size: Runs["size"]): readonly number[] => (size === "full" ? COUNTS : [2]);
const durationS = (flows: number) => (flows - 1) * JOIN_EVERY_S + AFTER_LAST_S;

/** Sample times. They start just after the second flow has joined, because fairness needs at least two flows. */
const timesOf = (flows: number) => times(JOIN_EVERY_S + 0.5, durationS(flows), 61);

const signed = (value: number) => `${value < 0 ? "−" : "+"}${Math.abs(value).toFixed(3)}`;

export const abeJain = study({
  id: "abe-jain",
  paper: ABE,
  where: "Section 5.2",
  title: "F(t) while flows join",
  shows:
    "Jain's index of the bytes since the newest flow joined, while 2, 4 or 10 equal flows join every 30 s. β_ecn does no consistent harm.",
  chosen: [
    CHOSEN.newreno,
    CHOSEN.newrenoReceiver,
    CHOSEN.cubic,
    CHOSEN.queues,
    CHOSEN.segments,
    CHOSEN.noise,
    `10 Mbps and 100 ms; β_ecn 0.8 (NewReno) and 0.85 (CUBIC); each run ends ${AFTER_LAST_S} s after the last join.`,
  ],
  differences: [
    "Lines are means over ten runs; the paper shows single ones.",
    "Chance was allowed for after two flows had come out lower in all four cases, by two to seven thousandths and less than two standard errors each.",
  ],
  comparedWith: againstBeta(({ sender }) => BASE_BETA[sender === "cubic" ? "cubic" : "newreno"]),
  points: (size) =>
    cross({ sender: SENDERS, flows: countsOf(size), aqm: AQMS }).flatMap((load) =>
      BETAS[load.sender].map((beta) => ({ ...load, beta })),
    ),
  seeds: RUNS,
  scenario: ({ sender, flows, aqm, beta, seed }) => {
    const starts = Array.from({ length: flows }, (_, i) => i * JOIN_EVERY_S);
    const flow = (startS: number) =>
      `flow=${[...SENDER_SETTINGS[sender], `beta-ecn=${beta}`, "rtt=100ms", `start=${startS}s`].join(",")}`;
    return [
      QUEUE_URL[aqm],
      `capacity=10Mbps&${HOSTS_URL[sender]}&${NOISE_URL}&duration=${durationS(flows)}s&warmup=0s&seed=${seed}`,
      ...starts.map(flow),
    ].join("&");
  },
  read: (snapshot, job) => {
    const fairness = jainRunningAt(snapshot, timesOf(job.scenario.flows.length));
    return { fairness, meanFairness: rounded(mean(fairness.filter((value) => value !== null))) };
  },
  quickCause: QUICK_CAUSE,
  figures: (runs) =>
    cross({ sender: SENDERS, flows: COUNTS }).map(({ sender, flows }) => ({
      id: `${sender}-${flows}`,
      title: `F(t) with ${flows} ${SENDER_LABEL[sender]} flows`,
      kind: "lines",
      x: { label: "Time", unit: "s", scale: "linear" },
      y: { label: "F(t)", unit: "", scale: "linear", from: 0, to: 1 },
      series: cross({ aqm: AQMS, beta: BETAS[sender] }).map(({ aqm, beta }) => {
        const point = { sender, flows, aqm, beta };
        const y = runs.columns(point, "fairness").map((column) => rounded(mean(column), 4));
        const [job] = runs.keys(point);
        return {
          label: `${AQM_LABEL[aqm]}, β_ecn ${beta}`,
          x: timesOf(flows).slice(0, y.length),
          y,
          jobs: y.map(() => job),
        };
      }),
    })),
  claims: (runs) =>
    countsOf(runs.size).map((flows) => {
      const loads = cross({ sender: SENDERS, flows: [flows], aqm: AQMS });
      const fairness = (load: (typeof loads)[number], withAbe: 0 | 1) =>
        runs.values({ ...load, beta: BETAS[load.sender][withAbe] }, "meanFairness");
      const changeOf = (load: (typeof loads)[number]) => {
        const [before, after] = [mean(fairness(load, 0)), mean(fairness(load, 1))];
        return before === null || after === null ? null : after - before;
      };
      /** Standard error of the difference between the two values of β_ecn; 0 if there is only one run. */
      const standardError = (load: (typeof loads)[number]) => {
        const variance = (values: readonly number[]) => (standardDeviation(values) ?? 0) ** 2 / values.length;
        return Math.sqrt(variance(fairness(load, 0)) + variance(fairness(load, 1)));
      };
      return {
        id: `no-consistent-harm-${flows}`,
        text: `β_ecn does no consistent harm to fairness while ${flows} flows join.`,
        tolerance: `Mean F over time and runs: on average over both senders and queues at most ${HARM} lower with ABE, and not lower in every case by more than chance (${CHANCE} standard errors).`,
        values: loads.map(changeOf),
        judge: (...changes) => {
          const average = mean(changes) ?? 0;
          const lower = loads.filter((load, i) => changes[i] < -CHANCE * standardError(load)).length;
          return {
            ours: `${signed(average)} on average (${signed(Math.min(...changes))} to ${signed(Math.max(...changes))}), lower by more than chance in ${lower} of ${loads.length} cases`,
            holds: average >= -HARM && lower < loads.length,
          };
        },
      };
    }),
});

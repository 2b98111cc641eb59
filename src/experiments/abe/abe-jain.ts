/** F(t) while flows join one after the other. */

import { checked } from "../claim.ts";
import { againstBeta } from "../compared-run.ts";
import type { Claim, Experiment, Figure, Readings, Size } from "../experiment.ts";
import { columnsOf, cross, jobsOf, keyOf, valuesOf } from "../grid.ts";
import { jainRunningAt, times } from "../read-run.ts";
import { mean, rounded, standardDeviation } from "../statistics.ts";
import {
  AQM_LABEL,
  AQMS,
  type Aqm,
  BASE_BETA,
  CHOSEN,
  causeOf,
  HOSTS_URL,
  NOISE_URL,
  QUEUE_URL,
  runsOf,
  SENDER_LABEL,
  SENDER_SETTINGS,
  type Sender,
} from "./chosen.ts";
import { ABE } from "./paper.ts";

const SENDERS: readonly Sender[] = ["newreno", "cubic"];
const COUNTS = [2, 4, 10];
const JOIN_EVERY_S = 30;
/** After the last join as in the slides' run of two flows, which takes 90 s. */
const AFTER_LAST_S = 60;
/** Without and with ABE. */
const BETAS: Readonly<Record<Sender, readonly number[]>> = { newreno: [0.5, 0.8], cubic: [0.7, 0.85] };
const POINTS = 61;

/** Of mean F; less is within what other joins would give. */
const HARM = 0.02;

/** A difference of means that is no more than chance, in its standard errors. */
const CHANCE = 2;

interface Load {
  readonly sender: Sender;
  readonly flows: number;
  readonly aqm: Aqm;
}

export const abeJain: Experiment = {
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
  jobs: (size) =>
    jobsOf(
      loadsOf(size).flatMap(({ sender, flows, aqm }) =>
        cross({ sender: [sender], flows: [flows], aqm: [aqm], beta: BETAS[sender], seed: runsOf(size) }),
      ),
      (point) => {
        const starts = Array.from({ length: point.flows }, (_, i) => i * JOIN_EVERY_S);
        const flow = (startS: number) =>
          `flow=${[...SENDER_SETTINGS[point.sender], `beta-ecn=${point.beta}`, "rtt=100ms", `start=${startS}s`].join(",")}`;
        return [
          QUEUE_URL[point.aqm],
          `capacity=10Mbps&${HOSTS_URL[point.sender]}&${NOISE_URL}&duration=${durationS(point.flows)}s&warmup=0s&seed=${point.seed}`,
          ...starts.map(flow),
        ].join("&");
      },
    ),
  read: (snapshot, job) => {
    const fairness = jainRunningAt(snapshot, timesOf(job.scenario.flows.length));
    const known = fairness.filter((value) => value !== null);
    const mid = mean(known);
    return { fairness, meanFairness: mid === null ? null : rounded(mid) };
  },
  reduce: (readings, size) => ({
    figures: cross({ sender: SENDERS, flows: COUNTS }).map(({ sender, flows }) =>
      figure(readings, size, sender, flows),
    ),
    heatMaps: [],
    tables: [],
    claims: countsOf(size).flatMap((flows) => noHarm(readings, size, flows)),
  }),
};

function countsOf(size: Size): readonly number[] {
  return size === "full" ? COUNTS : [2];
}

function loadsOf(size: Size): Load[] {
  return cross({ sender: SENDERS, flows: countsOf(size), aqm: AQMS });
}

function durationS(flows: number): number {
  return (flows - 1) * JOIN_EVERY_S + AFTER_LAST_S;
}

/** From just after the second flow's start on: before it there is nothing to share. */
function timesOf(flows: number): number[] {
  return times(JOIN_EVERY_S + 0.5, durationS(flows), POINTS);
}

function keysOf({ sender, flows, aqm }: Load, beta: number, size: Size): string[] {
  return runsOf(size).map((seed) => keyOf({ sender, flows, aqm, beta, seed }));
}

function figure(readings: Readings, size: Size, sender: Sender, flows: number): Figure {
  return {
    id: `${sender}-${flows}`,
    title: `F(t) with ${flows} ${SENDER_LABEL[sender]} flows`,
    kind: "lines",
    x: { label: "Time", unit: "s", scale: "linear" },
    y: { label: "F(t)", unit: "", scale: "linear", from: 0, to: 1 },
    series: cross({ aqm: AQMS, beta: BETAS[sender] }).map(({ aqm, beta }) => {
      const keys = keysOf({ sender, flows, aqm }, beta, size);
      const means = columnsOf(readings, keys, "fairness").map((column) => {
        const mid = mean(column);
        return mid === null ? null : rounded(mid, 4);
      });
      return {
        label: `${AQM_LABEL[aqm]}, β_ecn ${beta}`,
        x: timesOf(flows).slice(0, means.length),
        y: means,
        jobs: means.map(() => keys[0]),
      };
    }),
  };
}

interface FairnessChange {
  readonly change: number;
  /** Of `change`; 0 with one run, which has no spread. */
  readonly standardError: number;
}

/** Mean F over time and runs with ABE less that without; null until each has a run. */
function fairnessChange(readings: Readings, load: Load, size: Size): FairnessChange | null {
  const [without, withAbe] = BETAS[load.sender].map((beta) =>
    valuesOf(readings, keysOf(load, beta, size), "meanFairness"),
  );
  const [before, after] = [mean(without), mean(withAbe)];
  if (before === null || after === null) return null;
  const variance = (values: readonly number[]) => (standardDeviation(values) ?? 0) ** 2 / values.length;
  return { change: after - before, standardError: Math.sqrt(variance(without) + variance(withAbe)) };
}

function noHarm(readings: Readings, size: Size, flows: number): Claim[] {
  const loads = cross({ sender: SENDERS, flows: [flows], aqm: AQMS });
  return checked(
    {
      id: `no-consistent-harm-${flows}`,
      text: `β_ecn does no consistent harm to fairness while ${flows} flows join.`,
      paper: "shape",
      tolerance: `Mean F over time and runs: on average over both senders and queues at most ${HARM} lower with ABE, and not lower in every case by more than chance (${CHANCE} standard errors).`,
      ...causeOf(size),
    },
    loads.map((load) => fairnessChange(readings, load, size)),
    (...all) => {
      const changes = all.map(({ change }) => change);
      const average = mean(changes) ?? 0;
      const lower = all.filter(({ change, standardError }) => change < -CHANCE * standardError).length;
      return {
        ours: `${signed(average)} on average (${signed(Math.min(...changes))} to ${signed(Math.max(...changes))}), lower by more than chance in ${lower} of ${loads.length} cases`,
        holds: average >= -HARM && lower < loads.length,
      };
    },
  );
}

function signed(value: number): string {
  return `${value < 0 ? "−" : "+"}${Math.abs(value).toFixed(3)}`;
}

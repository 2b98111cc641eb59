/** What ten CUBIC flows with ABE get beside ten NewReno flows without ECN: figures 11 and 12. */
import type { Snapshot } from "../../engine/index.ts";
import { checked } from "../claim.ts";
import type { Claim, Experiment, Figure, Reading, Readings, Series, Size } from "../experiment.ts";
import { cross, jobsOf, keyOf, seeds, valuesOf } from "../grid.ts";
import { rangeText } from "../range-text.ts";
import { spreadSeries } from "../series.ts";
import { mean, rounded } from "../statistics.ts";
import {
  AQM_LABEL,
  type Aqm,
  CHOSEN,
  causeOf,
  HOSTS_URL,
  NOISE_URL,
  QUEUE_URL,
  SENDER_SETTINGS,
} from "./chosen.ts";
import { ABE } from "./paper.ts";

const RTTS = [20, 80, 160, 320];
const BETAS = [0.7, 0.75, 0.8, 0.85, 0.9];
const FLOWS = 10;

/** Slow start is over by then; five minutes follow. */
const WARMUP_S = 30;
const COUNTED_S = 300;

export interface RatioFigure {
  readonly id: "abe-11" | "abe-12";
  readonly where: string;
  readonly aqm: Aqm;
}

export function ratioExperiment({ id, where, aqm }: RatioFigure): Experiment {
  return {
    id,
    paper: ABE,
    where,
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
    jobs: (size) => jobsOf(pointsOf(size), (point) => urlOf(aqm, point, size)),
    read: readRatio,
    reduce: (readings, size) => ({
      figures: [figure(readings, size, aqm)],
      heatMaps: [],
      tables: [],
      claims: [
        ...meanInRange(readings, size, 0.85, 1.25, 2),
        ...meanInRange(readings, size, 0.9, 1.25, 2.5),
        ...eachInRange(readings, size),
        ...withinErrorBars(readings, size),
        // One number, without a word on the queue: checked once.
        ...(aqm === "codel" ? cycles(readings, size) : []),
      ],
    }),
  };
}

function pointsOf(size: Size) {
  return size === "full"
    ? cross({ rtt: RTTS, beta: BETAS, seed: seeds(3) })
    : cross({ rtt: [20, 160], beta: [0.7, 0.85, 0.9], seed: seeds(1) });
}

function urlOf(aqm: Aqm, point: { rtt: number; beta: number; seed: number }, size: Size): string {
  const countedS = size === "full" ? COUNTED_S : COUNTED_S / 5;
  const { rtt, beta, seed } = point;
  const cubic = [...SENDER_SETTINGS.cubic, `beta-ecn=${beta}`, `rtt=${rtt}ms`, `count=${FLOWS}`].join(",");
  const newreno = [...SENDER_SETTINGS.newreno, "ecn=off", `rtt=${rtt}ms`, `count=${FLOWS}`].join(",");
  return `${QUEUE_URL[aqm]}&capacity=10Mbps&${HOSTS_URL.cubic}&${NOISE_URL}&seed=${seed}&warmup=${WARMUP_S}s&duration=${WARMUP_S + countedS}s&flow=${cubic}&flow=${newreno}`;
}

function readRatio({ results }: Snapshot): Reading {
  const bytes = (group: number) =>
    results.flows
      .filter((flow) => flow.group === group)
      .reduce((sum, { bytesReceived }) => sum + bytesReceived, 0);
  const [cubic, newreno] = [bytes(0), bytes(1)];
  const timeouts = (group: number) =>
    results.flows.filter((flow) => flow.group === group).reduce((sum, { rtos }) => sum + rtos, 0);
  return {
    cubicBytes: cubic,
    newrenoBytes: newreno,
    ratio: newreno === 0 ? null : rounded(cubic / newreno),
    cubicReductions: mean(results.flows.filter(({ group }) => group === 0).map((flow) => flow.ecnReductions)),
    cubicTimeouts: timeouts(0),
    newrenoTimeouts: timeouts(1),
  };
}

/** Of the runs over these round trips. */
function ratios(
  readings: Readings,
  size: Size,
  beta: number,
  rtts: readonly number[],
  field = "ratio",
): number[] {
  const points = pointsOf(size).filter((point) => point.beta === beta && rtts.includes(point.rtt));
  return valuesOf(
    readings,
    points.map((point) => keyOf(point)),
    field,
  );
}

function betasOf(size: Size): number[] {
  return BETAS.filter((beta) => pointsOf(size).some((point) => point.beta === beta));
}

function rttsOf(size: Size): number[] {
  return RTTS.filter((rtt) => pointsOf(size).some((point) => point.rtt === rtt));
}

function figure(readings: Readings, size: Size, aqm: Aqm): Figure {
  const byRtt = rttsOf(size).map((rtt) =>
    spreadSeries(
      `${rtt} ms`,
      betasOf(size).map((beta) => ({
        x: beta,
        values: ratios(readings, size, beta, [rtt]),
        job: keyOf({ rtt, beta, seed: 1 }),
      })),
    ),
  );
  const all: Series = {
    label: "mean over round trips",
    x: betasOf(size),
    y: betasOf(size).map((beta) => mean(ratios(readings, size, beta, RTTS))),
  };
  return {
    id: "ratio",
    title: `Throughput of CUBIC with ABE over NewReno without ECN, ${AQM_LABEL[aqm]}`,
    kind: "lines",
    x: { label: "β_ecn", unit: "", scale: "linear" },
    y: { label: "Ratio", unit: "", scale: "linear", from: 0 },
    series: [
      ...byRtt,
      all,
      { label: "paper, least", x: [0.7, 0.85], y: [1.25, 1.25], source: "paper" },
      { label: "paper, most", x: [0.7, 0.85, 0.9], y: [2, 2, 2.5], source: "paper" },
    ],
  };
}

/** The mean over round trips, for all β_ecn up to `upTo`, or for 0.9 alone. */
function meanInRange(readings: Readings, size: Size, upTo: number, least: number, most: number): Claim[] {
  const betas = betasOf(size).filter((beta) => (upTo === 0.9 ? beta === 0.9 : beta <= upTo));
  const isRange = betas.length > 1;
  return checked(
    {
      id: isRange ? "mean-ratio" : "mean-ratio-0.9",
      text: isRange
        ? "The mean ratio is between 1.25 and 2 for β_ecn 0.7 to 0.85."
        : "The mean ratio is up to about 2.5 with β_ecn 0.9.",
      paper: isRange ? "1.25 to 2" : "up to 2.5",
      tolerance: "The mean over all round trips and runs, as the paper gives it.",
      ...causeOf(size),
    },
    betas.map((beta) => mean(ratios(readings, size, beta, RTTS))),
    (...means) => ({
      ours: means.map((value) => value.toFixed(2)).join(", "),
      holds: Math.min(...means) >= least && Math.max(...means) <= most,
    }),
  );
}

/** Why single round trips leave the range that the paper gives for the mean. */
function outside(readings: Readings, size: Size): string {
  const shortest = (field: string) =>
    betasOf(size).flatMap((beta) => ratios(readings, size, beta, [RTTS[0]], field));
  const means = (betas: readonly number[], rtts: readonly number[]) =>
    cross({ beta: betas, rtt: rtts }).flatMap(
      ({ beta, rtt }) => mean(ratios(readings, size, beta, [rtt])) ?? [],
    );
  const waits = (field: string) => rangeText(shortest(field), 0);
  return `At ${RTTS[0]} ms twenty flows have about two segments each: NewReno, whose packets are dropped, waits for ${waits("newrenoTimeouts")} timeouts in five minutes, CUBIC, whose packets are marked, for ${waits("cubicTimeouts")}, and the ratio is ${rangeText(means(betasOf(size), [RTTS[0]]), 1)}. At 80 and 160 ms CUBIC follows its Reno-friendly window, which grows too slowly where an ACK stands for two segments: with 0.7 the ratio is ${rangeText(means([0.7], [80, 160]), 1)}. At 320 ms the cubic curve is ahead.`;
}

function eachInRange(readings: Readings, size: Size): Claim[] {
  const cells = cross({ rtt: rttsOf(size), beta: betasOf(size).filter((beta) => beta <= 0.85) });
  return checked(
    {
      id: "each-round-trip",
      text: "So it is at each round trip.",
      basis: "ours",
      paper: "1.25 to 2",
      tolerance:
        "A stricter reading than the paper's words: the mean over runs of each round trip and β_ecn.",
      ...causeOf(size, outside(readings, size)),
    },
    cells.map(({ rtt, beta }) => mean(ratios(readings, size, beta, [rtt]))),
    (...means) => {
      const inside = means.filter((value) => value >= 1.25 && value <= 2).length;
      const [low, high] = [Math.min(...means), Math.max(...means)];
      return {
        ours: `${inside} of ${means.length}, from ${low.toFixed(2)} to ${high.toFixed(2)}`,
        holds: inside === means.length,
      };
    },
  );
}

function withinErrorBars(readings: Readings, size: Size): Claim[] {
  const base = ratios(readings, size, 0.7, RTTS);
  const betas = betasOf(size).filter((beta) => beta > 0.7 && beta <= 0.85);
  return checked(
    {
      id: "within-error-bars",
      text: "β_ecn 0.75 to 0.85 lie within the error bars of 0.7.",
      paper: "shape",
      tolerance:
        "Error bars taken as from the smallest to the largest ratio with 0.7, over all round trips and runs.",
      ...causeOf(size),
    },
    betas.map((beta) => (base.length === 0 ? null : mean(ratios(readings, size, beta, RTTS)))),
    (...means) => {
      const [low, high] = [Math.min(...base), Math.max(...base)];
      return {
        ours: `${means.map((value) => value.toFixed(2)).join(", ")} within ${low.toFixed(2)} to ${high.toFixed(2)}`,
        holds: means.every((value) => value >= low && value <= high),
      };
    },
  );
}

/** The paper on the length of its runs, with β as it is. */
const CYCLES = 133;

function cycles(readings: Readings, size: Size): Claim[] {
  const points = pointsOf(size).filter(({ rtt, beta }) => rtt === 320 && beta === 0.7);
  const counts = valuesOf(
    readings,
    points.map((point) => keyOf(point)),
    "cubicReductions",
  );
  return checked(
    {
      id: "cycles",
      text: `A run at 320 ms covers ${CYCLES} cycles.`,
      paper: String(CYCLES),
      tolerance: `Within a third. Counted: reductions of one CUBIC flow with β_ecn 0.7 in the ${COUNTED_S} s, mean over flows and runs; the paper does not say of which sender.`,
      ...causeOf(size),
    },
    [mean(counts)],
    (ours) => ({ ours: ours.toFixed(0), holds: Math.abs(ours - CYCLES) <= CYCLES / 3 }),
  );
}

/** Reads what is stored of these runs: losses, throughput, queue and sojourn time, over time and as single numbers. */
import { type BucketSeries, jainIndex, QUEUE_EVENT, type Snapshot } from "../../engine/index.ts";
import { mean, rounded, standardDeviation } from "../../lib/statistics.ts";
import type { RunValues } from "../experiment.ts";
import { cumulativeAt, middlesS, perFlow, ratesBps, readLink, resample } from "../read-run.ts";
import { DURATION_S, FLOW_TIMES } from "./paper.ts";

/** Windows of time for the series. */
const WINDOWS = { fromS: 0, toS: DURATION_S, n: 140 };
const RATE_WINDOWS = { fromS: 0, toS: DURATION_S, n: 70 };

export const windowTimesS: readonly number[] = middlesS(WINDOWS);
export const rateTimesS: readonly number[] = middlesS(RATE_WINDOWS);
export const lossTimesS: readonly number[] = [0, ...windowTimesS.map((s) => s + 0.25)];

/** Interval in which the first flows start. */
const START_S = { fromS: 1, toS: 11 };
/** Part of the run in which all flows of a scenario have joined and none has left. */
const STEADY_S = { fromS: 12, toS: 40 };
/** Part of the run in which the paper examines the fairness of ten flows at 500 Mbps. The last of them start at 10 s. */
const ALL_ON_S = { fromS: 10, toS: 40 };
/** Part of the run in which the paper examines the fairness of five flows, after flows 2 and 5 have left. */
const LATE_S = { fromS: 40, toS: 55 };

type Span = typeof START_S;

/** Reads the number of lost segments. */
export function readLosses(snapshot: Snapshot): RunValues {
  const { marks, dropsAqm, dropsOverflow } = readLink(snapshot);
  const retransmissions = perFlow(snapshot, (flow) => flow.retransmissions);
  return {
    lost: Number(dropsAqm) + Number(dropsOverflow),
    lostToOverflow: dropsOverflow,
    marks,
    retransmissions: retransmissions.reduce<number>((sum, n) => sum + (n ?? 0), 0),
  };
}

/** Reads the number of losses up to each time of `lossTimesS`; empty if events had to be removed from the log. */
export function readLossesOverTime(snapshot: Snapshot): RunValues {
  const { stride, timeS, kind } = snapshot.links[0].events;
  if (stride > 1) return readLosses(snapshot);
  const isLoss = (i: number) => kind[i] === QUEUE_EVENT.aqmDrop || kind[i] === QUEUE_EVENT.overflowDrop;
  const times = [...timeS].filter((_, i) => isLoss(i));
  return { ...readLosses(snapshot), lostBy: lossTimesS.map((atS) => times.filter((s) => s <= atS).length) };
}

/** Reads the throughput of the flows over time, and the fairness in the parts of the run that the paper examines. */
export function readThroughput(snapshot: Snapshot): RunValues {
  const { samples } = snapshot;
  const received = samples.receivedBytes;
  const rates = received.map((column, i) => [`flow${i + 1}Bps`, ratesBps(samples, column, RATE_WINDOWS)]);
  const bytesOf = (i: number, { fromS, toS }: Span) =>
    cumulativeAt(samples, received[i], toS) - cumulativeAt(samples, received[i], fromS);
  const sumBps = (span: Span) => {
    const bytes = received.reduce((sum, _, i) => sum + bytesOf(i, span), 0);
    return rounded((bytes * 8) / (span.toS - span.fromS));
  };
  const jainOf = (span: Span) =>
    rounded(jainIndex(flowsOnIn(span, received.length).map((i) => bytesOf(i, span))));
  return {
    ...readLosses(snapshot),
    utilisation: readLink(snapshot).utilisation,
    startBps: sumBps(START_S),
    steadyBps: sumBps(STEADY_S),
    jain12To40: jainOf(STEADY_S),
    jain10To40: jainOf(ALL_ON_S),
    jain40To55: jainOf(LATE_S),
    ...Object.fromEntries(rates),
  };
}

/** Returns the indices of the flows that are on during the whole interval, among the first `count` rows of Table 1. */
function flowsOnIn({ fromS, toS }: Span, count: number): number[] {
  const rows = FLOW_TIMES.slice(0, count).map(([startS, stopS], i) => ({ startS, stopS, i }));
  return rows.filter(({ startS, stopS }) => startS <= fromS && stopS >= toS).map(({ i }) => i);
}

/** Reads the queue length over time. */
export function readQueue(snapshot: Snapshot): RunValues {
  return readSeries(snapshot.links[0].queue.lengthPackets);
}

/** Reads the sojourn time over time. */
export function readSojourn(snapshot: Snapshot): RunValues {
  const { delayMeanMs, delayP50Ms, delayP99Ms } = readLink(snapshot);
  return { ...readSeries(snapshot.links[0].queue.sojournMs), delayMeanMs, delayP50Ms, delayP99Ms };
}

function readSeries(series: BucketSeries): RunValues {
  const values = [...series.last].filter((value) => !Number.isNaN(value));
  return {
    mean: rounded(mean(values)),
    deviation: rounded(standardDeviation(values)),
    largest: rounded(Math.max(...series.max.filter((value) => !Number.isNaN(value)))),
    windowLast: resample(series, WINDOWS),
    windowMin: resample(series, WINDOWS, "min"),
    windowMax: resample(series, WINDOWS, "max"),
  };
}

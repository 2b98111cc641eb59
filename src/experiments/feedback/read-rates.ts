/** Throughput in the feedback paper's runs: over time, and on average in each phase, beside the fair share. */
import type { Snapshot } from "../../engine/index.ts";
import type { Figure, Job, Reading, Readings, Series, Size } from "../experiment.ts";
import { listOf } from "../grid.ts";
import { cumulativeAt, middlesS, ratesBps } from "../read-run.ts";
import { rounded } from "../statistics.ts";
import { durationS, type Feedback, FLOW_NAMES, keysOf, type Phase, phasesOf, phasesOfRun } from "./runs.ts";

const WINDOW_S = 0.5;
/** The first second of a phase is the change itself. */
const SETTLING_S = 1;
const MEGABIT = 1e6;

const partOf = (endS: number) => ({ fromS: 0, toS: endS, n: Math.round(endS / WINDOW_S) });

/** Of these flows: rate in each window, and in each phase of the run. */
export function readRates(flows: readonly number[]): (snapshot: Snapshot, job: Job) => Reading {
  return ({ samples, nowS }, { scenario }) => {
    const phases = phasesOfRun(scenario);
    const entries = flows.flatMap((flow) => {
      const column = samples.receivedBytes[flow];
      const inPhase = ({ fromS, toS }: Phase) => {
        const startS = fromS + SETTLING_S;
        if (toS <= startS) return null;
        const bytes = cumulativeAt(samples, column, toS) - cumulativeAt(samples, column, startS);
        return rounded((bytes * 8) / (toS - startS));
      };
      return [
        [`${FLOW_NAMES[flow]}.windowBps`, ratesBps(samples, column, partOf(nowS))],
        [`${FLOW_NAMES[flow]}.phaseBps`, phases.map(inPhase)],
      ];
    });
    return Object.fromEntries(entries);
  };
}

/** Rate over fair share of a flow in one phase of one run. */
export interface ShareSample {
  readonly flow: string;
  readonly phase: string;
  readonly ratio: number;
}

/** Of all runs of a way, while the flow is on. */
export function shareSamples(
  way: Feedback,
  flows: readonly number[],
  readings: Readings,
  size: Size,
): ShareSample[] {
  const phases = phasesOf(size);
  return keysOf(way, size).flatMap((key) =>
    flows.flatMap((flow) => {
      const rates = listOf(readings.get(key), `${FLOW_NAMES[flow]}.phaseBps`);
      return phases.flatMap(({ label, shareBps }, i) => {
        const [rate, share] = [rates[i] ?? null, shareBps[flow]];
        if (rate === null || Number.isNaN(share)) return [];
        return [{ flow: FLOW_NAMES[flow], phase: label, ratio: rate / share }];
      });
    }),
  );
}

/** Lines of throughput, and the share of the last line's flow. */
export function rateFigure(id: string, title: string, lines: readonly RateLine[], size: Size): Figure {
  const flow = lines[lines.length - 1].flow;
  return {
    id,
    title,
    kind: "lines",
    x: { label: "Time", unit: "s", scale: "linear" },
    y: { label: "Throughput", unit: "Mbps", scale: "linear", from: 0 },
    series: [...lines.map(({ series }) => series), shareSeries(flow, size)],
  };
}

export interface RateLine {
  readonly flow: number;
  readonly series: Series;
}

/** A flow in the first run of a way. */
export function rateLine(
  way: Feedback,
  flow: number,
  label: string,
  readings: Readings,
  size: Size,
): RateLine {
  const [key] = keysOf(way, size);
  const reading = readings.get(key);
  const x = middlesS(partOf(durationS(size)));
  const rates = listOf(reading, `${FLOW_NAMES[flow]}.windowBps`);
  const y = x.map((_, i) => {
    const rate = rates[i] ?? null;
    return rate === null ? null : rate / MEGABIT;
  });
  return { flow, series: { label, x, y, jobs: x.map(() => (reading === undefined ? null : key)) } };
}

/** Proportionally fair, with an upright edge at each change. */
function shareSeries(flow: number, size: Size): Series {
  const phases = phasesOf(size);
  const share = ({ shareBps }: Phase) =>
    Number.isNaN(shareBps[flow]) ? null : (rounded(shareBps[flow]) ?? 0) / MEGABIT;
  return {
    label: "proportionally fair share",
    x: phases.flatMap(({ fromS, toS }) => [fromS, toS]),
    y: phases.flatMap((phase) => [share(phase), share(phase)]),
    source: "model",
  };
}

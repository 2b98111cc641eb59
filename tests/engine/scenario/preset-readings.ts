/** What the checks of presets' sentences read of a run. */
import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import {
  type BucketSeries,
  FLOW_EVENT,
  type FlowDelay,
  type Preset,
  type Snapshot,
} from "../../../src/engine/index.ts";
import { Simulation } from "../../../src/engine/simulator.ts";
import { flowDelaysOf } from "../../../src/engine/trace/flow-delays.ts";
import { cumulativeAt, lastAt, ratesBps } from "../../../src/experiments/read-run.ts";

export interface PresetRun extends Snapshot {
  readonly preset: Preset;
}

const TRACES = resolve(import.meta.dirname, "../../../public/traces");

interface Cut {
  readonly timeS: number;
  readonly flow: number;
  readonly kind: number;
  readonly before: number;
  readonly factor: number;
}

/** Reductions from a time on: slow start's peak is none of the sawtooth's. */
export function cuts({ flowEvents }: PresetRun, fromS = 10): Cut[] {
  const { timeS, flow, kind, before, after } = flowEvents;
  return [...timeS.keys()]
    .map((i) => ({
      timeS: timeS[i],
      flow: flow[i],
      kind: kind[i],
      before: before[i],
      factor: after[i] / before[i],
    }))
    .filter((cut) => cut.kind !== FLOW_EVENT.slowStartExit && cut.timeS >= fromS);
}

/** cwnd is in whole segments. */
function isNear({ before, factor }: Cut, share: number): boolean {
  return Math.abs(before * (factor - share)) <= 1;
}

/** Every reduction is for a mark, or for a loss, and keeps that much. */
export function keeps(share: number, kind: number = FLOW_EVENT.ecnReduction, fromS = 10) {
  return (run: PresetRun) => {
    const all = cuts(run, fromS);
    return all.length > 0 && all.every((cut) => cut.kind === kind && isNear(cut, share));
  };
}

export const within = (value: number, from: number, to: number) => value >= from && value <= to;
const utilisation = ({ results }: PresetRun) => results.links[0].utilisation;
export const isPartlyIdle = (run: PresetRun) => within(utilisation(run), 0.6, 0.95);
export const goodputs = ({ results }: PresetRun) => results.flows.map(({ goodputBps }) => goodputBps);
export const delay = ({ results }: PresetRun, link = 0) =>
  results.links[link].sojournMs ?? { p50: Number.NaN, p99: Number.NaN, mean: Number.NaN, max: Number.NaN };
export const srttMs = ({ results }: PresetRun, flow: number) =>
  results.flows[flow].srttMs?.mean ?? Number.NaN;
export const ofFlows = ({ preset }: PresetRun) => preset.scenario.flows;

/** Mean rates of a flow in whole seconds, in Mbps. */
export function mbpsPerSecond({ samples, nowS }: PresetRun, flow: number): number[] {
  const n = Math.floor(nowS);
  return ratesBps(samples, samples.receivedBytes[flow], { fromS: 0, toS: n, n }).map(
    (bps) => (bps ?? 0) / 1e6,
  );
}

export function goodputBetween({ samples }: PresetRun, flow: number, fromS: number, toS: number): number {
  const column = samples.receivedBytes[flow];
  return ((cumulativeAt(samples, column, toS) - cumulativeAt(samples, column, fromS)) * 8) / (toS - fromS);
}

export function valuesFrom({ startS, bucketS, last, length }: BucketSeries, fromS: number): number[] {
  const values = [...last.subarray(Math.max(0, Math.ceil((fromS - startS) / bucketS)), length)];
  return values.filter((value) => !Number.isNaN(value));
}

/** Segments per round trip between two cuts of a flow in a row, as a list. */
export function growthPerRound(run: PresetRun, flow: number): number[] {
  const own = cuts(run).filter((cut) => cut.flow === flow);
  return own.slice(1).map((cut, i) => {
    const rounds = ((cut.timeS - own[i].timeS) * 1000) / srttMs(run, flow);
    return (cut.before - own[i].before * own[i].factor) / rounds;
  });
}

/** Over all cycles together, so that short ones weigh little; in the round of a cut cwnd does not grow. */
export function meanGrowthPerRound(run: PresetRun, flow: number): number {
  const own = cuts(run).filter((cut) => cut.flow === flow);
  const grown = own.slice(1).reduce((sum, cut, i) => sum + cut.before - own[i].before * own[i].factor, 0);
  const spanMs = (own[own.length - 1].timeS - own[0].timeS) * 1000;
  return grown / (spanMs / srttMs(run, flow) - (own.length - 1));
}

/** Between two cuts cwnd is no straight line: steep at one place and nearly flat at another. */
export function growsInCurves(run: PresetRun): boolean {
  const all = cuts(run);
  const { cwnd } = run.flows[0];
  return all.slice(1).every((cut, i) => {
    const spanS = cut.timeS - all[i].timeS;
    const parts = Array.from(
      { length: 9 },
      (_, part) => lastAt(cwnd, all[i].timeS + (part + 1) * 0.1 * spanS) ?? 0,
    );
    const steps = parts.slice(1).map((value, part) => value - parts[part]);
    return Math.max(...steps) >= 3 * Math.max(1, Math.min(...steps));
  });
}

const kernelCwnd = new Map<string, { t: number; cwnd: number }[]>();

function kernelTrace({ preset }: PresetRun): { t: number; cwnd: number }[] {
  const name = preset.trace ?? "";
  const rows =
    kernelCwnd.get(name) ??
    readFileSync(join(TRACES, `${name}.csv`), "utf8")
      .trim()
      .split("\n")
      .slice(1)
      .map((line) => line.split(","))
      .map(([t, , cwnd]) => ({ t: Number(t), cwnd: Number(cwnd) }));
  kernelCwnd.set(name, rows);
  return rows;
}

/** On average over time, past what the figures leave out. */
export function isNearTheKernel(run: PresetRun): boolean {
  const theirs = kernelTrace(run).filter(({ t }) => t >= 30);
  const mean = theirs.reduce((sum, { cwnd }) => sum + cwnd, 0) / theirs.length;
  const ours = run.results.flows[0].cwndSegments?.mean ?? Number.NaN;
  return within(ours / mean, 0.85, 1.15);
}

export function signalsOf({ links }: PresetRun, link: number, flow: number, kind: number): number {
  const { events } = links[link];
  return [...events.kind.keys()].filter((i) => events.kind[i] === kind && events.flow[i] === flow).length;
}

/** At the first link. */
export function delaysByFlow({ preset: { scenario }, nowS }: PresetRun): readonly FlowDelay[] {
  const counting = flowDelaysOf(scenario, (witness) => new Simulation(scenario, witness), 0, nowS);
  for (let step = counting.next(); ; step = counting.next()) if (step.done === true) return step.value.flows;
}

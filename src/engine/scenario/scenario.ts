/** What a run is. Same Scenario = the same bits of results, in every JS engine and every slicing of the run. */
import type { ParamValue, ParamValues } from "../params/param.ts";

export interface Scenario {
  /** Format version of scenario files and URLs. */
  readonly v: 1;
  /** Parameters of `scenario/run-params.ts`: duration, warmup, seed. */
  readonly run: ParamValues;
  /** Parameters of the path: capacity. */
  readonly path: ParamValues;
  readonly queue: QueueSpec;
  /** Parameters of `tcp/tcp-params.ts`, shared by all connections: sack, delayed-ack, recovery, … */
  readonly tcp: ParamValues;
  readonly flows: readonly FlowSpec[];
  /** Changes in mid-run, in order of time. */
  readonly changes: readonly Change[];
}

export interface QueueSpec {
  /** Id in the registry of queue disciplines. */
  readonly aqm: string;
  /** Parameters shared by all queues (limit) and those of the discipline. */
  readonly params: ParamValues;
}

/** A group of `count` equal flows. */
export interface FlowSpec {
  /** Id in the registry of congestion controls. */
  readonly cc: string;
  readonly count: number;
  /** Parameters of `traffic/flow-params.ts` (ecn, rtt, start, stop, size) and those of the congestion control. */
  readonly params: ParamValues;
}

/**
 * One parameter takes a new value at a time. `id` is a declared parameter id, or "aqm" or "cc" to replace the
 * algorithm itself. `flow` is the index of a FlowSpec; null means: every place that declares `id`.
 */
export interface Change {
  readonly atS: number;
  readonly flow: number | null;
  readonly id: string;
  readonly value: ParamValue;
}

/** Something in a scenario text, file or flag that was not allowed, and what was used instead. */
export interface Problem {
  /** Where: "beta-ecn", "flow 2: rtt", "aqm". */
  readonly field: string;
  /** What was given, as text. */
  readonly given: string;
  /** What is allowed: "0.5 to 0.99", "droptail, codel, pie, pie-linux". */
  readonly allowed: string;
  /** What the nearest valid scenario has there, as text. */
  readonly used: string;
  /** The whole as one sentence for people. */
  readonly message: string;
  /** The sentence without what was used instead, for a face that refuses. */
  readonly fault?: string;
  /** True where a setting was left out that has no effect on this scenario: the run is what was asked for. */
  readonly harmless?: true;
}

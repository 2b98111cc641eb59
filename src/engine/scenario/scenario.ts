/** What a run is. Same Scenario = the same bits of results, in every JS engine and every slicing of the run. */
import type { ParamValue, ParamValues } from "../params/param.ts";
import type { FORMAT_VERSION } from "./format-versions.ts";

export interface Scenario {
  /** Format version of scenario files and URLs. */
  readonly v: typeof FORMAT_VERSION;
  /** Parameters of `scenario/run-params.ts`: duration, warmup, seed. */
  readonly run: ParamValues;
  readonly path: PathSpec;
  /** Of every link that has none of its own. */
  readonly queue: QueueSpec;
  /** Parameters of `tcp/tcp-params.ts`, shared by all connections: sack, delayed-ack, min-rto, … */
  readonly tcp: ParamValues;
  readonly flows: readonly FlowSpec[];
  /** Changes in mid-run, in order of time. */
  readonly changes: readonly Change[];
  /** Texts of programs of one's own that are among its algorithms; absent: none. */
  readonly programs?: readonly string[];
}

/** Links and routes: a topology of the registry with its parameters, or a path of one's own. */
export interface PathSpec {
  /** Id in the registry of topologies. */
  readonly topology: string;
  /** The topology's declared parameters (dumbbell: capacity, loss, …). */
  readonly params: ParamValues;
  /** What single links have beyond what the topology says; of topology "custom": the links themselves. */
  readonly links: readonly LinkSetting[];
  /** Of topology "custom" only: its routes, the first one the default. */
  readonly routes: readonly RouteSpec[];
}

export interface LinkSetting {
  readonly id: string;
  /** Nodes by name; of a custom path only, "" elsewhere. */
  readonly from: string;
  readonly to: string;
  /** Some of LINK_PARAMS; those absent are as the topology says (custom: the defaults). */
  readonly params: ParamValues;
  /** Null: the scenario's queue, or what the topology puts there. */
  readonly queue: QueueSpec | null;
}

/** The links that packets of a flow pass. */
export interface RouteSpec {
  readonly id: string;
  readonly label: string;
  /** Link ids from sender to receiver; at least one. */
  readonly forward: readonly string[];
  /** Link ids that ACKs queue in; empty: ACKs come back over an ideal link, with the delay of the way there. */
  readonly back: readonly string[];
}

export interface QueueSpec {
  /** Id in the registry of queue disciplines. */
  readonly aqm: string;
  /** Parameters shared by all queues (limit) and those of the discipline. */
  readonly params: ParamValues;
}

/** A group of `count` equal flows. */
export interface FlowSpec {
  /** Id in the registry of congestion controls; kept, but without effect, where the traffic is no TCP. */
  readonly cc: string;
  /** Id in the registry of traffic. */
  readonly traffic: string;
  readonly count: number;
  /**
   * Parameters of `traffic/flow-params.ts` (ecn, rtt, start, stop, route, recovery), those of the congestion control (unless
   * the traffic is no TCP, which has no ecn and no recovery either) and those of the traffic. `route`: a route's id, "" the path's first.
   */
  readonly params: ParamValues;
}

/**
 * One parameter takes a new value at a time. `id` is a declared parameter id, or "aqm" or "cc" to replace the
 * algorithm itself. `flow` is the index of a FlowSpec, `link` a link's id; both null means: every place that declares
 * `id` (of links: those that share the scenario's queue).
 */
export interface Change {
  readonly atS: number;
  readonly flow: number | null;
  readonly link: string | null;
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
  /** True where nothing has to be corrected: the setting has no effect on this scenario, or no longer exists. */
  readonly harmless?: true;
  /** True where the setting or value no longer exists, so that the run can differ from what it was. */
  readonly isRemoved?: true;
}

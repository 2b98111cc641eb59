/**
 * The definition of a run. The same Scenario gives the same results to the bit, in every JavaScript engine, no matter into how
 * many steps the run is divided.
 */
import { type CustomPrograms, programTexts } from "../custom/scenario-programs.ts";
import type { ParamValue, ParamValues } from "../params/param.ts";

/** Version of the format of files and URLs. Version 1 can still be read. */
export const FORMAT_VERSION = 2;

/** Everything that determines a run. */
export interface Scenario {
  /** Format version of scenario files and URLs. */
  readonly v: typeof FORMAT_VERSION;
  /** Parameters of `scenario/run-params.ts`: duration, warmup, seed. */
  readonly run: ParamValues;
  readonly path: PathSpec;
  /** Queue of every link that does not define its own. */
  readonly queue: QueueSpec;
  /** Parameters of `tcp/tcp-params.ts`, shared by all connections: sack, delayed-ack, min-rto, … */
  readonly tcp: ParamValues;
  readonly flows: readonly FlowSpec[];
  /** Changes that happen during the run, in order of time. */
  readonly changes: readonly Change[];
  /** The custom programs that the scenario uses as algorithms; absent if it uses none. */
  readonly programs?: CustomPrograms;
}

/** Links and routes: a topology of the registry with its parameters, or a custom path. */
export interface PathSpec {
  /** Id in the registry of topologies. */
  readonly topology: string;
  /** The topology's declared parameters (dumbbell: capacity, loss, …). */
  readonly params: ParamValues;
  /** Settings of single links, where they differ from the topology. For topology "custom": all links. */
  readonly links: readonly LinkSetting[];
  /** Routes of topology "custom", the default route first. Empty for every other topology. */
  readonly routes: readonly RouteSpec[];
}

/** Settings of one link. */
export interface LinkSetting {
  readonly id: string;
  /** Names of the nodes at the ends of the link; "" unless the path is custom. */
  readonly from: string;
  readonly to: string;
  /** Some of LINK_PARAMS. A missing parameter has the topology's value; on a custom path, the default. */
  readonly params: ParamValues;
  /** Queue of the link; null if the link uses the queue of the scenario or of the topology. */
  readonly queue: QueueSpec | null;
}

/** A route: the links that the packets of a flow pass. */
export interface RouteSpec {
  readonly id: string;
  readonly label: string;
  /** Link ids from sender to receiver; at least one. */
  readonly forward: readonly string[];
  /** Ids of the links that ACKs pass. If empty, ACKs return over an ideal link that has the delay of the forward path. */
  readonly back: readonly string[];
}

/** A queue discipline with its parameters. */
export interface QueueSpec {
  /** Id in the registry of queue disciplines. */
  readonly aqm: string;
  /** Parameters shared by all queues (limit) and those of the discipline. */
  readonly params: ParamValues;
}

/** A group of `count` identical flows. */
export interface FlowSpec {
  /** Id in the registry of congestion controls. If the traffic is not TCP, the id is stored but has no effect. */
  readonly cc: string;
  /** Id in the registry of traffic. */
  readonly traffic: string;
  readonly count: number;
  /**
   * Values of `traffic/flow-params.ts` (ecn, rtt, start, stop, route, recovery), of the congestion control and of the traffic. If
   * the traffic is not TCP, there are no parameters of a congestion control, no `ecn` and no `recovery`. `route` is a route's id;
   * "" selects the path's first route.
   */
  readonly params: ParamValues;
}

/**
 * A change of one parameter at a given time. `id` is the id of a parameter, or "aqm" or "cc" to replace the algorithm. `flow` is
 * the index of a FlowSpec, `link` a link's id. If both are null, the change applies to every place that has the parameter; of the
 * links, only to those that use the scenario's queue.
 */
export interface Change {
  readonly atS: number;
  readonly flow: number | null;
  readonly link: string | null;
  readonly id: string;
  readonly value: ParamValue;
}

/** A part of a scenario text, file or command-line option that was not allowed, with the value that is used instead. */
export interface Problem {
  /** Name of the wrong field: "beta-ecn", "flow 2: rtt", "aqm". */
  readonly field: string;
  /** The given value, as text. */
  readonly given: string;
  /** The allowed values: "0.5 to 0.99", "droptail, codel, pie, pie-linux". */
  readonly allowed: string;
  /** The value that is used instead, as text. */
  readonly used: string;
  /** Complete message for users, in one sentence. */
  readonly message: string;
  /** The message without the value that is used instead, for callers that refuse the input. */
  readonly fault?: string;
  /** True if the user need not correct anything: the setting has no effect on this scenario, or no longer exists. */
  readonly harmless?: true;
  /** True if the setting or value no longer exists. The run can therefore differ from earlier ones. */
  readonly isRemoved?: true;
}

/** A scenario as files contain it. */
export interface ScenarioJson extends Omit<Scenario, "programs"> {
  /** Texts of the custom programs that the scenario uses; absent if it uses none. */
  readonly programs?: readonly string[];
}

/**
 * Returns the scenario as files contain it: with the texts of its programs. Programs that are JavaScript classes are not part of it.
 */
export function scenarioToJson(scenario: Scenario): ScenarioJson {
  const { programs, ...others } = scenario;
  const texts = programTexts(programs);
  return texts.length === 0 ? others : { ...scenario, programs: texts.map(({ code }) => code) };
}

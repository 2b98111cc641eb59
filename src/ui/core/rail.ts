/** The rail's view of a scenario: the controls of each group, and edits that affect all flows. */
import {
  type AlgorithmDeclaration,
  congestionControls,
  declaredParams,
  type FlowSpec,
  getParam,
  linkParams,
  type Param,
  type ParamValue,
  type ParamValues,
  type Place,
  type QueueSpec,
  queueDisciplines,
  queueOfLink,
  resolvePath,
  type Scenario,
  setAqm,
  setCc,
  setParam,
  topologies,
  traceOf,
  trafficKinds,
} from "../../engine/index.ts";
import { declares, flowPlaces } from "./live-changes.ts";

/** A place of the engine, or all flows that declare the parameter. */
export type RailPlace = Place | { readonly scope: "flows" };

export interface RailParam {
  readonly place: RailPlace;
  readonly param: Param;
}

export interface RailGroups {
  readonly sender: readonly RailParam[];
  readonly path: readonly RailParam[];
  readonly queue: readonly RailParam[];
  readonly run: readonly RailParam[];
  readonly tcp: readonly RailParam[];
}

/** Flow parameters that belong to the path or distinguish flows. The table of flows shows them instead. */
const OF_THE_PATH = ["rtt"];
const OF_ONE_FLOW = ["start", "stop", "route"];

function tellsFlowsApart(id: string): boolean {
  const ofTraffic = trafficKinds.some(({ params }) => params.some((param) => param.id === id));
  return ofTraffic || OF_ONE_FLOW.includes(id);
}

export function railGroups(scenario: Scenario): RailGroups {
  const flowParams = unionOfFlowParams(scenario);
  const rank = ({ main, id }: Param) => (main !== undefined ? 0 : id === "beta-loss" ? 1 : 2);
  const at = (place: RailPlace) => (param: Param) => ({ place, param });
  const flows = at({ scope: "flows" });
  const shared = (scope: "path" | "queue" | "run" | "tcp") =>
    declaredParams(scenario, { scope }).map(at({ scope }));
  return {
    sender: flowParams
      .filter(({ id }) => !OF_THE_PATH.includes(id) && !tellsFlowsApart(id))
      .sort((a, b) => rank(a) - rank(b))
      .map(flows),
    path: [...shared("path"), ...flowParams.filter(({ id }) => OF_THE_PATH.includes(id)).map(flows)],
    queue: shared("queue"),
    run: shared("run"),
    tcp: shared("tcp"),
  };
}

function unionOfFlowParams(scenario: Scenario): Param[] {
  const found = new Map<string, Param>();
  for (const place of flowPlaces(scenario)) {
    for (const param of declaredParams(scenario, place)) {
      const known = found.get(param.id);
      // The control of a choice is shown as soon as one flow has more than one option.
      if (known === undefined || isFixed(known)) found.set(param.id, param);
    }
  }
  return [...found.values()];
}

/**
 * Returns the control to try first, which the page highlights: β_ecn if marks reach a sender that has it; otherwise the main
 * parameter of the sender, the queue or the path. The choice follows the declarations, so moving this control always changes
 * the run.
 */
export function mainControl(scenario: Scenario): RailParam | null {
  const { flows, queue } = scenario;
  const { links, routes } = resolvePath(scenario.path);
  const ofFlows = flows.filter(isTcp).flatMap((spec) => {
    const { forward } = routes.find(({ id }) => id === spec.params.route) ?? routes[0];
    const isMarked = spec.params.ecn === true && forward.some((id) => marks(queueOfLink(scenario, id)));
    const found = mainOf(declaredOf(congestionControls, spec.cc), spec.params, isMarked);
    return found === null ? [] : [{ place: { scope: "flows" }, param: found } as const];
  });
  if (ofFlows.length > 0) return ofFlows[0];
  const own = queueDisciplines.find(({ id }) => id === queue.aqm);
  const isUsed = links.some((link) => link.queue === null);
  const ofQueue = declaredParams(scenario, { scope: "queue" }).filter(
    ({ id }) => id !== "limit" || own?.ignoresLimit !== true,
  );
  const found = isUsed ? mainOf(ofQueue, queue.params, true) : null;
  if (found !== null) return { place: { scope: "queue" }, param: found };
  return railGroups(scenario).path.find(({ param }) => param.main !== undefined) ?? null;
}

const mains = new WeakMap<Scenario, RailParam | null>();

/** The result is cached, because each control of the rail calls this function. */
export function isMain(scenario: Scenario, place: RailPlace, id: string): boolean {
  let main = mains.get(scenario);
  if (main === undefined) {
    main = mainControl(scenario);
    mains.set(scenario, main);
  }
  return main !== null && main.param.id === id && main.place.scope === place.scope;
}

function declaredOf(registry: readonly AlgorithmDeclaration[], id: string): readonly Param[] {
  return registry.find((entry) => entry.id === id)?.params ?? [];
}

/** Returns the first parameter that is not in the details and that changes the run when it is moved. */
function mainOf(params: readonly Param[], values: ParamValues, isMarked: boolean): Param | null {
  const acts = ({ main, detail }: Param) =>
    main !== undefined &&
    detail !== true &&
    (main.onMarks !== true || isMarked) &&
    main.acts?.(values) !== false;
  return params.find(acts) ?? null;
}

function marks({ aqm, params }: QueueSpec): boolean {
  const declared = queueDisciplines.find(({ id }) => id === aqm);
  return declared?.signalsByMarks !== false && params["aqm-ecn"] !== false;
}

function isFixed(param: Param): boolean {
  return param.kind === "boolean" && param.fixed !== undefined;
}

/** Splits controls into those that are always visible and the details, which few users need. */
export function splitDetails(list: readonly RailParam[]): { usual: RailParam[]; details: RailParam[] } {
  const isDetail = ({ param }: RailParam) => param.detail === true;
  return { usual: list.filter((one) => !isDetail(one)), details: list.filter(isDetail) };
}

/** Returns a key of everything that determines which controls exist. While it stays the same, only values change. */
export function railShape({ path, queue, flows }: Scenario): string {
  const { links, routes } = resolvePath(path);
  return [
    path.topology,
    queue.aqm,
    ...links.map((link) => `${link.id}=${link.queue?.aqm ?? ""}`),
    ...routes.map(({ id }) => id),
    ...flows.map(({ cc, traffic }) => `${cc}/${traffic}`),
  ].join(" ");
}

/**
 * Returns the value at a place. For all flows, returns the value of the first flow that has it; undefined if no flow
 * has it.
 */
export function readAt(scenario: Scenario, place: RailPlace, id: string): ParamValue | undefined {
  if (place.scope !== "flows")
    return declares(scenario, place, id) ? getParam(scenario, place, id) : undefined;
  return scenario.flows.find((flow) => flow.params[id] !== undefined)?.params[id];
}

/**
 * Returns the mean that a recorded capacity sets at this place (Mbps); null if no recording is used or if the setting
 * is a different one.
 */
export function setByRecording(scenario: Scenario, place: RailPlace, id: string): number | null {
  if (id !== "capacity" && id !== "bucket") return null;
  const trace = traceOf(String(readAt(scenario, place, "capacity-pattern") ?? ""));
  return trace === null ? null : Number((trace.meanBps / 1e6).toPrecision(4));
}

export function isMixed(scenario: Scenario, place: RailPlace, id: string): boolean {
  if (place.scope !== "flows") return false;
  const values = scenario.flows.map((flow) => flow.params[id]).filter((value) => value !== undefined);
  return values.some((value) => value !== values[0]);
}

/** Returns whether the parameter has its default value; for all flows, in each flow that has it. */
export function isAtDefault(scenario: Scenario, { place, param }: RailParam): boolean {
  const value = readAt(scenario, place, param.id);
  return (value === undefined || value === param.default) && !isMixed(scenario, place, param.id);
}

export function writeAt(scenario: Scenario, place: RailPlace, id: string, value: ParamValue): Scenario {
  if (place.scope !== "flows") {
    return readAt(scenario, place, id) === value ? scenario : setParam(scenario, place, id, value);
  }
  return flowPlaces(scenario)
    .filter((flow) => takes(scenario, flow, id, value) && getParam(scenario, flow, id) !== value)
    .reduce((next, flow) => setParam(next, flow, id, value), scenario);
}

function takes(scenario: Scenario, place: Place, id: string, value: ParamValue): boolean {
  const param = declares(scenario, place, id) && declaredParams(scenario, place).find((one) => one.id === id);
  if (!param) return false;
  return param.kind !== "boolean" || param.fixed === undefined || param.fixed.value === value;
}

/** Returns whether a flow has a congestion control. */
export function isTcp({ traffic }: Pick<FlowSpec, "traffic">): boolean {
  return trafficKinds.find(({ id }) => id === traffic)?.transport === "tcp";
}

/**
 * Returns the congestion control of all flows that have one; the empty text if they differ, null if no flow has one.
 */
export function commonCc({ flows }: Scenario): string | null {
  const [first, ...others] = flows.filter(isTcp);
  if (first === undefined) return null;
  return others.every(({ cc }) => cc === first.cc) ? first.cc : "";
}

export function writeCc(scenario: Scenario, cc: string): Scenario {
  return scenario.flows.reduce(
    (next, flow, index) => (flow.cc === cc || !isTcp(flow) ? next : setCc(next, index, cc)),
    scenario,
  );
}

export function writeAqm(scenario: Scenario, aqm: string): Scenario {
  return scenario.queue.aqm === aqm ? scenario : setAqm(scenario, aqm);
}

/**
 * Returns all parameters of this run and of every registered algorithm, because a change during the run may replace
 * the algorithm.
 */
export function everyParam(scenario: Scenario): readonly Param[] {
  const places: Place[] = [{ scope: "path" }, { scope: "queue" }, { scope: "run" }, { scope: "tcp" }];
  const declared = [...places, ...flowPlaces(scenario)].flatMap((place) => declaredParams(scenario, place));
  const registered = [queueDisciplines, congestionControls, trafficKinds, topologies].flat();
  const everywhere = registered.flatMap((algorithm) => algorithm.params);
  return [...declared, ...linkParams, ...everywhere];
}

/** Returns the declaration of a parameter, wherever it is declared. */
export function unionParam(scenario: Scenario, id: string): Param | null {
  return everyParam(scenario).find((param) => param.id === id) ?? null;
}

/** The rail's view of a scenario: which controls stand in which group, and edits that reach all flows at once. */
import {
  congestionControls,
  declaredParams,
  type EnumParam,
  getParam,
  type Param,
  type ParamValue,
  type Place,
  queueDisciplines,
  type Scenario,
  setAqm,
  setCc,
  setParam,
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

/** Parameters of flows that say something of the path, and those that tell flows apart: the flows' own table has them. */
const OF_THE_PATH = ["rtt"];
const OF_ONE_FLOW = ["start", "stop", "size"];
/** What the page is about stands first. */
const FIRST = ["beta-ecn", "beta-loss"];

export function railGroups(scenario: Scenario): RailGroups {
  const flowParams = unionOfFlowParams(scenario);
  const rank = (param: Param) => (FIRST.includes(param.id) ? FIRST.indexOf(param.id) : FIRST.length);
  const at = (place: RailPlace) => (param: Param) => ({ place, param });
  const flows = at({ scope: "flows" });
  const shared = (scope: "path" | "queue" | "run" | "tcp") =>
    declaredParams(scenario, { scope }).map(at({ scope }));
  return {
    sender: flowParams
      .filter(({ id }) => !OF_THE_PATH.includes(id) && !OF_ONE_FLOW.includes(id))
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
    for (const param of declaredParams(scenario, place)) if (!found.has(param.id)) found.set(param.id, param);
  }
  return [...found.values()];
}

/** What stands in the open, and what few people need. */
export function splitDetails(list: readonly RailParam[]): { usual: RailParam[]; details: RailParam[] } {
  const isDetail = ({ param }: RailParam) => param.detail === true;
  return { usual: list.filter((one) => !isDetail(one)), details: list.filter(isDetail) };
}

/** What decides which controls there are: while it stays the same, only values change. */
export function railShape(scenario: Scenario): string {
  return `${scenario.queue.aqm} ${scenario.flows.map((flow) => flow.cc).join(" ")}`;
}

/** The value at a place; of all flows, that of the first one which has it. Undefined where nobody has it. */
export function readAt(scenario: Scenario, place: RailPlace, id: string): ParamValue | undefined {
  if (place.scope !== "flows")
    return declares(scenario, place, id) ? getParam(scenario, place, id) : undefined;
  return scenario.flows.find((flow) => flow.params[id] !== undefined)?.params[id];
}

export function isMixed(scenario: Scenario, place: RailPlace, id: string): boolean {
  if (place.scope !== "flows") return false;
  const values = scenario.flows.map((flow) => flow.params[id]).filter((value) => value !== undefined);
  return values.some((value) => value !== values[0]);
}

/** Of all flows: whether each that has the parameter has its default. */
export function isAtDefault(scenario: Scenario, { place, param }: RailParam): boolean {
  const value = readAt(scenario, place, param.id);
  return (value === undefined || value === param.default) && !isMixed(scenario, place, param.id);
}

export function writeAt(scenario: Scenario, place: RailPlace, id: string, value: ParamValue): Scenario {
  if (place.scope !== "flows") {
    return readAt(scenario, place, id) === value ? scenario : setParam(scenario, place, id, value);
  }
  return flowPlaces(scenario)
    .filter((flow) => declares(scenario, flow, id) && getParam(scenario, flow, id) !== value)
    .reduce((next, flow) => setParam(next, flow, id, value), scenario);
}

/** The queue discipline as a choice among the registered ones. */
export const AQM_CHOICE: EnumParam = {
  kind: "enum",
  id: "aqm",
  label: "Queue discipline",
  help: "How the bottleneck's queue decides when to signal congestion, and by what.",
  default: queueDisciplines[0].id,
  options: queueDisciplines.map(({ id, label, summary }) => ({ value: id, label, help: summary })),
};

export const CC_CHOICE: EnumParam = {
  kind: "enum",
  id: "cc",
  label: "Congestion control",
  help: "How the sender grows its window, and what it does on a mark or a loss.",
  default: congestionControls[0].id,
  options: congestionControls.map(({ id, label, summary }) => ({ value: id, label, help: summary })),
};

/** The congestion control of all flows; the empty text where they differ. */
export function commonCc(scenario: Scenario): string {
  const first = scenario.flows[0].cc;
  return scenario.flows.every((flow) => flow.cc === first) ? first : "";
}

export function writeCc(scenario: Scenario, cc: string): Scenario {
  return scenario.flows.reduce(
    (next, flow, index) => (flow.cc === cc ? next : setCc(next, index, cc)),
    scenario,
  );
}

export function writeAqm(scenario: Scenario, aqm: string): Scenario {
  return scenario.queue.aqm === aqm ? scenario : setAqm(scenario, aqm);
}

/** The declaration of a parameter wherever in the registries it is, for changes that come after another algorithm's. */
export function unionParam(scenario: Scenario, id: string): Param | null {
  const places: Place[] = [{ scope: "path" }, { scope: "queue" }, { scope: "run" }, { scope: "tcp" }];
  const declared = [...places, ...flowPlaces(scenario)].flatMap((place) => declaredParams(scenario, place));
  const everywhere = [...queueDisciplines, ...congestionControls].flatMap((algorithm) => algorithm.params);
  return [...declared, ...everywhere].find((param) => param.id === id) ?? null;
}

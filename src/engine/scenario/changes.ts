/** Changes during a run: their input form, and the nearest valid form. */
import { type CustomPrograms, programParams } from "../custom/scenario-programs.ts";
import { type NumberParam, type Param, range } from "../params/param.ts";
import { allowedText, canonicalText, fitJson, orList } from "../params/value-text.ts";
import { topologyById } from "../registered.ts";
import { TCP_PARAMS } from "../tcp/tcp-params.ts";
import { LINK_PARAMS } from "../topologies/link-params.ts";
import {
  AQM,
  anyQueueParams,
  aqmChoice,
  CC,
  ccChoice,
  flowwiseParams,
  liveIds,
  PATH,
  pathParams,
  sharedParams,
  TRAFFIC,
} from "./names.ts";
import { normaliseValue, textOf } from "./normalise-value.ts";
import { resolvePath } from "./path.ts";
import { capitalised, type Problems } from "./problems.ts";
import { RUN_PARAMS } from "./run-params.ts";
import type { Change, Scenario } from "./scenario.ts";

/** Limit on the changes during a run. */
export const MOST_CHANGES = 1000;

const AT: NumberParam = {
  ...range({ default: 0, min: 0, max: 3600, step: 1 }),
  id: "at",
  label: "Time",
  unit: "s",
  help: "When the parameter takes its new value.",
};

/** An unchecked change; values are texts or JSON values. */
export interface GivenChange {
  /** Name in problem messages: "change 2". */
  readonly owner: string;
  readonly at: unknown;
  /** Index of a group of flows; null for all groups. */
  readonly flow: unknown;
  /** Id of a link; null for all links. */
  readonly link: unknown;
  readonly id: unknown;
  readonly value: unknown;
}

/** The parts of a scenario to which a change can refer. */
type ChangeScope = Pick<Scenario, "path" | "flows" | "programs">;
type Target = Pick<Change, "flow" | "link">;

/** Returns the text of a change: "20s:flow2.beta-ecn=0.9". */
export function changeText(change: Change, programs: CustomPrograms): string {
  const { atS, flow, link, id, value } = change;
  const target = flow !== null ? `flow${flow + 1}.` : link !== null ? `link.${link}.` : "";
  const param = declarationsOf(id, change, pathParams, programs).find((one) => fitJson(one, value).exact);
  const text = param === undefined ? String(value) : canonicalText(param, value);
  return `${canonicalText(AT, atS)}:${target}${id}=${text}`;
}

/**
 * Returns all declarations of a parameter `id` that a change with this target can mean. `ofPath` holds the parameters of the
 * current path.
 */
function declarationsOf(
  id: string,
  { flow, link }: Target,
  ofPath: readonly Param[],
  programs: CustomPrograms,
): readonly Param[] {
  const among = (params: readonly Param[]) => params.filter((param) => param.id === id && isLive(param));
  const ofFlows = () => [
    ...(id === CC.id ? [ccChoice(programs)] : []),
    ...(LIVE_OF_FLOWS.get(id) ?? []),
    ...among(programParams("sender", programs)),
  ];
  const ofLinks = () => [
    ...(id === AQM.id ? [aqmChoice(programs)] : []),
    ...(LIVE_OF_LINKS.get(id) ?? []),
    ...among(programParams("queue", programs)),
  ];
  if (flow !== null) return ofFlows();
  if (link !== null) return ofLinks();
  return [...among(ofPath), ...ofLinks(), ...(LIVE_OF_RUN.get(id) ?? []), ...ofFlows()];
}

const isLive = ({ live }: Param) => live !== false;

function liveById(params: readonly Param[]): ReadonlyMap<string, readonly Param[]> {
  const found = new Map<string, Param[]>();
  for (const param of params.filter(isLive)) found.set(param.id, [...(found.get(param.id) ?? []), param]);
  return found;
}

// Built-in parameters by id. A link may have a thousand changes, and searching all parameters for each would take most of the time.
const LIVE_OF_FLOWS = liveById(flowwiseParams(undefined));
const LIVE_OF_LINKS = liveById([...LINK_PARAMS, ...anyQueueParams(undefined)]);
const LIVE_OF_RUN = liveById([...RUN_PARAMS, ...TCP_PARAMS]);

/** Returns the nearest valid change. Returns null and reports a problem if the input is too wrong to be corrected. */
export function normaliseChange(given: GivenChange, scope: ChangeScope, problems: Problems): Change | null {
  const { owner } = given;
  const target = targetOf(given, scope, problems);
  if (target === null) return null;
  const id = typeof given.id === "string" ? given.id : "";
  const { topology } = scope.path;
  const declarations = declarationsOf(id, target, topologyById(topology).params, scope.programs);
  if (declarations.length === 0) {
    const ofAnotherPath = pathParams.some((param) => param.id === id && param.live !== false);
    if (ofAnotherPath && target.flow === null && target.link === null)
      problems.unused(owner, id, textOf(given.value), topology);
    else reportUnknown(id, given, target, scope.programs, problems);
    return null;
  }
  const atS = Number(normaliseValue(AT, given.at, owner, problems));
  const [first] = declarations;
  const param = declarations.find((one) => fitJson(one, given.value).exact) ?? first;
  const { value, exact } = fitJson(param, given.value);
  if (!exact && (id === AQM.id || id === CC.id)) {
    problems.dropped(owner, id, first.label, textOf(given.value), allowedText(first));
    return null;
  }
  if (!exact) problems.notAllowed(owner, first, textOf(given.value), value);
  return { atS, ...target, id, value };
}

/**
 * Returns the flows or the link to which a change applies. If that group of flows or that link does not exist, returns null and
 * reports a problem.
 */
function targetOf(given: GivenChange, scope: ChangeScope, problems: Problems): Target | null {
  const { flow, link, owner } = given;
  const isOfFlow = flow !== null && flow !== undefined;
  const isOfLink = link !== null && link !== undefined;
  if (isOfFlow && isOfLink) {
    problems.dropped(owner, "link", "flow or link", `${textOf(flow)} and ${textOf(link)}`, "one of them");
    return null;
  }
  if (isOfLink) {
    const ids = resolvePath(scope.path).links.map((one) => one.id);
    if (typeof link === "string" && ids.includes(link)) return { flow: null, link };
    problems.dropped(owner, "link", "link", textOf(link), orList(ids));
    return null;
  }
  if (!isOfFlow) return { flow: null, link: null };
  const groups = scope.flows.length;
  if (typeof flow === "number" && Number.isInteger(flow) && flow >= 0 && flow < groups)
    return { flow, link: null };
  const named = typeof flow === "number" ? String(flow + 1) : textOf(flow);
  problems.dropped(owner, "flow", "flow", named, groups === 1 ? "1" : `1 to ${groups}`);
  return null;
}

function reportUnknown(
  id: string,
  { owner, value }: GivenChange,
  { flow, link }: Target,
  programs: CustomPrograms,
  problems: Problems,
): void {
  const known = [
    ...[PATH, TRAFFIC, AQM, CC],
    ...[...sharedParams(programs), ...LINK_PARAMS, ...flowwiseParams(programs)],
  ];
  const declared = known.find((param) => param.id === id);
  if (declared === undefined) {
    problems.unknownName(owner, id, textOf(value), ["aqm", "cc", ...liveIds(programs)]);
    return;
  }
  const whole = flow !== null ? "a flow" : link !== null ? "a link" : "the whole run";
  const why = declared.live === false ? "cannot change during the run" : `is not a setting of ${whole}`;
  problems.leftOut({
    field: `${owner}: ${id}`,
    given: textOf(value),
    allowed: orList(["aqm", "cc", "a parameter that can change during the run"]),
    fault: `${capitalised(owner)}: ${declared.label} ${why}`,
  });
}

/** Flows from texts: short forms that hold for all of them ("cc", "beta-ecn", "flows"), and one text per group. */
import type { ParamValue } from "../params/param.ts";
import { fitText } from "../params/value-text.ts";
import { COUNT } from "../traffic/flow-params.ts";
import { DEFAULT_CC, DEFAULT_TRAFFIC, defaultFlow } from "./defaults.ts";
import { fitChoice, fitValue } from "./fit-values.ts";
import { CC, flowKeys, flowwiseParams, TRAFFIC } from "./known-names.ts";
import { MOST_FLOWS } from "./limits.ts";
import { entriesOf } from "./path-text.ts";
import { flowParams } from "./places.ts";
import { flowOwner, type Problems } from "./problems.ts";
import type { FlowSpec } from "./scenario.ts";
import { withCc, withTraffic } from "./with-algorithm.ts";

type Texts = ReadonlyMap<string, string>;

/** With `groups`, these are the flows and the short forms their defaults; without, the short forms change `base`. */
export function applyFlowSettings(
  base: readonly FlowSpec[],
  shortForms: Texts,
  groups: readonly string[],
  problems: Problems,
): FlowSpec[] {
  const common = readShortForms(shortForms, base, problems);
  if (groups.length === 0) {
    const flows = base.map((spec, i) => withShortForms(spec, common, flowOwner(i, base.length), problems));
    reportUnused(common, flows, problems);
    return flows;
  }
  if (groups.length > MOST_FLOWS) {
    const allowed = `at most ${MOST_FLOWS}`;
    problems.notAmong(
      "",
      "flow",
      "Groups of flows",
      String(groups.length),
      allowed,
      `the first ${MOST_FLOWS}`,
    );
  }
  const kept = groups.slice(0, MOST_FLOWS);
  const flows = kept.map((text, i) => readGroup(text, common, `flow ${i + 1}`, problems));
  reportUnused(common, flows, problems);
  return flows;
}

interface ShortForms {
  readonly cc: string | null;
  readonly traffic: string | null;
  readonly count: number | null;
  readonly values: ReadonlyMap<string, ShortForm>;
}

interface ShortForm {
  readonly text: string;
  /** It was not allowed, and that was said already. */
  readonly isReported: boolean;
}

function readShortForms(texts: Texts, base: readonly FlowSpec[], problems: Problems): ShortForms {
  const [cc, traffic, count] = [CC.id, TRAFFIC.id, "flows"].map((key) => texts.get(key));
  const usualCc = fitChoice(CC, cc, base[0].cc, "", problems);
  const usualTraffic = fitChoice(TRAFFIC, traffic, base[0].traffic, "", problems);
  const values = new Map<string, ShortForm>();
  for (const param of [...flowParams(usualCc, usualTraffic), ...flowwiseParams]) {
    const text = texts.get(param.id);
    if (text === undefined || values.has(param.id)) continue;
    const { exact } = fitText(param, text);
    if (!exact) fitValue(param, text, "", problems);
    values.set(param.id, { text, isReported: !exact });
  }
  return {
    cc: cc === undefined ? null : usualCc,
    traffic: traffic === undefined ? null : usualTraffic,
    count: count === undefined ? null : readCount(count, "flows", "", problems),
    values,
  };
}

function readCount(text: string, id: string, owner: string, problems: Problems): number {
  return Number(fitValue({ ...COUNT, id }, text, owner, problems));
}

/** A value that suits most algorithms need not suit each: what had to change for one of them is said. */
function withShortForms(spec: FlowSpec, common: ShortForms, owner: string, problems: Problems): FlowSpec {
  const sender = common.cc === null ? spec : withCc(spec, common.cc);
  const chosen = common.traffic === null ? sender : withTraffic(sender, common.traffic);
  const params: Record<string, ParamValue> = { ...chosen.params };
  for (const param of flowParams(chosen.cc, chosen.traffic)) {
    const form = common.values.get(param.id);
    if (form === undefined) continue;
    const fit = fitText(param, form.text);
    if (!fit.exact && !form.isReported) fitValue(param, form.text, owner, problems);
    params[param.id] = fit.value;
  }
  return { ...chosen, count: common.count ?? chosen.count, params };
}

/** "cc=cubic,ecn=on,beta-ecn=0.85,rtt=80ms,count=10": keys that are not set take the short forms, then the defaults. */
function readGroup(text: string, common: ShortForms, owner: string, problems: Problems): FlowSpec {
  const entries = entriesOf(text);
  const cc = fitChoice(CC, entries.get(CC.id), common.cc ?? DEFAULT_CC, owner, problems);
  const usualTraffic = common.traffic ?? DEFAULT_TRAFFIC;
  const traffic = fitChoice(TRAFFIC, entries.get(TRAFFIC.id), usualTraffic, owner, problems);
  const declared = flowParams(cc, traffic);
  // What the group says itself needs no short form.
  const others = [...common.values].filter(([id]) => !entries.has(id));
  const ofAll = { ...common, cc: null, traffic: null, values: new Map(others) };
  const spec = withShortForms(defaultFlow(cc, traffic), ofAll, owner, problems);
  const params: Record<string, ParamValue> = { ...spec.params };
  let { count } = spec;
  for (const [key, value] of entries) {
    const param = declared.find((one) => one.id === key);
    if (param !== undefined) params[key] = fitValue(param, value, owner, problems);
    else if (key === COUNT.id) count = readCount(value, COUNT.id, owner, problems);
    else if (flowwiseParams.some((one) => one.id === key)) {
      problems.unused(owner, key, value, algorithmsOf([{ ...spec, cc, traffic }]));
    } else if (key !== CC.id && key !== TRAFFIC.id) problems.unknownName(owner, key, value, flowKeys);
  }
  return { cc, traffic, count, params };
}

/** Short forms that no flow's congestion control or traffic declares. */
function reportUnused(common: ShortForms, flows: readonly FlowSpec[], problems: Problems): void {
  for (const [id, { text }] of common.values) {
    if (!flows.some((spec) => Object.hasOwn(spec.params, id))) {
      problems.unused("", id, text, algorithmsOf(flows));
    }
  }
}

/** What flows consist of, for people: the usual traffic goes without saying. */
function algorithmsOf(flows: readonly FlowSpec[]): string {
  const ofFlow = ({ cc, traffic }: FlowSpec) => (traffic === DEFAULT_TRAFFIC ? [cc] : [cc, traffic]);
  return [...new Set(flows.flatMap(ofFlow))].join(" or ");
}

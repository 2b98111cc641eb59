/** Flows from texts: short forms that hold for all of them ("cc", "beta-ecn", "flows"), and one text per group. */
import type { Param, ParamValue } from "../params/param.ts";
import { fitText } from "../params/value-text.ts";
import { COUNT } from "../traffic/flow-params.ts";
import { DEFAULT_CC, defaultFlow } from "./defaults.ts";
import { withCc } from "./edit.ts";
import { CC, flowKeys, flowwiseParams } from "./known-names.ts";
import { MOST_FLOWS } from "./limits.ts";
import { flowParams } from "./places.ts";
import type { Problems } from "./problems.ts";
import type { FlowSpec } from "./scenario.ts";

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
    const flows = base.map((spec) => withShortForms(spec, common));
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
  readonly count: number | null;
  readonly values: ReadonlyMap<string, { readonly value: ParamValue; readonly text: string }>;
}

function readShortForms(texts: Texts, base: readonly FlowSpec[], problems: Problems): ShortForms {
  const cc = texts.get(CC.id);
  const count = texts.get("flows");
  const usualCc = cc === undefined ? base[0].cc : readCc(cc, base[0].cc, "", problems);
  const values = new Map<string, { value: ParamValue; text: string }>();
  for (const param of [...flowParams(usualCc), ...flowwiseParams]) {
    const text = texts.get(param.id);
    if (text === undefined || values.has(param.id)) continue;
    values.set(param.id, { value: readValue(param, text, "", problems), text });
  }
  const countText = count === undefined ? null : readCount(count, "flows", "", problems);
  return { cc: cc === undefined ? null : usualCc, count: countText, values };
}

function readValue(param: Param, text: string, owner: string, problems: Problems): ParamValue {
  const fit = fitText(param, text);
  if (!fit.exact) problems.notAllowed(owner, param, text, fit.value);
  return fit.value;
}

function readCc(text: string, usual: string, owner: string, problems: Problems): string {
  const fit = fitText(CC, text);
  if (fit.exact) return String(fit.value);
  problems.notAllowed(owner, CC, text, usual);
  return usual;
}

function readCount(text: string, id: string, owner: string, problems: Problems): number {
  return Number(readValue({ ...COUNT, id }, text, owner, problems));
}

function withShortForms(spec: FlowSpec, common: ShortForms): FlowSpec {
  const chosen = common.cc === null ? spec : withCc(spec, common.cc);
  const params: Record<string, ParamValue> = { ...chosen.params };
  for (const [id, { value }] of common.values) if (Object.hasOwn(params, id)) params[id] = value;
  return { cc: chosen.cc, count: common.count ?? chosen.count, params };
}

/** "cc=cubic,ecn=on,beta-ecn=0.85,rtt=80ms,count=10": keys that are not set take the short forms, then the defaults. */
function readGroup(text: string, common: ShortForms, owner: string, problems: Problems): FlowSpec {
  const entries = entriesOf(text);
  const ccText = entries.get(CC.id);
  const usual = common.cc ?? DEFAULT_CC;
  const cc = ccText === undefined ? usual : readCc(ccText, usual, owner, problems);
  const spec = withShortForms(defaultFlow(cc), { ...common, cc: null });
  const params: Record<string, ParamValue> = { ...spec.params };
  let { count } = spec;
  for (const [key, value] of entries) {
    const param = flowParams(cc).find((one) => one.id === key);
    if (param !== undefined) params[key] = readValue(param, value, owner, problems);
    else if (key === COUNT.id) count = readCount(value, COUNT.id, owner, problems);
    else if (flowwiseParams.some((one) => one.id === key)) problems.unused(owner, key, value, cc);
    else if (key !== CC.id) problems.unknownName(owner, key, value, flowKeys);
  }
  return { cc, count, params };
}

function entriesOf(text: string): Map<string, string> {
  const parts = text.split(",").filter((part) => part.trim() !== "");
  return new Map(
    parts.map((part) => {
      const at = part.indexOf("=");
      return at < 0 ? [part.trim(), ""] : [part.slice(0, at).trim(), part.slice(at + 1)];
    }),
  );
}

/** Short forms that no flow's congestion control declares. */
function reportUnused(common: ShortForms, flows: readonly FlowSpec[], problems: Problems): void {
  const algorithms = [...new Set(flows.map((spec) => spec.cc))].join(" or ");
  for (const [id, { text }] of common.values) {
    if (!flows.some((spec) => Object.hasOwn(spec.params, id))) problems.unused("", id, text, algorithms);
  }
}

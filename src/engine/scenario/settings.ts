/** A scenario as a flat list of named texts, the form that URLs and command-line flags share; both ways. */
import type { Param, ParamValues } from "../params/param.ts";
import { canonicalText, fitText, shown } from "../params/value-text.ts";
import { COUNT } from "../traffic/flow-params.ts";
import { defaultScenario, defaultWarmup, withDuration } from "./defaults.ts";
import { setAqm } from "./edit.ts";
import { changeText, fitChange, parseChange } from "./fit-change.ts";
import { applyFlowSettings } from "./flow-settings.ts";
import { AQM, CC, flowwiseParams, settingKeys, sharedParams } from "./known-names.ts";
import { MOST_CHANGES, settle } from "./limits.ts";
import { declaredParams, flowParams, type Place, type SharedScope, valuesAt, withValues } from "./places.ts";
import { Problems } from "./problems.ts";
import { DURATION, RUN_PARAMS, WARMUP } from "./run-params.ts";
import type { Change, FlowSpec, Scenario } from "./scenario.ts";
import { inOrder, type Validated } from "./validate.ts";

export interface Setting {
  /** A flag's name without dashes: "beta-ecn", "flow", "set". */
  readonly key: string;
  readonly text: string;
}

/** Keys that may stand more than once. */
const REPEATABLE = ["flow", "set"];

/** What a scenario says beyond the defaults, in canonical order. */
export function settingsOf(scenario: Scenario): Setting[] {
  const settings: Setting[] = [...beyondDefaults(scenario, { scope: "path" })];
  if (scenario.queue.aqm !== defaultScenario().queue.aqm)
    settings.push({ key: AQM.id, text: scenario.queue.aqm });
  settings.push(...beyondDefaults(scenario, { scope: "queue" }));
  settings.push(...flowSettings(scenario.flows));
  settings.push(...beyondDefaults(scenario, { scope: "tcp" }), ...runSettings(scenario));
  settings.push(...scenario.changes.map((change) => ({ key: "set", text: changeText(change) })));
  return settings;
}

function beyondDefaults(scenario: Scenario, place: Place): Setting[] {
  return nonDefault(declaredParams(scenario, place), valuesAt(scenario, place));
}

function nonDefault(params: readonly Param[], values: ParamValues): Setting[] {
  return params
    .filter((param) => values[param.id] !== param.default)
    .map((param) => ({ key: param.id, text: canonicalText(param, values[param.id]) }));
}

/** The warm-up's default depends on the duration. */
function runSettings(scenario: Scenario): Setting[] {
  const { run } = scenario;
  const usual = { ...defaultScenario().run, [WARMUP.id]: defaultWarmup(Number(run[DURATION.id])) };
  return RUN_PARAMS.filter(({ id }) => run[id] !== usual[id]).map((param) => ({
    key: param.id,
    text: canonicalText(param, run[param.id]),
  }));
}

/** One group in short form, several as one `flow` each. */
function flowSettings(flows: readonly FlowSpec[]): Setting[] {
  if (flows.length > 1) return flows.map((spec) => ({ key: "flow", text: flowText(spec) }));
  const [spec] = flows;
  const settings = nonDefault(flowParams(spec.cc), spec.params);
  if (spec.cc !== defaultScenario().flows[0].cc) settings.unshift({ key: CC.id, text: spec.cc });
  if (spec.count !== COUNT.default) settings.push({ key: "flows", text: String(spec.count) });
  return settings;
}

function flowText(spec: FlowSpec): string {
  const parts = [{ key: CC.id, text: spec.cc }, ...nonDefault(flowParams(spec.cc), spec.params)];
  if (spec.count !== COUNT.default) parts.push({ key: COUNT.id, text: String(spec.count) });
  return parts.map(({ key, text }) => `${key}=${text}`).join(",");
}

/** Lays settings over a scenario, in whatever order they come; the nearest valid scenario, and what was wrong. */
export function applySettings(base: Scenario, settings: readonly Setting[]): Validated {
  const problems = new Problems();
  const texts = singleTexts(settings, problems);
  let next = applyAqm(base, texts.get(AQM.id), problems);
  for (const scope of ["run", "path", "queue", "tcp"] as const)
    next = applyShared(next, scope, texts, problems);
  reportForeignQueueSettings(next, texts, problems);
  const flows = settings.filter(({ key }) => key === "flow").map(({ text }) => text);
  next = { ...next, flows: applyFlowSettings(next.flows, texts, flows, problems) };
  next = { ...next, changes: applyChanges(next, settings, problems) };
  return { scenario: settle(next, problems), problems: problems.list };
}

function singleTexts(settings: readonly Setting[], problems: Problems): Map<string, string> {
  const texts = new Map<string, string>();
  for (const { key, text } of settings) {
    if (!settingKeys.includes(key)) problems.unknownName("", key, text, settingKeys);
    else if (!REPEATABLE.includes(key)) {
      const before = texts.get(key);
      if (before !== undefined && before !== text) reportTwice(key, before, text, problems);
      texts.set(key, text);
    }
  }
  return texts;
}

function reportTwice(key: string, before: string, text: string, problems: Problems): void {
  const given = `${shown(before)} and ${shown(text)}`;
  const fault = `"${key}" was given twice, as ${given}`;
  problems.add({ field: key, given, allowed: "once", used: shown(text), fault });
}

function applyAqm(base: Scenario, text: string | undefined, problems: Problems): Scenario {
  if (text === undefined) return base;
  const fit = fitText(AQM, text);
  if (fit.exact) return fit.value === base.queue.aqm ? base : setAqm(base, String(fit.value));
  problems.notAllowed("", AQM, text, base.queue.aqm);
  return base;
}

function applyShared(
  base: Scenario,
  scope: SharedScope,
  texts: ReadonlyMap<string, string>,
  problems: Problems,
): Scenario {
  let next = base;
  for (const param of declaredParams(base, { scope })) {
    const text = texts.get(param.id);
    if (text === undefined) continue;
    const fit = fitText(param, text);
    if (!fit.exact) problems.notAllowed("", param, text, fit.value);
    // A run that is too short for its usual warm-up gets a shorter one, unless that is set too.
    if (param === DURATION) next = withDuration(next, Number(fit.value));
    else next = withValues(next, { scope }, { ...valuesAt(next, { scope }), [param.id]: fit.value });
  }
  return next;
}

/** Settings of a queue discipline that is not the chosen one. */
function reportForeignQueueSettings(
  scenario: Scenario,
  texts: ReadonlyMap<string, string>,
  problems: Problems,
): void {
  const scopes = ["run", "path", "queue", "tcp"] as const;
  const own = scopes.flatMap((scope) => declaredParams(scenario, { scope }).map((param) => param.id));
  const others = sharedParams.map((param) => param.id).filter((id) => !own.includes(id));
  for (const id of new Set(others)) {
    const text = texts.get(id);
    if (text !== undefined && !flowwiseParams.some((param) => param.id === id)) {
      problems.unused("", id, text, scenario.queue.aqm);
    }
  }
}

function applyChanges(base: Scenario, settings: readonly Setting[], problems: Problems): Change[] {
  const texts = settings.filter(({ key }) => key === "set").map(({ text }) => text);
  const room = Math.max(0, MOST_CHANGES - base.changes.length);
  if (texts.length > room) {
    const total = String(base.changes.length + texts.length);
    problems.notAmong("", "set", "Changes", total, `at most ${MOST_CHANGES}`, `the first ${MOST_CHANGES}`);
  }
  const added: Change[] = [];
  for (const [i, text] of texts.slice(0, room).entries()) {
    const owner = `change ${i + 1}`;
    const raw = parseChange(text);
    if (raw === null) {
      const allowed = "a time, a name and a value, like 20s:beta-ecn=0.9 or 20s:flow2.beta-ecn=0.9";
      problems.dropped("", owner, `Change ${i + 1}`, text, allowed);
      continue;
    }
    const change = fitChange(raw, base.flows.length, owner, problems);
    if (change !== null) added.push(change);
  }
  return inOrder([...base.changes, ...added]);
}

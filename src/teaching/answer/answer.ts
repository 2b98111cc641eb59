/** A student's answer: the settings that differ from the student's variant of the task. Also converts an answer back to a scenario. */
import {
  canonicalText,
  declaredParams,
  getParam,
  type ParamValue,
  type Place,
  parseValue,
  queueOfLink,
  resolvePath,
  type Scenario,
  type SettingText,
  scenarioToUrl,
  setAqm,
  setCc,
  setLinkAqm,
  setParam,
  trafficKinds,
} from "../../engine/index.ts";
import { type AllowedParameter, parameterNamed, parameterWords, refusal } from "../document/parameters.ts";
import { isCustomParam, placesOfProgram } from "../document/program-places.ts";
import { type CodeChange, changedPrograms, replacedBy, withCode } from "../task/program-answer.ts";

interface Answer {
  /**
   * Settings such as "aqm", "beta-ecn" (of all flows), "flow2.beta-ecn", "link.wan.aqm", in the order in which they are
   * applied.
   */
  readonly settings: readonly SettingText[];
  /** Differences that are not settings. Each is the start of a sentence: "The path". */
  readonly others: readonly string[];
  /** Ids of the task's programs that the answer replaces by something other than a program. */
  readonly without?: readonly string[];
}

export function answerOf(given: Scenario, now: Scenario): Answer {
  const others = shapeDifferences(given, now);
  if (others.length > 0) return { settings: [], others };
  const settings: SettingText[] = [];
  let reached = given;
  const say = (key: string, text: string) => {
    settings.push({ key, text });
    reached = withSetting(reached, { key, text });
  };
  /** If all flows with the parameter have the same value, one setting without a flow's name is written. */
  const sayOfFlows = (id: string, own: readonly FlowValue[], before: (flow: number) => ParamValue) => {
    const differing = own.filter(({ flow, value }) => before(flow) !== value);
    if (differing.length === 0) return;
    if (own.every(({ value }) => value === own[0].value)) say(id, own[0].text);
    else for (const { flow, text } of differing) say(`flow${flow + 1}.${id}`, text);
  };
  const sayPlace = (place: Place, owner = "") => {
    for (const param of declaredParams(now, place)) {
      const value = getParam(now, place, param.id);
      if (getParam(reached, place, param.id) !== value)
        say(`${owner}${param.id}`, canonicalText(param, value));
    }
  };
  const { links } = resolvePath(now.path);
  // Algorithms come first, because they determine which other parameters exist.
  const programs = changedPrograms(given, now);
  for (const { key, text } of programs.settings) say(key, text);
  if (reached.queue.aqm !== now.queue.aqm) say("aqm", now.queue.aqm);
  const tcp = now.flows.map(({ cc }, flow) => ({ flow, value: cc, text: cc }));
  sayOfFlows(
    "cc",
    tcp.filter(({ flow }) => isTcp(now, flow)),
    (flow) => reached.flows[flow].cc,
  );
  for (const { id, queue } of links) {
    const before = resolvePath(reached.path).links.find((one) => one.id === id)?.queue ?? null;
    if (before?.aqm !== queue?.aqm) say(`link.${id}.aqm`, queue?.aqm ?? "");
  }
  for (const place of SHARED) sayPlace(place);
  for (const id of flowParameters(now))
    sayOfFlows(id, flowValues(now, id), (flow) => getParam(reached, { scope: "flow", flow }, id));
  for (const { id: link, queue } of links) {
    sayPlace({ scope: "link", link }, `link.${link}.`);
    if (queue !== null) sayPlace({ scope: "link-queue", link }, `link.${link}.`);
  }
  const isAll = scenarioToUrl(reached) === scenarioToUrl(now);
  return { settings, others: isAll ? [] : ["Another part of the scenario"], without: programs.without };
}

/** Returns the differences for which single settings cannot be compared, such as another path. */
function shapeDifferences(given: Scenario, now: Scenario): string[] {
  const same = (readValue: (scenario: Scenario) => unknown) =>
    JSON.stringify(readValue(given)) === JSON.stringify(readValue(now));
  const links = ({ path }: Scenario) => resolvePath(path).links.map(({ id, from, to }) => [id, from, to]);
  if (!same(({ path }) => path.topology)) return ["The path"];
  return [
    ...(same(links) && same(({ path }) => path.routes) ? [] : ["The path's links and routes"]),
    ...(same(({ flows }) => flows.map(({ count, traffic }) => [count, traffic]))
      ? []
      : ["The number of flows, or their traffic,"]),
    ...(same(({ changes }) => changes) ? [] : ["The list of changes during the run"]),
  ];
}

const SHARED: readonly Place[] = [{ scope: "run" }, { scope: "path" }, { scope: "queue" }, { scope: "tcp" }];

function isTcp({ flows }: Scenario, flow: number): boolean {
  return trafficKinds.some(({ id, transport }) => id === flows[flow].traffic && transport === "tcp");
}

function flowParameters(scenario: Scenario): Set<string> {
  const places = scenario.flows.map((_, flow): Place => ({ scope: "flow", flow }));
  return new Set(places.flatMap((place) => declaredParams(scenario, place).map(({ id }) => id)));
}

interface FlowValue {
  readonly flow: number;
  readonly value: ParamValue;
  readonly text: string;
}

function flowValues(scenario: Scenario, id: string): FlowValue[] {
  return scenario.flows.flatMap((_, flow) => {
    const param = declaredParams(scenario, { scope: "flow", flow }).find((one) => one.id === id);
    if (param === undefined) return [];
    const value = getParam(scenario, { scope: "flow", flow }, id);
    return [{ flow, value, text: canonicalText(param, value) }];
  });
}

/** Returns the part of a setting's key that names the parameter. */
export function idOf(key: string): string {
  return key.slice(key.lastIndexOf(".") + 1);
}

/**
 * Returns the scenario with a setting. Throws an error with a message for the user if the scenario has no such setting or the
 * value is invalid.
 */
export function withSetting(scenario: Scenario, { key, text }: SettingText): Scenario {
  const replaced = replacedBy(key);
  if (replaced !== null) return withCode(scenario, replaced, text);
  const id = idOf(key);
  const places = placesOf(scenario, key.slice(0, key.length - id.length));
  if (id === "cc" || id === "aqm") return withAlgorithm(scenario, id, text, places);
  const having = places.filter((place) => declaredParams(scenario, place).some((one) => one.id === id));
  if (having.length === 0) throw new Error(`This scenario has no setting ${key}.`);
  return having.reduce((next, place) => {
    const param = declaredParams(next, place).find((one) => one.id === id);
    const read = param === undefined ? { error: `there is no ${key}` } : parseValue(param, text);
    if ("error" in read) throw new Error(`${read.error}.`);
    return setParam(next, place, id, read.value);
  }, scenario);
}

function withAlgorithm(
  scenario: Scenario,
  id: "aqm" | "cc",
  text: string,
  places: readonly Place[],
): Scenario {
  const param = parameterNamed(id, scenario);
  const link = places.find((place) => place.scope === "link");
  if (link?.scope === "link" && text === "") return setLinkAqm(scenario, link.link, null);
  const read = param === null ? { error: `there is no ${id}` } : parseValue(param, text);
  if ("error" in read) throw new Error(`${read.error}.`);
  if (link?.scope === "link") return setLinkAqm(scenario, link.link, text);
  if (id === "aqm") return setAqm(scenario, text);
  return places.reduce(
    (next, place) =>
      place.scope === "flow" && isTcp(next, place.flow) ? setCc(next, place.flow, text) : next,
    scenario,
  );
}

/** Returns the places at which a parameter is looked for. `owner` is the prefix of the name: "", "flow2." or "link.wan.". */
function placesOf(scenario: Scenario, owner: string): Place[] {
  const flows = scenario.flows.map((_, flow): Place => ({ scope: "flow", flow }));
  if (owner === "") return [...SHARED, ...flows];
  const flow = /^flow(\d{1,4})\.$/.exec(owner);
  const place = flow === null ? undefined : flows[Number(flow[1]) - 1];
  if (place !== undefined) return [place];
  const link = /^link\.(.+)\.$/.exec(owner)?.[1];
  const known = resolvePath(scenario.path).links.find(({ id }) => id === link);
  if (known === undefined) throw new Error(`This scenario has no ${owner.slice(0, -1)}.`);
  const queue: Place[] =
    queueOfLink(scenario, known.id) === scenario.queue ? [] : [{ scope: "link-queue", link: known.id }];
  return [{ scope: "link", link: known.id }, ...queue];
}

/** The changes that a task allows. */
export interface AllowedChanges {
  readonly changes: readonly AllowedParameter[];
  /** How a program may be changed; null if no program may be changed. */
  readonly code: CodeChange | null;
}

/** Returns sentences on those changes of an answer that the task does not allow. */
export function refusals(
  { settings, others, without = [] }: Answer,
  { changes, code }: AllowedChanges,
  given: Scenario,
): string[] {
  const replaced = settings.filter(({ key }) => replacedBy(key) !== null);
  const foreign = replaced.filter(({ key }) => replacedBy(key) !== code?.id);
  const isCodeGone = code !== null && without.includes(code.id);
  const base = attempt(() => replaced.reduce(withSetting, given));
  const plain = settings.filter(({ key }) => replacedBy(key) === null);
  return [
    ...others.map((what) => `${what} was changed; the task does not allow this.`),
    ...(isCodeGone ? [`The run no longer has a custom program; the task requires a ${code.kind}.`] : []),
    ...foreign.map(() => "A program was changed; the task does not allow this."),
    ...(typeof base === "string"
      ? [base]
      : plain.flatMap((setting) =>
          isOwnSetting(setting, code, given, base)
            ? []
            : refusedSetting(setting.key, setting.text, changes, base),
        )),
  ];
}

/** Returns whether a setting is a parameter that only the student's own program declares. */
function isOwnSetting(
  setting: SettingText,
  code: CodeChange | null,
  given: Scenario,
  base: Scenario,
): boolean {
  if (code === null || !isCustomParam(idOf(setting.key))) return false;
  const after = attempt(() => withSetting(base, setting));
  if (typeof after === "string") return false;
  const { flows, queue, links } = placesOfProgram(given, code.id);
  const isHis = (place: Place) =>
    place.scope === "flow"
      ? flows.includes(place.flow)
      : place.scope === "queue"
        ? queue
        : place.scope === "link-queue" && links.includes(place.link);
  const id = idOf(setting.key);
  return everyPlace(base).every((place) => {
    if (isHis(place) || declaredParams(base, place).every((param) => param.id !== id)) return true;
    return getParam(base, place, id) === getParam(after, place, id);
  });
}

function everyPlace(scenario: Scenario): Place[] {
  const links = resolvePath(scenario.path).links.filter(({ queue }) => queue !== null);
  return [
    { scope: "queue" },
    ...scenario.flows.map((_, flow): Place => ({ scope: "flow", flow })),
    ...links.map(({ id }): Place => ({ scope: "link-queue", link: id })),
  ];
}

/** Calls `act`. Returns its result, or the message of the error that it has thrown. */
export function attempt<T>(act: () => T): T | string {
  try {
    return act();
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

function refusedSetting(
  key: string,
  text: string,
  changes: readonly AllowedParameter[],
  given: Scenario,
): string[] {
  const id = idOf(key);
  const param = parameterNamed(id, given);
  if (param === null) return [`There is no setting ${key}.`];
  const allowed = changes.find((one) => one.param.id === id);
  const whose = key === id ? "" : ` of ${ownerWords(key)}`;
  if (allowed === undefined)
    return [`${parameterWords(param)}${whose} was changed; the task does not allow this.`];
  if (id === "aqm" && text === "") return [];
  const read = parseValue(allowed.param, text);
  if ("error" in read) return [`${read.error}.`];
  const refused = refusal(allowed, read.value);
  return refused === null ? [] : [refused];
}

/** Returns the flow or link that a setting belongs to, as text: "flow 2", "link wan". */
export function ownerWords(key: string): string {
  const owner = key.slice(0, key.length - idOf(key).length - 1);
  return owner.startsWith("flow") ? `flow ${owner.slice("flow".length)}` : owner.replace(".", " ");
}

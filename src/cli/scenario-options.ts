/** The flags that make up a scenario, derived from the declarations, and from flags to a Scenario. */
import { readFileSync } from "node:fs";
import {
  type AlgorithmDeclaration,
  allowedText,
  applySettings,
  canonicalText,
  congestionControls,
  declaredParams,
  defaultScenario,
  type Param,
  type Problem,
  queueDisciplines,
  type Scenario,
  type Setting,
  scenarioFromUrl,
  type Validated,
  validateScenario,
} from "../engine/index.ts";
import type { Arguments, Option, OptionGroup, Output } from "./command.ts";
import { UsageError } from "./usage-error.ts";

const WHOLE_SCENARIO: readonly Option[] = [
  {
    name: "url",
    value: "LINK",
    help: "Start from the scenario of a link or its fragment; flags override it.",
  },
  {
    name: "scenario",
    value: "FILE",
    help: "Start from a scenario file (JSON), or from what run --json printed.",
  },
];

const AQM: Option = { name: "aqm", value: "NAME", help: choice("Queue discipline", queueDisciplines) };
const CC: Option = { name: "cc", value: "NAME", help: choice("Congestion control", congestionControls) };
const FLOWS: Option = { name: "flows", value: "NUMBER", help: "Number of equal flows (default 1)." };
const FLOW: Option = {
  name: "flow",
  value: "KEY=VALUE,…",
  help: 'A group of flows, like "cc=cubic,ecn=on,beta-ecn=0.85,rtt=80ms,start=30s,count=10"; keys that are not set take the flags above.',
  repeatable: true,
};
const SET: Option = {
  name: "set",
  value: "TIME:NAME=VALUE",
  help: 'A change in mid-run, like "20s:beta-ecn=0.9", of one group "20s:flow2.beta-ecn=0.9"; aqm and cc can change too.',
  repeatable: true,
};

export const scenarioGroups: readonly OptionGroup[] = [
  { title: "Whole scenario", options: WHOLE_SCENARIO },
  { title: "Path", options: sharedOptions("path") },
  { title: "Queue", options: [AQM, ...optionsOf([{ params: sharedQueueParams() }, ...queueDisciplines])] },
  { title: "Flows", options: [CC, ...optionsOf(flowDeclarations()), FLOWS, FLOW] },
  { title: "TCP, the same for all flows", options: sharedOptions("tcp") },
  { title: "Run", options: [...sharedOptions("run"), SET] },
];

const settingNames = scenarioGroups
  .flatMap((group) => group.options.map((option) => option.name))
  .filter((name) => !WHOLE_SCENARIO.some((option) => option.name === name));

/** Whether a flag sets something of a scenario. */
export function isSetting(name: string): boolean {
  return settingNames.includes(name);
}

type Declares = Pick<AlgorithmDeclaration, "params"> & Partial<AlgorithmDeclaration>;

function sharedOptions(scope: "run" | "path" | "tcp"): Option[] {
  return optionsOf([{ params: declaredParams(defaultScenario(), { scope }) }]);
}

/** What all queues have. */
function sharedQueueParams(): readonly Param[] {
  const scenario = defaultScenario();
  const own = queueDisciplines.find((one) => one.id === scenario.queue.aqm)?.params ?? [];
  return declaredParams(scenario, { scope: "queue" }).filter((param) => !own.includes(param));
}

/** What all flows have, then each congestion control. */
function flowDeclarations(): Declares[] {
  const scenario = defaultScenario();
  const own = congestionControls.find((one) => one.id === scenario.flows[0].cc)?.params ?? [];
  const all = declaredParams(scenario, { scope: "flow", flow: 0 }).filter((param) => !own.includes(param));
  return [{ params: all }, ...congestionControls];
}

/** One option per id; where the algorithms' defaults differ, each is named. */
function optionsOf(declarations: readonly Declares[]): Option[] {
  const ids = new Set(declarations.flatMap(({ params }) => params.map((param) => param.id)));
  return [...ids].map((id) => {
    const found = declarations.flatMap((one) =>
      one.params.filter((param) => param.id === id).map((param) => ({ of: one.id, param })),
    );
    const [{ param }] = found;
    const helps = [...new Set(found.map((one) => one.param.help))].join(" / ");
    const help = `${helps} ${allowedHelp(param)} ${defaultsHelp(found)}.`;
    return { name: id, value: valueName(param), help };
  });
}

/** Up to the word "default"; what can be chosen among stands beside the flag already. */
function allowedHelp(param: Param): string {
  if (param.kind === "boolean" || param.kind === "enum") return "Default";
  const allowed = allowedText(param);
  return `${allowed.charAt(0).toUpperCase()}${allowed.slice(1)}; default`;
}

function defaultsHelp(found: readonly { of: string | undefined; param: Param }[]): string {
  const texts = found.map(({ param }) => canonicalText(param, param.default));
  if (texts.every((text) => text === texts[0])) {
    const of = found.flatMap((one) => one.of ?? []);
    return of.length === 0 ? texts[0] : `${texts[0]} (${of.join(", ")})`;
  }
  return found.map(({ of }, i) => `${texts[i]} (${of})`).join(", ");
}

function valueName(param: Param): string {
  if (param.kind === "boolean") return "on|off";
  if (param.kind === "size") return "SIZE";
  if (param.kind === "enum") return param.options.map((option) => option.value).join("|");
  const names = { s: "TIME", ms: "TIME", Mbps: "RATE", B: "BYTES", ratio: "RATIO" } as const;
  return param.unit in names ? names[param.unit as keyof typeof names] : "NUMBER";
}

function choice(what: string, list: readonly AlgorithmDeclaration[]): string {
  const initial = list === queueDisciplines ? defaultScenario().queue.aqm : defaultScenario().flows[0].cc;
  return `${what}: ${list.map((one) => one.id).join(", ")}; default ${initial}.`;
}

/** Throws a UsageError that names every wrong field. What has no effect is only noted. */
export function readScenario(args: Arguments, output: Output): Scenario {
  const base = readBase(args);
  refuse(base.problems, () => base.from);
  const settings: Setting[] = args.given
    .filter(({ name }) => isSetting(name))
    .map(({ name, text }) => ({ key: name, text }));
  const { scenario, problems } = applySettings(base.scenario, settings);
  refuse(problems, flagOf);
  for (const problem of [...base.problems, ...problems]) output.note(`Note: ${problem.message}`);
  return scenario;
}

/** The flag that a problem speaks of, as the start of a sentence. */
function flagOf({ field }: Problem): string {
  if (/^flow \d/.test(field)) return "--flow: ";
  if (/^change \d/.test(field)) return "--set: ";
  return isSetting(field) ? `--${field}: ` : "";
}

interface Base extends Validated {
  /** The flag it came from, as the start of a sentence. */
  readonly from: string;
}

function readBase(args: Arguments): Base {
  const [url, file] = [args.text("url"), args.text("scenario")];
  if (url !== null && file !== null) throw new UsageError("--url and --scenario exclude each other.");
  if (url !== null) return { ...scenarioFromUrl(url), from: "--url: " };
  if (file !== null) return { ...validateScenario(readJson(file)), from: `--scenario ${file}: ` };
  return { scenario: defaultScenario(), problems: [], from: "" };
}

function refuse(problems: readonly Problem[], prefix: (problem: Problem) => string): void {
  const wrong = problems.filter((problem) => problem.harmless !== true);
  if (wrong.length === 0) return;
  throw new UsageError(...wrong.map((problem) => `${prefix(problem)}${problem.fault ?? problem.message}`));
}

/** A scenario file, or what `run --json` printed. */
function readJson(file: string): unknown {
  const json = parseFile(file);
  const isRun = typeof json === "object" && json !== null && "schema" in json && "scenario" in json;
  return isRun ? json.scenario : json;
}

function parseFile(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, "utf8"));
  } catch (error) {
    throw new UsageError(`--scenario ${file}: ${error instanceof Error ? error.message : String(error)}`);
  }
}

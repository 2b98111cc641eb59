/** Declares the options that define a scenario, from the declarations of parameters. Converts options to a Scenario. */

import {
  type AlgorithmDeclaration,
  allowedText,
  applySettings,
  type CustomProgram,
  canonicalText,
  congestionControls,
  declaredParams,
  defaultScenario,
  formatValue,
  isTraceText,
  missingTrace,
  type Param,
  type Place,
  type Problem,
  pointed,
  queueDisciplines,
  resolvePath,
  type Scenario,
  type SettingText,
  scenarioFromUrl,
  topologies,
  trafficKinds,
  type Validated,
  validateScenario,
  version1Words,
} from "../engine/index.ts";
import {
  capacityShapes,
  isTraceNamed,
  readTraceFile,
  registerCapacityShapes,
  traceNameOf,
  withRepeat,
} from "../engine/recordings.ts";
import { PROGRAM_READER } from "../teaching/document/file-programs.ts";
import type { Arguments, Option, OptionGroup, Output } from "./command.ts";
import { orUsageError, UsageError } from "./command.ts";
import { readText } from "./named-files.ts";

const WHOLE_SCENARIO: readonly Option[] = [
  {
    name: "url",
    value: "LINK",
    help: "Read the scenario from LINK (an address of the page, or its part after #). Other flags override its settings.",
  },
  {
    name: "scenario",
    value: "FILE",
    help: "Read the scenario from FILE (JSON): a scenario file or the output of run --json.",
  },
];

const INITIAL = defaultScenario();

const PATH_ID = INITIAL.path.topology;
const PATH: Option = choice("path", "Path", topologies, PATH_ID);
const SET_PATH: Option = {
  name: "set-path",
  value: "KEY=VALUE",
  help: "Set the parameter KEY of the path. Works like the flag --KEY, but is an error if the chosen path has no such parameter.",
  repeatable: true,
};
const LINK: Option = {
  name: "link",
  value: "KEY=VALUE,…",
  help: 'Settings of one link, such as "id=wan,capacity=20Mbps,delay=5ms,loss=0.01,aqm=pie,target=5ms"; aqm gives the link a separate queue. On a custom path: add a link, such as "id=x,from=a,to=b,…".',
  repeatable: true,
};
const PATH_ROUTE: Option = {
  name: "path-route",
  value: "KEY=VALUE,…",
  help: 'Add a route to a custom path, such as "id=x,forward=a+b,back=c". Without back, ACKs return over an ideal path. A flow uses the route with route=x.',
  repeatable: true,
};
export const CAPACITY_TRACE: Option = {
  name: "capacity-trace",
  value: "FILE",
  help: `Read the link's capacity over time from FILE (at most 10 MB): delivery opportunities in Mahimahi's format, or a table with time_s and rate_bps; a rate of zero is an outage. Synthetic recordings, instead of FILE: ${capacityShapes.map(({ id }) => id).join(", ")}. For one link: --link "id=wan,capacity-trace=FILE". If --url names a recording, this flag names its file.`,
};
const CAPACITY_ONCE: Option = {
  name: "capacity-trace-once",
  value: null,
  help: "Use the recording once (default: repeat it). After its end, a table's last rate stays; a Mahimahi recording delivers nothing more.",
};
const AQM: Option = choice("aqm", "Queue discipline", queueDisciplines, INITIAL.queue.aqm);
const CC: Option = choice("cc", "Congestion control", congestionControls, INITIAL.flows[0].cc);
const CC_FILE: Option = {
  name: "cc-file",
  value: "FILE.js",
  help: "Use the custom sender in FILE.js, which runs in the same sandbox as on the page. In --flow, write cc=@FILE.js.",
};
const AQM_FILE: Option = {
  name: "aqm-file",
  value: "FILE.js",
  help: "Use the custom queue in FILE.js. In --link, write aqm=@FILE.js.",
};
const CUSTOM_PARAM: Option = {
  name: "own-",
  value: "NUMBER",
  help: "Set a parameter that a custom program declares: --own-beta for the line // @param beta.",
  isBeginning: true,
};
const TRAFFIC: Option = choice("traffic", "Traffic", trafficKinds, INITIAL.flows[0].traffic);
const FLOWS: Option = { name: "flows", value: "NUMBER", help: "Number of equal flows (default: 1)." };
const FLOW: Option = {
  name: "flow",
  value: "KEY=VALUE,…",
  help: 'Add a group of flows, such as "cc=cubic,ecn=on,beta-ecn=0.85,rtt=80ms,start=30s,count=10" or "traffic=cbr,cbr-rate=2Mbps"; settings that are left out come from the flags above.',
  repeatable: true,
};
const SET: Option = {
  name: "set",
  value: "TIME:NAME=VALUE",
  help: 'Change a setting during the run, such as "20s:beta-ecn=0.9"; for one group of flows "20s:flow2.beta-ecn=0.9", for one link "20s:link.wan.capacity=5Mbps". aqm and cc can be changed too.',
  repeatable: true,
};

type Declares = Pick<AlgorithmDeclaration, "params"> & Partial<AlgorithmDeclaration>;

const OF_ALGORITHMS = [queueDisciplines, congestionControls, trafficKinds]
  .flat()
  .flatMap(({ params }) => params);

/** Returns those parameters of a place that do not depend on its algorithm. */
function shared(place: Place): Declares {
  return { params: declaredParams(INITIAL, place).filter((param) => !OF_ALGORITHMS.includes(param)) };
}

/** The topologies; the default one is first. */
const PATHS = [...topologies].sort((a, b) => Number(b.id === PATH_ID) - Number(a.id === PATH_ID));
const FLOW_KINDS = [shared({ scope: "flow", flow: 0 }), ...congestionControls, ...trafficKinds];

export const scenarioGroups: readonly OptionGroup[] = [
  { title: "Whole scenario", options: WHOLE_SCENARIO },
  {
    title: "Path",
    options: [PATH, ...optionsOf(PATHS), CAPACITY_TRACE, CAPACITY_ONCE, SET_PATH, LINK, PATH_ROUTE],
  },
  {
    title: "Queue",
    options: [AQM, AQM_FILE, ...optionsOf([shared({ scope: "queue" }), ...queueDisciplines])],
  },
  { title: "Flows", options: [CC, CC_FILE, CUSTOM_PARAM, TRAFFIC, ...optionsOf(FLOW_KINDS), FLOWS, FLOW] },
  { title: "TCP, shared by all flows", options: optionsOf([shared({ scope: "tcp" })]) },
  { title: "Run", options: [...optionsOf([shared({ scope: "run" })]), SET] },
];

const settingNames = scenarioGroups
  .flatMap((group) => group.options.map((option) => option.name))
  .filter(
    (name) => ![...WHOLE_SCENARIO, CAPACITY_TRACE, CAPACITY_ONCE].some((option) => option.name === name),
  );

/** Returns true if an option sets part of a scenario. */
export function isSetting(name: string): boolean {
  return settingNames.includes(name) || name.startsWith(CUSTOM_PARAM.name);
}

/** Returns one option per parameter id. If algorithms have different defaults, all are listed. */
function optionsOf(declarations: readonly Declares[]): Option[] {
  const ids = new Set(declarations.flatMap(({ params }) => params.map((param) => param.id)));
  return [...ids].map((id) => {
    const found = declarations.flatMap((one) =>
      one.params.filter((param) => param.id === id).map((param) => ({ of: one.id, param })),
    );
    const [{ param }] = found;
    const help = `${helpOf(found.map((one) => one.param))} ${allowedHelp(param)} ${defaultsHelp(found)}.`;
    return { name: id, value: valueName(param), help };
  });
}

/**
 * Returns the help text that all declarations of a parameter have in common. Additions for single algorithms are on the pages of
 * the reference.
 */
function helpOf(params: readonly Param[]): string {
  const helps = [...new Set(params.map((param) => param.help))];
  const goesOn = (help: string) => helps.some((other) => other !== help && help.startsWith(other));
  return helps.filter((help) => !goesOn(help)).join(" / ");
}

/** Returns the allowed values for the help text. Choices are left out, because they are next to the option's name. */
function allowedHelp(param: Param): string {
  if (param.kind === "boolean" || param.kind === "enum") return "Default:";
  const allowed = allowedText(param);
  return `Allowed: ${allowed}; default:`;
}

/** Returns the defaults as text, each with its algorithms: "5ms (codel, fq-codel), 15ms (pie)". */
function defaultsHelp(found: readonly { of: string | undefined; param: Param }[]): string {
  const texts = new Map<string, string[]>();
  for (const { of: subject, param } of found) {
    const text = canonicalText(param, param.default) || formatValue(param, param.default);
    texts.set(text, [...(texts.get(text) ?? []), ...(subject === undefined ? [] : [subject])]);
  }
  return [...texts]
    .map(([text, entries]) => (entries.length === 0 ? text : `${text} (${entries.join(", ")})`))
    .join(", ");
}

function valueName(param: Param): string {
  if (param.kind === "boolean") return "on|off";
  if (param.kind === "size") return "SIZE";
  if (param.kind === "text" || param.id === "route") return "TEXT";
  if (param.kind === "enum") return param.options.map((option) => option.value).join("|");
  const names = { s: "TIME", ms: "TIME", Mbps: "RATE", B: "BYTES", ratio: "RATIO" } as const;
  return param.unit in names ? names[param.unit as keyof typeof names] : "NUMBER";
}

function choice(name: string, what: string, list: readonly AlgorithmDeclaration[], initial: string): Option {
  const help = `${what}: ${list.map((one) => one.id).join(", ")} (default: ${initial}).`;
  return { name, value: "NAME", help };
}

/**
 * Reads the scenario from the options. Throws a UsageError that names every wrong field. Settings without effect only lead to a
 * note.
 */
export function readScenario(args: Arguments, output: Pick<Output, "note">): Scenario {
  const trace = givenTrace(args, output);
  const base = readBase(args);
  refuse(base.problems, () => base.from, trace);
  const settings: SettingText[] = args.given
    .map(({ name, text }) => ({ name, text: name === LINK.name ? withTraces(text, args, output) : text }))
    .filter(({ name }) => isSetting(name))
    .map(({ name, text }) => ({ name, text: plainText(name, text) }))
    .flatMap(({ name, text }) => {
      if (name === SET_PATH.name) return pathSetting(text, base.scenario, args);
      return withProgramFiles(name, text);
    });
  // If the URL names the recording of `--capacity-trace`, the link already follows it.
  if (trace !== null && !followsTrace(base.scenario, trace)) {
    if (args.has(RATE_PATTERN_ID))
      throw new UsageError(`--${CAPACITY_TRACE.name} cannot be combined with --${RATE_PATTERN_ID}.`);
    settings.push({ key: RATE_PATTERN_ID, text: trace });
  }
  const { scenario, problems } = applySettings(base.scenario, settings, PROGRAM_READER);
  refuse(problems, flagOf, trace);
  const ofAge = base.ofAge === "" ? [] : [base.ofAge];
  const notes = [...base.problems, ...problems].map(({ message }) => message);
  for (const note of [...ofAge, ...notes, ...(scenario.programs ?? []).flatMap(({ remarks }) => remarks)])
    output.note(`Note: ${note}`);
  return scenario;
}

/** Replaces files of programs in a setting by ids. Returns the setting, and settings that contain the programs. */
function withProgramFiles(name: string, text: string): SettingText[] {
  if (name === CC_FILE.name || name === AQM_FILE.name) {
    const program = programFile(text, `--${name} ${text}`, name === CC_FILE.name ? "sender" : "queue");
    return [programSetting(program), { key: name === CC_FILE.name ? CC.name : AQM.name, text: program.id }];
  }
  const programs: SettingText[] = [];
  const named = LISTS.includes(name)
    ? text.replace(/(^|,)(cc|aqm)=@([^,]+)/g, (_, comma, key, file) => {
        const kind = key === CC.name ? "sender" : "queue";
        const program = programFile(file, `--${name} ${key}=@${file}`, kind);
        programs.push(programSetting(program));
        return `${comma}${key}=${program.id}`;
      })
    : text;
  return [...programs, { key: name, text: named }];
}

/** Replaces files of programs in a text such as "cc=cubic,@copa.js" by ids. Also returns the programs. */
export function withAxisPrograms(
  text: string,
  what: string,
): { text: string; programs: readonly CustomProgram[] } {
  const [, name, values] = /^((?:[^=]*\.)?(?:cc|aqm))=(.*)$/s.exec(text.trim()) ?? [];
  if (name === undefined || !values.includes("@")) return { text, programs: [] };
  const programs: CustomProgram[] = [];
  const ids = values.split(",").map((value) => {
    const [, file] = /^\s*@(.+)$/s.exec(value) ?? [];
    if (file === undefined) return value;
    const wanted = name.endsWith(CC.name) ? "sender" : "queue";
    const program = programFile(file.trim(), what, wanted);
    programs.push(program);
    return program.id;
  });
  return { text: `${name}=${ids.join(",")}`, programs };
}

function programFile(file: string, what: string, wanted: "sender" | "queue"): CustomProgram {
  const code = readText(file, what);
  const program = orUsageError(what, () => PROGRAM_READER.read(code));
  const { kind } = program;
  if (kind !== wanted) throw new UsageError(`${what}: expected a ${wanted}, but the program is a ${kind}`);
  return program;
}

const programSetting = ({ packed }: CustomProgram): SettingText => ({ key: "program", text: packed });

const RATE_PATTERN_ID = "capacity-pattern";

/** Returns the content of the file of `--capacity-trace` as the value of a parameter; null if the option is absent. */
function givenTrace(args: Arguments, output: Pick<Output, "note">): string | null {
  const file = args.text(CAPACITY_TRACE.name);
  const names = args.given.some(({ name, text }) => name === LINK.name && OF_LINK.test(text));
  if (file === null && !names && args.has(CAPACITY_ONCE.name))
    throw new UsageError(`--${CAPACITY_ONCE.name} has no effect without --${CAPACITY_TRACE.name} FILE.`);
  return file === null ? null : traceOfFile(file, args, output);
}

/** Reads a file with a recorded capacity. Afterwards, URLs that name this recording by its digest can be read. */
export function traceOfFile(file: string, args: Arguments, output: Pick<Output, "note">): string {
  const what = `--${CAPACITY_TRACE.name} ${file}`;
  const repeats = !args.has(CAPACITY_ONCE.name);
  const shape = capacityShapes.find(({ id }) => id === file);
  if (shape !== undefined) return withRepeat(shape.text(), repeats);
  const read = readTraceFile(readText(file, what), repeats);
  if ("error" in read) throw new UsageError(`${what}: ${read.error}`);
  output.note(`Note: ${what}: ${read.description}`);
  return read.text;
}

const OF_LINK = /(^|,)\s*capacity-trace=([^,]*)/;

/** Replaces names of files in texts such as "id=wan,capacity-trace=FILE" by the contents of the files. */
function withTraces(text: string, args: Arguments, output: Pick<Output, "note">): string {
  return text.replace(
    OF_LINK,
    (_, before, file) => `${before}${RATE_PATTERN_ID}=${traceOfFile(file, args, output)}`,
  );
}

function followsTrace({ path }: Scenario, trace: string): boolean {
  return resolvePath(path).links.some(({ params }) => {
    const text = String(params[RATE_PATTERN_ID]);
    return isTraceText(text) && isTraceNamed(text, trace);
  });
}

/** Options whose value is a list of settings separated by commas. */
const LISTS = [LINK.name, PATH_ROUTE.name, "flow"];

/** Converts decimal commas to points. A number with a point is always decimal, because scripts write numbers so. */
function plainText(name: string, text: string): string {
  if (LISTS.includes(name)) return text;
  const plain = pointed(text, true);
  if ("error" in plain) throw new UsageError(`--${name}: ${plain.error}`);
  return plain.text;
}

/** Reads "KEY=VALUE", where KEY is a parameter of the chosen topology. */
function pathSetting(text: string, base: Scenario, args: Arguments): SettingText {
  const at = text.indexOf("=");
  const key = text.slice(0, Math.max(0, at)).trim();
  const { topology } = base.path;
  const chosen = topologies.find(({ id }) => id === (args.text(PATH.name) ?? topology));
  // An unknown topology is reported elsewhere.
  const keys = chosen?.params.map(({ id }) => id) ?? [key];
  if (at >= 0 && keys.includes(key)) return { key, text: text.slice(at + 1) };
  const has = keys.length === 0 ? "has no parameters" : `has the parameters ${keys.join(", ")}`;
  throw new UsageError(
    `--${SET_PATH.name}: expected KEY=VALUE, got ${text}; the path ${chosen?.id ?? topology} ${has}`,
  );
}

/** Returns the option that a problem is about, as the start of a sentence. */
function flagOf({ field }: Problem): string {
  if (/^flow \d/.test(field)) return "--flow: ";
  if (/^change \d/.test(field)) return "--set: ";
  if (/^link /.test(field)) return "--link: ";
  if (/^route /.test(field)) return "--path-route: ";
  return isSetting(field) ? `--${field}: ` : "";
}

interface Base extends Validated {
  /** Notice if the URL or file has version 1; empty for others. */
  readonly ofAge: string;
  /** The option that contained the scenario, as the start of a sentence. */
  readonly from: string;
}

function readBase(args: Arguments): Base {
  const [url, file] = [args.text("url"), args.text("scenario")];
  if (url !== null && file !== null) throw new UsageError("--url cannot be combined with --scenario.");
  if (url !== null) {
    registerCapacityShapes();
    const read = scenarioFromUrl(url, PROGRAM_READER);
    return { ...read, ofAge: read.isOld ? version1Words("link") : "", from: "--url: " };
  }
  if (file !== null) {
    const read = validateScenario(readJson(file), PROGRAM_READER);
    return { ...read, ofAge: read.isOld ? version1Words("file") : "", from: `--scenario ${file}: ` };
  }
  return { scenario: defaultScenario(), problems: [], ofAge: "", from: "" };
}

function refuse(
  problems: readonly Problem[],
  prefix: (problem: Problem) => string,
  trace: string | null,
): void {
  const wrong = problems.filter((problem) => problem.harmless !== true);
  if (wrong.length === 0) return;
  const hint =
    trace === null
      ? `; name its file with --${CAPACITY_TRACE.name} FILE`
      : `; --${CAPACITY_TRACE.name} names a different recording, ${traceNameOf(trace)}`;
  throw new UsageError(
    ...wrong.map((problem) => {
      const isMissing = missingTrace(problem.given) !== null;
      return `${prefix(problem)}${problem.fault ?? problem.message}${isMissing ? hint : ""}`;
    }),
  );
}

/** Limit on the characters of a scenario file: as the page. The largest scenario has some hundred thousand. */
const LONGEST_SCENARIO = 5_000_000;

/** Reads a scenario file, or the output of `run --json`. */
function readJson(file: string): unknown {
  const what = `--scenario ${file}`;
  const text = readText(file, what);
  if (text.length > LONGEST_SCENARIO)
    throw new UsageError(
      `${what} has ${text.length} characters; a scenario may have at most ${LONGEST_SCENARIO}.`,
    );
  const json: unknown = orUsageError(what, () => JSON.parse(text));
  const isRun = typeof json === "object" && json !== null && "schema" in json && "scenario" in json;
  return isRun ? json.scenario : json;
}

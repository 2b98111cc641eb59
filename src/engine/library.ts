/**
 * The part of the library that needs only the simulator: scenarios, runs, packets. src/library/library.ts adds the rest;
 * docs/library.md documents both.
 */
import { version } from "../../package.json";
import { addedPrograms } from "./added-programs.ts";
import "./algorithms.ts";
import type { CaptureOptions } from "./capture/capture.ts";
import type { PacketRow } from "./capture/file-formats.ts";
import { packetCsvOf, packetRowsOf } from "./capture/packet-csv.ts";
import { MOST_SNAP_BYTES, pcapngOf, pointNamed, SNAP_BYTES } from "./capture/pcapng.ts";
import { qlogOf } from "./capture/qlog.ts";
import { deviationsOf } from "./deviations.ts";
import { textOf } from "./explain/facts.ts";
import { type LiveNews, LiveWatch } from "./explain/live-watch.ts";
import { FLOW_EVENT_NAMES, QUEUE_EVENT_NAMES, type Question, type Story } from "./explain/story.ts";
import { Storyteller } from "./explain/storyteller.ts";
import * as declared from "./index.ts";
import { readTraceFile } from "./net/trace-file.ts";
import type { AlgorithmDeclaration } from "./params/algorithm.ts";
import { pointed } from "./params/typed-numbers.ts";
import { shown } from "./params/value-text.ts";
import { defaultScenario } from "./scenario/defaults.ts";
import { validateScenario } from "./scenario/json.ts";
import { Problems } from "./scenario/problems.ts";
import type { Problem, Scenario } from "./scenario/scenario.ts";
import type { Validated } from "./scenario/settings.ts";
import { applySettings, type SettingText } from "./scenario/texts.ts";
import { scenarioToFlags as flagsOf, scenarioFromUrl, scenarioToUrl as urlOf } from "./scenario/url.ts";
import { Simulation } from "./simulation.ts";
import type { PacketLog } from "./trace/packet-log.ts";
import type { MakeReplay } from "./trace/replay.ts";
import type { RunResults, Snapshot } from "./trace/snapshot.ts";

export type { CaptureOptions } from "./capture/capture.ts";
export type { PacketRow } from "./capture/file-formats.ts";
export type { StoryPart } from "./explain/facts.ts";
export type { LiveNews } from "./explain/live-watch.ts";
export type { Question, Story } from "./explain/story.ts";
export { TooLargeRun } from "./net/packet.ts";
export type { AlgorithmDeclaration } from "./params/algorithm.ts";
export type { Param, ParamValue, ParamValues } from "./params/param.ts";
export { declaredParams, type Place } from "./scenario/places.ts";
export { type Preset, presets } from "./scenario/presets.ts";
export type { Problem, Scenario } from "./scenario/scenario.ts";
export {
  type BucketSeries,
  type EventSeries,
  FLOW_EVENT,
  type FlowResult,
  type LinkResult,
  QUEUE_EVENT,
  type RunResults,
  type Snapshot,
} from "./trace/snapshot.ts";

/** Returns the declaration with the algorithm's deviations added. */
const described = <T extends AlgorithmDeclaration>(one: T) => ({ ...one, deviations: deviationsOf(one.id) });

export const queueDisciplines = declared.queueDisciplines.map(described);
export const congestionControls = declared.congestionControls.map(described);
export const trafficKinds = declared.trafficKinds.map(described);
export const topologies = declared.topologies.map(described);

/** Version of the package. */
export const VERSION: string = version;

/** Values that the build of the package writes into the code. */
interface Built {
  readonly SAWTOOTH_COMMIT?: string | null;
}

/** Git commit of the sources of the package; null if unknown. */
export const COMMIT: string | null = (globalThis as Built).SAWTOOTH_COMMIT ?? null;

// Functions that read a scenario.

/** A simulation URL or its part after the "#", options of `run`, or JSON as text or as a parsed object. */
export type ScenarioSource = string | object;

/** Result of reading a scenario. */
export interface Reading {
  /** The nearest valid scenario to the input. */
  readonly scenario: Scenario;
  readonly problems: readonly Problem[];
  /** True if the URL or file has format version 1. It runs on the current simulator, and results can differ from the original ones. */
  readonly isOld: boolean;
}

/** Error for an invalid scenario; the message has one line per problem. */
export class ScenarioError extends Error {
  readonly problems: readonly Problem[];

  constructor(problems: readonly Problem[]) {
    super(problems.map(({ fault, message }) => fault ?? message).join("\n"));
    this.name = "ScenarioError";
    this.problems = problems;
  }
}

/**
 * Reads a scenario. Options of `run` change `base`, by default the default scenario. Throws a ScenarioError that lists all
 * problems.
 */
export function readScenario(source: ScenarioSource, base?: Scenario): Scenario {
  return accepted(nearestScenario(source, base));
}

/** Reads a scenario as the page reads a URL: never throws. Returns the nearest valid scenario and the problems. */
export function nearestScenario(source: ScenarioSource, base?: Scenario): Reading {
  if (typeof source !== "string") return readingOf(scenarioFromJson(source), base);
  const text = source.trim();
  if (text.startsWith("--")) return { ...scenarioFromFlags(text, base ?? defaultScenario()), isOld: false };
  return readingOf(
    text.startsWith("{") ? scenarioFromJsonText(text) : scenarioFromUrl(text, addedPrograms.reader),
    base,
  );
}

function readingOf({ scenario, problems, isOld }: Reading, base: Scenario | undefined): Reading {
  if (base !== undefined)
    throw new TypeError(
      "Only flags can be combined with another scenario; a link or JSON is a complete scenario.",
    );
  return { scenario, problems, isOld };
}

function accepted({ scenario, problems }: Pick<Reading, "scenario" | "problems">): Scenario {
  const wrong = problems.filter(({ harmless }) => harmless !== true);
  if (wrong.length > 0) throw new ScenarioError(wrong);
  return scenario;
}

/** Reads a scenario object, or the output of `run --json`. */
function scenarioFromJson(json: object): Reading {
  const scenario: unknown = "schema" in json && "scenario" in json ? json.scenario : json;
  const known = addedPrograms.withNamed(defaultScenario(), JSON.stringify(scenario) ?? "");
  return validateScenario(withoutClasses(scenario), addedPrograms.reader, known);
}

/** Returns the input without programs that are classes, which the library finds by their ids. */
function withoutClasses(json: unknown): unknown {
  if (typeof json !== "object" || json === null || !("programs" in json)) return json;
  const { programs } = json;
  if (!Array.isArray(programs)) return json;
  return { ...json, programs: programs.filter((one) => one?.isClass !== true) };
}

function scenarioFromJsonText(text: string): Reading {
  try {
    return scenarioFromJson(JSON.parse(text));
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    const problems = new Problems();
    const fault = `This starts like JSON, but it cannot be read: ${error.message}`;
    const used = "the default scenario";
    problems.add({ field: "scenario", given: shown(text), allowed: "JSON", used, fault });
    return { scenario: defaultScenario(), problems: problems.list, isOld: false };
  }
}

/** Options whose value is a list of settings separated by commas. In other options a comma is a decimal comma. */
const LISTS = ["link", "path-route", "flow"];
/** Matches one word of a command line, with quotes as in a shell. */
const WORDS = /(?:[^\s"']|"[^"]*"|'[^']*')+/g;

function scenarioFromFlags(text: string, base: Scenario): Validated {
  const problems = new Problems();
  const settings: SettingText[] = [];
  const words = [...text.matchAll(WORDS)].map(([word]) => word.replace(/["']/g, ""));
  if (/["']/.test(text.replace(WORDS, ""))) {
    const fault = "A quotation mark is not closed";
    problems.leftOut({
      field: "flags",
      given: shown(text),
      allowed: "two quotation marks for each text",
      fault,
    });
  }
  for (let i = 0; i < words.length; i++) {
    const [, key, inline] = /^--([^=]+)(?:=(.*))?$/s.exec(words[i]) ?? [];
    if (key === undefined) {
      const fault = `Flags are --name value, got ${shown(words[i])}`;
      problems.leftOut({ field: words[i], given: words[i], allowed: "--name value", fault });
      continue;
    }
    const value = inline ?? (words[i + 1]?.startsWith("--") === false ? words[++i] : undefined);
    if (value === undefined) {
      problems.leftOut({ field: key, given: "", allowed: "a value", fault: `--${key} needs a value` });
      continue;
    }
    const plain = LISTS.includes(key) ? { text: value } : pointed(value, true);
    if ("error" in plain)
      problems.leftOut({ field: key, given: value, allowed: "a plain number", fault: plain.error });
    else settings.push({ key, text: plain.text });
  }
  const read = applySettings(addedPrograms.withNamed(base, text), settings, addedPrograms.reader);
  return { scenario: read.scenario, problems: [...problems.list, ...read.problems] };
}

/**
 * Returns the shortest URL of a scenario, without the part up to "#". Throws an Error if the scenario has a program that is a
 * JavaScript class, because a URL cannot contain a class.
 */
export function scenarioToUrl(scenario: Scenario): string {
  return urlOf(portable(scenario, "link"));
}

/** Returns the scenario as options of `run`. Throws an Error if the scenario has a program that is a JavaScript class. */
export function scenarioToFlags(scenario: Scenario): string {
  return flagsOf(portable(scenario, "command"));
}

const hasClass = ({ programs = [] }: Scenario): boolean => programs.some(({ isClass }) => isClass === true);

/** Returns the scenario. Throws an Error if it has a program that is a JavaScript class. */
function portable(scenario: Scenario, place: string): Scenario {
  if (hasClass(scenario))
    throw new Error(
      `A program of this scenario is a JavaScript class, which a ${place} cannot hold; give it as text.`,
    );
  return scenario;
}

/** A file with a recorded capacity, after it was read. */
export interface CapacityTrace {
  /** Value for `capacity-pattern`, usable as an option of `run`, in a URL, or as a link's parameter. */
  readonly setting: string;
  /** Description of the recording in one or two sentences. */
  readonly said: string;
}

/**
 * Reads the contents of a file with a recorded capacity, as `--capacity-trace` does. Afterwards, URLs that name this recording by
 * its digest can be read as well. Throws a SyntaxError whose message names the line.
 */
export function readCapacityTrace(
  contents: string,
  { once = false }: { readonly once?: boolean } = {},
): CapacityTrace {
  const read = readTraceFile(contents, !once);
  if ("error" in read) throw new SyntaxError(read.error);
  return { setting: read.text, said: read.description };
}

// Functions that run a scenario.

/** Runs a scenario to its end. Throws a TooLargeRun if it needs too much memory or time. */
export function simulate(source: ScenarioSource): Run {
  const run = new Run(source, { isWatched: false });
  run.advance();
  return run;
}

/** Options of a run. */
export interface RunOptions {
  /** Approximate limit on the memory of the run (bytes); 320 MB by default. */
  readonly mostBytes?: number;
  /** True (the default) if the run can describe its steps. False saves some time. */
  readonly isWatched?: boolean;
}

/** A run that starts at 0 s and advances when a method is called. The size of the steps does not change the results. */
export class Run {
  private readonly simulation: Simulation;
  private readonly watch: LiveWatch | null;
  private storyteller: { readonly scenario: Scenario; readonly it: Storyteller } | null = null;

  constructor(source: ScenarioSource, { mostBytes, isWatched = true }: RunOptions = {}) {
    this.watch = isWatched ? new LiveWatch() : null;
    const scenario = addedPrograms.prepared(readScenario(source));
    this.simulation = new Simulation(scenario, this.watch?.log ?? null, mostBytes);
  }

  /** The scenario, including changes and flows added during the run. */
  get scenario(): Scenario {
    return this.simulation.scenario;
  }

  /** Simulated time that the run has reached (s). */
  get nowS(): number {
    return this.simulation.nowS;
  }

  get done(): boolean {
    return this.simulation.done;
  }

  /** Runs to `untilS` (by default to the end), but at most for about `mostEvents` events. Returns true if that time was reached. */
  advance(untilS = Number.POSITIVE_INFINITY, mostEvents = Number.POSITIVE_INFINITY): boolean {
    return this.simulation.advance(untilS, mostEvents);
  }

  /** Runs exactly one event and describes it; null if there was nothing to describe. */
  stepEvent(): LiveNews | null {
    if (this.watch !== null) return this.watch.stepEvent(this.simulation);
    this.simulation.stepEvent();
    return null;
  }

  /**
   * Runs until just after the next mark, drop, reduction or timeout, or to the end. Returns the description of the event; null if
   * there was none.
   */
  stepToSignal(): LiveNews | null {
    if (this.watch !== null) return this.watch.stepToSignal(this.simulation);
    this.simulation.stepToSignal();
    return null;
  }

  /**
   * Changes a parameter. `text` has the syntax of `--set`: "beta-ecn=0.9" applies from now on, "20s:flow2.beta-ecn=0.9" from a
   * given time on.
   */
  set(text: string): void {
    const timed = /^[^:=]*:/.test(text) ? text : `0s:${text}`;
    const base = { ...withNamed(this.simulation, text), changes: [] };
    const { changes } = accepted(applySettings(base, [{ key: "set", text: timed }]));
    for (const change of changes) this.simulation.change(change);
  }

  /**
   * Adds flows. `text` has the syntax of `--flow`, such as "cc=cubic,rtt=20ms,count=2". The flows start now, or at their start
   * time if that is later.
   */
  addFlow(text: string): void {
    const { flows } = accepted(applySettings(withNamed(this.simulation, text), [{ key: "flow", text }]));
    for (const flow of flows) this.simulation.addFlow(flow);
  }

  results(): RunResults {
    return this.simulation.results();
  }

  /** Returns a digest of the scenario and the results. It is the same in this package, on the page and on the command line. */
  digest(): string {
    return this.simulation.digest();
  }

  /** Returns series, samples and events so far, with results and digest. */
  snapshot(): Snapshot {
    return this.simulation.snapshot();
  }

  /**
   * Returns the questions that `why` can answer, in order of time: one for each reduction, timeout, mark, drop and start of a
   * flow in the snapshot.
   */
  questions(): Question[] {
    const { flowEvents, links, samples } = this.snapshot();
    const ofFlows = Array.from(flowEvents.timeS, (atS, i) => {
      const event = FLOW_EVENT_NAMES[flowEvents.kind[i]];
      return { kind: "flow-event", event, flow: flowEvents.flow[i], atS } as const;
    });
    const ofQueues = links.flatMap(({ events }, link) =>
      Array.from(events.timeS, (atS, i) => {
        const event = QUEUE_EVENT_NAMES[events.kind[i]];
        return { kind: "queue-event", event, link, flow: events.flow[i], atS } as const;
      }),
    );
    const { timeS, flow, joined } = samples.turns;
    const joins = Array.from(timeS, (atS, i) => ({ kind: "join", flow: flow[i], atS }) as const).filter(
      (_, i) => joined[i] === 1,
    );
    return [...joins, ...ofQueues, ...ofFlows].sort((a, b) => a.atS - b.atS);
  }

  /**
   * Explains an event: what happened, by which rule, and what followed. Throws an error with a message for users if there is
   * nothing to explain.
   */
  why(question: Question): Story {
    const { scenario } = this;
    if (this.storyteller?.scenario !== scenario)
      this.storyteller = { scenario: scenario, it: new Storyteller(scenario, replayOf(scenario)) };
    const steps = this.storyteller.it.tell(question, this.nowS);
    for (;;) {
      const step = steps.next();
      if (step.done) return step.value;
    }
  }
}

/** Returns the run's scenario, after the programs that the text names have become part of it. */
function withNamed(simulation: Simulation, text: string): Scenario {
  const named = addedPrograms.withNamed(simulation.scenario, text);
  if (named === simulation.scenario) return named;
  const prepared = addedPrograms.prepared(named);
  simulation.addPrograms(prepared.programs);
  return prepared;
}

function replayOf(scenario: Scenario): MakeReplay {
  const prepared = addedPrograms.prepared(scenario);
  return (log: PacketLog) => new Simulation(prepared, log);
}

/** Returns the explanation as text: its title, then its sentences. */
export function storyText({ title, sentences }: Story): string {
  return [title, ...sentences.map(textOf)].join("\n");
}

// Functions that return the packets of a run. They repeat the run for this. All generators yield after each short step of work.

/** Yields one row per packet event, in order of time; the columns are those of the CSV file. */
export function packetRows(source: ScenarioSource, stretch: CaptureOptions = {}): Generator<PacketRow, void> {
  const { scenario, make } = captured(source, stretch);
  return packetRowsOf(scenario, make, stretch);
}

/** Yields the parts of a CSV file. */
export function packetCsv(source: ScenarioSource, stretch: CaptureOptions = {}): Generator<string, void> {
  const { scenario, make, program, remarks } = captured(source, stretch);
  const stamp = [program, ...remarks].map((line) => `# ${line}\n`).join("");
  return packetCsvOf(scenario, make, { ...stretch, stamp });
}

/** Options of a packet capture file. */
export interface CaptureFileOptions extends CaptureOptions {
  /**
   * Places at which packets are captured, as in `--pcap-at`: "sender" (the default), "receiver", "bottleneck:in",
   * "bottleneck:out".
   */
  readonly at?: readonly string[];
  /** Number of bytes kept of each packet. The default is 128, into which all headers fit. */
  readonly snapBytes?: number;
}

/** Yields the parts of a pcapng file, for Wireshark. */
export function packetCapture(
  source: ScenarioSource,
  { at = ["sender"], snapBytes = SNAP_BYTES, ...stretch }: CaptureFileOptions = {},
): Generator<Uint8Array<ArrayBuffer>, void> {
  const { scenario, make, program, remarks } = captured(source, stretch);
  if (!Number.isInteger(snapBytes) || snapBytes < SNAP_BYTES || snapBytes > MOST_SNAP_BYTES)
    throw new RangeError(`snapBytes: a whole number from ${SNAP_BYTES} to ${MOST_SNAP_BYTES} is required.`);
  const points = at.map((name) => pointNamed(name, scenario));
  return pcapngOf(scenario, make, { ...stretch, points, snapBytes, program, comments: remarks });
}

/** Yields the parts of a qlog file (JSON-SEQ), for qvis. */
export function packetQlog(source: ScenarioSource, stretch: CaptureOptions = {}): Generator<string, void> {
  const { scenario, make, program, remarks } = captured(source, stretch);
  return qlogOf(scenario, make, { ...stretch, title: program, description: remarks.join(" ") });
}

/** Prepares a capture. The returned `remarks` are lines for the file, on the run and its captured part. */
function captured(source: ScenarioSource, stretch: CaptureOptions) {
  const scenario = readScenario(source);
  const durationS = Number(scenario.run.duration);
  const { fromS = 0, toS = durationS } = stretch;
  if (!(fromS >= 0 && toS > fromS))
    throw new RangeError(
      `A time range needs a fromS of at least 0 and a larger toS; got ${fromS} and ${toS}.`,
    );
  const isWhole = fromS === 0 && toS >= durationS;
  const isOfClass = hasClass(scenario);
  const link = isOfClass ? "with a program that is a JavaScript class" : `#${urlOf(scenario)}`;
  const remarks = isWhole ? [link] : [link, `only from ${fromS} s to ${toS} s`];
  return {
    scenario,
    make: replayOf(scenario),
    program: `Sawtooth ${VERSION}${COMMIT === null ? "" : `, commit ${COMMIT}`}`,
    remarks,
  };
}

/** `run`: runs one scenario to its end and prints or writes the results. */

import { getHeapStatistics } from "node:v8";
import {
  defaultScenario,
  hasDigest,
  isTraceText,
  ORIGIN_FORM,
  programEnd,
  readOrigin,
  type Scenario,
  scenarioFromUrl,
  scenarioToUrl,
  versionWords,
} from "../engine/index.ts";
import { MOST_BYTES, Simulation, TooLargeRun } from "../engine/simulator.ts";
import { standingOf } from "../experiments/compared-cases.ts";
import { figureDifferences, recordedFigures } from "../experiments/origin-differences.ts";
import { PROGRAM_READER } from "../teaching/document/file-programs.ts";
import { prepareRun } from "../workers/interpreter.ts";
import { captureGroup, prepareCaptures } from "./capture-files.ts";
import { type Command, EXIT, type Output } from "./command.ts";
import { prepareFile } from "./named-files.ts";
import { fitWith, overGroup, overJson, overText, prepareOver } from "./over.ts";
import { projectBuild, storedComparedCases } from "./project.ts";
import { EventTrace, type FinishedRun, prepareSeries, runJson, writeSeries } from "./run-files.ts";
import { runSummary } from "./run-summary.ts";
import { readScenario, scenarioGroups } from "./scenario-options.ts";

const EVENTS_PER_LOOK = 200_000;
/** Progress is not shown for runs that take less than this time (ms). */
const PATIENCE_MS = 500;
/** Share of Node's heap that a run may use. The rest is needed for garbage and for the results. */
const SHARE_OF_HEAP = 0.6;

export const run: Command = {
  name: "run",
  summary: "Simulate one scenario and print the results.",
  groups: [
    {
      title: "Output (default: a readable summary)",
      options: [
        {
          name: "json",
          value: null,
          help: "Print one JSON object with the scenario, the results and the digest.",
        },
        {
          name: "timing",
          value: null,
          help: "With --json: include the run time of the simulation (engine.wallMs).",
        },
        { name: "csv", value: "DIR", help: "Write every time series as a CSV file to the folder DIR." },
        {
          name: "trace",
          value: "FILE",
          help: "Write all reductions, timeouts, marks and drops to FILE as CSV, one per line in time order.",
        },
      ],
    },
    captureGroup,
    overGroup,
    ...scenarioGroups,
  ],
  notes: [
    'Values may have units ("5ms", "10 Mbit/s", "168kB", "1000p"); a number without a unit is in the unit of the default.',
  ],
  async run(args, output) {
    const scenario = readScenario(args, output);
    for (const remark of remarks(scenario)) output.note(`Note: ${remark}`);
    const [folder, file] = [args.text("csv"), args.text("trace")];
    if (folder !== null) prepareSeries(folder);
    if (file !== null) prepareFile(file, `--trace ${file}`);
    const captures = await prepareCaptures(args, scenario);
    const over = prepareOver(args, scenario);
    const trace = file === null ? null : new EventTrace();
    const finished = await simulate(scenario, output, trace);
    for (const note of originNotes(args.text("url"), finished)) output.note(`Note: ${note}`);
    const standing = standingOf(finished.simulation.scenario, storedComparedCases());
    const fit = over === null ? null : fitWith(over, finished.simulation);
    const isSaid = args.has("json") || over !== null || (folder === null && file === null && !captures.isAny);
    const beside =
      over === null || fit === null
        ? null
        : { text: overText(over, fit, finished.simulation), json: overJson(over, fit, finished.simulation) };
    const summary = () =>
      output.out([runSummary(finished, standing), beside?.text].filter(Boolean).join("\n\n"));
    if (args.has("json"))
      output.json({
        ...runJson(finished, args.has("timing")),
        checked: standing,
        ...(beside !== null && { over: beside.json }),
      });
    else if (isSaid) summary();
    try {
      if (folder !== null) writeSeries(folder, finished);
      const leftOut = file === null ? null : ((await trace?.write(file, finished)) ?? null);
      if (leftOut !== null) output.note(`Note: ${file}: ${leftOut}.`);
      await captures.write(finished.simulation.digest());
    } catch (error) {
      // If the numbers cannot be written to the file, they are printed, because computing them took long.
      if (!isSaid) summary();
      throw error;
    }
    const ended = finished.simulation.programs().filter(({ stopped }) => stopped !== null);
    if (!isSaid || args.has("json"))
      for (const { name, stopped } of ended) if (stopped !== null) output.note(programEnd(name, stopped));
    return finished.stopped === null && ended.length === 0 ? EXIT.done : EXIT.wrongRequest;
  },
};

/**
 * Returns notes if the URL contains the version and digest of a run, and today's digest differs. If other options are given, the
 * run is not that of the URL, and there are no notes.
 */
function originNotes(url: string | null, { simulation, stopped }: FinishedRun): string[] {
  if (url === null || stopped !== null) return [];
  const { scenario, view } = scenarioFromUrl(url, PROGRAM_READER);
  if (view.made === undefined || scenarioToUrl(scenario) !== scenarioToUrl(simulation.scenario)) return [];
  const origin = readOrigin(view.made);
  if (origin === null) return [`--url: "made" must be ${ORIGIN_FORM}, got ${view.made}.`];
  const digest = simulation.digest();
  if (hasDigest(origin, digest)) return [];
  const figures = figureDifferences(recordedFigures(origin.figures), simulation.results());
  return [
    `The link was made by ${versionWords(origin.version)}, which computed the digest ${origin.digest}…; this is ${versionWords(projectBuild())}, which computed ${digest}. The results of the two versions can differ, or the link was edited.`,
    ...figures,
  ];
}

/** Returns remarks on settings that are allowed but probably a mistake. */
function remarks(scenario: Scenario): string[] {
  const durationS = Number(scenario.run.duration);
  return [...withoutEffect(scenario), ...idleFlows(scenario, durationS)];
}

/** Returns remarks on settings of a link that have no effect, because its capacity is a recording. */
function withoutEffect({ path }: Scenario): string[] {
  if (!isTraceText(String(path.params["capacity-pattern"] ?? ""))) return [];
  const { capacity: usual } = defaultScenario().path.params;
  const set = [
    ...(path.params.capacity === usual ? [] : ["capacity"]),
    ...(path.params.bucket === 0 ? [] : ["bucket"]),
  ];
  return set.map((id) => `"${id}" has no effect, because the capacity comes from a recording.`);
}

function idleFlows(scenario: Scenario, durationS: number): string[] {
  return scenario.flows.flatMap(({ params }, i) => {
    const name = scenario.flows.length === 1 ? "The flow" : `Flow ${i + 1}`;
    const startS = Number(params.start);
    if (startS >= durationS) return [`${name} starts at ${startS} s, but the run ends at ${durationS} s.`];
    if (typeof params.stop === "number" && params.stop <= startS) {
      return [`${name} never sends: it stops at ${params.stop} s, but starts at ${startS} s.`];
    }
    return [];
  });
}

async function simulate(scenario: Scenario, output: Output, trace: EventTrace | null): Promise<FinishedRun> {
  const prepared = await prepareRun(scenario);
  const startMs = performance.now();
  const mostBytes = Math.min(MOST_BYTES, getHeapStatistics().heap_size_limit * SHARE_OF_HEAP);
  const simulation = new Simulation(prepared, trace?.log ?? null, mostBytes);
  let stopped: string | null = null;
  try {
    while (!simulation.advance(Number.POSITIVE_INFINITY, EVENTS_PER_LOOK)) {
      trace?.read();
      if (performance.now() - startMs < PATIENCE_MS) continue;
      output.progress(`${Math.floor((100 * simulation.nowS) / Number(scenario.run.duration))} %`);
    }
  } catch (error) {
    if (!(error instanceof TooLargeRun)) throw error;
    stopped = error.message;
  }
  trace?.read();
  output.progress("");
  if (stopped !== null) {
    const came = `${simulation.nowS.toPrecision(3)} s of ${scenario.run.duration} s`;
    output.note(`The run was stopped after ${came}: ${stopped}. The results cover the time until then.`);
  }
  return { simulation, wallMs: performance.now() - startMs, stopped };
}

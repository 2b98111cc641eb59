/** Compares results of this simulator with those of a reference. Runs use all processors. */
import { type RunResults, type Scenario, scenarioToUrl } from "../../engine/index.ts";
import { Simulation } from "../../engine/simulator.ts";
import type { CaseErrors } from "../../experiments/compared-cases.ts";
import { convergenceSince } from "../../experiments/read-run.ts";
import { Pool } from "../../workers/pool.ts";
import type { JobResult, JobWant } from "../../workers/protocol.ts";
import type { StartWorker } from "../../workers/supervised-worker.ts";
import { PATIENCE_MS } from "../experiments/compute.ts";
import { textTable } from "../text-tables.ts";
import { compareDynamics, type DynamicsComparison, dynamicsOf } from "./dynamics.ts";
import { deviation, mean, sum } from "./few-numbers.ts";
import { gridOf, isPhase, type ReferenceCase, type RunnableCase } from "./reference-cases.ts";
import {
  allowedFor,
  bareAllowed,
  differsBySeed,
  type Scatter,
  SHARE_AGREEMENT,
  SIGNALS,
  STANDARD_ERRORS,
  signalsDiffer,
  TOLERANCE,
  type Tolerances,
} from "./tolerance.ts";

/** Values of a run after the warm-up, for all flows together; or their means over several runs. */
interface Figures {
  readonly goodputBps: number;
  readonly p50Ms: number;
  readonly p90Ms: number;
  readonly marks: number;
  readonly drops: number;
  readonly reductions: number;
  readonly groupGoodputBps: readonly number[];
  /** 90th percentiles of DualPI2's two queues (ms); empty for other queues. */
  readonly queueP90Ms: ReadonlyMap<string, number>;
}

/**
 * Returns the values of a run. `first` is true if the reference counts only reductions of the first flow, because the others are
 * short.
 */
function figuresOf(scenario: Scenario, { links, flows }: RunResults, first = false): Figures {
  const spanS = Number(scenario.run.duration) - Number(scenario.run.warmup);
  const groupGoodputBps = scenario.flows.map((_, group) => {
    const bytes = flows.filter((flow) => flow.group === group).map((flow) => flow.bytesReceived);
    return (sum(bytes) * 8) / spanS;
  });
  const { sojournMs, marks, drops, queues = [] } = links[0];
  return {
    goodputBps: sum(groupGoodputBps),
    p50Ms: sojournMs?.p50 ?? Number.NaN,
    p90Ms: sojournMs?.p90 ?? Number.NaN,
    marks,
    // Packets that the link loses at random are not drops of the queue, as in the references.
    drops: drops.overflow + drops.aqm,
    reductions: sum(
      flows
        .slice(0, first ? 1 : flows.length)
        .map((flow) => flow.ecnReductions + flow.lossReductions + flow.rtos),
    ),
    groupGoodputBps,
    queueP90Ms: new Map(queues.map(({ name, sojournMs }) => [name, sojournMs?.p90 ?? Number.NaN])),
  };
}

function meanFigures(runs: readonly Figures[]): Figures {
  const meanOfRuns = (figure: (run: Figures) => number) => mean(runs.map(figure));
  return {
    goodputBps: meanOfRuns((run) => run.goodputBps),
    p50Ms: meanOfRuns((run) => run.p50Ms),
    p90Ms: meanOfRuns((run) => run.p90Ms),
    marks: meanOfRuns((run) => run.marks),
    drops: meanOfRuns((run) => run.drops),
    reductions: meanOfRuns((run) => run.reductions),
    groupGoodputBps: runs[0].groupGoodputBps.map((_, group) =>
      meanOfRuns((run) => run.groupGoodputBps[group]),
    ),
    queueP90Ms: new Map(
      [...runs[0].queueP90Ms.keys()].map((name) => [
        name,
        meanOfRuns((run) => run.queueP90Ms.get(name) ?? Number.NaN),
      ]),
    ),
  };
}

/** A value of a case in which the two queues of DualPI2 are measured separately. */
interface QueueFigure {
  /** Name of the value: "goodput", "p90 L", "p90 C", "marks", "share". */
  readonly name: string;
  /** Difference from the reference: absolute for a share and a percentile, otherwise relative. */
  readonly error: number;
  readonly bare: number;
  /** Tolerance, including the part for random differences. */
  readonly allowed: number;
}

/**
 * Returns the values of such a case; empty for other cases. As in the other comparisons, the part for random differences is two
 * standard errors of the difference.
 */
export function queueFigures(reference: ReferenceCase, runs: readonly Figures[]): QueueFigure[] {
  const { perQueue, goodputBps, marks = 0, seeds } = reference;
  if (perQueue === undefined) return [];
  const { l4s } = TOLERANCE;
  const chance = STANDARD_ERRORS * Math.sqrt(1 / runs.length + 1 / seeds);
  const figure = (
    name: string,
    pick: (run: Figures) => number,
    theirs: number,
    bare: number,
    unit: number,
  ) => {
    const ours = runs.map(pick);
    return {
      name,
      error: (mean(ours) - theirs) / unit,
      bare,
      allowed: bare + (chance * deviation(ours)) / unit,
    };
  };
  const first = ({ groupGoodputBps, goodputBps: all }: Figures) => groupGoodputBps[0] / all;
  const share = shareOf(reference, meanFigures(runs));
  return [
    figure("goodput", (run) => run.goodputBps, goodputBps.mean, l4s.goodput, goodputBps.mean),
    ...Object.entries(perQueue).map(([name, { sojournMs }]) =>
      figure(`p90 ${name}`, (run) => run.queueP90Ms.get(name) ?? Number.NaN, sojournMs.p90, l4s.p90Ms, 1),
    ),
    ...(marks > 0 ? [figure("marks", (run) => run.marks, marks, l4s.marks, marks)] : []),
    ...(share?.judged ? [figure("share", first, share.theirs, l4s.share, 1)] : []),
  ];
}

/**
 * Returns how much runs differ from each other. Only randomness in the queue counts. Differences caused by start times do not
 * increase the tolerance, unless the reference's repeats have them, too.
 */
function scatterOf(runs: readonly Figures[], chance: boolean): Scatter {
  if (!chance)
    return { runs: runs.length, goodput: 0, p50Ms: 0, p90Ms: 0, marks: 0, drops: 0, reductions: 0 };
  const goodputBps = runs.map((run) => run.goodputBps);
  return {
    runs: runs.length,
    goodput: deviation(goodputBps) / mean(goodputBps),
    p50Ms: deviation(runs.map((run) => run.p50Ms)),
    p90Ms: deviation(runs.map((run) => run.p90Ms)),
    marks: deviation(runs.map((run) => run.marks)),
    drops: deviation(runs.map((run) => run.drops)),
    reductions: deviation(runs.map((run) => run.reductions)),
  };
}

/** Compares two counts with the kernel's, after the warm-up: marks and drops by the queue, and reductions by senders. */
interface SignalComparison {
  readonly name: SignalName;
  readonly ours: number;
  readonly theirs: number;
  readonly allowed: number;
  /** Reason why the count is not judged; null if it is judged. */
  readonly differs: string | null;
  readonly passes: boolean;
}

type SignalName = "marks" | "drops" | "reductions";

export const SIGNAL_NAMES: readonly SignalName[] = ["marks", "drops", "reductions"];

/**
 * Returns these comparisons. They exist only for Linux: cases of ns-3 have no counts of reductions, and its queues count
 * differently. They are left out for cases that depend on phase, and for small counts. Marks of DualPI2 have their own tolerance,
 * and of the reductions of DCTCP and Prague the kernel's monitor sees only some.
 */
export function signalsOf(reference: ReferenceCase, ours: Figures, scatter: Scatter): SignalComparison[] {
  if (!reference.source.startsWith("Linux") || !reference.settled || isPhase(reference)) return [];
  const names: readonly SignalName[] = reference.perQueue === undefined ? SIGNAL_NAMES : ["drops"];
  return names.flatMap((name) => {
    const theirs = reference[name];
    if (theirs === undefined) return [];
    const chance = STANDARD_ERRORS * Math.sqrt(1 / scatter.runs + 1 / reference.seeds) * scatter[name];
    const allowed = SIGNALS.share * theirs + SIGNALS.count + chance;
    const differs = signalsDiffer(reference, name);
    const passes = differs !== null || Math.abs(ours[name] - theirs) <= allowed;
    return [{ name, ours: ours[name], theirs, allowed, differs, passes }];
  });
}

/** Share of the first flow in the total of two competing flows. */
interface ShareComparison {
  readonly ours: number;
  readonly theirs: number;
  readonly error: number;
  /** True if the runs of the reference agree with each other. Otherwise chance decides there as well which flow wins. */
  readonly judged: boolean;
}

/** Compares this share with the reference's; null for a case that does not have two flows. */
export function shareOf({ shareFirst, settled }: ReferenceCase, ours: Figures): ShareComparison | null {
  if (shareFirst === undefined) return null;
  const share = ours.groupGoodputBps[0] / ours.goodputBps;
  const { mean, min, max } = shareFirst;
  return {
    ours: share,
    theirs: mean,
    error: share - mean,
    judged: settled && max - min <= SHARE_AGREEMENT,
  };
}

/**
 * Compares with ns-3 the time until F(t) reaches 0.95 after a second flow has joined. The time counts from the SYN of that flow
 * to the first check with this value (s); null if there is no such check.
 */
interface Convergence {
  readonly reference: ReferenceCase;
  readonly theirsS: number | null;
  readonly oursS: number | null;
}

/** Returns this comparison; null if the reference does not have the value. */
export async function convergenceOf(
  { reference, scenario }: RunnableCase,
  run: RunOne,
): Promise<Convergence | null> {
  const theirs = reference.convergenceFirstS;
  if (theirs === undefined || scenario.flows.length < 2) return null;
  const joinS = Number(scenario.flows[1].params.start);
  const { snapshot } = await run(scenario, "snapshot");
  if (snapshot === null) throw new Error("A run returned no time series.");
  const { firstS } = convergenceSince(snapshot, joinS, snapshot.nowS - joinS);
  return { reference, theirsS: theirs[0], oursS: firstS };
}

/**
 * Returns the geometric mean of the ratios of this simulator's times to those of the reference. Cases in which one of them is
 * unknown are left out. NaN if none is left.
 */
export function geometricMean(all: readonly Convergence[]): number {
  const logs = all.flatMap(({ oursS, theirsS }) =>
    oursS === null || theirsS === null ? [] : [Math.log(oursS / theirsS)],
  );
  return Math.exp(logs.reduce((sum, log) => sum + log, 0) / logs.length);
}

/** Returns lines of text on these times. */
export function convergenceLines(all: readonly Convergence[]): string[] {
  if (all.length === 0) return [];
  const seconds = (s: number | null) => (s === null ? "never" : s.toFixed(1));
  const rows = all.map(({ reference, oursS, theirsS }) => [reference.id, ...[oursS, theirsS].map(seconds)]);
  return [
    textTable([
      ["time from the join until F(t) first reaches 0.95, s (shown, not judged)", "ours", "theirs"],
      ...rows,
    ]),
    `Sawtooth / reference, geometric mean: ${geometricMean(all).toFixed(2)}`,
    "",
  ];
}

/** Minimum number of marks for which a share of marks is meaningful. */
const LEAST_MARKS = 50;

/**
 * Returns the errors of a case as they are stored: shares, delays, marks and goodput. The goodput alone would not be sufficient,
 * because it is always right on a full link.
 */
export function errorsOf({ reference, ours, goodputError, p90ErrorMs, share }: CaseComparison): CaseErrors {
  const { marks = 0 } = reference;
  return {
    goodputError,
    p90ErrorMs,
    shareError: share?.judged === true ? share.error : null,
    marksError: marks < LEAST_MARKS ? null : ours.marks / marks - 1,
  };
}

const SEEDS_WITH_CHANCE = 8;

/** Runs a scenario on some worker. */
export type RunOne = (scenario: Scenario, want: JobWant) => Promise<JobResult>;

/** A case: results of the reference, results of this simulator, and the verdict. */
export interface CaseComparison extends RunnableCase {
  readonly ours: Figures;
  readonly scatter: Scatter;
  readonly allowed: Tolerances;
  /** Relative error of the goodput. */
  readonly goodputError: number;
  readonly p50ErrorMs: number;
  readonly p90ErrorMs: number;
  /** Share of the first flow; null for cases without a pair. */
  readonly share: ShareComparison | null;
  /** Values of DualPI2's two queues. If there are any, the verdict depends only on them. */
  readonly queueFigures: readonly QueueFigure[];
  readonly signals: readonly SignalComparison[];
  readonly dynamics: readonly DynamicsComparison[];
  /** Names of the values that exceed their tolerance. For unsettled cases, only directions are judged. */
  readonly failures: readonly string[];
  /**
   * True if the case would pass without the parts of the tolerance for random differences and for the reference's way of
   * measuring.
   */
  readonly passesBare: boolean;
  readonly convergence: Convergence | null;
}

/** Runs a case and compares it with the reference. */
export async function compareCase(one: RunnableCase, run: RunOne): Promise<CaseComparison> {
  const { reference, scenario } = one;
  const [{ runs, dynamics }, convergence] = await Promise.all([runsOf(one, run), convergenceOf(one, run)]);
  const ours = { ...meanFigures(runs), ...entriesOf(one) };
  const scatter = scatterOf(runs, isScattered(one) || one.repeats !== null);
  const { goodputBps, sojournMs } = reference;
  const compared = {
    goodputError: ours.goodputBps / goodputBps.mean - 1,
    p50ErrorMs: ours.p50Ms - sojournMs.p50,
    p90ErrorMs: ours.p90Ms - sojournMs.p90,
    share: shareOf(reference, ours),
    queueFigures: queueFigures(reference, runs),
    signals: signalsOf(reference, ours, scatter),
    dynamics,
  };
  const allowed = allowedFor(reference, scenario, scatter);
  return {
    ...one,
    ours,
    scatter,
    allowed,
    ...compared,
    failures: failuresOf(reference, compared, allowed),
    passesBare:
      compared.queueFigures.every(({ error, bare }) => Math.abs(error) <= bare) &&
      failuresOf(reference, compared, bareAllowed(reference)).length === 0,
    convergence,
  };
}

/** Time between two samples of the kernel's monitor (s). */
const LOOK_S = 0.02;

/**
 * Returns the number of reductions, counted as the kernel's monitor counts them: entries into CWR, Recovery or Loss between two
 * samples. A reduction that starts when another one ends is then not counted, and BBR enters these states without a reduction.
 */
function entriesOf({ reference, scenario, repeats }: RunnableCase): Partial<Figures> {
  if (reference.reductions === undefined || repeats !== null) return {};
  const counts = seedsOf(scenario, reference.seeds).map(entriesSeen);
  return { reductions: mean(counts) };
}

/** Counts the entries into a reducing state that a monitor with the kernel's interval would see. */
export function entriesSeen(scenario: Scenario): number {
  const simulation = new Simulation(scenario);
  const warmupS = Number(scenario.run.warmup);
  let before: readonly boolean[] = [];
  let entries = 0;
  for (let look = 0; !simulation.done; look++) {
    simulation.advance(look * LOOK_S);
    const now = simulation.reducing();
    if (simulation.nowS > warmupS) entries += now.filter((isIn, i) => isIn && !before[i]).length;
    before = now;
  }
  return entries;
}

function seedsOf(scenario: Scenario, seeds: number): Scenario[] {
  return Array.from({ length: seeds }, (_, i) => ({ ...scenario, run: { ...scenario.run, seed: i + 1 } }));
}

interface Runs {
  readonly runs: Figures[];
  readonly dynamics: readonly DynamicsComparison[];
}

/** Runs a case: the reference's repeats if they start at different times, otherwise seeds 1, 2, … */
async function runsOf(one: RunnableCase, run: RunOne): Promise<Runs> {
  const { reference, scenario, repeats } = one;
  const scenarios = repeats ?? seedsOf(scenario, numberOfSeeds(one));
  if (reference.dynamics === undefined) {
    const runs = scenarios.map(async (each) => figuresOf(each, (await run(each, "results")).results));
    return { runs: await Promise.all(runs), dynamics: [] };
  }
  const grid = gridOf(reference);
  const results = await Promise.all(
    scenarios.map(async (each) => {
      const { snapshot } = await run(each, "snapshot");
      if (snapshot === null) throw new Error("A run returned no time series.");
      return {
        figures: figuresOf(each, snapshot.results, grid === "D1"),
        overTime: dynamicsOf(grid, each, snapshot),
      };
    }),
  );
  return {
    runs: results.map(({ figures }) => figures),
    dynamics: compareDynamics(
      grid,
      reference,
      results.map(({ overTime }) => overTime),
    ),
  };
}

function numberOfSeeds(one: RunnableCase): number {
  return isScattered(one) ? Math.max(SEEDS_WITH_CHANCE, one.reference.seeds) : one.reference.seeds;
}

const isScattered = ({ reference, scenario }: RunnableCase) =>
  reference.startsDiffer === true || differsBySeed(scenario);

type Errors = Pick<
  CaseComparison,
  "goodputError" | "p50ErrorMs" | "p90ErrorMs" | "share" | "queueFigures" | "signals" | "dynamics"
>;

function failuresOf(reference: ReferenceCase, errors: Errors, allowed: Tolerances): string[] {
  if (!reference.settled || isPhase(reference)) return [];
  const { share, queueFigures, signals, dynamics } = errors;
  const wrongSignals = signals.filter(({ passes }) => !passes).map(({ name }) => name);
  if (queueFigures.length > 0) {
    const wrong = queueFigures.filter(({ error, allowed }) => !(Math.abs(error) <= allowed));
    return [...wrong.map(({ name }) => name), ...wrongSignals];
  }
  // These conditions are written so that NaN fails.
  return [
    ...(Math.abs(errors.goodputError) <= allowed.goodput ? [] : ["goodput"]),
    ...(Math.abs(errors.p50ErrorMs) <= allowed.p50Ms ? [] : ["p50"]),
    ...(Math.abs(errors.p90ErrorMs) <= allowed.p90Ms ? [] : ["p90"]),
    ...(share === null || !share.judged || Math.abs(share.error) <= TOLERANCE.shareWorst ? [] : ["share"]),
    ...wrongSignals,
    ...dynamics.filter(({ passes }) => !passes).map(({ name }) => name),
  ];
}

interface RunCasesOptions {
  readonly start: StartWorker;
  readonly workers: number;
  readonly progress: (text: string) => void;
}

/** Compares all cases. Returns the comparisons in the order of the cases. Rejects if a run fails. */
export async function compareCases(
  cases: readonly RunnableCase[],
  { start, workers, progress }: RunCasesOptions,
): Promise<CaseComparison[]> {
  const pool = new Pool({ start, size: workers, patienceMs: PATIENCE_MS });
  let done = 0;
  const compare = async (one: RunnableCase) => {
    const comparison = await compareCase(one, (scenario, want) => runIn(pool, scenario, want));
    done++;
    progress(`${done} of ${cases.length}  ${one.reference.id}`);
    return comparison;
  };
  try {
    return await Promise.all(cases.map(compare));
  } finally {
    pool.dispose();
    progress("");
  }
}

async function runIn(pool: Pool, scenario: Scenario, want: JobWant): Promise<JobResult> {
  const key = scenarioToUrl(scenario);
  const outcome = (await pool.run([{ key, scenario }], want)).outcomes.get(key);
  if (outcome?.ok) return outcome.value;
  throw new Error(outcome?.message ?? "A run was stopped.");
}

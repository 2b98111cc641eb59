/** Our figures beside a reference's. */
import type { Scenario } from "../../engine/index.ts";
import type { JobResult, JobWant } from "../../workers/protocol.ts";
import { type Convergence, convergenceOf } from "./convergence.ts";
import { type Figures, figuresOf, meanFigures, scatterOf } from "./figures.ts";
import { isPhase, type ReferenceCase, type RunnableCase } from "./reference-cases.ts";
import { type ShareComparison, shareOf } from "./share.ts";
import { type Allowed, allowedFor, bareAllowed, drawsLots, type Scatter, TOLERANCE } from "./tolerance.ts";

const SEEDS_WITH_CHANCE = 8;

/** Wherever it is simulated. */
export type RunOne = (scenario: Scenario, want: JobWant) => Promise<JobResult>;

export interface Comparison extends RunnableCase {
  readonly ours: Figures;
  readonly scatter: Scatter;
  readonly allowed: Allowed;
  /** Relative. */
  readonly goodputError: number;
  readonly p50ErrorMs: number;
  readonly p90ErrorMs: number;
  /** Null for cases without a pair. */
  readonly share: ShareComparison | null;
  /** What is past its tolerance; unsettled cases are judged by direction only. */
  readonly failures: readonly string[];
  /** Whether it would pass without what is allowed for chance and for how the reference measured. */
  readonly passesBare: boolean;
  readonly convergence: Convergence | null;
}

export async function compareCase(one: RunnableCase, run: RunOne): Promise<Comparison> {
  const { reference, scenario } = one;
  const [runs, convergence] = await Promise.all([figuresBySeed(one, run), convergenceOf(one, run)]);
  const ours = meanFigures(runs);
  const scatter = scatterOf(runs, drawsLots(scenario));
  const { goodputBps, sojournMs } = reference;
  const compared = {
    goodputError: ours.goodputBps / goodputBps.mean - 1,
    p50ErrorMs: ours.p50Ms - sojournMs.p50,
    p90ErrorMs: ours.p90Ms - sojournMs.p90,
    share: shareOf(reference, ours),
  };
  const allowed = allowedFor(reference, scenario, scatter);
  return {
    reference,
    scenario,
    ours,
    scatter,
    allowed,
    ...compared,
    failures: failuresOf(reference, compared, allowed),
    passesBare: failuresOf(reference, compared, bareAllowed(reference)).length === 0,
    convergence,
  };
}

/** Figures after the warm-up over seeds 1, 2, … */
function figuresBySeed({ reference, scenario }: RunnableCase, run: RunOne): Promise<Figures[]> {
  const seeds = drawsLots(scenario) ? Math.max(SEEDS_WITH_CHANCE, reference.seeds) : reference.seeds;
  const scenarios = Array.from({ length: seeds }, (_, i) => ({
    ...scenario,
    run: { ...scenario.run, seed: i + 1 },
  }));
  return Promise.all(scenarios.map(async (one) => figuresOf(one, (await run(one, "results")).results)));
}

type Errors = Pick<Comparison, "goodputError" | "p50ErrorMs" | "p90ErrorMs" | "share">;

function failuresOf(reference: ReferenceCase, errors: Errors, allowed: Allowed): string[] {
  if (!reference.settled || isPhase(reference)) return [];
  const { share } = errors;
  // Written so that a figure that does not exist fails too.
  return [
    ...(Math.abs(errors.goodputError) <= allowed.goodput ? [] : ["goodput"]),
    ...(Math.abs(errors.p50ErrorMs) <= allowed.p50Ms ? [] : ["p50"]),
    ...(Math.abs(errors.p90ErrorMs) <= allowed.p90Ms ? [] : ["p90"]),
    ...(share === null || !share.judged || Math.abs(share.error) <= TOLERANCE.shareWorst ? [] : ["share"]),
  ];
}

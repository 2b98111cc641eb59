/**
 * Controlled runs. If a claim fails, its runs are repeated with one change that removes the suspected cause. If the claim then
 * holds, the suspicion was right. Otherwise the suspected cause is not the cause, or not the only one.
 */
import {
  declaredParams,
  type FlowSpec,
  type Place,
  parseValue,
  type Scenario,
  setParam,
} from "../../engine/index.ts";
import type {
  Claim,
  Experiment,
  Figure,
  Job,
  Outcome,
  Paper,
  StoredOutcome,
  StudySize,
} from "../experiment.ts";
import { createJobsOnce, pointOf } from "../study.ts";

const CONTROLS: Paper = {
  id: "controls",
  citation:
    "Runs of the papers' figures once more, with the suspected cause of a claim's failing alone changed",
  label: "Controlled runs",
};

type Point = Readonly<Record<string, string>>;

/** Declaration of a controlled experiment. */
export interface ControlParts {
  /** Kebab case, never renamed; by default "control-" followed by the experiment's id. */
  readonly id?: string;
  readonly experiment: Experiment;
  /** Ids of the claims that are tested. They belong to the experiment `of`. */
  readonly claims: readonly string[];
  readonly title: string;
  /** The only change, as text that continues a sentence after "with": "PIE's burst allowance at 0". */
  readonly changed: string;
  /** Reason for the suspicion, in one or two sentences. */
  readonly suspected: string;
  /** Returns true for the runs of `of` that the claims need. Absent if all runs are needed. */
  readonly needs?: (point: Point) => boolean;
  /** Applies the change to a scenario. Absent if scenarios stay the same. */
  readonly change?: (scenario: Scenario, point: Point) => Scenario;
  /** Reads a run. Present only if the change concerns the measurement. */
  readonly read?: Experiment["read"];
}

/** Returns the experiment of a controlled run. */
export function controlled(parts: ControlParts): Experiment {
  const { experiment, id = `control-${experiment.id}`, claims, title, changed, suspected, read } = parts;
  return {
    id,
    paper: CONTROLS,
    where:
      experiment.where === ""
        ? experiment.paper.label
        : `${experiment.paper.label}, ${experiment.where.replace(/^[FT]/, lower)}`,
    title,
    shows: `${suspected} Changed here, and nothing else: ${changed}.`,
    chosen: [`Everything but that is as in ${experiment.id}.`],
    differences: [],
    control: { of: experiment.id, claims, changed },
    jobs: createJobsOnce((size) => controlJobs(parts, size)),
    read: read ?? experiment.read,
    reduce: (readings, size) => onlyOf(experiment.reduce(readings, size), claims),
  };
}

const lower = (letter: string) => letter.toLowerCase();

function controlJobs({ experiment, needs, change }: ControlParts, size: StudySize): Job[] {
  return experiment.jobs(size).flatMap(({ key, scenario }) => {
    const point = pointOf(key);
    if (needs !== undefined && !needs(point)) return [];
    return [{ key, scenario: change === undefined ? scenario : change(scenario, point) }];
  });
}

/** Returns the scenario with a setting changed wherever it occurs, or only in the groups `ofFlows`. Throws if it occurs nowhere. */
export function withSetting(
  scenario: Scenario,
  id: string,
  text: string,
  ofFlows: (spec: FlowSpec) => boolean = () => true,
): Scenario {
  const places: Place[] = [
    ...SHARED.map((scope) => ({ scope })),
    ...scenario.flows.flatMap((spec, flow) => (ofFlows(spec) ? [{ scope: "flow", flow } as const] : [])),
  ];
  const at = places.filter((place) => declaredParams(scenario, place).some((param) => param.id === id));
  if (at.length === 0) throw new Error(`nothing has the setting ${id}`);
  return at.reduce((next, place) => {
    const param = declaredParams(next, place).find((one) => one.id === id)!;
    const parsed = parseValue(param, text);
    if ("error" in parsed) throw new Error(parsed.error);
    return setParam(next, place, id, parsed.value);
  }, scenario);
}

const SHARED = ["run", "path", "queue", "tcp"] as const;

/** Sentence used if the claim still fails. */
const STILL_FAILS =
  "Changed alone, it does not make the claim hold: it is not the cause, or not the only one.";

/**
 * Returns the outcome with only the tested claims, marked as the project's own. Causes that were found for the unchanged runs are
 * removed.
 */
function onlyOf({ figures, heatMaps, tables, claims }: Outcome, ids: readonly string[]): Outcome {
  const own = ids.flatMap((id) => claims.filter((claim) => claim.id === id));
  return {
    figures: figures.flatMap(drawn),
    heatMaps,
    tables,
    claims: own.map(({ cause: _found, ...claim }): Claim => {
      const tested = { ...claim, basis: "ours" as const };
      return claim.holds ? tested : { ...tested, cause: STILL_FAILS };
    }),
  };
}

/** Returns the figure with only the lines of these runs; an empty list if no line remains. */
function drawn(figure: Figure): Figure[] {
  const series = figure.series.filter(({ y }) => y.some((value) => value !== null));
  return series.some(({ source = "ours" }) => source === "ours") ? [{ ...figure, series }] : [];
}

/** Returns the controlled runs that test a claim. */
export function controlsOf(
  experiments: readonly Experiment[],
  experimentId: string,
  claimId: string,
): readonly Experiment[] {
  return experiments.filter(
    ({ control }) => control?.of === experimentId && control.claims.includes(claimId),
  );
}

/**
 * Returns the result as text: "With PIE's burst allowance at 0, and nothing else changed, it holds."; before the runs, a text on
 * the change alone.
 */
export function testedWords(control: Experiment, claimId: string, stored: StoredOutcome | null): string {
  const changed = control.control?.changed ?? "";
  const claim = stored?.outcome.claims.find(({ id }) => id === claimId);
  if (claim === undefined) return `Put to the test with ${changed}, and nothing else changed.`;
  const verdict = claim.holds ? `it holds: ${claim.ours}.` : `it does not hold either: ${claim.ours}.`;
  return `With ${changed}, and nothing else changed, ${verdict}`;
}

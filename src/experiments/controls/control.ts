/**
 * Controlled runs: the runs that a claim rests on once more, with the suspected cause of its failing alone changed. If
 * the claim holds then, that was the cause; if not, it was not, or not alone.
 */
import {
  declaredParams,
  type FlowSpec,
  type Place,
  parseValue,
  type Scenario,
  setParam,
} from "../../engine/index.ts";
import type { Claim, Experiment, Figure, Job, Outcome, Paper, Size, StoredOutcome } from "../experiment.ts";
import { layOutOnce, pointOf } from "../study.ts";

const CONTROLS: Paper = {
  id: "controls",
  citation:
    "Runs of the papers' figures once more, with the suspected cause of a claim's failing alone changed",
  label: "Controlled runs",
};

type Point = Readonly<Record<string, string>>;

export interface ControlParts {
  /** Kebab case, never renamed; absent: that of the experiment after "control-". */
  readonly id?: string;
  readonly of: Experiment;
  /** Ids of the claims of `of` that are put to the test. */
  readonly claims: readonly string[];
  readonly title: string;
  /** What alone is changed, as it goes on after "with": "PIE's burst allowance at 0". */
  readonly changed: string;
  /** Why that is suspected, in a sentence or two. */
  readonly suspected: string;
  /** Runs of `of` that the claims rest on, by their points; absent: all. */
  readonly needs?: (point: Point) => boolean;
  /** The change; absent: the scenarios are as they were. */
  readonly change?: (scenario: Scenario, point: Point) => Scenario;
  /** What is read of a run, where the change is in the measure. */
  readonly read?: Experiment["read"];
}

export function controlled(parts: ControlParts): Experiment {
  const { of, id = `control-${of.id}`, claims, title, changed, suspected, read } = parts;
  return {
    id,
    paper: CONTROLS,
    where: of.where === "" ? of.paper.label : `${of.paper.label}, ${of.where.replace(/^[FT]/, lower)}`,
    title,
    shows: `${suspected} Changed here, and nothing else: ${changed}.`,
    chosen: [`Everything but that is as in ${of.id}.`],
    differences: [],
    control: { of: of.id, claims, changed },
    jobs: layOutOnce((size) => controlJobs(parts, size)),
    read: read ?? of.read,
    reduce: (readings, size) => onlyOf(of.reduce(readings, size), claims),
  };
}

const lower = (letter: string) => letter.toLowerCase();

function controlJobs({ of, needs, change }: ControlParts, size: Size): Job[] {
  return of.jobs(size).flatMap(({ key, scenario }) => {
    const point = pointOf(key);
    if (needs !== undefined && !needs(point)) return [];
    return [{ key, scenario: change === undefined ? scenario : change(scenario, point) }];
  });
}

/** With a setting at all places that have it; throws where no place has. `ofFlows`: in these groups alone. */
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

/** Where the suspected cause was changed in vain. */
const IN_VAIN = "Changed alone, it does not make the claim hold: it is not the cause, or not the only one.";

/** The claims that are put to the test, as ours; what was found of the unchanged runs is no cause here. */
function onlyOf({ figures, heatMaps, tables, claims }: Outcome, ids: readonly string[]): Outcome {
  const own = ids.flatMap((id) => claims.filter((claim) => claim.id === id));
  return {
    figures: figures.flatMap(drawn),
    heatMaps,
    tables,
    claims: own.map(({ cause: _found, ...claim }): Claim => {
      const tested = { ...claim, basis: "ours" as const };
      return claim.holds ? tested : { ...tested, cause: IN_VAIN };
    }),
  };
}

/** Only what these runs make: a figure of which they make nothing is left out. */
function drawn(figure: Figure): Figure[] {
  const series = figure.series.filter(({ y }) => y.some((value) => value !== null));
  return series.some(({ source = "ours" }) => source === "ours") ? [{ ...figure, series }] : [];
}

/** Which controlled runs put a claim to the test. */
export function controlsOf(
  experiments: readonly Experiment[],
  experimentId: string,
  claimId: string,
): readonly Experiment[] {
  return experiments.filter(
    ({ control }) => control?.of === experimentId && control.claims.includes(claimId),
  );
}

/** "With PIE's burst allowance at 0, and nothing else changed, it holds."; before that is known, what is changed. */
export function testedWords(control: Experiment, claimId: string, stored: StoredOutcome | null): string {
  const changed = control.control?.changed ?? "";
  const claim = stored?.outcome.claims.find(({ id }) => id === claimId);
  if (claim === undefined) return `Put to the test with ${changed}, and nothing else changed.`;
  const verdict = claim.holds ? `it holds: ${claim.ours}.` : `it does not hold either: ${claim.ours}.`;
  return `With ${changed}, and nothing else changed, ${verdict}`;
}

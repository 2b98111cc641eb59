/** A sweep while it is edited: the content of its fields, valid or not, and its meaning. */
import {
  type ProgramReader,
  type Scenario,
  scenarioFromUrl,
  scenarioToUrl,
  version1Words,
} from "../../../engine/index.ts";
import { readSweep, SWEEP_KEYS, type SweepProblem, withPrograms } from "../../../experiments/sweep.ts";
import type { Sweep } from "../../../experiments/sweep-jobs.ts";
import {
  type AxisDraft,
  axisChoices,
  axisDraft,
  axisPart,
  choiceNamed,
  encoded,
  firstValues,
} from "../../parts/axis/axis-choices.ts";

export interface Draft {
  readonly base: Scenario;
  readonly x: AxisDraft;
  readonly y: AxisDraft | null;
  /** Metric with its place: "delay-p90@hop2". */
  readonly metric: string;
  readonly seeds: string;
  /** Value that the other values are compared with: "cc=newreno"; empty if none was chosen. */
  readonly against: string;
  /** Limit of the queue in bandwidth-delay products of each point; empty where the scenario has its limit. */
  readonly limitBdp: string;
}

export interface DraftReading {
  readonly draft: Draft;
  /** Sentences on parts of the scenario that could not be used as written. */
  readonly notices: readonly string[];
  /** Sentence on settings that the scenario keeps from an earlier version; empty if there are none. */
  readonly ofAge: string;
}

const USUAL_METRIC = "utilisation";
const USUAL_SEEDS = "1";
const FIRST_CHOICE = "beta-ecn";

/** Returns the first sweep of a scenario: the page's main setting, or the first one that the scenario has. */
export function firstDraft(base: Scenario): Draft {
  const groups = axisChoices(base);
  const owner = choiceNamed(groups, FIRST_CHOICE)?.owner ?? groups[0].choices[0].owners[0];
  return {
    base,
    x: { name: owner.name, text: firstValues(owner, base) },
    y: null,
    metric: USUAL_METRIC,
    seeds: USUAL_SEEDS,
    against: "",
    limitBdp: "",
  };
}

/** Returns the same sweep over a different scenario. */
export function rebased(draft: Draft, base: Scenario): Draft {
  return { ...draft, base };
}

/** Reads the screen's part of the fragment. Any text results in a draft. */
export function draftFromText(text: string, reader: ProgramReader): DraftReading {
  const { scenario, problems, view, isOld } = scenarioFromUrl(text, reader, [...SWEEP_KEYS]);
  const draft: Draft = {
    base: withPrograms(scenario, text, reader),
    x: view.x === undefined ? firstDraft(scenario).x : axisDraft(view.x),
    y: view.y === undefined ? null : axisDraft(view.y),
    metric: view.metric ?? USUAL_METRIC,
    seeds: view.seeds ?? USUAL_SEEDS,
    against: view.against ?? "",
    limitBdp: view["limit-bdp"] ?? "",
  };
  return {
    draft,
    notices: problems.map(({ message }) => message),
    ofAge: isOld ? version1Words("link") : "",
  };
}

/** Writes the draft. Without faults, this is the text of its sweep; a draft with faults is kept as typed. */
export function draftToText({ base, x, y, metric, seeds, against, limitBdp }: Draft): string {
  const parts = [
    scenarioToUrl(base),
    axisPart("x", x),
    ...(y === null ? [] : [axisPart("y", y)]),
    `metric=${encoded(metric)}`,
    ...(seeds === USUAL_SEEDS ? [] : [`seeds=${encoded(seeds)}`]),
    ...(against === "" ? [] : [`against=${encoded(against)}`]),
    ...(limitBdp === "" ? [] : [`limit-bdp=${encoded(limitBdp)}`]),
  ];
  return parts.join("&");
}

export interface Meaning {
  /** The sweep; null if the draft has an error. */
  readonly sweep: Sweep | null;
  readonly problems: readonly SweepProblem[];
}

export function meaningOf({ base, x, y, metric, seeds, against, limitBdp }: Draft): Meaning {
  return readSweep(
    {
      x: `${x.name}=${x.text}`,
      ...(y !== null && { y: `${y.name}=${y.text}` }),
      metric,
      seeds,
      against,
      "limit-bdp": limitBdp,
    },
    base,
  );
}

/** Returns the number of runs. */
export function runsOf({ x, y, seeds }: Sweep): number {
  return x.values.length * (y?.values.length ?? 1) * seeds;
}

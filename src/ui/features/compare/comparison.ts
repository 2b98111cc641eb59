/**
 * A comparison of two to four values of one setting, or of two to four runs: its text in URLs, and the runs that the
 * text means.
 */
import {
  congestionControls,
  type ProgramReader,
  queueDisciplines,
  type Scenario,
  scenarioFromUrl,
  scenarioToUrl,
} from "../../../engine/index.ts";
import { readSweep } from "../../../experiments/sweep.ts";
import { parseAxis, type SweepAxis } from "../../../experiments/sweep-axis.ts";
import { pointAt, type SweepRemark } from "../../../experiments/sweep-jobs.ts";
import { counted } from "../../../lib/counted.ts";
import { openingOf } from "../../core/edits.ts";
import { stateToFragment } from "../../core/url-sync.ts";
import {
  type AxisDraft,
  axisChoices,
  axisDraft,
  axisPart,
  choiceNamed,
  firstValues,
} from "../../parts/axis/axis-choices.ts";
import { bookFromFragment, bookToFragment, EMPTY_BOOK, type KeptRun } from "../../parts/runs/notebook.ts";
import { labelOf } from "../../parts/words/setting-differences.ts";

export const [FEWEST, MOST] = [2, 4];

export interface Comparison {
  readonly base: Scenario;
  /** Id of the watched link; null for the first link. */
  readonly watch: string | null;
  /** The setting and its values. */
  readonly axis: AxisDraft;
  /** The compared runs; null if the comparison is between values of a setting. */
  readonly runs: readonly KeptRun[] | null;
  /** Index of the run that the other runs are compared with. */
  readonly against: number;
  /** True for a logarithmic axis of the distribution; null to choose by the range of the runs. */
  readonly isLog: boolean | null;
  /** True in the projector view, which is large and has no controls. */
  readonly isProjected: boolean;
}

const KEYS = ["vary", "runs", "against", "log", "watch", "present"] as const;
/** Values that a first comparison suggests, the most common in courses. The scenario's own value comes before them. */
const USUAL: Readonly<Record<string, readonly string[]>> = {
  aqm: ["droptail", "codel", "pie", "dualpi2"],
  cc: ["newreno", "cubic", "bbr3", "prague"],
};

/** Returns the first comparison of a scenario: its queue discipline together with three other disciplines. */
export function firstComparison(base: Scenario, watch: string | null): Comparison {
  const axis = firstAxis("aqm", base);
  return { base, watch, axis, runs: null, against: 0, isLog: null, isProjected: false };
}

/** Returns a setting with at most four values to start with. */
export function firstAxis(name: string, base: Scenario): AxisDraft {
  const groups = axisChoices(base);
  const owner = choiceNamed(groups, name)?.owner ?? groups[0].choices[0].owners[0];
  const { values } = parseAxis(`${owner.name}=${firstValues(owner, base)}`, base);
  const usual = USUAL[owner.param.id];
  const own = owner.param.id === "aqm" ? base.queue.aqm : base.flows[0].cc;
  const first = usual === undefined ? values : [...new Set([own, ...usual])].slice(0, MOST);
  const last = first.length - 1;
  const spread = Array.from({ length: MOST }, (_, i) => first[Math.round((i * last) / (MOST - 1))]);
  return { name: owner.name, text: [...new Set(spread)].join(",") };
}

interface ComparisonReading {
  readonly comparison: Comparison;
  /** Sentences on parts of the URL that are not allowed. */
  readonly notices: readonly string[];
}

/** Reads the screen's part of the fragment. Any text results in a comparison. */
export function comparisonFromText(text: string, reader: ProgramReader): ComparisonReading {
  const { scenario, problems, view } = scenarioFromUrl(text, reader, [...KEYS]);
  const notices = problems.map(({ message }) => message);
  const first = firstComparison(scenario, view.watch ?? null);
  const against = Number(view.against ?? 1) - 1;
  let runs: readonly KeptRun[] | null = null;
  try {
    runs = view.runs === undefined ? null : bookFromFragment(`runs=${view.runs}`).runs;
  } catch (error) {
    notices.push(`runs: ${error instanceof Error ? error.message : String(error)}`);
  }
  return {
    comparison: {
      ...first,
      axis: view.vary === undefined ? first.axis : axisDraft(view.vary),
      runs,
      against: Number.isInteger(against) && against >= 0 && against < MOST ? against : 0,
      isLog: view.log === undefined ? null : view.log === "1",
      isProjected: view.present === "1",
    },
    notices,
  };
}

export function comparisonToText({ base, watch, ...subject }: Comparison): string {
  const flags = [
    ...(subject.against > 0 ? [`against=${subject.against + 1}`] : []),
    ...(subject.isLog === null ? [] : [`log=${subject.isLog ? 1 : 0}`]),
    ...(subject.isProjected ? ["present=1"] : []),
  ];
  const ofRuns = subject.runs === null ? "" : bookToFragment({ ...EMPTY_BOOK, runs: subject.runs });
  if (subject.runs !== null) return [ofRuns === "" ? "runs=" : ofRuns, ...flags].join("&");
  const watched = watch === null ? [] : [`watch=${watch}`];
  return [scenarioToUrl(base), ...watched, axisPart("vary", subject.axis), ...flags].join("&");
}

export interface Meaning {
  /** The runs with their names; empty if the comparison has an error. */
  readonly runs: readonly KeptRun[];
  /** The parsed axis; null if the comparison is between runs, or if the axis is invalid. */
  readonly axis: SweepAxis | null;
  readonly remarks: readonly SweepRemark[];
  /** The error as a sentence; null if there is none. */
  readonly problem: string | null;
}

export function meaningOf({ base, watch, axis, runs }: Comparison): Meaning {
  if (runs !== null) return { runs: fits(runs.length) ? runs : [], axis: null, remarks: [], problem: null };
  const { sweep, problems } = readSweep({ x: `${axis.name}=${axis.text}` }, base);
  const problem = problems[0]?.message ?? null;
  if (sweep === null) return { runs: [], axis: null, remarks: [], problem };
  const { x, remarks } = sweep;
  const count = x.values.length;
  if (!fits(count))
    return {
      ...{ runs: [], axis: x, remarks },
      problem: `${counted(count, "value")}: choose two to four to see them beside each other; a sweep takes more.`,
    };
  const linkOf = (value: string) => {
    const { scenario } = pointAt(sweep, value, null, 0);
    return stateToFragment({ ...openingOf(scenario), pinned: null, watch });
  };
  const named = x.values.map((value) => ({ link: linkOf(value), name: nameOfValue(x, value, base) }));
  return { runs: named, axis: x, remarks, problem: null };
}

function fits(count: number): boolean {
  return count >= FEWEST && count <= MOST;
}

/** Returns the name of a value: "CoDel", "β_ecn 0.7", "RTT 20ms". */
function nameOfValue({ name, label }: SweepAxis, value: string, { programs }: Scenario): string {
  if (name.endsWith("aqm")) return labelOf(queueDisciplines, value, programs);
  if (name.endsWith("cc")) return labelOf(congestionControls, value, programs);
  return `${label.replace(" of all flows", "")} ${value}`;
}

/** Returns the texts of an experiment, including the causes in its published outcome. */
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { FLOW_EVENT, scenarioFromUrl, scenarioToUrl } from "../../src/engine/index.ts";
import { runScenario } from "../../src/engine/simulator.ts";
import type { Experiment, Outcome, RunValues, StoredOutcome } from "../../src/experiments/experiment.ts";
import { experiments } from "../../src/experiments/experiments.ts";

const papers = resolve(import.meta.dirname, "..", "..", "public", "papers");

export function published({ id }: Experiment): Outcome {
  const stored: StoredOutcome = JSON.parse(readFileSync(resolve(papers, `${id}.json`), "utf8"));
  return stored.outcome;
}

function wordsOf(experiment: Experiment): string {
  const causes = published(experiment).claims.flatMap(({ cause }) => cause ?? []);
  return [experiment.shows, ...experiment.chosen, ...experiment.differences, ...causes].join("\n");
}

export function experimentOf(id: string): Experiment {
  const found = experiments.find((one) => one.id === id);
  if (found === undefined) throw new Error(`there is no experiment ${id}`);
  return found;
}

export const saidOf = (id: string): string => wordsOf(experimentOf(id));

export const publishedOf = (id: string): Outcome => published(experimentOf(id));

type IsWanted = (key: string) => boolean;
type Change = (url: string) => string;

/** Runs the selected full jobs one after another, with changed scenario texts. */
function* runsOf(experiment: Experiment, change: Change, isWanted: IsWanted) {
  for (const job of experiment.jobs("full")) {
    if (!isWanted(job.key)) continue;
    const { scenario } = scenarioFromUrl(change(scenarioToUrl(job.scenario)));
    yield { job, snapshot: runScenario(scenario).snapshot() };
  }
}

/** Returns the full outcome with changed scenario texts. Jobs that are not selected are omitted. */
export function outcomeWith(
  experiment: Experiment,
  change: Change,
  isWanted: IsWanted = () => true,
): Outcome {
  const readings = new Map<string, RunValues>();
  for (const { job, snapshot } of runsOf(experiment, change, isWanted)) {
    readings.set(job.key, experiment.read(snapshot, job));
  }
  return experiment.reduce(readings, "full");
}

interface Reduction {
  readonly atS: number;
  readonly before: number;
  readonly after: number;
}

/** Returns the flow's reductions for marks and for losses in each selected run. */
export function reductionsOf(
  id: string,
  wanted: RegExp,
  change: Change = (url) => url,
  flow = 0,
): Reduction[][] {
  const isWanted = (key: string) => wanted.test(key);
  return [...runsOf(experimentOf(id), change, isWanted)].map(({ snapshot: { flowEvents: events } }) => {
    const kinds: readonly number[] = [FLOW_EVENT.ecnReduction, FLOW_EVENT.lossReduction];
    const which = [...events.kind.keys()].filter(
      (i) => events.flow[i] === flow && kinds.includes(events.kind[i]),
    );
    return which.map((i) => ({ atS: events.timeS[i], before: events.before[i], after: events.after[i] }));
  });
}

/** Returns the drops at the first link in each selected run, without the warm-up. */
export function lossesOf(id: string, wanted: RegExp): number[] {
  const runs = runsOf(
    experimentOf(id),
    (url) => url,
    (key) => wanted.test(key),
  );
  return [...runs].map(({ snapshot }) => {
    const { aqm, overflow } = snapshot.results.links[0].drops;
    return aqm + overflow;
  });
}

/** Returns a column of a table for the selected rows. */
export function column(
  outcome: Outcome,
  table: string,
  name: string,
  isWanted: (row: readonly (string | number | null)[]) => boolean = () => true,
): number[] {
  const found = outcome.tables.find(({ id }) => id === table);
  const at = found?.head.indexOf(name) ?? -1;
  if (found === undefined || at < 0) throw new Error(`no column ${name} in the table ${table}`);
  return found.rows.filter(isWanted).map((row) => Number(row[at]));
}

/** Returns the values of a line in a figure at some positions. */
export function along(outcome: Outcome, figure: string, label: string, places: readonly number[]): number[] {
  const line = outcome.figures
    .find(({ id }) => id === figure)
    ?.series.find((series) => series.label === label);
  if (line === undefined) throw new Error(`no line ${label} in the figure ${figure}`);
  return places.map((x) => Number(line.y[line.x.indexOf(x)]));
}

export function fixed(values: readonly number[], digits: number): string[] {
  return values.map((value) => value.toFixed(digits));
}

/** What the bench keeps of the task that a student works on: who he is, his variant, his tries and what came of them. */

import { type Scenario, type Setting, scenarioToUrl } from "../../../engine/index.ts";
import type { Outcome, Readings } from "../../../experiments/experiment.ts";
import { costOf } from "../../../experiments/grid.ts";
import { answerOf, refusals, withSetting } from "../../../teaching/answer.ts";
import {
  allRuns,
  type CountedRun,
  type Measured,
  measureRun,
  outcomeWords,
  taskResult,
  trialOf,
  type Verdict,
  verdictOf,
} from "../../../teaching/check.ts";
import type { DocumentProblem } from "../../../teaching/document.ts";
import { handInCode, handInFragment, handInOf, readHandIn, tidyName } from "../../../teaching/hand-in.ts";
import { NOTHING_YET, readTaskFrom, ruleOf, type Task, taskDigest } from "../../../teaching/task.ts";
import { type Variant, variantOf } from "../../../teaching/variant.ts";
import { type BatchWork, browserPool, RunBatch, type WorkerPool } from "../../shared/runs/run-batch.ts";
import type { Bench } from "../../state/bench.ts";
import { openingOf } from "../../state/edits.ts";
import type { Bounds, Guide } from "../../state/page-options.ts";
import { createStore, type Store } from "../../state/store.ts";
import { perBench } from "../../state/use-store.ts";
import { readMemory, type TaskMemory, TRIES, writeMemory } from "../memory.ts";

export interface TaskState {
  /** Null until one was read, or where it cannot be. */
  readonly task: Task | null;
  readonly problems: readonly DocumentProblem[];
  readonly name: string;
  /** Null while a name is missing on which it depends. */
  readonly variant: Variant | null;
  readonly tries: number;
  /** So many hints are shown. */
  readonly hints: number;
  /** Of answers that were tried, by the link of their scenario. */
  readonly verdicts: ReadonlyMap<string, Verdict>;
  /** The answer whose runs are under way. */
  readonly trying: string | null;
  /** Whether what is shown was handed in by somebody: a teacher looks at it. */
  readonly handedIn: boolean;
}

const NO_TASK: TaskState = {
  task: null,
  problems: [],
  name: "",
  variant: null,
  tries: 0,
  hints: 0,
  verdicts: new Map(),
  trying: null,
  handedIn: false,
};

/** The bench's scenario as an answer to the task. */
export interface Standing {
  readonly settings: readonly Setting[];
  /** What the task does not allow of it, as sentences. */
  readonly refusals: readonly string[];
  /** What came of it when it was tried. */
  readonly verdict: Verdict | null;
}

const BY = "The task";

export class TaskSession {
  readonly store: Store<TaskState> = createStore(NO_TASK);
  readonly runs: RunBatch;
  readonly #bench: Bench;
  #guide: Guide | null = null;

  constructor(bench: Bench, pool: WorkerPool) {
    this.#bench = bench;
    this.runs = new RunBatch(pool);
  }

  /** The task of a link; the same one again is left as it is. */
  open(guide: Guide): void {
    if (guide === this.#guide) return;
    this.#guide = guide;
    this.runs.cancel();
    const { task, problems } = readTaskFrom(guide.text);
    if (task === null) {
      this.store.set({ ...NO_TASK, problems });
      return;
    }
    const handIn = handInFor(task, guide.handIn);
    const memory = handIn ?? readMemory(this.#bench.device, taskDigest(task));
    const { tries, hints } = memory;
    const name = handIn === null && guide.student !== undefined ? tidyName(guide.student) : memory.name;
    this.store.set({ ...NO_TASK, task, tries, hints, handedIn: handIn !== null });
    this.#take(task, name, guide.sets);
  }

  /** Whoever works on the task; his variant comes with it. */
  setName(text: string): void {
    const { task, name } = this.store.get();
    const next = tidyName(text);
    if (task === null || next === name) return;
    this.#take(task, next, true);
    this.#remember();
  }

  showHint(): void {
    this.store.set(({ hints, task }) => ({ hints: Math.min(hints + 1, task?.hints.length ?? 0) }));
    this.#remember();
  }

  standing(scenario: Scenario): Standing {
    const { task, variant, verdicts } = this.store.get();
    if (task === null || variant === null) return { settings: [], refusals: [], verdict: null };
    const answer = answerOf(variant.scenario, scenario);
    return {
      settings: answer.settings,
      refusals: refusals(answer, task.changes, variant.scenario),
      verdict: verdicts.get(scenarioToUrl(scenario)) ?? null,
    };
  }

  /** Runs the answer on every seed and path that counts. What was tried before costs no further try. */
  try(): void {
    const { task, variant, verdicts } = this.store.get();
    const { scenario } = this.#bench.store.get();
    const key = scenarioToUrl(scenario);
    const tries = this.#triesSoFar();
    this.store.set({ tries });
    if (
      task === null ||
      variant === null ||
      verdicts.has(key) ||
      (task.tries !== null && tries >= task.tries)
    )
      return;
    if (this.standing(scenario).refusals.length > 0) return;
    const trial = trialOf(task, variant.scenario, scenario);
    this.store.set({ trying: key });
    this.runs.start(
      countedWork(
        task,
        () => allRuns(trial),
        (of) => {
          const verdict = verdictOf(task, trial, of);
          if (verdict !== null && this.store.get().trying === key) this.#settle(scenario, verdict);
        },
      ),
    );
  }

  cancelTry(): void {
    this.runs.cancel();
    this.store.set({ trying: null });
  }

  /** Back to what the task allows: the student's own settings stay. */
  setBack(): void {
    const { variant } = this.store.get();
    if (variant !== null) this.#show(this.#allowedOver(variant.scenario, variant.scenario));
  }

  /** The variant as it was given. */
  beginAnew(): void {
    const { variant } = this.store.get();
    if (variant !== null) this.#show(variant.scenario);
  }

  /** Null while there is nothing that could be handed in. */
  handIn(scenario: Scenario): { readonly code: string; readonly fragment: string } | null {
    const { task, variant, name, tries } = this.store.get();
    if (task === null || variant === null || name === "") return null;
    const { settings, refusals: refused } = this.standing(scenario);
    if (refused.length > 0) return null;
    const handIn = handInOf(task, { name, tries }, settings);
    return { code: handInCode(handIn), fragment: handInFragment(task, handIn, scenario) };
  }

  /** The bench stays as it is. */
  leave(): void {
    this.runs.cancel();
    this.#guide = null;
    this.store.set(NO_TASK);
    this.#bench.store.set({ guide: null, bounds: null });
  }

  #take(task: Task, name: string, sets: boolean): void {
    const isOpen = name !== "" || task.vary.length === 0;
    const variant = isOpen ? variantOf(task, name) : null;
    const before = this.store.get().variant?.scenario ?? task.scenario;
    if (this.store.get().trying !== null && task.vary.length > 0) this.cancelTry();
    // What was found of a run stays true, whoever made it: a name that comes late takes no try away.
    this.store.set({ name, variant });
    const bounds: Bounds = { ...(isOpen ? ruleOf(task) : NOTHING_YET), by: BY };
    // The bounds bind whoever is at the page from here on; what the task itself sets comes before.
    if (sets) this.#show(variant === null ? task.scenario : this.#allowedOver(before, variant.scenario));
    this.#bench.store.set({ bounds });
  }

  /** What the student has changed and may, from one variant to the other. */
  #allowedOver(before: Scenario, given: Scenario): Scenario {
    const { task } = this.store.get();
    const { scenario } = this.#bench.store.get();
    const { settings } = answerOf(before, scenario);
    const allowed = settings.filter(
      (setting) => refusals({ settings: [setting], others: [] }, task?.changes ?? [], before).length === 0,
    );
    try {
      return allowed.reduce(withSetting, given);
    } catch {
      return given;
    }
  }

  #show(scenario: Scenario): void {
    const { edits } = this.#bench;
    edits.byGuide(() => edits.open(openingOf(scenario)));
  }

  #settle(scenario: Scenario, verdict: Verdict): void {
    const key = scenarioToUrl(scenario);
    const before = this.#triesSoFar();
    this.store.set(({ verdicts }) => ({
      verdicts: new Map([...verdicts, [key, verdict]]),
      tries: before + 1,
      trying: null,
    }));
    this.#remember();
    this.#tell(scenario, verdict);
    this.#bench.announcer.say(outcomeWords(verdict));
  }

  /** Another tab may have counted some. */
  #triesSoFar(): number {
    const { task, tries, handedIn } = this.store.get();
    if (task === null || handedIn) return tries;
    return Math.max(tries, this.#bench.device.read(TRIES, taskDigest(task)).tries);
  }

  /** The page around may want to hear of it. */
  #tell(scenario: Scenario, verdict: Verdict): void {
    const { task, name, tries } = this.store.get();
    if (task === null) return;
    const code = this.handIn(scenario)?.code ?? null;
    this.#bench.store.set({ taskResult: taskResult(task, { name, tries }, scenario, verdict, code) });
  }

  #remember(): void {
    const { task, name, tries, hints, handedIn } = this.store.get();
    if (task !== null && !handedIn) writeMemory(this.#bench.device, taskDigest(task), { name, tries, hints });
  }
}

function handInFor(task: Task, code: string | undefined): TaskMemory | null {
  const read = code === undefined ? null : readHandIn(code);
  if (read?.kind !== "code" || read.handIn.taskDigest !== taskDigest(task)) return null;
  return { name: read.handIn.name, tries: read.handIn.tries, hints: 0 };
}

export const taskSessionOf = perBench((bench) => new TaskSession(bench, browserPool()));

const NO_PICTURES: Outcome = { figures: [], heatMaps: [], tables: [], claims: [] };

/** `measured`: told of all that is known so far, at the pace of the page. */
export function countedWork(
  task: Task,
  runs: () => readonly CountedRun[],
  measured: (of: (key: string) => Measured | undefined) => void,
): BatchWork {
  return {
    jobs: () => [...new Map(runs().map(({ key, scenario }) => [key, { key, scenario }])).values()],
    want: "results",
    read: ({ results }) => ({ values: [...measureRun(task, results)] }),
    reduce: (readings) => {
      measured(lookUp(readings));
      return NO_PICTURES;
    },
    cost: ({ scenario }) => costOf(scenario),
  };
}

function lookUp(readings: Readings): (key: string) => Measured | undefined {
  return (key) => {
    const values = readings.get(key)?.values;
    return Array.isArray(values) ? (values as Measured) : undefined;
  };
}

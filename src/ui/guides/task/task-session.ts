/** What the bench keeps of the task that a student works on: who he is, his variant, his tries and what came of them. */

import { questionText, type Scenario, type Setting, scenarioToUrl } from "../../../engine/index.ts";
import type { Outcome } from "../../../experiments/experiment.ts";
import { costOf } from "../../../experiments/grid.ts";
import { answerOf, refusals, withSetting } from "../../../teaching/answer.ts";
import {
  allRuns,
  type CountedRun,
  type Measured,
  measuredNothing,
  measureRun,
  outcomeWords,
  taskResult,
  trialOf,
  type Verdict,
  verdictOf,
} from "../../../teaching/check.ts";
import type { DocumentProblem } from "../../../teaching/document.ts";
import { handInCode, handInFragment, handInOf, readHandIn, tidyName } from "../../../teaching/hand-in.ts";
import { placesOfProgram } from "../../../teaching/program-places.ts";
import {
  evidenceIn,
  evidenceText,
  type GivenAnswer,
  longestAnswer,
  plainAnswer,
  tidyAnswer,
} from "../../../teaching/questions.ts";
import { NOTHING_YET, readTaskFrom, ruleOf, type Task, taskDigest } from "../../../teaching/task.ts";
import { type Variant, variantOf } from "../../../teaching/variant.ts";
import { RunLimits } from "../../../workers/pool.ts";
import {
  type BatchJob,
  type BatchWork,
  browserPool,
  RunBatch,
  type WorkerPool,
} from "../../shared/runs/run-batch.ts";
import type { Bench } from "../../state/bench.ts";
import { openingOf } from "../../state/edits.ts";
import type { Bounds, Guide } from "../../state/page-options.ts";
import { createStore, type Store, type WantedEvidence } from "../../state/store.ts";
import { STUDENT } from "../../state/student.ts";
import { perBench } from "../../state/use-store.ts";
import { readMemory, type TaskMemory, writeMemory } from "../memory.ts";

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
  /** Whether a learning platform says who works here: nobody else may. */
  readonly isPlatforms: boolean;
  /** To the questions, in their order; each as it was typed. */
  readonly answers: readonly GivenAnswer[];
  /** The settings of the last time, which the student may go on with. */
  readonly offered: readonly Setting[] | null;
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
  isPlatforms: false,
  answers: [],
  offered: null,
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
    let { scenario } = bench.store.get();
    bench.store.subscribe(() => {
      const now = bench.store.get();
      if (now.changing !== null || now.scenario === scenario) return;
      scenario = now.scenario;
      this.#follow();
    });
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
    const { device } = this.#bench;
    const handIn = handInFor(task, guide.handIn);
    const isPlatforms = handIn === null && guide.student !== undefined;
    const name = guide.student === undefined ? device.read(STUDENT) : tidyName(guide.student);
    const kept = isPlatforms ? handInFor(task, guide.last) : null;
    const memory = handIn ?? (kept && { ...kept, name }) ?? readMemory(device, taskDigest(task), name);
    const { tries, hints } = memory;
    const answers = answersOf(task, memory);
    this.store.set({ ...NO_TASK, task, tries, hints, answers, handedIn: handIn !== null, isPlatforms });
    this.#take(task, memory.name, guide.sets);
    if (!guide.sets) return;
    if (handIn !== null) this.#goOnWith(handIn.settings ?? []);
    else if (kept !== null) this.#goOnWith(kept.settings ?? []);
    else this.#offer(memory);
  }

  /** Whoever works on the task; his variant comes with it, and so does what he did here before. */
  setName(text: string): void {
    const { task, name, isPlatforms } = this.store.get();
    const next = tidyName(text);
    if (task === null || next === name || isPlatforms) return;
    this.#remember();
    const memory = readMemory(this.#bench.device, taskDigest(task), next);
    const { tries, hints } = memory;
    this.store.set({ tries, hints, answers: answersOf(task, memory), offered: null });
    // What a run has shown to one is no try of another; what it has shown before there was a name stays.
    if (name !== "") this.store.set({ verdicts: new Map() });
    this.#take(task, next, true);
    this.#offer(memory);
    this.#remember();
  }

  /** The settings of the last time, in the place of those of now. */
  takeOffered(): void {
    this.#goOnWith(this.store.get().offered ?? []);
    this.store.set({ offered: null });
  }

  /** What is longer than the question allows stays away. */
  setAnswer(id: string, text: string): void {
    const { task, answers } = this.store.get();
    const question = task?.questions.find((one) => one.id === id);
    if (question === undefined) return;
    const tidy = [...tidyAnswer(text)].slice(0, longestAnswer(question)).join("");
    this.store.set({ answers: answers.map((one) => (one.id === id ? { id, text: tidy } : one)) });
    this.#follow();
  }

  /** The story that is open, of the run that is shown. */
  pin(id: string): void {
    const { variant } = this.store.get();
    const { why, scenario } = this.#bench.store.get();
    if (variant === null || why === null) return;
    const { settings } = answerOf(variant.scenario, scenario);
    this.setAnswer(id, evidenceText(questionText(why.question), settings));
    this.#bench.announcer.say("Pinned.");
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
      refusals: refusals(answer, task, variant.scenario),
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
    const handIn = handInOf(task, { name, tries }, settings, this.#givenAnswers(settings));
    return { code: handInCode(handIn), fragment: handInFragment(task, handIn, scenario) };
  }

  /** The program that the student writes, beside the plots. */
  showCode(): void {
    const { task } = this.store.get();
    if (task?.code == null) return;
    const { flows, queue } = placesOfProgram(task.scenario, task.code.id);
    if (flows.length > 0) this.#bench.showCode({ kind: "sender", flow: flows[0] });
    else if (queue) this.#bench.showCode({ kind: "queue" });
  }

  /** The bench stays as it is, and Back brings the task back. */
  leave(): void {
    this.runs.cancel();
    this.#remember();
    if (this.store.get().task?.code != null) this.#bench.showCode(null);
    this.#guide = null;
    this.store.set(NO_TASK);
    this.#bench.store.set({ guide: null, bounds: null, taskWork: null, wantedEvidence: [] });
    this.#bench.url.push();
  }

  /** Whether there is something that leaving could lose. */
  hasBegun(): boolean {
    const { tries, answers } = this.store.get();
    const { settings } = this.standing(this.#bench.store.get().scenario);
    return tries > 0 || settings.length > 0 || answers.some(({ text }) => text !== "");
  }

  #take(task: Task, name: string, sets: boolean): void {
    const isNamed = name !== "" || task.vary.length === 0 || task.given !== null;
    const isOpen = isNamed && task.given !== "by link";
    const variant = isOpen ? variantOf(task, name) : null;
    const before = this.store.get().variant?.scenario ?? task.scenario;
    if (this.store.get().trying !== null && task.vary.length > 0) this.cancelTry();
    // What was found of a run stays true, whoever made it: a name that comes late takes no try away.
    this.store.set({ name, variant });
    const bounds: Bounds = { ...(isOpen ? ruleOf(task) : NOTHING_YET), by: BY };
    // The bounds bind whoever is at the page from here on; what the task itself sets comes before.
    if (sets) this.#show(variant === null ? task.scenario : this.#allowedOver(before, variant.scenario));
    this.#bench.store.set({ bounds, wantedEvidence: this.#wanted(task) });
    this.#bench.pinEvidence = (id) => this.pin(id);
    if (isOpen) this.showCode();
  }

  #wanted({ questions }: Task): WantedEvidence[] {
    const { handedIn, variant } = this.store.get();
    if (handedIn || variant === null) return [];
    return questions.flatMap((one) =>
      one.kind === "evidence" ? [{ id: one.id, prompt: one.prompt, of: one.of }] : [],
    );
  }

  #offer({ settings }: TaskMemory): void {
    const { scenario } = this.#bench.store.get();
    const isNew = settings !== null && settings.length > 0 && this.standing(scenario).settings.length === 0;
    this.store.set({ offered: isNew ? settings : null });
  }

  #goOnWith(settings: readonly Setting[]): void {
    const { task, variant } = this.store.get();
    if (task === null || variant === null || settings.length === 0) return;
    const isAllowed = refusals({ settings, others: [] }, task, variant.scenario).length === 0;
    try {
      if (isAllowed) this.#show(settings.reduce(withSetting, variant.scenario));
    } catch {
      // What was kept is none of this task's any more.
    }
  }

  /** As they are handed in: of evidence only the settings that are others than those that are handed in. */
  #givenAnswers(settings: readonly Setting[]): GivenAnswer[] {
    const { task, answers } = this.store.get();
    return answers.flatMap(({ id, text }) => {
      const question = task?.questions.find((one) => one.id === id);
      if (question === undefined || text.trim() === "") return [];
      const evidence = question.kind === "evidence" ? evidenceIn(text) : null;
      if (evidence === null) return [{ id, text: plainAnswer(question, text) }];
      const isOfAnswer = JSON.stringify(evidence.settings) === JSON.stringify(settings);
      return [{ id, text: evidenceText(evidence.text, isOfAnswer ? null : evidence.settings) }];
    });
  }

  /** Work has gone on: the device keeps it, and a page around this one may want to. */
  #follow(): void {
    const { task, variant, handedIn, tries } = this.store.get();
    if (task === null || variant === null || handedIn || this.#guide === null) return;
    this.#remember();
    const { scenario, frame } = this.#bench.store.get();
    if (!frame.embed) return;
    const { id } = task;
    const code = this.handIn(scenario)?.code ?? null;
    const answer = scenarioToUrl(scenario);
    this.#bench.store.set({ taskWork: { id, digest: taskDigest(task), tries, answer, code } });
  }

  /** What the student has changed and may, from one variant to the other. */
  #allowedOver(before: Scenario, given: Scenario): Scenario {
    const { task } = this.store.get();
    const { scenario } = this.#bench.store.get();
    const { settings } = answerOf(before, scenario);
    const allowed = settings.filter(
      (setting) => task !== null && refusals({ settings: [setting], others: [] }, task, before).length === 0,
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
    this.#tell(scenario, verdict);
    this.#follow();
    this.#bench.announcer.say(outcomeWords(verdict));
  }

  /** Another tab may have counted some. */
  #triesSoFar(): number {
    const { task, name, tries, handedIn, isPlatforms } = this.store.get();
    if (task === null || handedIn || isPlatforms) return tries;
    return Math.max(tries, readMemory(this.#bench.device, taskDigest(task), name).tries);
  }

  /** The page around may want to hear of it. */
  #tell(scenario: Scenario, verdict: Verdict): void {
    const { task, name, tries } = this.store.get();
    if (task === null) return;
    const code = this.handIn(scenario)?.code ?? null;
    this.#bench.store.set({ taskResult: taskResult(task, { name, tries }, scenario, verdict, code) });
  }

  #remember(): void {
    const { task, name, tries, hints, answers, handedIn, variant, offered, isPlatforms } = this.store.get();
    if (task === null || handedIn || isPlatforms) return;
    const { settings } =
      variant === null ? { settings: [] } : this.standing(this.#bench.store.get().scenario);
    // What is offered and not taken yet is not forgotten.
    const kept = settings.length > 0 ? settings : offered;
    writeMemory(this.#bench.device, taskDigest(task), { name, tries, hints, settings: kept, answers });
  }
}

function handInFor(task: Task, code: string | undefined): TaskMemory | null {
  const read = code === undefined ? null : readHandIn(code);
  if (read?.kind !== "code" || read.handIn.taskDigest !== taskDigest(task)) return null;
  return { hints: 0, ...read.handIn };
}

/** One for each question, in their order; evidence of what was handed in says its settings here. */
function answersOf({ questions }: Task, { answers, settings }: TaskMemory): GivenAnswer[] {
  return questions.map(({ id, kind }) => {
    const text = answers.find((one) => one.id === id)?.text ?? "";
    const evidence = kind === "evidence" ? evidenceIn(text) : null;
    if (evidence === null || evidence.settings !== null) return { id, text };
    return { id, text: evidenceText(evidence.text, settings ?? []) };
  });
}

export const taskSessionOf = perBench((bench) => new TaskSession(bench, browserPool()));

const NO_PICTURES: Outcome = { figures: [], heatMaps: [], tables: [], claims: [] };

/** `measured`: told of all that is known so far, at the pace of the page. */
export function countedWork(
  task: Task,
  runs: () => readonly CountedRun[],
  measured: (of: (key: string) => Measured | undefined) => void,
): BatchWork {
  const limits = new RunLimits();
  const known = new Map<string, Measured>();
  let jobs: readonly BatchJob[] = [];
  return {
    jobs: () => {
      const all = runs().map(({ key, scenario }) => ({ key, scenario, limit: limits.of(scenario) }));
      jobs = [...new Map(all.map((job) => [job.key, job])).values()];
      return jobs;
    },
    want: "results",
    read: (result, { key }) => {
      const one = measureRun(task, result);
      known.set(key, one);
      return { values: [...one.values] };
    },
    reduce: () => {
      for (const { key, limit } of jobs)
        if (limit?.isOver === true && !known.has(key)) known.set(key, measuredNothing(task, limit.message));
      measured((key) => known.get(key));
      return NO_PICTURES;
    },
    cost: ({ scenario }) => costOf(scenario),
  };
}

/** The task that a student works on: the student, the variant, the attempts and their results. */

import {
  loadOf,
  originOf,
  questionText,
  type Scenario,
  type SettingText,
  scenarioToUrl,
} from "../../../engine/index.ts";
import type { Outcome } from "../../../experiments/experiment.ts";
import type { RecordedFigure } from "../../../experiments/origin-differences.ts";
import { figureText } from "../../../experiments/origin-figures.ts";
import { checksum } from "../../../lib/packed-text.ts";
import { answerOf, refusals, withSetting } from "../../../teaching/answer/answer.ts";
import {
  type HandIn,
  type HandInRuns,
  handInCode,
  handInFragment,
  handInOf,
  readHandIn,
  tidyName,
} from "../../../teaching/answer/hand-in.ts";
import {
  type AnswerVerdict,
  allRuns,
  type CountedRun,
  type KeptResults,
  measuredNothing,
  measureRun,
  outcomeWords,
  placeWords,
  taskResult,
  trialOf,
  unansweredOf,
  verdictOf,
} from "../../../teaching/check/check.ts";
import { givenPrograms, type HandInsRun } from "../../../teaching/check/read-list.ts";
import { NO_MARKS, questionItems } from "../../../teaching/check/teacher-marks.ts";
import type { DocumentProblem } from "../../../teaching/document/document.ts";
import { placesOfProgram } from "../../../teaching/document/program-places.ts";
import type { ResultItem } from "../../../teaching/task/points.ts";
import {
  evidenceIn,
  evidenceText,
  type GivenAnswer,
  keyMeasures,
  longestAnswer,
  plainAnswer,
  type TaskQuestion,
  tidyAnswer,
} from "../../../teaching/task/questions.ts";
import {
  NOTHING_YET,
  packTask,
  readTaskFrom,
  ruleOf,
  type Task,
  taskDigest,
} from "../../../teaching/task/task.ts";
import { type Variant, variantOf } from "../../../teaching/task/variant.ts";
import { RunLimits } from "../../../workers/pool.ts";
import type { AnswerProps } from "../../bench/feature.ts";
import type { Bench } from "../../core/bench.ts";
import { openingOf } from "../../core/edits.ts";
import type { CodePlace } from "../../core/link-programs.ts";
import type { Bounds, Guide } from "../../core/page-options.ts";
import { removedNotice } from "../../core/read-fragment.ts";
import { createStore, type Made, type Store } from "../../core/store.ts";
import { perBench } from "../../core/use-store.ts";
import { STUDENT } from "../../parts/guide/student.ts";
import { myProgramsOf } from "../../parts/my-programs.ts";
import {
  type BatchJob,
  type BatchWork,
  browserPool,
  RunBatch,
  type WorkerPool,
} from "../../shared/runs/run-batch.ts";
import { BUILD } from "../../shared/version.ts";
import { hasWork, ownMemory, readMemory, type TaskMemory, TRIES, writeMemory } from "./task-memory.ts";

export interface TaskState {
  /** The task; null before a task was read, and if it cannot be read. */
  readonly task: Task | null;
  readonly problems: readonly DocumentProblem[];
  readonly name: string;
  /** The variant; null if it depends on a name that has not been entered. */
  readonly variant: Variant | null;
  readonly tries: number;
  /** Number of hints shown. */
  readonly hints: number;
  /** Results of attempts, by the URL of their scenario. */
  readonly verdicts: ReadonlyMap<string, AnswerVerdict>;
  /** URL of the answer that is being simulated; null if there is none. */
  readonly trying: string | null;
  /** True if a teacher looks at a hand-in. */
  readonly handedIn: boolean;
  /** Source of a name that the student cannot change: the URL or the platform; null if the student sets the name. */
  readonly namedBy: "link" | "platform" | null;
  /** Answers to the questions, in their order, as typed. */
  readonly answers: readonly GivenAnswer[];
  /** The answers when the student last had them checked. Feedback is shown as long as an answer is still the same. */
  readonly checked: readonly GivenAnswer[];
  /** Settings that were replaced by other settings. The student can restore them. */
  readonly offered: readonly SettingText[] | null;
  /** Work found on this device, shown after the user confirms that it is theirs; null if there is none. */
  readonly found: TaskMemory | null;
  /** True if the work found is another student's. A name is then needed before anything is stored. */
  readonly needsName: boolean;
  /** True if the user has not allowed the program of the task to run, so that the bench shows a different run. */
  readonly isHeld: boolean;
  /** Digests of the answers that have used an attempt, now or earlier. */
  readonly tried: readonly string[];
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
  namedBy: null,
  answers: [],
  checked: [],
  offered: null,
  found: null,
  needsName: false,
  isHeld: false,
  tried: [],
};

/** Returns the questions that are answered by pinning an explanation; none in a hand-in. */
export function wantedEvidence({ task, handedIn, variant, isHeld }: TaskState): readonly TaskQuestion[] {
  if (task === null || handedIn || variant === null || isHeld) return [];
  return task.questions.filter(({ kind }) => kind === "evidence");
}

/** The bench's scenario as an answer to the task. */
export interface Standing {
  readonly settings: readonly SettingText[];
  /** Sentences on what the task does not allow. */
  readonly refusals: readonly string[];
  /** The result of this answer's attempt; null if it was not tried. */
  readonly verdict: AnswerVerdict | null;
  /** True if this answer has already used an attempt, so that trying it again is free. */
  readonly isFree: boolean;
}

const BY = "The task";

export class TaskSession {
  readonly store: Store<TaskState> = createStore(NO_TASK);
  /** The explanation that is open; null if there is none. */
  readonly explanation: Store<{ readonly open: AnswerProps | null }> = createStore<{
    readonly open: AnswerProps | null;
  }>({ open: null });
  readonly runs: RunBatch;
  readonly #bench: Bench;
  #guide: Guide | null = null;
  /** Origin of the run in the hand-in that is shown; null if there is none. */
  #recorded: Omit<Made, "scenario"> | null = null;
  /** The student's settings, kept until the program of the task may run. */
  #settings: readonly SettingText[] = [];

  constructor(bench: Bench, pool: WorkerPool) {
    this.#bench = bench;
    this.runs = new RunBatch(pool);
    let { scenario } = bench.store.get();
    bench.store.subscribe(() => {
      const now = bench.store.get();
      if (now.changing !== null || now.scenario === scenario) return;
      scenario = now.scenario;
      // Another link may have opened a lesson or another task, whose settings are not the student's work on this one.
      if (now.guide === this.#guide) this.#follow();
    });
    // Outdated answers of this tab must not replace answers that a different tab has written.
    bench.device.onChange(TRIES, () => this.#followOtherTab());
  }

  /** Opens the task of a URL. If the task is already open, nothing changes. */
  open(guide: Guide): void {
    if (guide === this.#guide) return;
    this.#guide = guide;
    this.runs.cancel();
    const reading = readTaskFrom(guide.text);
    const { task } = reading;
    if (task === null) {
      this.store.set({ ...NO_TASK, problems: reading.problems });
      return;
    }
    if (reading.removed.length > 0) this.#bench.notice(removedNotice("task", reading.removed));
    const { "hand-in": code, last } = guide.once ?? {};
    const handIn = handInFor(task, code);
    this.#recorded = null;
    if (handIn !== null) {
      const { record = null } = handIn;
      const fragment = `task=${packTask(task)}&hand-in=${code}`;
      this.#recorded = record && { by: record.origin, fragment, recorded: figuresOf(task, record) };
      this.store.set({ ...NO_TASK, task, handedIn: true });
      this.#begin(handIn, guide.sets);
      return;
    }
    const { device, store } = this.#bench;
    const digest = taskDigest(task);
    const { student } = guide.kept ?? {};
    if (student !== undefined) {
      const namedBy = store.get().frame.embed ? "platform" : "link";
      const name = tidyName(student);
      this.store.set({ ...NO_TASK, task, namedBy });
      this.#begin({ ...(handInFor(task, last) ?? ownMemory(device, digest, name)), name }, guide.sets);
      return;
    }
    const own = ownMemory(device, digest, device.read(STUDENT));
    const nameless = ownMemory(device, digest, "");
    const memory = hasWork(own) || !hasWork(nameless) ? own : nameless;
    this.store.set({ ...NO_TASK, task });
    // After a reload the URL contains the run, so the same student continues.
    if (!guide.sets || !hasWork(memory)) this.#begin(memory, guide.sets);
    else {
      this.store.set({ found: memory });
      this.#take(task, "", []);
    }
  }

  /** Confirms that the work found is the current user's. */
  takeFound(): void {
    const { found } = this.store.get();
    if (found !== null) this.#begin(found, true);
  }

  /** States that the work found is another student's. It stays on the device and is not shown. */
  refuseFound(): void {
    const { task } = this.store.get();
    if (task === null) return;
    this.store.set({ ...NO_TASK, task, needsName: true });
    this.#take(task, "", []);
  }

  /** Sets the student's name, which determines the variant and the stored work. */
  setName(text: string): void {
    const { task, name, namedBy, needsName, found, isHeld } = this.store.get();
    const next = tidyName(text);
    if (task === null || next === name || namedBy !== null || found !== null) return;
    this.#remember();
    const { device } = this.#bench;
    const read = needsName ? ownMemory : readMemory;
    const memory = read(device, taskDigest(task), next);
    const before = this.store.get().variant?.scenario ?? task.scenario;
    const { settings } = isHeld
      ? { settings: this.#settings }
      : answerOf(before, this.#bench.store.get().scenario);
    const { tries, hints, tried } = memory;
    this.store.set({ tries, hints, tried, answers: answersOf(task, memory), checked: [], needsName: false });
    // Results are not shared between students, but results from before a name was given stay.
    if (name !== "") this.store.set({ verdicts: new Map() });
    const isOther = JSON.stringify(memory.settings) !== JSON.stringify(settings);
    const kept = isOther && settings.length > 0 ? memory.settings : null;
    this.store.set({ offered: kept ?? memory.earlier ?? null });
    this.#take(task, next, settings.length > 0 ? settings : (memory.settings ?? []));
    this.#remember();
  }

  /** Restores the replaced settings. The current ones can then be restored in the same way. */
  takeOffered(): void {
    const { offered } = this.store.get();
    const { settings } = this.standing(this.#bench.store.get().scenario);
    this.store.set({ offered: settings.length > 0 ? settings : null });
    this.#goOnWith(offered ?? []);
    this.#remember();
  }

  /** Shows the program of the task again, to be read and run. */
  openHeld(): void {
    const { task, name } = this.store.get();
    if (task !== null) this.#take(task, name, this.#settings);
  }

  /** Stores an answer. Text beyond the length limit is ignored. */
  setAnswer(id: string, text: string): void {
    const { task, answers } = this.store.get();
    const question = task?.questions.find((one) => one.id === id);
    if (question === undefined) return;
    const tidy = [...tidyAnswer(text)].slice(0, longestAnswer(question)).join("");
    this.store.set({ answers: answers.map((one) => (one.id === id ? { id, text: tidy } : one)) });
    this.#follow();
  }

  /** Shows the feedback on the answers, as they are now. `outcome` describes it for screen readers. */
  checkAnswers(outcome: string): void {
    this.store.set(({ answers }) => ({ checked: answers }));
    this.#bench.announcer.say(outcome);
  }

  /** Pins the open explanation of the run on the screen as evidence. */
  pin(id: string): void {
    const { variant } = this.store.get();
    const { open } = this.explanation.get();
    if (variant === null || open === null) return;
    const { settings } = answerOf(variant.scenario, this.#bench.store.get().scenario);
    this.setAnswer(id, evidenceText(questionText(open.question), settings));
    this.#bench.announcer.say("Pinned.");
  }

  showHint(): void {
    this.store.set(({ hints, task }) => ({ hints: Math.min(hints + 1, task?.hints.length ?? 0) }));
    this.#remember();
  }

  standing(scenario: Scenario): Standing {
    const { task, variant, verdicts, isHeld, tried } = this.store.get();
    if (task === null || variant === null || isHeld)
      return { settings: [], refusals: [], verdict: null, isFree: false };
    const answer = answerOf(variant.scenario, scenario);
    const key = scenarioToUrl(scenario);
    return {
      settings: answer.settings,
      refusals: refusals(answer, task, variant.scenario),
      verdict: verdicts.get(key) ?? null,
      isFree: tried.includes(checksum(key)),
    };
  }

  /** Simulates the answer on every seed and path that counts. An answer that was tried before uses no further attempt. */
  try(): void {
    const { task, variant, verdicts } = this.store.get();
    const { scenario } = this.#bench.store.get();
    const key = scenarioToUrl(scenario);
    const tries = this.#triesSoFar();
    this.store.set({ tries });
    if (task === null || variant === null || verdicts.has(key)) return;
    const { isFree, refusals } = this.standing(scenario);
    if (refusals.length > 0 || (!isFree && task.tries !== null && tries >= task.tries)) return;
    const trial = trialOf(task, variant.scenario, scenario);
    this.store.set({ trying: key });
    this.runs.start(
      countedWork(
        task,
        () => allRuns(trial),
        (resultsOf) => {
          const verdict = verdictOf(task, trial, resultsOf);
          if (verdict === null || this.store.get().trying !== key) return;
          const { answers } = this.store.get();
          const items = questionItems(task, { handInKey: null, answers, trial }, resultsOf, NO_MARKS);
          this.#settle(scenario, verdict, items);
        },
      ),
    );
  }

  cancelTry(): void {
    this.runs.cancel();
    this.store.set({ trying: null });
  }

  /** Removes the changes that the task does not allow. The student's other settings stay. */
  setBack(): void {
    const { variant } = this.store.get();
    if (variant === null) return;
    const { settings } = answerOf(variant.scenario, this.#bench.store.get().scenario);
    this.#show(this.#laidOver(variant.scenario, settings));
  }

  /** Restores the variant as given. The student's settings can be restored afterwards. */
  beginAnew(): void {
    const { variant } = this.store.get();
    const { settings } = this.standing(this.#bench.store.get().scenario);
    if (variant === null) return;
    if (settings.length > 0) this.store.set({ offered: settings });
    this.#show(variant.scenario);
  }

  /** Returns the hand-in; null if there is nothing to hand in. */
  handIn(scenario: Scenario): { readonly code: string; readonly fragment: string } | null {
    const { task, variant, name, tries, isHeld } = this.store.get();
    if (task === null || variant === null || name === "" || isHeld) return null;
    const { settings, refusals: refused } = this.standing(scenario);
    if (refused.length > 0) return null;
    const record = this.#recordOf(scenario);
    const handIn = handInOf(task, { name, tries }, settings, this.#givenAnswers(settings), record);
    return { code: handInCode(handIn), fragment: handInFragment(task, handIn, scenario) };
  }

  /** Returns what this page has computed for an answer: the results of its attempt, or the digest of the run on the screen. */
  #recordOf(scenario: Scenario): HandInRuns | null {
    const { snapshot, scenario: shown } = this.#bench.store.get().run;
    const verdict = this.store.get().verdicts.get(scenarioToUrl(scenario));
    const seen = shown === scenario && snapshot?.done === true ? snapshot.digest : null;
    const digest = verdict?.digest ?? seen;
    if (digest === null) return null;
    const [first] = verdict?.conditions ?? [];
    const runs = (first?.runs ?? []).map((_, i) => verdict?.conditions.map((one) => one.runs[i].value) ?? []);
    return { origin: originOf(BUILD, digest), runs };
  }

  /** Opens the student's program next to the plots. */
  showCode(): void {
    const { task } = this.store.get();
    if (task?.code == null) return;
    const { flows, queue } = placesOfProgram(task.scenario, task.code.id);
    if (flows.length > 0) this.#edit({ kind: "sender", flow: flows[0] });
    else if (queue) this.#edit({ kind: "queue" });
  }

  #edit(place: CodePlace | null): void {
    this.#bench.page.requests.editProgram?.(this.#bench, place);
  }

  /** Returns whether the student's newest text is not the program in the run, because it has a fault or was not tried yet. */
  hasUnusedText({ programs = [] }: Scenario): boolean {
    const { task, handedIn } = this.store.get();
    if (task?.code == null || handedIn) return false;
    return programs.some(({ code }) => (myProgramsOf(this.#bench).goingOnFrom(code)?.text ?? code) !== code);
  }

  /** Leaves the task. The bench keeps its state, and Back returns to the task. */
  leave(): void {
    this.runs.cancel();
    this.#remember();
    if (this.store.get().task?.code != null) this.#edit(null);
    this.#guide = null;
    this.store.set(NO_TASK);
    this.#bench.store.set({ guide: null, bounds: null });
    this.#bench.report("work", null);
    this.#bench.url.push();
  }

  /** Returns whether leaving could lose work. */
  hasBegun(): boolean {
    const { tries, answers } = this.store.get();
    const { settings } = this.standing(this.#bench.store.get().scenario);
    return tries > 0 || settings.length > 0 || answers.some(({ text }) => text !== "");
  }

  /** Starts the work or continues earlier work. `sets` is true if the URL contains no run. */
  #begin(memory: TaskMemory, sets: boolean): void {
    const { task } = this.store.get();
    if (task === null) return;
    const { name, tries, hints, tried, earlier = null, settings } = memory;
    this.store.set({ tries, hints, tried, answers: answersOf(task, memory), offered: earlier, found: null });
    this.#take(task, name, sets ? (settings ?? []) : null);
    if (sets || settings === null) return;
    // The settings in the URL differ from those that were stored last, so the stored settings are offered.
    const shown = this.standing(this.#bench.store.get().scenario).settings;
    if (JSON.stringify(shown) !== JSON.stringify(settings)) this.store.set({ offered: settings });
  }

  /** Sets the student and the variant. `settings` are applied to the variant; null if the bench already has the run. */
  #take(task: Task, name: string, settings: readonly SettingText[] | null): void {
    const { found, needsName, trying } = this.store.get();
    const isNamed = name !== "" || (task.vary.length === 0 && !needsName) || task.given !== null;
    const isOpen = isNamed && task.given !== "by link" && found === null;
    const variant = isOpen ? variantOf(task, name) : null;
    if (trying !== null && task.vary.length > 0) this.cancelTry();
    // Results of a run stay valid for any student, so entering a name late restores no attempt.
    this.store.set({ name, variant });
    const bounds: Bounds = { ...(isOpen ? ruleOf(task) : NOTHING_YET), by: BY };
    const opened = () => {
      this.store.set({ isHeld: false });
      // From here on the bounds apply to the user. They do not apply to the settings that the task itself has made
      // before.
      this.#bench.store.set({ bounds });
      this.#showPlots(plotsFor(task));
      if (isOpen) this.showCode();
      // A hand-in states the version that computed its run, like a shared link.
      const made = this.#recorded;
      if (made !== null) this.#bench.store.set(({ scenario }) => ({ made: { ...made, scenario } }));
    };
    if (settings === null) {
      opened();
      return;
    }
    this.#settings = settings;
    this.store.set({ isHeld: true });
    this.#show(variant === null ? task.scenario : this.#laidOver(variant.scenario, settings), opened);
  }

  /** Switches plots on. They stay on. */
  #showPlots(ids: readonly string[]): void {
    const { frame } = this.#bench.store.get();
    const more = [...new Set([...frame.more, ...ids])];
    if (more.length > frame.more.length) this.#bench.store.set({ frame: { ...frame, more } });
  }

  #goOnWith(settings: readonly SettingText[]): void {
    const { variant } = this.store.get();
    if (variant !== null) this.#show(this.#laidOver(variant.scenario, settings));
  }

  /** Returns the scenario with those of the given settings that the task allows. */
  #laidOver(given: Scenario, settings: readonly SettingText[]): Scenario {
    const { task, handedIn } = this.store.get();
    const allowed = settings.filter(
      (setting) => task !== null && refusals({ settings: [setting], others: [] }, task, given).length === 0,
    );
    if (handedIn && allowed.length < settings.length) return given;
    try {
      return allowed.reduce(withSetting, given);
    } catch {
      return given;
    }
  }

  /** Returns the answers in the form of a hand-in. Evidence contains settings only if they differ from those handed in. */
  #givenAnswers(settings: readonly SettingText[]): GivenAnswer[] {
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

  /** Handles a change of the work: stores it on the device and reports it to an embedding page. */
  #follow(): void {
    const { task, variant, handedIn, tries, isHeld } = this.store.get();
    if (task === null || variant === null || handedIn || isHeld || this.#guide === null) return;
    this.#remember();
    const { scenario, frame } = this.#bench.store.get();
    if (!frame.embed) return;
    const { id } = task;
    const code = this.handIn(scenario)?.code ?? null;
    const answer = scenarioToUrl(scenario);
    const unanswered = unansweredOf(task, this.store.get().answers);
    // Learning platforms read these names, so they never change.
    this.#bench.report("work", { id, digest: taskDigest(task), tries, unanswered, answer, code });
  }

  #show(scenario: Scenario, opened?: () => void): void {
    const { edits } = this.#bench;
    edits.byGuide(() => edits.open(openingOf(scenario), opened));
  }

  #settle(scenario: Scenario, verdict: AnswerVerdict, items: readonly ResultItem[]): void {
    const key = scenarioToUrl(scenario);
    const before = this.#triesSoFar();
    const digest = checksum(key);
    this.store.set(({ verdicts, tried }) => ({
      verdicts: new Map([...verdicts, [key, verdict]]),
      tries: tried.includes(digest) ? before : before + 1,
      tried: tried.includes(digest) ? tried : [...tried, digest],
      trying: null,
    }));
    this.#tell(scenario, verdict, items);
    this.#follow();
    this.#bench.announcer.say(outcomeWords(verdict));
  }

  /** Returns the number of attempts, including those of other tabs. */
  #triesSoFar(): number {
    const { task, name, tries, handedIn } = this.store.get();
    if (task === null || handedIn) return tries;
    return Math.max(tries, ownMemory(this.#bench.device, taskDigest(task), name).tries);
  }

  /** Uses what a different tab has written of this work. The run on this page stays. */
  #followOtherTab(): void {
    const { task, name, variant, handedIn, tries } = this.store.get();
    if (task === null || variant === null || handedIn || this.#guide === null) return;
    const memory = ownMemory(this.#bench.device, taskDigest(task), name);
    if (!hasWork(memory)) return;
    const { hints, tried } = memory;
    this.store.set({ tries: Math.max(tries, memory.tries), hints, tried, answers: answersOf(task, memory) });
  }

  /** Reports the result to an embedding page. */
  #tell(scenario: Scenario, verdict: AnswerVerdict, items: readonly ResultItem[]): void {
    const { task, name, tries, answers } = this.store.get();
    if (task === null) return;
    const code = this.handIn(scenario)?.code ?? null;
    this.#bench.report(
      "task",
      taskResult(task, { name, tries }, scenario, verdict, { answers, items }, code),
    );
  }

  #remember(): void {
    const {
      task,
      name,
      tries,
      hints,
      answers,
      handedIn,
      variant,
      offered,
      tried,
      isHeld,
      namedBy,
      needsName,
    } = this.store.get();
    if (task === null || variant === null || handedIn || isHeld || needsName) return;
    const { settings } = this.standing(this.#bench.store.get().scenario);
    const memory = { name, tries, hints, settings, answers, earlier: offered, tried };
    writeMemory(this.#bench.device, taskDigest(task), memory);
    if (namedBy === null) this.#bench.device.write(STUDENT, name);
  }
}

/** Optional plots, and the metrics that they show. */
const PLOTS_OF_METRICS = { "download-time": /^(?:fct|response-)/, "queue-length": /^queue-/, srtt: /^srtt-/ };

/** Returns the optional plots that show what the conditions and the questions of a task measure. */
function plotsFor({ counts, keys }: Task): string[] {
  const measures = [...counts.map(({ measure }) => measure), ...keyMeasures(keys)];
  return Object.entries(PLOTS_OF_METRICS).flatMap(([plot, metrics]) =>
    measures.some(({ id }) => metrics.test(id)) ? [plot] : [],
  );
}

/** Returns what the student's page has measured in the answer's own run. */
function figuresOf({ counts }: Task, { runs: [own = []] }: HandInRuns): RecordedFigure[] {
  return own.slice(0, counts.length).map((value, i) => {
    const { measure } = counts[i];
    const place = measure.place === null ? "" : ` of ${placeWords(measure.place)}`;
    return { label: measure.metric.label + place, measure, was: figureText(measure, value) };
  });
}

type HandedInWork = TaskMemory & Pick<HandIn, "record">;

function handInFor(task: Task, code: string | undefined): HandedInWork | null {
  const read = code === undefined ? null : readHandIn(code);
  if (read?.kind !== "code" || read.handIn.taskDigest !== taskDigest(task)) return null;
  return { hints: 0, earlier: null, tried: [], ...read.handIn };
}

/** Returns one answer per question, in their order. Evidence gets the settings of the hand-in if it contains none. */
function answersOf({ questions }: Task, { answers, settings }: TaskMemory): GivenAnswer[] {
  return questions.map(({ id, kind }) => {
    const text = answers.find((one) => one.id === id)?.text ?? "";
    const evidence = kind === "evidence" ? evidenceIn(text) : null;
    if (evidence === null || evidence.settings !== null) return { id, text };
    return { id, text: evidenceText(evidence.text, settings ?? []) };
  });
}

export const taskSessionOf = perBench((bench) => new TaskSession(bench, browserPool()));

/** Key of the only answer on a student's page. */
const ONLY_ANSWER = "";

const NO_PICTURES: Outcome = { figures: [], heatMaps: [], tables: [], claims: [] };

/**
 * Returns the work of a `RunBatch`, which makes runs on all cores: the runs that count and are not in `known` yet. The batch calls
 * `read` with each result, and `reduce` at a rate that the page can show; `measured` then receives all results so far.
 */
export function countedWork(
  task: Task,
  runs: () => readonly (CountedRun & Partial<Pick<HandInsRun, "handIns" | "shares">>)[],
  measured: (resultsOf: (key: string) => KeptResults | undefined) => void,
  known = new Map<string, KeptResults>(),
): BatchWork {
  const limits = new RunLimits();
  const given = givenPrograms(task);
  let jobs: readonly BatchJob[] = [];
  return {
    jobs: () => {
      const all = runs().map(({ key, scenario, handIns = [ONLY_ANSWER], shares }) => ({
        ...{ key, scenario, handIns },
        limit: limits.ofHandIns(scenario, handIns, given, shares),
      }));
      // If a run of a hand-in is missing, all its runs are charged to its budget. The pool still knows the others.
      const isMissing = ({ key }: { readonly key: string }) => !known.has(key);
      const open = new Set(all.filter(isMissing).flatMap(({ handIns }) => handIns));
      const needed = all.filter(
        (job) => isMissing(job) || (job.limit !== undefined && job.handIns.some((one) => open.has(one))),
      );
      jobs = [...new Map(needed.map((job) => [job.key, job])).values()];
      return jobs;
    },
    want: "results",
    read: (result, { key }) => {
      const one = measureRun(task, result);
      known.set(key, one);
      return { values: [...one.values] };
    },
    atLimit: ({ key }, message) => known.set(key, measuredNothing(task, message)),
    reduce: () => {
      for (const { key, limit } of jobs)
        if (limit?.isOver === true && (known.get(key)?.ended ?? null) === null)
          known.set(key, measuredNothing(task, limit.message));
      measured((key) => known.get(key));
      return NO_PICTURES;
    },
    cost: ({ scenario }) => loadOf(scenario),
  };
}

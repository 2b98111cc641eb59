/**
 * A teacher's list of hand-ins before anything is run: what each one says, whose it is, which runs it takes, and what is wrong with
 * it. The page and the command line read by this.
 */

import { type Scenario, type Setting, scenarioToUrl } from "../engine/index.ts";
import { costOf } from "../experiments/grid.ts";
import { answerOf, attempt, refusals, withSetting } from "./answer.ts";
import { allRuns, type CountedRun, type Trial, trialOf, variantText } from "./check.ts";
import { type HandIn, readHandIn } from "./hand-in.ts";
import type { Entry, HandInList } from "./hand-in-list.ts";
import { handInKey } from "./marks.ts";
import { codeIn, plainProgram, replacedBy } from "./program-answer.ts";
import type { GivenAnswer } from "./questions.ts";
import { isCalled, People, type Person, type Roster } from "./roster.ts";
import { type Deadline, lateWords, timesOf } from "./submission-time.ts";
import { type Task, taskDigest } from "./task.ts";
import { plainName, variantOf } from "./variant.ts";

/** What a teacher has to decide about, by names that scripts rely on. */
export type Flag =
  | "another's name"
  | "another's variant"
  | "copy"
  | "too many tries"
  | "list and hand-in disagree"
  | "late"
  | "time unknown"
  | "not on the roster"
  | "name of several";

/** An entry that was read, before anything is run. */
export interface ReadEntry {
  readonly entry: Entry;
  /** Whose it is, by the platform's list or the roster; null where that is not known. */
  readonly person: Person | null;
  /** The name or number in the code itself; empty where there is none. */
  readonly said: string;
  /** By which the variant was made: the student's own words; from the list where the hand-in has none. */
  readonly name: string;
  /** Null: not said. */
  readonly tries: number | null;
  /** What he changed; empty where that cannot be known. */
  readonly settings: readonly Setting[];
  /** What he has written. */
  readonly answers: readonly GivenAnswer[];
  /** The whole scenario of the answer; null where nothing can be run. */
  readonly answer: Scenario | null;
  /** Why it cannot count, as sentences. */
  readonly problems: readonly string[];
  readonly flags: readonly Flag[];
  /** What a teacher should know, as sentences: each flag has one. */
  readonly notes: readonly string[];
  readonly trial: Trial;
  /** When it was sent, in milliseconds since 1970; null: not known. */
  readonly sentMs: number | null;
  /** So long after the deadline; 0: in time, or there is none. */
  readonly lateMs: number;
}

/** What the hand-in itself says, read as a student's of such names. */
type ReadText = Pick<ReadEntry, "name" | "tries" | "settings" | "answers" | "answer" | "problems"> & Remarks;

interface Remarks {
  readonly flags: readonly Flag[];
  readonly notes: readonly string[];
}

interface ListRules {
  readonly roster: Roster | null;
  readonly deadline: Deadline | null;
}

/** Throws a sentence where there is a deadline, and nothing in the list says when it was sent. */
export function readList(task: Task, list: HandInList, { roster, deadline }: ListRules): ReadEntry[] {
  const { entries } = list;
  const people = roster === null ? People.ofList(entries) : People.ofRoster(roster);
  if (deadline !== null && entries.length > 0 && entries.every(({ sent }) => sent === ""))
    throw new Error(
      "There is a deadline, and the list has no column that says when each hand-in was sent (“Last modified (submission)”, “submitted”, “Timestamp”, “time”, …).",
    );
  const times = timesOf(
    entries.map(({ sent }) => sent),
    deadline?.zoneMs ?? 0,
  );
  const read = entries.map((entry, i) => {
    const said = saidIn(entry);
    const who = whoIs(entry, said, people, roster !== null);
    const text = readEntry(task, entry, who.person);
    const variant = variantFlags(task, said, who.person, who.flags.length > 0, text, people);
    const time = timeFlags(entry, times[i], deadline);
    return {
      entry,
      ...text,
      person: who.person,
      said,
      flags: [...who.flags, ...variant.flags, ...text.flags, ...time.flags],
      notes: [...who.notes, ...variant.notes, ...text.notes, ...time.notes],
      sentMs: times[i],
      lateMs: time.lateMs,
    };
  });
  const same = sameAnswers(task, read);
  return read.map((one, i) => {
    const tooDear = isTooDear(task, one) ? [NOT_WORTH_ITS_RUNS] : [];
    const trial =
      one.answer === null || tooDear.length > 0
        ? NOTHING_TO_RUN
        : trialOf(task, variantOf(task, one.name).scenario, one.answer);
    const flags = [...new Set([...one.flags, ...same[i].flags])];
    return { ...one, flags, notes: [...one.notes, ...same[i].notes, ...tooDear], trial };
  });
}

/** The name or number in the code itself; empty where there is none. */
function saidIn({ text }: Entry): string {
  const given = text === "" ? null : readHandIn(text);
  return given?.kind === "code" ? given.handIn.name : "";
}

type Whose = Remarks & { readonly person: Person | null };

/** The list says whose it is; only where it says nothing does the hand-in itself. */
function whoIs(entry: Entry, said: string, people: People, hasRoster: boolean): Whose {
  const sayers = said === "" ? [] : people.called(said);
  const byId = people.byIds(entry.ids);
  const isListed = entry.ids.length > 0 || entry.name !== "";
  const listed = byId !== null ? [byId] : entry.ids.length > 0 ? [] : people.called(entry.name);
  const candidates = isListed ? listed : sayers;
  const meant = candidates.length === 1 ? candidates : candidates.filter((one) => sayers.includes(one));
  const person = meant.length === 1 ? meant[0] : null;
  const flags: Flag[] = [];
  const notes: string[] = [];
  const own = entry.name || entry.ids[0] || said;
  if (person === null && candidates.length > 1) {
    flags.push("name of several");
    notes.push(`${candidates.length} people are called ${own}: which of them it is cannot be known.`);
  } else if (person === null && hasRoster) {
    flags.push("not on the roster");
    notes.push(own === "" ? "It says no name, and the list has none." : `${own} is not on the roster.`);
  }
  const isKnown = isCalled(entry, said) || (person !== null && isCalled(person, said));
  if (isListed && said !== "" && !isKnown) {
    const other = sayers.find((one) => one !== person);
    flags.push(other === undefined ? "list and hand-in disagree" : "another's name");
    const whose = other === undefined || other.name === said ? "" : ` That is ${other.name}.`;
    notes.push(`The list says ${own}, the hand-in says ${said}.${whose}`);
  }
  return { person, flags, notes };
}

/** Of a task with variants: whether what was answered is the variant of somebody else. */
function variantFlags(
  task: Task,
  said: string,
  person: Person | null,
  isDoubtful: boolean,
  { answer, problems, tries }: ReadText,
  people: People,
): Remarks {
  if (task.vary.length === 0 || person === null || answer === null) return NO_REMARKS;
  const own = new Set(callings(person).map((name) => variantText(variantOf(task, name))));
  if (tries !== null) {
    if (!isDoubtful || own.has(variantText(variantOf(task, said)))) return NO_REMARKS;
    return another(`It answers the variant of ${said}, not that of ${person.name}.`);
  }
  if (problems.length === 0) return NO_REMARKS;
  const other = people.all.find((one) =>
    callings(one).some((name) => {
      const given = variantOf(task, name);
      if (own.has(variantText(given))) return false;
      return refusals(answerOf(given.scenario, answer), task, given.scenario).length === 0;
    }),
  );
  return other === undefined ? NO_REMARKS : another(`It answers the variant that ${other.name} has.`);
}

const NO_REMARKS: Remarks = { flags: [], notes: [] };

function another(note: string): Remarks {
  return { flags: ["another's variant"], notes: [note] };
}

function callings({ names, ids }: Person): string[] {
  return [...new Set([...ids, ...names])];
}

function timeFlags(
  { sent, text }: Entry,
  sentMs: number | null,
  deadline: Deadline | null,
): Remarks & Pick<ReadEntry, "lateMs"> {
  if (deadline === null || text === "") return { ...NO_REMARKS, lateMs: 0 };
  if (sentMs === null)
    return {
      flags: ["time unknown"],
      notes: [
        sent === ""
          ? "The list does not say when it was sent."
          : `When it was sent cannot be read: “${sent}” is no time, or could be two.`,
      ],
      lateMs: 0,
    };
  const lateMs = sentMs - deadline.ms;
  if (lateMs <= 0) return { ...NO_REMARKS, lateMs: 0 };
  return { flags: ["late"], notes: [`It was sent ${lateWords(lateMs)} after the deadline.`], lateMs };
}

const NOTHING_TO_RUN: Trial = { runs: [], start: [] };
/** Times as much as the student's variant: nobody may keep a teacher's machine busy with what cannot count. */
const MOST_TIMES = 10;
const NOT_WORTH_ITS_RUNS = "It was not run: its runs take far longer than those of the task.";

function isTooDear(task: Task, { problems, answer, name }: ReadText): boolean {
  if (problems.length === 0 || answer === null) return false;
  return costOf(answer) > MOST_TIMES * costOf(variantOf(task, name).scenario);
}

function readEntry(task: Task, entry: Entry, person: Person | null): ReadText {
  const { name, text } = entry;
  if (text === "") return refused(name, "There is no link and no code in this line.");
  const given = readHandIn(text);
  if (given.kind === "unreadable") return refused(name, given.message);
  if (given.kind === "link") return readLink(task, entry, person, given.scenario);
  const { handIn } = given;
  if (handIn.taskDigest !== taskDigest(task)) return refused(handIn.name || name, otherTask(task, handIn));
  return readCode(task, entry, handIn);
}

function refused(name: string, problem: string): ReadText {
  return {
    ...{ name, tries: null, settings: [], answers: [], answer: null },
    ...{ problems: [problem], flags: [], notes: [] },
  };
}

function otherTask(task: Task, { taskId }: HandIn): string {
  return taskId === task.id
    ? `It belongs to another version of the task ${task.id}: its scenario, bounds or conditions were different.`
    : `It belongs to another task: ${taskId}.`;
}

function readCode(task: Task, listed: Entry, { name, tries, settings, answers }: HandIn): ReadText {
  const own = name === "" ? listed.name : name;
  if (own === "" && task.vary.length > 0) return { ...nameless(), tries };
  const given = variantOf(task, own).scenario;
  const problems = refusals({ settings, others: [] }, task, given);
  const laid = attempt(() => settings.reduce(withSetting, given));
  const isOver = task.tries !== null && tries > task.tries;
  return {
    name: own,
    tries,
    settings,
    answers,
    answer: typeof laid === "string" ? null : laid,
    problems: typeof laid === "string" && problems.length === 0 ? [laid] : problems,
    flags: isOver ? ["too many tries"] : [],
    notes: isOver ? [`Try ${tries}: the task allows ${task.tries}.`] : [],
  };
}

/** Whichever of the student's names the variant was made from is not said: it is one to which the answer belongs. */
function readLink(task: Task, entry: Entry, person: Person | null, answer: Scenario): ReadText {
  const names = [...entry.names, ...(person === null ? [] : callings(person))];
  const [first = ""] = [entry.name, ...names].filter((one) => one !== "");
  if (first === "" && task.vary.length > 0) return nameless();
  const of = (one: string) => answerOf(variantOf(task, one).scenario, answer);
  const refused = (one: string) => refusals(of(one), task, variantOf(task, one).scenario);
  const isOfTask = (one: string) => refused(one).length === 0;
  const name = task.vary.length > 0 ? (names.find(isOfTask) ?? first) : first;
  const found = of(name);
  return {
    name,
    tries: null,
    settings: found.settings,
    answers: [],
    answer,
    problems: refused(name),
    flags: [],
    notes: ["A link of the bench without a code: how many tries it took is not known."],
  };
}

function nameless(): ReadText {
  return refused(
    "",
    "It has no name or number, and the task has a variant for each: which one it is cannot be known.",
  );
}

/** By the link of its scenario, each run once. */
export function distinctRuns(list: readonly ReadEntry[]): CountedRun[] {
  return [...new Map(list.flatMap(({ trial }) => allRuns(trial)).map((run) => [run.key, run])).values()];
}

/** The answer on the bench. */
export function answerFragment({ answer }: ReadEntry): string | null {
  return answer === null ? null : scenarioToUrl(answer);
}

type Compared = Omit<ReadEntry, "trial">;

/** Whose answer is the same, where there is one. The very same code in two hands is a copy, unless it is the own of whoever has it. */
function sameAnswers(task: Task, list: readonly Compared[]): Remarks[] {
  // Who and what, each once and not for each pair.
  const who = list.map(whoOf);
  const groups = new Map<string, number[]>();
  const keys = list.map((one, i) => {
    if (one.answer === null) return "";
    const { values } = variantOf(task, one.name);
    // Where only what the task keeps was changed, that is the answer.
    const answer =
      one.settings.length > 0 ? one.settings.map(plainSetting).sort() : scenarioToUrl(one.answer);
    const key = JSON.stringify([values.map(({ value }) => value), answer]);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [i]);
    else group.push(i);
    return key;
  });
  // The same code alone and in its link is one.
  const handIns = list.map(({ entry, tries }) => (tries === null ? null : handInKey(entry.text)));
  const inHands = new Map<string, number[]>();
  for (const [i, handIn] of handIns.entries())
    if (handIn !== null) inHands.set(handIn, [...(inHands.get(handIn) ?? []), i]);
  const codes = list.map(({ settings }) => plainProgram(codeIn(settings) ?? "", "by number"));
  const renamed = new Map<string, number[]>();
  for (const [i, code] of codes.entries())
    if (code !== "") renamed.set(code, [...(renamed.get(code) ?? []), i]);
  return list.map((one, i) => {
    const ofOthers = (group: readonly number[] = []) =>
      group.filter((k) => who[k] !== who[i]).map((k) => list[k]);
    const others = ofOthers(groups.get(keys[i]));
    const alike = ofOthers(renamed.get(codes[i])).filter((other) => !others.includes(other));
    const copied = ofOthers(inHands.get(handIns[i] ?? ""));
    if (copied.length > 0)
      return { flags: isOwn(one) ? [] : ["copy"], notes: [`The very same hand-in as ${whoWords(copied)}.`] };
    const what = codes[i] === "" ? "answer" : "program, spaces and comments aside,";
    return {
      flags: [],
      notes: [
        ...(others.length > 0 ? [`The same ${what} as ${whoWords(others)}.`] : []),
        ...(alike.length > 0 ? [`The same program but for names as ${whoWords(alike)}.`] : []),
      ],
    };
  });
}

function plainSetting({ key, text }: Setting): string {
  return `${key}=${replacedBy(key) === null ? text : plainProgram(text)}`;
}

/** Whether the code has the name of whoever handed it in. */
function isOwn({ said, entry, person }: Compared): boolean {
  return said !== "" && (isCalled(entry, said) || (person !== null && isCalled(person, said)));
}

/** Who handed it in, as a key: hand-ins of one person have the same. */
export function whoOf({ entry, name, person }: Pick<ReadEntry, "entry" | "name" | "person">): string {
  if (person !== null) return `person ${person.line}`;
  return `name ${plainName(entry.ids[0] ?? (entry.name || name))}`;
}

const MOST_NAMED = 4;

function whoWords(others: readonly Compared[]): string {
  const words = others
    .slice(0, MOST_NAMED)
    .map((one) => `${nameOf(one) || "no name"} (line ${one.entry.line})`);
  const more = others.length > MOST_NAMED ? ` and ${others.length - MOST_NAMED} more` : "";
  return words.join(", ") + more;
}

/** For people; empty where nobody has said one. */
export function nameOf({ entry, name, person }: Pick<ReadEntry, "entry" | "name" | "person">): string {
  return person?.name || entry.name || name;
}

/**
 * Reads a teacher's list of hand-ins before anything is run. For each hand-in it finds the content, the student, the runs that
 * are needed, and problems. The page and the command line use this.
 */

import {
  canonicalText,
  declaredParams,
  getParam,
  loadOf,
  type Param,
  type Place,
  type Scenario,
  type SettingText,
  scenarioToUrl,
} from "../../engine/index.ts";
import { answerOf, attempt, refusals, withSetting } from "../answer/answer.ts";
import { type HandedIn, type HandIn, type HandInRuns, readHandIn } from "../answer/hand-in.ts";
import type { Entry, HandInList } from "../answer/hand-in-list.ts";
import { haveSameId, SAME_ID } from "../document/file-programs.ts";
import { SHARED_PLACES } from "../document/parameters.ts";
import { idOf, isCalled, People, type Person, type Roster } from "../roster/roster.ts";
import {
  type Deadline,
  type LateRule,
  lateWords,
  looksLikeTime,
  timesOf,
} from "../tables/submission-time.ts";
import { MOST_COLUMNS } from "../tables/table-columns.ts";
import { codeIn, plainProgram, replacedBy } from "../task/program-answer.ts";
import type { GivenAnswer } from "../task/questions.ts";
import { isByLink, type Task, taskDigest } from "../task/task.ts";
import { plainName, type Variation, variantOf } from "../task/variant.ts";
import { allRuns, type CountedRun, type Trial, trialOf, variantText } from "./check.ts";
import { handInKey } from "./teacher-marks.ts";
import {
  certaintyOf,
  type Flag,
  mangledNote,
  NO_REMARKS,
  type Remarks,
  type Whose,
  whoseAre,
} from "./whose.ts";

/** A hand-in that was read, before its runs. */
export interface ReadEntry {
  readonly entry: Entry;
  /** Key of the content of the hand-in code; null if there is no code. */
  readonly handInKey: string | null;
  /** The student, as found in the platform's list or in the roster; null if unknown. */
  readonly person: Person | null;
  /** Name or number in the hand-in code itself; empty if there is none. */
  readonly nameInCode: string;
  /** True if the name in the code is that of the student. */
  readonly isOwnName: boolean;
  /** Number or name from which the student's variant was made. */
  readonly name: string;
  /** Number of attempts; null if the hand-in does not state it. */
  readonly tries: number | null;
  /** Settings that the student changed; empty if the hand-in does not show them. */
  readonly settings: readonly SettingText[];
  /** Written answers. */
  readonly answers: readonly GivenAnswer[];
  /** Results that the student's page computed; null if the hand-in contains none. */
  readonly record: HandInRuns | null;
  /** The whole scenario of the answer; null if it cannot be run. */
  readonly answer: Scenario | null;
  /** Sentences with the reasons why the hand-in cannot count. */
  readonly problems: readonly string[];
  readonly flags: readonly Flag[];
  /** Sentences for the teacher. Each flag has one. */
  readonly notes: readonly string[];
  readonly trial: Trial;
  /** Submission time in ms since 1970; null if unknown. */
  readonly sentMs: number | null;
  /** Time after the deadline in ms; 0 if in time or without a deadline. */
  readonly lateMs: number;
}

/** Content of a hand-in, read under the assumption that its student has certain names. */
type ReadText = Pick<
  ReadEntry,
  "name" | "tries" | "settings" | "answers" | "record" | "answer" | "problems"
> &
  Remarks;

interface ListRules {
  readonly roster: Roster | null;
  readonly deadline: Deadline | null;
  readonly late?: LateRule;
  /** Which hand-in of a student counts. With "best" and `strict`, no hand-in counts that loses its points because of a flag. */
  readonly attempts?: "best" | "last";
  readonly strict?: boolean;
  /** True if dates such as 3/5/2026 start with the day; null or absent if the column decides. */
  readonly dayFirst?: boolean | null;
}

/** Reads a list. Throws an error with a message for the user if there is a deadline but the list has no submission times. */
export function readList(task: Task, list: HandInList, rules: ListRules): ReadEntry[] {
  const { roster, deadline, dayFirst = null } = rules;
  const { entries } = list;
  const people = roster === null ? People.ofList(entries) : People.ofRoster(roster);
  if (deadline !== null && entries.length > 0 && entries.every(({ sent }) => sent === ""))
    throw new Error(
      "There is a deadline, but the list has no column with the time of each hand-in. If it has such a column, name it, like “time=Submitted at”.",
    );
  const times = timesOf(
    entries.map(({ sent }) => sent),
    deadline?.zoneMs ?? 0,
    dayFirst,
  );
  const given = entries.map(({ text }) => readHandIn(text));
  const keys = entries.map(({ text }, i) => handInKey(text, given[i]));
  const namesInCodes = given.map(nameInCodeOf);
  const whose = whoseAre(list, namesInCodes, people, roster !== null);
  const inClass: InClass = {
    people,
    numberLengths: usualLength(namesInCodes, whose),
    variants: new Variants(task, people),
  };
  const groups = groupsIn(task, { list, keys, roster, whose });
  const isVaried = task.vary.length > 0;
  // The variants of a group are computed once, not once for each of its lines.
  const handsOf = new Map<string | null, Hands>(
    [...(isVaried ? linesBy(groups) : [])].map(([group, lines]) => {
      const persons = lines.flatMap((i) => whose[i].person ?? []);
      return [group, namesOf(persons, inClass)];
    }),
  );
  const read = entries.map((entry, i) => {
    const { person, owner } = whose[i];
    const isOfGroup = groups[i] !== null;
    const found = readEntry(task, entry, given[i], isOfGroup ? (owner ?? person) : person, inClass);
    const text = hasIdOfTask(task, found) ? { ...found, problems: [...found.problems, SAME_ID] } : found;
    const byName = isOfGroup ? NO_REMARKS : whose[i].byName;
    const hands = () => handsOf.get(groups[i]) ?? namesOf(person === null ? [] : [person], inClass);
    const variant = isVaried ? variantFlags(hands(), text, inClass.variants) : NO_REMARKS;
    const time = timeFlags(entry, times[i], deadline);
    return {
      entry,
      handInKey: keys[i],
      ...text,
      person,
      nameInCode: namesInCodes[i],
      isOwnName: whose[i].isOwnName,
      flags: [...whose[i].flags, ...byName.flags, ...variant.flags, ...text.flags, ...time.flags],
      notes: [
        ...(entry.fault === undefined || entry.text === "" ? [] : [entry.fault]),
        ...[...whose[i].notes, ...byName.notes, ...variant.notes, ...text.notes, ...time.notes],
      ],
      sentMs: times[i],
      lateMs: time.lateMs,
    };
  });
  const same = sameAnswers(task, read, groups);
  const mangled = mangledNote(whose);
  const certainty = roster === null ? [] : certainties(read, whose, rules);
  const compared = read.map((one, i) => {
    const { flags, notes } = isDoubtful(one) ? NO_REMARKS : (certainty[i] ?? NO_REMARKS);
    return {
      ...one,
      flags: [...new Set([...one.flags, ...flags, ...same[i].flags])],
      notes: [...one.notes, ...notes],
    };
  });
  const older = olderPrograms(compared, rules);
  return compared.map((one, i) => {
    const tooDear = isTooDear(task, one) ? [NOT_WORTH_ITS_RUNS] : [];
    const isOlder = older.has(one);
    const problems = isOlder ? [...one.problems, ONE_OF_TOO_MANY] : one.problems;
    const trial =
      one.answer === null || tooDear.length > 0 || isOlder
        ? NOTHING_TO_RUN
        : trialOf(task, variantOf(task, one.name).scenario, one.answer);
    const once = mangled?.at === i ? [mangled.note] : [];
    return { ...one, problems, notes: [...one.notes, ...once, ...same[i].notes, ...tooDear], trial };
  });
}

function certainties(
  list: readonly Compared[],
  whose: readonly Whose[],
  { attempts, late = "none" }: ListRules,
): Remarks[] {
  const times = timesInOrder(list);
  const evident = list.map((one, i) => ({
    line: one.entry.line,
    whose: whose[i],
    timeMs: Number(times.get(one)),
    canCount: one.problems.length === 0 && !isDoubtful(one) && !isRefused(one, late),
  }));
  return certaintyOf(evident, attempts !== "best");
}

/** The data by which the variants of a student are found. */
interface InClass {
  readonly people: People;
  /** Lengths of the numbers that students typed. */
  readonly numberLengths: readonly number[];
  readonly variants: Variants;
}

interface NamedVariant {
  readonly scenario: Scenario;
  /** The same for equal variants. */
  readonly text: string;
  /** The values that students cannot change, as text. */
  readonly locked: string;
}

/** A variant, with the first student of the class who has it. */
interface VariantOfClass {
  readonly variant: NamedVariant;
  readonly person: Person;
}

/** Computes the variant of each name once. */
class Variants {
  readonly #task: Task;
  readonly #people: People;
  readonly #byName = new Map<string, NamedVariant>();
  /** Equal variants share their scenario, because a class can have thousands of names. */
  readonly #byText = new Map<string, NamedVariant>();
  /** The different variants of the class by their locked values, in the order of their first students. */
  #ofClass: ReadonlyMap<string, readonly VariantOfClass[]> | null = null;

  constructor(task: Task, people: People) {
    this.#task = task;
    this.#people = people;
  }

  of(name: string): NamedVariant {
    const known = this.#byName.get(name);
    if (known !== undefined) return known;
    const variant = variantOf(this.#task, name);
    const text = variantText(variant);
    const locked = this.#locked(variant.values.map(({ param, value }) => canonicalText(param, value)));
    const named = this.#byText.get(text) ?? { scenario: variant.scenario, text, locked };
    this.#byText.set(text, named);
    this.#byName.set(name, named);
    return named;
  }

  /** Returns those of the varied values that students cannot change, as text. */
  #locked(values: readonly string[]): string {
    const { vary, changes } = this.#task;
    const isLocked = ({ param: { id } }: Variation) => changes.every(({ param }) => param.id !== id);
    return JSON.stringify(values.filter((_, i) => isLocked(vary[i])));
  }

  /**
   * Returns the variants of the class that an answer may fit: those with its locked values. Only a few are returned, because each
   * comparison takes some milliseconds, and a class may have thousands of variants.
   */
  near(answer: Scenario): readonly VariantOfClass[] {
    this.#ofClass ??= this.#variantsOfClass();
    const values = this.#task.vary.map(({ param }) => textIn(answer, param));
    return (this.#ofClass.get(this.#locked(values)) ?? []).slice(0, MOST_COMPARED);
  }

  #variantsOfClass(): ReadonlyMap<string, readonly VariantOfClass[]> {
    const known = new Set<string>();
    const found = new Map<string, VariantOfClass[]>();
    for (const person of this.#people.all)
      for (const variant of callings(person).map((name) => this.of(name))) {
        const { text, locked } = variant;
        if (known.has(text)) continue;
        known.add(text);
        const alike = found.get(locked) ?? [];
        found.set(locked, alike);
        alike.push({ variant, person });
      }
    return found;
  }

  /** Returns a function with the reasons why an answer does not fit a variant. It compares equal variants once. */
  refusalsOf(answer: Scenario): (variant: NamedVariant) => readonly string[] {
    const known = new Map<string, readonly string[]>();
    return ({ scenario, text }) => {
      const found = known.get(text) ?? refusals(answerOf(scenario, answer), this.#task, scenario);
      known.set(text, found);
      return found;
    };
  }
}

/** Limit on the variants of other students with which an answer is compared. */
const MOST_COMPARED = 8;

/** Returns the value of a varied parameter in a scenario as text; empty if the scenario has no such parameter. */
function textIn(scenario: Scenario, param: Param): string {
  const flows = scenario.flows.map((_, flow): Place => ({ scope: "flow", flow }));
  const place = [...SHARED_PLACES, ...flows].find((one) =>
    declaredParams(scenario, one).some(({ id }) => id === param.id),
  );
  return place === undefined ? "" : canonicalText(param, getParam(scenario, place, param.id));
}

/**
 * Number of students whose codes must have numbers of the same length before leading zeros are added up to it. One student alone
 * could otherwise choose a variant by the number of zeros.
 */
const FEWEST_OF_LENGTH = 3;

/**
 * Returns the usual length of the numbers in the hand-in codes, as a list of one; empty if fewer than half of the students, or
 * fewer than three, have a number of the same length. However many codes a student hands in, the student counts once.
 */
function usualLength(namesInCodes: readonly string[], whose: readonly Whose[]): number[] {
  const students = new Map<number, Set<Person>>();
  const withCode = new Set<Person>();
  for (const [i, { person }] of whose.entries()) {
    const text = namesInCodes[i].trim();
    if (person === null || text === "") continue;
    withCode.add(person);
    if (!/^\d{1,30}$/.test(text)) continue;
    const ofLength = students.get(text.length) ?? new Set();
    students.set(text.length, ofLength.add(person));
  }
  const fewest = Math.max(FEWEST_OF_LENGTH, withCode.size / 2);
  return [...students].flatMap(([length, { size }]) => (size >= fewest ? [length] : [])).slice(0, 1);
}

/** Returns the name or number in the hand-in code itself; empty if there is none. */
function nameInCodeOf(given: HandedIn): string {
  return given.kind === "code" ? given.handIn.name : "";
}

/** Those who handed in something together; most often one. */
interface Hands {
  readonly persons: readonly Person[];
  /** Numbers and names from which their variants may have been made. */
  readonly names: readonly string[];
  /** Texts of these variants. */
  readonly own: ReadonlySet<string>;
}

function namesOf(persons: readonly Person[], { people, numberLengths, variants }: InClass): Hands {
  const names = persons.flatMap((one) => people.variantNames(one, numberLengths));
  return { persons, names, own: new Set(names.map((name) => variants.of(name).text)) };
}

/** Returns the flag of an answer that fits no variant of the students who handed it in. */
function variantFlags(
  { persons, names, own }: Hands,
  { answer, problems, tries, name }: ReadText,
  variants: Variants,
): Remarks {
  const [person] = persons;
  if (person === undefined || answer === null) return NO_REMARKS;
  const isOfName = problems.length === 0 || tries !== null;
  if (isOfName) {
    if (own.has(variants.of(name).text)) return NO_REMARKS;
    const whose = isCalled(person, name)
      ? `the name ${name}, not that of ${names[0]}`
      : `${name}, not that of ${person.name}`;
    return another(`It answers the variant of ${whose}.`);
  }
  const refusalsOf = variants.refusalsOf(answer);
  const other = variants
    .near(answer)
    .find(({ variant }) => !own.has(variant.text) && refusalsOf(variant).length === 0);
  return other === undefined ? NO_REMARKS : another(`It answers the variant of ${other.person.name}.`);
}

/** Returns the lines of each value. Lines with null are left out. */
function linesBy(values: readonly (string | null)[]): Map<string, number[]> {
  const lines = new Map<string, number[]>();
  for (const [i, value] of values.entries()) {
    if (value === null) continue;
    const known = lines.get(value);
    if (known === undefined) lines.set(value, [i]);
    else known.push(i);
  }
  return lines;
}

interface ToGroup {
  readonly list: HandInList;
  /** Keys of the hand-ins, by line. */
  readonly keys: readonly (string | null)[];
  readonly roster: Roster | null;
  readonly whose: readonly Whose[];
}

/**
 * Returns, for each line, the group that handed it in; null for a single student. A group is recognised if the teacher names its
 * column, if a column looks like one of groups, or if the task states the group size. In a column of groups, all lines with the same
 * value have the same code. If its head does not say so, at least half of the students must share their value with
 * another: two students who type the same word into a form are not a group.
 */
function groupsIn(task: Task, { list, keys: codes, roster, whose }: ToGroup): (string | null)[] {
  const { entries, columns, heads } = list;
  const rosterCells = new Map(roster?.rows.map(({ person, cells }) => [person, cells]) ?? []);
  const cellsOf = (i: number) => [entries[i].cells, rosterCells.get(whose[i].person) ?? []];
  const hands = (lines: readonly number[]) =>
    new Set(lines.map((i) => whose[i].person?.line ?? `line ${entries[i].line}`)).size;
  const isTogether = (lines: readonly number[]) => hands(lines) > 1;
  const withCode = hands([...codes.keys()].filter((i) => codes[i] !== null));
  const byValue = (table: number, column: number) => {
    const cells = codes.map((code, i) => {
      const cell = cellsOf(i)[table][column] ?? "";
      return code !== null && /[\p{L}\p{N}]/u.test(cell) ? cell : null;
    });
    return linesBy(cells);
  };
  const named = [columns, roster?.columns].map((subject) => subject?.group ?? -1);
  const headsOf = [heads ?? [], roster?.heads ?? []];
  for (const [table, source] of [columns, roster?.columns].entries()) {
    if (source === undefined) continue;
    const isNamed = named[table] >= 0;
    if (!isNamed && named.some((column) => column >= 0)) continue;
    const known = [
      ...source.names,
      ...source.ids,
      source.handIn,
      source.sent,
      source.grade,
      source.maximum,
      source.feedback,
    ];
    const widths = entries.slice(0, 50).map((_, i) => cellsOf(i)[table].length);
    const width = Math.min(MOST_COLUMNS, Math.max(0, ...widths));
    for (let column = 0; column < width; column++) {
      if (isNamed ? column !== named[table] : known.includes(column)) continue;
      const values = byValue(table, column);
      const together = [...values].filter(([, lines]) => isTogether(lines));
      const isNumbers = together.every(([value]) => /^\p{N}/u.test(value));
      const inGroups = together.reduce((sum, [, lines]) => sum + hands(lines), 0);
      const isOfGroups =
        values.size > 1 &&
        together.length > (isNumbers ? 1 : 0) &&
        (GROUP_HEAD.test(headsOf[table][column] ?? "") || inGroups * 2 >= withCode) &&
        together.every(
          ([value, lines]) => !looksLikeTime(value) && new Set(lines.map((i) => codes[i])).size === 1,
        );
      if (!isNamed && !isOfGroups) continue;
      const groups: (string | null)[] = entries.map(() => null);
      for (const [value, lines] of together) for (const i of lines) groups[i] = value;
      return groups;
    }
  }
  const most = task.groupSize;
  if (most === null) return codes.map(() => null);
  const together = [...linesBy(codes)].filter(([, lines]) => isTogether(lines) && hands(lines) <= most);
  const ofGroups = new Set(together.map(([code]) => code));
  return codes.map((code) => (code !== null && ofGroups.has(code) ? code : null));
}

/**
 * Matches heads of columns of groups, in the languages in which learning platforms are used most. Words such as "steam", "teammate"
 * and "equipment" are others.
 */
const GROUP_HEAD =
  /group|(?<!(?<!\p{L})s)team(?!mate)|grup|gruppo|(?<!\p{L})[ée]quip(?!ment)|squadra|groep|zespół|skupin|csoport|ryhm|групп|команд|ομάδα|takım|مجموعة|קבוצה|समूह|组|組|グループ|チーム|그룹|팀|nhóm/iu;

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
          ? "The list does not contain the time at which it was sent."
          : `The time at which it was sent cannot be read: “${sent}” is not a time, or it is ambiguous. If it is ambiguous, choose whether the day or the month comes first.`,
      ],
      lateMs: 0,
    };
  const lateMs = sentMs - deadline.ms;
  if (lateMs <= 0) return { ...NO_REMARKS, lateMs: 0 };
  return { flags: ["late"], notes: [`It was sent ${lateWords(lateMs)} after the deadline.`], lateMs };
}

const NOTHING_TO_RUN: Trial = { runs: [], start: [] };
/**
 * Limit on the computing time of a hand-in, as a multiple of that of the student's variant. Without it, an invalid hand-in could
 * occupy a teacher's computer.
 */
const MOST_TIMES = 3;
const NOT_WORTH_ITS_RUNS = "It was not run: its runs take far longer than those of the task.";

function isTooDear(task: Task, { problems, answer, name }: ReadText): boolean {
  if (problems.length === 0 || answer === null) return false;
  return loadOf(answer) > MOST_TIMES * loadOf(variantOf(task, name).scenario);
}

/**
 * Number of different answers with programs that are run for a student. Each may cost as much as the task allows, so that a student
 * who hands in hundreds could occupy a teacher's computer.
 */
const MOST_PROGRAMS_OF_STUDENT = 5;
const ONE_OF_TOO_MANY = `It was not run: of each student, only the ${MOST_PROGRAMS_OF_STUDENT} newest programs that can count are run. A program with other settings is another one.`;

/**
 * Returns the flags that cost the points of a hand-in if the rules are strict. Lateness has a rule of its own. An update of Sawtooth
 * is not the student's fault, unless the figures in the code would give more points than today's run.
 */
export function costlyFlags(flags: readonly Flag[], isBeyondToday = false): Flag[] {
  return flags.filter((flag) => flag !== "late" && (flag !== "another version" || isBeyondToday));
}

/** Returns true if the hand-in is refused because it is late. It then does not replace one that was in time. */
export function isRefused({ lateMs }: Pick<ReadEntry, "lateMs">, late: LateRule): boolean {
  return late === "refuse" && lateMs > 0;
}

/**
 * Returns true if the hand-in points to another student, too, or if another one has more evidence for its student. It then does not
 * replace one of which this is not true.
 */
export function isDoubtful({ flags }: Pick<ReadEntry, "flags">): boolean {
  return flags.includes("another's name") || flags.includes("less certain");
}

/**
 * Returns the hand-ins with programs that are not run, because their student has handed in enough newer ones. A program that cannot
 * count takes the place of none that can. If the last one counts, it does so in spite of its flags.
 */
function olderPrograms<One extends Compared>(
  list: readonly One[],
  { late = "none", attempts = "last", strict = false }: ListRules,
): Set<One> {
  const hasNoPoints = ({ flags }: One) => strict && attempts === "best" && costlyFlags(flags).length > 0;
  const canCount = (one: One) =>
    Number(one.problems.length === 0 && !isRefused(one, late) && !hasNoPoints(one));
  const times = timesInOrder(list);
  const older = new Set<One>();
  const programs = new Map<string, Set<string>>();
  const inOrder = list
    .toReversed()
    .sort(
      (a, b) =>
        canCount(b) - canCount(a) ||
        Number(isDoubtful(a)) - Number(isDoubtful(b)) ||
        Number(times.get(b)) - Number(times.get(a)),
    );
  for (const one of inOrder) {
    if (codeIn(one.settings) === null) continue;
    // The scenario also contains the variant, which follows from the name.
    const answer = one.answer === null ? "" : scenarioToUrl(one.answer);
    const who = whoOf(one);
    if (who === NOBODY) continue;
    const known = programs.get(who) ?? new Set();
    programs.set(who, known);
    if (known.has(answer)) continue;
    if (known.size < MOST_PROGRAMS_OF_STUDENT) known.add(answer);
    else older.add(one);
  }
  return older;
}

/**
 * Returns the times of hand-ins (ms). A line of unknown time counts as sent when the newest line of its student before it was sent,
 * because of two lines without an order in time the later one counts.
 */
function timesInOrder<One extends Compared>(list: readonly One[]): Map<One, number> {
  const newest = new Map<string | typeof NOBODY, number>();
  return new Map(
    list.map((one) => {
      const who = whoOf(one);
      const before = newest.get(who) ?? 0;
      const timeMs = one.sentMs ?? before;
      newest.set(who, Math.max(before, timeMs));
      return [one, timeMs];
    }),
  );
}

function readEntry(
  task: Task,
  entry: Entry,
  given: HandedIn,
  person: Person | null,
  inClass: InClass,
): ReadText {
  const { name, text } = entry;
  if (entry.isOneOfSeveral === true)
    return refused(name, "There are two different hand-ins in one cell: keep only the one that counts.");
  if (text === "") return refused(name, entry.fault ?? "There is no link and no code in this line.");
  if (given.kind === "unreadable") return refused(name, given.message);
  if (given.kind === "link") {
    const read = readLink(task, entry, person, given.scenario, inClass);
    return { ...read, notes: [...read.notes, ...given.removed] };
  }
  const { handIn } = given;
  if (handIn.taskDigest !== taskDigest(task)) return refused(handIn.name || name, otherTask(task, handIn));
  return readCode(task, entry, person, handIn);
}

/** Returns true if the answer contains a program that would run in place of a program of the task, because it has the same id. */
function hasIdOfTask(task: Task, { settings, answer }: ReadText): boolean {
  const own = [...(answer?.programs ?? []).map(({ code }) => code), codeIn(settings) ?? ""];
  return haveSameId(own, givenPrograms(task));
}

function refused(name: string, problem: string): ReadText {
  return {
    ...{ name, tries: null, settings: [], answers: [], record: null, answer: null },
    ...{ problems: [problem], flags: [], notes: [] },
  };
}

function otherTask(task: Task, { taskId }: HandIn): string {
  return taskId === task.id
    ? `It belongs to another version of the task ${task.id}: its scenario, bounds or conditions were different.`
    : `It belongs to another task: ${taskId}.`;
}

function readCode(task: Task, listed: Entry, person: Person | null, handIn: HandIn): ReadText {
  const { name, tries, settings, answers, record = null } = handIn;
  // A variant with a secret seed is contained in the student's URL, and the name in the code does not determine it. If the roster
  // has several numbers of a student, the URL was made from the one in the code. A name that the student typed is not used, even
  // if it is the start of the e-mail address.
  const ids = person?.ids ?? [];
  const fromUrl = ids.find((one) => /\p{Nd}/u.test(one) && plainName(one) === plainName(name));
  const id = fromUrl ?? ids[0] ?? "";
  const own = isByLink(task) ? id || name || listed.name : name || id || listed.name;
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
    record,
    answer: typeof laid === "string" ? null : laid,
    problems: typeof laid === "string" && problems.length === 0 ? [laid] : problems,
    flags: isOver ? ["too many tries"] : [],
    notes: isOver ? [`Try ${tries}: the task allows ${task.tries}.`] : [],
  };
}

/**
 * Reads a hand-in that is a URL without a code. A URL does not contain the number or name of its variant, so the variant that
 * fits the answer is used.
 */
function readLink(
  task: Task,
  entry: Entry,
  person: Person | null,
  answer: Scenario,
  { people, numberLengths, variants }: InClass,
): ReadText {
  const numbers = person === null ? [] : people.variantNames(person, numberLengths);
  const names = [...numbers, ...entry.names, ...(person === null ? [] : callings(person))];
  const [first = ""] = [entry.name, ...names].filter((one) => one !== "");
  if (first === "" && task.vary.length > 0) return nameless();
  const refusalsOf = variants.refusalsOf(answer);
  const isOfTask = (one: string) => refusalsOf(variants.of(one)).length === 0;
  const name = task.vary.length > 0 ? (names.find(isOfTask) ?? first) : first;
  const found = answerOf(variants.of(name).scenario, answer);
  return {
    name,
    tries: null,
    settings: found.settings,
    answers: [],
    record: null,
    answer,
    problems: refusalsOf(variants.of(name)),
    flags: [],
    notes: ["This is a link to a run, without a hand-in code: the number of tries is unknown."],
  };
}

function nameless(): ReadText {
  return refused(
    "",
    "It has no name or number, and each student has a different variant: it is unknown which variant it answers.",
  );
}

/** A run with the hand-ins that need it. */
export interface HandInsRun extends CountedRun {
  /** Keys of the hand-ins. Equal answers of different students have the same key, because they have the same runs. */
  readonly handIns: readonly string[];
  /** Parts of a budget that hand-ins have, by their keys. All others have a whole one. The same for all runs of a list. */
  readonly shares: ReadonlyMap<string, number>;
}

/**
 * Number of programs without a name that have a whole budget each. If a list has more, they share as much. A list without names does
 * not show how many students there are, so one person could hand in hundreds of programs. A program that takes no more turns than are
 * free for its packets needs no budget, so it counts in a list of any length.
 */
const MOST_NAMELESS_PROGRAMS = 40;

function sharesOf(list: readonly ReadEntry[]): Map<string, number> {
  const [named, nameless] = [new Set<string>(), new Set<string>()];
  for (const one of list) {
    const [run] = one.trial.runs;
    if (run !== undefined && one.answer?.programs !== undefined)
      (whoOf(one) === NOBODY ? nameless : named).add(run.key);
  }
  const keys = [...nameless].filter((key) => !named.has(key));
  return new Map(
    keys.length > MOST_NAMELESS_PROGRAMS
      ? keys.map((key) => [key, MOST_NAMELESS_PROGRAMS / keys.length])
      : [],
  );
}

/** Returns the runs of all hand-ins. Equal runs, which have the same URL, are returned once. */
export function distinctRuns(list: readonly ReadEntry[]): HandInsRun[] {
  const shares = sharesOf(list);
  const runs = new Map<string, { readonly run: CountedRun; readonly handIns: Set<string> }>();
  for (const { trial } of list)
    for (const run of allRuns(trial)) {
      const known = runs.get(run.key) ?? { run, handIns: new Set() };
      known.handIns.add(trial.runs[0].key);
      runs.set(run.key, known);
    }
  return [...runs.values()].map(({ run, handIns }) => ({ ...run, handIns: [...handIns], shares }));
}

/** Returns the texts of the programs that the task gives. They are in the runs of every student. */
export function givenPrograms({ scenario, programs }: Pick<Task, "scenario" | "programs">): Set<string> {
  return new Set([...(scenario.programs ?? []), ...programs].map(({ code }) => code));
}

/** Returns the URL fragment that opens the answer in the simulator; null if there is no answer. */
export function answerFragment({ answer }: ReadEntry): string | null {
  return answer === null ? null : scenarioToUrl(answer);
}

type Compared = Omit<ReadEntry, "trial">;

/**
 * Returns remarks on equal answers of different students. The same code from two students is a copy, unless the code contains the
 * name of the student who handed it in.
 */
function sameAnswers(task: Task, list: readonly Compared[], together: readonly (string | null)[]): Remarks[] {
  // The key and the text of each answer are computed once, not once per pair of students.
  const who = list.map(whoOf);
  const keys = list.map((one) => {
    if (one.answer === null) return null;
    const { values } = variantOf(task, one.name);
    // If only locked settings were changed, the whole scenario is compared.
    const answer =
      one.settings.length > 0 ? one.settings.map(plainSetting).sort() : scenarioToUrl(one.answer);
    return JSON.stringify([values.map(({ value }) => value), answer]);
  });
  const groups = linesBy(keys);
  const handIns = contentsOf(task, list, who);
  const inHands = linesBy(handIns);
  const codes = list.map(({ settings }) => plainProgram(codeIn(settings) ?? "", "by number"));
  const renamed = linesBy(codes.map((code) => code || null));
  return list.map((one, i) => {
    const ofOthers = (group: readonly number[] = []) => group.filter((k) => who[k] !== who[i]);
    const isOfGroup = (k: number) => together[i] !== null && together[k] === together[i];
    const words = (lines: readonly number[]) => whoWords(lines.map((k) => list[k]));
    const others = ofOthers(groups.get(keys[i] ?? "")).filter((k) => !isOfGroup(k));
    const known = new Set(others);
    const alike = ofOthers(renamed.get(codes[i])).filter((k) => !known.has(k) && !isOfGroup(k));
    const same = ofOthers(inHands.get(handIns[i] ?? ""));
    const copied = same.filter((k) => !isOfGroup(k));
    const group = same.filter(isOfGroup);
    if (copied.length === 0 && group.length > 0)
      return { flags: [], notes: [`Handed in as a group with ${words(group)}.`] };
    if (copied.length > 0)
      return {
        flags: one.isOwnName ? [] : ["copy"],
        notes: [`Exactly the same hand-in as ${words(copied)}.`],
      };
    const what = codes[i] === "" ? "answer" : "program, spaces and comments aside,";
    return {
      flags: [],
      notes: [
        ...(others.length > 0 ? [`The same ${what} as ${words(others)}.`] : []),
        ...(alike.length > 0 ? [`The same program, except for names, as ${words(alike)}.`] : []),
      ],
    };
  });
}

/**
 * Returns what each hand-in code says: name, tries, the effect of its settings, and the answers to the task's questions. Lines that
 * the task does not use, settings without effect and spaces in a program make no difference. A code, and a URL that contains the
 * same code, say the same. Null if there is no code.
 */
function contentsOf(task: Task, list: readonly Compared[], who: readonly string[]): (string | null)[] {
  const said = list.map(({ nameInCode, tries, answers, answer }) => {
    const words = task.questions.map(({ id }) => answers.find((one) => one.id === id)?.text.trim() ?? "");
    const isCode = tries !== null && answer !== null;
    return isCode ? JSON.stringify([plainName(nameInCode), tries, words]) : null;
  });
  const students = new Map<string | null, Set<string>>();
  for (const [i, text] of said.entries()) students.set(text, (students.get(text) ?? new Set()).add(who[i]));
  // Equal codes say the same, also if they are applied to the variants of different students.
  const contents = new Map<string, string>();
  for (const [i, { answer, name, handInKey }] of list.entries()) {
    const text = said[i];
    // The effect of the settings takes a millisecond, so it is computed only for codes that could be copies.
    const isAlone = students.get(text)?.size === 1;
    if (text === null || answer === null || handInKey === null || isAlone || contents.has(handInKey))
      continue;
    const { settings, others } = answerOf(variantOf(task, name).scenario, answer);
    contents.set(handInKey, JSON.stringify([text, settings.map(plainSetting).sort(), others]));
  }
  return list.map(({ tries, handInKey: key }) =>
    tries === null || key === null ? null : (contents.get(key) ?? key),
  );
}

function plainSetting({ key, text }: SettingText): string {
  return `${key}=${replacedBy(key) === null ? text : plainProgram(text)}`;
}

/** Key of a hand-in without a name, which may be anyone's. */
export const NOBODY = "name ";

/** Returns a key for the student, which is the same for all hand-ins of the student. */
export function whoOf({ entry, name, person }: Pick<ReadEntry, "entry" | "name" | "person">): string {
  if (person !== null) return `person ${person.line}`;
  return `name ${plainName(idOf(entry) ?? (entry.name || name))}`;
}

const MOST_NAMED = 4;

function whoWords(others: readonly Compared[]): string {
  const words = others
    .slice(0, MOST_NAMED)
    .map((one) => `${nameOf(one) || "no name"} (line ${one.entry.line})`);
  const more = others.length > MOST_NAMED ? ` and ${others.length - MOST_NAMED} more` : "";
  return words.join(", ") + more;
}

/** Returns the name to display; empty if no name is known. */
export function nameOf({ entry, name, person }: Pick<ReadEntry, "entry" | "name" | "person">): string {
  return person?.name || entry.name || name;
}

/**
 * Finds what the columns of a table mean. It uses the content of the cells and the order of the columns, not the heads, which
 * platforms write in many languages. The teacher sees the result and can correct it.
 */

import { looksLikeTime } from "./submission-time.ts";
import { plainDigits } from "./table-numbers.ts";

export const COLUMN_ROLES = [
  "name",
  "number",
  "hand-in",
  "time",
  "grade",
  "maximum",
  "comments",
  "group",
] as const;
export type ColumnRole = (typeof COLUMN_ROLES)[number];

/** Indices of the columns, from 0; -1 if there is no such column. */
export interface Columns {
  /** True if the first line contains the names of the columns. */
  readonly hasHeads: boolean;
  /** Columns with the student's name: one, or two for its parts. */
  readonly names: readonly number[];
  /**
   * Columns that identify exactly one student, the most reliable first: numbers, user names, addresses, the platform's own
   * numbers.
   */
  readonly ids: readonly number[];
  readonly handIn: number;
  /** Column of the submission time. */
  readonly sent: number;
  /** Columns of a grading worksheet: the grade, the highest grade, and the comments for the student. */
  readonly grade: number;
  readonly maximum: number;
  readonly feedback: number;
  /** True if the table starts like a grading worksheet. The columns of the grade may still be missing. */
  readonly isWorksheet: boolean;
  /** Column of the group; -1 unless the teacher has named it. */
  readonly group: number;
}

/** Corrections by a teacher: for each role of a column its head, its number from 1, or "none". */
export type ColumnCorrections = ReadonlyMap<ColumnRole, string>;
export const NO_CORRECTIONS: ColumnCorrections = new Map();

interface TableRules {
  readonly isRoster: boolean;
  readonly holdsHandIn: (cell: string) => boolean;
  readonly corrections: ColumnCorrections;
}

/** Maximum length of a head. A longer cell is a sentence. Heads in a grade book are names of assignments. */
const LONGEST_HEAD = 80;
const LONGEST_ASSIGNMENT = 1000;
/** Maximum numbers of columns and lines that are looked at. */
export const MOST_COLUMNS = 400;
const MOST_ROWS = 6000;
/** Maximum number of columns of each kind that identify the student. All texts of a line are compared with each other. */
const MOST_IDS = 5;

export function columnsOf(rows: readonly (readonly string[])[], rules: TableRules): Columns {
  const width = Math.min(MOST_COLUMNS, Math.max(0, ...rows.slice(0, MOST_ROWS).map((row) => row.length)));
  const holding = rows.map((row) => row.map((cell) => rules.holdsHandIn(cell)));
  const hasHeads = headsIn(rows, holding, width, rules.isRoster);
  const body = hasHeads ? rows.slice(1) : rows;
  const handIn = mostHolding(hasHeads ? holding.slice(1) : holding, width);
  const columns = Array.from({ length: width }, (_, at) => new Column(body, at));
  const found =
    rules.isRoster && hasHeads && isOfCanvas(rows[0])
      ? ofCanvas(rows[0])
      : byContent(columns, handIn, hasHeads ? rows[0] : [], rules.isRoster);
  return corrected(
    { ...found, hasHeads, handIn, group: -1, isWorksheet: hasHeads && isWorksheetLike(columns) },
    rules.corrections,
    hasHeads ? rows[0] : [],
  );
}

type Found = Pick<Columns, "names" | "ids" | "sent" | "grade" | "maximum" | "feedback">;

/**
 * Returns whether the table is a grade book of Canvas. Its column names are in English in all languages, and its import requires
 * them.
 */
export function isOfCanvas(heads: readonly string[]): boolean {
  if (!heads[0]?.includes("Student") || !heads[1]?.includes("ID")) return false;
  const last = heads.findIndex((head) => head.includes("Section"));
  return (
    last >= 2 &&
    heads.slice(2, last).every((head) => /SIS (?:User|Login) ID|Integration ID|Root Account/.test(head))
  );
}

function ofCanvas(heads: readonly string[]): Found {
  const at = (name: string) => heads.findIndex((head) => head.includes(name));
  const ids = [at("SIS User ID"), at("SIS Login ID"), 1].filter((one) => one >= 0);
  return { names: [0], ids, sent: -1, grade: -1, maximum: -1, feedback: -1 };
}

const EMAIL = /^[^\s@]{1,64}@[^\s@]{1,250}\.[^\s@.]{2,}$/;
const NOTHING = /^[-–—]?$/;

/** The cells of one column, without its head. */
class Column {
  readonly at: number;
  /** The cells that are not empty. */
  readonly filled: readonly string[];
  readonly all: readonly string[];

  constructor(body: readonly (readonly string[])[], at: number) {
    this.at = at;
    this.all = body.slice(0, MOST_ROWS).map((row) => row[at] ?? "");
    this.filled = this.all.filter((cell) => !NOTHING.test(cell));
  }

  /** Returns whether most cells that are not empty are of this kind. */
  isMostly(kind: (cell: string) => boolean, share = 0.6): boolean {
    return this.filled.length > 0 && this.filled.filter(kind).length >= share * this.filled.length;
  }

  get distinct(): number {
    return this.filled.length === 0 ? 0 : new Set(this.filled).size / this.filled.length;
  }
}

const isEmail = (cell: string) => EMAIL.test(cell);
const isNumber = (cell: string) => cell.length <= 40 && /^[+-]?\d[\d.,'’\s]*$/u.test(plainDigits(cell));
/** Returns whether a cell is one word that contains a digit. */
const isToken = (cell: string) =>
  cell.length <= 60 &&
  /^[^\s@,;:]+$/.test(cell) &&
  /\p{Nd}/u.test(cell) &&
  !/[.,]\p{Nd}+$/u.test(cell) &&
  !looksLikeTime(cell) &&
  !cell.includes("://");
/**
 * Returns the text of cells such as "Participant 71" with the number replaced by "#". It is the same in all cells if the number
 * is the platform's own.
 */
const wordOf = (cell: string) => plainDigits(cell).replace(/\d+/, "#");
const isShort = (cell: string) => /^\d{1,3}$/.test(plainDigits(cell));
const isUserName = (cell: string) => /^[a-z][a-z._-]{1,39}$/.test(cell);

function isNameLike(cell: string): boolean {
  if (cell.length > LONGEST_HEAD || /[@#/\\]|\p{Nd}/u.test(cell) || !/\p{L}/u.test(cell)) return false;
  return (isWholeName(cell) || /\p{L}[\p{L}\p{M}.'’-]/u.test(cell)) && cell.split(/\s+/).length <= 8;
}

/**
 * Matches names such as "Ana Silva 2". Some lists distinguish two students of the same name in this way. Such cells count as
 * names only if no column has names without numbers.
 */
const isNumberedName = (cell: string) =>
  isWholeName(cell) && isNameLike(cell.replaceAll(/\p{Nd}/gu, "").trim());

/** False for a column that has only a few words, again and again, such as the status of a hand-in. */
const isVaried = (one: Column) => one.filled.length < 5 || one.distinct >= 0.2;

/** Returns whether a cell consists of several words, or is in a script that writes names without spaces. */
export const isWholeName = (cell: string) =>
  cell.length <= LONGEST_HEAD &&
  (cell.split(/[\s,]+/).filter((word) => /\p{L}/u.test(word)).length > 1 ||
    /[\p{sc=Han}\p{sc=Hangul}\p{sc=Thai}\p{sc=Hiragana}\p{sc=Katakana}]{2}/u.test(cell));

function mostHolding(holding: readonly (readonly boolean[])[], width: number): number {
  const counts = Array.from({ length: width }, (_, at) => holding.filter((row) => row[at] === true).length);
  const most = Math.max(0, ...counts);
  return most === 0 ? -1 : counts.indexOf(most);
}

/** Kinds of cells that occur in lines of data but not in a line of heads. */
const TYPES: readonly ((cell: string) => boolean)[] = [isEmail, looksLikeTime, isNumber, isToken];

/** Matches heads of columns of names. Some of them have two words, like a name. */
const NAME_HEAD =
  /^(?:(?:first|last|given|family|full|middle|student)[ _-]?names?|names?|surname|forename|(?:vor|nach|familien)name|prénom|nom(?: de famille)?|nombres?|apellidos?|(?:co|sobre)?nome|(?:voor|achter)naam|imię|nazwisko|jméno|příjmení|имя|фамилия|姓名?|名|氏名|이름|성명?)$/iu;

function headsIn(
  rows: readonly (readonly string[])[],
  holding: readonly (readonly boolean[])[],
  width: number,
  isRoster: boolean,
): boolean {
  const [first, ...body] = rows;
  const longest = isRoster ? LONGEST_ASSIGNMENT : LONGEST_HEAD;
  if (first === undefined || holding[0].includes(true) || first.some((cell) => cell.length > longest))
    return false;
  if (body.length === 0) return isRoster;
  let [heads, data] = [0, 0];
  for (let at = 0; at < width; at++) {
    const column = new Column(body, at);
    const cell = first[at] ?? "";
    const types = TYPES.filter((one) => column.isMostly(one));
    if (NOTHING.test(cell) || types.length === 0) continue;
    if (types.some((type) => type(cell))) data++;
    else heads++;
  }
  if (heads !== data) return heads > data;
  const text = mostHolding(holding.slice(1), width);
  const above = text < 0 ? "" : (first[text] ?? "");
  // Without numbers, addresses or times, words above the hand-ins are taken as a head, unless a name is next to them.
  if (text >= 0)
    return (
      !NOTHING.test(above) &&
      (width === 1
        ? above.split(/\s+/).length <= 2
        : first.some((cell) => NAME_HEAD.test(cell.trim())) ||
          !first.some((cell, at) => at !== text && isWholeName(cell)))
    );
  if (isRoster) return data === 0;
  const isEmptyBelow = (at: number) => new Column(body, at).filled.length === 0;
  return (
    first.length > 1 &&
    first.every((cell, at) => cell !== "" || !isEmptyBelow(at)) &&
    first.some((cell, at) => cell !== "" && isEmptyBelow(at))
  );
}

/** `heads` is empty if the table has none. */
function byContent(
  columns: readonly Column[],
  handIn: number,
  heads: readonly string[],
  isRoster: boolean,
): Found {
  const others = columns.filter(({ at }) => at !== handIn);
  const times = others.filter((one) => one.isMostly(looksLikeTime));
  const worksheet = heads.length > 0 ? worksheetIn(columns, handIn, isRoster) : null;
  const taken = new Set([...times.map(({ at }) => at), ...Object.values(worksheet ?? {})]);
  const free = others.filter(({ at }) => !taken.has(at) && (worksheet === null || at < worksheet.grade));
  const emails = free.filter((one) => one.isMostly(isEmail));
  const names = namesAmong(free.filter((one) => !emails.includes(one)));
  const nameAt = names.map(({ at }) => at);
  const nameOf = (line: number) => names.map(({ all }) => all[line]).join(" ");
  const end = endOfPeople(free, nameAt, [...times.map(({ at }) => at), handIn]);
  const tokens = free.filter(
    (one) =>
      !nameAt.includes(one.at) &&
      !emails.includes(one) &&
      isIdColumn(one, isRoster, heads[one.at] ?? "", nameOf),
  );
  const own = free.filter((one) => !nameAt.includes(one.at) && isPlatformsNumber(one));
  const users = free.filter(
    (one) =>
      names.length > 0 && !nameAt.includes(one.at) && one.isMostly(isUserName, 0.9) && one.distinct === 1,
  );
  const sure = tokens.filter((one) => !one.isMostly(isShort));
  const short = tokens.filter((one) => one.isMostly(isShort) && one.at < end);
  const kinds = [sure, users, emails, short, own].map((kind) => kind.slice(0, MOST_IDS));
  const ids = kinds.flat().map(({ at }) => at);
  return {
    names: nameAt,
    ids: [...new Set(ids)],
    sent: sentAmong(times, handIn, worksheet !== null),
    ...(worksheet ?? NO_WORKSHEET),
  };
}

const NO_WORKSHEET = { grade: -1, maximum: -1, feedback: -1 };

/** Returns the end of the columns that identify the student. Small numbers to the right of them are attempts and scores. */
function endOfPeople(free: readonly Column[], names: readonly number[], others: readonly number[]): number {
  const first = Math.min(
    ...free
      .filter((one) => names.includes(one.at) || one.isMostly(isEmail) || one.isMostly(isToken))
      .map(({ at }) => at),
  );
  return Math.min(Number.POSITIVE_INFINITY, ...others.filter((at) => at > first));
}

/**
 * Returns the column of the submission time: the time column that is nearest before the hand-in; in a web form it may be after
 * it. In a worksheet, a time after the hand-in belongs to the grade.
 */
function sentAmong(times: readonly Column[], handIn: number, isWorksheet: boolean): number {
  const before = times.filter(({ at }) => handIn < 0 || at < handIn);
  if (before.length > 0) return (handIn < 0 ? before[0] : before[before.length - 1]).at;
  return isWorksheet ? -1 : (times[0]?.at ?? -1);
}

/** Returns whether the numbers in a column identify students. In a list of hand-ins, a student may have several lines. */
function isIdColumn(one: Column, isRoster: boolean, head: string, nameOf: (line: number) => string): boolean {
  if (!one.isMostly(isToken)) return false;
  if (one.distinct === 1) return true;
  if (isRoster) return one.distinct > 0.6;
  const isOfStudents = NUMBER_HEAD.test(head.trim()) && !PART_OF_CLASS.test(head);
  const owners = new Map<string, string>();
  const shared = new Set<string>();
  for (const [line, cell] of one.all.entries()) {
    if (NOTHING.test(cell)) continue;
    const name = nameOf(line);
    const known = owners.get(cell) ?? name;
    owners.set(cell, known);
    if (known !== name && !(isOfStudents && haveSameWord(known, name))) shared.add(cell);
  }
  // A student may have typed the number of another one. Other texts, such as postcodes and groups, belong to several more easily.
  return shared.size <= (isOfStudents ? MOST_SHARED * owners.size : 0);
}

/** Maximum share of the numbers of students that may occur with different names. */
const MOST_SHARED = 0.25;

/** Matches heads of columns with the numbers of students, in the languages in which learning platforms are used most. */
const NUMBER_HEAD =
  /^(?:id|number|nummer|nr\.?|no\.?|n[úu]mero|num[ée]ro|номер|番号|编号|번호)$|student|matri[ck]|matrícula|étudiant|élève|alumn|aluno|studier|id number|学号|學號|学籍|学生|학번|зач[её]т|registration|enrol|roll n|user ?name|login/iu;

/** Matches heads of columns with parts of a class, such as "Student group". */
const PART_OF_CLASS = /gr[ou]+p|team|section|class|klasse|kurs|course/iu;

function haveSameWord(name: string, other: string): boolean {
  const words = new Set(name.toLowerCase().split(/[\s,]+/));
  return other
    .toLowerCase()
    .split(/[\s,]+/)
    .some((word) => word !== "" && words.has(word));
}

function isPlatformsNumber(one: Column): boolean {
  const words = new Set(one.filled.map(wordOf));
  const [word = ""] = words;
  return (
    words.size === 1 &&
    /\p{L}/u.test(word) &&
    /^#|#$/.test(word) &&
    one.filled.some((cell) => /\s/.test(cell)) &&
    one.distinct === 1
  );
}

/** Returns the columns with the name. If first name and surname are in two columns, these must be next to each other. */
function namesAmong(free: readonly Column[]): readonly Column[] {
  const varied = free.filter(isVaried);
  const plain = varied.filter((one) => one.isMostly(isNameLike));
  const like = plain.length > 0 ? plain : varied.filter((one) => one.isMostly(isNumberedName));
  const weight = (one: Column) =>
    2 * (one.filled.filter(isWholeName).length / one.filled.length) +
    one.distinct -
    (one.isMostly(isUserName) ? 0.5 : 0);
  const best = like.reduce<Column | null>(
    (own, one) => (own === null || weight(one) > weight(own) + 1e-9 ? one : own),
    null,
  );
  if (best === null) return [];
  if (best.isMostly(isWholeName, 0.5)) return [best];
  // A student may have several lines. A column with only a few words, such as the status, has no names.
  const hasFewWords = (one: Column) =>
    2 * new Set(one.filled).size < new Set(one.all.map((cell, line) => `${cell}\n${best.all[line]}`)).size;
  const isPart = (one: Column) =>
    one !== best && !one.isMostly(isWholeName, 0.5) && !one.isMostly(isUserName, 0.9) && !hasFewWords(one);
  const beside = like.find((one) => isPart(one) && Math.abs(one.at - best.at) === 1);
  return beside === undefined ? [best] : [best, beside].sort((a, b) => a.at - b.at);
}

const isWorksheetLike = (columns: readonly Column[]) => columns.length >= 4 && isPlatformsNumber(columns[0]);

/**
 * Recognises Moodle's grading worksheet. It starts with Moodle's own number of the line ("Participant 71"). Grade and highest
 * grade are next to each other, before the hand-in; the comments are in the last column.
 */
function worksheetIn(
  columns: readonly Column[],
  handIn: number,
  isRoster: boolean,
): Pick<Columns, "grade" | "maximum" | "feedback"> | null {
  if (!isWorksheetLike(columns)) return null;
  const end = handIn >= 0 && !isRoster ? handIn : columns.length - 1;
  const last = columns[columns.length - 1];
  const feedbackBehind = (at: number) =>
    last.at > Math.max(at, handIn) &&
    !last.isMostly(looksLikeTime) &&
    last.all.every((cell) => !/^[-–—]$/.test(cell))
      ? last.at
      : -1;
  for (let at = end - 1; at > 1; at--) {
    const [grade, maximum] = [columns[at - 1], columns[at]];
    const isSame = new Set(maximum.filled).size === 1 && maximum.filled.length === maximum.all.length;
    if (isSame && maximum.isMostly(isNumber, 1) && grade.filled.every(isNumber))
      return { grade: at - 1, maximum: at, feedback: feedbackBehind(at) };
  }
  // If there is no highest grade, an empty column before the hand-in is taken for the grade.
  const at = end - 1;
  if (at < 1 || handIn < 0 || columns[at].filled.length > 0) return null;
  return { grade: at, maximum: -1, feedback: feedbackBehind(at) };
}

/** Applies the teacher's corrections. Throws an error with a message for the user if a column does not exist. */
function corrected(found: Columns, corrections: ColumnCorrections, heads: readonly string[]): Columns {
  let own = found;
  for (const [role, given] of corrections) {
    const at = columnNamed(given, heads);
    if (at === null) continue;
    const list = at < 0 ? [] : [at];
    if (role === "name") own = { ...own, names: list };
    else if (role === "number") own = { ...own, ids: [...list, ...own.ids.filter((one) => one !== at)] };
    else own = { ...own, [FIELDS[role]]: at, isWorksheet: own.isWorksheet && role !== "grade" };
  }
  return own;
}

const FIELDS = {
  "hand-in": "handIn",
  time: "sent",
  grade: "grade",
  maximum: "maximum",
  comments: "feedback",
  group: "group",
} as const satisfies Partial<Record<ColumnRole, keyof Columns>>;

/** Returns the index of a column that a teacher has named; -1 for "none", null if the table has no such column. */
function columnNamed(given: string, heads: readonly string[]): number | null {
  const plain = (text: string) => text.trim().toLowerCase();
  if (plain(given) === "none") return -1;
  const named = heads.findIndex((head) => plain(head) === plain(given));
  if (named >= 0) return named;
  const number = /^\d{1,3}$/.test(given.trim()) ? Number(given) : 0;
  return number >= 1 && number <= heads.length ? number - 1 : null;
}

/** Returns the first column of each role. */
export function placesOf(columns: Columns): Readonly<Record<ColumnRole, number>> {
  const { names, ids, handIn, sent, grade, maximum, feedback, group } = columns;
  const [name = -1] = names;
  const [number = -1] = ids;
  return { name, number, "hand-in": handIn, time: sent, grade, maximum, comments: feedback, group };
}

/** Reads corrections such as "grade = Note; maximum = Note maximale". Throws an error with a message for the user. */
export function readCorrections(text: string): ColumnCorrections {
  const parts = text.split(";").filter((part) => part.trim() !== "");
  return new Map(
    parts.map((part) => {
      const at = part.indexOf("=");
      const role = COLUMN_ROLES.find((one) => one === part.slice(0, Math.max(0, at)).trim());
      const column = part.slice(at + 1).trim();
      if (role === undefined || column === "")
        throw new Error(
          `it must be like "grade=Note; maximum=Note maximale", with ${COLUMN_ROLES.join(", ")} on the left, and a heading, a number or "none" on the right; got "${part.trim().slice(0, 60)}"`,
        );
      return [role, column] as const;
    }),
  );
}

/** Returns the role of each column as text, so that the teacher can check them. */
export function columnsWords(columns: Columns, heads: readonly string[] | null): string {
  const called = (at: number) => (heads?.[at] ? `“${heads[at]}”` : `column ${at + 1}`);
  const columnsFor = (role: string, at: readonly number[]) => {
    const known = at.filter((one) => one >= 0);
    return known.length === 0 ? [] : [`${role}: ${known.map(called).join(", ")}`];
  };
  const { names, ids, handIn, sent, grade, maximum, feedback, group } = columns;
  return [
    ...columnsFor("name", names),
    ...columnsFor("number", ids),
    ...columnsFor("hand-in", [handIn]),
    ...columnsFor("time", [sent]),
    ...columnsFor("grade", [grade]),
    ...columnsFor("maximum", [maximum]),
    ...columnsFor("comments", [feedback]),
    ...columnsFor("group", [group]),
  ].join("; ");
}

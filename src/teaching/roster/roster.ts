/**
 * The members of a class. A roster is a table (CSV) with any columns. Numbers, user names and addresses identify a student. Names
 * do not, so two students with the same name stay separate. Without a roster, the list of hand-ins determines the class.
 */
import { type Names, namesIn, rowsOf } from "../answer/hand-in-list.ts";
import { type Columns, columnsOf, NO_CORRECTIONS } from "../tables/table-columns.ts";
import { plainDigits } from "../tables/table-numbers.ts";
import { plainName } from "../task/variant.ts";

export interface Person extends Names {
  /** Line in the roster, or in the list if there is no roster; from 1. */
  readonly line: number;
}

export interface Roster {
  readonly heads: readonly string[];
  readonly columns: Columns;
  /** Rows in the order of the file. A row without a number or an address does not belong to a student and is copied unchanged. */
  readonly rows: readonly {
    readonly line: number;
    readonly cells: readonly string[];
    readonly person: Person | null;
  }[];
}

const MOST_PEOPLE = 20_000;
const LONGEST_ROSTER = 5_000_000;

/** Reads a roster. Throws an error with a message for the user. */
export function readRoster(text: string, corrections = NO_CORRECTIONS): Roster {
  if (text.length > LONGEST_ROSTER)
    throw new Error(`The roster has ${text.length} characters; at most ${LONGEST_ROSTER} are allowed.`);
  const rows = rowsOf(text.replace(/^\uFEFF/, ""), () => false, MOST_PEOPLE + 2);
  if (rows.length > MOST_PEOPLE + 1)
    throw new Error(`The roster has too many lines; at most ${MOST_PEOPLE} are allowed.`);
  const columns = columnsOf(
    rows.map(({ cells }) => cells),
    { isRoster: true, holdsHandIn: () => false, corrections },
  );
  if (!columns.hasHeads)
    throw new Error(
      "The first line of a roster must contain the names of its columns. One column must contain a number or an e-mail address of each person.",
    );
  const people = rows.slice(1).map(({ line, cells }) => {
    const names = namesIn(cells, columns, -1);
    return { line, cells, person: names.ids.length === 0 ? null : { line, ...names } };
  });
  if (people.every(({ person }) => person === null))
    throw new Error(
      "No person in the roster has a number or an e-mail address. Names alone are not enough, because they may not be unique.",
    );
  const seen = new Map<string, number>();
  for (const { person } of people) {
    if (person === null) continue;
    const [first] = person.ids;
    const other = seen.get(plainName(first));
    if (other !== undefined)
      throw new Error(`${first} occurs twice in the roster: in lines ${other} and ${person.line}.`);
    seen.set(plainName(first), person.line);
  }
  return { heads: rows[0].cells, columns, rows: people };
}

/** Returns the words of a name in a form for comparison: "Souza, Ana" gives the same as "Ana Souza", and "José" the same as "Jose". */
function wordsOf(name: string): string {
  return wordsIn(name).sort().join(" ");
}

function wordsIn(name: string): string[] {
  return plainName(name.replace(/[,;:()[\]/]/g, " "))
    .normalize("NFD")
    .replace(/[\u0300-\u036f]/g, "")
    .normalize("NFC")
    .split(" ")
    .filter((word) => word !== "" && word !== "-");
}

/** Returns a name in both orders, "Souza, Ana" and "Ana Souza", because the list and the student may use different ones. */
function eitherWayRound(name: string): string[] {
  const [last, first] = name.split(/,\s*/);
  if (first !== undefined) return [name, `${first} ${last}`, `${last} ${first}`];
  const space = name.lastIndexOf(" ");
  return space < 0 ? [name] : [name, `${name.slice(space + 1)}, ${name.slice(0, space)}`];
}

/** Limit on the words of a name that is compared in Canvas's form. */
const MOST_WORDS = 8;

/** Returns a name in the forms that Canvas may give it in paths: "souzaana" for "Ana Souza". Any word may start the surname. */
function runsOf(name: string): string[] {
  const words = wordsIn(name).map(withoutSigns);
  if (words.length < 2 || words.length > MOST_WORDS) return [];
  return words.map((_, at) => [...words.slice(at), ...words.slice(0, at)].join(""));
}

function withoutSigns(text: string): string {
  return wordsIn(text)
    .join("")
    .replace(/[^\p{L}\p{N}]/gu, "");
}

/**
 * Returns the text by which a student is known: the first number, user name or address; undefined if there is none. In a path, the
 * student's name may be before the number, and several students may have this name.
 */
export function idOf({ name, ids }: Names): string | undefined {
  const [first] = ids;
  const isName = first === name && !/[\p{Nd}@]/u.test(first);
  return (isName ? ids.find((id) => /\p{Nd}/u.test(id)) : undefined) ?? first;
}

/**
 * Returns a number as spreadsheets change it: without leading zeros, and without a decimal point at the end. Null if the text is
 * not a number.
 */
function bareNumber(id: string): string | null {
  return /^0{0,30}(\d{1,30})(?:\.0{1,3})?$/.exec(plainDigits(id.trim()))?.[1] ?? null;
}

/** Finds students by the names and numbers that they wrote. */
export class People {
  readonly #byId = new Map<string, Person[]>();
  readonly #byWords = new Map<string, Person[]>();
  readonly #byRun = new Map<string, Person[]>();
  readonly #byNumber = new Map<string, Person[]>();
  /** Lengths of this class's numbers, including leading zeros: for each position in `ids`. */
  readonly #lengths: Set<number>[] = [];
  /** True if any number of the class starts with a zero. A spreadsheet has then not removed leading zeros. */
  #hasZeros = false;

  readonly all: readonly Person[];
  readonly #source: "roster" | "list" | "files";

  constructor(people: readonly Person[], source: "roster" | "list" | "files") {
    this.all = people;
    this.#source = source;
    for (const person of people) {
      for (const [at, id] of person.ids.entries()) {
        this.#lengths[at] ??= new Set();
        add(this.#byId, plainName(id), person);
        const number = bareNumber(id);
        if (number !== null) add(this.#byNumber, number, person);
        if (/^\d+$/.test(id)) this.#lengths[at].add(id.length);
        if (/^0\d+$/.test(id)) this.#hasZeros = true;
      }
      for (const name of person.names) {
        add(this.#byWords, wordsOf(name), person);
        for (const run of runsOf(name)) add(this.#byRun, run, person);
      }
    }
  }

  static ofRoster({ rows }: Roster): People {
    return new People(
      rows.flatMap(({ person }) => person ?? []),
      "roster",
    );
  }

  /**
   * Returns the students of a list. Lines with the same number belong to the same student. Lines without a number belong to the
   * same student if they have the same name, and so do lines with a number that has names of different people. A student's names
   * and addresses are those of the first line without a text of another student.
   */
  static ofList(entries: readonly (Names & { readonly line: number; readonly isFile?: boolean })[]): People {
    const students = new Map<string, (Names & { readonly line: number })[]>();
    /** For each text, the number of lines with it, by student. */
    const holders = new Map<string, Map<string, number>>();
    const textsOf = ({ name, ids }: Names) => [...new Set([...ids.map(plainName), wordsOf(name)])];
    const keys = keysOf(entries);
    for (const [i, entry] of entries.entries()) {
      if (entry.name === "") continue;
      const key = keys[i];
      const lines = students.get(key);
      if (lines === undefined) students.set(key, [entry]);
      else lines.push(entry);
      for (const text of textsOf(entry)) {
        const counts = holders.get(text) ?? new Map<string, number>();
        holders.set(text, counts.set(key, (counts.get(key) ?? 0) + 1));
      }
    }
    const people = [...students].map(([key, lines]) => {
      // A text that other students have, too, belongs to those who have it in all of their lines. A line without an address
      // is not counted for addresses.
      const addresses = lines.map(({ ids }) => ids.filter((id) => id.includes("@")).map(plainName));
      const withAddress = addresses.filter((own) => own.length > 0).length;
      const ofAddresses = new Set(addresses.flat().flatMap((one) => [one, one.slice(0, one.indexOf("@"))]));
      const isOwn = (text: string) => {
        const counts = holders.get(text);
        const most = ofAddresses.has(text) ? withAddress : lines.length;
        return text === key || (!students.has(text) && (counts?.size === 1 || counts?.get(key) === most));
      };
      const { line, name, names, ids } = lines.find((one) => textsOf(one).every(isOwn)) ?? lines[0];
      return { line, name, names, ids: ids.filter((id) => isOwn(plainName(id))) };
    });
    return new People(people, entries.some(({ isFile }) => isFile === true) ? "files" : "list");
  }

  /**
   * Returns the only student with this number or address. `id` is the number in the roster's form if a spreadsheet has removed
   * leading zeros.
   */
  byId(text: string): { readonly person: Person; readonly id: string; readonly isMangled: boolean } | null {
    const exact = this.#byId.get(plainName(text));
    if (exact !== undefined)
      return exact.length === 1 ? { person: exact[0], id: text, isMangled: false } : null;
    const number = bareNumber(text);
    const found = number === null ? [] : (this.#byNumber.get(number) ?? []);
    if (found.length !== 1) return null;
    const [person] = found;
    return { person, id: person.ids.find((one) => bareNumber(one) === number) ?? text, isMangled: true };
  }

  /** Returns whether several students have this number or address. */
  isOfSeveral(text: string): boolean {
    return (this.#byId.get(plainName(text))?.length ?? 0) > 1;
  }

  /**
   * Returns the numbers from which a student's variant may have been made: as written, and with as many leading zeros as are
   * usual for this number. Numbers and addresses of other students are left out. Without numbers it is the name, in both orders.
   * For a platform's files it is the name and the first number, because a student gets another number with each hand-in.
   */
  variantNames(person: Person, lengths: readonly number[]): readonly string[] {
    const { ids, names, name } = person;
    if (this.#source === "files") return names.slice(0, 2).flatMap(eitherWayRound);
    if (ids.length === 0)
      return names.filter((one) => wordsOf(one) === wordsOf(name)).flatMap(eitherWayRound);
    const [first, ...others] = ids.flatMap((id, at) => {
      const number = /^\d+$/.test(id) ? bareNumber(id) : null;
      const isUsual = (length: number) =>
        this.#lengths[at].has(length) || this.#lengths.every((one) => !one.has(length));
      const all = this.#hasZeros ? [] : [Math.max(...this.#lengths[at]), ...lengths.filter(isUsual)];
      return number === null ? [id] : [id, number, ...all.map((length) => number.padStart(length, "0"))];
    });
    const isOfOther = (id: string) => (this.#byId.get(plainName(id)) ?? []).some((one) => one !== person);
    // A word of a name in the list may be one that the student has typed.
    const isTyped = (id: string) =>
      this.#source === "list" && name.split(" ").some((word) => word === id || word.startsWith(`${id}@`));
    return [first, ...others.filter((id) => !isOfOther(id) && (id === first || !isTyped(id)))];
  }

  /**
   * Returns the students with this number or address. If there are none, returns all students with this name. The name may be
   * written as in files of Canvas: "souzaana".
   */
  called(text: string): readonly Person[] {
    const whole = this.#byId.get(plainName(text)) ?? this.#byWords.get(wordsOf(text));
    if (whole !== undefined) return whole;
    const words = wordsIn(text);
    const byWord = words.flatMap((word) => this.#byId.get(word) ?? []);
    const called = [...new Set(byWord)].filter((one) => areOfName(one, words));
    return called.length > 0 || words.length > 1 ? called : (this.#byRun.get(withoutSigns(text)) ?? []);
  }
}

/** Returns a text for each line of a list, which is the same for all lines of a student. */
export function keysOf(entries: readonly Names[]): string[] {
  const ofSeveral = numbersOfSeveral(entries);
  return entries.map((entry) => {
    const number = plainName(idOf(entry) ?? "");
    const isByNumber = number !== "" && (!ofSeveral.has(number) || entry.ids.includes(entry.name));
    return isByNumber ? number : plainName(`name ${wordsOf(entry.name)}`);
  });
}

/** Returns the numbers that occur with names of different people, because someone typed another one's number. */
function numbersOfSeveral(entries: readonly Names[]): Set<string> {
  const owners = new Map<string, string>();
  const ofSeveral = new Set<string>();
  for (const entry of entries) {
    const { name, ids } = entry;
    const number = plainName(idOf(entry) ?? "");
    if (number === "" || number.includes("@") || ids.includes(name)) continue;
    const owner = owners.get(number) ?? name;
    owners.set(number, owner);
    if (owner !== name && !canBeCalled([owner], name, true)) ofSeveral.add(number);
  }
  return ofSeveral;
}

function add(map: Map<string, Person[]>, key: string, person: Person): void {
  const there = map.get(key);
  if (there === undefined) map.set(key, [person]);
  else if (!there.includes(person)) there.push(person);
}

/**
 * Returns whether a name can be that of the student, with usual variations: with or without a second given name, with initials,
 * or in another script, which cannot be compared.
 */
export function canBeCalled(names: readonly string[], text: string, isAnyScript: boolean): boolean {
  const writtenWords = wordsIn(text);
  return names.some((name) => {
    const own = wordsIn(name);
    const scripts = (words: readonly string[]) => words.some((word) => /\p{sc=Latin}/u.test(word));
    if (isAnyScript && writtenWords.length > 0 && own.length > 0 && scripts(writtenWords) !== scripts(own))
      return true;
    const [few, many] = writtenWords.length <= own.length ? [writtenWords, own] : [own, writtenWords];
    const matches = (word: string, other: string) =>
      word === other ||
      (/^\p{L}\.?$/u.test(word) && other.startsWith(word[0])) ||
      (/^\p{L}\.?$/u.test(other) && word.startsWith(other[0]));
    const isShared = few.some((word) => [...word].length > 1 && many.includes(word));
    return isShared && few.every((word) => many.some((other) => matches(word, other)));
  });
}

/** Returns whether a text is one of the student's names; "Ana Souza (s1001)" contains two of them. */
export function isCalled(person: Names, text: string): boolean {
  return areOfName(person, wordsIn(text));
}

function areOfName({ names, ids }: Names, writtenWords: readonly string[]): boolean {
  const own = [...names, ...ids].map(wordsIn).filter((words) => words.length > 0);
  const known = new Set(own.flat());
  return (
    writtenWords.every((word) => known.has(word)) &&
    own.some((words) => words.every((word) => writtenWords.includes(word)))
  );
}

/**
 * Who is in the class. A roster is a table (CSV) with any columns; a number, a user name or an address names the person, names are
 * for people: two of one name stay two. Without a roster the lines of the list of hand-ins say who there is.
 */
import { type Names, namesIn, rowsOf } from "./hand-in-list.ts";
import { type Columns, columnsOf, NO_CORRECTIONS } from "./table-columns.ts";
import { plainDigits } from "./table-numbers.ts";
import { plainName } from "./variant.ts";

export interface Person extends Names {
  /** Of the roster, or of the list where there is no roster; from 1. */
  readonly line: number;
}

export interface Roster {
  readonly heads: readonly string[];
  readonly columns: Columns;
  /** In the file's order. A line without a number or an address is nobody's: it is carried through as it is. */
  readonly rows: readonly {
    readonly line: number;
    readonly cells: readonly string[];
    readonly person: Person | null;
  }[];
}

const MOST_PEOPLE = 20_000;
const LONGEST_ROSTER = 5_000_000;

/** Throws a sentence. */
export function readRoster(text: string, corrections = NO_CORRECTIONS): Roster {
  if (text.length > LONGEST_ROSTER)
    throw new Error(`The roster has ${text.length} letters; at most ${LONGEST_ROSTER} are allowed.`);
  const rows = rowsOf(text.replace(/^\uFEFF/, ""), () => false).filter(({ cells }) =>
    cells.some((cell) => cell !== ""),
  );
  if (rows.length > MOST_PEOPLE + 1)
    throw new Error(`The roster has ${rows.length} lines; at most ${MOST_PEOPLE} are allowed.`);
  const columns = columnsOf(
    rows.map(({ cells }) => cells),
    { isRoster: true, holdsHandIn: () => false, corrections },
  );
  if (!columns.hasHeads)
    throw new Error(
      "The first line of a roster has the names of its columns, and one of them is a number or an address of each person.",
    );
  const people = rows.slice(1).map(({ line, cells }) => {
    const names = namesIn(cells, columns, -1);
    return { line, cells, person: names.ids.length === 0 ? null : { line, ...names } };
  });
  if (people.every(({ person }) => person === null))
    throw new Error("Nobody in the roster has a number or an address: names alone are no one's own.");
  const seen = new Map<string, number>();
  for (const { person } of people) {
    if (person === null) continue;
    const [first] = person.ids;
    const other = seen.get(plainName(first));
    if (other !== undefined)
      throw new Error(`${first} stands twice in the roster: in the lines ${other} and ${person.line}.`);
    seen.set(plainName(first), person.line);
  }
  return { heads: rows[0].cells, columns, rows: people };
}

/** "Souza, Ana" and "Ana Souza" are one, and so are "José" and "Jose". */
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

/** "Souza, Ana" and "Ana Souza": a list and a person may write the name differently. */
function eitherWayRound(name: string): string[] {
  const [last, first] = name.split(/,\s*/);
  if (first !== undefined) return [name, `${first} ${last}`, `${last} ${first}`];
  const space = name.lastIndexOf(" ");
  return space < 0 ? [name] : [name, `${name.slice(space + 1)}, ${name.slice(0, space)}`];
}

/** A number as a spreadsheet leaves it: without leading zeros, or with a decimal point behind it. Null where it is no number. */
function bareNumber(id: string): string | null {
  return /^0{0,30}(\d{1,30})(?:\.0{1,3})?$/.exec(plainDigits(id.trim()))?.[1] ?? null;
}

/** Finds people by what somebody wrote of himself. */
export class People {
  readonly #byId = new Map<string, Person[]>();
  readonly #byWords = new Map<string, Person[]>();
  readonly #byNumber = new Map<string, Person[]>();
  /** Lengths that numbers of this class have with their zeros. */
  readonly #lengths = new Set<number>();

  readonly all: readonly Person[];

  constructor(people: readonly Person[]) {
    this.all = people;
    for (const person of people) {
      for (const id of person.ids) {
        add(this.#byId, plainName(id), person);
        const number = bareNumber(id);
        if (number !== null) add(this.#byNumber, number, person);
        if (/^\d+$/.test(id)) this.#lengths.add(id.length);
      }
      for (const name of person.names) add(this.#byWords, wordsOf(name), person);
    }
  }

  static ofRoster({ rows }: Roster): People {
    return new People(rows.flatMap(({ person }) => person ?? []));
  }

  /** Lines of the list that have the same number, or where there is none the same name, are one person. */
  static ofList(entries: readonly (Names & { readonly line: number })[]): People {
    const first = new Map<string, Person>();
    for (const { line, name, names, ids } of entries) {
      const key = ids.length > 0 ? plainName(ids[0]) : `name ${wordsOf(name)}`;
      if (name !== "" && !first.has(key)) first.set(key, { line, name, names, ids });
    }
    return new People([...first.values()]);
  }

  /**
   * Whoever has one of these numbers or addresses: the surest that is known counts. `id`: as the roster has it, where a spreadsheet
   * has taken leading zeros away.
   */
  byIds(
    ids: readonly string[],
  ): { readonly person: Person; readonly id: string; readonly isMangled: boolean } | null {
    for (const id of ids) {
      const found = this.#byId.get(plainName(id)) ?? [];
      if (found.length === 1) return { person: found[0], id, isMangled: false };
    }
    for (const id of ids) {
      const number = bareNumber(id);
      const found = number === null ? [] : (this.#byNumber.get(number) ?? []);
      if (found.length !== 1 || this.#byId.has(plainName(id))) continue;
      const [person] = found;
      return { person, id: person.ids.find((one) => bareNumber(one) === number) ?? id, isMangled: true };
    }
    return null;
  }

  /** Whether the list and this class have any number in common. */
  knowsAny(lists: readonly (readonly string[])[]): boolean {
    return lists.some((ids) => this.byIds(ids) !== null);
  }

  /** Numbers of a person from which a variant may be made: as they stand, and with the zeros that numbers of this class have. */
  variantNames({ ids, names }: Person, lengths: readonly number[]): readonly string[] {
    if (ids.length === 0) return names.flatMap(eitherWayRound);
    const all = [Math.max(0, ...this.#lengths), ...lengths];
    return ids.flatMap((id) => {
      const number = /^\d+$/.test(id) ? bareNumber(id) : null;
      return number === null ? [id] : [id, number, ...all.map((length) => number.padStart(length, "0"))];
    });
  }

  /** By number or address, else by name: of a name there can be several. */
  called(text: string): readonly Person[] {
    const whole = this.#byId.get(plainName(text)) ?? this.#byWords.get(wordsOf(text));
    if (whole !== undefined) return whole;
    const byWord = wordsIn(text).flatMap((word) => this.#byId.get(word) ?? []);
    return [...new Set(byWord)].filter((one) => isCalled(one, text));
  }
}

function add(map: Map<string, Person[]>, key: string, person: Person): void {
  const there = map.get(key);
  if (there === undefined) map.set(key, [person]);
  else if (!there.includes(person)) there.push(person);
}

/**
 * Whether a name can be the person's, as people write their own: with or without a second given name, with initials, or in another
 * script, of which nothing can be said.
 */
export function canBeCalled(names: readonly string[], text: string, isAnyScript: boolean): boolean {
  const said = wordsIn(text);
  return names.some((name) => {
    const own = wordsIn(name);
    const scripts = (words: readonly string[]) => words.some((word) => /\p{sc=Latin}/u.test(word));
    if (isAnyScript && said.length > 0 && own.length > 0 && scripts(said) !== scripts(own)) return true;
    const [few, many] = said.length <= own.length ? [said, own] : [own, said];
    const matches = (word: string, other: string) =>
      word === other ||
      (/^\p{L}\.?$/u.test(word) && other.startsWith(word[0])) ||
      (/^\p{L}\.?$/u.test(other) && word.startsWith(other[0]));
    const isShared = few.some((word) => [...word].length > 1 && many.includes(word));
    return isShared && few.every((word) => many.some((other) => matches(word, other)));
  });
}

/** Whether a name is one of the person's own; "Ana Souza (s1001)" has two of them. */
export function isCalled({ names, ids }: Names, text: string): boolean {
  const said = wordsIn(text);
  const own = [...names, ...ids].map(wordsIn).filter((words) => words.length > 0);
  const known = new Set(own.flat());
  return (
    said.every((word) => known.has(word)) && own.some((words) => words.every((word) => said.includes(word)))
  );
}

/**
 * Who is in the class. A roster is a table (CSV) with any columns; a number, a user name or an address names the person, names are
 * for people: two of one name stay two. Without a roster the lines of the list of hand-ins say who there is.
 */
import { headsOf, type Names, namesIn, rowsOf } from "./hand-in-list.ts";
import { plainName } from "./variant.ts";

export interface Person extends Names {
  /** Of the roster, or of the list where there is no roster; from 1. */
  readonly line: number;
}

export interface Roster {
  readonly heads: readonly string[];
  /** In the file's order. A line without a number or an address is nobody's: it is carried through as it is. */
  readonly rows: readonly {
    readonly line: number;
    readonly cells: readonly string[];
    readonly person: Person | null;
  }[];
}

const MOST_PEOPLE = 20_000;
/** A grade book's columns are called like its assignments. */
const LONGEST_COLUMN = 1000;
const LONGEST_ROSTER = 5_000_000;

/** Throws a sentence. */
export function readRoster(text: string): Roster {
  if (text.length > LONGEST_ROSTER)
    throw new Error(`The roster has ${text.length} letters; at most ${LONGEST_ROSTER} are allowed.`);
  const rows = rowsOf(text.replace(/^\uFEFF/, ""), () => false).filter(({ cells }) =>
    cells.some((cell) => cell !== ""),
  );
  if (rows.length > MOST_PEOPLE + 1)
    throw new Error(`The roster has ${rows.length} lines; at most ${MOST_PEOPLE} are allowed.`);
  const heads = rows.length === 0 ? null : headsOf(rows[0].cells, LONGEST_COLUMN);
  if (heads === null)
    throw new Error(
      "The first line of a roster has the names of its columns, and one of them is a number or an address: ID number, Username, Email address, SIS User ID, …",
    );
  const people = rows.slice(1).map(({ line, cells }) => {
    const names = namesIn(cells, heads, -1);
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
  return { heads: rows[0].cells, rows: people };
}

/** "Souza, Ana" and "Ana Souza" are one. */
function wordsOf(name: string): string {
  return wordsIn(name).sort().join(" ");
}

function wordsIn(name: string): string[] {
  return plainName(name.replace(/[,;:()[\]/]/g, " "))
    .split(" ")
    .filter((word) => word !== "" && word !== "-");
}

/** Finds people by what somebody wrote of himself. */
export class People {
  readonly #byId = new Map<string, Person[]>();
  readonly #byWords = new Map<string, Person[]>();

  readonly all: readonly Person[];

  constructor(people: readonly Person[]) {
    this.all = people;
    for (const person of people) {
      for (const id of person.ids) add(this.#byId, plainName(id), person);
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

  /** Whoever has one of these numbers or addresses: the surest that is known counts. */
  byIds(ids: readonly string[]): Person | null {
    for (const id of ids) {
      const found = this.#byId.get(plainName(id)) ?? [];
      if (found.length === 1) return found[0];
    }
    return null;
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

/** Whether a name is one of the person's own; "Ana Souza (s1001)" has two of them. */
export function isCalled({ names, ids }: Names, text: string): boolean {
  const said = wordsIn(text);
  const own = [...names, ...ids].map(wordsIn).filter((words) => words.length > 0);
  const known = new Set(own.flat());
  return (
    said.every((word) => known.has(word)) && own.some((words) => words.every((word) => said.includes(word)))
  );
}

/** Finds the student of each hand-in in a list, and what contradicts that. */

import type { Entry, HandInList } from "../answer/hand-in-list.ts";
import { canBeCalled, idOf, isCalled, type People, type Person } from "../roster/roster.ts";
import { isWholeName } from "../tables/table-columns.ts";
import { plainName } from "../task/variant.ts";

/** Reasons for a teacher to look at a hand-in. Scripts rely on these names. */
export type Flag =
  | "another's name"
  | "another's variant"
  | "copy"
  | "too many tries"
  | "list and hand-in disagree"
  | "late"
  | "time unknown"
  | "not on the roster"
  | "name of several"
  | "less certain"
  | "another version"
  | "another digest";

export interface Remarks {
  readonly flags: readonly Flag[];
  readonly notes: readonly string[];
}

export interface Whose extends Remarks {
  readonly person: Person | null;
  /** The student that the name in the code identifies; null if it identifies none or several. */
  readonly owner: Person | null;
  /** True if the name in the code is that of the student. */
  readonly isOwnName: boolean;
  /** Remarks on the name in the code. They are left out if a group hands in together. */
  readonly byName: Remarks;
  /** The student's number in the list and in the roster, if they differ because a spreadsheet has removed leading zeros. */
  readonly mangled: { readonly listed: string; readonly id: string } | null;
  readonly evidence: Evidence;
}

/** Evidence for the student of a hand-in, besides a number or name in the list, which anyone may have typed. */
interface Evidence {
  /** 2: an address of the student on the roster; 1: the student's name or number in the code; 0: neither. */
  readonly level: 0 | 1 | 2;
  /** The address in the list if the student has another one on the roster; otherwise null. */
  readonly unknownAddress: string | null;
}

/** A text of a line, with the students that it names. */
interface Clue {
  readonly text: string;
  /** Column or part of the path from which the text is taken. */
  readonly source: string;
  readonly kind: "column" | "part" | "name";
  /** True for a part of another id: the start of an address, or the number behind a word. */
  readonly isDerived: boolean;
  /** A number or an address points to one student or to none; a name may be that of several. */
  readonly people: readonly Person[];
  /** The number in the roster's form if a spreadsheet has removed its leading zeros; otherwise null. */
  readonly mangledId: string | null;
  /** True for a number that occurs with names of different people. */
  readonly isOfSeveral: boolean;
}

/** The clues of a line. */
interface Line {
  readonly entry: Entry;
  readonly clues: readonly Clue[];
  readonly nameInCode: string;
  /** The students with the name or number in the code. */
  readonly sayers: readonly Person[];
}

/**
 * Returns whose each hand-in is. The list decides; what the hand-in itself says is used only if the list does not identify a
 * student. If a line points to different students, most of its clues decide, and the line has a flag.
 */
export function whoseAre(
  { entries, columns }: HandInList,
  namesInCodes: readonly string[],
  people: People,
  hasRoster: boolean,
): Whose[] {
  const all = entries.map((entry, i): Line => {
    const nameInCode = namesInCodes[i];
    const sayers = nameInCode === "" ? [] : people.called(nameInCode);
    return { entry, clues: cluesOf(entry, columns.ids, people, hasRoster), nameInCode, sayers };
  });
  const misleading = misleadingSources(all);
  const lines = all.map((line) => ({
    ...line,
    clues: line.clues.filter(({ source }) => !misleading.has(source)),
  }));
  const knowsIds = areIdsKnown(lines);
  return lines.map((line) => whoIs(line, hasRoster, knowsIds));
}

function cluesOf(entry: Entry, columns: readonly number[], people: People, hasRoster: boolean): Clue[] {
  const { name, ids, cells } = entry;
  const ofIds = ids.flatMap((text, i): Clue[] => {
    // Without a roster, a student is known by the first number, so other numbers are not used.
    if (!hasRoster && i > 0 && text !== idOf(entry) && /^\p{Nd}+$/u.test(text)) return [];
    const column = columns.find((at) => cells[at] === text);
    const found = people.byId(text);
    return [
      {
        text,
        ...(column === undefined
          ? { kind: "part", source: `part ${i}` }
          : { kind: "column", source: `column ${column}` }),
        isDerived: ids.some((other) => isPartOf(text, other)),
        people: found === null ? [] : [found.person],
        mangledId: found?.isMangled === true ? found.id : null,
        isOfSeveral: people.isOfSeveral(text),
      },
    ];
  });
  const isId = ofIds.some((clue) => clue.text === name && clue.people.length > 0);
  if (name === "" || isId) return ofIds;
  const ofName = { text: name, source: "name", kind: "name", isDerived: false } as const;
  return [...ofIds, { ...ofName, people: people.called(name), mangledId: null, isOfSeveral: false }];
}

/** Returns whether an id is part of another one: the start of an address, or the number behind a word. */
function isPartOf(text: string, other: string): boolean {
  return other.startsWith(`${text}@`) || other.endsWith(` ${text}`);
}

/** Smallest number of contradicted students for which a column is ignored. A few students may have typed a wrong number. */
const FEWEST_CONTRADICTED = 3;

/**
 * Returns the columns and parts of paths that contradict the rest of their lines for most students, such as the platform's own
 * numbers if some of them are equal to numbers in the roster. A part of a path is contradicted by the name in the path, a
 * column only by two other texts that agree. A column that fits in no line, but contradicts an earlier column, has the numbers of
 * others, such as partners.
 */
function misleadingSources(lines: readonly Line[]): Set<string> {
  const bySource = new Map<
    string,
    {
      readonly fewest: number;
      readonly fitting: Set<Person>;
      readonly contradicted: Set<Person>;
      contradictsEarlier: boolean;
    }
  >();
  for (const line of lines)
    for (const [i, clue] of line.clues.entries()) {
      if (clue.people.length === 0) continue;
      const fewest = clue.kind === "part" ? 1 : FEWEST_CONTRADICTED;
      const found = bySource.get(clue.source) ?? {
        ...{ fewest, fitting: new Set(), contradicted: new Set() },
        contradictsEarlier: false,
      };
      bySource.set(clue.source, found);
      const isOfOther = ({ kind, people: [one] }: Clue) =>
        kind === "column" && one !== undefined && one !== clue.people[0];
      const contradictsEarlier = clue.kind === "column" && line.clues.slice(0, i).some(isOfOther);
      found.contradictsEarlier ||= contradictsEarlier;
      // A partner may have written the code.
      const fits = fitOf(clue, contradictsEarlier ? { ...line, sayers: [] } : line);
      const into = fits === true ? found.fitting : fits === false ? found.contradicted : null;
      for (const person of clue.people) into?.add(person);
    }
  const misleading = [...bySource].filter(([, { fewest, fitting, contradicted, contradictsEarlier }]) => {
    if (contradictsEarlier && fitting.size === 0) return true;
    const count = [...contradicted].filter((person) => !fitting.has(person)).length;
    return count >= fewest && count > fitting.size;
  });
  return new Set(misleading.map(([source]) => source));
}

/** Returns whether a clue fits the rest of its line; null if nothing confirms or contradicts it. */
function fitOf(clue: Clue, { clues, sayers, entry }: Line): boolean | null {
  // An address and its user name are one text.
  const known = clues.filter(({ people }) => people.length > 0);
  const isOfWhole = ({ text }: Clue) => known.some((whole) => isPartOf(text, whole.text));
  const others = known.filter((one) => one !== clue && !isOfWhole(one) && !isPartOf(clue.text, one.text));
  const pointers = [...others.map(({ people }) => people), ...(sayers.length > 0 ? [sayers] : [])];
  if (pointers.some((people) => people.some((one) => clue.people.includes(one)))) return true;
  if (clue.kind !== "name" && canBeNamed(clue.people, entry.name)) return true;
  if (clue.kind === "part" && others.some(({ kind }) => kind === "name")) return false;
  const agree = pointers.some((people, i) =>
    pointers.slice(i + 1).some((more) => more.some((one) => people.includes(one))),
  );
  return agree ? false : null;
}

function canBeNamed(people: readonly Person[], name: string): boolean {
  return people.some((one) => canBeCalled(ownNames(one), name, true));
}

/** Returns the student's names without numbers, user names and addresses. */
function ownNames({ names, ids }: Person): string[] {
  return names.filter((one) => !ids.includes(one));
}

/**
 * Returns whether the list has this class's numbers: at least half of the students with a number in the list have a known one. A
 * single known number can be one that a student has typed. An unknown number then belongs to a person outside the class.
 */
function areIdsKnown(lines: readonly Line[]): boolean {
  const isKnown = new Map<string, boolean>();
  for (const { entry, clues } of lines) {
    const ids = clues.filter(({ kind }) => kind !== "name");
    const student = plainName(entry.name || (entry.ids[0] ?? ""));
    if (ids.length > 0)
      isKnown.set(student, isKnown.get(student) === true || ids.some(({ people }) => people.length > 0));
  }
  const known = [...isKnown.values()].filter((one) => one).length;
  return known > 0 && known * 2 >= isKnown.size;
}

function whoIs(line: Line, hasRoster: boolean, knowsIds: boolean): Whose {
  const { entry, clues, nameInCode, sayers } = line;
  const ofIds = clues.filter(({ kind }) => kind !== "name");
  const pointing = ofIds.filter(({ people }) => people.length > 0);
  const whole = pointing.filter(({ isDerived }) => !isDerived);
  const named = clues.find(({ kind }) => kind === "name") ?? null;
  // A private address may start like the address of another student.
  const canBe = ({ people }: Clue) =>
    named === null || named.people.includes(people[0]) || canBeNamed(people, named.text);
  const ids = whole.length > 0 ? whole : pointing.filter(canBe);
  // An unknown number is not used if the numbers in the list are of another kind than those in the roster. The name then decides.
  const isStranger = hasRoster && ofIds.length > 0 && knowsIds && pointing.length === 0;
  const votes = ids.length > 0 ? votesOf(ids, named) : [];
  const listed = votes.length > 0 ? mostVoted(votes) : isStranger ? [] : (named?.people ?? []);
  const isListed = entry.ids.length > 0 || entry.name !== "";
  const candidates = isListed ? listed : sayers;
  const matching = candidates.length === 1 ? candidates : candidates.filter((one) => sayers.includes(one));
  // If the texts are undecided, the most reliable of them counts, which is the first.
  const first = votes.length > 1 ? ids.find(({ people }) => candidates.includes(people[0])) : undefined;
  const person = matching.length === 1 ? matching[0] : (first?.people[0] ?? null);
  const flags: Flag[] = [];
  const notes: string[] = [];
  const own = entry.name || entry.ids[0] || nameInCode;
  if (votes.length > 1 && person !== null) {
    flags.push("another's name");
    notes.push(contradictionWords([...ids, ...(named === null ? [] : [named])], person));
  } else if (person === null && candidates.length > 1) {
    flags.push("name of several");
    notes.push(`${candidates.length} people are called ${own}: it is unknown which of them handed this in.`);
  } else if (person === null && hasRoster) {
    flags.push("not on the roster");
    const isNamed = isStranger && named !== null && named.people.length > 0;
    notes.push(
      own === ""
        ? "It says no name, and the list has none."
        : isNamed
          ? `“${ofIds[0].text}” is not on the roster, but the name ${own} is. If it is this student, correct “${ofIds[0].text}” in the list.`
          : `${own} is not on the roster.`,
    );
  }
  const ofSeveral = hasRoster ? undefined : ofIds.find(({ isOfSeveral }) => isOfSeveral);
  if (ofSeveral !== undefined)
    notes.push(`“${ofSeveral.text}” occurs with names of different people, so the names decide.`);
  const byNumber = ids.find(({ people }) => people[0] === person);
  return {
    person,
    owner: sayers.length === 1 ? sayers[0] : null,
    flags,
    notes,
    isOwnName: isOwnName(line, person),
    byName: isListed && nameInCode !== "" ? nameRemarks(line, person, ids.length > 0) : NO_REMARKS,
    evidence: evidenceOf(line, person),
    mangled:
      byNumber?.mangledId === null || byNumber === undefined
        ? null
        : { listed: byNumber.text, id: byNumber.mangledId },
  };
}

interface Votes {
  readonly person: Person;
  readonly count: number;
}

/** Returns the students that the ids and the name of a line identify, with the number of texts for each. */
function votesOf(ids: readonly Clue[], named: Clue | null): Votes[] {
  const pointed = ids.map(({ people }) => people[0]);
  const confirmed = named?.people.filter((one) => pointed.includes(one)) ?? [];
  // Two students may have the same name, and one student may write it in two ways. Only the name of another student contradicts.
  // A nickname may be the user name or the first name of another student, which is no contradiction.
  const others =
    named === null || !isWholeName(named.text) || confirmed.length > 0 || canBeNamed(pointed, named.text)
      ? []
      : named.people.filter((one) => isCalled({ ...one, names: ownNames(one), ids: [] }, named.text));
  const all = [...pointed, ...others, ...confirmed];
  return [...new Set(all)].map((person) => ({ person, count: all.filter((one) => one === person).length }));
}

function mostVoted(votes: readonly Votes[]): Person[] {
  const most = Math.max(...votes.map(({ count }) => count));
  return votes.filter(({ count }) => count === most).map(({ person }) => person);
}

const MOST_POINTING = 4;

function contradictionWords(clues: readonly Clue[], person: Person): string {
  const words = clues
    .filter(({ people }) => people.length > 0)
    .slice(0, MOST_POINTING)
    .map(({ text, people }) => `“${text}” to ${people[0].name}`);
  return `The list points to different students: ${words.join(", ")}. This hand-in counts for ${person.name} only if no other one does.`;
}

/**
 * Returns whether the name in the code is that of the student. A name that the student has typed into a form does not count if it
 * is another student's.
 */
function isOwnName({ entry, nameInCode, sayers }: Line, person: Person | null): boolean {
  if (nameInCode === "") return false;
  if (person !== null && isCalled(person, nameInCode)) return true;
  const isOfOther = person !== null && sayers.length > 0 && !sayers.includes(person);
  return !isOfOther && isCalled(entry, nameInCode);
}

function evidenceOf({ clues, nameInCode }: Line, person: Person | null): Evidence {
  const isAddress = (text: string) => text.includes("@");
  const addresses = clues.filter(({ kind, text }) => kind !== "name" && isAddress(text));
  if (person === null) return { level: 0, unknownAddress: null };
  if (addresses.some(({ people }) => people[0] === person)) return { level: 2, unknownAddress: null };
  const isUnknown = person.ids.some(isAddress) && addresses.length > 0;
  return {
    level: isCalled(person, nameInCode) && nameInCode !== "" ? 1 : 0,
    unknownAddress: isUnknown ? plainName(addresses[0].text) : null,
  };
}

/** A hand-in with the evidence for its student. */
export interface Evident {
  readonly line: number;
  readonly whose: Whose;
  readonly timeMs: number;
  /** True if nothing is wrong with the hand-in, so that replacing it can cost points. */
  readonly canCount: boolean;
}

/**
 * Returns the flag of each hand-in that would replace one with more evidence for the same student. Someone else who knows a
 * student's number could otherwise replace the student's work. With `isLast`, a hand-in replaces earlier ones only.
 */
export function certaintyOf(list: readonly Evident[], isLast: boolean): Remarks[] {
  const surest = new Map<Person | null, number>();
  for (const [i, { whose, timeMs, canCount }] of list.entries()) {
    const other = list[surest.get(whose.person) ?? i];
    const { level } = other.whose.evidence;
    const isSurer =
      whose.evidence.level > level || (whose.evidence.level === level && timeMs >= other.timeMs);
    if (canCount && isSurer) surest.set(whose.person, i);
  }
  return list.map(({ whose: { person, evidence }, timeMs }, i) => {
    const at = surest.get(person);
    if (person === null || at === undefined) return NO_REMARKS;
    const { line, timeMs: otherMs, whose: other } = list[at];
    const { level, unknownAddress } = other.evidence;
    const isReplaced = !isLast || timeMs > otherMs || (timeMs === otherMs && i > at);
    const { unknownAddress: own } = evidence;
    if (!isReplaced || evidence.level >= level || (level === 1 && (own === null || own === unknownAddress)))
      return NO_REMARKS;
    const more =
      level === 2
        ? `the address of ${person.name} on the roster`
        : `the name or number of ${person.name} in its code`;
    const less = own === null ? "has no address" : `has “${own}”, which is not on the roster`;
    return {
      flags: ["less certain"],
      notes: [
        `Line ${line} has ${more}, and this one ${less}. Compare the two: this one does not replace line ${line}.`,
      ],
    };
  });
}

/**
 * Returns remarks on the name in the code. If the list identifies the student by number, another name is only worth a remark,
 * unless it is the whole name of another student. One word may be a nickname.
 */
function nameRemarks(line: Line, person: Person | null, hasId: boolean): Remarks {
  const { entry, nameInCode, sayers } = line;
  if (isOwnName(line, person)) return NO_REMARKS;
  const ids = [...entry.ids, ...(person?.ids ?? [])];
  const names = [...entry.names, ...(person?.names ?? [])].filter((one) => !ids.includes(one));
  // A user name that is not a word of a name is no nickname.
  const isLogin = (one: Person) =>
    one.ids.some((id) => plainName(id) === plainName(nameInCode)) &&
    !canBeCalled(ownNames(one), nameInCode, false);
  const isIdOfOther = sayers.some((one) => one !== person && isLogin(one));
  const isNickname = hasId && !isIdOfOther && !isWholeName(nameInCode) && !/[\p{Nd}@]/u.test(nameInCode);
  const isOwn = isNickname || canBeCalled(names, nameInCode, false);
  const other = isOwn ? undefined : sayers.find((one) => one !== person);
  const whose = other === undefined || other.name === nameInCode ? "" : ` That is ${other.name}.`;
  const notes = [`The list says ${entry.name || entry.ids[0]}, the hand-in says ${nameInCode}.${whose}`];
  if (other !== undefined) return { flags: ["another's name"], notes };
  const isRemark = hasId || canBeCalled(names, nameInCode, true);
  return { flags: isRemark ? [] : ["list and hand-in disagree"], notes };
}

/**
 * Returns one note on removed leading zeros for the whole list, with the index of the hand-in that shows it; null if there are
 * none.
 */
export function mangledNote(whose: readonly Whose[]): { readonly at: number; readonly note: string } | null {
  const at = whose.findIndex(({ mangled }) => mangled !== null);
  const first = whose[at]?.mangled;
  if (first === null || first === undefined) return null;
  const count = whose.filter(({ mangled }) => mangled !== null).length;
  const words = `“${first.listed}” and “${first.id}” are treated as the same number, because spreadsheets remove leading zeros.`;
  return { at, note: count === 1 ? words : `${words} The same holds for ${count - 1} more in this list.` };
}

export const NO_REMARKS: Remarks = { flags: [], notes: [] };

/**
 * Reads dates with names of months and days, in any language that Intl knows: "lundi 3 mars 2025, 10:15", "Montag, 3. März 2025,
 * 10:15".
 */
import { plainDigits } from "./table-numbers.ts";

/** Names in one language, in lower case. */
interface DateNames {
  /** Names of months, longest first. */
  readonly months: readonly (readonly [name: string, month: number])[];
  readonly weekdays: readonly (readonly [name: string, weekday: number])[];
  readonly halves: readonly (readonly [name: string, isAfternoon: boolean])[];
  /** Words that Intl writes between a date and a time of day. */
  readonly fillers: readonly string[];
}

export interface LanguageDate {
  readonly year: number;
  /** Month from 1 to 12. */
  readonly month: number;
  readonly day: number;
  readonly hour: number;
  readonly minute: number;
  readonly second: number;
}

interface Reading {
  /** The date; null if the name of the weekday contradicts it. */
  readonly date: LanguageDate | null;
  readonly hasWeekday: boolean;
  /** Number of letters in words that are not names in this language. */
  readonly strange: number;
}

const LONGEST_DATE = 80;
/** Number of cells that are used to detect the language of a column. */
const SAMPLE = 30;

/**
 * Reads all texts of a column in the language that fits best. A text is null if two languages fit equally well and disagree about
 * it.
 */
export function languageDates(texts: readonly string[]): (LanguageDate | null)[] {
  const plain = texts.map(plainDate);
  const sample = [...new Set(plain)].filter((text) => /\p{L}/u.test(text)).slice(0, SAMPLE);
  if (sample.length === 0) return texts.map(() => null);
  const languages = bestLanguages(sample);
  return plain.map((text) => {
    const dates = languages.flatMap((names) => readIn(text, names) ?? []).map(({ date }) => date);
    const [first = null] = dates;
    const isSure = dates.every((one) => JSON.stringify(one) === JSON.stringify(first));
    return isSure ? first : null;
  });
}

function plainDate(text: string): string {
  return (
    plainDigits(text.slice(0, LONGEST_DATE))
      .replace(/[\u200e\u200f\u061c\u2066-\u2069]/g, "")
      .replace(/[\s\u202f\u00a0]+/gu, " ")
      .normalize("NFC")
      // Chinese, Japanese and Korean months are numbers.
      .replace(/(?<!\d)0(?=\d ?[月월])/g, "")
      .toLowerCase()
      .trim()
  );
}

/**
 * Returns the languages that can read most of the sample, know the names of its weekdays, and leave the fewest letters
 * unexplained.
 */
function bestLanguages(sample: readonly string[]): DateNames[] {
  let best: { readonly rank: readonly number[]; readonly names: DateNames[] } = { rank: [1], names: [] };
  for (const names of allLanguages()) {
    const read = sample.flatMap((text) => readIn(text, names) ?? []);
    if (read.length === 0) continue;
    const weekdays = read.filter(({ hasWeekday }) => hasWeekday).length;
    const strange = read.reduce((sum, one) => sum + one.strange, 0);
    const rank = [read.length, weekdays, -strange];
    const order = best.names.length === 0 ? 1 : compared(rank, best.rank);
    if (order > 0) best = { rank, names: [names] };
    else if (order === 0) best.names.push(names);
  }
  return best.names;
}

function compared(one: readonly number[], other: readonly number[]): number {
  const at = one.findIndex((value, i) => value !== other[i]);
  return at < 0 ? 0 : one[at] - other[at];
}

function readIn(text: string, names: DateNames): Reading | null {
  const clock =
    /(\d{1,2}):(\d{2})(?::(\d{2}))?/.exec(text) ??
    /(?<=[ ,])(\d{1,2})(?:[.]| ?h ?)(\d{2})(?:(?:[.]| ?(?:h|min) ?)(\d{2}))?(?: ?s)?$/.exec(text);
  let rest = clock === null ? text : text.replace(clock[0], " ");
  const take = <T>(list: readonly (readonly [string, T])[]): T | null => {
    for (const [name, value] of list) {
      const at = placeOfWord(rest, name);
      if (at < 0) continue;
      rest = `${rest.slice(0, at)} ${rest.slice(at + name.length)}`;
      return value;
    }
    return null;
  };
  const weekday = take(names.weekdays);
  const isAfternoon = clock === null ? null : take(names.halves);
  const month = take(names.months);
  const numbers = rest.match(/\d+/g) ?? [];
  const year = numbers.find((one) => /^2[05]\d\d$/.test(one));
  const day = numbers.find((one) => /^\d{1,2}$/.test(one) && Number(one) >= 1 && Number(one) <= 31);
  if (month === null || year === undefined || day === undefined || numbers.length !== 2) return null;
  // Years that start with 25 are those of the Thai calendar.
  const written = { year: Number(year) - (year.startsWith("25") ? 543 : 0), month, day: Number(day) };
  const date = new Date(Date.UTC(written.year, month - 1, written.day));
  if (date.getUTCDate() !== written.day) return null;
  // An unknown word behind a time such as 1:05 can be the name of a half of the day.
  const behind = clock === null ? "" : text.slice(clock.index + clock[0].length);
  const isOpen =
    isAfternoon === null && clock !== null && Number(clock[1]) <= 12 && isOpenHalf(behind, names);
  const isContradicted = (weekday !== null && date.getUTCDay() !== weekday) || isOpen;
  const [hour, minute, second] = [clock?.[1], clock?.[2], clock?.[3]].map((one) => Number(one ?? 0));
  const half = isAfternoon === null ? "none" : isAfternoon ? "afternoon" : "morning";
  const ofDay = hourOfDay(hour, half);
  if (ofDay > 23 || minute > 59 || second > 59) return null;
  const strange = rest.match(/\p{L}/gu)?.length ?? 0;
  const read = isContradicted ? null : { ...written, hour: ofDay, minute, second };
  return { date: read, hasWeekday: weekday !== null, strange };
}

function isOpenHalf(words: string, { months, weekdays }: DateNames): boolean {
  const isName = [...months, ...weekdays].some(([name]) => placeOfWord(words, name) >= 0);
  return /\p{L}/u.test(words) && !isName && halfOfDay(words.replace(/\d+/g, " ")) !== "none";
}

type Half = "morning" | "afternoon" | "none";

/** Returns the hour from 0 to 23; a larger number if there is none, such as for "13:05 am". */
export function hourOfDay(hour: number, half: Half): number {
  if (half === "none") return hour;
  if (hour > 12) return half === "afternoon" ? hour : Number.POSITIVE_INFINITY;
  return (hour % 12) + (half === "afternoon" ? 12 : 0);
}

/** Words beside a time of day that Intl does not write there in all languages. They say nothing about the half of the day. */
const FILLERS = ["h", "kl", "klo", "o", "uhr", "ore"];

let halvesByWord: ReadonlyMap<string, Half | null> | null = null;

/**
 * Returns which half of the day the words beside a time of day say, such as "p. m." or "下午"; null if the words are unknown, or if
 * languages disagree about them.
 */
export function halfOfDay(words: string): Half | null {
  const plain = plainHalf(words);
  if (plain === "am" || plain === "pm") return plain === "am" ? "morning" : "afternoon";
  if (plain === "" || plain === "t") return "none";
  halvesByWord ??= allHalves();
  return halvesByWord.get(plain) ?? null;
}

function plainHalf(words: string): string {
  return plainDate(words).replace(/[^\p{L}\p{M}]/gu, "");
}

function allHalves(): ReadonlyMap<string, Half | null> {
  const found = new Map<string, Half | null>(FILLERS.map((word) => [word, "none"]));
  const note = (word: string, half: Half) => {
    const plain = plainHalf(word);
    const known = found.get(plain);
    found.set(plain, known === undefined || known === half ? half : null);
  };
  for (const { halves, fillers } of allLanguages()) {
    for (const [word, isAfternoon] of halves) note(word, isAfternoon ? "afternoon" : "morning");
    for (const word of fillers) note(word, "none");
  }
  return found;
}

/** Returns the position of a name in a text, as a separate word; in scripts without spaces, anywhere. -1 if it does not occur. */
function placeOfWord(text: string, name: string): number {
  const isUnspaced = /[\p{sc=Han}\p{sc=Hangul}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]/u.test(name);
  for (let at = text.indexOf(name); at >= 0; at = text.indexOf(name, at + 1)) {
    const [before, behind] = [text[at - 1] ?? " ", text[at + name.length] ?? " "];
    const isCut = (/\d$/.test(name) && /\d/.test(behind)) || (/^\d/.test(name) && /\d/.test(before));
    if (!isCut && (isUnspaced || !(/[\p{L}\p{M}]/u.test(before) || /[\p{L}\p{M}]/u.test(behind)))) return at;
  }
  return -1;
}

const ENGLISH_HALVES = [
  ["am", false],
  ["pm", true],
  ["a.m.", false],
  ["p.m.", true],
] as const;

let languages: readonly DateNames[] | null = null;

/** Returns all two-letter languages that this JavaScript engine knows. */
function allLanguages(): readonly DateNames[] {
  if (languages !== null) return languages;
  const letters = [..."abcdefghijklmnopqrstuvwxyz"];
  const codes = letters.flatMap((a) => letters.map((b) => a + b));
  languages = [...new Set(Intl.DateTimeFormat.supportedLocalesOf(codes)), "pt-PT", "zh-TW"].map(namesOf);
  return languages;
}

function namesOf(code: string): DateNames {
  const partsOf = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(`${code}-u-ca-gregory-nu-latn`, { timeZone: "UTC", ...options });
  const collect = <T>(
    type: Intl.DateTimeFormatPartTypes,
    formats: readonly Intl.DateTimeFormatOptions[],
    moments: readonly (readonly [ms: number, value: T])[],
  ) => {
    const found = new Map<string, T>();
    for (const options of formats) {
      const format = partsOf(options);
      for (const [ms, value] of moments) {
        const text = format.formatToParts(ms).find((part) => part.type === type)?.value ?? "";
        const name = plainDate(text).replace(/\.$/, "");
        if (/\p{L}/u.test(name)) found.set(name, value);
      }
    }
    return [...found].sort(([a], [b]) => b.length - a.length);
  };
  const months = Array.from({ length: 12 }, (_, i) => [Date.UTC(2025, i, 3), i + 1] as const);
  const days = Array.from({ length: 7 }, (_, i) => [Date.UTC(2025, 2, 2 + i), i] as const);
  const halvesAt = (hours: readonly number[]) =>
    collect(
      "dayPeriod",
      // Some versions of Intl know "오후" only as a part of the day, not as AM or PM.
      [
        { hour: "numeric", hour12: true },
        { hour: "numeric", hour12: true, dayPeriod: "short" },
      ],
      hours.map((hour) => [Date.UTC(2025, 2, 3, hour), hour >= 12] as const),
    );
  const [morning, afternoon] = [halvesAt([0, 3, 6, 9, 10]), halvesAt([12, 13, 15, 17, 19, 23])];
  // A word such as "at night" is in both halves.
  type Halves = typeof morning;
  const onlyIn = (list: Halves, other: Halves) =>
    list.filter(([name]) => other.every(([one]) => one !== name));
  const fillers = (["short", "long"] as const)
    .flatMap((dateStyle) => partsOf({ dateStyle, timeStyle: "short" }).formatToParts(months[0][0]))
    .flatMap(({ type, value }) => (type === "literal" && /\p{L}/u.test(value) ? [plainHalf(value)] : []));
  return {
    fillers,
    months: collect(
      "month",
      (["long", "short"] as const).flatMap((month) => [
        { month },
        { month, day: "numeric", year: "numeric" } as const,
      ]),
      months,
    ),
    weekdays: collect(
      "weekday",
      (["long", "short"] as const).map((weekday) => ({ weekday })),
      days,
    ),
    // "am" is Welsh for "at", and it stands before the time.
    halves: [...onlyIn(morning, afternoon), ...onlyIn(afternoon, morning), ...ENGLISH_HALVES].filter(
      ([name]) => !fillers.includes(plainHalf(name)),
    ),
  };
}

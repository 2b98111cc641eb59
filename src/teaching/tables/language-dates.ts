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
    /(?<=[ ,])(\d{1,2})[.h](\d{2})(?:[.h](\d{2}))?$/.exec(text);
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
  const year = numbers.find((one) => /^20\d\d$/.test(one));
  const day = numbers.find((one) => /^\d{1,2}$/.test(one) && Number(one) >= 1 && Number(one) <= 31);
  if (month === null || year === undefined || day === undefined || numbers.length !== 2) return null;
  const written = { year: Number(year), month, day: Number(day) };
  const date = new Date(Date.UTC(written.year, month - 1, written.day));
  if (date.getUTCDate() !== written.day) return null;
  const isContradicted = weekday !== null && date.getUTCDay() !== weekday;
  const [hour, minute, second] = [clock?.[1], clock?.[2], clock?.[3]].map((one) => Number(one ?? 0));
  if (hour > 23 || minute > 59 || second > 59 || (isAfternoon !== null && hour > 12)) return null;
  const ofDay = isAfternoon === null ? hour : (hour % 12) + (isAfternoon ? 12 : 0);
  const strange = rest.match(/\p{L}/gu)?.length ?? 0;
  const read = isContradicted ? null : { ...written, hour: ofDay, minute, second };
  return { date: read, hasWeekday: weekday !== null, strange };
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
  const hours = [9, 10, 13, 15, 17].map((hour) => [Date.UTC(2025, 2, 3, hour), hour > 12] as const);
  return {
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
    halves: [
      // Some versions of Intl know "오후" only as a part of the day, not as AM or PM.
      ...collect(
        "dayPeriod",
        [
          { hour: "numeric", hour12: true },
          { hour: "numeric", hour12: true, dayPeriod: "short" },
        ],
        hours,
      ),
      ...[["am", false] as const, ["pm", true] as const, ["a.m.", false] as const, ["p.m.", true] as const],
    ],
  };
}

/**
 * Reads dates with names of months and days, in any language that Intl knows: "lundi 3 mars 2025", "Montag, 3. März 2025". It also
 * knows the words that these languages write beside a time of day, such as "nachm.", "下午" or "at".
 */
import { plainDigits } from "./table-numbers.ts";

/** Names in one language, in lower case. */
interface DateNames {
  /** Names of months, longest first. */
  readonly months: readonly (readonly [name: string, month: number])[];
  readonly weekdays: readonly (readonly [name: string, weekday: number])[];
}

export interface LanguageDate {
  readonly year: number;
  /** Month from 1 to 12. */
  readonly month: number;
  readonly day: number;
  /** The words up to the last number and after it, without names of days and months. */
  readonly wordsInside: string;
  readonly words: string;
}

interface Reading {
  /** The date; null if the name of the weekday contradicts it. */
  readonly date: LanguageDate | null;
  readonly hasWeekday: boolean;
  /** Number of letters in words that are not names in this language. */
  readonly strange: number;
}

/** Number of cells that are used to detect the language of a column. */
const SAMPLE = 30;

/**
 * Reads all dates of a column, without their times of day, in the language that fits best. A text is null if two languages fit
 * equally well and disagree about it.
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
    // In a language that Intl does not know, another word may look like the name of a month. A half of the day before the date
    // belongs to a time that is elsewhere.
    const inside = first === null ? null : meanings(first.wordsInside, "before");
    return isSure && inside?.every(({ isFiller, hours }) => isFiller || hours === 0) ? first : null;
  });
}

function plainDate(text: string): string {
  return (
    plainDigits(text)
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
  for (const names of allNames()) {
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
  let rest = text;
  const take = (list: readonly (readonly [string, number])[]): number | null => {
    for (const [name, value] of list) {
      const at = placeOfWord(rest, name);
      if (at < 0) continue;
      rest = `${rest.slice(0, at)} ${rest.slice(at + name.length)}`;
      return value;
    }
    return null;
  };
  const weekday = take(names.weekdays);
  const month = take(names.months);
  const numbers = rest.match(/\d+/g) ?? [];
  const year = numbers.find((one) => /^2\d{3}$/.test(one));
  const day = numbers.find((one) => /^\d{1,2}$/.test(one));
  if (month === null || year === undefined || day === undefined || numbers.length !== 2) return null;
  const written = realDate(Number(year), month, Number(day));
  if (written === null) return null;
  const date = new Date(Date.UTC(written.year, month - 1, written.day));
  const isContradicted = weekday !== null && date.getUTCDay() !== weekday;
  const strange = rest.match(/\p{L}/gu)?.length ?? 0;
  const words = rest.slice(rest.split("").findLastIndex((sign) => /\d/.test(sign)) + 1);
  const wordsInside = rest.slice(0, rest.length - words.length).replace(/\d+/g, " ");
  return {
    date: isContradicted ? null : { ...written, wordsInside, words },
    hasWeekday: weekday !== null,
    strange,
  };
}

/** Difference between a year of the Thai calendar and the same year of the common calendar, since 1941. */
const THAI_YEARS = 543;

/**
 * Returns a date with the year of the common calendar; null if there is no such day. Years after 2050 are refused, because years of
 * the Nepali calendar follow them today.
 */
export function realDate(
  written: number,
  month: number,
  day: number,
): Pick<LanguageDate, "year" | "month" | "day"> | null {
  const year = written >= 2000 + THAI_YEARS ? written - THAI_YEARS : written;
  if (year < 2000 || year > 2050) return null;
  const date = new Date(Date.UTC(year, month - 1, day));
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day ? { year, month, day } : null;
}

/** Returns the position of a name in a text, as a separate word; in scripts without spaces, anywhere. -1 if it does not occur. */
function placeOfWord(text: string, name: string): number {
  const isUnspaced = /[\p{sc=Han}\p{sc=Hangul}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]/u.test(name);
  for (let at = text.indexOf(name); at >= 0; at = text.indexOf(name, at + 1)) {
    const [before, behind] = [text[at - 1] ?? " ", text[at + name.length] ?? " "];
    // Behind a number, the short names of Sunday and Monday in Japanese and Korean mean the day and the month.
    const isCut =
      (/\d$/.test(name) && /\d/.test(behind)) || (/^[\d日일月월]/.test(name) && /\d/.test(before));
    if (!isCut && (isUnspaced || !(/[\p{L}\p{M}]/u.test(before) || /[\p{L}\p{M}]/u.test(behind)))) return at;
  }
  return -1;
}

/** Meaning of a word beside a time of day. */
interface ClockWord {
  /** True if some language writes it beside the time without a meaning, such as "at" or "h". */
  readonly isFiller: boolean;
  /** Hours from 0 to 23 at which some language writes the word, as bits; 0 for a filler. */
  readonly hours: number;
}

type Side = "before" | "after";
type ClockWords = Readonly<Record<Side, ReadonlyMap<string, ClockWord>>>;

const BEFORE_NOON: ClockWord = { isFiller: false, hours: 0x000fff };
const AFTER_NOON: ClockWord = { isFiller: false, hours: 0xfff000 };
const FILLER: ClockWord = { isFiller: true, hours: 0 };

/** Halves of the day that platforms write and some versions of Intl do not know, or only for a part of their hours. */
const HALVES = [
  ["오전", BEFORE_NOON],
  ["오후", AFTER_NOON],
  ["vorm", BEFORE_NOON],
  ["nachm", AFTER_NOON],
] as const;
/** Words that are read without Intl: those of most lists, and some that Intl does not write. */
const USUAL_WORDS: ClockWords = {
  before: new Map([...HALVES, ...["t", "at", "saat", "godz"].map((word) => [word, FILLER] as const)]),
  after: new Map([
    ...HALVES,
    ["am", BEFORE_NOON],
    ["pm", AFTER_NOON],
    // In German, "12:00 Uhr am 24.11." is noon on that day.
    ["uhram", FILLER],
    ...["h", "hs", "hrs", "uhr", "uur"].map((word) => [word, FILLER] as const),
  ]),
};

/**
 * Words between a time of day and a date behind it, such as "10h00 du 30/11/2026". In other places some of them are short names of
 * halves of the day. In German, "12:00 am 24.11." is noon.
 */
const WORDS_BEFORE_DATE: ReadonlyMap<string, ClockWord> = new Map([
  ...USUAL_WORDS.after,
  ...["on", "of", "le", "du", "de", "del", "el", "da", "do", "den", "der", "op"].map(
    (word) => [word, FILLER] as const,
  ),
  ["am", { ...BEFORE_NOON, isFiller: true }],
]);

/**
 * Returns the hour of the day (0 to 23) that a text with words before and after its hour means, such as 13 for "下午1:15". Returns null
 * if there is no such hour, if a word is unknown, or if languages disagree about it.
 */
export function hourOfDay(
  hour: number,
  {
    before,
    after,
    isBeforeDate,
  }: { readonly before: string; readonly after: string; readonly isBeforeDate: boolean },
): number | null {
  const behind = isBeforeDate ? meaningsIn(plainDate(after), WORDS_BEFORE_DATE) : meanings(after, "after");
  const words = [...(meanings(before, "before") ?? [null]), ...(behind ?? [null])];
  if (words.includes(null)) return null;
  const halves = words.filter((word) => word !== null).filter(({ hours }) => hours !== 0);
  const all = Array.from({ length: 24 }, (_, one) => one);
  const possible = all.filter((one) =>
    halves.length === 0
      ? one === hour
      : halves.every(
          ({ isFiller, hours }) =>
            (isFiller && one === hour) ||
            (((hours >> one) & 1) === 1 && (hour > 12 ? one === hour : one % 12 === hour % 12)),
        ),
  );
  return possible.length === 1 ? possible[0] : null;
}

/** Returns the meanings of all words; null if one is unknown. */
function meanings(text: string, side: Side): readonly ClockWord[] | null {
  const plain = plainDate(text);
  if (lettersOf(plain) === "") return [];
  return meaningsIn(plain, USUAL_WORDS[side]) ?? meaningsIn(plain, allClockWords()[side]);
}

function meaningsIn(text: string, known: ReadonlyMap<string, ClockWord>): readonly ClockWord[] | null {
  const whole = known.get(lettersOf(text));
  if (whole !== undefined) return [whole];
  const words = wordsIn(text).map((word) => known.get(word));
  return words.includes(undefined) ? null : words.filter((word) => word !== undefined);
}

function lettersOf(text: string): string {
  return text.replace(/[^\p{L}\p{M}]/gu, "");
}

function wordsIn(text: string): string[] {
  return text
    .split(/[\s,،、/()日일]+/u)
    .map(lettersOf)
    .filter((word) => word !== "");
}

/** Returns all two-letter languages that this JavaScript engine knows. */
function allLanguages(): readonly string[] {
  const letters = [..."abcdefghijklmnopqrstuvwxyz"];
  const codes = letters.flatMap((a) => letters.map((b) => a + b));
  return [...new Set(Intl.DateTimeFormat.supportedLocalesOf(codes)), "fil", "pt-PT", "zh-TW"];
}

function formatIn(language: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat(`${language}-u-ca-gregory-nu-latn`, { timeZone: "UTC", ...options });
}

let clockWords: ClockWords | null = null;

/** Returns the words beside a time of day in all languages. */
function allClockWords(): ClockWords {
  if (clockWords !== null) return clockWords;
  const found = { before: new Map(USUAL_WORDS.before), after: new Map(USUAL_WORDS.after) };
  const note = (side: Side, word: string, isFiller: boolean, hours: number) => {
    const known = found[side].get(word);
    found[side].set(word, {
      isFiller: isFiller || known?.isFiller === true,
      hours: hours | (known?.hours ?? 0),
    });
  };
  for (const language of allLanguages()) {
    for (const [format, ms, hour] of clocksIn(language)) {
      const parts = format.formatToParts(ms);
      const at = parts.findIndex(({ type }) => type === "hour");
      for (const [i, { type, value }] of parts.entries()) {
        const plain = plainDate(value);
        if (lettersOf(plain) === "") continue;
        const side = i < at ? "before" : "after";
        // Forms of Google write "1:15 午後", and Japanese texts "午後1:15".
        if (type === "dayPeriod" && hour !== null)
          for (const either of ["before", "after"] as const) note(either, lettersOf(plain), false, 1 << hour);
        if (type !== "literal") continue;
        for (const word of [lettersOf(plain), ...wordsIn(plain)]) note(side, word, true, 0);
      }
    }
  }
  // In Spanish, "12:00 m." is noon. Some languages write it for the whole morning.
  for (const side of ["before", "after"] as const) found[side].delete("m");
  clockWords = found;
  return clockWords;
}

/** Returns formats with times to write in them, and the hours of these if their names of parts of the day are to be learned. */
function clocksIn(language: string): (readonly [Intl.DateTimeFormat, ms: number, hour: number | null])[] {
  const day = Date.UTC(2025, 2, 3, 0, 20);
  const hours = Array.from({ length: 24 }, (_, hour) => hour);
  // AM and PM, and the parts of the day, which some languages write instead.
  const named = ([undefined, "short"] as const).map((dayPeriod) =>
    formatIn(language, { hour: "numeric", minute: "2-digit", hour12: true, dayPeriod }),
  );
  const styles = ["full", "long", "medium", "short"] as const;
  const whole = styles.flatMap((dateStyle) =>
    (["long", "short"] as const).flatMap((timeStyle) =>
      (["h12", "h23"] as const).map((hourCycle) => formatIn(language, { dateStyle, timeStyle, hourCycle })),
    ),
  );
  return [
    ...named.flatMap((format) => hours.map((hour) => [format, day + hour * 3_600_000, hour] as const)),
    ...whole.map((format) => [format, day, null] as const),
  ];
}

let namesByLanguage: readonly DateNames[] | null = null;

function allNames(): readonly DateNames[] {
  namesByLanguage ??= allLanguages().map(namesOf);
  return namesByLanguage;
}

function namesOf(language: string): DateNames {
  const collect = (
    type: Intl.DateTimeFormatPartTypes,
    formats: readonly Intl.DateTimeFormatOptions[],
    moments: readonly (readonly [ms: number, value: number])[],
  ) => {
    const found = new Map<string, number>();
    for (const options of formats) {
      const format = formatIn(language, options);
      for (const [ms, value] of moments) {
        const parts = format.formatToParts(ms);
        const at = parts.findIndex((part) => part.type === type);
        const [before = "", text = "", behind = ""] = [at - 1, at, at + 1].map((i) => parts[i]?.value);
        // Hebrew writes a letter before the name of a month. Japanese months are a number and a letter behind it.
        const whole = `${before.split(/\P{L}/u).at(-1)}${text}${/^\p{L}*/u.exec(behind)?.[0]}`;
        for (const name of [text, whole].map((one) => plainDate(one).replace(/\.$/, "")))
          if (/\p{L}/u.test(name)) found.set(name, value);
      }
    }
    return [...found].sort(([a], [b]) => b.length - a.length);
  };
  const months = Array.from({ length: 12 }, (_, i) => [Date.UTC(2025, i, 3), i + 1] as const);
  const days = Array.from({ length: 7 }, (_, i) => [Date.UTC(2025, 2, 2 + i), i] as const);
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
  };
}

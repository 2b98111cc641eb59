/**
 * Reads submission times as learning platforms and web forms write them, and compares them with a deadline. An ambiguous time is
 * not used, because a wrong month would cost a student points.
 */

import { hourOfDay, languageDates, realDate } from "./language-dates.ts";
import { plainDigits } from "./table-numbers.ts";

/** A time in ms since 1970. If `zoneMs` is null, it is taken as a time in the deadline's zone. */
interface Moment {
  readonly localMs: number;
  /** Difference from UTC that the text states (ms); null if it states none. */
  readonly zoneMs: number | null;
  /** False for a date without a time of day. */
  readonly hasClock: boolean;
}

export interface Deadline {
  readonly text: string;
  readonly ms: number;
  /** Difference of the deadline's time zone from UTC (ms). Times of a list that state no zone are taken as in this zone. */
  readonly zoneMs: number;
}

/** Rules for late hand-ins: no effect, or no points. Deductions per day are not offered, because platforms have them. */
export const LATE_RULES = ["none", "refuse"] as const;
export type LateRule = (typeof LATE_RULES)[number];

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const MONTHS = "january february march april may june july august september october november december".split(
  " ",
);
const WEEKDAYS = "sunday monday tuesday wednesday thursday friday saturday".split(" ");

/** Matches "2026-11-24", "2026. 11. 24."; then words. */
const YEAR_FIRST = /^(\d{4})([-/.]) ?(\d{1,2})\2 ?(\d{1,2})(?!\d)(\D*)$/;
/** Matches "24/11/2026", "11-24-26", "24. 11. 2026"; then words. */
const SHORT = /^(\d{1,2})([-/.]) ?(\d{1,2})\2 ?(\d{4}|\d{2})(?!\d)(\D*)$/;
/** Matches "tuesday, 24 november 2026", "24-nov-2026"; then words. */
const DAY_AND_NAME = /^(?:([a-z]+),? )?(\d{1,2})[ -]([a-z]{3,9})\.?,?[ -](\d{4})(?!\d)(\D*)$/;
/** Matches "nov 24, 2026", "tue nov 24 2026"; then words. */
const NAME_AND_DAY = /^(?:([a-z]+),? )?([a-z]{3,9})\.? (\d{1,2}),? (\d{4})(?!\d)(\D*)$/;

/** Forms of a time of day: "13:15:07.123", "13 h 15 min 7 s" or "13時15分", and "13.15.07" behind a space. */
const CLOCKS = [
  /(?<![\d:])(\d{1,2}):(\d{2})(?::(\d{2})(?:[.,]\d{1,9})?)?(?![\d:])/,
  /(?<!\d)(\d{1,2}) ?[hч時时點点시] ?(\d{1,2})(?: ?(?:min|分|분)\.?)?(?: ?(\d{1,2}) ?(?:s|秒|초))?(?![\d:])/,
  /(?<=[ ,])(\d{1,2})\.(\d{2})(?:\.(\d{2}))?(?![.:]?\d)/,
];

/** Matches an offset behind a time: "+01:00", "+0100", "gmt+1", "(utc−03:30)", and "+01" directly behind a time of day. */
const OFFSET =
  /(?:(?<=:\d\d(?:\.\d{1,9})?)([+-])(\d\d)()| ?\(?(?:gmt|utc|غرينتش|гринуич) ?([+-])(\d{1,2})(?:[:.]?(\d\d))?\)?| ?([+-])(\d\d):?(\d\d))$/;
/** Matches the name of a zone in brackets behind an offset: "gmt+0100 (mitteleuropäische normalzeit)". */
const NAME_BEHIND_OFFSET = /(?<=(?:gmt|utc|:\d\d) ?[+-]\d\d:?\d\d) ?\([^()]*\)$/;
const ZONE_NAME = /(?<!\p{L})\(?(\p{L}{1,5})\)?$/u;
/**
 * Names of zones with only one meaning, in hours from UTC. Names with several meanings make a time unknown: CST (America, China), IST
 * (India, Ireland, Israel), BST (Britain, Bangladesh), PST (America, the Philippines), MST (America, Malaysia), AST (Atlantic, Arabia).
 */
const ZONES: ReadonlyMap<string, number> = new Map(
  (
    [
      [-8, "hnp"],
      [-7, "hap hnr pdt"],
      [-6, "har hnc mdt"],
      [-5, "est hac hne"],
      [-4, "edt hae"],
      [0, "gmt utc wet wez z"],
      [1, "cet mez seč wat west wesz"],
      [2, "cat cest eet mesz oez sast selč"],
      [3, "eat eest msk oesz"],
      [5, "pkt"],
      [7, "wib"],
      [8, "awst hkt sgt wita"],
      [9, "jst kst"],
      [9.5, "acst"],
      [10, "aest"],
      [10.5, "acdt"],
      [11, "aedt"],
      [12, "nzst"],
      [13, "nzdt"],
    ] as const
  ).flatMap(([hours, names]) => names.split(" ").map((name) => [name, hours] as const)),
);
/** Smallest and largest offset of a zone (hours). */
const OFFSETS = { least: -12, most: 14 };
/** All zones west of UTC that are no whole number of hours from it (minutes): Newfoundland, also in summer, and the Marquesas. */
const PARTS_OF_HOURS_WEST: readonly number[] = [-150, -210, -570];

const LONGEST = 80;

/**
 * Returns the text in lower case, with single spaces and ASCII digits and minus signs. Empty if the text is longer than any time; this
 * limits the work of the patterns above, which need more than linear time.
 */
function plainTime(given: string): string {
  const text = given.trim();
  return text.length > LONGEST
    ? ""
    : plainDigits(text)
        .replace(/[\u200e\u200f\u061c\u2066-\u2069]/g, "")
        .replace(/\u2212/g, "-")
        .replace(/\s+/gu, " ")
        .normalize("NFC")
        .toLowerCase();
}

/** Returns whether a cell contains a date in any language: a year and a day with a time or a month, or a short date. */
export function looksLikeTime(given: string): boolean {
  const text = plainTime(given);
  if (text.length < 6) return false;
  if (/^\d{1,4}[-/.]\d{1,2}[-/.]\d{1,4}(?:\D|$)/.test(text)) return true;
  return /(?:^|\D)(?:1[34]|19|20|25)\d\d(?!\d)/.test(text) && /\d{1,2}[:.h]\d\d/.test(text);
}

/** The parts of a text with a time. */
interface WrittenTime {
  /** The date, with words between it and the time of day. */
  readonly date: string;
  readonly clock: {
    readonly hour: number;
    readonly minute: number;
    readonly second: number;
    /** Words directly behind the time, without the zone. */
    readonly after: string;
    /** True if the date is behind these words. */
    readonly isBeforeDate: boolean;
  } | null;
  /** Difference from UTC (ms); null if there is none. */
  readonly zoneMs: number | null;
}

function partsOf(given: string): WrittenTime {
  const text = plainTime(given).replace(NAME_BEHIND_OFFSET, "");
  const { rest, zoneMs } = withoutZone(text);
  for (const form of CLOCKS) {
    const found = form.exec(rest);
    if (found === null) continue;
    const [whole, hour, minute, second = "0"] = found;
    const before = rest.slice(0, found.index);
    const behind = rest.slice(found.index + whole.length);
    const number = behind.search(/\d/);
    const [after, dateBehind] = number < 0 ? [behind, ""] : [behind.slice(0, number), behind.slice(number)];
    // "13:15 24/11/2026" starts with the time, and some programs write "tue nov 24 13:15:07 2026".
    const isTimeFirst = !/[\d\p{L}]/u.test(before);
    const date = isTimeFirst ? dateBehind : before + dateBehind;
    return {
      date: date.trim(),
      clock: {
        ...{ hour: Number(hour), minute: Number(minute), second: Number(second), after },
        isBeforeDate: isTimeFirst,
      },
      zoneMs,
    };
  }
  return { date: rest.trim(), clock: null, zoneMs };
}

const UNKNOWN = { rest: "", zoneMs: null };

const hasClock = (text: string) => CLOCKS.some((form) => form.test(text));

/** Returns whether a text ends with two times, like "10:00-11:00". */
function isRange(text: string): boolean {
  const [, from, to] = /[ ,](\d{1,2}):\d\d-(\d\d):\d\d$/.exec(text) ?? [];
  return from !== undefined && Number(to) > Number(from);
}

/** Returns the text without the zone at its end. The text is empty if it is unknown whether it has a zone. */
function withoutZone(text: string): { readonly rest: string; readonly zoneMs: number | null } {
  const offset = OFFSET.exec(text);
  if (offset !== null) {
    const [sign, hours, minutes] = offset.slice(1).filter((part) => part !== undefined);
    const size = (sign === "-" ? -1 : 1) * (Number(hours) * 60 + Number(minutes || "0"));
    // "10:00-11:30" is no time with a zone.
    const isPart = size % 60 !== 0 && (size < 0 ? !PARTS_OF_HOURS_WEST.includes(size) : size % 15 !== 0);
    const isReal = !isPart && size >= OFFSETS.least * 60 && size <= OFFSETS.most * 60;
    const rest = text.slice(0, offset.index);
    // "24/11/2026-09:30" ends with a time of day, or with an offset.
    const isUndecided = sign === "-" && !/(?:gmt|utc|غرينتش|гринуич)/.test(offset[0]) && !hasClock(rest);
    if (isReal) return isUndecided || isRange(text) ? UNKNOWN : { rest, zoneMs: size * MINUTE_MS };
  }
  const name = ZONE_NAME.exec(text);
  const hours = ZONES.get(name?.[1] ?? "");
  if (name === null || hours === undefined) return { rest: text, zoneMs: null };
  return { rest: text.slice(0, name.index), zoneMs: hours * 60 * MINUTE_MS };
}

/** A real date, and the words behind it. */
interface WrittenDate {
  readonly year: number;
  readonly month: number;
  readonly day: number;
  readonly words: string;
}

/** Orders of day, month and year in short dates, as indices. */
const ORDERS = { dayFirst: [2, 1, 0], monthFirst: [2, 0, 1], yearFirst: [0, 1, 2] } as const;
type Order = keyof typeof ORDERS;

/** Returns the date; null if the text is no short date, or if it is not real in this order. */
function shortDate(text: string, order: Order): WrittenDate | null {
  const found = SHORT.exec(text);
  if (found === null) return null;
  const numbers = [found[1], found[3], found[4]];
  const [year, month, day] = ORDERS[order].map((at) => numbers[at]);
  if (numbers[2].length === 4 && year.length < 4) return null;
  const date = realDate(Number(year.padStart(4, "2000")), Number(month), Number(day));
  return date === null ? null : { ...date, words: found[5] };
}

/** Returns the sign between the numbers of a short date; null if the text is none. Each sign has its own order in a column. */
const signOf = (text: string) => SHORT.exec(text)?.[2] ?? null;
/** Returns the possible orders. In dates written with points, the month is always second. */
const ordersWith = (sign: string): readonly Order[] =>
  sign === "." ? ["dayFirst", "yearFirst"] : ["dayFirst", "monthFirst", "yearFirst"];

/** Longest time between the first and the last hand-in of one task. */
const YEAR_MS = 366 * DAY_MS;

/**
 * Returns the orders in which all short dates of a column that have this sign are real dates. Dates such as "26/11/24" may start with
 * the year. This is ruled out if it would spread the column over more than a year, and another order would not.
 */
function ordersIn(dates: readonly string[], sign: string): readonly Order[] {
  const orders = ordersWith(sign);
  const alike = dates
    .filter((text) => signOf(text) === sign)
    .map((text) => new Map(orders.map((order) => [order, shortDate(text, order)])))
    .filter((read) => orders.some((order) => read.get(order) !== null));
  const fitting = orders.filter((order) => alike.every((read) => read.get(order) !== null));
  const isWithinYear = (order: Order) => {
    const times = alike.map((read) => dayMs(read.get(order) ?? null));
    return (
      times.reduce((a, b) => Math.max(a, b), 0) - times.reduce((a, b) => Math.min(a, b), Infinity) <= YEAR_MS
    );
  };
  const isYearLast = !isWithinYear("yearFirst") && fitting.some(isWithinYear);
  return isYearLast ? fitting.filter((order) => order !== "yearFirst") : fitting;
}

function dayMs(date: WrittenDate | null): number {
  return date === null ? 0 : Date.UTC(date.year, date.month - 1, date.day);
}

/** Returns the date on which all these orders agree; null if they do not. */
function agreedDate(text: string, orders: readonly Order[]): WrittenDate | null {
  const dates = orders.map((order) => shortDate(text, order));
  return dates.every((one) => one !== null && dayMs(one) === dayMs(dates[0])) ? (dates[0] ?? null) : null;
}

/** Returns a date that is the same in every column; null if there is none. */
function plainDate(text: string): WrittenDate | null {
  const early = YEAR_FIRST.exec(text);
  if (early !== null) {
    const date = realDate(Number(early[1]), Number(early[3]), Number(early[4]));
    return date === null ? null : { ...date, words: early[5] };
  }
  const named = DAY_AND_NAME.exec(text);
  if (named !== null) return englishDate(named[1], named[4], named[3], named[2], named[5]);
  const american = NAME_AND_DAY.exec(text);
  return american === null
    ? null
    : englishDate(american[1], american[4], american[2], american[3], american[5]);
}

/** Returns a date with English names; null if they are not English, or if the weekday is another. */
function englishDate(
  weekday: string | undefined,
  year: string,
  monthName: string,
  day: string,
  words: string,
): WrittenDate | null {
  const date = realDate(Number(year), placeIn(MONTHS, monthName) + 1, Number(day));
  if (date === null) return null;
  const isOther =
    weekday !== undefined && placeIn(WEEKDAYS, weekday) !== new Date(dayMs({ ...date, words })).getUTCDay();
  return isOther ? null : { ...date, words };
}

/**
 * Returns the index of an English name, whole or abbreviated to three letters; -1 if it is none. In many other languages the names of
 * months start with the same letters.
 */
function placeIn(names: readonly string[], name: string): number {
  return names.findIndex(
    (one) => name === one || name === one.slice(0, 3) || (name === "sept" && one === "september"),
  );
}

/** Returns the times of a column; null for those that cannot be read or are ambiguous. */
function momentsOf(texts: readonly string[], saidDayFirst: boolean | null): (Moment | null)[] {
  const parts = texts.map(partsOf);
  const dates = parts.map(({ date }) => date);
  const said: Order | null = saidDayFirst === null ? null : saidDayFirst ? "dayFirst" : "monthFirst";
  const orders = new Map(
    ["-", "/", "."].map((sign) => {
      const isSaid = said !== null && sign !== ".";
      return [sign, isSaid ? [said] : ordersIn(dates, sign)] as const;
    }),
  );
  const read = dates.map((text) => {
    const sign = signOf(text);
    return sign === null ? plainDate(text) : agreedDate(text, orders.get(sign) ?? []);
  });
  const isNamed = dates.map((text, i) => read[i] === null && signOf(text) === null && /\p{L}/u.test(text));
  const named = languageDates(dates.filter((_, i) => isNamed[i]));
  let next = 0;
  return parts.map((part, i) => momentOf(isNamed[i] ? named[next++] : read[i], part));
}

function momentOf(date: WrittenDate | null, { clock, zoneMs }: WrittenTime): Moment | null {
  if (date === null) return null;
  if (clock === null)
    return /\p{L}/u.test(date.words) ? null : { localMs: dayMs(date), zoneMs, hasClock: false };
  const { minute, second, after, isBeforeDate } = clock;
  const words = { before: date.words, after, isBeforeDate };
  const hour = minute > 59 || second > 59 ? null : hourOfDay(clock.hour, words);
  if (hour === null) return null;
  return { localMs: dayMs(date) + ((hour * 60 + minute) * 60 + second) * 1000, zoneMs, hasClock: true };
}

/** Matches the end of a day, which is the same as the date alone. In a list, some programs write the start of the day like this. */
const END_OF_DAY = / 24[:.]00(?=$| )/;

/**
 * Reads a deadline such as "2026-11-30 23:59" or "30 Nov 2026 23.59", with a time zone ("+01:00", "UTC") or without. If it has no time
 * of day, the end of the day is meant. Throws an error with a message for the user.
 */
export function readDeadline(text: string): Deadline {
  const plain = plainTime(text);
  const isEnd = END_OF_DAY.test(plain);
  const [read] = momentsOf([plain.replace(END_OF_DAY, " 00:00")], null);
  if (read === null)
    throw new Error(
      `a deadline must be like "2026-11-30 23:59", or "2026-11-30 23:59 +01:00" with its time zone; got "${text.slice(0, 40)}"`,
    );
  const { localMs, hasClock } = read;
  const zoneMs = read.zoneMs ?? 0;
  return { text: text.trim(), zoneMs, ms: localMs - zoneMs + (hasClock && !isEnd ? 0 : DAY_MS - 1) };
}

/**
 * Returns the submission times in ms since 1970; null for those that cannot be read. Whether "3/5/2026" starts with the day is
 * found from the whole column, unless the teacher states it. Names of months and days may be in any language.
 */
export function timesOf(
  texts: readonly string[],
  zoneMs: number,
  saidDayFirst: boolean | null = null,
): (number | null)[] {
  const read = momentsOf(texts, saidDayFirst);
  return read.map((one) => (one === null ? null : one.localMs - (one.zoneMs ?? zoneMs)));
}

/** Returns how late a hand-in is, as text: "2 days 3 h", "5 min". */
export function lateWords(lateMs: number): string {
  const minutes = Math.max(1, Math.ceil(lateMs / MINUTE_MS));
  const [days, hours] = [Math.floor(minutes / 1440), Math.floor((minutes % 1440) / 60)];
  if (days > 0) return `${days} ${days === 1 ? "day" : "days"} ${hours} h`;
  return hours > 0 ? `${hours} h ${minutes % 60} min` : `${minutes} min`;
}

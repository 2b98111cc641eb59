/**
 * Reads submission times as learning platforms and web forms write them, and compares them with a deadline. An ambiguous time is
 * not used, because a wrong month would cost a student points.
 */

import { halfOfDay, hourOfDay, languageDates } from "./language-dates.ts";
import { plainDigits } from "./table-numbers.ts";

/** A time in ms since 1970. If `zoneMs` is null, it is taken as a time in the deadline's zone. */
interface Moment {
  readonly localMs: number;
  /** Difference from UTC that the text states (ms); null if it states none. */
  readonly zoneMs: number | null;
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

/** Matches a date of numbers: "2026-11-24", "2026. 11. 24.", "24/11/2026", "24.11.26". */
const YEAR_FIRST = /^(\d{4})[-/.] ?(\d{1,2})[-/.] ?(\d{1,2})(?!\d)\.?/;
const YEAR_LAST = /^(\d{1,2})[-/.] ?(\d{1,2})[-/.] ?(\d{4}|\d{2})(?!\d)\.?/;
/** Matches "Tuesday, 24 November 2026", "24 Nov 2026", "24-Nov-26". */
const DAY_AND_NAME = /^(?:[a-z]+,? )?(\d{1,2})[ -]([a-z]{3,9})\.?,?[ -](\d{4}|\d{2})(?!\d)/i;
/** Matches "Nov 24, 2026". */
const NAME_AND_DAY = /^(?:[a-z]+, )?([a-z]{3,9})\.? (\d{1,2}),? (\d{4})(?!\d)/i;

/** Matches "13:15:07.123", "13.15", "13 h 15 min 7 s". */
const CLOCK =
  /(\d{1,2})(?:[:.]| ?h ?)(\d{2})(?:(?:[:.]| ?min ?)(\d{2})(?:[.,]\d{1,9})?)?(?: ?(?:s|min)(?!\p{L}))?/u;
/** Matches a zone behind a time: "Z", "+01:00", "GMT+5:30", "UTC−3", "CET". */
const OFFSET = /(?:GMT|UTC)? ?([+\-−])(0?\d|1[0-4])(?:[:.]?(\d{2}))?$/i;
const ZONE_NAME = /(?<!\p{L})\p{L}{1,5}$/u;

/**
 * Names of zones that Intl writes in English, German, French, Czech and Indonesian, as hours from UTC. Some forms are downloaded with
 * them. "IST" is missing, because it is India's or Ireland's.
 */
const ZONES: Readonly<Record<string, number>> = {
  ...{ Z: 0, UTC: 0, GMT: 0, WET: 0, WEZ: 0, CET: 1, MEZ: 1, SEČ: 1, BST: 1, WEST: 1, WESZ: 1, WAT: 1 },
  ...{ CEST: 2, MESZ: 2, SELČ: 2, EET: 2, OEZ: 2, CAT: 2, SAST: 2, EEST: 3, OESZ: 3, EAT: 3, MSK: 3, GST: 4 },
  ...{ WIB: 7, AWST: 8, WITA: 8, MYT: 8, SGT: 8, JST: 9, KST: 9, WIT: 9, ACST: 9.5, AEST: 10, ACDT: 10.5 },
  ...{ AEDT: 11, NZST: 12, NZDT: 13, NDT: -2.5, HAT: -2.5, ADT: -3, HAA: -3, ART: -3, BRT: -3, NST: -3.5 },
  ...{ HNT: -3.5, AST: -4, HNA: -4, EDT: -4, HAE: -4, EST: -5, HNE: -5, CDT: -5, HAC: -5, CST: -6, HNC: -6 },
  ...{ MDT: -6, HAR: -6, MST: -7, HNR: -7, PDT: -7, HAP: -7, PST: -8, HNP: -8, AKDT: -8, AKST: -9, HST: -10 },
};

const LONGEST = 80;
/** Matches "13:15 24/11/2026". */
const TIME_FIRST = /^(\d{1,2}:\d{2}(?::\d{2})?),? (\d{1,4}[-/.]\d{1,2}[-/.]\d{1,4})$/;

/**
 * Returns the text with single spaces and ASCII digits. Empty if the text is longer than any time; this limits the work of the
 * patterns above, which need more than linear time.
 */
function plainTime(given: string): string {
  const text = given.trim();
  return text.length > LONGEST
    ? ""
    : plainDigits(text)
        .replace(/[\u200e\u200f\u061c]/g, "")
        .replace(/\s+/gu, " ")
        .replace(TIME_FIRST, "$2 $1");
}

/** Returns whether a cell contains a date in any language: a year and a day with a time or a month, or a short date. */
export function looksLikeTime(given: string): boolean {
  const text = plainTime(given);
  if (text.length < 6) return false;
  if (/^\d{1,4}[-/.] ?\d{1,2}[-/.] ?\d{1,4}(?:\D|$)/.test(text)) return true;
  if (/^\d{1,2}[ -]\p{L}{3,12}\.?[ -]\d{2} \d/u.test(text)) return true;
  return /(?:^|\D)(?:1[34]|19|20|25)\d\d(?!\d)/.test(text) && /\d{1,2}(?:[:.]| ?h ?)\d\d/.test(text);
}

/** Matches "3.5.2026". In dates written with points, the day always comes first. */
const POINTED = /^\d{1,2}\. ?\d{1,2}\./;

/** A date, and the text behind it. */
interface WrittenDate {
  readonly year: string;
  readonly month: number;
  readonly day: string;
  readonly rest: string;
}

/** Matches a short date that may start with the year: "26/11/24 (13:05)". */
const SHORT_YEAR_FIRST = /^(\d{2})[-/.] ?(\d{1,2})[-/.] ?(\d{1,2})(?!\d)\.?/;

function dateIn(text: string, dayFirst: boolean | null): WrittenDate | null {
  const of = (found: RegExpExecArray, year: number, month: number, day: number) => ({
    ...{ year: found[year], month, day: found[day], rest: text.slice(found[0].length) },
  });
  const early = YEAR_FIRST.exec(text);
  if (early !== null) return of(early, 1, Number(early[2]), 3);
  const named = DAY_AND_NAME.exec(text);
  if (named !== null) return of(named, 3, monthOf(named[2]), 1);
  const american = NAME_AND_DAY.exec(text);
  if (american !== null) return of(american, 3, monthOf(american[1]), 2);
  const short = YEAR_LAST.exec(text);
  const isDayFirst = POINTED.test(text) || dayFirst;
  if (short === null || isDayFirst === null) return null;
  return isDayFirst ? of(short, 3, Number(short[2]), 1) : of(short, 3, Number(short[1]), 2);
}

/** How the dates of a column are written; null if this is unknown. */
interface DateOrder {
  /** True if the day comes before the month in "3/5/2026". */
  readonly dayFirst: boolean | null;
  /** True if "26/11/24" starts with the year. */
  readonly isYearFirst: boolean;
}

const UNKNOWN_ORDER: DateOrder = { dayFirst: null, isYearFirst: false };

/** Returns the time; null if the text is not a time or is ambiguous. */
function momentOf(given: string, { dayFirst, isYearFirst }: DateOrder): Moment | null {
  const text = plainTime(given);
  return momentAt((isYearFirst ? shortDateIn(text) : null) ?? dateIn(text, dayFirst));
}

function shortDateIn(text: string): WrittenDate | null {
  const found = SHORT_YEAR_FIRST.exec(text);
  if (found === null) return null;
  const [whole, year, month, day] = found;
  return { year, month: Number(month), day, rest: text.slice(whole.length) };
}

/**
 * Returns whether dates such as "26/11/24" start with the year: most of them are then nearer to the deadline than with the year at
 * their end.
 */
function isYearFirstIn(texts: readonly string[], dayFirst: boolean | null, deadlineMs: number): boolean {
  let [first, last] = [0, 0];
  for (const text of texts.map(plainTime)) {
    const away = [shortDateIn(text), dateIn(text, dayFirst)].map((date) => {
      const localMs = momentAt(date)?.localMs;
      return localMs === undefined ? Number.POSITIVE_INFINITY : Math.abs(localMs - deadlineMs);
    });
    if (away[0] < away[1]) first++;
    else if (away[1] < away[0]) last++;
  }
  return first > last;
}

function momentAt(date: WrittenDate | null): Moment | null {
  if (date === null) return null;
  const { rest, zoneMs } = withoutZone(date.rest);
  const clock = CLOCK.exec(rest);
  const words = clock === null ? rest : rest.replace(clock[0], " ");
  if (/\d/.test(words)) return null;
  const half = /\p{L}/u.test(words) ? halfOfDay(words) : "none";
  if (half === null || (clock === null && half !== "none")) return null;
  const [hour, minute, second] = [clock?.[1], clock?.[2], clock?.[3]].map((one) => Number(one ?? 0));
  const localMs = momentMs(date, hourOfDay(hour, half), minute, second);
  return localMs === null ? null : { localMs, zoneMs };
}

/** Returns the text without a zone at its end. `zoneMs` is null if it states none. */
function withoutZone(given: string): { readonly rest: string; readonly zoneMs: number | null } {
  const text = given.replace(/[ .)]+$/, "");
  const name = ZONE_NAME.exec(text)?.[0] ?? "";
  const named = ZONES[name.toUpperCase()];
  if (named !== undefined && text.length > name.length)
    return { rest: text.slice(0, -name.length), zoneMs: named * 60 * MINUTE_MS };
  const offset = OFFSET.exec(text);
  // "24-nov-12" ends with a year.
  if (offset === null || !CLOCK.test(text.slice(0, -offset[0].length))) return { rest: given, zoneMs: null };
  const [whole, sign, hours, minutes = "0"] = offset;
  const zoneMs = (sign === "+" ? 1 : -1) * (Number(hours) * 60 + Number(minutes)) * MINUTE_MS;
  return { rest: text.slice(0, -whole.length), zoneMs };
}

/**
 * Returns the number of a month from its English name, whole or abbreviated to three letters. In many other languages the names
 * start with the same letters.
 */
function monthOf(name: string): number {
  const plain = name.toLowerCase();
  return (
    MONTHS.findIndex(
      (month) =>
        plain === month || plain === month.slice(0, 3) || (plain === "sept" && month === "september"),
    ) + 1
  );
}

/** Difference between a year of the Thai calendar and the same year of the common calendar, since 1941. */
const THAI_YEARS = 543;

/** Returns the time in ms since 1970; null if there is no such day or time. */
function momentMs(
  { year: written, month, day }: WrittenDate,
  hour: number,
  minute: number,
  second: number,
): number | null {
  const short = Number(written) < 50 ? 2000 : 2500;
  const year = Number(written) + (written.length === 2 ? short : 0);
  const common = year >= 2500 && year < 2600 ? year - THAI_YEARS : year;
  const localMs = Date.UTC(common, month - 1, Number(day), hour, minute, second);
  const back = new Date(localMs);
  const isReal = back.getUTCMonth() === month - 1 && back.getUTCDate() === Number(day);
  return isReal && common >= 1970 && common < 2100 && hour < 24 && minute < 60 && second < 60
    ? localMs
    : null;
}

/**
 * Reads a deadline such as "2026-11-30 23:59", with a time zone ("+01:00", "UTC") or without. If it has no time of day, the end
 * of the day is meant. Throws an error with a message for the user.
 */
export function readDeadline(text: string): Deadline {
  const read = YEAR_FIRST.test(plainTime(text)) ? momentOf(text, UNKNOWN_ORDER) : null;
  if (read === null)
    throw new Error(
      `a deadline must be like "2026-11-30 23:59", or "2026-11-30 23:59 +01:00" with its time zone; got "${text.slice(0, 40)}"`,
    );
  const isDay = !text.includes(":");
  const zoneMs = read.zoneMs ?? 0;
  return { text: text.trim(), zoneMs, ms: read.localMs - zoneMs + (isDay ? DAY_MS - 1 : 0) };
}

/**
 * Returns the submission times in ms since 1970; null for those that cannot be read. Whether "3/5/2026" starts with the day is
 * found from the whole column, unless the teacher states it. Names of months and days may be in any language.
 */
export function timesOf(
  texts: readonly string[],
  zoneMs: number,
  saidDayFirst: boolean | null = null,
  deadlineMs: number | null = null,
): (number | null)[] {
  const dayFirst = saidDayFirst ?? dayFirstIn(texts);
  const isYearFirst = deadlineMs !== null && isYearFirstIn(texts, dayFirst, deadlineMs);
  const read = texts.map((text) => momentOf(text, { dayFirst, isYearFirst }));
  const isNamed = (text: string, i: number) => read[i] === null && looksLikeTime(text);
  const named = texts.filter(isNamed);
  const dates =
    named.length === 0 ? [] : languageDates(named.map((text) => withoutZone(plainTime(text)).rest));
  let next = 0;
  return texts.map((text, i) => {
    if (!isNamed(text, i)) return read[i] === null ? null : read[i].localMs - (read[i].zoneMs ?? zoneMs);
    const date = dates[next++];
    if (date === null) return null;
    const { year, month, day, hour, minute, second } = date;
    return (
      Date.UTC(year, month - 1, day, hour, minute, second) - (withoutZone(plainTime(text)).zoneMs ?? zoneMs)
    );
  });
}

/** Returns whether the day comes before the month in dates such as 3/5/2026; null if the column does not show it. */
function dayFirstIn(texts: readonly string[]): boolean | null {
  const shorts = texts.flatMap((text) => {
    const short = YEAR_LAST.exec(plainTime(text));
    return short === null ? [] : [[Number(short[1]), Number(short[2])] as const];
  });
  const saysDayFirst = shorts.some(([first]) => first > 12);
  const saysMonthFirst = shorts.some(([, second]) => second > 12);
  return saysDayFirst === saysMonthFirst ? null : saysDayFirst;
}

/** Returns how late a hand-in is, as text: "2 days 3 h", "5 min". */
export function lateWords(lateMs: number): string {
  const minutes = Math.max(1, Math.ceil(lateMs / MINUTE_MS));
  const [days, hours] = [Math.floor(minutes / 1440), Math.floor((minutes % 1440) / 60)];
  if (days > 0) return `${days} ${days === 1 ? "day" : "days"} ${hours} h`;
  return hours > 0 ? `${hours} h ${minutes % 60} min` : `${minutes} min`;
}

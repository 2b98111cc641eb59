/**
 * Reads submission times as learning platforms and web forms write them, and compares them with a deadline. An ambiguous time is
 * not used, because a wrong month would cost a student points.
 */

import { languageDates } from "./language-dates.ts";
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

const CLOCK = String.raw`(?:[T,]?\s*(?:at\s+)?(\d{1,2}):(\d{2})(?::(\d{2})(?:\.\d+)?)?(?:\s*([ap])\.?m\.?)?)?`;
const ZONE = String.raw`\s*(Z|UTC|GMT|[+-]\d{2}:?\d{2})?`;
const YEAR_FIRST = new RegExp(`^(\\d{4})[-/.](\\d{1,2})[-/.](\\d{1,2})${CLOCK}${ZONE}$`, "i");
const SHORT = new RegExp(`^(\\d{1,2})[-/.](\\d{1,2})[-/.](\\d{4}|\\d{2})${CLOCK}${ZONE}$`, "i");
/** Matches "Tuesday, 24 November 2026, 1:15 PM", "24 Nov 2026 13:15". */
const DAY_AND_NAME = new RegExp(
  `^(?:[a-z]+,?\\s+)?(\\d{1,2})\\s+([a-z]{3,9})\\.?,?\\s+(\\d{4})${CLOCK}${ZONE}$`,
  "i",
);
/** Matches "Nov 24, 2026 at 1:15 PM". */
const NAME_AND_DAY = new RegExp(
  `^(?:[a-z]+,\\s+)?([a-z]{3,9})\\.?\\s+(\\d{1,2}),?\\s+(\\d{4})${CLOCK}${ZONE}$`,
  "i",
);

const LONGEST = 80;

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
        .replace(/\s+/gu, " ");
}

/** Returns whether a cell contains a date in any language: a year and a day with a time or a month, or a short date. */
export function looksLikeTime(given: string): boolean {
  const text = plainTime(given);
  if (text.length < 6) return false;
  if (/^\d{1,4}[-/.]\d{1,2}[-/.]\d{1,4}(?:\D|$)/.test(text)) return true;
  return /(?:^|\D)(?:1[34]|19|20|25)\d\d(?!\d)/.test(text) && /\d{1,2}[:.h]\d\d/.test(text);
}

/** Matches "3.5.2026". In dates written with points, the day always comes first. */
const POINTED = /^\d{1,2}\.\d{1,2}\./;

/**
 * Returns the time; null if the text is not a time or is ambiguous. `dayFirst` says whether the column writes the day first in
 * "3/5/2026"; null if this is unknown.
 */
function momentOf(given: string, dayFirst: boolean | null): Moment | null {
  const text = plainTime(given);
  const early = YEAR_FIRST.exec(text);
  if (early !== null) return moment(early[1], Number(early[2]), early[3], early.slice(4));
  const named = DAY_AND_NAME.exec(text);
  if (named !== null) return moment(named[3], monthOf(named[2]), named[1], named.slice(4));
  const american = NAME_AND_DAY.exec(text);
  if (american !== null) return moment(american[3], monthOf(american[1]), american[2], american.slice(4));
  const short = SHORT.exec(text);
  const isDayFirst = POINTED.test(text) || dayFirst;
  if (short === null || isDayFirst === null) return null;
  const [day, month] = isDayFirst ? [short[1], short[2]] : [short[2], short[1]];
  const year = short[3].length === 2 ? `20${short[3]}` : short[3];
  return moment(year, Number(month), day, short.slice(4));
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

function moment(
  year: string,
  month: number,
  day: string,
  [hours = "0", minutes = "0", seconds = "0", half, zone]: readonly (string | undefined)[],
): Moment | null {
  const isHalf = half !== undefined;
  const hour = isHalf ? (Number(hours) % 12) + (half.toLowerCase() === "p" ? 12 : 0) : Number(hours);
  const localMs = Date.UTC(
    Number(year),
    month - 1,
    Number(day),
    hour,
    Number(minutes ?? "0"),
    Number(seconds ?? "0"),
  );
  const back = new Date(localMs);
  // Reads "2026-11-30 23:59", with a time zone ("+01:00", "UTC") or without. Without a time of day, returns the end
  // of that day. Throws an error with a message for the user.
  const isReal = back.getUTCMonth() === month - 1 && back.getUTCDate() === Number(day) && hour < 24;
  return isReal && Number(minutes) < 60 ? { localMs, zoneMs: zoneOf(zone) } : null;
}

function zoneOf(zone: string | undefined): number | null {
  if (zone === undefined) return null;
  const [, sign, hours, minutes] = /^([+-])(\d{2}):?(\d{2})$/.exec(zone) ?? [];
  if (sign === undefined) return 0;
  return (sign === "-" ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * MINUTE_MS;
}

/**
 * Reads a deadline such as "2026-11-30 23:59", with a time zone ("+01:00", "UTC") or without. If it has no time of day, the end
 * of the day is meant. Throws an error with a message for the user.
 */
export function readDeadline(text: string): Deadline {
  const read = YEAR_FIRST.test(plainTime(text)) ? momentOf(text, null) : null;
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
): (number | null)[] {
  const dayFirst = saidDayFirst ?? dayFirstIn(texts);
  const read = texts.map((text) => momentOf(text, dayFirst));
  const isNamed = (text: string, i: number) => read[i] === null && looksLikeTime(text);
  const named = texts.filter(isNamed);
  const dates =
    named.length === 0 ? [] : languageDates(named.map((text) => text.trim().replace(ZONE_AT_END, "")));
  let next = 0;
  return texts.map((text, i) => {
    if (!isNamed(text, i)) return read[i] === null ? null : read[i].localMs - (read[i].zoneMs ?? zoneMs);
    const date = dates[next++];
    if (date === null) return null;
    const { year, month, day, hour, minute, second } = date;
    return Date.UTC(year, month - 1, day, hour, minute, second) - (zoneAtEnd(text) ?? zoneMs);
  });
}

const ZONE_AT_END = /\s(Z|UTC|GMT|[+-]\d{2}:?\d{2})$/;

function zoneAtEnd(text: string): number | null {
  return zoneOf(ZONE_AT_END.exec(text.trim())?.[1]);
}

/** Returns whether the day comes before the month in dates such as 3/5/2026; null if the column does not show it. */
function dayFirstIn(texts: readonly string[]): boolean | null {
  const shorts = texts.flatMap((text) => {
    const short = SHORT.exec(plainTime(text));
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

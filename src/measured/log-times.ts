/** Reads times in logs and converts them to s: seconds since 1970, ISO 8601, times of day, and the formats of `ts` and `date`. */

/** The time at the start of a line, and the text after it. */
export interface TimedText {
  /** Time (s); null if the line does not start with a time. */
  readonly timeS: number | null;
  /** Text of the line after the time. */
  readonly rest: string;
  /** True if the time is a time of day without a date. It starts again at 0 at midnight. */
  readonly isOfDay: boolean;
}

const DAY_S = 86_400;

const ISO =
  /^\[?(\d{4})-(\d\d)-(\d\d)[T ](\d\d):(\d\d):(\d\d(?:[.,]\d{1,9})?)\s*(Z|UTC|[+-]\d\d:?\d\d)?\]?(?=[\s:,]|$)/;
/** Matches the formats of `date` and `ts`, with or without the day. */
const OF_DAY =
  /^(?:(?:[A-Z][a-z]{2} )?[A-Z][a-z]{2} +\d{1,2} |[A-Z][a-z]{2} \d{1,2} [A-Z][a-z]{2} \d{4} )?(\d\d?):(\d\d):(\d\d(?:[.,]\d{1,9})?)(?: ([AP]M))?(?: [A-Z]{2,5})?(?: \d{4})?(?=\s|$)/;
/** Matches a time in seconds: with a fraction, or with a number of digits that only seconds, ms, µs or ns since 1970 have. */
const SECONDS = /^\[?(\d{1,10}[.,]\d{1,9}|\d{9,10}|\d{12,13}|\d{15,16}|\d{18,19})\]?:?(?=\s|$)/;
const MARK = /^#?\s*(?:(?:time|timestamp|t)\s*[:=]\s*)?/i;

/** Reads the time at the start of a line. */
export function timeAtStart(line: string): TimedText {
  const mark = MARK.exec(line)?.[0] ?? "";
  const text = line.slice(mark.length);
  const behind = (length: number) => text.slice(length);
  const seconds = SECONDS.exec(text);
  if (seconds !== null)
    return {
      timeS: inSeconds(Number(seconds[1].replace(",", "."))),
      rest: behind(seconds[0].length),
      isOfDay: false,
    };
  const iso = ISO.exec(text);
  if (iso !== null) return { timeS: isoSeconds(iso), rest: behind(iso[0].length), isOfDay: false };
  const ofDay = OF_DAY.exec(text);
  if (ofDay !== null) {
    const [whole, hours, minutes, secondsText, half] = ofDay;
    const hour = half === undefined ? Number(hours) : (Number(hours) % 12) + (half === "PM" ? 12 : 0);
    const timeS = hour * 3600 + Number(minutes) * 60 + Number(secondsText.replace(",", "."));
    return { timeS, rest: behind(whole.length), isOfDay: true };
  }
  return { timeS: null, rest: line, isOfDay: false };
}

/** Matches a time of day anywhere in a line. It is used for lines that contain only a date, as `date` writes it in many languages. */
const CLOCK = /(?:^|[\s,(T])(\d{1,2}):(\d\d):(\d\d(?:[.,]\d{1,9})?)(?=$|[\s,)Z+-])/;
/** Matches a time of day with dots, as in Finnish. The year before it shows that it is not a date. */
const DOTTED_CLOCK = /\b\d{4} (?:klo )?(\d{1,2})\.(\d\d)\.(\d\d)(?=$|\s)/;
const HALF_OF_DAY = /(?:^|[\s\d])([AaPp])\.? ?[Mm]\b/;
const MOST_DATE_LETTERS = 90;

/** Returns the time of day in a line that contains only a date (s), in any language; null if there is none. */
export function clockIn(line: string): number | null {
  if (line.length > MOST_DATE_LETTERS) return null;
  const found = CLOCK.exec(line) ?? DOTTED_CLOCK.exec(line);
  if (found === null) return null;
  const half = HALF_OF_DAY.exec(line)?.[1].toUpperCase();
  const [hours, minutes, seconds] = [Number(found[1]), Number(found[2]), Number(found[3].replace(",", "."))];
  const hour = half === undefined ? hours : (hours % 12) + (half === "P" ? 12 : 0);
  return hour < 24 && minutes < 60 && seconds <= 60 ? hour * 3600 + minutes * 60 + seconds : null;
}

/** Returns the time zone: "CEST", "+02". Empty if the line names none. */
export function zoneIn(line: string): string {
  return (
    line
      .slice(0, MOST_DATE_LETTERS)
      .match(/(?<=\s|\()(?:[A-Z]{3,5}|(?:UTC|GMT)?[+-]\d\d(?::?\d\d)?)(?=$|[\s,)])/g)
      ?.at(-1) ?? ""
  );
}

function isoSeconds([, year, month, day, hour, minute, second, zone = "Z"]: RegExpExecArray): number {
  const away = /^([+-])(\d\d):?(\d\d)$/.exec(zone);
  const zoneS = away === null ? 0 : Number(`${away[1]}1`) * (Number(away[2]) * 3600 + Number(away[3]) * 60);
  const dayS = Date.UTC(Number(year), Number(month) - 1, Number(day)) / 1000;
  return dayS + Number(hour) * 3600 + Number(minute) * 60 + Number(second.replace(",", ".")) - zoneS;
}

/** Converts a time since 1970 in s, ms, µs or ns to s. The unit is recognised by the size: 10¹¹ s would be three thousand years. */
export function inSeconds(value: number): number {
  const size = Math.abs(value);
  if (size >= 1e17) return value / 1e9;
  if (size >= 1e14) return value / 1e6;
  return size >= 1e11 ? value / 1e3 : value;
}

/** Converts times of day to increasing times, by adding a day after each midnight. */
export class DayClock {
  private daysS = 0;
  private before = Number.NEGATIVE_INFINITY;

  at({ timeS, isOfDay }: { readonly timeS: number; readonly isOfDay: boolean }): number {
    if (!isOfDay) return timeS;
    if (timeS < this.before - DAY_S / 2) this.daysS += DAY_S;
    this.before = timeS;
    return timeS + this.daysS;
  }
}

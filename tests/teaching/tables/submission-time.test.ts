import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { lateWords, readDeadline, timesOf } from "../../../src/teaching/tables/submission-time.ts";
import { casesOrMore } from "../../effort.ts";

const iso = (texts: readonly string[], zoneMs = 0) =>
  timesOf(texts, zoneMs).map((ms) => (ms === null ? null : new Date(ms).toISOString().slice(0, 19)));
const HOUR_MS = 3_600_000;

describe("a submission time", () => {
  test.each([
    ["2026-11-24 13:15:07 UTC", "2026-11-24T13:15:07"],
    ["2026-11-24T13:15:07Z", "2026-11-24T13:15:07"],
    ["2026-11-24T13:15:07.123+02:00", "2026-11-24T11:15:07"],
    ["2026/11/24 13:15", "2026-11-24T13:15:00"],
    ["Tuesday, 24 November 2026, 1:15 PM", "2026-11-24T13:15:00"],
    ["Tuesday, 24 November 2026, 12:05 AM", "2026-11-24T00:05:00"],
    ["24 Nov 2026 13:15", "2026-11-24T13:15:00"],
    ["Nov 24, 2026 at 1:15 pm", "2026-11-24T13:15:00"],
    ["24/11/2026 13:15:00", "2026-11-24T13:15:00"],
    ["11/24/26 13:15", "2026-11-24T13:15:00"],
    ["2026-02-31 10:00", null],
    ["2026-11-24 25:00", null],
    ["2026-11-24 13:60", null],
    ["2026-11-24 23:59:60", null],
    ["24 Nowhere 2026", null],
    ["soon", null],
    ["-", null],
    ["", null],
  ])("%s is %s", (text, read) => {
    expect(iso([text])).toEqual([read]);
  });

  test("is not guessed if day and month are ambiguous, unless the column decides", () => {
    expect(iso(["3/5/2026 10:00"])).toEqual([null]);
    expect(iso(["3/5/2026 10:00", "13/5/2026 10:00"])[0]).toBe("2026-05-03T10:00:00");
    expect(iso(["3/5/2026 10:00", "5/13/2026 10:00"])[0]).toBe("2026-03-05T10:00:00");
    expect(iso(["3/5/2026", "5/13/2026", "13/5/2026"])).toEqual([null, null, null]);
  });

  test("is in the deadline's zone if it states none", () => {
    expect(iso(["2026-11-24 13:15", "2026-11-24 13:15Z"], 2 * HOUR_MS)).toEqual([
      "2026-11-24T11:15:00",
      "2026-11-24T13:15:00",
    ]);
  });
});

describe("the time of", () => {
  const read = (text: string) => iso([text])[0];

  // The files of Google Forms start with the year, the half of the day follows the time, and both are in the language of the form. The
  // forms up to the Italian one are in files of such answers that people have published. The others follow the same pattern.
  test.each([
    ["2026/11/24 1:15:23 PM GMT+5:30", "2026-11-24T07:45:23"],
    ["2026/11/24 11:58:49 오후 GMT+9", "2026-11-24T14:58:49"],
    ["2026/11/24 12:11:00 午後 GMT+9", "2026-11-24T03:11:00"],
    ["2026/11/24 1:34:49 下午 GMT+8", "2026-11-24T05:34:49"],
    ["2026/11/24 10:26:52 p. m. GMT-3", "2026-11-25T01:26:52"],
    ["2026/11/24 9:57:33 AM GMT-3", "2026-11-24T12:57:33"],
    ["2026/11/24 9:00:00 AM UTC+3", "2026-11-24T06:00:00"],
    ["2026/11/24 8:48:17 p.m. CET", "2026-11-24T19:48:17"],
    ["2026/11/24 12:00:00 ÖS GMT+3", "2026-11-24T09:00:00"],
    ["2026/11/24 3:28:24 PM CET", "2026-11-24T14:28:24"],
    ["2026/11/24 1:15:23 PM GMT+1", "2026-11-24T12:15:23"],
    ["2026/11/24 1:15:23 nachm. MEZ", "2026-11-24T12:15:23"],
    ["2026/11/24 12:15:23 vorm. MEZ", "2026-11-23T23:15:23"],
    ["2026/11/24 12:15:23 午前 GMT+9", "2026-11-23T15:15:23"],
    ["2026/11/24 1:15:23 μ.μ. EET", "2026-11-24T11:15:23"],
    ["2026/11/24 1:15:23 م غرينتش+3", "2026-11-24T10:15:23"],
    ["2026/11/24 12:15:23 SA GMT+7", "2026-11-23T17:15:23"],
    ["2026/11/24 1:15:23 odp. SEČ", "2026-11-24T12:15:23"],
    ["2026/11/24 1:15:23 PM EST", "2026-11-24T18:15:23"],
  ])("an answer in Google Forms, %s", (text, time) => {
    expect(read(text)).toBe(time);
  });

  // Google Sheets and Excel write a time as the user's country does, without a zone.
  test.each([
    ["24.11.2026 13:15", "2026-11-24T13:15:00"],
    ["20/09/2026 18.01.22", "2026-09-20T18:01:22"],
    ["24. 11. 2026 13:15:07", "2026-11-24T13:15:07"],
    ["2026. 11. 24. 오후 1:15:07", "2026-11-24T13:15:07"],
    ["24-11-2026 13:15", "2026-11-24T13:15:00"],
    ["11/24/2026 13:15:23", "2026-11-24T13:15:23"],
    ["11/24/2026 1:15 PM", "2026-11-24T13:15:00"],
    ["13:15 24/11/2026", "2026-11-24T13:15:00"],
    ["24-Nov-2026 13:15", "2026-11-24T13:15:00"],
    ["24/11/2569 13:15", "2026-11-24T13:15:00"],
  ])("a row of a spreadsheet, %s", (text, time) => {
    expect(read(text)).toBe(time);
  });

  test.each([
    // Canvas.
    ["2026-11-24 13:15:23 UTC", "2026-11-24T13:15:23"],
    ["2026-11-24T13:15:23-07:00", "2026-11-24T20:15:23"],
    ["Nov 24 2026 at 1:15pm", "2026-11-24T13:15:00"],
    // Blackboard.
    ["Tuesday, November 24, 2026 1:15:23 PM EST", "2026-11-24T18:15:23"],
    // Databases and programs.
    ["2026-11-24 13:15:07.5+01", "2026-11-24T12:15:07"],
    ["Tue, 24 Nov 2026 13:15:23 +0100", "2026-11-24T12:15:23"],
    ["Tue Nov 24 2026 13:15:23 GMT+0100 (Mitteleuropäische Normalzeit)", "2026-11-24T12:15:23"],
    ["24/11/2026-13:15", "2026-11-24T13:15:00"],
    ["1:15 24-11-2026 (PM)", "2026-11-24T13:15:00"],
    ["Tue, 24 Nov 2026 13:15:23 +0100 (CET)", "2026-11-24T12:15:23"],
  ])("a platform, %s", (text, time) => {
    expect(read(text)).toBe(time);
  });

  test.each([
    // A zone with two meanings.
    ...["CST", "IST", "BST", "PST", "MST", "Eastern Standard Time"].map(
      (zone) => `2026/11/24 1:15 PM ${zone}`,
    ),
    // A program may write the start of a day like this, and another one its end.
    "2026-11-24 24:00",
    "11/24/2026, 24:15:00",
    // A weekday, a half of the day or a second time that contradicts the rest.
    "Wednesday, November 24, 2026 1:15 PM",
    "24/11/2026 13:15 AM",
    "24.11.2026 13:15–14:15",
    "24.11.2026 10:00-11:30",
    "24.11.2026 10:00-11:00",
    // The end may be a time of day or a zone.
    "24/11/2026 -09:30",
    "2026-11-24-0930",
    // A half of the day, or a zone with two meanings, that is not beside the time.
    "Nachmittag 3. März 2025, 1:15",
    "PM 3 March 2025 1:15",
    "午後1:15 2025年3月3日",
    "13:15 24-11-2026 (CST)",
    // Noon or midnight.
    "12:15 am 24.11.2026",
    // Noon in Spanish, which other languages write in the morning.
    "30/11/2026 12:00 m.",
    // Years of other calendars.
    "1448/6/14 13:15",
    "2083/08/08 13:15",
    // The number of a day in a spreadsheet. There are two counts, which are four years apart.
    "46350.5523",
  ])("%s is unknown", (text) => {
    expect(read(text)).toBeNull();
  });
});

describe("a date with a year of two digits", () => {
  test("is read if the year can only be at the end", () => {
    expect(iso(["11/24/26 13:15"])).toEqual(["2026-11-24T13:15:00"]);
    expect(iso(["24/11/26 13:15"])).toEqual([null]);
    expect(iso(["24.11.26 13:15"])).toEqual([null]);
    // The other orders would spread these hand-ins over some years.
    expect(iso(["24/11/26 13:15", "25/11/26 1:00", "3/12/26 1:00"])).toEqual([
      "2026-11-24T13:15:00",
      "2026-11-25T01:00:00",
      "2026-12-03T01:00:00",
    ]);
    expect(timesOf(["24/11/26 13:15"], 0, true)).toEqual([Date.parse("2026-11-24T13:15Z")]);
  });

  test("is not read if the year may be at the start", () => {
    expect(iso(["26/11/24", "26/11/25", "26/12/01"])).toEqual([null, null, null]);
    expect(iso(["26. 11. 24. 13:15"])).toEqual([null]);
    // The date is the same in both orders.
    expect(iso(["26/11/26 13:15"])).toEqual(["2026-11-26T13:15:00"]);
  });
});

test("another sign between the numbers shows nothing about the order", () => {
  expect(iso(["13.5.2026", "3/5/2026"])).toEqual(["2026-05-13T00:00:00", null]);
  expect(iso(["13-5-2026", "3/5/2026"])).toEqual(["2026-05-13T00:00:00", null]);
});

test("a long text is no time", () => {
  const long = 1_000_000;
  const texts = ["1", " ", "a", "1:", "1.", "november ", "24/", "("].map((piece) => piece.repeat(long));
  expect(timesOf([...texts, `2026-11-24${" ".repeat(long)}13:15`], 0).every((one) => one === null)).toBe(
    true,
  );
});

/** All languages with a code of two letters, as in all their countries of this list. */
const LOCALES = (() => {
  const letters = [..."abcdefghijklmnopqrstuvwxyz"];
  const languages = Intl.DateTimeFormat.supportedLocalesOf(letters.flatMap((a) => letters.map((b) => a + b)));
  const countries =
    "US GB CA AU IN ZA NZ DE AT CH FR BE ES MX AR CO BR PT CN TW HK SG JP KR SA EG IQ IR TH VN".split(" ");
  const isKnown = (locale: string) => new Intl.DateTimeFormat(locale).resolvedOptions().locale === locale;
  return [
    ...languages,
    ...languages.flatMap((language) => countries.map((country) => `${language}-${country}`)).filter(isKnown),
  ];
})();

test("a time as Intl writes it in any language is read as it was, or not at all", () => {
  const day = 86_400_000;
  const style = fc.constantFrom("full", "long", "medium", "short");
  let known = 0;
  fc.assert(
    fc.property(
      fc.record({
        locale: fc.constantFrom(...LOCALES),
        dateStyle: style,
        timeStyle: style,
        hourCycle: fc.constantFrom(undefined, "h11", "h12", "h23", "h24"),
        timeZone: fc.constantFrom(
          "UTC",
          "Europe/Berlin",
          "America/New_York",
          "Asia/Shanghai",
          "Asia/Kolkata",
        ),
      }),
      fc.integer({ min: Date.UTC(2024, 0), max: Date.UTC(2030, 0) }),
      fc.array(fc.oneof(fc.integer({ min: 0, max: 60 * day }), fc.constantFrom(0, day / 2)), {
        minLength: 1,
        maxLength: 8,
      }),
      ({ locale, ...options }, startMs, delays) => {
        const format = new Intl.DateTimeFormat(locale, options as Intl.DateTimeFormatOptions);
        const wholeMs = options.timeStyle === "short" ? 60_000 : 1000;
        const hasZone = options.timeStyle === "full" || options.timeStyle === "long";
        const sent = delays.map((delayMs) => startMs - (startMs % (day / 2)) + 900_000 + delayMs);
        const wanted = sent.map((ms) => {
          const shownMs = hasZone ? ms : localMs(ms, options.timeZone);
          return shownMs - (shownMs % wholeMs);
        });
        const texts = sent.map((ms) => format.format(ms));
        for (const [i, ms] of timesOf(texts, 0).entries()) {
          if (ms !== null) expect([texts[i], ms]).toEqual([texts[i], wanted[i]]);
          known += Number(ms !== null);
        }
      },
    ),
    casesOrMore(300, 20_000),
  );
  expect(known).toBeGreaterThan(0);
});

/** Returns the time that clocks in a zone show, as if it were UTC (ms). */
function localMs(ms: number, timeZone: string): number {
  const shown = new Intl.DateTimeFormat("sv", { timeZone, dateStyle: "short", timeStyle: "medium" }).format(
    ms,
  );
  return Date.parse(`${shown.replace(" ", "T")}Z`);
}

describe("a deadline", () => {
  const at = (text: string) => new Date(readDeadline(text).ms).toISOString();

  test("may state a zone, and ends with its day", () => {
    expect(at("2026-11-30 23:59")).toBe("2026-11-30T23:59:00.000Z");
    expect(at("2026-11-30 23:59 +01:00")).toBe("2026-11-30T22:59:00.000Z");
    expect(readDeadline("2026-11-30 23:59 -03:00").zoneMs).toBe(-3 * HOUR_MS);
    expect(at("2026-11-30")).toBe("2026-11-30T23:59:59.999Z");
    expect(at("2026-11-30 24:00")).toBe("2026-11-30T23:59:59.999Z");
    expect(at("2026-11-30 24:00 +01:00")).toBe("2026-11-30T22:59:59.999Z");
  });

  test.each([
    ["2026-11-30 23.59", "2026-11-30T23:59:00.000Z"],
    ["30.11.2026 23.59", "2026-11-30T23:59:00.000Z"],
    ["30. November 2026, 23:59 Uhr", "2026-11-30T23:59:00.000Z"],
    ["12:00 Uhr am 30.11.2026", "2026-11-30T12:00:00.000Z"],
    ["10h00 du 30/11/2026", "2026-11-30T10:00:00.000Z"],
    ["12:00 h de 30 de novembro de 2026", "2026-11-30T12:00:00.000Z"],
    ["11:59 pm del 30/11/2026", "2026-11-30T23:59:00.000Z"],
    ["2026-11-30 24:00 -05:00", "2026-12-01T04:59:59.999Z"],
    ["Nov 30, 2026 23:59", "2026-11-30T23:59:00.000Z"],
    ["30 Nov 2026 11:59 PM CET", "2026-11-30T22:59:00.000Z"],
    ["30/11/2026 23:59 UTC+1", "2026-11-30T22:59:00.000Z"],
    ["30 de noviembre de 2026", "2026-11-30T23:59:59.999Z"],
  ])("%s is read", (text, time) => {
    expect(at(text)).toBe(time);
  });

  test.each([
    "3/11/2026",
    "24.11.26 23:59",
    "23.59",
    "Nov 30 23:59",
    "2026-11-30 23:59 CST",
    "2026-11-30 12 pm",
    "tomorrow",
    "",
  ])("%s is refused", (text) => {
    expect(() => readDeadline(text)).toThrow(/a deadline must be like/);
  });
});

test("states how late it was", () => {
  expect([lateWords(1), lateWords(90 * 60_000), lateWords(49 * HOUR_MS)]).toEqual([
    "1 min",
    "1 h 30 min",
    "2 days 1 h",
  ]);
});

test("a column in another language, or with ambiguous dates, is read once its order is known", () => {
  const utc = (text: string) => Date.parse(`${text}Z`);
  expect(timesOf(["lundi 3 mars 2025, 10:15", "mardi 4 mars 2025, 00:05"], 3_600_000)).toEqual([
    utc("2025-03-03T09:15"),
    utc("2025-03-03T23:05"),
  ]);
  expect(timesOf(["3/5/2026 10:00"], 0)).toEqual([null]);
  expect([timesOf(["3/5/2026 10:00"], 0, true), timesOf(["3/5/2026 10:00"], 0, false)]).toEqual([
    [utc("2026-05-03T10:00")],
    [utc("2026-03-05T10:00")],
  ]);
  expect(timesOf(["3.5.2026 10:00", "３/１３/２０２６ 10:00"], 0)[0]).toBe(utc("2026-05-03T10:00"));
});

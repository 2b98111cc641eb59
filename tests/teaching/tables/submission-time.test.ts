import { describe, expect, test } from "vitest";
import {
  lateWords,
  looksLikeTime,
  readDeadline,
  timesOf,
} from "../../../src/teaching/tables/submission-time.ts";

const iso = (texts: readonly string[], zoneMs = 0) =>
  timesOf(texts, zoneMs).map((ms) => (ms === null ? null : new Date(ms).toISOString().slice(0, 19)));
const HOUR_MS = 3_600_000;
const REGIONS =
  "en-US en-GB en-AU en-CA en-IN en-ZA en-NZ en-IE de-AT de-CH fr-CA fr-CH es-MX es-AR es-CO es-US es-CL es-PE pt-BR pt-PT it-CH nl-BE sv-FI zh-CN zh-TW zh-HK zh-SG ar-EG ar-SA ar-MA ar-AE fa-IR".split(
    " ",
  );
/** Languages and regions in which each form must be read. */
const READ_IN_FULL =
  "en-US en-GB en-AU en-CA en-IN de de-AT de-CH fr fr-CA fr-CH es es-MX es-AR es-CO pt-BR pt-PT it nl nl-BE sv da nb fi pl cs sk hu ro bg el ru uk tr ar-EG ja ko zh zh-TW zh-HK id th hi hr sr sl et lv lt".split(
    " ",
  );

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
    // Google Forms downloads times with a zone in the language of the account.
    ["2026/11/24 1:15:07 PM GMT+1", "2026-11-24T12:15:07"],
    ["2026/11/24 1:15:07 PM GMT+5:30", "2026-11-24T07:45:07"],
    ["2026/11/24 1:15:07 PM CET", "2026-11-24T12:15:07"],
    ["2026/11/24 1:15:07 PM MEZ", "2026-11-24T12:15:07"],
    ["2026/11/24 1:15:07 PM UTC−3", "2026-11-24T16:15:07"],
    ["2026/11/24 1:15:07 PM EST", "2026-11-24T18:15:07"],
    ["2026/11/24 1:15:07 PM IST", null],
    ["2026/11/24 下午 1:15:07", "2026-11-24T13:15:07"],
    ["2026. 11. 24 오후 1:15:07", "2026-11-24T13:15:07"],
    ["2026. 11. 24 오전 12:15:07", "2026-11-24T00:15:07"],
    ["24.11.2026 13.15.07", "2026-11-24T13:15:07"],
    ["24.11.2026 klo 9.15.07", "2026-11-24T09:15:07"],
    ["24/11/2026 01:15:07 p. m.", "2026-11-24T13:15:07"],
    ["24/11/2026 12:15:07 a.\u00a0m.", "2026-11-24T00:15:07"],
    ["24-Nov-26 13:15", "2026-11-24T13:15:00"],
    ["24/11/2569 13:15", "2026-11-24T13:15:00"],
    ["13:15 24/11/2026", "2026-11-24T13:15:00"],
    ["24/11/2026 13:15 PM", "2026-11-24T13:15:00"],
    ["24/11/2026 13:15 AM", null],
    ["24/11/2026 1:15 akasuba", null],
    ["24 November 2026 1:15 akasuba", null],
    ["24/11/2026 13:15 1", null],
    ["1448/6/14 13:15", null],
    ["2026-02-31 10:00", null],
    ["2026-11-24 25:00", null],
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

  test("has its year first or last, whichever is nearer to the deadline, if two digits may be either", () => {
    const near = (text: string, deadline: string) =>
      timesOf([text], 0, null, Date.parse(deadline)).map(
        (ms) => ms && new Date(ms).toISOString().slice(0, 10),
      )[0];
    expect(near("26/11/24 (13:05)", "2026-11-30")).toBe("2026-11-24");
    expect(near("24/11/26 13:05", "2026-11-30")).toBe("2026-11-24");
    expect(near("26. 11. 24. 오후 1:05", "2026-11-30")).toBe("2026-11-24");
    expect(near("25/2/26 13:05", "2026-03-01")).toBe("2026-02-25");
    // Most lines of a column decide.
    const late = ["26/06/26 10:00", "27/06/26 10:00", "29/06/26 10:00", "26/01/27 10:00"];
    expect(timesOf(late, 0, null, Date.parse("2026-07-01"))[3]).toBe(Date.parse("2027-01-26T10:00Z"));
  });

  test("is read in the forms of each language, or not at all", () => {
    const moments = [
      "2026-11-24T13:05:09",
      "2026-11-03T09:45",
      "2026-11-30T00:05:01",
      "2026-06-12T12:30:59",
    ].map((text) => Date.parse(`${text}Z`));
    const letters = [..."abcdefghijklmnopqrstuvwxyz"];
    const languages = Intl.DateTimeFormat.supportedLocalesOf(
      letters.flatMap((a) => letters.map((b) => a + b)),
    );
    const wrong: string[] = [];
    const unread = new Set<string>();
    for (const locale of [...languages, ...REGIONS])
      for (const dateStyle of ["short", "medium"] as const)
        for (const timeStyle of ["short", "medium"] as const) {
          const format = new Intl.DateTimeFormat(locale, { dateStyle, timeStyle, timeZone: "UTC" });
          const texts = moments.map((ms) => format.format(ms));
          for (const [i, ms] of timesOf(texts, 0, null, Date.parse("2026-09-01")).entries()) {
            const own = timeStyle === "short" ? moments[i] - (moments[i] % 60_000) : moments[i];
            if (ms === null) unread.add(locale);
            else if (ms !== own) wrong.push(`${locale}: ${texts[i]}`);
          }
        }
    expect(wrong).toEqual([]);
    expect(READ_IN_FULL.filter((locale) => unread.has(locale))).toEqual([]);
    expect(unread.size * 10).toBeLessThan(languages.length + REGIONS.length);
  });

  test("is no number of a student that looks like a date", () => {
    expect(["20-CSE-45", "24-Nov-26", "1-2-3", "24-Nov-26 13:15", "24. 11. 2026"].map(looksLikeTime)).toEqual(
      [...[false, false, false, true, true]],
    );
  });

  test("is in the deadline's zone if it states none", () => {
    expect(iso(["2026-11-24 13:15", "2026-11-24 13:15Z"], 2 * HOUR_MS)).toEqual([
      "2026-11-24T11:15:00",
      "2026-11-24T13:15:00",
    ]);
  });
});

test("a deadline may state a zone, and ends with its day", () => {
  const at = (text: string) => new Date(readDeadline(text).ms).toISOString();
  expect(at("2026-11-30 23:59")).toBe("2026-11-30T23:59:00.000Z");
  expect(at("2026-11-30 23:59 +01:00")).toBe("2026-11-30T22:59:00.000Z");
  expect(readDeadline("2026-11-30 23:59 -03:00").zoneMs).toBe(-3 * HOUR_MS);
  expect(at("2026-11-30")).toBe("2026-11-30T23:59:59.999Z");
  for (const text of ["30/11/2026", "tomorrow", ""])
    expect(() => readDeadline(text)).toThrow(/a deadline must be like/);
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

import { describe, expect, test } from "vitest";
import { lateWords, readDeadline, timesOf } from "../../../src/teaching/tables/submission-time.ts";

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

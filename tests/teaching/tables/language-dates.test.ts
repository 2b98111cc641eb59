import { expect, test } from "vitest";
import { timesOf } from "../../../src/teaching/tables/submission-time.ts";

const shown = (text: string, ...others: readonly string[]) => {
  const [ms] = timesOf([text, ...others], 0);
  return ms === null ? null : new Date(ms).toISOString().slice(0, 16);
};

// Moodle writes most of these forms.
test.each([
  ["lundi 3 mars 2025, 10:15", "2025-03-03T10:15"],
  ["lundi 3 mars 2025 à 10h15", "2025-03-03T10:15"],
  ["Montag, 3. März 2025, 10:15", "2025-03-03T10:15"],
  ["lunes, 3 de marzo de 2025, 22:15", "2025-03-03T22:15"],
  ["segunda-feira, 3 de março de 2025, 10:15", "2025-03-03T10:15"],
  ["segunda-feira, 3 de março de 2025 às 10:15", "2025-03-03T10:15"],
  ["martedì, 4 marzo 2025, 10:15", "2025-03-04T10:15"],
  ["dinsdag 4 maart 2025 om 10:15 uur", "2025-03-04T10:15"],
  ["2025年 03月 3日(月曜日) 10:15", "2025-03-03T10:15"],
  ["2025年3月4日 (火) 10時15分", "2025-03-04T10:15"],
  ["2025年3月4日下午1:15", "2025-03-04T13:15"],
  ["2025년 3월 3일 월요일 오후 10:15", "2025-03-03T22:15"],
  ["2025년 11월 4일 오후 10:15", "2025-11-04T22:15"],
  ["الاثنين، 3 مارس 2025، 10:15 م", "2025-03-03T22:15"],
  ["الاثنين، ٣ مارس ٢٠٢٥، ١٠:١٥ ص", "2025-03-03T10:15"],
  ["יום שני, 3 במרץ 2025 בשעה 10:15", "2025-03-03T10:15"],
  ["понедельник, 3 марта 2025, 10:15", "2025-03-03T10:15"],
  ["Thứ hai, 3 tháng 3 2025, 12:15 AM", "2025-03-03T00:15"],
  ["วันจันทร์, 3 มีนาคม 2568, 1:15PM", "2025-03-03T13:15"],
  ["pondělí, 3. března 2025, 10.15", "2025-03-03T10:15"],
  ["2025. március 3., hétfő, 10:15", "2025-03-03T10:15"],
  ["astelehena, 2025(e)ko martxoaren 3(a), 10:15", "2025-03-03T10:15"],
])("%s is read", (text, date) => {
  expect(shown(text)).toBe(date);
});

test("a text that no language knows, or that two read differently, is not read", () => {
  expect(shown("one day of 2025, 10:15")).toBeNull();
  // The day of the week contradicts the date.
  expect(shown("mardi 3 mars 2025, 10:15")).toBeNull();
  // The word is November in Polish and October in Croatian, so another line of the column must decide.
  expect(shown("3 listopada 2025, 10:15")).toBeNull();
  expect(shown("3 listopada 2025, 10:15", "4 grudnia 2025, 10:15")).toBe("2025-11-03T10:15");
});

test("a word in the date that no language knows makes the time unknown", () => {
  // This is Luo, which is not among the languages that are tried. The words mean the sixth month, and "mar" is not March.
  expect(shown("6 Dwe mar Auchiel 2026, 13:15")).toBeNull();
  expect(shown("3 Deireadh 2025 ag 13:15")).toBeNull();
});

test("a word beside the time that no language knows makes the time unknown", () => {
  expect(shown("3. März 2025, 10:15")).toBe("2025-03-03T10:15");
  expect(shown("3. März 2025, 10:15 Ortszeit")).toBeNull();
  expect(shown("3. März 2025, 10:15 indische Normalzeit")).toBeNull();
});

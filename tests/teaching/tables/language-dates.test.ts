import { expect, test } from "vitest";
import { languageDates } from "../../../src/teaching/tables/language-dates.ts";

const shown = (text: string, ...others: readonly string[]) => {
  const [date] = languageDates([text, ...others]);
  return (
    date && `${date.year}-${date.month}-${date.day} ${date.hour}:${String(date.minute).padStart(2, "0")}`
  );
};

test.each([
  ["lundi 3 mars 2025, 10:15", "2025-3-3 10:15"],
  ["Montag, 3. März 2025, 10:15", "2025-3-3 10:15"],
  ["lunes, 3 de marzo de 2025, 22:15", "2025-3-3 22:15"],
  ["segunda-feira, 3 de março de 2025, 10:15", "2025-3-3 10:15"],
  ["2025年 03月 3日(月曜日) 10:15", "2025-3-3 10:15"],
  ["2025년 3월 3일 월요일 오후 10:15", "2025-3-3 22:15"],
  ["الاثنين، 3 مارس 2025، 10:15 م", "2025-3-3 22:15"],
  ["الاثنين، ٣ مارس ٢٠٢٥، ١٠:١٥ ص", "2025-3-3 10:15"],
  ["понедельник, 3 марта 2025, 10:15", "2025-3-3 10:15"],
  ["Thứ hai, 3 tháng 3 2025, 12:15 AM", "2025-3-3 0:15"],
  ["pondělí, 3. března 2025, 10.15", "2025-3-3 10:15"],
])("%s is read", (text, date) => {
  expect(shown(text)).toBe(date);
});

test("a text that no language knows, or that two read differently, is not read", () => {
  expect(shown("one day of 2025, 10:15")).toBeNull();
  // The day of the week contradicts the date.
  expect(shown("mardi 3 mars 2025, 10:15")).toBeNull();
  // The word is November in Polish and October in Croatian, so another line of the column must decide.
  expect(shown("3 listopada 2025, 10:15")).toBeNull();
  expect(shown("3 listopada 2025, 10:15", "4 grudnia 2025, 10:15")).toBe("2025-11-3 10:15");
});

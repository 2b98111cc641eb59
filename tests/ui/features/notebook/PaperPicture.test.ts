import { expect, test } from "vitest";
import { layoutPx, sizeWords } from "../../../../src/ui/features/notebook/PaperPicture.tsx";

test("a plot is laid out so that its letters have the required size on paper", () => {
  // 8.8 cm are 249.4 pt. For 8 pt, a letter of 11 px needs a layout of 343 px.
  expect(layoutPx(8.8, 8)).toBe(343);
  expect((11 / layoutPx(8.8, 8)) * 8.8 * (72 / 2.54)).toBeCloseTo(8, 1);
  expect((11 / layoutPx(30, 16)) * 30 * (72 / 2.54)).toBeCloseTo(16, 1);
});

test("states its size as the file does", () => {
  expect(sizeWords('<svg width="8.8cm" height="6.699cm">')).toBe("8.8 cm × 6.7 cm");
});

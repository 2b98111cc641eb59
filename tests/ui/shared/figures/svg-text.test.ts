import { expect, test } from "vitest";
import { brokenText, widestPx } from "../../../../src/ui/shared/figures/svg-text.ts";

test("lines break between words, and inside of what is longer than a line", () => {
  const most = widestPx("x".repeat(20), 10);
  expect(brokenText("twelve words in a row that go on", most, 10)).toEqual([
    "twelve words in a row",
    "that go on",
  ]);
  expect(brokenText(`see ${"x".repeat(45)} y`, most, 10)).toEqual([
    "see",
    "x".repeat(20),
    "x".repeat(20),
    "xxxxx y",
  ]);
  expect(brokenText("", most, 10)).toEqual([]);
});

test("wide characters take their room: a line of a link is never longer than the picture", () => {
  const link = `https://example.org/#v=2&flow=${"MW%2Ccc%3D".repeat(60)}`;
  const lines = brokenText(link, 600, 9.5);
  expect(lines.join("")).toBe(link);
  for (const line of lines) expect(widestPx(line, 9.5)).toBeLessThanOrEqual(600);
  // Widths in DejaVu Sans, the widest font that viewers use: 0.863 + 0.989 + 0.95 em for "MW%".
  expect(widestPx("MW%", 10)).toBeGreaterThanOrEqual(28);
});

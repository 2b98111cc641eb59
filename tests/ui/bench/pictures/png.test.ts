import { expect, test } from "vitest";
import { pngScale } from "../../../../src/ui/bench/pictures/png.ts";

test("at least twice as large as on the page, and as wide as a slide", () => {
  expect([300, 672, 960, 1500].map(pngScale)).toEqual([7, 3, 2, 2]);
});

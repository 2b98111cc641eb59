import { expect, test } from "vitest";
import { plainColour } from "../../../../src/ui/bench/pictures/picture.ts";

test("colours have a form that every viewer reads", () => {
  expect(plainColour("rgb(1, 2, 3)")).toBe("rgb(1, 2, 3)");
  expect(plainColour("rgba(0, 0, 0, 0)")).toBe("none");
  expect(plainColour("none")).toBe("none");
  expect(plainColour("color(srgb 0.5 0 1e-3)")).toBe("rgb(128, 0, 0)");
  expect(plainColour("color(srgb 1 0.25 0.2 / 0.5)")).toBe("rgb(255, 64, 51)");
});

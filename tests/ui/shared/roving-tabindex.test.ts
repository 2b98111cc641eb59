import { expect, it } from "vitest";
import { nextStop } from "../../../src/ui/shared/roving-tabindex.ts";

it("moves forward and back, around the ends, and to both ends", () => {
  const to = (key: string, at: number) => nextStop(key, at, 4, "row");
  expect([to("ArrowRight", 0), to("ArrowRight", 3), to("ArrowLeft", 1), to("ArrowLeft", 0)]).toEqual([
    1, 0, 0, 3,
  ]);
  expect([to("Home", 2), to("End", 2)]).toEqual([0, 3]);
});

it("ignores the other arrows and all other keys", () => {
  expect(["ArrowDown", "ArrowUp", "Enter", "a"].map((key) => nextStop(key, 0, 4, "row"))).toEqual([
    null,
    null,
    null,
    null,
  ]);
  expect([nextStop("ArrowDown", 0, 4, "column"), nextStop("ArrowRight", 0, 4, "column")]).toEqual([1, null]);
});

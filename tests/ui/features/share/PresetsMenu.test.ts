import { expect, it } from "vitest";
import { arrowTarget } from "../../../../src/ui/features/share/PresetsMenu.tsx";

it("arrows move by one and stop at the ends, Home and End go to the ends, other keys do nothing", () => {
  expect(["ArrowDown", "ArrowUp", "Home", "End", "a"].map((key) => arrowTarget(key, 1, 3))).toEqual([
    2,
    0,
    0,
    2,
    null,
  ]);
  expect([arrowTarget("ArrowRight", 2, 3), arrowTarget("ArrowLeft", 0, 3)]).toEqual([2, 0]);
});

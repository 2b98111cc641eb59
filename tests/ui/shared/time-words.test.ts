import { expect, it } from "vitest";
import { counted } from "../../../src/lib/counted.ts";
import { largeNumber, timeWords } from "../../../src/ui/shared/time-words.ts";

it("times have a suitable precision", () => {
  expect([0.2, 12.3, 99, 150, 7200].map(timeWords)).toEqual(["1 s", "13 s", "99 s", "3 min", "2.0 h"]);
});

it("counts agree with their noun, and large ones are readable", () => {
  expect([counted(1, "run"), counted(5760, "run")]).toEqual(["1 run", "5,760 runs"]);
  expect(largeNumber(3_240_000_000)).toBe("3.2 billion");
});

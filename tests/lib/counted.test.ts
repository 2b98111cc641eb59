import { expect, test } from "vitest";
import { counted, ofNumber } from "../../src/lib/counted.ts";

test("one is singular; zero, two and many are plural", () => {
  expect([0, 1, 2, 10_433].map((count) => counted(count, "flow"))).toEqual([
    "0 flows",
    "1 flow",
    "2 flows",
    "10,433 flows",
  ]);
  expect([1, 3].map((count) => counted(count, "try", "tries"))).toEqual(["1 try", "3 tries"]);
  expect([0, 1, 2].map((count) => ofNumber(count, "is", "are"))).toEqual(["are", "is", "are"]);
});

import { expect, test } from "vitest";
import { editDistance, nearestNames } from "../../../src/engine/params/nearest-names.ts";

const KNOWN = ["beta-ecn", "beta-loss", "rtt", "capacity", "max-burst", "warmup", "flow", "flows"];

test.each([
  ["", "", 0],
  ["rtt", "rtt", 0],
  ["rtt", "", 3],
  ["bta", "beta", 1],
  ["rtx", "rtt", 1],
  ["trt", "rtt", 1],
  ["kitten", "sitting", 3],
])("%j and %j differ by %d edits", (a, b, distance) => {
  expect(editDistance(a, b)).toBe(distance);
  expect(editDistance(b, a)).toBe(distance);
});

test("a name with a typing error is found", () => {
  expect(nearestNames("bta-ecn", KNOWN)).toEqual(["beta-ecn"]);
  expect(nearestNames("capcity", KNOWN)).toEqual(["capacity"]);
  expect(nearestNames("RTT", KNOWN)).toEqual(["rtt"]);
  expect(nearestNames("warm-up", KNOWN)).toEqual(["warmup"]);
});

test("a name is found by one of its words or its start", () => {
  expect(nearestNames("burst", KNOWN)).toEqual(["max-burst"]);
  expect(nearestNames("beta", KNOWN)).toEqual(["beta-ecn", "beta-loss"]);
});

test("a random text is near no name", () => {
  expect(nearestNames("quantum", KNOWN)).toEqual([]);
  expect(nearestNames("", KNOWN)).toEqual([]);
  expect(nearestNames("x".repeat(100_000), KNOWN)).toEqual([]);
});

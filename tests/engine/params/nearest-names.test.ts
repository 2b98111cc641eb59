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
])("from %j to %j it takes %d edits", (a, b, distance) => {
  expect(editDistance(a, b)).toBe(distance);
  expect(editDistance(b, a)).toBe(distance);
});

test("a typing error finds its name", () => {
  expect(nearestNames("bta-ecn", KNOWN)).toEqual(["beta-ecn"]);
  expect(nearestNames("capcity", KNOWN)).toEqual(["capacity"]);
  expect(nearestNames("RTT", KNOWN)).toEqual(["rtt"]);
  expect(nearestNames("warm-up", KNOWN)).toEqual(["warmup"]);
});

test("a word of a name, or its start, finds it", () => {
  expect(nearestNames("burst", KNOWN)).toEqual(["max-burst"]);
  expect(nearestNames("beta", KNOWN)).toEqual(["beta-ecn", "beta-loss"]);
});

test("nonsense is near no name", () => {
  expect(nearestNames("quantum", KNOWN)).toEqual([]);
  expect(nearestNames("", KNOWN)).toEqual([]);
  expect(nearestNames("x".repeat(100_000), KNOWN)).toEqual([]);
});

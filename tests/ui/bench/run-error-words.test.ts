import { expect, test } from "vitest";
import { runErrorAdvice } from "../../../src/ui/bench/RunError.tsx";

test.each([
  "The simulation stopped because of an error: Array buffer allocation failed",
  "The simulation stopped because of an error: Invalid typed array length: 4294967296",
  "The simulation was stopped: its worker failed twice (Uncaught RangeError: Out of memory). The scenario is kept.",
  "The simulation stopped because of an error: allocation size overflow",
])("browsers' messages about missing memory get advice: %s", (message) => {
  expect(runErrorAdvice(message)).toMatch(/no memory left for this run\. Shorten the run/);
});

test.each([
  "The simulation stopped because of an error: Failed to fetch dynamically imported module: https://a.test/pi-kin.js",
  "The simulation stopped because of an error: error loading dynamically imported module: https://a.test/pi-kin.js",
  "The simulation stopped because of an error: Importing a module script failed.",
])("a program that failed to load is distinguished from a fault of the run: %s", (message) => {
  expect(runErrorAdvice(message)).toMatch(/^A part of the simulator could not be loaded/);
});

test("a message that is clear without advice gets none", () => {
  expect(runErrorAdvice("The simulation stopped because of an error: the heap is upside down")).toBeNull();
});

import { expect, test } from "vitest";
import { runScenario } from "../../../src/engine/simulator.ts";
import { readThroughput } from "../../../src/experiments/ecodel/read-ecodel.ts";
import { jobsFor } from "../../../src/experiments/ecodel/runs.ts";

test("fairness is that of the flows on for the whole span", () => {
  const [{ scenario }] = jobsFor({ queues: ["enhanced"], scenarios: ["2"] }, "quick");
  const reading = readThroughput(runScenario(scenario).snapshot());
  // From 40 to 55 s the first is alone, whatever the second still has under way.
  expect(reading.jain40To55).toBe(1);
  expect(Number(reading.jain12To40)).toBeLessThan(1);
  expect(Number(reading.startBps)).toBeLessThan(Number(reading.steadyBps));
});

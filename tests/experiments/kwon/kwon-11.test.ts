import { expect, test } from "vitest";
import { kwon11 } from "../../../src/experiments/kwon/kwon-11.ts";
import { claimsOf, expectJobs, held, quickOutcome } from "./runs.ts";

test("the quick runs give the average queue over time, slowest rate longest", () => {
  expectJobs(kwon11, 15);
  const { figures, tables } = quickOutcome(kwon11);
  expect(figures.map(({ id }) => id)).toEqual(["average-queue", "probability"]);
  const queues = tables[0].rows.map((row) => Number(row[1]));
  expect(queues[0]).toBeGreaterThan(queues[1]);
  expect(queues[1]).toBeGreaterThan(queues[2]);
});

test("41 KB and 8 % hold everywhere; 20 KB and 2 % nowhere", () => {
  const madeUp = (avgMeanPackets: number, signalShare: number) => () => ({ avgMeanPackets, signalShare });
  const all = claimsOf(kwon11, madeUp(41, 0.08));
  expect(held(all)).toEqual(Object.keys(all));
  expect(held(claimsOf(kwon11, madeUp(20, 0.02)))).toEqual([]);
});

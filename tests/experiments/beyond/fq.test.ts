import { expect, test } from "vitest";
import { fq } from "../../../src/experiments/beyond/fq.ts";
import { readRuns, verdicts } from "../experiment-checks.ts";

test("reads runs and handles missing ones", () => {
  const readings = readRuns(fq, ({ key }) => key.includes("beta=0.95"));
  expect(Number(readings.get("setting=web aqm=codel rtt=100 beta=0.95 seed=1")?.pages)).toBeGreaterThan(10);
  expect(readings.get("setting=alone aqm=codel rtt=100 beta=0.95 seed=1")).toMatchObject({ ratio: null });
});

test("claims: β_ecn affects its own flow as before, and no longer the others", () => {
  const made = (ofCodel: number, ofFq: number, alone: number) =>
    verdicts(fq, ({ key }) => {
      const isFq = key.includes("aqm=fq-codel");
      const responseMs = key.includes("beta=0.95") ? 100 * (isFq ? ofFq : ofCodel) : 100;
      return { utilisation: isFq ? alone : 0.9, ratio: isFq ? ofFq : ofCodel, responseMs };
    });
  const all = (holds: boolean) => ({
    "alone-as-ever": holds,
    "one-queue-favours": holds,
    "flow-queues-level": holds,
    "neighbours-spared": holds,
  });
  expect(made(3, 1.02, 0.9)).toEqual(all(true));
  expect(made(1.05, 1.8, 0.8)).toEqual(all(false));
});

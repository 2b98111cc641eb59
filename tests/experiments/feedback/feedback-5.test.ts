import { expect, test } from "vitest";
import { feedback5 } from "../../../src/experiments/feedback/feedback-5.ts";
import { expectSoundJobs, expectTotal, readRuns, verdicts } from "../experiment-checks.ts";
import { ratesAtShares } from "./rates-made.ts";

test("its runs are sound", () => {
  expectSoundJobs(feedback5);
});

test("reads a run and makes do with a part of them", () => {
  const readings = readRuns(feedback5, ({ key }) => key.startsWith("way=cubic-pi"));
  expectTotal(feedback5, readings, "quick");
  const outcome = feedback5.reduce(readings, "quick");
  expect(outcome.figures).toHaveLength(6);
  expect(outcome.claims.map(({ id }) => id)).toEqual(["pi-at-share"]);
});

test("claims: no unique point by delay, near the share on average with ECN, at it with PI", () => {
  const scattered = { S2: 0.3, S3: 1.2, S4: 1.5, S5: 0.5, S6: 0.7, S7: 1.8 } as Record<string, number>;
  const made = (bbr: (flow: string) => number, pi: (flow: string) => number) =>
    verdicts(
      feedback5,
      ratesAtShares((flow, _phase, { key }) => (key.startsWith("way=cubic-pi") ? pi : bbr)(flow)),
    );
  expect(
    made(
      (flow) => scattered[flow] ?? 1,
      (flow) => (flow === "S7" ? 1.02 : 1),
    ),
  ).toEqual({
    "delay-no-point": true,
    "ecn-average": true,
    "pi-at-share": true,
  });
  expect(
    made(
      () => 0.8,
      (flow) => (flow === "S7" ? 1.2 : 0.9),
    ),
  ).toEqual({
    "delay-no-point": false,
    "ecn-average": false,
    "pi-at-share": false,
  });
});

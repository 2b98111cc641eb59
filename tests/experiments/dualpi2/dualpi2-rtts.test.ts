import { expect, test } from "vitest";
import { dualpi2Rtts, MEASURED } from "../../../src/experiments/dualpi2/dualpi2-rtts.ts";
import { pointOf } from "../../../src/experiments/study.ts";
import { verdicts } from "../experiment-checks.ts";

test("each flow has a round trip of its own, and the classic one no ECN", () => {
  const { scenario } = dualpi2Rtts.jobs("full").find(({ key }) => key.includes("own=100 rtt=5 "))!;
  expect(scenario.flows.map(({ cc, params }) => [cc, params.rtt, params.ecn])).toEqual([
    ["prague", 100, true],
    ["cubic", 5, false],
  ]);
});

test("claims can fail", () => {
  const made = (factor: number) =>
    verdicts(dualpi2Rtts, ({ key }) => {
      const { pair, own, rtt } = pointOf(key);
      const measured = MEASURED[pair as "prague-cubic"][Number(own) as 5];
      return { ratio: factor * measured[[5, 10, 20, 50, 100].indexOf(Number(rtt))] };
    });
  const all = (holds: boolean) => ({
    "prague-cubic-5ms": holds,
    "prague-cubic-100ms": holds,
    "prague-reno-5ms": holds,
    "prague-reno-100ms": holds,
  });
  expect(made(1.4)).toEqual(all(true));
  expect(made(1.6)).toEqual(all(false));
});

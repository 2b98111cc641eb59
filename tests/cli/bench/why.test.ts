import { expect, test } from "vitest";
import { describeWhy, measureWhy } from "../../../src/cli/bench/why.ts";
import { scenarioFromUrl } from "../../../src/engine/index.ts";

test("the story of a run's last cut is timed, and said beside the run", () => {
  const timing = measureWhy(scenarioFromUrl("duration=3s").scenario, 1);
  for (const ms of Object.values(timing)) expect(ms).toBeGreaterThan(0);
  expect(describeWhy({ runMs: 40, firstMs: 100, nextMs: 52 })).toBe(
    "why: the story of the last cut of a run of 40 ms: 100 ms, ratio 2.50; another one 52 ms",
  );
});

import { expect, test } from "vitest";
import { scenarioFromUrl } from "../../src/engine/index.ts";
import { DelaysRunner } from "../../src/workers/delays-runner.ts";
import { replayOf } from "./fake-workers.ts";
import { fakeSurroundings } from "./surroundings.ts";

const { scenario } = scenarioFromUrl("duration=5s&flow=cc=cubic&flow=cc=newreno");

/** Every look at the clock takes 5 ms, so that a runner soon listens for newer requests. */
function setUp() {
  const around = fakeSurroundings();
  const runner = new DelaysRunner({
    ...around,
    nowMs() {
      around.time.spend(5);
      return around.time.nowMs;
    },
    replay: replayOf,
  });
  return { around, runner };
}

test("counts by flow, with signs of life on the way", async () => {
  const { around, runner } = setUp();
  const counting = runner.count(scenario, 0, 5);
  await around.time.run();
  const counted = await counting;
  expect(counted?.flows.map(({ flow }) => flow)).toEqual([0, 1]);
  expect(around.aliveCount).toBeGreaterThan(0);
});

test("a newer request stops an older one", async () => {
  const { around, runner } = setUp();
  const older = runner.count(scenario, 0, 5);
  const newer = runner.count(scenario, 0, 5);
  await around.time.run();
  expect([await older, (await newer)?.link]).toEqual([null, 0]);
});

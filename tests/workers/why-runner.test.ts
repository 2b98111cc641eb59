import { expect, test } from "vitest";
import { defaultScenario } from "../../src/engine/index.ts";
import { Simulation } from "../../src/engine/simulator.ts";
import { WhyRunner } from "../../src/workers/why-runner.ts";
import { fakeSurroundings } from "./surroundings.ts";

const scenario = defaultScenario();
const cut = { kind: "flow-event", event: "ecnReduction", flow: 0, atS: 1.0512416 } as const;

/** Every look at the clock takes 5 ms, so that a runner soon listens for newer questions. */
function setUp() {
  const around = fakeSurroundings();
  let replays = 0;
  const runner = new WhyRunner({
    ...around,
    nowMs() {
      around.time.spend(5);
      return around.time.nowMs;
    },
    replay: (asked) => (log) => {
      replays++;
      return new Simulation(asked, log);
    },
  });
  const ask = async (...asked: Parameters<WhyRunner["tell"]>) => {
    const story = runner.tell(...asked);
    await around.time.run();
    return story;
  };
  return { around, runner, ask, replays: () => replays };
}

test("tells the story, with signs of life on the way", async () => {
  const { around, ask } = setUp();
  expect(await ask(scenario, cut, Number.POSITIVE_INFINITY)).toMatchObject({ atS: 1.0512416 });
  expect(around.aliveCount).toBeGreaterThan(0);
});

test("what was seen of a run serves the next question; another run is seen anew", async () => {
  const { ask, replays } = setUp();
  await ask(scenario, cut, Number.POSITIVE_INFINITY);
  expect(replays()).toBe(2);
  await ask(scenario, { ...cut, atS: 1.2192416 }, Number.POSITIVE_INFINITY);
  expect(replays()).toBe(3);
  await ask({ ...scenario, run: { ...scenario.run, seed: 2 } }, cut, Number.POSITIVE_INFINITY);
  expect(replays()).toBe(5);
});

test("a newer question stops an older one", async () => {
  const { around, runner } = setUp();
  const older = runner.tell(scenario, cut, Number.POSITIVE_INFINITY);
  await around.time.run(around.time.nowMs + 12);
  const newer = runner.tell(scenario, { ...cut, atS: 1.2192416 }, Number.POSITIVE_INFINITY);
  await around.time.run();
  expect(await older).toBeNull();
  expect(await newer).toMatchObject({ atS: 1.2192416 });
});

test("a question without an answer rejects, and the next one is answered", async () => {
  const { around, runner, ask } = setUp();
  const refused = runner.tell(scenario, { ...cut, event: "rto" }, 100).catch((error: Error) => error.message);
  await around.time.run();
  expect(await refused).toBe("Flow 1 has no such event in this run");
  expect(await ask(scenario, cut, 100)).not.toBeNull();
});

import fc from "fast-check";
import { expect, test } from "vitest";
import { defaultScenario, scenarioFromUrl } from "../../src/engine/index.ts";
import { Simulation } from "../../src/engine/simulator.ts";
import { PictureRunner } from "../../src/workers/picture-runner.ts";
import { DelaysRunner, PacketFileRunner, StoryRunner } from "../../src/workers/replay-runners.ts";
import type { RunnerEnvironment } from "../../src/workers/simulating.ts";
import { cases } from "../effort.ts";
import { fakeScenario } from "./fake-simulation.ts";
import { fakeSurroundings } from "./surroundings.ts";

const scenario = defaultScenario();
const cut = { kind: "flow-event", event: "ecnReduction", flow: 0, atS: 1.0512416 } as const;

/**
 * Returns surroundings with real runs in which every read of the clock takes 5 ms, so that a runner soon checks for
 * newer requests.
 */
function impatient() {
  const around = fakeSurroundings();
  let replays = 0;
  const real: RunnerEnvironment = {
    ...around,
    nowMs() {
      around.time.spend(5);
      return around.time.nowMs;
    },
    create(asked, log) {
      replays++;
      return new Simulation(asked, log);
    },
    alive: () => around.alive(),
  };
  return { around, real, replays: () => replays };
}

function asking() {
  const { around, real, replays } = impatient();
  const runner = new StoryRunner(real);
  const ask = async (...asked: Parameters<StoryRunner["tell"]>) => {
    const story = runner.tell(...asked);
    await around.time.run();
    return story;
  };
  return { around, runner, ask, replays };
}

test("returns the story, and reports progress on the way", async () => {
  const { around, ask } = asking();
  expect(await ask(scenario, cut, Number.POSITIVE_INFINITY)).toMatchObject({ atS: 1.0512416 });
  expect(around.aliveCount).toBeGreaterThan(0);
});

test("a replay serves the next question about the run; another run is replayed from scratch", async () => {
  const { ask, replays } = asking();
  await ask(scenario, cut, Number.POSITIVE_INFINITY);
  expect(replays()).toBe(2);
  await ask(scenario, { ...cut, atS: 1.2192416 }, Number.POSITIVE_INFINITY);
  expect(replays()).toBe(3);
  await ask({ ...scenario, run: { ...scenario.run, seed: 2 } }, cut, Number.POSITIVE_INFINITY);
  expect(replays()).toBe(5);
});

test("a newer question stops an older one", async () => {
  const { around, runner } = asking();
  const older = runner.tell(scenario, cut, Number.POSITIVE_INFINITY);
  await around.time.run(around.time.nowMs + 12);
  const newer = runner.tell(scenario, { ...cut, atS: 1.2192416 }, Number.POSITIVE_INFINITY);
  await around.time.run();
  expect(await older).toBeNull();
  expect(await newer).toMatchObject({ atS: 1.2192416 });
});

test("a question without an answer rejects, and the next one is answered", async () => {
  const { around, runner, ask } = asking();
  const refused = runner.tell(scenario, { ...cut, event: "rto" }, 100).catch((error: Error) => error.message);
  await around.time.run();
  expect(await refused).toBe("Flow 1 has no such event in this run");
  expect(await ask(scenario, cut, 100)).not.toBeNull();
});

const { scenario: twoFlows } = scenarioFromUrl("duration=5s&flow=cc=cubic&flow=cc=newreno");

function counting() {
  const { around, real } = impatient();
  return { around, runner: new DelaysRunner(real) };
}

test("counts by flow, and reports progress on the way", async () => {
  const { around, runner } = counting();
  const delays = runner.count(twoFlows, 0, 5);
  await around.time.run();
  const counted = await delays;
  expect(counted?.flows.map(({ flow }) => flow)).toEqual([0, 1]);
  expect(around.aliveCount).toBeGreaterThan(0);
});

test("a newer request stops an older one", async () => {
  const { around, runner } = counting();
  const older = runner.count(twoFlows, 0, 5);
  const newer = runner.count(twoFlows, 0, 5);
  await around.time.run();
  expect([await older, (await newer)?.link]).toEqual([null, 0]);
});

function setUp() {
  const around = fakeSurroundings();
  const runner = new PictureRunner(around);
  const ask = async (...request: Parameters<PictureRunner["at"]>) => {
    const picture = runner.at(...request);
    await around.time.run();
    return picture;
  };
  return { around, runner, ask };
}

const run = (costMs = 0, name = "run") => fakeScenario({ durationS: 100, costMs, name });

test("a picture is of the requested time", async () => {
  const { ask } = setUp();
  expect(await ask(run(), 12.5)).toMatchObject({ nowS: 12.5 });
});

test("one simulation is kept while the time grows for the same scenario", async () => {
  const { around, ask } = setUp();
  for (const atS of [1, 2, 2, 3.5]) expect(await ask(run(), atS)).toMatchObject({ nowS: atS });
  expect(around.created).toHaveLength(1);
});

test("an earlier time or another scenario starts from scratch", async () => {
  const { around, ask } = setUp();
  await ask(run(), 5);
  expect(await ask(run(), 3)).toMatchObject({ nowS: 3 });
  expect(await ask(run(0, "other"), 4)).toMatchObject({ nowS: 4 });
  expect(around.created).toHaveLength(3);
});

test("a time after the end gives the end", async () => {
  const { ask } = setUp();
  expect(await ask(run(), 1e6)).toMatchObject({ nowS: 100 });
});

test("a failing scenario rejects, and the next request works", async () => {
  const { around, runner } = setUp();
  const failing = runner.at(fakeScenario({ durationS: 10, failAtS: 5 }), 8);
  const caught = failing.catch((error: Error) => error.message);
  await around.time.run();
  expect(await caught).toBe("the heap is upside down");
  const next = runner.at(run(), 8);
  await around.time.run();
  expect(await next).toMatchObject({ nowS: 8 });
});

test("the newest request is always answered, every older one either exactly or with null", async () => {
  const step = fc.record({
    atS: fc.integer({ min: 0, max: 100 }),
    name: fc.constantFrom("a", "b"),
    pauseMs: fc.integer({ min: 0, max: 60 }),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 10 }), async (steps) => {
      const { around, runner } = setUp();
      const answers = [];
      for (const { atS, name, pauseMs } of steps) {
        answers.push(runner.at(run(0.001, name), atS));
        await around.time.run(around.time.nowMs + pauseMs);
      }
      await around.time.run();
      const pictures = await Promise.all(answers);
      expect(pictures.at(-1)).not.toBeNull();
      for (const [i, picture] of pictures.entries())
        if (picture !== null) expect(picture.nowS).toBe(steps[i].atS);
    }),
    cases(40),
  );
});

test("a packet file that would not fit says what to do, and reports progress on the way", async () => {
  const { around, real } = impatient();
  const runner = new PacketFileRunner(real, 1e6);
  const wish = {
    format: "csv",
    point: { at: "sender" },
    fromS: 0,
    toS: 5,
    program: "Sawtooth",
    stamp: [],
  } as const;
  const said = runner.write(twoFlows, wish).catch((problem: Error) => problem.message);
  await around.time.run();
  expect(await said).toBe(
    "the file would be larger than 1 MB: zoom into a shorter stretch, or use the command line",
  );
  expect(around.aliveCount).toBeGreaterThan(0);
});

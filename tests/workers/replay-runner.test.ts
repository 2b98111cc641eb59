import { expect, test } from "vitest";
import { defaultScenario, type Question, type Scenario, scenarioFromUrl } from "../../src/engine/index.ts";
import { Simulation } from "../../src/engine/simulator.ts";
import { ReplayRunner } from "../../src/workers/replay-runner.ts";
import type { RunnerEnvironment } from "../../src/workers/simulating.ts";
import { LatestRequest } from "../../src/workers/worker-api.ts";
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
  const runner = new ReplayRunner(real);
  const requests = new LatestRequest(real);
  const tell = (run: Scenario, question: Question, seenS: number) =>
    requests.answer(runner.storyteller(run).tell(question, seenS));
  const ask = async (run: Scenario, question: Question, seenS: number) => {
    const story = tell(run, question, seenS);
    await around.time.run();
    return story;
  };
  return { around, tell, ask, replays };
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
  const { around, tell } = asking();
  const older = tell(scenario, cut, Number.POSITIVE_INFINITY);
  await around.time.run(around.time.nowMs + 12);
  const newer = tell(scenario, { ...cut, atS: 1.2192416 }, Number.POSITIVE_INFINITY);
  await around.time.run();
  expect(await older).toBeNull();
  expect(await newer).toMatchObject({ atS: 1.2192416 });
});

test("a question without an answer rejects, and the next one is answered", async () => {
  const { around, tell, ask } = asking();
  const refused = tell(scenario, { ...cut, event: "rto" }, 100).catch((error: Error) => error.message);
  await around.time.run();
  expect(await refused).toBe("Flow 1 has no such event in this run");
  expect(await ask(scenario, cut, 100)).not.toBeNull();
});

const { scenario: twoFlows } = scenarioFromUrl("duration=5s&flow=cc=cubic&flow=cc=newreno");

function counting() {
  const { around, real } = impatient();
  const runner = new ReplayRunner(real);
  const requests = new LatestRequest(real);
  const count = () => requests.answer(runner.flowDelays(twoFlows, 0, 5));
  return { around, count };
}

test("counts by flow, and reports progress on the way", async () => {
  const { around, count } = counting();
  const delays = count();
  await around.time.run();
  const counted = await delays;
  expect(counted?.flows.map(({ flow }) => flow)).toEqual([0, 1]);
  expect(around.aliveCount).toBeGreaterThan(0);
});

test("a newer request stops an older one", async () => {
  const { around, count } = counting();
  const older = count();
  const newer = count();
  await around.time.run();
  expect([await older, (await newer)?.link]).toEqual([null, 0]);
});

test("a packet file that would not fit says what to do, and reports progress on the way", async () => {
  const { around, real } = impatient();
  const runner = new ReplayRunner(real, 1e6);
  const wish = {
    format: "csv",
    point: { at: "sender" },
    fromS: 0,
    toS: 5,
    program: "Sawtooth",
    stamp: [],
  } as const;
  const said = new LatestRequest(real)
    .answer(runner.packetFile(twoFlows, wish))
    .catch((problem: Error) => problem.message);
  await around.time.run();
  expect(await said).toBe(
    "the file would be larger than 1 MB: zoom into a shorter stretch, or use the command line",
  );
  expect(around.aliveCount).toBeGreaterThan(0);
});

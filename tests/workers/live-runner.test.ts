import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  type Change,
  defaultScenario,
  type FlowSpec,
  type RunResults,
  type StopKind,
  setParam,
} from "../../src/engine/index.ts";
import { LiveWatch } from "../../src/engine/replays.ts";
import { Simulation } from "../../src/engine/simulator.ts";
import { LiveRunner, WorkerLiveSession } from "../../src/workers/live-runner.ts";
import type { FrameMessage, LiveCommand, LiveStart } from "../../src/workers/protocol.ts";
import { cases } from "../effort.ts";
import { FAKE_RTT_S, type FakeRun, FakeSimulation, fakeScenario } from "./fake-simulation.ts";
import { fakeSurroundings } from "./surroundings.ts";

interface Shown extends FrameMessage {
  readonly atMs: number;
}

function setUp(run: Partial<FakeRun> = {}, start: Partial<LiveStart> = {}) {
  const around = fakeSurroundings();
  const frames: Shown[] = [];
  const errors: { message: string; fatal: boolean }[] = [];
  const audience = {
    taken: true,
    hasTakenLast: () => audience.taken,
    frame: (frame: FrameMessage) => frames.push({ ...frame, atMs: around.time.nowMs }),
    error: (_id: number, message: string, fatal: boolean) => errors.push({ message, fatal }),
  };
  const runner = new LiveRunner(around, audience);
  let seq = 0;
  const command = (one: LiveCommand) => runner.command(1, ++seq, one);
  runner.start(1, { scenario: fakeScenario({ durationS: 100, ...run }), fromS: 0, playAt: null, ...start });
  return { around, audience, frames, errors, runner, command, last: () => frames.at(-1)! };
}

const change = (id = "beta-ecn"): Change => ({ atS: 0, flow: null, link: null, id, value: 0.8 });
const flow: FlowSpec = { cc: "cubic", traffic: "bulk", count: 1, params: {} };

describe("pace", () => {
  test("a session opens paused at its start, with everything in its first frame", async () => {
    const { around, frames } = setUp();
    await around.time.run();
    expect(frames).toHaveLength(1);
    expect(frames[0]).toMatchObject({ playing: false, settled: true, pathState: { nowS: 0 } });
    expect(frames[0].snapshot).not.toBeNull();
    expect(frames[0].scenario).not.toBeNull();
  });

  test.each([0.001, 0.1, 1, 20])("simulated time runs at %f times the wall clock", async (speed) => {
    const { around, command, last } = setUp();
    await around.time.run();
    const fromMs = around.time.nowMs;
    command({ kind: "play", speed });
    await around.time.run(fromMs + 3000);
    expect(last().playing).toBe(true);
    expect(last().pathState.nowS).toBeCloseTo(((last().atMs - fromMs) / 1000) * speed, 6);
    expect(last().atMs - fromMs).toBeGreaterThan(2900);
  });

  test("frames come at most 30 times a second, and nearly that often", async () => {
    const { around, frames, command } = setUp();
    command({ kind: "play", speed: 1 });
    await around.time.run(2000);
    expect(frames.length).toBeLessThanOrEqual(61);
    expect(frames.length).toBeGreaterThan(55);
  });

  test("expensive snapshots come ten times a second, states of the path with every frame", async () => {
    const { around, frames, command } = setUp({ snapshotCostMs: 5 });
    command({ kind: "play", speed: 1 });
    await around.time.run(2000);
    const snapshots = frames.filter((frame) => frame.snapshot !== null).length;
    expect(snapshots).toBeGreaterThan(13);
    expect(snapshots).toBeLessThanOrEqual(21);
    expect(frames.length).toBeGreaterThan(50);
  });

  test("expensive states of the path take at most a quarter of the time", async () => {
    const { around, frames, command, last } = setUp({ pathStateCostMs: 40 });
    command({ kind: "play", speed: 1 });
    await around.time.run(2000);
    expect(frames.length).toBeGreaterThan(8);
    expect(frames.length).toBeLessThanOrEqual(13);
    command({ kind: "pause" });
    await around.time.run(3000);
    expect(last()).toMatchObject({ playing: false, settled: true });
  });

  test("a network too busy for the speed falls behind without accumulating a backlog", async () => {
    const { around, frames, command, last } = setUp({ costMs: 0.004 });
    command({ kind: "play", speed: 100 });
    await around.time.run(1500);
    // An event of 1 ms costs 0.004 ms, so 250 times real time is possible. The test requests 100.
    expect(last().pathState.nowS).toBeGreaterThan(90);
    const heavy = setUp({ costMs: 0.1 });
    heavy.command({ kind: "play", speed: 100 });
    await heavy.around.time.run(3000);
    const reachedS = heavy.last().pathState.nowS;
    expect(reachedS).toBeGreaterThan(20);
    expect(reachedS).toBeLessThan(31);
    heavy.command({ kind: "play", speed: 1 });
    await heavy.around.time.run(4000);
    expect(heavy.last().pathState.nowS - reachedS).toBeLessThan(1.6 + 3.4);
    expect(frames.length).toBeGreaterThan(30);
  });

  test("after a standstill of the machine time continues without a jump", async () => {
    const { around, command, last } = setUp();
    command({ kind: "play", speed: 1 });
    await around.time.run(500);
    around.time.spend(60_000);
    await around.time.run(60_600);
    expect(last().pathState.nowS).toBeLessThan(1);
  });

  test("the end of the scenario pauses automatically", async () => {
    const { around, command, last } = setUp({ durationS: 0.5 });
    command({ kind: "play", speed: 1 });
    await around.time.run();
    expect(last()).toMatchObject({ playing: false, settled: true, pathState: { nowS: 0.5 } });
    expect(last().snapshot?.done).toBe(true);
    command({ kind: "play", speed: 1 });
    await around.time.run();
    expect(last()).toMatchObject({ playing: false, seq: 2 });
  });

  test("on the way to a distant time frames come at their usual rate", async () => {
    const { around, frames, last } = setUp({ durationS: 1000, costMs: 0.004 }, { fromS: 900 });
    await around.time.run(2000);
    expect(frames.length).toBeGreaterThan(40);
    expect(last().pathState.nowS).toBeLessThan(510);
  });

  test("the same scenario in a new session is shown from scratch", async () => {
    const { around, runner, frames } = setUp();
    await around.time.run();
    const [{ scenario }] = frames;
    runner.start(2, { scenario: scenario!, fromS: 0, playAt: null });
    await around.time.run();
    expect(frames.map((frame) => [frame.id, frame.scenario === scenario])).toEqual([
      [1, true],
      [2, true],
    ]);
  });

  test("a receiver that has not taken the last frame gets no backlog of frames", async () => {
    const { around, audience, frames, command, last } = setUp();
    command({ kind: "play", speed: 1 });
    await around.time.run(100);
    audience.taken = false;
    const before = frames.length;
    await around.time.run(1000);
    expect(frames).toHaveLength(before);
    command({ kind: "pause" });
    await around.time.run();
    expect(last().settled).toBe(true);
    expect(last().pathState.nowS).toBeCloseTo(1, 1);
  });
});

describe("commands", () => {
  test("pause stops at once and the last frame is exact", async () => {
    const { around, command, last } = setUp();
    command({ kind: "play", speed: 1 });
    await around.time.run(1000);
    command({ kind: "pause" });
    await around.time.run();
    const { nowS } = last().pathState;
    expect(last()).toMatchObject({ playing: false, settled: true });
    expect(last().snapshot?.nowS).toBe(nowS);
    await around.time.run(5000);
    expect(last().pathState.nowS).toBe(nowS);
  });

  test("steps by event, by round trip and by signal, each from the end of the previous one", async () => {
    const { around, command, last } = setUp();
    command({ kind: "step", step: "event" });
    await around.time.run();
    expect(last().pathState.nowS).toBe(0.001);
    command({ kind: "step", step: "rtt" });
    command({ kind: "step", step: "event" });
    await around.time.run();
    expect(last().pathState.nowS).toBeCloseTo(0.002 + FAKE_RTT_S, 9);
    command({ kind: "step", step: "signal" });
    await around.time.run();
    expect(last().pathState.nowS).toBe(0.25);
    expect(last()).toMatchObject({ playing: false, settled: true, seq: 4 });
  });

  test("a step during playback pauses", async () => {
    const { around, command, last } = setUp();
    command({ kind: "play", speed: 1 });
    await around.time.run(1000);
    command({ kind: "step", step: "event" });
    await around.time.run();
    expect(last()).toMatchObject({ playing: false, settled: true });
  });

  test("changes and joining flows apply now, and the frame contains the scenario with them", async () => {
    const { around, frames, command, last } = setUp();
    command({ kind: "play", speed: 1 });
    await around.time.run(1000);
    command({ kind: "change", change: change() });
    command({ kind: "add-flow", flow });
    await around.time.run(1100);
    const [carrier, ...more] = frames.filter((frame) => frame.scenario !== null).slice(1);
    expect(carrier.scenario?.changes).toHaveLength(1);
    expect(carrier.scenario?.changes[0].atS).toBeGreaterThan(0.9);
    expect(carrier.scenario?.flows).toHaveLength(2);
    expect(more).toHaveLength(0);
    expect(last().playing).toBe(true);
  });

  test("a change during a pause is shown at once", async () => {
    const { around, command, last } = setUp();
    await around.time.run();
    command({ kind: "change", change: change() });
    await around.time.run();
    expect(last().scenario?.changes).toHaveLength(1);
    expect(last().settled).toBe(true);
  });

  test.each([
    { kind: "change", change: change("impossible") },
    { kind: "play", speed: 0 },
    { kind: "play", speed: Number.NaN },
    { kind: "play", speed: 101 },
  ] satisfies LiveCommand[])(
    "a refused command %j states the reason and leaves the session unchanged",
    async (refused) => {
      const { around, errors, command, last } = setUp();
      command({ kind: "play", speed: 2 });
      await around.time.run(100);
      command(refused);
      await around.time.run(1000);
      expect(errors).toHaveLength(1);
      expect(errors[0].fatal).toBe(false);
      expect(errors[0].message).toContain("This was not done in the live run: ");
      expect(last()).toMatchObject({ playing: true, speed: 2, seq: 2 });
    },
  );

  test("an error of the engine ends the session with a message", async () => {
    const { around, errors, frames, command } = setUp({ failAtS: 0.3 });
    command({ kind: "play", speed: 1 });
    await around.time.run();
    expect(errors).toEqual([
      { fatal: true, message: "The live run stopped because of an error: the heap is upside down" },
    ]);
    const count = frames.length;
    command({ kind: "play", speed: 1 });
    await around.time.run();
    expect(frames).toHaveLength(count);
  });

  test("stop ends it, and does not affect a session with another number", async () => {
    const { around, frames, runner, command } = setUp();
    runner.command(7, 1, { kind: "play", speed: 1 });
    await around.time.run();
    expect(frames).toHaveLength(1);
    command({ kind: "play", speed: 1 });
    await around.time.run(100);
    command({ kind: "stop" });
    const count = frames.length;
    await around.time.run();
    expect(frames).toHaveLength(count);
    expect(around.time.idle).toBe(true);
  });
});

test("a session resumes where it was, and plays on from there", async () => {
  const { around, frames } = setUp({ costMs: 0.01 }, { fromS: 20, playAt: 0.5 });
  await around.time.run(1200);
  const playing = frames.filter((frame) => frame.playing);
  expect(playing[0].pathState.nowS).toBeGreaterThanOrEqual(20);
  expect(playing[0].pathState.nowS).toBeLessThan(20.1);
  expect(playing.at(-1)?.pathState.nowS).toBeGreaterThan(20.3);
  expect(playing.every((frame) => frame.speed === 0.5)).toBe(true);
});

test("in any sequence of calls time never goes back, the last command takes effect, and a paused session stays paused", async () => {
  const command = fc.oneof(
    fc.record({ kind: fc.constant("play" as const), speed: fc.constantFrom(0.001, 0.5, 1, 100) }),
    fc.constant({ kind: "pause" as const }),
    fc.record({ kind: fc.constant("step" as const), step: fc.constantFrom("event", "rtt", "signal") }),
    fc.constant({ kind: "change" as const, change: change() }),
    fc.constant({ kind: "change" as const, change: change("impossible") }),
    fc.constant({ kind: "add-flow" as const, flow }),
  ) as fc.Arbitrary<LiveCommand>;
  const step = fc.record({ command, pauseMs: fc.integer({ min: 0, max: 200 }) });
  const cost = fc.constantFrom(0, 0.001, 0.1, 2);
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 15 }), cost, async (steps, costMs) => {
      const session = setUp({ durationS: 5, costMs });
      for (const { command, pauseMs } of steps) {
        session.command(command);
        await session.around.time.run(session.around.time.nowMs + pauseMs);
      }
      session.command({ kind: "pause" });
      await session.around.time.run();
      const times = session.frames.map((frame) => frame.pathState.nowS);
      expect(times).toEqual([...times].sort((a, b) => a - b));
      expect(session.last()).toMatchObject({ playing: false, settled: true, seq: steps.length + 1 });
      expect(session.around.time.idle).toBe(true);
      expect(session.errors.every((error) => !error.fatal)).toBe(true);
    }),
    cases(60),
  );
});

const ONE_RTT = { kind: "step", step: "rtt" } as const;

function session(durationS = 10): WorkerLiveSession {
  const scenario = fakeScenario({ durationS });
  const simulation = new FakeSimulation(scenario, { spend: () => {} });
  return new WorkerLiveSession(1, { scenario, fromS: 0, playAt: null }, simulation, new LiveWatch());
}

/** Returns a session of the real engine. Its first mark comes at 0.6116416 s. */
function realSession(stopAt: StopKind | null = null, durationS = 20): WorkerLiveSession {
  const scenario = setParam(defaultScenario(), { scope: "run" }, "duration", durationS);
  const watch = new LiveWatch();
  const start = { scenario, fromS: 0, playAt: null, stopAt };
  return new WorkerLiveSession(1, start, new Simulation(scenario, watch.log), watch);
}

/** Runs frames of 33 ms until the session rests, at most `mostFrames`. Each read of the clock takes 2 ms. */
function play(live: WorkerLiveSession, mostFrames: number): void {
  for (let frame = 0; frame <= mostFrames; frame++) {
    let ms = frame * 33;
    live.followClock(ms);
    while (live.takeUpWork()) live.work(8, () => (ms += 2));
    live.settle();
    if (!live.playing) return;
  }
}

/** Runs one frame and gives it all the time that it needs. */
function work(live: WorkerLiveSession): void {
  while (live.takeUpWork()) {
    live.simulation.advance(live.goalS);
    live.reached = true;
  }
  live.settle();
}

describe("speed", () => {
  test("changes at the time of the request, not at the last frame", () => {
    const live = session();
    live.apply({ kind: "play", speed: 1 }, 0);
    for (const ms of [0, 100]) live.followClock(ms);
    expect(live.goalS).toBeCloseTo(0.1, 9);
    live.apply({ kind: "play", speed: 10 }, 200);
    expect(live.goalS).toBeCloseTo(0.2, 9);
    live.followClock(300);
    expect(live.goalS).toBeCloseTo(1.2, 9);
  });
});

describe("steps", () => {
  test("that are requested together run one after another", () => {
    const live = session();
    for (let i = 0; i < 3; i++) live.apply(ONE_RTT, 0);
    work(live);
    expect(live.simulation.nowS).toBeCloseTo(0.3, 9);
    expect(live.atRest).toBe(true);
  });

  test("of a round trip use the shortest one of all flows", () => {
    const live = session();
    live.simulation.results = () =>
      ({ flows: [80, 20, 50].map((rttMs) => ({ rttMs })) }) as unknown as RunResults;
    live.apply(ONE_RTT, 0);
    work(live);
    expect(live.simulation.nowS).toBeCloseTo(0.02, 9);
  });

  test("that wait are cancelled by a pause", () => {
    const live = session();
    for (let i = 0; i < 3; i++) live.apply(ONE_RTT, 0);
    live.apply({ kind: "pause" }, 0);
    expect(live.atRest).toBe(true);
    work(live);
    expect(live.simulation.nowS).toBe(0);
  });

  test("beyond the end of the run are cancelled there: the session pauses", () => {
    const live = session(0.15);
    for (let i = 0; i < 4; i++) live.apply(ONE_RTT, 0);
    work(live);
    expect([live.simulation.nowS, live.simulation.done, live.atRest]).toEqual([0.15, true, true]);
  });
});

describe("stops", () => {
  test("it plays to the next mark, pauses exactly there and says so; played again it goes to the next", () => {
    const live = realSession("mark");
    live.apply({ kind: "play", speed: 1 }, 0);
    play(live, 100);
    expect([live.playing, live.atRest, live.simulation.nowS]).toEqual([false, true, 0.6116416]);
    expect(live.news).toMatchObject({
      text: "Stopped at 0.612 s: CoDel marked packet 243 of flow 1.",
      question: { kind: "queue-event", event: "mark", link: 0, flow: 0, atS: 0.6116416 },
    });
    live.apply({ kind: "play", speed: 1 }, 0);
    expect(live.news).toBeNull();
    play(live, 100);
    expect(live.news?.text).toMatch(/^Stopped at 0\.7\d\d s: CoDel marked packet \d+ of flow 1\.$/);
  });

  test("the kind of stop can be chosen and removed during playback", () => {
    const live = realSession("mark");
    live.apply({ kind: "stop-at", stopAt: null }, 0);
    live.apply({ kind: "play", speed: 1 }, 0);
    play(live, 30);
    expect([live.playing, live.simulation.nowS > 0.9]).toEqual([true, true]);
    live.apply({ kind: "stop-at", stopAt: "mark" }, 30 * 33);
    play(live, 300);
    expect([live.playing, live.news === null]).toEqual([false, false]);
  });

  test("the end of the run stops it without a message", () => {
    const live = realSession("timeout", 1);
    live.apply({ kind: "play", speed: 1 }, 0);
    play(live, 100);
    expect([live.playing, live.simulation.done, live.news]).toEqual([false, true, null]);
  });

  test("a step reports its event; a round trip reports nothing", () => {
    const live = realSession();
    live.apply({ kind: "step", step: "event" }, 0);
    live.takeUpWork();
    expect(live.news?.text).toBe("0.000000 s: Flow 1 joined.");
    live.apply({ kind: "step", step: "signal" }, 0);
    live.takeUpWork();
    expect(live.news?.text).toBe("0.612 s: CoDel marked packet 243 of flow 1.");
    live.apply(ONE_RTT, 0);
    live.takeUpWork();
    expect(live.news).toBeNull();
  });
});

describe("the end", () => {
  test("leaves later commands to the page, and nothing of them in the scenario", () => {
    const live = realSession(null, 2);
    live.simulation.advance(2);
    const { scenario } = live.simulation;
    const change = { atS: 2, flow: null, link: null, id: "beta-ecn", value: 0.8 };
    live.apply({ kind: "change", change }, 0);
    live.apply({ kind: "add-flow", flow: scenario.flows[0] }, 0);
    expect(live.simulation.scenario).toBe(scenario);
  });
});

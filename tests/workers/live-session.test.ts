import { describe, expect, test } from "vitest";
import { defaultScenario, type RunResults, type StopKind, setParam } from "../../src/engine/index.ts";
import { LiveWatch } from "../../src/engine/live-watch.ts";
import { Simulation } from "../../src/engine/simulator.ts";
import { LiveSession } from "../../src/workers/live-runner.ts";
import { FakeSimulation, fakeScenario } from "./fake-simulation.ts";

const ONE_RTT = { kind: "step", step: "rtt" } as const;

function session(durationS = 10): LiveSession {
  const scenario = fakeScenario({ durationS });
  const simulation = new FakeSimulation(scenario, { spend: () => {} });
  return new LiveSession(1, { scenario, fromS: 0, playAt: null }, simulation, new LiveWatch());
}

/** Of the real engine: the first mark comes at 0.6116416 s. */
function realSession(stopAt: StopKind | null = null, durationS = 20): LiveSession {
  const scenario = setParam(defaultScenario(), { scope: "run" }, "duration", durationS);
  const watch = new LiveWatch();
  const start = { scenario, fromS: 0, playAt: null, stopAt };
  return new LiveSession(1, start, new Simulation(scenario, watch.log), watch);
}

/** Frames of 33 ms until it rests, or so many; each look at the clock takes 2 ms. */
function play(live: LiveSession, mostFrames: number): void {
  for (let frame = 0; frame <= mostFrames; frame++) {
    let ms = frame * 33;
    live.followClock(ms);
    while (live.takeUpWork()) live.work(8, () => (ms += 2));
    live.settle();
    if (!live.playing) return;
  }
}

/** What a frame does, with all the time that it needs. */
function work(live: LiveSession): void {
  while (live.takeUpWork()) {
    live.simulation.advance(live.goalS);
    live.reached = true;
  }
  live.settle();
}

describe("speed", () => {
  test("another one holds from the moment at which it is asked for, not from the last frame on", () => {
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
  test("that are asked for together are done one after the other", () => {
    const live = session();
    for (let i = 0; i < 3; i++) live.apply(ONE_RTT, 0);
    work(live);
    expect(live.simulation.nowS).toBeCloseTo(0.3, 9);
    expect(live.atRest).toBe(true);
  });

  test("of a round trip take the shortest one of all flows", () => {
    const live = session();
    live.simulation.results = () =>
      ({ flows: [80, 20, 50].map((rttMs) => ({ rttMs })) }) as unknown as RunResults;
    live.apply(ONE_RTT, 0);
    work(live);
    expect(live.simulation.nowS).toBeCloseTo(0.02, 9);
  });

  test("that wait are given up by a pause", () => {
    const live = session();
    for (let i = 0; i < 3; i++) live.apply(ONE_RTT, 0);
    live.apply({ kind: "pause" }, 0);
    expect(live.atRest).toBe(true);
    work(live);
    expect(live.simulation.nowS).toBe(0);
  });

  test("beyond the end of the run are given up there: the session rests", () => {
    const live = session(0.15);
    for (let i = 0; i < 4; i++) live.apply(ONE_RTT, 0);
    work(live);
    expect([live.simulation.nowS, live.simulation.done, live.atRest]).toEqual([0.15, true, true]);
  });
});

describe("stops", () => {
  test("it plays to the next mark, pauses just there and says so; played again it goes to the next", () => {
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

  test("what it stops at can be chosen and given up while it plays", () => {
    const live = realSession("mark");
    live.apply({ kind: "stop-at", stopAt: null }, 0);
    live.apply({ kind: "play", speed: 1 }, 0);
    play(live, 30);
    expect([live.playing, live.simulation.nowS > 0.9]).toEqual([true, true]);
    live.apply({ kind: "stop-at", stopAt: "mark" }, 30 * 33);
    play(live, 300);
    expect([live.playing, live.news === null]).toEqual([false, false]);
  });

  test("the end of the run stops it without a word", () => {
    const live = realSession("timeout", 1);
    live.apply({ kind: "play", speed: 1 }, 0);
    play(live, 100);
    expect([live.playing, live.simulation.done, live.news]).toEqual([false, true, null]);
  });

  test("a step says what it was; a round trip says nothing", () => {
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
  test("leaves what comes after it to the page, and nothing of it in the scenario", () => {
    const live = realSession(null, 2);
    live.simulation.advance(2);
    const { scenario } = live.simulation;
    const change = { atS: 2, flow: null, link: null, id: "beta-ecn", value: 0.8 };
    live.apply({ kind: "change", change }, 0);
    live.apply({ kind: "add-flow", flow: scenario.flows[0] }, 0);
    expect(live.simulation.scenario).toBe(scenario);
  });
});

import { describe, expect, test } from "vitest";
import type { RunResults } from "../../src/engine/index.ts";
import { LiveSession } from "../../src/workers/live-session.ts";
import { FakeSimulation, fakeScenario } from "./fake-simulation.ts";

const ONE_RTT = { kind: "step", step: "rtt" } as const;

function session(durationS = 10): LiveSession {
  const scenario = fakeScenario({ durationS });
  const simulation = new FakeSimulation(scenario, { spend: () => {} });
  return new LiveSession(1, { scenario, fromS: 0, playAt: null }, simulation);
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

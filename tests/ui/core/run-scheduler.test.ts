import { beforeEach, describe, expect, it } from "vitest";
import { RunScheduler } from "../../../src/ui/core/run-scheduler.ts";
import { createStore, initialState } from "../../../src/ui/core/store.ts";
import { MadeClock, MadeSimulator, madeSnapshot, withBeta } from "./made-runs.ts";

let simulator: MadeSimulator;
let clock: MadeClock;
let store: ReturnType<typeof makeStore>;
let scheduler: RunScheduler;

function makeStore() {
  return createStore(initialState(withBeta(0.5)));
}

function finish(run: number) {
  simulator.runs[run].on.snapshot(madeSnapshot());
}

beforeEach(() => {
  simulator = new MadeSimulator();
  clock = new MadeClock();
  store = makeStore();
  scheduler = new RunScheduler(store, simulator, clock);
  scheduler.start();
  clock.frame();
});

describe("the scheduler", () => {
  it("runs what the page opens with, and shows even its first, partial results", () => {
    expect(simulator.runs).toHaveLength(1);
    simulator.runs[0].on.snapshot(madeSnapshot({ done: false, nowS: 3 }));
    expect(store.get().run.snapshot?.nowS).toBe(3);
    expect(store.get().run.running).toBe(true);
    finish(0);
    expect(store.get().run.running).toBe(false);
  });

  it("requests a frame before it passes on a run, so that a due frame comes right after the plots' work", () => {
    const shown: boolean[] = [];
    clock.expectFrame = () => shown.push(store.get().run.snapshot !== null);
    finish(0);
    expect(shown).toEqual([false]);
    expect(store.get().run.snapshot).not.toBeNull();
  });

  it("starts the first change at once, then at most one per frame, the newest", () => {
    finish(0);
    clock.ms += 100;
    for (const beta of [0.6, 0.7, 0.8]) store.set({ scenario: withBeta(beta) });
    expect(simulator.runs).toHaveLength(2);
    finish(1);
    expect(simulator.runs).toHaveLength(2);
    clock.frame();
    expect(simulator.runs).toHaveLength(3);
    expect(simulator.runs[2].scenario).toEqual(withBeta(0.8));
  });

  it("lets a short run finish, then starts the newest", () => {
    clock.ms += 40;
    finish(0);
    store.set({ scenario: withBeta(0.6) });
    clock.frame();
    store.set({ scenario: withBeta(0.7) });
    clock.frame();
    store.set({ scenario: withBeta(0.8) });
    clock.frame();
    expect(simulator.runs).toHaveLength(2);
    finish(1);
    expect(store.get().run.scenario).toEqual(withBeta(0.6));
    clock.frame();
    expect(simulator.runs).toHaveLength(3);
    expect(simulator.runs[2].scenario).toEqual(withBeta(0.8));
  });

  it("does not wait for a long run", () => {
    clock.ms += 2000;
    finish(0);
    store.set({ scenario: withBeta(0.6) });
    clock.frame();
    store.set({ scenario: withBeta(0.7) });
    clock.frame();
    expect(simulator.runs).toHaveLength(3);
  });

  it("keeps the old curves instead of flickering through short partial ones", () => {
    finish(0);
    const before = store.get().run.snapshot;
    store.set({ scenario: withBeta(0.6) });
    clock.frame();
    simulator.runs[1].on.snapshot(madeSnapshot({ done: false, nowS: 5 }));
    expect(store.get().run.snapshot).toBe(before);
    clock.ms += 400;
    simulator.runs[1].on.snapshot(madeSnapshot({ done: false, nowS: 9 }));
    expect(store.get().run.snapshot?.nowS).toBe(9);
  });

  it("reports an error and runs again after the next change", () => {
    simulator.runs[0].on.error("too many packets");
    expect(store.get().run).toMatchObject({ error: "too many packets", running: false });
    clock.frame();
    expect(simulator.runs).toHaveLength(1);
    store.set({ scenario: withBeta(0.6) });
    clock.frame();
    expect(store.get().run.error).toBeNull();
    expect(simulator.runs).toHaveLength(2);
  });

  it("simulates a link's pinned run in idle time", () => {
    const pinned = withBeta(0.9);
    store.set({ pinned: { scenario: pinned, snapshot: null } });
    clock.frame();
    expect(simulator.runs).toHaveLength(1);
    finish(0);
    clock.frame();
    expect(simulator.runs[1].scenario).toBe(pinned);
    finish(1);
    expect(store.get().pinned?.snapshot?.done).toBe(true);
    expect(store.get().run.scenario).toEqual(withBeta(0.5));
  });

  it("returns to the pinned run after a drag", () => {
    store.set({ pinned: { scenario: withBeta(0.9), snapshot: null } });
    finish(0);
    clock.frame();
    store.set({ scenario: withBeta(0.6) });
    clock.frame();
    finish(2);
    clock.frame();
    expect(simulator.runs[3].scenario).toEqual(withBeta(0.9));
  });

  it("shows the partial result of a replaced run, until the newest has something to show", () => {
    clock.ms += 2000;
    finish(0);
    store.set({ scenario: withBeta(0.6) });
    clock.frame();
    store.set({ scenario: withBeta(0.7) });
    clock.frame();
    expect(simulator.runs).toHaveLength(3);
    simulator.runs[1].on.preview?.(madeSnapshot({ nowS: 40 }));
    expect(store.get().run).toMatchObject({ scenario: withBeta(0.6), running: true });
    expect(store.get().run.snapshot).toMatchObject({ nowS: 40, done: false });
    finish(2);
    simulator.runs[1].on.preview?.(madeSnapshot({ nowS: 50 }));
    expect(store.get().run).toMatchObject({ scenario: withBeta(0.7), running: false });
    expect(store.get().run.snapshot?.done).toBe(true);
  });

  it("shows no replaced run in live mode", () => {
    finish(0);
    store.set({ scenario: withBeta(0.6) });
    clock.frame();
    store.set({ mode: "live" });
    const before = store.get().run.snapshot;
    simulator.runs[1].on.preview?.(madeSnapshot({ nowS: 40 }));
    expect(store.get().run.snapshot).toBe(before);
  });
});

const partOf = (nowS: number) => madeSnapshot({ done: false, nowS });

describe("a long run", () => {
  it("shows its progress after a second, estimates the rest, and shows nothing at the end", () => {
    clock.frame(400);
    simulator.runs[0].on.snapshot(partOf(10));
    expect(store.get().run.progress).toBeNull();
    clock.frame(600);
    expect(store.get().run.progress).toMatchObject({ of: "shown", simulatedS: 10, endS: 100 });
    expect(store.get().run.progress?.leftS).toBeCloseTo(9.144);
    clock.frame(984);
    simulator.runs[0].on.snapshot(partOf(40));
    expect(store.get().run.progress).toMatchObject({ simulatedS: 40, leftS: 3 });
    finish(0);
    expect(store.get().run.progress).toBeNull();
  });

  it("does not count the sleep of the machine as work", () => {
    clock.frame(1000);
    simulator.runs[0].on.snapshot(partOf(10));
    clock.ms += 8 * 3600 * 1000;
    simulator.runs[0].on.snapshot(partOf(20));
    expect(store.get().run.progress?.leftS).toBeLessThan(60);
  });

  it("shows its progress also without any result yet", () => {
    clock.frame(1000);
    expect(store.get().run.progress).toMatchObject({ simulatedS: 0, leftS: null });
  });

  it("is distinguished from runs that follow each other in a drag", () => {
    finish(0);
    for (let ms = 0; ms < 3000; ms += 250) {
      store.set({ scenario: withBeta(0.5 + ms / 10_000) });
      clock.frame(250);
      simulator.runs.at(-1)?.on.snapshot(partOf(5));
      expect(store.get().run.progress).toBeNull();
    }
    // The last of these changes has the whole second for its run.
    clock.frame(1000);
    clock.frame();
    expect(store.get().run.progress).not.toBeNull();
  });

  it("keeps its partial result when cancelled, and resumes at its own rate", () => {
    clock.frame(1000);
    scheduler.cancel();
    expect(simulator.orders).toEqual(["stop"]);
    simulator.runs[0].on.stopped?.(partOf(20));
    expect(store.get().run).toMatchObject({ running: false, stopped: true, progress: null });
    expect(store.get().run.snapshot?.nowS).toBe(20);
    clock.frame(5000);
    scheduler.goOn();
    expect(store.get().run).toMatchObject({ running: true, stopped: false });
    expect(simulator.orders).toEqual(["stop", "go on"]);
    clock.frame(1000);
    simulator.runs[0].on.snapshot(partOf(40));
    expect(store.get().run.progress).toMatchObject({ simulatedS: 40, leftS: 3 });
    finish(0);
    expect(store.get().run).toMatchObject({ running: false, stopped: false, progress: null });
    expect(simulator.runs).toHaveLength(1);
  });

  it("starts from scratch after a cancel by another change, or when it is run again", () => {
    const stop = () => {
      clock.frame(1000);
      scheduler.cancel();
      simulator.runs.at(-1)?.on.stopped?.(partOf(20));
    };
    stop();
    scheduler.again();
    clock.frame();
    expect(simulator.runs[1].scenario).toEqual(withBeta(0.5));
    expect(store.get().run.stopped).toBe(false);
    stop();
    store.set({ scenario: withBeta(0.6) });
    clock.frame();
    expect(simulator.runs[2].scenario).toEqual(withBeta(0.6));
    expect(store.get().run.stopped).toBe(false);
    scheduler.goOn();
    expect(simulator.orders).not.toContain("go on");
  });

  it("leaves the pinned run alone while it is stopped", () => {
    clock.frame(1000);
    scheduler.cancel();
    simulator.runs[0].on.stopped?.(partOf(20));
    store.set({ pinned: { scenario: withBeta(0.9), snapshot: null } });
    clock.frame();
    expect(simulator.runs).toHaveLength(1);
  });

  it("that is the pinned one says so, and disappears when it is cancelled or unpinned", () => {
    finish(0);
    const pinned = { scenario: withBeta(0.9), snapshot: null };
    store.set({ pinned });
    clock.frame();
    clock.frame(1000);
    clock.frame();
    expect(store.get().run.progress).toMatchObject({ of: "pinned", simulatedS: 0 });
    simulator.runs[1].on.snapshot(partOf(50));
    expect(store.get().run.progress).toMatchObject({ of: "pinned", simulatedS: 50 });
    store.set({ pinned: null });
    scheduler.cancel();
    expect(simulator.orders).toEqual(["stop"]);
    store.set({ pinned });
    clock.frame();
    clock.frame(1000);
    expect(store.get().run.progress).not.toBeNull();
    store.set({ pinned: null });
    simulator.runs[2].on.snapshot(partOf(50));
    expect(store.get().run).toMatchObject({ progress: null, stopped: false });
    expect(simulator.orders).toEqual(["stop", "stop"]);
  });

  it("is stopped in its worker too when the live mode starts", () => {
    clock.frame(1000);
    store.set({ mode: "live" });
    expect(store.get().run.progress).toBeNull();
    expect(simulator.orders).toEqual(["stop"]);
    simulator.runs[0].on.stopped?.(partOf(20));
    expect(store.get().run.stopped).toBe(false);
  });

  it("that another worker has restarted counts from the start", () => {
    clock.frame(900);
    simulator.runs[0].on.snapshot(partOf(50));
    simulator.runs[0].on.restarted("restarted");
    clock.frame(200);
    expect(store.get().run.progress).toMatchObject({ simulatedS: 0, leftS: null });
  });

  it("reports that a worker was restarted until another run is requested", () => {
    simulator.runs[0].on.restarted("restarted");
    simulator.runs[0].on.snapshot(partOf(60));
    expect(store.get().run.restarted).toBe("restarted");
    scheduler.again();
    clock.frame(300);
    expect(store.get().run.restarted).toBeNull();
  });
});

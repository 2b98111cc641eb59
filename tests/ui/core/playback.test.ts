import { describe, expect, it } from "vitest";
import { defaultScenario, type PathState } from "../../../src/engine/index.ts";
import { entryOf } from "../../../src/ui/core/edits.ts";
import { LiveMode } from "../../../src/ui/core/live-mode.ts";
import { Player } from "../../../src/ui/core/playback.ts";
import { createStore, initialState } from "../../../src/ui/core/store.ts";
import { heard, MadeClock, MadeSimulator, madeSnapshot, withBeta } from "./made-runs.ts";

function player() {
  const scenario = defaultScenario();
  const store = createStore(initialState(scenario));
  const snapshot = madeSnapshot({ marksAtS: [10, 20, 30] });
  store.set({
    run: { snapshot, scenario, running: false, progress: null, stopped: false, error: null, restarted: null },
  });
  const [simulator, clock] = [new MadeSimulator(), new MadeClock()];
  const pathStates = createStore<{ pathState: PathState | null }>({ pathState: null });
  const live = new LiveMode(store, simulator, pathStates, clock);
  const made = new Player(store, pathStates, simulator, live, clock);
  made.start();
  clock.frame();
  clock.frame();
  return { store, pathStates, simulator, clock, player: made, at: () => store.get().playback.playheadS };
}

describe("the player", () => {
  it("moves the playhead at the chosen speed and stops at the end", () => {
    const { clock, player: made, store, at } = player();
    made.seek(98);
    made.setSpeed(10);
    made.play();
    clock.frame(100);
    expect(at()).toBeCloseTo(99);
    clock.frame(100);
    expect(at()).toBe(100);
    expect(store.get().playback.playing).toBe(false);
    made.play();
    expect(at()).toBe(0);
  });

  it("steps and pauses", () => {
    const { player: made, store, at } = player();
    made.play();
    made.seek(12);
    made.step(1, "signal");
    expect(at()).toBe(20);
    expect(store.get().playback.playing).toBe(false);
  });

  it("stands at the end of a run that has become shorter", () => {
    const { player: made, store, at } = player();
    made.seek(80);
    const { scenario } = store.get();
    store.set({ scenario: { ...scenario, run: { ...scenario.run, duration: 30 } } });
    expect(at()).toBe(30);
  });

  it("continues where it was after the machine has slept", () => {
    const { clock, player: made, at } = player();
    made.setSpeed(1);
    made.play();
    const before = at();
    clock.frame(8 * 3600 * 1000);
    expect(at() - before).toBeLessThanOrEqual(0.2);
    clock.frame(80);
    expect(at()).toBeGreaterThan(before);
  });

  it("keeps time for eight hours", () => {
    const { clock, player: made, store } = player();
    const scenario = { ...store.get().scenario, run: { ...store.get().scenario.run, duration: 600 } };
    const run = { ...store.get().run, scenario, snapshot: madeSnapshot({ nowS: 600 }) };
    store.set({ scenario, settings: scenario, run });
    made.setPathInSight(false);
    made.setSpeed(0.01);
    made.seek(0);
    made.play();
    for (let looks = 0; looks < (8 * 3600 * 1000) / 80; looks++) clock.frame(80);
    expect(made.atS).toBeCloseTo(288, 3);
  });

  it("pauses while the page is hidden and resumes after", () => {
    const { player: made, store } = player();
    made.play();
    made.setVisible(false);
    expect(store.get().playback.playing).toBe(false);
    made.setVisible(true);
    expect(store.get().playback.playing).toBe(true);
  });
});

describe("the state of the path", () => {
  it("follows the playhead, and the store is updated less often", async () => {
    const { player: made, pathStates, clock, store } = player();
    await heard();
    let told = 0;
    store.subscribe(() => told++);
    made.play();
    told = 0;
    for (let tick = 0; tick < 10; tick++) {
      clock.frame(60);
      await heard();
    }
    expect(pathStates.get().pathState?.nowS).toBeCloseTo(20.15);
    expect(told).toBeLessThan(4);
    made.pause();
    expect(store.get().playback.playheadS).toBe(pathStates.get().pathState?.nowS);
  });

  it("of a run whose program ended after a long time is requested only when the playhead is moved", async () => {
    const ended = { place: "flow 1", atS: 1, message: "", line: null };
    const slow = { id: "own", name: "A", lines: [], leftOut: 0, stopped: ended, turns: 3e8, isLarge: false };
    for (const [programs, error, isRequested] of [
      [[slow], null, false],
      [[], "It holds more than 150 MB.", false],
      [[{ ...slow, stopped: null }], null, true],
      [[{ ...slow, turns: 1e6 }], null, true],
    ] as const) {
      const { player: made, simulator, pathStates, clock, store } = player();
      await heard();
      const before = simulator.shown.length;
      const scenario = withBeta(0.7);
      const run = { ...store.get().run, scenario, error, snapshot: { ...madeSnapshot(), programs } };
      store.set({ scenario, run });
      clock.frame(1000);
      clock.frame();
      clock.frame();
      await heard();
      expect(simulator.shown.length > before).toBe(isRequested);
      if (!isRequested) expect(pathStates.get().pathState).toBeNull();
      made.seek(12);
      clock.frame(1000);
      clock.frame();
      clock.frame();
      await heard();
      expect(pathStates.get().pathState?.nowS).toBe(12);
    }
  });

  it("is not requested during a drag, and once after it", async () => {
    const { player: made, simulator, clock, store } = player();
    await heard();
    made.play();
    const before = simulator.shown.length;
    const changing = entryOf(store.get());
    for (const beta of [0.6, 0.7, 0.8]) {
      store.set({ scenario: withBeta(beta), changing });
      clock.frame(60);
      await heard();
    }
    store.set({ changing: null });
    clock.frame(60);
    await heard();
    expect(simulator.shown).toHaveLength(before);
    for (let frame = 0; frame < 20; frame++) clock.frame(16);
    expect(simulator.shown).toHaveLength(before + 1);
    expect(simulator.shown.at(-1)?.scenario).toBe(store.get().scenario);
  });

  it("stands still during a drag, also if a state was on its way", async () => {
    const { player: made, simulator, pathStates, clock, store } = player();
    await heard();
    made.play();
    const asked = simulator.shown.length;
    clock.frame(60);
    clock.frame(60);
    expect(simulator.shown.length).toBeGreaterThan(asked);
    const { pathState } = pathStates.get();
    store.set({ changing: entryOf(store.get()) });
    await heard();
    expect(pathStates.get().pathState).toBe(pathState);
    store.set({ changing: null });
    for (let frame = 0; frame < 3; frame++) {
      clock.frame(60);
      await heard();
    }
    expect(pathStates.get().pathState).not.toBe(pathState);
  });

  it("waits for a pause after key presses too, each of which is a change", async () => {
    const { player: made, simulator, clock, store, at } = player();
    await heard();
    made.play();
    const [before, stoodAtS] = [simulator.shown.length, at()];
    for (let press = 0; press < 20; press++) {
      store.set({ scenario: withBeta(0.5 + press / 50) });
      clock.frame(100);
      await heard();
    }
    expect(simulator.shown).toHaveLength(before);
    expect(at()).toBe(stoodAtS);
  });

  it("is requested only once if nothing plays", async () => {
    const { simulator, clock } = player();
    await heard();
    for (let frame = 0; frame < 100; frame++) clock.frame(16);
    expect(simulator.shown).toHaveLength(1);
  });
});

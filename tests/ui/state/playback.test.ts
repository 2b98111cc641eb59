import { describe, expect, it } from "vitest";
import { defaultScenario } from "../../../src/engine/index.ts";
import { LiveRun } from "../../../src/ui/state/live-run.ts";
import { neighbour, Player, stepTarget } from "../../../src/ui/state/playback.ts";
import { createStore, initialState } from "../../../src/ui/state/store.ts";
import { MadeClock, MadeSimulator, madeSnapshot } from "./made-runs.ts";

function player() {
  const scenario = defaultScenario();
  const store = createStore(initialState(scenario));
  const snapshot = madeSnapshot({ marksAtS: [10, 20, 30] });
  store.set({ run: { snapshot, scenario, running: false, error: null, restarted: null } });
  const [simulator, clock] = [new MadeSimulator(), new MadeClock()];
  const made = new Player(store, simulator, new LiveRun(store, simulator), clock);
  made.start();
  return { store, clock, player: made, at: () => store.get().playback.playheadS };
}

describe("neighbour", () => {
  const times = Float64Array.of(1, 2, 3);
  it("finds the next and the previous time, never the present one", () => {
    expect(neighbour(times, 2, 1)).toBe(3);
    expect(neighbour(times, 2, -1)).toBe(1);
    expect(neighbour(times, 2.5, -1)).toBe(2);
    expect(neighbour(times, 0, -1)).toBeNull();
    expect(neighbour(times, 3, 1)).toBeNull();
    expect(neighbour(Float64Array.of(), 3, 1)).toBeNull();
  });
});

describe("steps through a finished run", () => {
  const snapshot = madeSnapshot({ marksAtS: [10, 20] });
  it("go to the next mark, by a round trip, or to the ends", () => {
    expect(stepTarget(snapshot, null, defaultScenario(), 12, 1, "signal")).toBe(20);
    expect(stepTarget(snapshot, null, defaultScenario(), 12, -1, "event")).toBe(10);
    expect(stepTarget(snapshot, null, defaultScenario(), 12, 1, "rtt")).toBeCloseTo(12.1);
    expect(stepTarget(snapshot, null, defaultScenario(), 25, 1, "signal")).toBe(100);
    expect(stepTarget(snapshot, null, defaultScenario(), 5, -1, "signal")).toBe(0);
  });

  it("go by the marks of the watched link", () => {
    const two = madeSnapshot({ marksAtS: [10, 20], links: ["a", "b"] });
    expect(stepTarget(two, "a", defaultScenario(), 12, 1, "signal")).toBe(20);
    expect(stepTarget(two, "b", defaultScenario(), 12, 1, "signal")).toBe(100);
    expect(stepTarget(two, "gone", defaultScenario(), 12, 1, "signal")).toBe(20);
  });
});

describe("the player", () => {
  it("moves the playhead at the chosen speed and stops at the end", () => {
    const { clock, player: made, store, at } = player();
    made.seek(99);
    made.setSpeed(10);
    made.play();
    clock.frame();
    clock.frame(50);
    expect(at()).toBeCloseTo(99.5);
    clock.frame(50);
    clock.frame(50);
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

  it("rests while the page is hidden and goes on after", () => {
    const { player: made, store } = player();
    made.play();
    made.setVisible(false);
    expect(store.get().playback.playing).toBe(false);
    made.setVisible(true);
    expect(store.get().playback.playing).toBe(true);
  });
});

import { beforeEach, expect, it, vi } from "vitest";
import type { Scenario } from "../../../src/engine/index.ts";
import { Announcer } from "../../../src/ui/core/announcer.ts";
import { type AppState, createStore, initialState, type Store } from "../../../src/ui/core/store.ts";
import { heard, madeSnapshot, withBeta } from "./made-runs.ts";

let store: Store<AppState>;
let told: { now: Scenario; before: Scenario }[];

beforeEach(() => {
  store = createStore(initialState(withBeta(0.5)));
  told = [];
  const announcer = new Announcer(store, ({ settings }, before) => {
    told.push({ now: settings, before });
    return "said";
  });
  announcer.start();
});

const set = (settings: Scenario) => ({ scenario: settings, settings });
/** Simulates a drag and its end. */
const drag = (settings: Scenario) =>
  store.set((state) => ({
    ...set(settings),
    changing: {
      scenario: state.scenario,
      settings: state.settings,
      pinned: null,
      touch: state.frame.touch,
      bounds: null,
    },
  }));
const finish = () => store.set(({ commits }) => ({ changing: null, commits: commits + 1 }));
const simulated = (scenario: Scenario, done = true) =>
  store.set(({ run }) => ({ run: { ...run, scenario, snapshot: madeSnapshot({ done }) } }));

it("speaks once, when a change is finished and its run complete, not during a drag", async () => {
  for (const beta of [0.6, 0.7, 0.8]) {
    const now = withBeta(beta);
    drag(now);
    simulated(now);
  }
  await heard();
  expect(told).toEqual([]);
  finish();
  simulated(store.get().scenario, false);
  simulated(store.get().scenario);
  simulated(store.get().scenario);
  await heard();
  expect(told).toHaveLength(1);
  expect(told[0].now).toEqual(withBeta(0.8));
  expect(told[0].before).toEqual(withBeta(0.5));
});

it("compares a change with its last announcement, and not with the state before a link opened", async () => {
  store.set(set(withBeta(0.9)));
  drag(withBeta(0.6));
  finish();
  simulated(store.get().scenario);
  await heard();
  drag(withBeta(0.7));
  finish();
  simulated(store.get().scenario);
  await heard();
  expect(told.map(({ before }) => before)).toEqual([withBeta(0.9), withBeta(0.6)]);
});

it("speaks at most one sentence per second, the newest", async () => {
  vi.useFakeTimers();
  const announcer = new Announcer(store, () => "");
  announcer.say("first");
  vi.advanceTimersByTime(0);
  announcer.say("second");
  announcer.say("third");
  vi.advanceTimersByTime(500);
  expect(store.get().announcement).toBe("first");
  vi.advanceTimersByTime(600);
  expect(store.get().announcement).toBe("third");
  vi.useRealTimers();
});

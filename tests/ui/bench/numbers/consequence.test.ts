import { expect, it } from "vitest";
import { defaultScenario, type Scenario, setParam } from "../../../../src/engine/index.ts";
import { consequence } from "../../../../src/ui/bench/numbers/consequence.ts";
import { type AppState, initialState } from "../../../../src/ui/core/store.ts";
import { type MadeResults, madeSnapshot, withBeta } from "../../core/made-runs.ts";

function stateOf(settings: Scenario, made: MadeResults & { nowS?: number; done?: boolean } = {}): AppState {
  const state = initialState(settings);
  return { ...state, run: { ...state.run, snapshot: madeSnapshot(made), scenario: settings } };
}

const pinnedAt = (beta: number, made: MadeResults) => ({
  pinned: { scenario: withBeta(beta), snapshot: madeSnapshot(made) },
});

it("a change is compared with the pinned run, and says so", () => {
  const state = stateOf(withBeta(0.8), { utilisation: 0.962, medianMs: 3.2 });
  expect(consequence({ ...state, ...pinnedAt(0.5, { utilisation: 0.8, medianMs: 2 }) }, withBeta(0.7))).toBe(
    "β ecn 0.80 instead of 0.50: 96.2 % of the link used instead of 80.0 %, queue delay median 2.0 → 3.2 ms, p90 4.0 → 5.2 ms, compared with the pinned run.",
  );
  expect(consequence({ ...stateOf(withBeta(0.5)), ...pinnedAt(0.5, {}) }, withBeta(0.7))).toBe(
    "The same as the pinned run.",
  );
});

it("without a pinned run it is compared with the settings before, and its effect is stated", () => {
  const state = stateOf(withBeta(0.8), { goodputMbps: 9.6, medianMs: 3 });
  expect(consequence(state, withBeta(0.5))).toBe(
    "β ecn 0.80 instead of 0.50. Goodput 9.60 Mbps, 3.0 ms median queue delay.",
  );
  expect(consequence(state, withBeta(0.8))).toBe("Goodput 9.60 Mbps, 3.0 ms median queue delay.");
});

it("in a live run it states the change and its time", () => {
  const before = setParam(defaultScenario(), { scope: "run" }, "duration", 50);
  const state: AppState = { ...stateOf(withBeta(0.8), { nowS: 12.34, done: false }), mode: "live" };
  expect(consequence(state, withBeta(0.5))).toBe("β ecn 0.80 instead of 0.50, from 12.3 s.");
  expect(consequence({ ...state, settings: before }, before)).toBe("");
});

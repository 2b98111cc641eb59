import { expect, test } from "vitest";
import { defaultScenario, originOf } from "../../../src/engine/index.ts";
import { differingOrigin } from "../../../src/ui/bench/Notices.tsx";
import { originWords } from "../../../src/ui/bench/OriginNotice.tsx";
import { initialState } from "../../../src/ui/core/store.ts";
import { madeSnapshot, withBeta } from "../core/made-runs.ts";

const scenario = defaultScenario();
const snapshot = { ...madeSnapshot(), done: true, digest: "5e6f708100000000" };

function stateWith(digest: string, of = scenario) {
  const state = initialState(of);
  const made = { by: originOf("0.6.0", digest), scenario, fragment: "" };
  return { ...state, made, run: { ...state.run, snapshot, scenario: of } };
}

test("a link is reported once its run is complete and has another digest", () => {
  const other = stateWith("1a2b3c4d00000000");
  expect(differingOrigin(other)).toBe(other.made);
  expect(differingOrigin(stateWith("5e6f7081ffffffff"))).toBeNull();
  const running = { ...other, run: { ...other.run, snapshot: { ...snapshot, done: false } } };
  expect(differingOrigin(running)).toBeNull();
  expect(differingOrigin({ ...other, mode: "live" })).toBeNull();
});

test("nothing is reported after a setting was changed, until it is as in the link again", () => {
  expect(differingOrigin(stateWith("1a2b3c4d00000000", withBeta(0.7)))).toBeNull();
});

test("the text names both versions; the same version means that the link was changed", () => {
  expect(originWords("0.6.0", "0.7.0")).toBe(
    "This link was made with Sawtooth 0.6.0. This is Sawtooth 0.7.0, and its result is different.",
  );
  expect(originWords("0.7.0", "0.7.0")).toMatch(/^This link was edited: with its settings /);
});

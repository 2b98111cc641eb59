import { expect, test } from "vitest";
import { defaultScenario, originOf, readOrigin } from "../../../src/engine/index.ts";
import { differingOrigin } from "../../../src/ui/bench/Notices.tsx";
import { missingWords, originWords } from "../../../src/ui/bench/OriginNotice.tsx";
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

test("a version that the site does not have is named, with those that it has", () => {
  const missing = (version: string, releases = ["0.7.0", "0.5.0"]) =>
    missingWords(version, "0.7.0-12", releases);
  expect(missing("0.6.0")).toBe("This site does not have that version. It has 0.7.0, 0.5.0.");
  expect(missing("0.6.0", [])).toBe("This site does not have that version. It has no other version.");
  expect(missing("0.6.0-abc")).toMatch(
    /^Only releases are kept, and that version was not a release\. It has /,
  );
  expect(missing("0.10.0")).toMatch(/^That version is newer than this page\. Reload /);
});

test.each([
  "../../x.1a2b3c4d",
  "0.6.0/..1a2b3c4d",
  "0.6.1a2b3c4d",
  "99999.0.0.1a2b3c4d",
  "0.6.0-../.1a2b3c4d",
])("a link cannot name %s as its version", (text) => {
  expect(readOrigin(text)).toBeNull();
});

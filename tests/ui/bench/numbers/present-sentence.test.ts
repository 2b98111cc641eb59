import { expect, it } from "vitest";
import { defaultScenario, presets, setParam } from "../../../../src/engine/index.ts";
import { presentState, questionOf } from "../../../../src/ui/bench/numbers/present-sentence.ts";
import { madeSnapshot } from "../../state/made-runs.ts";

it("asks the question of a preset while it is unchanged", () => {
  const [, preset] = presets;
  expect(questionOf(preset.scenario)).toBe(preset.question);
  expect(questionOf(setParam(preset.scenario, { scope: "run" }, "seed", 77))).toBeNull();
});

it("says of an unfinished run how much there is so far, and of a warm-up no figure", () => {
  const said = (nowS: number) =>
    presentState({
      scenario: defaultScenario(),
      snapshot: madeSnapshot({ nowS, done: nowS === 100 }),
      label: "",
      link: 0,
    })
      .map(({ text }) => text)
      .join("");
  expect(said(100)).toMatch(/^The link is 84\.0 % used: .* median queue delay$/);
  expect(said(13.9)).toMatch(/; so far, 13\.9 of 100 s$/);
  expect(said(3)).toBe("Warming up: figures count from 10 s on");
});

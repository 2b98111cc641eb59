import { expect, it } from "vitest";
import { presets, setParam } from "../../../src/engine/index.ts";
import { questionOf } from "../../../src/ui/words/present-sentence.ts";

it("asks the question of a preset while it is unchanged", () => {
  const [, preset] = presets;
  expect(questionOf(preset.scenario)).toBe(preset.question);
  expect(questionOf(setParam(preset.scenario, { scope: "run" }, "seed", 77))).toBeNull();
});

import { expect, it } from "vitest";
import { defaultScenario, queueDisciplines, setAqm } from "../../../../src/engine/index.ts";
import { taken, takenSentence } from "../../../../src/ui/bench/rail/SuggestionButton.tsx";

const aqm = String(queueDisciplines.find(({ suggestion }) => suggestion !== undefined)?.id);

it("says the values that a suggestion has changed one by one, or that there were none", () => {
  const before = setAqm(defaultScenario(), aqm);
  const after = taken(before, { scope: "queue" });
  expect(takenSentence(before, after)).toMatch(/ instead of .*\.$/);
  expect(takenSentence(after, after)).toBe("These values already suit the path.");
});

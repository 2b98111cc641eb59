import { expect, it } from "vitest";
import { defaultScenario, queueDisciplines, setAqm } from "../../../../src/engine/index.ts";
import { taken, takenSentence } from "../../../../src/ui/bench/rail/SuggestionButton.tsx";

const aqm = String(queueDisciplines.find(({ suggestion }) => suggestion !== undefined)?.id);

it("lists the values that a suggestion has changed, or states that there were none", () => {
  const before = setAqm(defaultScenario(), aqm);
  const after = taken(before, { scope: "queue" });
  expect(takenSentence(before, after)).toMatch(/ instead of .*\.$/);
  expect(takenSentence(after, after)).toBe("These values already suit the path.");
});

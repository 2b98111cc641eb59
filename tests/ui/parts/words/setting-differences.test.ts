import { expect, test } from "vitest";
import { TEMPLATES } from "../../../../src/engine/custom/templates.ts";
import { defaultScenario, setCc, withProgram } from "../../../../src/engine/index.ts";
import { PROGRAM_READER } from "../../../../src/teaching/document/file-programs.ts";
import { scenarioWords } from "../../../../src/ui/parts/words/setting-differences.ts";

test("a run of a custom sender is described by the sender's name", () => {
  const program = PROGRAM_READER.read(TEMPLATES[0].code);
  const scenario = setCc(withProgram(defaultScenario(), program), 0, program.id);
  expect(scenarioWords(scenario)).toBe("AIMD, ECN; CoDel, dumbbell");
});

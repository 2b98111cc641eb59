import { expect, test } from "vitest";
import { problemText } from "../../../src/ui/shared/ProblemList.tsx";

test("a problem of a file names its line, if it has one", () => {
  expect(problemText({ line: 4, message: "Wrong." })).toBe("Line 4: Wrong.");
  expect(problemText({ line: 0, message: "Wrong." })).toBe("Wrong.");
});

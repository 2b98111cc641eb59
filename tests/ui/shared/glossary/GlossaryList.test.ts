import { expect, test } from "vitest";
import { glossary } from "../../../../src/engine/index.ts";
import { wordsFor } from "../../../../src/ui/shared/glossary/GlossaryList.tsx";

const found = (sought: string) => wordsFor(glossary(), sought).map(({ term }) => term);

test("an empty search returns all terms", () => {
  expect(found(" ")).toHaveLength(glossary().length);
});

test("finds terms by any of their forms and case, before those whose explanation matches", () => {
  expect(found("congestion window")[0]).toBe("cwnd");
  expect(found("ece")[0]).toBe("ECE");
  const backoff = found("ece");
  expect(backoff).toContain("CWR");
  expect(found("no such word")).toEqual([]);
});

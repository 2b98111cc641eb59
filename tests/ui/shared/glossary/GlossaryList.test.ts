import { expect, test } from "vitest";
import { glossary } from "../../../../src/engine/index.ts";
import { wordsFor } from "../../../../src/ui/shared/glossary/GlossaryList.tsx";

const found = (sought: string) => wordsFor(glossary(), sought).map(({ term }) => term);

test("nothing sought: all words", () => {
  expect(found(" ")).toHaveLength(glossary().length);
});

test("words by any of their forms, in whatever letters, before those in whose sentence it stands", () => {
  expect(found("congestion window")[0]).toBe("cwnd");
  expect(found("ece")[0]).toBe("ECE");
  const backoff = found("ece");
  expect(backoff).toContain("CWR");
  expect(found("no such word")).toEqual([]);
});

import { expect, test } from "vitest";
import { glossary } from "../../../src/engine/glossary/glossary.ts";
import { formsOf } from "../../../src/engine/glossary/term.ts";

const all = glossary();

test("the words a beginner meets first are there", () => {
  const forms = all.flatMap(formsOf);
  const asked =
    "cwnd ssthresh ECE CE ECT CWR AQM ABE β_ecn RTT SRTT RTO BDP SACK PRR pacing mark drop goodput utilisation percentile p99 bulk";
  expect(
    [...asked.split(" "), "slow start", "sojourn time", "Jain's index"].filter((one) => !forms.includes(one)),
  ).toEqual([]);
});

test("each stands once, in the order of the alphabet", () => {
  const forms = all.flatMap(formsOf);
  expect(forms.filter((form, i) => forms.indexOf(form) !== i)).toEqual([]);
  const keys = all.map(({ term }) => term.toLowerCase());
  expect(keys).toEqual([...keys].sort());
});

test("each is explained in one plain sentence that does not begin with itself, and has a source", () => {
  for (const { term, text, source } of all) {
    expect(text, term).toMatch(/^[\p{Lu}p1β].*[^.\s]\.$/su);
    expect(text.match(/\.\s/g), term).toBeNull();
    expect(text.length, term).toBeLessThan(200);
    expect(source, term).not.toBe("");
  }
});

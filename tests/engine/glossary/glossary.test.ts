import { describe, expect, test } from "vitest";
import { formsOf, glossary } from "../../../src/engine/glossary/glossary.ts";
import { termPieces, termsIn } from "../../../src/engine/glossary/term-pieces.ts";

const found = (text: string) =>
  termPieces(text).flatMap(({ text: word, term }) => (term ? [[word, term.term]] : []));

describe("glossary terms in a text", () => {
  test("are found at their first occurrence, and the pieces together give the text", () => {
    const text = "A mark (ECE) halves cwnd; the next mark comes a round trip later.";
    expect(found(text)).toEqual([
      ["mark", "mark"],
      ["ECE", "ECE"],
      ["cwnd", "cwnd"],
      ["round trip", "RTT"],
    ]);
    expect(
      termPieces(text)
        .map((piece) => piece.text)
        .join(""),
    ).toBe(text);
    for (const { text: piece, at } of termPieces(text)) expect(text.slice(at, at + piece.length)).toBe(piece);
  });

  test("are found in the plural, at the start of a sentence, with a subscript or in brackets", () => {
    expect(found("Slow start ends. Marks, RTTs and ECT(1); β_ecn is kept.")).toEqual([
      ["Slow start", "slow start"],
      ["Marks", "mark"],
      ["RTTs", "RTT"],
      ["ECT(1)", "ECT"],
      ["β_ecn", "β_ecn"],
    ]);
  });

  test("of overlapping terms the longest is found", () => {
    expect(found("the smallest round-trip time in congestion avoidance")).toEqual([
      ["round-trip time", "RTT"],
      ["congestion avoidance", "congestion avoidance"],
    ]);
  });

  test("are not found inside other words and names, nor in lower case if the term has capitals", () => {
    expect(found("ECN-CoDel, FQ-CoDel, remarkable, once, ece, BDPS")).toEqual([]);
  });
});

test("are listed in the order of the text, each once", () => {
  expect(termsIn("goodput over RTT over goodput").map(({ term }) => term)).toEqual(["goodput", "RTT"]);
});

const all = glossary();

test("the terms that a beginner meets first are present", () => {
  const forms = all.flatMap(formsOf);
  const asked =
    "cwnd ssthresh ECE CE ECT CWR AQM ABE β_ecn RTT SRTT RTO BDP SACK PRR pacing mark drop goodput utilisation percentile p99 bulk";
  expect(
    [...asked.split(" "), "slow start", "sojourn time", "Jain's index"].filter((one) => !forms.includes(one)),
  ).toEqual([]);
});

test("each term is present once, in alphabetical order", () => {
  const forms = all.flatMap(formsOf);
  expect(forms.filter((form, i) => forms.indexOf(form) !== i)).toEqual([]);
  const keys = all.map(({ term }) => term.toLowerCase());
  expect(keys).toEqual([...keys].sort());
});

test("each is explained in one plain sentence that does not start with itself, and has a source", () => {
  for (const { term, text, source } of all) {
    expect(text, term).toMatch(/^[\p{Lu}p1β].*[^.\s]\.$/su);
    expect(text.match(/\.\s/g), term).toBeNull();
    expect(text.length, term).toBeLessThan(200);
    expect(source, term).not.toBe("");
  }
});

test("the plateau of CUBIC's curve can be lower than the window before the last reduction (RFC 9438 §4.7)", () => {
  expect(all.find(({ term }) => term === "W_max")?.text).toMatch(/or less when fast convergence lowered it/);
});

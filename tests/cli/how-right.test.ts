import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { howRightOf, storedHowRight, validationPage, validationPageFile } from "../../src/cli/how-right.ts";
import { coveredCases, loadReferences } from "../../src/cli/validation/reference-cases.ts";
import { congestionControls, queueDisciplines } from "../../src/engine/index.ts";
import { narrowestMbps } from "../../src/experiments/compared-cases.ts";

const stored = storedHowRight();

test("docs/validation.md shows the stored comparisons; if not, run: npm run docs", () => {
  const text = readFileSync(validationPageFile, "utf8");
  expect(validationPage(text, stored)).toBe(text);
});

test("every sender and every queue is included with all its reference cases; if not, run: npm run -s sim -- validate --write", () => {
  const { runnable } = coveredCases(loadReferences());
  const casesOf = (kind: "sender" | "queue", id: string) =>
    runnable.filter(({ scenario }) =>
      kind === "queue" ? scenario.queue.aqm === id : scenario.flows.some(({ cc }) => cc === id),
    );
  const all = [
    ...congestionControls.map(({ id }) => ({ kind: "sender" as const, id })),
    ...queueDisciplines.map(({ id }) => ({ kind: "queue" as const, id })),
  ];
  const storedIds = stored.algorithms.map(({ id }) => id);
  // Nothing needs to be stored for an algorithm that is compared with nothing.
  const expected = all.filter(({ kind, id }) => storedIds.includes(id) || casesOf(kind, id).length > 0);
  expect(stored.algorithms.map(({ kind, id }) => ({ kind, id }))).toEqual(expected);
  for (const { kind, id, comparisons } of stored.algorithms) {
    const own = casesOf(kind, id);
    expect(
      comparisons.reduce((sum, { cases }) => sum + cases, 0),
      id,
    ).toBe(own.length);
    const capacities = own.map(({ scenario }) => narrowestMbps(scenario));
    expect(comparisons.flatMap(({ capacityMbps }) => capacityMbps).sort(), id).toEqual(
      expect.arrayContaining(own.length === 0 ? [] : [Math.min(...capacities), Math.max(...capacities)]),
    );
  }
});

test("a sender without a case is reported as compared with nothing", () => {
  const none = howRightOf([]);
  for (const { comparisons } of none.algorithms) expect(comparisons).toEqual([]);
  expect(validationPage(readFileSync(validationPageFile, "utf8"), none)).toContain("| – | ");
});

import { expect, test } from "vitest";
import { defaultScenario, scenarioFromUrl } from "../../../../src/engine/index.ts";
import { CompareStore, comparedRuns } from "../../../../src/ui/features/compare/compare-store.ts";
import { heard, madeResults, madeSnapshot } from "../../core/made-runs.ts";
import { MadePool } from "../../shared/runs/made-work.ts";

function opened() {
  const crew = new MadePool(2);
  const compare = new CompareStore(defaultScenario(), null, crew);
  const names = () => comparedRuns(compare.store.get()).map(({ name }) => name);
  const answer = async () => {
    const snapshot = madeSnapshot();
    const value = { results: madeResults(), digest: snapshot.digest, snapshot, ended: [], turns: [] };
    crew.asked.shift()?.answer({ ok: true, value });
    await heard();
  };
  return { crew, compare, names, answer };
}

test("computes each run once, as many at a time as there are workers", async () => {
  const { crew, compare, answer } = opened();
  compare.compute();
  expect(crew.asked).toHaveLength(2);
  for (let run = 0; run < 4; run++) await answer();
  expect(comparedRuns(compare.store.get()).every(({ run }) => run !== null)).toBe(true);
  compare.compute();
  expect(crew.asked).toHaveLength(0);
});

test("keeps the runs on the screen while values are typed, and the base among them", () => {
  const { compare, names } = opened();
  const { comparison } = compare.store.get();
  compare.write({ ...comparison, against: 3 });
  compare.write({ ...compare.store.get().comparison, axis: { name: "aqm", text: "codel" } });
  expect(names()).toEqual(["CoDel", "DropTail", "PIE", "DualPI2"]);
  compare.write({ ...compare.store.get().comparison, axis: { name: "aqm", text: "codel,pie" } });
  expect(names()).toEqual(["CoDel", "PIE"]);
  expect(compare.store.get().comparison.against).toBe(1);
});

test("keeps the setting and its values for another scenario, unless its own queue is not among them", () => {
  const { compare, names } = opened();
  const { comparison } = compare.store.get();
  compare.write({ ...comparison, axis: { name: "aqm", text: "codel,pie" } });
  compare.take(scenarioFromUrl("#v=2&rtt=40ms").scenario, null);
  expect(names()).toEqual(["CoDel", "PIE"]);
  compare.take(scenarioFromUrl("#v=2&aqm=red").scenario, null);
  expect(names()[0]).toBe("RED");
});

import { expect, test } from "vitest";
import { stateFormula, stateSentence, stateTerms } from "../../../src/engine/explain/algorithm-state.ts";
import { textOf } from "../../../src/engine/explain/facts.ts";
import { type Probe, queueDisciplines } from "../../../src/engine/index.ts";

function stateOf(aqm: string, values: readonly number[]) {
  const { probes, label } = queueDisciplines.find(({ id }) => id === aqm) as {
    probes: readonly Probe[];
    label: string;
  };
  const terms = stateTerms(probes, (i) => values[i]);
  return {
    sentence: textOf(stateSentence(label, terms, (id) => ({ kind: "probe", id }))),
    formula: stateFormula(terms),
  };
}

test("the words for states come first", () => {
  expect(stateOf("codel", [2, 0])).toEqual({
    sentence: "CoDel was not in its signalling state; its count was 2",
    formula: "not in its signalling state, count 2",
  });
  expect(stateOf("cobalt", [3, 1, 0.0123]).sentence).toBe(
    "COBALT was in its signalling state; its count was 3; its drop probability of BLUE was 0.0123",
  );
});

test("values have their units, and undefined values are left out", () => {
  expect(stateOf("pie", [0.02346, 14.2, Number.NaN]).sentence).toBe(
    "PIE's drop probability was 0.0235; its estimated delay was 14.2 ms",
  );
  expect(stateOf("pie", [0, 0.0123456, 0]).sentence).toContain("its estimated delay was 12.3 µs");
  expect(stateOf("fq-codel", [3, 1, 0, 4500]).sentence).toBe(
    "FQ-CoDel's number of active flow queues was 3; its number of new flow queues was 1; " +
      "its number of flow queues in the signalling state was 0; its longest flow queue was 4500 B",
  );
  expect(stateOf("droptail", []).sentence).toBe("");
});

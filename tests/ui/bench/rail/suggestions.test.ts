import { describe, expect, it } from "vitest";
import {
  addFlow,
  congestionControls,
  defaultScenario,
  queueDisciplines,
  setAqm,
  setCc,
} from "../../../../src/engine/index.ts";
import { offeredAt, taken } from "../../../../src/ui/bench/rail/SuggestionButton.tsx";

const QUEUE = { scope: "queue" } as const;
const FLOWS = { scope: "flows" } as const;
const aqm = String(queueDisciplines.find(({ suggestion }) => suggestion !== undefined)?.id);
const cc = String(congestionControls.find(({ suggestion }) => suggestion !== undefined)?.id);

describe("a suggestion", () => {
  it("is offered if the algorithm has one", () => {
    expect(offeredAt(defaultScenario(), QUEUE)).toBeNull();
    expect(offeredAt(defaultScenario(), FLOWS)).toBeNull();
    expect(offeredAt(setAqm(defaultScenario(), aqm), QUEUE)?.label).toMatch(/\w/);
    expect(offeredAt(setCc(addFlow(defaultScenario()), 1, cc), FLOWS)?.label).toMatch(/\w/);
  });

  it("is applied as values of the algorithm", () => {
    const before = setAqm(defaultScenario(), aqm);
    const after = taken(before, QUEUE);
    expect(after.queue.params).not.toEqual(before.queue.params);
    expect(taken(after, QUEUE)).toBe(after);
  });

  it("for flows leaves those without one unchanged", () => {
    const mixed = setCc(addFlow(defaultScenario()), 1, cc);
    expect(taken(mixed, FLOWS).flows[0]).toEqual(mixed.flows[0]);
  });
});

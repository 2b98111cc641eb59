import { describe, expect, it } from "vitest";
import { targetLine } from "../../../src/ui/plots/QueueDelay.tsx";

const steps = [
  { fromS: 0, ms: 5 },
  { fromS: 20, ms: 20 },
  { fromS: 60, ms: 5 },
];

describe("the target's line", () => {
  it("of a whole run has its handle at the start's value", () => {
    expect(targetLine(steps, 5, null)).toEqual({ steps, own: 0 });
    expect(targetLine([], 5, null)).toEqual({ steps: [], own: 0 });
  });

  it("of a live run has it at the present, even if the value occurred before", () => {
    expect(targetLine(steps, 5, 70)).toEqual({ steps, own: 2 });
    expect(targetLine(steps, 20, 30)).toEqual({ steps, own: 1 });
  });

  it("of a live run follows the handle from now on, and the past stays", () => {
    const set = { fromS: 30, ms: 9 };
    expect(targetLine(steps, 9, 30)).toEqual({ steps: [steps[0], steps[1], set, steps[2]], own: 2 });
    expect(targetLine([steps[0]], null, 30)).toEqual({ steps: [steps[0], { fromS: 30, ms: null }], own: 1 });
    expect(targetLine([], 9, 30)).toEqual({ steps: [{ fromS: 30, ms: 9 }], own: 0 });
  });
});

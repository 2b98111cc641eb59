import { describe, expect, it } from "vitest";
import { fittingNotes, MORE_LINES } from "../../../../src/ui/bench/plots/ChartFrame.tsx";

const MORE_PX = MORE_LINES * 21;
const all = { linePx: 21, more: false };
const others = { linePx: 21, more: true };

describe("a legend's line", () => {
  it("shows all entries if they fit, to the px", () => {
    expect(fittingNotes([60, 80, 100], 240, all)).toBe(3);
    expect(fittingNotes([60, 80, 100], 239.6, all)).toBe(3);
  });

  it("leaves room for the button if they do not", () => {
    expect(fittingNotes([60, 80, 100], 239, all)).toBe(2);
    expect(fittingNotes([60, 80, 100], 139 + MORE_PX, all)).toBe(1);
    expect(fittingNotes([60, 80, 100], MORE_PX, all)).toBe(0);
  });

  it("leaves room for the button if there is more to open", () => {
    expect(fittingNotes([60, 80], 150, others)).toBe(1);
    expect(fittingNotes([60, 80], 140 + MORE_PX, others)).toBe(2);
  });
});

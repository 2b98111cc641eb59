import { describe, expect, it } from "vitest";
import { fittingNotes } from "../../../src/ui/plots/ChartFrame.tsx";

const BUTTON_PX = 60;
const all = { buttonPx: BUTTON_PX, more: false };
const others = { buttonPx: BUTTON_PX, more: true };

describe("a legend's line", () => {
  it("shows all entries if they fit, to the px", () => {
    expect(fittingNotes([60, 80, 100], 240, all)).toBe(3);
    expect(fittingNotes([60, 80, 100], 239.6, all)).toBe(3);
  });

  it("leaves room for the button if they do not", () => {
    expect(fittingNotes([60, 80, 100], 239, all)).toBe(2);
    expect(fittingNotes([60, 80, 100], 139 + BUTTON_PX, all)).toBe(1);
    expect(fittingNotes([60, 80, 100], BUTTON_PX, all)).toBe(0);
  });

  it("leaves room for the button if there is more to open", () => {
    expect(fittingNotes([60, 80], 150, others)).toBe(1);
    expect(fittingNotes([60, 80], 140 + BUTTON_PX, others)).toBe(2);
  });
});

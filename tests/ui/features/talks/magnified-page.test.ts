import { describe, expect, it } from "vitest";
import { magnificationFor } from "../../../../src/ui/features/talks/magnified-page.ts";

/** Size of the axis labels in the layout, from chart.css. */
const LABEL_PX = 11;

describe("a projector's page", () => {
  it("has axis labels of at least 18 px at 1920 x 1080, and the same share of other screens", () => {
    expect(LABEL_PX * magnificationFor(1920, 1080)).toBeGreaterThanOrEqual(18);
    for (const [width, height] of [
      [1280, 720],
      [1920, 1080],
      [2560, 1440],
      [3840, 2160],
      [1920, 1200],
    ])
      expect((LABEL_PX * magnificationFor(width, height)) / height).toBeGreaterThan(18 / 1080);
  });

  it("keeps room for its content on a narrow screen, and is never smaller than the bench", () => {
    expect(magnificationFor(1024, 768)).toBe(1.28);
    expect(magnificationFor(900, 1600)).toBe(1.18);
    expect(magnificationFor(390, 844)).toBe(1);
    expect(magnificationFor(844, 390)).toBe(1);
  });
});

import { describe, expect, it } from "vitest";
import { isCut, stretchPx } from "../../../../src/ui/parts/markdown/Spotlight.tsx";

it("a time range is between the axis and the right edge of its plot", () => {
  // The margins are 46 px on the left and 14 px on the right.
  expect(stretchPx(660, [0, 60], { fromS: 0, toS: 60 })).toEqual([46, 646]);
  expect(stretchPx(660, [0, 60], { fromS: 20, toS: 30 })).toEqual([246, 346]);
  expect(stretchPx(660, [10, 40], { fromS: 0, toS: 25 })).toEqual([46, 346]);
});

it("a moment is wide enough to be visible", () => {
  expect(stretchPx(660, [0, 60], { fromS: 30, toS: 30.1 })).toEqual([340.5, 352.5]);
});

describe("room for a piece", () => {
  const box = (left: number, top: number, width: number, height: number) => ({
    ...{ left, top, right: left + width, bottom: top + height },
  });

  it("in a wide window is the whole piece below the guide, or half of the column", () => {
    const guide = box(1000, 44, 366, 600);
    const side = box(1000, 644, 366, 76);
    expect(isCut(box(1018, 650, 330, 310), guide, side, null)).toBe(true);
    expect(isCut(box(1018, 650, 330, 60), guide, side, null)).toBe(false);
    expect(isCut(box(1018, 350, 330, 900), box(1000, 44, 366, 280), box(1000, 324, 366, 396), null)).toBe(
      false,
    );
    // A plot in another column has its own room.
    expect(isCut(box(300, 650, 690, 310), guide, box(300, 44, 700, 676), null)).toBe(false);
  });

  it("beside a sheet is a share of the piece above the sheet", () => {
    const sheet = box(0, 300, 390, 500);
    const page = box(0, 0, 390, 844);
    expect(isCut(box(12, 180, 366, 200), sheet, page, 0.5)).toBe(false);
    expect(isCut(box(12, 180, 366, 200), sheet, page, 0.8)).toBe(true);
    expect(isCut(box(12, 310, 366, 200), sheet, page, 0.5)).toBe(true);
  });
});

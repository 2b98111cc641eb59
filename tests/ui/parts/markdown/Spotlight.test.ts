import { expect, it } from "vitest";
import { stretchPx } from "../../../../src/ui/parts/markdown/Spotlight.tsx";

it("a time range is between the axis and the right edge of its plot", () => {
  // The margins are 46 px on the left and 14 px on the right.
  expect(stretchPx(660, [0, 60], { fromS: 0, toS: 60 })).toEqual([46, 646]);
  expect(stretchPx(660, [0, 60], { fromS: 20, toS: 30 })).toEqual([246, 346]);
  expect(stretchPx(660, [10, 40], { fromS: 0, toS: 25 })).toEqual([46, 346]);
});

it("a moment is wide enough to be visible", () => {
  expect(stretchPx(660, [0, 60], { fromS: 30, toS: 30.1 })).toEqual([340.5, 352.5]);
});

import { describe, expect, it } from "vitest";
import { polyline } from "../../../../src/ui/bench/path/polyline.ts";

describe("a way of straight lines", () => {
  const way = polyline([
    { x: 0, y: 0 },
    { x: 30, y: 0 },
    { x: 30, y: 10 },
  ]);

  it("is walked by equal steps of length, round its corners", () => {
    expect(way.lengthPx).toBe(40);
    expect(way.at(0.5)).toEqual({ x: 20, y: 0 });
    expect(way.at(0.75)).toEqual({ x: 30, y: 0 });
    expect(way.at(0.875)).toEqual({ x: 30, y: 5 });
  });

  it("ends at its ends", () => {
    expect(way.at(-1)).toEqual({ x: 0, y: 0 });
    expect(way.at(2)).toEqual({ x: 30, y: 10 });
  });

  it("stays where it is without a length", () => {
    expect(
      polyline([
        { x: 5, y: 5 },
        { x: 5, y: 5 },
      ]).at(0.3),
    ).toEqual({ x: 5, y: 5 });
  });
});

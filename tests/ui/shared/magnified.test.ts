import { afterEach, describe, expect, it } from "vitest";
import { magnification, magnify, placeIn } from "../../../src/ui/shared/magnified.ts";

afterEach(() => magnify(1));

/** The element's rectangle is in px of the screen. Its own px are those of the layout. */
const element = { getBoundingClientRect: () => ({ left: 100, top: 40 }) } as Element;

describe("a magnified page", () => {
  it("is usually shown at its own size", () => {
    expect(magnification()).toBe(1);
    expect(placeIn(element, { clientX: 130, clientY: 60 })).toEqual([30, 20]);
  });

  it("converts a pointer position to an element's own px", () => {
    magnify(2);
    expect(magnification()).toBe(2);
    expect(placeIn(element, { clientX: 130, clientY: 60 })).toEqual([15, 10]);
  });
});

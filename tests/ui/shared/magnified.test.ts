import { afterEach, describe, expect, it } from "vitest";
import { magnification, magnify, placeIn } from "../../../src/ui/shared/magnified.ts";

afterEach(() => magnify(1));

/** On the screen where its rectangle says; its own px are what it was laid out with. */
const element = { getBoundingClientRect: () => ({ left: 100, top: 40 }) } as Element;

describe("a page that is shown larger than it is laid out", () => {
  it("is usually shown as it is", () => {
    expect(magnification()).toBe(1);
    expect(placeIn(element, { clientX: 130, clientY: 60 })).toEqual([30, 20]);
  });

  it("takes a pointer back into an element's own px", () => {
    magnify(2);
    expect(magnification()).toBe(2);
    expect(placeIn(element, { clientX: 130, clientY: 60 })).toEqual([15, 10]);
  });
});

import { describe, expect, test } from "vitest";
import { frameOf, originOf, START_DRAFT, withTick } from "../../../src/ui/embed/link-draft.ts";
import { WHOLE_PAGE } from "../../../src/ui/state/beside.ts";

describe("a link in the making", () => {
  test("is a frame of another page until told otherwise", () => {
    expect(frameOf(START_DRAFT)).toEqual({ ...WHOLE_PAGE, embed: true });
    expect(frameOf({ ...START_DRAFT, shownAs: "bench" })).toEqual(WHOLE_PAGE);
  });

  test("leaves all, some or nothing to be touched", () => {
    const named = ["rtt"];
    expect(frameOf({ ...START_DRAFT, named }).touch).toBeNull();
    expect(frameOf({ ...START_DRAFT, named, touch: "some" }).touch).toEqual(["rtt"]);
    expect(frameOf({ ...START_DRAFT, named, touch: "none" }).touch).toEqual([]);
  });

  test("hides nothing on a projector, and names a host only in a frame", () => {
    const draft = { ...START_DRAFT, hide: ["path"], host: "https://course.example/week-3?a#b" };
    expect(frameOf(draft)).toMatchObject({ hide: ["path"], host: ["https://course.example"] });
    expect(frameOf({ ...draft, shownAs: "present" })).toMatchObject({ present: true, hide: [], host: [] });
    expect(frameOf({ ...draft, shownAs: "bench" }).host).toEqual([]);
  });

  test("takes the origin of an address, and of nothing else", () => {
    expect(originOf(" http://localhost:8000/x ")).toBe("http://localhost:8000");
    for (const text of ["", "course.example", "javascript:alert(1)", "https://", "file:///a"])
      expect(originOf(text)).toBeNull();
  });

  test("ticks and unticks", () => {
    expect(withTick(["a"], "b", true)).toEqual(["a", "b"]);
    expect(withTick(["a", "b"], "b", true)).toEqual(["a", "b"]);
    expect(withTick(["a", "b"], "a", false)).toEqual(["b"]);
  });
});

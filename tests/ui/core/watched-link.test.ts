import { describe, expect, it } from "vitest";
import { hasSeveralLinks, linkIndex, watchedLink, watchedResult } from "../../../src/ui/core/run-view.ts";
import { madeSnapshot } from "./made-runs.ts";

describe("the watched link", () => {
  const snapshot = madeSnapshot({ links: ["a", "b"] });

  it("is found by its id, and is the first one if that does not exist or none was chosen", () => {
    expect(["b", "a", "gone", null].map((id) => linkIndex(snapshot.links, id))).toEqual([1, 0, 0, 0]);
  });

  it("has a trace and results", () => {
    const run = { snapshot, link: 1 };
    expect([watchedLink(run).id, watchedResult(run).id]).toEqual(["b", "b"]);
  });

  it("is a choice only if there are several", () => {
    expect(hasSeveralLinks({ snapshot })).toBe(true);
    expect(hasSeveralLinks({ snapshot: madeSnapshot() })).toBe(false);
  });
});

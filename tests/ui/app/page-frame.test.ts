import { describe, expect, test } from "vitest";
import { hiddenPieces, hidingRules } from "../../../src/ui/app/page-frame.ts";
import { WHOLE_PAGE } from "../../../src/ui/core/page-options.ts";
import { PLOTS } from "../../../src/ui/plots/registry.ts";

const SIDE_PLOTS = PLOTS.filter(({ place }) => place !== "stage").map(({ id }) => id);
const SIDE = ["numbers", "lists", ...SIDE_PLOTS, "theory", "inside"];

describe("hidden parts", () => {
  test("are what the link names", () => {
    expect(hiddenPieces({ frame: WHOLE_PAGE, guide: null })).toEqual([]);
    expect(hiddenPieces({ frame: { ...WHOLE_PAGE, hide: ["rail", "rtt"] }, guide: null })).toEqual([
      "rail",
      "rtt",
    ]);
  });

  test("include the whole side if nothing of it is left, except for a guide", () => {
    const frame = { ...WHOLE_PAGE, hide: SIDE };
    expect(hiddenPieces({ frame, guide: null })).toContain("side");
    const guide = { kind: "task", text: "a", step: 1, sets: false } as const;
    expect(hiddenPieces({ frame, guide })).not.toContain("side");
    expect(hiddenPieces({ frame: { ...frame, hide: SIDE.slice(1) }, guide: null })).not.toContain("side");
  });

  test("include the rail inside another page if nothing may be changed", () => {
    const kept = { ...WHOLE_PAGE, touch: [] };
    expect(hiddenPieces({ frame: { ...kept, embed: true }, guide: null })).toEqual(["compare", "rail"]);
    const one = { ...kept, embed: true, touch: ["rtt"] };
    expect(hiddenPieces({ frame: one, guide: null })).toEqual(["compare"]);
    expect(hiddenPieces({ frame: kept, guide: null })).toEqual([]);
  });

  test("become a style rule for each piece and control", () => {
    expect(hidingRules(["rail", "rtt"])).toBe(
      '.rail{display:none!important}\n.control[data-param="rtt"]{display:none!important}',
    );
  });
});

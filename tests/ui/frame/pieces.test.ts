import { describe, expect, test } from "vitest";
import { PIECES, PLOT_PIECES } from "../../../src/ui/frame/pieces.ts";
import * as side from "../../../src/ui/plots/side-registry.ts";
import * as stage from "../../../src/ui/plots/stage-registry.ts";

describe("the pieces of the page", () => {
  test("have each plot of the registries among them", () => {
    const plots = [...Object.values(stage), ...Object.values(side)].map(({ id }) => id);
    expect(PLOT_PIECES.map(({ id }) => id).sort()).toEqual(plots.sort());
  });

  test("have names of their own", () => {
    expect(new Set(PIECES.map(({ id }) => id)).size).toBe(PIECES.length);
  });
});

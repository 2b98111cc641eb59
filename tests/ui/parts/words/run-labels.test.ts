import { describe, expect, it } from "vitest";
import { setParam } from "../../../../src/engine/index.ts";
import { runLabels } from "../../../../src/ui/parts/words/run-labels.ts";
import { withBeta } from "../../core/made-runs.ts";

describe("labels of the runs", () => {
  it("state their difference", () => {
    expect(runLabels(withBeta(0.5), withBeta(0.8))).toEqual({ now: "β_ecn 0.80", pinned: "β_ecn 0.50" });
  });

  it("are general if several settings differ, and empty without a pinned run", () => {
    const other = setParam(withBeta(0.8), { scope: "run" }, "seed", 9);
    expect(runLabels(withBeta(0.5), other)).toEqual({ now: "this run", pinned: "before" });
    expect(runLabels(null, other)).toEqual({ now: "", pinned: "" });
  });
});

import { describe, expect, it } from "vitest";
import { defaultScenario, setParam, setTopology } from "../../../../src/engine/index.ts";
import { linkParamsAt } from "../../../../src/ui/bench/rail/PathControls.tsx";

const lot = setTopology(defaultScenario(), "parking-lot");
const HOP2 = { scope: "link", link: "hop2" } as const;

describe("the settings of a link", () => {
  it("have the topology's values as their defaults, whatever was set", () => {
    const slow = setParam(setParam(lot, { scope: "path" }, "capacity", 25), HOP2, "capacity", 3);
    const capacity = linkParamsAt(slow, "hop2").find(({ id }) => id === "capacity");
    expect(capacity?.default).toBe(25);
  });

  it("have the declared defaults on custom links", () => {
    const own = setTopology(lot, "custom");
    const delay = linkParamsAt(own, "hop2").find(({ id }) => id === "delay");
    expect(delay?.default).toBe(0);
  });
});

import { describe, expect, it } from "vitest";
import { defaultScenario, setLinkAqm, setParam, setTopology } from "../../../src/engine/index.ts";
import { capacitySetting, targetSetting } from "../../../src/ui/core/link-handles.ts";

const PATH = { scope: "path" } as const;

describe("the place of a link's capacity", () => {
  it("is the path's parameter that it follows", () => {
    const both = setParam(defaultScenario(), PATH, "reverse-capacity", 10);
    expect(capacitySetting(both, "bottleneck")).toEqual({ place: PATH, id: "capacity" });
    expect(capacitySetting(both, "reverse")).toEqual({ place: PATH, id: "reverse-capacity" });
    expect(capacitySetting(setTopology(both, "dc-wan"), "wan")).toEqual({ place: PATH, id: "wan-capacity" });
    expect(capacitySetting(setTopology(both, "parking-lot"), "hop2")).toEqual({
      place: PATH,
      id: "capacity",
    });
  });

  it("is the link's own if it follows none, or was set by hand", () => {
    const gfc = setTopology(defaultScenario(), "gfc-2");
    expect(capacitySetting(gfc, "R1-R2")).toEqual({
      place: { scope: "link", link: "R1-R2" },
      id: "capacity",
    });
    const hop2 = { scope: "link", link: "hop2" } as const;
    const slower = setParam(setTopology(defaultScenario(), "parking-lot"), hop2, "capacity", 4);
    expect(capacitySetting(slower, "hop2")).toEqual({ place: hop2, id: "capacity" });
  });
});

describe("the place of a queue's target", () => {
  it("is the scenario's queue until the link has its own", () => {
    const lot = setTopology(defaultScenario(), "parking-lot");
    expect(targetSetting(lot, "hop2").place).toEqual({ scope: "queue" });
    const own = setLinkAqm(lot, "hop2", "pie");
    expect(targetSetting(own, "hop2").place).toEqual({ scope: "link-queue", link: "hop2" });
  });

  it("is the scenario's queue for a link that does not exist", () => {
    expect(targetSetting(defaultScenario(), "hop2").place).toEqual({ scope: "queue" });
  });
});

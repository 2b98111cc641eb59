import { describe, expect, it } from "vitest";
import {
  defaultScenario,
  linkById,
  resolvePath,
  type Scenario,
  setLinkAqm,
  setParam,
  setTopology,
} from "../../../../src/engine/index.ts";
import { linkLine } from "../../../../src/ui/parts/words/setting-differences.ts";

const lot = setTopology(defaultScenario(), "parking-lot");
const HOP2 = { scope: "link", link: "hop2" } as const;
const line = (scenario: Scenario, link: string) =>
  linkLine(linkById(resolvePath(scenario.path), link), undefined);

describe("the line of a link", () => {
  it("states its rate and delay, and its own queue", () => {
    expect(line(lot, "hop2")).toBe("10 Mbps · 10 ms");
    expect(line(setLinkAqm(lot, "hop2", "red"), "hop2")).toBe("10 Mbps · 10 ms · RED");
    expect(line(setLinkAqm(lot, "hop2", "red"), "hop1")).toBe("10 Mbps · 10 ms");
  });

  it("names other settings, if any", () => {
    const lossy = setParam(setParam(lot, HOP2, "loss", 0.01), HOP2, "capacity-pattern", "square:10:0.5");
    expect(line(lossy, "hop2")).toBe("10 Mbps · 10 ms · random loss 0.010 · capacity over time");
    expect(line(setParam(lot, HOP2, "delay", 0), "hop2")).toBe("10 Mbps");
  });
});

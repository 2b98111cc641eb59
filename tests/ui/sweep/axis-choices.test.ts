import { describe, expect, it } from "vitest";
import { defaultScenario, scenarioFromUrl } from "../../../src/engine/index.ts";
import { readSweep } from "../../../src/experiments/sweep.ts";
import { axisChoices, choiceNamed, firstValues } from "../../../src/ui/sweep/axis-choices.ts";

const base = (text: string) => scenarioFromUrl(text).scenario;
const names = (text: string) =>
  axisChoices(base(text)).flatMap(({ choices }) => choices.map(({ name }) => name));

describe("what can be varied", () => {
  it("is every declared parameter of the scenario, and its algorithms", () => {
    const all = names("v=1");
    for (const name of [
      "beta-ecn",
      "rtt",
      "capacity",
      "target",
      "aqm",
      "cc",
      "flows",
      "seed",
      "duration",
      "ecn",
    ]) {
      expect(all).toContain(name);
    }
    expect(new Set(all).size).toBe(all.length);
    expect(names("v=1&aqm=pie")).not.toContain("interval");
  });

  it("is also of single groups of flows, where there are several", () => {
    const all = names("v=1&flow=cc=cubic&flow=cc=newreno");
    expect(all).toContain("flow2.beta-ecn");
    expect(all).toContain("flow1.count");
    expect(all).not.toContain("flows");
  });

  it("is also of single links, where there are several", () => {
    expect(names("v=1&path=parking-lot")).toContain("link.hop2.capacity");
    expect(names("v=1").some((name) => name.startsWith("link."))).toBe(false);
  });
});

describe("the values to begin with", () => {
  it.each([
    "v=1",
    "v=1&aqm=pie&cc=cubic",
    "v=1&path=parking-lot",
    "v=1&aqm=red",
    "v=1&flow=cc=cubic&flow=traffic=http",
  ])("are a valid axis of few values for everything that can be varied: %s", (text) => {
    const scenario = base(text);
    const wrong: string[] = [];
    for (const choice of axisChoices(scenario).flatMap(({ choices }) => choices)) {
      const { sweep, problems } = readSweep(
        { x: `${choice.name}=${firstValues(choice, scenario)}` },
        scenario,
      );
      if (sweep === null)
        wrong.push(`${choice.name}=${firstValues(choice, scenario)}: ${problems[0].message}`);
      else if (sweep.x.values.length < 2 || sweep.x.values.length > 20) {
        wrong.push(`${choice.name}: ${sweep.x.values.length} values`);
      }
    }
    expect(wrong).toEqual([]);
  });

  it("are the usual ones for what the page is about", () => {
    const choice = choiceNamed(axisChoices(defaultScenario()), "beta-ecn");
    expect(choice && firstValues(choice, defaultScenario())).toBe("0.5:0.95:0.05");
  });
});

import { describe, expect, it } from "vitest";
import { defaultScenario, scenarioFromUrl } from "../../../../src/engine/index.ts";
import { readSweep } from "../../../../src/experiments/sweep.ts";
import { axisChoices, choiceNamed, firstValues } from "../../../../src/ui/parts/axis/axis-choices.ts";

const base = (text: string) => scenarioFromUrl(text).scenario;
const owners = (text: string) =>
  axisChoices(base(text)).flatMap(({ choices }) => choices.flatMap((choice) => choice.owners));
const names = (text: string) => owners(text).map(({ name }) => name);

describe("the settings that can be varied", () => {
  it("are every declared parameter of the scenario, and its algorithms", () => {
    const all = names("v=2");
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
    expect(names("v=2&aqm=pie")).not.toContain("interval");
  });

  it("include those of single flow groups, if there are several", () => {
    const all = names("v=2&flow=cc=cubic&flow=cc=newreno");
    expect(all).toContain("flow2.beta-ecn");
    expect(all).toContain("flow1.count");
    expect(all).toContain("flow1.start");
    expect(all).toContain("flow2.cc");
    expect(names("v=2")).not.toContain("flow1.beta-ecn");
  });

  it("include those of single links, if there are several", () => {
    expect(names("v=2&path=parking-lot")).toContain("link.hop2.capacity");
    expect(names("v=2").some((name) => name.startsWith("link."))).toBe(false);
    expect(names("v=2&path=dc-wan")).toContain("all-links.capacity");
  });
});

describe("the owners of a setting", () => {
  const labels = (text: string, name: string) =>
    choiceNamed(axisChoices(base(text)), name)?.choice.owners.map((one) => `${one.name}: ${one.label}`);

  it("are not a choice with one flow and one link", () => {
    expect(labels("v=2", "rtt")).toEqual(["rtt: "]);
    expect(labels("v=2", "capacity")).toEqual(["capacity: "]);
    expect(labels("v=2", "flows")).toEqual(["flows: "]);
  });

  it("are all flows, each with a factor, or one flow; replaced values are stated", () => {
    const text = "v=2&flow=cc=cubic,rtt=20ms&flow=cc=newreno,rtt=80ms&flow=cc=newreno,rtt=80ms";
    expect(labels(text, "flow2.rtt")).toEqual([
      "rtt: all flows, replacing 20 ms, 80 ms",
      "each-flow.rtt: each flow, a factor on its own",
      "flow1.rtt: flow 1, CUBIC, ECN: 20 ms",
      "flow2.rtt: flow 2, NewReno, ECN: 80 ms",
      "flow3.rtt: flow 3, NewReno, ECN: 80 ms",
    ]);
    expect(labels(text, "ecn")?.slice(0, 2)).toEqual(["ecn: all flows", "flow1.ecn: flow 1, CUBIC, ECN: on"]);
    expect(labels(text, "flows")?.slice(0, 3)).toEqual([
      "flows: all flows",
      "each-flow.count: each flow, a factor on its own",
      "flow1.count: flow 1, CUBIC, ECN: 1",
    ]);
    const many = [10, 20, 30, 40, 50].map((ms) => `flow=cc=cubic,rtt=${ms}ms`).join("&");
    expect(labels(many, "rtt")?.[0]).toBe("rtt: all flows, replacing 10 ms, 20 ms, 30 ms and 2 more");
  });

  it("are the path, all links, each with a factor, or one link", () => {
    expect(labels("v=2&path=parking-lot", "capacity")).toEqual([
      "capacity: all links",
      "each-link.capacity: each link, a factor on its own",
      "link.hop1.capacity: link hop1: 10 Mbps",
      "link.hop2.capacity: link hop2: 10 Mbps",
      "link.hop3.capacity: link hop3: 10 Mbps",
    ]);
    const own = "v=2&path=parking-lot&link=id=hop2,capacity=5Mbps,aqm=pie";
    expect(labels(own, "capacity")?.slice(0, 2)).toEqual([
      "capacity: link hop1 and link hop3, as the path has it",
      "all-links.capacity: all links, replacing 10 Mbps, 5 Mbps",
    ]);
    expect(labels(own, "aqm")).toContain("link.hop2.aqm: link hop2: PIE");
  });
});

describe("the initial values", () => {
  it.each([
    "v=2",
    "v=2&aqm=pie&cc=cubic",
    "v=2&path=parking-lot",
    "v=2&aqm=red",
    "v=2&flow=cc=cubic&flow=traffic=http",
    "v=2&path=parking-lot&link=id=hop2,capacity=5Mbps,aqm=pie",
    "v=2&path=custom&link=id=a,from=x,to=y&link=id=b,from=y,to=z&path-route=id=r,forward=a+b",
  ])("are a valid axis of few values for everything that can be varied: %s", (text) => {
    const scenario = base(text);
    const wrong: string[] = [];
    for (const choice of owners(text)) {
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

  it("are the usual values for the page's main settings", () => {
    const named = choiceNamed(axisChoices(defaultScenario()), "beta-ecn");
    expect(named && firstValues(named.owner, defaultScenario())).toBe("0.5:0.95:0.05");
  });
});

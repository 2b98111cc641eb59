import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  addFlow,
  applySuggestion,
  congestionControls,
  copyFlow,
  declaredParams,
  defaultScenario,
  getParam,
  type Place,
  queueDisciplines,
  queueOfLink,
  removeFlow,
  resolvePath,
  type Scenario,
  scenarioFromUrl,
  setAqm,
  setCc,
  setLinkAqm,
  setParam,
  setTopology,
  setTraffic,
  suggestionAt,
  trafficKinds,
  validateScenario,
} from "../../../src/engine/index.ts";
import { arbitraryScenario, arbitraryValue } from "./arbitrary-scenario.ts";

const read = (fragment: string) => scenarioFromUrl(fragment).scenario;

test("an algorithm without suggestions leaves the scenario unchanged", () => {
  const scenario = defaultScenario();
  for (const place of [{ scope: "queue" }, { scope: "run" }, { scope: "flow", flow: 0 }] as const) {
    expect(suggestionAt(scenario, place)).toBeNull();
    expect(applySuggestion(scenario, place)).toBe(scenario);
  }
});

test("the suggestions of any discipline are valid, for the scenario's queue and for a link's own", () => {
  const suggesting = queueDisciplines.filter(({ suggestion }) => suggestion !== undefined);
  expect(suggesting.length).toBeGreaterThan(0);
  for (const { id } of suggesting) {
    for (const fragment of [
      "",
      "capacity=50kbps&rtt=2s",
      "capacity=10Gbps&rtt=1us&duration=10s",
      "flows=1000",
    ]) {
      const scenario = applySuggestion(setAqm(read(fragment), id), { scope: "queue" });
      expect(validateScenario(scenario)).toEqual({ scenario, problems: [], isOld: false });
    }
  }
});

test("the suggestion for a link's queue suits the link: PI has other gains on the fast link than on the slow one", () => {
  let scenario = read("path=dc-wan&aqm=pi");
  for (const link of ["dc", "wan"]) {
    scenario = applySuggestion(setLinkAqm(scenario, link, "pi"), { scope: "link-queue", link });
  }
  const gains = scenario.path.links.map(({ queue }) => queue?.params["pi-a"]);
  expect(gains).toHaveLength(2);
  expect(gains[0]).not.toBe(gains[1]);
  expect(scenario.queue.params).toEqual(read("aqm=pi").queue.params);
});

const RUN: Place = { scope: "run" };
const FIRST: Place = { scope: "flow", flow: 0 };

const isValid = (scenario: Scenario) =>
  expect(validateScenario(scenario)).toEqual({ scenario, problems: [], isOld: false });

function placesOf(scenario: Scenario): Place[] {
  const shared = (["run", "path", "queue", "tcp"] as const).map((scope): Place => ({ scope }));
  const ofLinks = resolvePath(scenario.path).links.flatMap(({ id: link }): Place[] => [
    { scope: "link", link },
    { scope: "link-queue", link },
  ]);
  return [...shared, ...ofLinks, ...scenario.flows.map((_, flow): Place => ({ scope: "flow", flow }))];
}

describe("a single value", () => {
  test("the default scenario has one NewReno flow with ECN through CoDel, 10 Mbps, 100 ms, 100 s, β 0.5", () => {
    const scenario = defaultScenario();
    expect(scenario.queue.aqm).toBe("codel");
    expect(scenario.flows.map(({ cc, count }) => [cc, count])).toEqual([["newreno", 1]]);
    expect(getParam(scenario, { scope: "path" }, "capacity")).toBe(10);
    expect(getParam(scenario, RUN, "duration")).toBe(100);
    expect([getParam(scenario, FIRST, "ecn"), getParam(scenario, FIRST, "rtt")]).toEqual([true, 100]);
    expect([getParam(scenario, FIRST, "beta-ecn"), getParam(scenario, FIRST, "beta-loss")]).toEqual([
      0.5, 0.5,
    ]);
    isValid(scenario);
  });

  test("every parameter of every scope has a value, and accepts another", () => {
    const scenario = addFlow(setAqm(defaultScenario(), "pie"), { cc: "cubic" });
    for (const place of placesOf(scenario)) {
      for (const param of declaredParams(scenario, place)) {
        expect(getParam(scenario, place, param.id), param.id).toBe(param.default);
      }
    }
    const before = structuredClone(scenario);
    const next = setParam(scenario, { scope: "flow", flow: 1 }, "beta-ecn", 0.85);
    expect(getParam(next, { scope: "flow", flow: 1 }, "beta-ecn")).toBe(0.85);
    expect(getParam(next, FIRST, "beta-ecn")).toBe(0.5);
    expect(scenario).toEqual(before);
  });

  test("any allowed value of any scope gives a valid scenario", () => {
    const edit = arbitraryScenario.chain((scenario) =>
      fc
        .constantFrom(
          ...placesOf(scenario).flatMap((place) =>
            declaredParams(scenario, place).map((param) => ({ place, param })),
          ),
        )
        .chain(({ place, param }) =>
          arbitraryValue(param).map((value) => ({ scenario, place, param, value })),
        ),
    );
    fc.assert(
      fc.property(edit, ({ scenario, place, param, value }) => {
        isValid(setParam(scenario, place, param.id, value));
      }),
    );
  });

  test("a value that is not allowed, or of a parameter that does not exist, throws an error", () => {
    expect(() => setParam(defaultScenario(), FIRST, "beta-ecn", 1.5)).toThrow(
      "β_ecn must be 0.3 to 0.99, got 1.5",
    );
    expect(() => setParam(defaultScenario(), FIRST, "hystart", true)).toThrow(
      /no parameter hystart in flow 1/,
    );
    expect(() => getParam(defaultScenario(), { scope: "flow", flow: 1 }, "rtt")).toThrow(/no flow 2/);
  });

  test("a shorter run shortens its default warm-up, and a longer run restores it", () => {
    const short = setParam(defaultScenario(), RUN, "duration", 4);
    expect(short.run.warmup).toBe(0.4);
    expect(setParam(short, RUN, "duration", 50).run.warmup).toBe(10);
    const set = setParam(defaultScenario(), RUN, "warmup", 30);
    expect(setParam(set, RUN, "duration", 60).run.warmup).toBe(30);
    expect(setParam(set, RUN, "duration", 20).run.warmup).toBe(18);
    expect(setParam(defaultScenario(), RUN, "warmup", 200).run.warmup).toBe(90);
  });

  test("a run that would carry too many packets becomes shorter", () => {
    const long = setParam(defaultScenario(), RUN, "duration", 3600);
    expect(setParam(long, { scope: "path" }, "capacity", 10_000).run.duration).toBe(120);
  });
});

describe("a change of the algorithm", () => {
  test("keeps the values that the user set and both algorithms declare, and resets the others to the new defaults", () => {
    const scenario = setParam(defaultScenario(), { scope: "queue" }, "limit", "50p");
    const pie = setAqm(scenario, "pie");
    expect(pie.queue.params).toMatchObject({ target: 15, update: 15, limit: "50p" });
    expect(pie.queue.params).not.toHaveProperty("interval");
    const strict = setAqm(setParam(scenario, { scope: "queue" }, "target", 2), "pie");
    expect(strict.queue.params.target).toBe(2);
  });

  test("of one group of flows affects only that group", () => {
    const scenario = setParam(addFlow(defaultScenario()), { scope: "flow", flow: 1 }, "rtt", 50);
    const cubic = setCc(scenario, 1, "cubic");
    expect(cubic.flows.map(({ cc }) => cc)).toEqual(["newreno", "cubic"]);
    expect(cubic.flows[1].params).toMatchObject({ rtt: 50, "beta-ecn": 0.7, "fast-convergence": true });
    const back = setCc(setParam(cubic, { scope: "flow", flow: 1 }, "beta-ecn", 0.85), 1, "newreno");
    expect(back.flows[1].params).toMatchObject({ "beta-ecn": 0.85, "beta-loss": 0.5 });
    expect(back.flows[1].params).not.toHaveProperty("cubic-c");
  });

  test("from any algorithm to any other gives a valid scenario", () => {
    for (const { id } of queueDisciplines) {
      for (const { id: next } of queueDisciplines) isValid(setAqm(setAqm(defaultScenario(), id), next));
    }
    for (const { id } of congestionControls) {
      for (const { id: next } of congestionControls) isValid(setCc(setCc(defaultScenario(), 0, id), 0, next));
    }
    expect(() => setAqm(defaultScenario(), "wred")).toThrow(/wred/);
  });
});

describe("settings of links", () => {
  const WAN: Place = { scope: "link", link: "wan" };
  const OWN: Place = { scope: "link-queue", link: "wan" };
  const scenario = setTopology(defaultScenario(), "dc-wan");

  test("a value for one link is stored separately, and removed when it equals the path's value again", () => {
    const slower = setParam(scenario, WAN, "capacity", 20);
    expect(getParam(slower, WAN, "capacity")).toBe(20);
    expect(getParam(slower, { scope: "path" }, "wan-capacity")).toBe(50);
    expect(slower.path.links).toMatchObject([{ id: "wan", params: { capacity: 20 } }]);
    expect(setParam(slower, WAN, "capacity", 50)).toEqual(scenario);
    expect(() => getParam(scenario, { scope: "link", link: "lan" }, "loss")).toThrow(/no link lan/);
  });

  test("a link uses the scenario's queue until one of its queue parameters is set", () => {
    const limited = setParam(scenario, { scope: "queue" }, "limit", "50p");
    expect(getParam(limited, OWN, "limit")).toBe("50p");
    const own = setParam(limited, OWN, "target", 20);
    expect(own.path.links[0].queue).toMatchObject({ aqm: "codel", params: { limit: "50p", target: 20 } });
    expect(own.queue.params.target).toBe(5);
    expect(setLinkAqm(own, "wan", null)).toEqual(limited);
  });

  test("links can have their own queue discipline", () => {
    const mixed = setLinkAqm(scenario, "wan", "pie");
    expect(declaredParams(mixed, OWN).map(({ id }) => id)).toContain("update");
    expect(queueOfLink(mixed, "wan").aqm).toBe("pie");
    expect(queueOfLink(mixed, "dc").aqm).toBe("codel");
    isValid(mixed);
  });

  test("routes are a choice among those of the path; the first one has no name", () => {
    const route = declaredParams(scenario, FIRST).find(({ id }) => id === "route");
    expect(route?.kind === "enum" && route.options.map(({ value, label }) => [value, label])).toEqual([
      ["", "Data centre and WAN"],
      ["dc", "Data centre only"],
      ["wan", "WAN only"],
    ]);
    expect(setParam(scenario, FIRST, "route", "wan").flows[0].params.route).toBe("wan");
    expect(() => setParam(scenario, FIRST, "route", "lan")).toThrow(
      "Route must be Data centre and WAN, dc or wan, got lan",
    );
  });
});

describe("a change of the traffic", () => {
  test("keeps common values; datagrams have neither values of a congestion control nor ECN", () => {
    const cubic = setParam(setCc(defaultScenario(), 0, "cubic"), FIRST, "rtt", 50);
    const cbr = setTraffic(cubic, 0, "cbr");
    expect(cbr.flows[0]).toMatchObject({ cc: "cubic", traffic: "cbr", params: { rtt: 50, "cbr-rate": 0.5 } });
    for (const id of ["ecn", "beta-ecn", "size"]) expect(cbr.flows[0].params).not.toHaveProperty(id);
    expect(setTraffic(cbr, 0, "bulk")).toEqual(cubic);
  });

  test("from any kind to any other gives a valid scenario", () => {
    for (const { id } of trafficKinds) {
      for (const { id: next } of trafficKinds)
        isValid(setTraffic(setTraffic(defaultScenario(), 0, id), 0, next));
    }
    expect(() => setTraffic(defaultScenario(), 0, "carrier-pigeon")).toThrow(/carrier-pigeon/);
  });

  test("can be combined with a flow that joins", () => {
    const scenario = addFlow(defaultScenario(), { traffic: "http" });
    expect(scenario.flows[1]).toMatchObject({ cc: "newreno", traffic: "http", params: { "page-gap": 1 } });
    isValid(scenario);
  });
});

describe("adding and removing flows", () => {
  test("a flow joins at the end with defaults for what is not given", () => {
    const scenario = addFlow(defaultScenario(), { cc: "cubic", params: { rtt: 20, "no-such": 1 } });
    expect(scenario.flows[1]).toMatchObject({
      cc: "cubic",
      count: 1,
      params: { rtt: 20, ecn: true, "beta-ecn": 0.7 },
    });
    isValid(scenario);
  });

  test("a copy is added at the end", () => {
    const scenario = copyFlow(addFlow(defaultScenario(), { cc: "cubic" }), 0);
    expect(scenario.flows.map(({ cc }) => cc)).toEqual(["newreno", "cubic", "newreno"]);
    expect(() => copyFlow(scenario, 9)).toThrow(/no flow 10/);
  });

  test("removing a flow removes its changes, and the changes of the others still refer to the same flows", () => {
    const three = addFlow(addFlow(defaultScenario(), { cc: "cubic" }));
    const change = (atS: number, flow: number | null) => ({ atS, flow, link: null, id: "rtt", value: 50 });
    const scenario = { ...three, changes: [change(1, null), change(2, 0), change(3, 1), change(4, 2)] };
    const left = removeFlow(scenario, 1);
    expect(left.flows.map(({ cc }) => cc)).toEqual(["newreno", "newreno"]);
    expect(left.changes).toEqual([change(1, null), change(2, 0), change(4, 1)]);
    isValid(left);
  });

  test("the last flow cannot be removed", () => {
    expect(removeFlow(defaultScenario(), 0)).toEqual(defaultScenario());
  });

  test("at most 2000 flows are allowed", () => {
    const scenario = defaultScenario();
    const many = { ...scenario, flows: [{ ...scenario.flows[0], count: 1000 }] };
    isValid(copyFlow(copyFlow(many, 0), 0));
  });
});

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  congestionControls,
  defaultScenario,
  type Scenario,
  scenarioFromUrl,
  validateScenario,
} from "../../../src/engine/index.ts";
import { orList } from "../../../src/engine/params/value-text.ts";
import { cases } from "../../effort.ts";
import { arbitraryScenario } from "./arbitrary-scenario.ts";

const messages = (input: unknown) => validateScenario(input).problems.map((problem) => problem.message);

function withRun(run: Scenario["run"]): unknown {
  return { ...defaultScenario(), run: { ...defaultScenario().run, ...run } };
}

describe("valid input", () => {
  test("any valid scenario stays unchanged, through JSON too", () => {
    fc.assert(
      fc.property(arbitraryScenario, (scenario) => {
        expect(validateScenario(scenario)).toEqual({ scenario, problems: [], isOld: false });
        expect(validateScenario(JSON.parse(JSON.stringify(scenario)))).toEqual({
          scenario,
          problems: [],
          isOld: false,
        });
      }),
    );
  });

  test("an omitted value takes its default without a message", () => {
    expect(validateScenario({})).toEqual({ scenario: defaultScenario(), problems: [], isOld: false });
    expect(validateScenario(undefined)).toEqual({ scenario: defaultScenario(), problems: [], isOld: false });
    const { scenario, problems } = validateScenario({ queue: { aqm: "pie" }, flows: [{ cc: "cubic" }, {}] });
    expect(problems).toEqual([]);
    expect(scenario.queue.params.target).toBe(15);
    expect(scenario.flows.map(({ cc, params }) => [cc, params["beta-ecn"]])).toEqual([
      ["cubic", 0.7],
      ["newreno", 0.5],
    ]);
  });

  test("a file written when all flows shared the kind of reduction applies it to all groups without their own value", () => {
    const recoveries = (input: object) => {
      const { scenario, problems } = validateScenario({ tcp: { recovery: "classic" }, ...input });
      expect([problems, Object.hasOwn(scenario.tcp, "recovery")]).toEqual([[], false]);
      return scenario.flows.map(({ params }) => params.recovery);
    };
    const flows = [{ cc: "cubic" }, { params: { recovery: "prr" } }, { traffic: "cbr" }];
    expect(recoveries({ flows })).toEqual(["classic", "prr", undefined]);
    expect(recoveries({})).toEqual(["classic"]);
    expect(new Set(recoveries({ path: { topology: "parking-lot" } }))).toEqual(new Set(["classic"]));
    expect(messages({ tcp: { recovery: "slow" }, flows: [{}, {}] })).toEqual([
      "A reduction must be prr or classic, got slow; slides (PRR) is used.",
    ]);
  });

  test("values may be texts as people write them", () => {
    const { scenario, problems } = validateScenario({
      path: { capacity: "20 Mbit/s" },
      flows: [{ params: { rtt: "0.08s", ecn: "off", stop: "end" } }],
      changes: [{ atS: "20s", flow: null, id: "beta-ecn", value: "0.9" }],
    });
    expect(problems).toEqual([]);
    expect(scenario.path.params.capacity).toBe(20);
    expect(scenario.flows[0].params).toMatchObject({ rtt: 80, ecn: false, stop: null });
    expect(scenario.changes).toEqual([{ atS: 20, flow: null, link: null, id: "beta-ecn", value: 0.9 }]);
  });

  test("a run of ten seconds or less has a tenth of its duration as warm-up, unless the file sets another", () => {
    expect(validateScenario({ v: 2, run: { duration: 5 } })).toMatchObject({
      scenario: { run: { warmup: 0.5 } },
      problems: [],
      isOld: false,
    });
    expect(validateScenario({ run: { duration: 5, warmup: 2 } }).scenario.run.warmup).toBe(2);
    expect(validateScenario({ run: { duration: 11 } }).scenario.run.warmup).toBe(10);
  });
});

describe("invalid input", () => {
  test("every invalid field is named, and the nearest valid value is used", () => {
    const { scenario, problems } = validateScenario({
      v: 1,
      run: { duration: 1e9, seed: 1.5, colour: "red" },
      path: { capacity: null },
      queue: { aqm: "wred", params: { target: -1, limit: "many" } },
      tcp: [],
      flows: [{ cc: "newreno", count: 5000, params: { rtt: Number.NaN } }, "a flow"],
      changes: [{ atS: 5, flow: 7, id: "rtt", value: 3 }, { atS: -5, flow: null, id: "rtt", value: 9999 }, 3],
    });
    expect(problems.map(({ field, used }) => [field, used])).toEqual([
      ["colour", "nothing"],
      ["tcp", "the default"],
      ["flow 2", "the default"],
      ["change 3", "the default"],
      ["aqm", "CoDel"],
      ["duration", "3600 s"],
      ["seed", "2"],
      ["capacity", "10 Mbps"],
      ["target", "0.1 ms"],
      ["limit", "1000 packets"],
      ["flow 1: count", "1000"],
      ["flow 1: rtt", "100 ms"],
      ["change 1: flow", "nothing"],
      ["change 2: at", "0 s"],
      ["change 2: rtt", "2000 ms"],
    ]);
    expect(scenario.changes).toHaveLength(1);
    expect(validateScenario(scenario)).toEqual({ scenario, problems: [], isOld: false });
  });

  test.each([
    [null, "Scenario must be an object, got null; the default is used."],
    [42, "Scenario must be an object, got 42; the default is used."],
    ["v=2", "Scenario must be an object, got v=2; the default is used."],
    [[], "Scenario must be an object, got a list; the default is used."],
    [
      { v: 3 },
      "Format version must be 1 or 2, got 3; it comes from a newer version of this program; what version 2 knows is used.",
    ],
    [{ flows: [] }, "Flows must be 1 to 2000 groups of flows, got 0; one default flow is used."],
    [{ flows: {} }, "Flows must be a list, got an object; the default is used."],
    [{ flow: [] }, 'Nothing is called "flow"; it was left out. Did you mean flows?'],
  ])("%j", (input, message) => {
    expect(messages(input)).toEqual([message]);
  });

  test("at most 2000 flows in total", () => {
    const { scenario, problems } = validateScenario({
      flows: [{ count: 1000 }, { count: 900 }, { count: 500 }, {}],
    });
    expect(scenario.flows.map(({ count }) => count)).toEqual([1000, 900, 99, 1]);
    expect(problems.map(({ message }) => message)).toEqual([
      "Flows must be at most 2000 in total, got 2401; 2000 is used.",
    ]);
  });

  test("a warm-up must leave time to measure, and the duration must be allowed", () => {
    expect(messages(withRun({ warmup: 100 }))).toEqual([
      "Warm-up must be below the duration of 100 s, got 100 s; 90 s is used.",
    ]);
    const fast = { path: { capacity: 10_000 }, run: { duration: 3600 } };
    expect(validateScenario(fast).scenario.run.duration).toBe(120);
    const later = {
      run: { duration: 3600 },
      changes: [{ atS: 100, flow: null, id: "capacity", value: 10_000 }],
    };
    expect(validateScenario(later).scenario.run.duration).toBe(219);
  });

  test("a change without effect is omitted", () => {
    const change = (id: string, value: unknown, flow: number | null = null) => ({
      changes: [{ atS: 1, flow, id, value }],
    });
    for (const [input, message] of [
      [change("seed", 2), "Change 1: Seed cannot change during the run; it was left out."],
      [change("capacity", 2, 0), "Change 1: Capacity is not a setting of a flow; it was left out."],
      [
        change("rto", 2),
        'Change 1: nothing is called "rto"; it was left out. Did you mean frto, min-rto or initial-rto?',
      ],
      [
        change("cc", "reno"),
        `Change 1: Congestion control must be ${orList(congestionControls.map(({ id }) => id))}, got reno; it was left out.`,
      ],
    ] as const) {
      expect(validateScenario(input).scenario.changes).toEqual([]);
      expect(messages(input)).toEqual([message]);
    }
  });

  test("never throws, and the result is valid", () => {
    const shaped = fc.record(
      {
        v: fc.anything(),
        run: fc.anything(),
        queue: fc.anything(),
        flows: fc.anything(),
        changes: fc.anything(),
      },
      { requiredKeys: [] },
    );
    const nested = fc.record({
      run: fc.dictionary(fc.constantFrom("duration", "warmup", "seed", "toString"), fc.anything()),
      flows: fc.array(fc.anything()),
      changes: fc.array(
        fc.record({ atS: fc.anything(), flow: fc.anything(), id: fc.anything(), value: fc.anything() }),
      ),
    });
    fc.assert(
      fc.property(fc.oneof(fc.anything(), fc.jsonValue(), shaped, nested), (input) => {
        const { scenario } = validateScenario(input);
        expect(validateScenario(scenario)).toEqual({ scenario, problems: [], isOld: false });
      }),
      cases(500),
    );
  });
});

const pathMessages = (path: unknown) => messages({ path });

describe("files older than topologies", () => {
  test("the path consists of a dumbbell's parameters, and flows and changes have fewer fields", () => {
    const { scenario, problems } = validateScenario({
      v: 1,
      path: { capacity: 20 },
      flows: [{ cc: "cubic", count: 2, params: { rtt: 50, size: 100_000 } }],
      changes: [{ atS: 3, flow: null, id: "capacity", value: 5 }],
    });
    expect(problems).toEqual([]);
    expect(scenario.path).toEqual({
      ...defaultScenario().path,
      params: { ...defaultScenario().path.params, capacity: 20 },
    });
    expect(scenario.flows[0]).toMatchObject({
      traffic: "bulk",
      params: { rtt: 50, size: 100_000, route: "" },
    });
    expect(scenario.changes).toEqual([{ atS: 3, flow: null, link: null, id: "capacity", value: 5 }]);
  });

  test("invalid fields are reported as in current files", () => {
    expect(pathMessages({ capacity: 0, colour: "red" })).toEqual([
      'Nothing is called "colour"; it was left out.',
      "Capacity must be 0.05 to 10000 Mbps, got 0; 0.05 Mbps is used.",
    ]);
  });
});

describe("a topology", () => {
  test("given by name comes with its flows", () => {
    const { scenario, problems } = validateScenario({
      path: { topology: "parking-lot", params: { hops: 2 } },
    });
    expect(problems).toEqual([]);
    expect(scenario).toEqual(scenarioFromUrl("path=parking-lot&hops=2").scenario);
  });

  test("with settings of links", () => {
    const { scenario, problems } = validateScenario({
      path: {
        topology: "dc-wan",
        links: [{ id: "wan", params: { loss: "1%" }, queue: { aqm: "pie", params: {} } }],
      },
    });
    expect(problems).toEqual([]);
    expect(scenario).toEqual(scenarioFromUrl("path=dc-wan&link=id=wan,loss=0.01,aqm=pie").scenario);
  });

  test("reports errors, down to the link", () => {
    expect(
      pathMessages({
        topology: "ring",
        shape: 1,
        links: [
          { id: "bottleneck", params: { colour: 1, loss: 2 }, queue: { aqm: "wred" } },
          5,
          { id: "wan" },
        ],
        routes: [{ id: "x" }],
      }),
    ).toEqual([
      'Path: nothing is called "shape"; it was left out.',
      'Link 1: nothing is called "colour"; it was left out.',
      "Link 2 must be an object, got 5; the default is used.",
      "Only a custom path has routes of its own; it was left out.",
      expect.stringMatching(/^Path must be .*, got ring; Dumbbell is used\.$/),
      "Link bottleneck: Random loss must be 0 to 0.5, got 2; 0.5 is used.",
      expect.stringMatching(/^Link bottleneck: Queue discipline must be .*, got wred; CoDel is used\.$/),
      "Link must be bottleneck, got nothing; it was left out.",
      "Link must be bottleneck, got wan; it was left out.",
    ]);
  });
});

describe("a custom path", () => {
  test("may have lists of links and routes; the links of a route are a list or a text", () => {
    const { scenario, problems } = validateScenario({
      path: {
        topology: "custom",
        links: [
          { id: "a", from: "x", to: "y" },
          { id: "b", from: "y", to: "x", queue: null },
        ],
        routes: [{ id: "there", forward: ["a"], back: "b" }, { forward: "b" }],
      },
    });
    expect(problems).toEqual([]);
    expect(scenario.path.routes).toEqual([
      { id: "there", label: "there", forward: ["a"], back: ["b"] },
      { id: "route2", label: "route2", forward: ["b"], back: [] },
    ]);
  });

  test.each([
    ["links", "Links must be at most 32, got 200000; the first 32 are used."],
    ["routes", "Routes must be at most 64, got 200000; the first 64 are used."],
  ])("with very many %s is cut before they are read", (name, message) => {
    const many = Array.from({ length: 200_000 }, (_, i) => ({ id: `k${i}` }));
    const { problems } = validateScenario({ path: { topology: "custom", [name]: many } });
    expect(problems.map((one) => one.message)).toContain(message);
  });

  test("without links is the dumbbell", () => {
    const { scenario, problems } = validateScenario({ path: { topology: "custom" } });
    expect(problems).toEqual([]);
    expect(scenario).toEqual(scenarioFromUrl("path=custom").scenario);
    expect(scenario.path.links).toHaveLength(1);
  });
});

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { TEMPLATES } from "../../../src/engine/custom/templates.ts";
import {
  addFlow,
  copyFlow,
  declaredParams,
  defaultScenario,
  getParam,
  type Place,
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
  withProgram,
} from "../../../src/engine/index.ts";
import {
  breachesOf,
  type ChangeRule,
  changesMade,
  limitedToRule,
  mayOpen,
  mayTouch,
  narrowed,
} from "../../../src/teaching/document/change-rule.ts";
import { PROGRAM_READER } from "../../../src/teaching/document/file-programs.ts";
import { cases } from "../../effort.ts";
import { arbitraryScenario, arbitraryValue } from "../../engine/scenario/arbitrary-scenario.ts";

const start = defaultScenario();
const FIRST: Place = { scope: "flow", flow: 0 };
const QUEUE: Place = { scope: "queue" };
const rule = (touch: ChangeRule["touch"], ranges: [string, [number, number]][] = []): ChangeRule => ({
  touch,
  ranges: new Map(ranges),
});

describe("a rule of what may be changed", () => {
  test("allows changes of what it names within its range, and nothing else", () => {
    const beta = (value: number) => setParam(start, FIRST, "beta-ecn", value);
    const only = rule(["beta-ecn"], [["beta-ecn", [0.5, 0.8]]]);
    expect(limitedToRule(only, start, beta(0.8))).toEqual({ scenario: beta(0.8) });
    expect(limitedToRule(only, start, beta(0.81))).toMatchObject({ breach: { id: "beta-ecn", value: 0.81 } });
    expect(limitedToRule(only, start, setAqm(start, "pie"))).toMatchObject({ breach: { id: "aqm" } });
    const both = setParam(beta(0.7), { scope: "run" }, "seed", 5);
    expect(breachesOf(only, start, both).map(({ id }) => id)).toEqual(["seed"]);
  });

  test("allows a choice among the values that it names", () => {
    const some: ChangeRule = { ...rule(["aqm"]), choices: new Map([["aqm", ["codel", "pie"]]]) };
    expect(limitedToRule(some, start, setAqm(start, "pie"))).toHaveProperty("scenario");
    expect(limitedToRule(some, start, setAqm(start, "red"))).toMatchObject({
      breach: { id: "aqm", value: "red" },
    });
  });

  test("moves values that another algorithm brought along to its bound, and keeps values that were beyond it before", () => {
    const near = rule(["aqm", "target"], [["target", [1, 10]]]);
    const kept = limitedToRule(near, start, setAqm(start, "pie"));
    expect("scenario" in kept && getParam(kept.scenario, QUEUE, "target")).toBe(10);
    const far = setParam(start, QUEUE, "target", 50);
    const other = setParam(far, FIRST, "beta-ecn", 0.7);
    expect(limitedToRule(rule(null, [["target", [1, 10]]]), far, other)).toEqual({ scenario: other });
  });

  test("opens other runs only if everything may be changed, or they are named", () => {
    expect(mayOpen(rule(null))).toBe(true);
    expect(mayOpen(rule(null, [["rtt", [1, 2]]]))).toBe(false);
    expect(mayOpen(rule(["beta-ecn"]))).toBe(false);
    expect(mayOpen(rule(["beta-ecn", "presets"]))).toBe(true);
  });

  test("limits a control to its range", () => {
    const param = declaredParams(start, FIRST).find(({ id }) => id === "beta-ecn");
    if (param?.kind !== "number") throw new Error("no number");
    const less = narrowed(param, rule(null, [["beta-ecn", [0, 0.6]]]));
    expect([less.min, less.max]).toEqual([param.min, 0.6]);
    expect(narrowed(param, rule(["beta-ecn"]))).toBe(param);
    const choice = {
      kind: "enum",
      id: "aqm",
      label: "",
      help: "",
      default: "a",
      options: ["a", "b", "c"].map((value) => ({ value, label: value, help: "" })),
    } as const;
    const two = narrowed(choice, { ...rule(null), choices: new Map([["aqm", ["a", "c"]]]) });
    expect(two.options.map(({ value }) => value)).toEqual(["a", "c"]);
  });
});

function placesOf(scenario: Scenario): Place[] {
  return [
    ...(["run", "path", "queue", "tcp"] as const).map((scope): Place => ({ scope })),
    ...resolvePath(scenario.path).links.flatMap(({ id: link }): Place[] => [
      { scope: "link", link },
      { scope: "link-queue", link },
    ]),
    ...scenario.flows.map((_, flow): Place => ({ scope: "flow", flow })),
  ];
}

/** Generates any edit that a user can make. */
function arbitraryEdit(scenario: Scenario): fc.Arbitrary<Scenario> {
  const param = fc
    .constantFrom(...placesOf(scenario).filter((place) => declaredParams(scenario, place).length > 0))
    .chain((place) =>
      fc
        .constantFrom(...declaredParams(scenario, place))
        .chain((one) => arbitraryValue(one).map((value) => ({ place, id: one.id, value }))),
    )
    .map(({ place, id, value }) => {
      try {
        return setParam(scenario, place, id, value);
      } catch {
        return scenario;
      }
    });
  const flow = fc.nat({ max: scenario.flows.length - 1 });
  const link = fc.constantFrom(...resolvePath(scenario.path).links.map(({ id }) => id));
  const aqm = fc.constantFrom("codel", "pie", "red", "droptail", "fq-codel");
  return fc.oneof(
    { weight: 6, arbitrary: param },
    { weight: 1, arbitrary: aqm.map((id) => setAqm(scenario, id)) },
    { weight: 1, arbitrary: fc.tuple(link, aqm).map(([id, queue]) => setLinkAqm(scenario, id, queue)) },
    {
      weight: 1,
      arbitrary: fc
        .tuple(flow, fc.constantFrom("cubic", "newreno", "dctcp", "bbr1"))
        .map(([group, cc]) => setCc(scenario, group, cc)),
    },
    {
      weight: 1,
      arbitrary: fc
        .tuple(flow, fc.constantFrom("bulk", "cbr", "http"))
        .map(([group, kind]) => setTraffic(scenario, group, kind)),
    },
    { weight: 1, arbitrary: flow.map((group) => copyFlow(scenario, group)) },
    { weight: 1, arbitrary: flow.map((group) => removeFlow(scenario, group)) },
    { weight: 1, arbitrary: fc.constant(addFlow(scenario, { cc: "cubic" })) },
    { weight: 1, arbitrary: fc.constant(setTopology(scenario, "parking-lot")) },
    { weight: 1, arbitrary: fc.constant({ ...scenario, changes: [] }) },
  );
}

const TOUCHABLE = [
  "beta-ecn",
  "beta-loss",
  "rtt",
  "target",
  "limit",
  "seed",
  "duration",
  "loss",
  "ecn",
  "start",
];

test("no sequence of edits changes a locked setting or exceeds its range", () => {
  const touch = fc.subarray(TOUCHABLE);
  fc.assert(
    fc.property(arbitraryScenario, touch, fc.gen(), (first, names, gen) => {
      const range: [number, number] = [0.5, 0.8];
      const kept = rule(names, [["beta-ecn", range]]);
      let now = first;
      for (let step = 0; step < 6; step++) {
        const verdict = limitedToRule(kept, now, gen(arbitraryEdit, now));
        if ("scenario" in verdict) now = verdict.scenario;
      }
      expectSameBut(first, now, kept, range);
    }),
    cases(150),
  );
});

/**
 * Checks that only `changed` differs. Every place and parameter is compared, independently of the rule's own
 * computation.
 */
function expectSameBut(
  first: Scenario,
  now: Scenario,
  kept: ChangeRule,
  [least, most]: [number, number],
): void {
  const kinds = ({ path, queue, flows }: Scenario) => [
    path.topology,
    queue.aqm,
    flows.map(({ cc, traffic, count }) => [cc, traffic, count]),
    resolvePath(path).links.map(({ id }) => [id, queueOfLink({ ...first, path, queue }, id).aqm]),
  ];
  expect(kinds(now)).toEqual(kinds(first));
  const names = (scenario: Scenario) => scenario.changes.filter(({ id }) => !mayTouch(kept, id));
  expect(names(now)).toEqual(names(first));
  for (const place of placesOf(now)) {
    for (const { id } of declaredParams(now, place)) {
      const [before, after] = [getParam(first, place, id), getParam(now, place, id)];
      if (!mayTouch(kept, id)) expect([place, id, after]).toEqual([place, id, before]);
      else if (id === "beta-ecn" && after !== before)
        expect(Number(after) >= least && Number(after) <= most).toBe(true);
    }
  }
}

const read = (link: string) => scenarioFromUrl(`v=2&${link}`).scenario;
const ids = (from: Scenario, to: Scenario) => changesMade(from, to).map(({ id }) => id);

describe("what was changed", () => {
  const lot = read("path=parking-lot");
  const [beta, red, two] = [
    setParam(start, FIRST, "beta-ecn", 0.8),
    setAqm(start, "red"),
    copyFlow(start, 0),
  ];
  const ownQueue = setLinkAqm(lot, "hop2", "pie");
  const different = setParam(two, FIRST, "beta-ecn", 0.9);
  const later = addFlow(start, { ...start.flows[0], params: { ...start.flows[0].params, start: 10 } });
  const longer = setParam(lot, { scope: "path" }, "hops", 4);
  const { cc, params } = start.flows[0];

  test.each<[what: string, from: Scenario, to: Scenario, changed: readonly string[]]>([
    ["nothing between equal ones", start, defaultScenario(), []],
    ["a parameter of a flow", start, beta, ["beta-ecn"]],
    ["of the run", start, setParam(start, { scope: "run" }, "seed", 7), ["seed"]],
    ["of TCP", start, setParam(start, { scope: "tcp" }, "sack", false), ["sack"]],
    ["of the path", start, setParam(start, { scope: "path" }, "capacity", 20), ["capacity"]],
    ["of a link", lot, setParam(lot, { scope: "link", link: "hop1" }, "capacity", 3), ["capacity"]],
    ["a queue, whose parameters came with it", start, red, ["aqm"]],
    ["a congestion control", start, setCc(start, 0, "cubic"), ["cc"]],
    ["a kind of traffic", start, setTraffic(start, 0, "cbr"), ["traffic"]],
    ["a path", start, setTopology(start, "parking-lot"), ["path"]],
    ["a queue and what was set beside it", start, setParam(red, QUEUE, "limit", "77p"), ["aqm", "limit"]],
    ["one parameter of a path, whose own flows follow it", lot, longer, ["hops"]],
    [
      "also what the rules between values forced along",
      start,
      setParam(start, { scope: "run" }, "duration", 5),
      ["duration", "warmup"],
    ],
    ["a queue of a link's own", lot, ownQueue, ["aqm"]],
    [
      "what is set of it",
      ownQueue,
      setParam(ownQueue, { scope: "link-queue", link: "hop2" }, "target", 7),
      ["target"],
    ],
    ["that it goes", ownQueue, setLinkAqm(ownQueue, "hop2", null), ["aqm"]],
    ["how many flows, where one comes", start, two, ["flows"]],
    ["where three are asked for", start, read("flows=3"), ["flows"]],
    ["where one starts later", start, later, ["flows"]],
    ["where the first goes", two, removeFlow(two, 0), ["flows"]],
    ["where the first of two kinds goes", different, removeFlow(different, 0), ["flows"]],
    ["or the second", different, removeFlow(different, 1), ["flows"]],
    [
      "more where it is another",
      start,
      addFlow(start, { cc, params: { ...params, "beta-ecn": 0.9 } }),
      ["flows", "beta-ecn"],
    ],
    [
      "changes during the run",
      start,
      read("set=20s:beta-ecn=0.9&set=30s:capacity=5Mbps"),
      ["beta-ecn", "capacity"],
    ],
  ])("is %s", (_, from, to, changed) => {
    expect(ids(from, to)).toEqual(changed);
    expect(ids(from, from)).toEqual([]);
  });

  test("comes with its value, which is absent after a removal", () => {
    expect(changesMade(start, beta)).toMatchObject([
      { id: "beta-ecn", value: 0.8, param: { id: "beta-ecn" } },
    ]);
    const gone = changesMade(read("set=20s:beta-ecn=0.9"), start);
    expect(gone.map(({ id, value }) => [id, value])).toEqual([["beta-ecn", undefined]]);
  });

  test.each([
    ["cc", addFlow(start, { cc: "cubic" })],
    ["traffic", addFlow(start, { traffic: "cbr" })],
  ])("includes more than the number of flows if the new one has another %s", (id, to) => {
    expect(ids(start, to)).toEqual(expect.arrayContaining(["flows", id]));
  });

  test("includes another shape of a custom path", () => {
    const own = setTopology(start, "custom");
    const links = own.path.links.map((one, i) => (i === 0 ? { ...one, to: "elsewhere" } : one));
    expect(ids(own, { ...own, path: { ...own.path, links } })).toContain("path");
  });
});

test("flows that go away and a sender that becomes a custom one are two changes", () => {
  const program = PROGRAM_READER.read(TEMPLATES[0].code);
  const from = addFlow(addFlow(start));
  const to = setCc(withProgram(start, program), 0, program.id);
  expect(changesMade(from, to).map(({ id }) => id)).toEqual(["flows", "cc"]);
});

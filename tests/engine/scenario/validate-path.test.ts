import { describe, expect, test } from "vitest";
import { defaultScenario, scenarioFromUrl, validateScenario } from "../../../src/engine/index.ts";

const messages = (path: unknown) => validateScenario({ path }).problems.map((problem) => problem.message);

describe("files of before there were topologies", () => {
  test("a path was a dumbbell's parameters, and flows and changes had less to say", () => {
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

  test("their wrong fields are named as ever", () => {
    expect(messages({ capacity: 0, colour: "red" })).toEqual([
      'Nothing is called "colour"; it was left out.',
      "Capacity must be 0.05 to 10000 Mbps, got 0; 0.05 Mbps is used.",
    ]);
  });
});

describe("a topology", () => {
  test("by name comes with its flows", () => {
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

  test("what is wrong is named, down to the link", () => {
    expect(
      messages({
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
      expect.stringMatching(/^Path must be .*, got ring; Dumbbell is used\.$/),
      'Link 1: nothing is called "colour"; it was left out.',
      "Link 2 must be an object, got 5; the default is used.",
      "Link bottleneck: Random loss must be 0 to 0.5, got 2; 0.5 is used.",
      expect.stringMatching(/^Link bottleneck: Queue discipline must be .*, got wred; CoDel is used\.$/),
      "Only a custom path has routes of its own; it was left out.",
      "Link must be bottleneck, got nothing; it was left out.",
      "Link must be bottleneck, got wan; it was left out.",
    ]);
  });
});

describe("a path of one's own", () => {
  test("with lists of links and routes; a route's links are a list or a text", () => {
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

  test("without links is the dumbbell's", () => {
    const { scenario, problems } = validateScenario({ path: { topology: "custom" } });
    expect(problems).toEqual([]);
    expect(scenario).toEqual(scenarioFromUrl("path=custom").scenario);
    expect(scenario.path.links).toHaveLength(1);
  });
});

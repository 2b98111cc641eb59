import { describe, expect, test } from "vitest";
import {
  addFlow,
  copyFlow,
  defaultScenario,
  removeFlow,
  type Scenario,
  scenarioFromUrl,
  setAqm,
  setCc,
  setLinkAqm,
  setParam,
  setTopology,
  setTraffic,
} from "../../src/engine/index.ts";
import { changesMade } from "../../src/teaching/changes-made.ts";

const start = defaultScenario();
const read = (link: string) => scenarioFromUrl(`v=2&${link}`).scenario;
const ids = (from: Scenario, to: Scenario) => changesMade(from, to).map(({ id }) => id);

describe("what was changed", () => {
  test("is nothing between a scenario and itself", () => {
    expect(ids(start, start)).toEqual([]);
    expect(ids(start, defaultScenario())).toEqual([]);
  });

  test("is a parameter with its value, wherever it sits", () => {
    const beta = setParam(start, { scope: "flow", flow: 0 }, "beta-ecn", 0.8);
    expect(changesMade(start, beta)).toMatchObject([
      { id: "beta-ecn", value: 0.8, param: { id: "beta-ecn" } },
    ]);
    expect(ids(start, setParam(start, { scope: "run" }, "seed", 7))).toEqual(["seed"]);
    expect(ids(start, setParam(start, { scope: "tcp" }, "sack", false))).toEqual(["sack"]);
    expect(ids(start, setParam(start, { scope: "path" }, "capacity", 20))).toEqual(["capacity"]);
    const lot = read("path=parking-lot");
    const link = setParam(lot, { scope: "link", link: "hop1" }, "capacity", 3);
    expect(ids(lot, link)).toEqual(["capacity"]);
  });

  test("is the algorithm alone where its parameters came with it, and what was set beside it", () => {
    const red = setAqm(start, "red");
    expect(ids(start, red)).toEqual(["aqm"]);
    expect(ids(start, setCc(start, 0, "cubic"))).toEqual(["cc"]);
    expect(ids(start, setTraffic(start, 0, "cbr"))).toEqual(["traffic"]);
    expect(ids(start, setTopology(start, "parking-lot"))).toEqual(["path"]);
    expect(ids(start, setParam(red, { scope: "queue" }, "limit", "77p"))).toEqual(["aqm", "limit"]);
  });

  test("is one parameter of a path, whose own flows follow it", () => {
    const lot = read("path=parking-lot");
    const longer = setParam(lot, { scope: "path" }, "hops", 4);
    expect(longer.flows.length).toBeGreaterThan(lot.flows.length);
    expect(ids(lot, longer)).toEqual(["hops"]);
  });

  test("is also what the rules between values forced along", () => {
    const short = setParam(start, { scope: "run" }, "duration", 5);
    expect(short.run.warmup).not.toBe(start.run.warmup);
    expect(ids(start, short)).toEqual(["duration", "warmup"]);
  });

  test("is a queue of a link's own", () => {
    const lot = read("path=parking-lot");
    const own = setLinkAqm(lot, "hop2", "pie");
    expect(ids(lot, own)).toEqual(["aqm"]);
    expect(ids(own, setParam(own, { scope: "link-queue", link: "hop2" }, "target", 7))).toEqual(["target"]);
    expect(ids(own, setLinkAqm(own, "hop2", null))).toEqual(["aqm"]);
  });

  test("is the number of flows where one comes like those that are there, or goes", () => {
    const two = copyFlow(start, 0);
    expect(ids(start, two)).toEqual(["flows"]);
    expect(ids(two, removeFlow(two, 0))).toEqual(["flows"]);
    const different = setParam(two, { scope: "flow", flow: 0 }, "beta-ecn", 0.9);
    expect(ids(different, removeFlow(different, 0))).toEqual(["flows"]);
    expect(ids(different, removeFlow(different, 1))).toEqual(["flows"]);
    expect(ids(start, read("flows=3"))).toEqual(["flows"]);
    const later = addFlow(start, { ...start.flows[0], params: { ...start.flows[0].params, start: 10 } });
    expect(ids(start, later)).toEqual(["flows"]);
  });

  test("is more than that where the one that comes is of another kind", () => {
    const { cc, params } = start.flows[0];
    expect(ids(start, addFlow(start, { cc, params: { ...params, "beta-ecn": 0.9 } }))).toEqual([
      "flows",
      "beta-ecn",
    ]);
    expect(ids(start, addFlow(start, { cc: "cubic" }))).toEqual(expect.arrayContaining(["flows", "cc"]));
    expect(ids(start, addFlow(start, { traffic: "cbr" }))).toEqual(
      expect.arrayContaining(["flows", "traffic"]),
    );
  });

  test("is each change in mid-run that came or went", () => {
    const with3 = read("set=20s:beta-ecn=0.9&set=30s:capacity=5Mbps");
    expect(ids(start, with3)).toEqual(["beta-ecn", "capacity"]);
    expect(changesMade(with3, start).map(({ id, value }) => [id, value])).toEqual([
      ["beta-ecn", undefined],
      ["capacity", undefined],
    ]);
  });

  test("is another shape of a path of one's own", () => {
    const own = setTopology(start, "custom");
    const [link] = own.path.links;
    const renamed: Scenario = {
      ...own,
      path: {
        ...own.path,
        links: own.path.links.map((one) => (one === link ? { ...one, to: "elsewhere" } : one)),
      },
    };
    expect(ids(own, renamed)).toContain("path");
  });
});

import { expect, test } from "vitest";
import { getParam } from "../../src/engine/index.ts";
import {
  columnsOf,
  cross,
  grid,
  jobsOf,
  keyOf,
  listOf,
  numberOf,
  scenarioOf,
  seeds,
  valuesOf,
} from "../../src/experiments/grid.ts";

test("a cross product varies its last axis fastest", () => {
  expect(cross({ aqm: ["codel", "pie"], seed: [1, 2] })).toEqual([
    { aqm: "codel", seed: 1 },
    { aqm: "codel", seed: 2 },
    { aqm: "pie", seed: 1 },
    { aqm: "pie", seed: 2 },
  ]);
  expect(cross({})).toEqual([{}]);
  expect(cross({ none: [] })).toEqual([]);
  expect(seeds(3)).toEqual([1, 2, 3]);
});

test("a grid of settings: keys and scenarios agree", () => {
  const jobs = grid("cc=cubic&duration=20s", { aqm: ["codel", "pie"], "beta-ecn": [0.7, 0.85], seed: [3] });
  expect(jobs.map(({ key }) => key)).toEqual([
    "aqm=codel beta-ecn=0.7 seed=3",
    "aqm=codel beta-ecn=0.85 seed=3",
    "aqm=pie beta-ecn=0.7 seed=3",
    "aqm=pie beta-ecn=0.85 seed=3",
  ]);
  const { scenario } = jobs[3];
  expect([scenario.queue.aqm, scenario.flows[0].cc, scenario.run.seed]).toEqual(["pie", "cubic", 3]);
  expect(getParam(scenario, { scope: "flow", flow: 0 }, "beta-ecn")).toBe(0.85);
  expect(grid("", { seed: [1] })).toHaveLength(1);
});

test("a function writes the URL if the axes are no settings", () => {
  const [job] = jobsOf(cross({ rttMs: [40] }), ({ rttMs }) => `rtt=${rttMs}ms&flow=cc=cubic&flow=cc=newreno`);
  expect(job.key).toBe("rttMs=40");
  expect(job.scenario.flows.map((flow) => flow.params.rtt)).toEqual([40, 40]);
});

test("a URL that is not fully understood is an error that quotes it", () => {
  expect(() => scenarioOf("beta-ecn=7")).toThrow(/^beta-ecn=7: .*0\.3 to 0\.99/);
  expect(() => scenarioOf("aqm=droptail&target=5ms")).toThrow("target");
  expect(() => grid("cc=bic", { seed: [1] })).toThrow("bic");
});

test("missing results are omitted", () => {
  const readings = new Map([
    ["a", { value: 1, list: [1, null, 3] }],
    ["b", { value: null, list: [2, 4] }],
    ["d", { value: 3 }],
  ]);
  expect(valuesOf(readings, ["a", "b", "c", "d"], "value")).toEqual([1, 3]);
  expect(numberOf(readings.get("c"), "value")).toBe(null);
  expect(numberOf(readings.get("a"), "list")).toBe(null);
  expect(listOf(readings.get("d"), "list")).toEqual([]);
  expect(columnsOf(readings, ["a", "b", "c"], "list")).toEqual([[1, 2], [4], [3]]);
  expect(keyOf({ aqm: "pie", ecn: true })).toBe("aqm=pie ecn=true");
});

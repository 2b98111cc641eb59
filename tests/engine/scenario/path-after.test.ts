import { describe, expect, test } from "vitest";
import { type Change, type PathSpec, resolvePath, scenarioFromUrl } from "../../../src/engine/index.ts";
import { pathAfter } from "../../../src/engine/scenario/path-after.ts";

const pathOf = (fragment: string) => scenarioFromUrl(fragment).scenario.path;
const change = (what: Partial<Change>): Change => ({
  atS: 5,
  flow: null,
  link: null,
  id: "capacity",
  value: 5,
  ...what,
});
const capacities = (path: PathSpec) => resolvePath(path).links.map(({ params }) => params.capacity);

test("a parameter of the path changes what the path makes of it", () => {
  expect(capacities(pathAfter(pathOf("reverse-capacity=1Mbps"), change({})))).toEqual([5, 1]);
  expect(capacities(pathAfter(pathOf("path=gfc-2"), change({ id: "scale", value: 0.2 })))).toEqual([
    10, 20, 10, 30, 30, 10,
  ]);
});

test("of one link it is laid over what the path says, now and later", () => {
  const once = pathAfter(pathOf("path=gfc-2"), change({ link: "R2-R3" }));
  expect(capacities(once)).toEqual([5, 5, 5, 15, 15, 5]);
  expect(capacities(pathAfter(once, change({ id: "scale", value: 0.2 })))).toEqual([10, 5, 10, 30, 30, 10]);
});

describe("a link's parameter that the path does not declare", () => {
  test("means every link that shares the scenario's queue", () => {
    const path = pathOf("path=dc-wan&link=id=wan,aqm=pie");
    expect(capacities(pathAfter(path, change({ value: 100 })))).toEqual([50, 100]);
  });
});

test("what does not concern links leaves the path as it is, the very object", () => {
  const path = pathOf("path=dc-wan");
  for (const what of [
    { id: "target" },
    { id: "aqm", link: "wan" },
    { id: "rtt" },
    { id: "delay", flow: 0 },
  ]) {
    expect(pathAfter(path, change(what))).toBe(path);
  }
});

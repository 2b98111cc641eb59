import { expect, test } from "vitest";
import {
  defaultScenario,
  resolvePath,
  scenarioFromUrl,
  scenarioToUrl,
  setTopology,
} from "../../../src/engine/index.ts";

test("links and routes are as given, and omitted values of a link are the defaults", () => {
  const { scenario, problems } = scenarioFromUrl(
    "path=custom&link=id=a,from=x,to=y,capacity=20Mbps&link=id=b,from=y,to=z,delay=5ms,aqm=pie,target=20ms" +
      "&link=id=c,from=z,to=x&path-route=id=all,label=All of it,forward=a+b,back=c&path-route=id=last,forward=b",
  );
  expect(problems).toEqual([]);
  const { nodes, links, routes } = resolvePath(scenario.path);
  expect(nodes.map(({ id }) => id)).toEqual(["x", "y", "z"]);
  expect(links).toMatchObject([
    { id: "a", params: { capacity: 20, delay: 0 }, queue: null },
    { id: "b", params: { capacity: 10, delay: 5 }, queue: { aqm: "pie", params: { target: 20 } } },
    { id: "c" },
  ]);
  expect(routes).toEqual([
    { id: "all", label: "All of it", forward: ["a", "b"], back: ["c"] },
    { id: "last", label: "last", forward: ["b"], back: [] },
  ]);
});

test("without ends links are in a row, and without routes there is one over all of them", () => {
  const { scenario, problems } = scenarioFromUrl("path=custom&link=capacity=20Mbps&link=capacity=5Mbps");
  expect(problems).toEqual([]);
  expect(scenario.path).toMatchObject({
    links: [
      { id: "link1", from: "n1", to: "n2" },
      { id: "link2", from: "n2", to: "n3" },
    ],
    routes: [{ id: "forward", forward: ["link1", "link2"] }],
  });
});

test("links that are not in a row have a route each unless others are given", () => {
  const { path } = scenarioFromUrl("path=custom&link=id=a,from=x,to=y&link=id=b,from=x,to=z").scenario;
  expect(path.routes.map(({ id, forward }) => [id, forward])).toEqual([
    ["a", ["a"]],
    ["b", ["b"]],
  ]);
});

test("it starts as the previous path, with its flows", () => {
  const before = setTopology(defaultScenario(), "gfc-2");
  const own = setTopology(before, "custom");
  const [was, is] = [before, own].map(({ path }) => resolvePath(path));
  expect(is.links.map(({ id, from, to, params }) => ({ id, from, to, params }))).toEqual(
    was.links.map(({ id, from, to, params }) => ({ id, from, to, params })),
  );
  expect(is.routes).toEqual(was.routes);
  expect(own.flows).toEqual(before.flows);
  expect(scenarioFromUrl(scenarioToUrl(own))).toMatchObject({ scenario: own, problems: [] });
});

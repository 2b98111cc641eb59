import { expect, test } from "vitest";
import { defaultScenario, resolvePath, scenarioFromUrl } from "../../../src/engine/index.ts";
import { dumbbell } from "../../../src/engine/topologies/dumbbell.ts";

const path = (fragment: string) => resolvePath(scenarioFromUrl(fragment).scenario.path);

test("all flows share one link; propagation delays belong to the flows", () => {
  const { nodes, links, routes } = resolvePath(defaultScenario().path);
  expect(nodes.map(({ label }) => label)).toEqual(["Senders", "Receivers"]);
  expect(links).toMatchObject([{ id: "bottleneck", params: { capacity: 10, delay: 0 }, queue: null }]);
  expect(routes).toEqual([{ id: "forward", label: "Forward", forward: ["bottleneck"], back: [] }]);
});

test("its parameters are those of the link", () => {
  const [link] = path(
    "capacity=20Mbps&loss=1%25&jitter=5ms&capacity-pattern=square:10:0.5&delay-pattern=0:1",
  ).links;
  expect(link.params).toEqual({
    capacity: 20,
    delay: 0,
    loss: 0.01,
    jitter: 5,
    "jitter-overtakes": false,
    bucket: 0,
    "capacity-pattern": "square:10:0.5",
    "delay-pattern": "0:1",
  });
});

test("a token bucket works in both directions", () => {
  const { links } = path("reverse-capacity=1Mbps&bucket=1600B");
  expect(links.map(({ params }) => params.bucket)).toEqual([1600, 1600]);
});

test("with a capacity for the reverse path there is a second link, and ACKs of each direction queue in the other", () => {
  const { links, routes } = path("reverse-capacity=1Mbps");
  expect(links.map(({ id, from, to, params }) => [id, from, to, params.capacity])).toEqual([
    ["bottleneck", "left", "right", 10],
    ["reverse", "right", "left", 1],
  ]);
  expect(routes.map(({ id, forward, back }) => [id, forward, back])).toEqual([
    ["forward", ["bottleneck"], ["reverse"]],
    ["reverse", ["reverse"], ["bottleneck"]],
  ]);
});

test("it has no flows of its own: the existing ones stay", () => {
  expect(dumbbell.flows(defaultScenario().path.params)).toEqual([]);
});

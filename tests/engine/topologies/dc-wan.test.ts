import { expect, test } from "vitest";
import { resolvePath, routeFacts, scenarioFromUrl } from "../../../src/engine/index.ts";
import { basePropagationMs } from "../../../src/engine/scenario/path.ts";

const read = (fragment: string) => scenarioFromUrl(fragment).scenario;

test("the two links of the paper (Tahiliani et al. 2019 §4); the slower one is shown first", () => {
  const { links } = resolvePath(read("path=dc-wan").path);
  expect(links.map(({ id, params }) => [id, params.capacity, params.delay])).toEqual([
    ["wan", 50, 0.5],
    ["dc", 1000, 0.002],
  ]);
});

test("one flow crosses both links from 5 s on; three more at each link are on and off every 12 s (Tahiliani et al. 2019 §4)", () => {
  const { flows } = read("path=dc-wan");
  expect(flows.map(({ traffic, count, params }) => [traffic, count, params.route, params.start])).toEqual([
    ["bulk", 1, "", 5],
    ["on-off", 3, "dc", 0],
    ["on-off", 3, "wan", 0],
  ]);
  for (const { params } of flows.slice(1)) expect(params).toMatchObject({ "on-time": 12, "off-time": 12 });
});

test("access links of 1 and 10 µs give round trips of 8 µs in the data centre and of 1.04 ms over the WAN", () => {
  const { flows, path } = read("path=dc-wan");
  const [both, dc, wan] = flows.map((spec) => basePropagationMs(resolvePath(path), spec));
  expect(both).toBeCloseTo(1.026, 9);
  expect(dc).toBeCloseTo(0.008, 9);
  expect(wan).toBeCloseTo(1.04, 9);
});

test("rates and delays of both links can be set", () => {
  const { links } = resolvePath(
    read("path=dc-wan&dc-capacity=10Gbps&dc-delay=5us&wan-capacity=20Mbps&wan-delay=20ms").path,
  );
  expect(links.map(({ params }) => [params.capacity, params.delay])).toEqual([
    [20, 20],
    [10_000, 0.005],
  ]);
  expect(routeFacts(read("path=dc-wan")).map(({ narrowest }) => narrowest)).toEqual(["wan", "dc", "wan"]);
});

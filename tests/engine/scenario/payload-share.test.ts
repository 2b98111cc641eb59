import { expect, test } from "vitest";
import { scenarioFromUrl } from "../../../src/engine/index.ts";
import { payloadShare } from "../../../src/engine/scenario/payload-share.ts";

test("payload's share of the wire: full segments of TCP, datagrams of their own size", () => {
  const { flows, tcp } = scenarioFromUrl("flow=cc=newreno&flow=traffic=cbr,cbr-packet=948B").scenario;
  expect(payloadShare(flows[0], tcp)).toBeCloseTo(1448 / 1500, 12);
  expect(payloadShare(flows[1], tcp)).toBeCloseTo(0.948, 12);
});

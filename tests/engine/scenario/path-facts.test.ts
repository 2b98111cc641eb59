import { expect, test } from "vitest";
import { addFlow, defaultScenario, pathFacts, setParam } from "../../../src/engine/index.ts";

test("10 Mbps and 100 ms hold 83 packets of 1500 bytes; 1000 packets more wait 1.2 s", () => {
  const facts = pathFacts(defaultScenario());
  expect(facts.bdpPackets).toBeCloseTo(83.33, 2);
  expect(facts.bufferBdp).toBeCloseTo(12, 6);
  expect(facts.longestQueueS).toBeCloseTo(1.2, 9);
});

test("a limit in bytes, and the longest of several round trips", () => {
  const bytes = setParam(defaultScenario(), { scope: "queue" }, "limit", "125000B");
  expect(pathFacts(bytes).bufferBdp).toBeCloseTo(1, 9);
  expect(pathFacts(bytes).longestQueueS).toBeCloseTo(0.1, 9);
  expect(pathFacts(addFlow(bytes, { params: { rtt: 200 } })).bufferBdp).toBeCloseTo(0.5, 9);
});

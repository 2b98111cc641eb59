import { expect, it } from "vitest";
import { delaySentence } from "../../../../src/ui/bench/rail/PathControls.tsx";

it("derives the path's values", () => {
  const facts = { bdpPackets: 83.3, bufferBdp: 12.004, longestQueueS: 1.2 };
  expect(delaySentence(facts, "path")).toBe("bandwidth-delay product 83.3 packets");
  expect(delaySentence(facts, "queue")).toBe("buffer 12 × BDP · longest queue 1.2 s");
  expect(delaySentence({ ...facts, bufferBdp: 0.2041, longestQueueS: 0.0204 }, "queue")).toBe(
    "buffer 0.2 × BDP · longest queue 20 ms",
  );
  expect(delaySentence({ ...facts, longestQueueS: 0.0000024 }, "queue")).toMatch(/longest queue 2\.4 µs$/);
});

import { describe, expect, test } from "vitest";
import { infinite } from "../../../src/engine/aqm/infinite.ts";
import { ECT0 } from "../../../src/engine/net/packet.ts";
import { benchOf, listened } from "./fake-port.ts";

describe("an infinite queue", () => {
  test("accepts more than its limit, keeps the order, and neither drops nor marks", () => {
    const { port, discipline, at, arrive } = benchOf(infinite, { limit: "2p" });
    arrive(5000, 0, { ecn: ECT0 });
    expect(discipline.packets).toBe(5000);
    expect([port.overflowed, port.dropped, port.marked]).toEqual([[], [], []]);
    expect([0, 1, 2].map(() => at(0).dequeue()?.seq)).toEqual([0, 1, 2]);
  });

  test("a new limit during a run has no effect", () => {
    const { port, discipline, arrive } = benchOf(infinite);
    discipline.configure("limit", "2p");
    arrive(10, 0);
    expect([discipline.packets, port.overflowed]).toEqual([10, []]);
  });
});

test("it reports that it has reached 500 000 packets", () => {
  const { bench, told } = listened(benchOf(infinite, { limit: "2p" }));
  bench.arrive(500_001, 0);
  expect(told).toEqual([
    {
      sentences: [
        "The queue has no limit, but a run does: 500000 packets waited, which is the maximum of a run.",
      ],
      formula: "500000 + 1 > 500000 packets",
    },
  ]);
});

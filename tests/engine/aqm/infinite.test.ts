import { describe, expect, test } from "vitest";
import { infinite } from "../../../src/engine/aqm/infinite.ts";
import { ECT0 } from "../../../src/engine/net/packet.ts";
import { benchOf } from "./fake-port.ts";

describe("a queue without end", () => {
  test("takes more than its limit, first in, first out, and neither drops nor marks", () => {
    const { port, discipline, at, arrive } = benchOf(infinite, { limit: "2p" });
    arrive(5000, 0, { ecn: ECT0 });
    expect(discipline.packets).toBe(5000);
    expect([port.overflowed, port.dropped, port.marked]).toEqual([[], [], []]);
    expect([0, 1, 2].map(() => at(0).dequeue()?.seq)).toEqual([0, 1, 2]);
  });

  test("a new limit in mid-run changes nothing", () => {
    const { port, discipline, arrive } = benchOf(infinite);
    discipline.configure("limit", "2p");
    arrive(10, 0);
    expect([discipline.packets, port.overflowed]).toEqual([10, []]);
  });
});

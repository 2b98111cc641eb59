import { describe, expect, test } from "vitest";
import { droptail } from "../../../src/engine/aqm/droptail.ts";
import { ECT0 } from "../../../src/engine/net/packet.ts";
import { benchOf, listened } from "./fake-port.ts";

function waiting(bench: ReturnType<typeof benchOf>): number[] {
  const seqs: number[] = [];
  bench.discipline.visit((packet) => seqs.push(packet.seq) > 0);
  return seqs;
}

describe("DropTail (RFC 7567 §2)", () => {
  test("packets leave in the order in which they arrive", () => {
    const { at, arrive } = benchOf(droptail);
    arrive(3, 0);
    expect([0, 1, 2, 3].map(() => at(0).dequeue()?.seq)).toEqual([0, 1, 2, undefined]);
  });

  test("a packet that arrives at a full queue is dropped, and no waiting packet is", () => {
    const bench = benchOf(droptail, { limit: "3p" });
    bench.arrive(5, 0);
    expect(bench.port.overflowed).toEqual([3, 4]);
    expect(waiting(bench)).toEqual([0, 1, 2]);
    bench.at(0).dequeue();
    bench.arrive(2, 0);
    expect(bench.port.overflowed).toEqual([3, 4, 6]);
  });

  test("a limit in bytes is exact: a packet fits if the queue including it is not longer than the limit", () => {
    const { discipline, at, port, arrive } = benchOf(droptail, { limit: "4500B" });
    arrive(3, 0);
    expect([discipline.packets, discipline.bytes]).toEqual([3, 4500]);
    arrive(1, 0, { bytes: 1 });
    expect(port.overflowed).toEqual([3]);
    at(0).dequeue();
    arrive(1, 0, { bytes: 1501 });
    arrive(1, 0, { bytes: 1000 });
    arrive(1, 0, { bytes: 500 });
    expect(port.overflowed).toEqual([3, 4]);
    expect([discipline.packets, discipline.bytes]).toEqual([4, 4500]);
  });

  test("overflow drops ECT packets too; nothing is ever marked (RFC 3168 §5)", () => {
    const { port, arrive } = benchOf(droptail, { limit: "2p" });
    arrive(4, 0, { ecn: ECT0 });
    expect(port.overflowed).toEqual([2, 3]);
    expect(port.marked).toEqual([]);
  });

  test("a smaller limit during a run drops no waiting packets, and no packet is accepted until there is room", () => {
    const bench = benchOf(droptail, { limit: "5p" });
    bench.arrive(5, 0);
    bench.discipline.configure("limit", "2p");
    expect(bench.port.overflowed).toEqual([]);
    for (let i = 0; i < 3; i++) bench.at(0).dequeue();
    bench.arrive(1, 0);
    expect(bench.port.overflowed).toEqual([5]);
    bench.at(0).dequeue();
    bench.arrive(1, 0);
    expect(waiting(bench)).toEqual([4, 6]);
  });

  test("has no other parameter, and no probes", () => {
    const { discipline } = benchOf(droptail);
    expect(discipline.probe(0)).toBeNaN();
  });

  test("a visit stops when the visitor says so", () => {
    const { discipline, arrive } = benchOf(droptail);
    arrive(5, 0);
    const seen: number[] = [];
    discipline.visit((packet) => seen.push(packet.seq) < 2);
    expect(seen).toEqual([0, 1]);
  });
});

describe("explains its drops", () => {
  test("with a limit in packets", () => {
    const { bench, told } = listened(benchOf(droptail, { limit: "3p" }));
    bench.arrive(4, 0, { ecn: ECT0 });
    expect(told).toEqual([
      {
        sentences: [
          "There was no room for it: 3 packets waited, and the limit is 3 packets.",
          "DropTail has no other signal: it drops each packet that does not fit.",
        ],
        formula: "3 + 1 > 3 packets",
      },
    ]);
  });

  test("with a limit in bytes", () => {
    const { bench, told } = listened(benchOf(droptail, { limit: "4000B" }));
    bench.arrive(3, 0);
    expect(told[0].sentences[0]).toBe("There was no room for it: 3 kB waited, and the limit is 4 kB.");
    expect(told[0].formula).toBe("3 + 1.5 > 4 kB");
  });
});

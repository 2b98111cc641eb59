import { describe, expect, test } from "vitest";
import { step } from "../../../../src/engine/aqm/step/step.ts";
import { CE, ECT0, ECT1, NOT_ECT } from "../../../../src/engine/net/packet.ts";
import { benchOf, listened, MS } from "../fake-port.ts";

describe("a threshold of length (RFC 8257 §3.1)", () => {
  test.each([ECT0, ECT1])(
    "marks arriving packets while the queue including them is longer than K (field %s)",
    (ecn) => {
      const { port, discipline, at, arrive } = benchOf(step, { step: "3p" });
      arrive(5, 0, { ecn });
      expect(port.marked).toEqual([3, 4]);
      expect(discipline.packets).toBe(5);
      at(0).dequeue();
      at(0).dequeue();
      at(0).dequeue();
      arrive(2, 0, { ecn });
      expect(port.marked).toEqual([3, 4, 6]);
    },
  );

  test("a threshold in bytes is exact", () => {
    const { port, arrive } = benchOf(step, { step: "4500B" });
    arrive(3, 0, { ecn: ECT0 });
    arrive(1, 0, { ecn: ECT0, bytes: 1 });
    expect(port.marked).toEqual([3]);
  });

  test("drops packets that cannot be marked: not ECN-capable, or marking is off", () => {
    const { port, discipline, arrive } = benchOf(step, { step: "3p" });
    arrive(5, 0, { ecn: NOT_ECT });
    expect([port.marked, port.dropped, discipline.packets]).toEqual([[], [3, 4], 3]);
    discipline.configure("aqm-ecn", false);
    arrive(1, 0, { ecn: ECT0 });
    expect([port.marked, port.dropped]).toEqual([[], [3, 4, 5]]);
  });

  test("overflow drops packets, ECN-capable or not", () => {
    const { port, arrive } = benchOf(step, { step: "3p", limit: "4p" });
    arrive(6, 0, { ecn: ECT0 });
    expect([port.marked, port.overflowed]).toEqual([[3], [4, 5]]);
  });

  test("the threshold can change during a run", () => {
    const { port, discipline, arrive } = benchOf(step, { step: "100p" });
    arrive(5, 0, { ecn: ECT0 });
    discipline.configure("step", "2p");
    arrive(1, 0, { ecn: ECT0 });
    expect(port.marked).toEqual([5]);
  });
});

describe("a threshold of time", () => {
  test("marks packets that waited longer when they leave, whatever the length of the queue", () => {
    const { port, at, arrive } = benchOf(step, { step: "1p", "step-time": 1 });
    arrive(5, 0, { ecn: ECT0 });
    expect(port.marked).toEqual([]);
    expect([at(1 * MS).dequeue()?.ecn, at(1 * MS + 1).dequeue()?.ecn]).toEqual([ECT0, CE]);
    expect(port.marked).toEqual([1]);
  });

  test("drops packets that waited longer and cannot be marked, until one may be sent", () => {
    const { port, at, arrive } = benchOf(step, { "step-time": 1 });
    arrive(2, 0);
    arrive(1, 2 * MS);
    expect(at(3 * MS).dequeue()?.seq).toBe(2);
    expect(port.dropped).toEqual([0, 1]);
    expect(at(3 * MS).dequeue()).toBeNull();
  });

  test("can be switched on and off during a run", () => {
    const { port, discipline, at, arrive } = benchOf(step, { step: "2p" });
    arrive(2, 0, { ecn: ECT0 });
    discipline.configure("step-time", 1);
    arrive(1, 0, { ecn: ECT0 });
    at(5 * MS).dequeue();
    expect(port.marked).toEqual([0]);
    discipline.configure("step-time", null);
    arrive(1, 5 * MS, { ecn: ECT0 });
    expect(port.marked).toEqual([0, 3]);
    at(10 * MS).dequeue();
    expect(port.marked).toEqual([0, 3]);
  });
});

describe("explains its signals", () => {
  test("a signal by length is explained by the queue including the packet, and the threshold", () => {
    const { bench, told } = listened(benchOf(step));
    bench.arrive(21, 0, { ecn: ECT0 });
    expect(told).toEqual([
      {
        sentences: [
          "Including this packet, the queue was 21 packets long, longer than the threshold K = 20 packets, so Step marked it.",
          "Every packet that arrives above K gets this signal, and no packet below K.",
        ],
        formula: "21 packets > K = 20 packets",
      },
    ]);
    bench.discipline.configure("step", "1p");
    bench.arrive(1, 0, { ecn: ECT0 });
    expect(told[1].formula).toBe("22 packets > K = 1 packet");
    bench.discipline.configure("step", "30000B");
    bench.arrive(1, 0, { ecn: NOT_ECT });
    expect(told[2].sentences[0]).toBe(
      "Including this packet, the queue was 34.5 kB long, longer than the threshold K = 30 kB, so Step dropped it, as it is not ECN-capable.",
    );
  });

  test("a signal by time is explained with as many digits as distinguish the time from the threshold", () => {
    const { bench, told } = listened(benchOf(step, { "step-time": 1 }));
    bench.arrive(2, 0, { ecn: ECT0 });
    bench.at(1.0004 * MS).dequeue();
    bench.at(1.3 * MS).dequeue();
    expect(told).toEqual([
      {
        sentences: ["It had waited 1.0004 ms, longer than the threshold of 1 ms, so Step marked it."],
        formula: "1.0004 ms > 1 ms",
      },
      {
        sentences: ["It had waited 1.3 ms, longer than the threshold of 1 ms, so Step marked it."],
        formula: "1.3 ms > 1 ms",
      },
    ]);
  });

  test("a packet that found no room", () => {
    const { bench, told } = listened(benchOf(step, { limit: "2p" }));
    bench.arrive(3, 0, { ecn: ECT0 });
    expect(told.map(({ formula }) => formula)).toEqual(["2 + 1 > 2 packets"]);
  });
});

import { describe, expect, test } from "vitest";
import { step } from "../../../src/engine/aqm/step.ts";
import { CE, ECT0, ECT1, NOT_ECT } from "../../../src/engine/net/packet.ts";
import { benchOf, MS } from "./fake-port.ts";

describe("a threshold of length (RFC 8257 §3.1)", () => {
  test.each([ECT0, ECT1])("marks what arrives while the queue is longer than K with it (field %s)", (ecn) => {
    const { port, discipline, at, arrive } = benchOf(step, { step: "3p" });
    arrive(5, 0, { ecn });
    expect(port.marked).toEqual([3, 4]);
    expect(discipline.packets).toBe(5);
    at(0).dequeue();
    at(0).dequeue();
    at(0).dequeue();
    arrive(2, 0, { ecn });
    expect(port.marked).toEqual([3, 4, 6]);
  });

  test("in bytes it is exact", () => {
    const { port, arrive } = benchOf(step, { step: "4500B" });
    arrive(3, 0, { ecn: ECT0 });
    arrive(1, 0, { ecn: ECT0, bytes: 1 });
    expect(port.marked).toEqual([3]);
  });

  test("drops what cannot be marked: not ECN-capable, or marking is off", () => {
    const { port, discipline, arrive } = benchOf(step, { step: "3p" });
    arrive(5, 0, { ecn: NOT_ECT });
    expect([port.marked, port.dropped, discipline.packets]).toEqual([[], [3, 4], 3]);
    discipline.configure("aqm-ecn", false);
    arrive(1, 0, { ecn: ECT0 });
    expect([port.marked, port.dropped]).toEqual([[], [3, 4, 5]]);
  });

  test("overflow drops, ECT or not", () => {
    const { port, arrive } = benchOf(step, { step: "3p", limit: "4p" });
    arrive(6, 0, { ecn: ECT0 });
    expect([port.marked, port.overflowed]).toEqual([[3], [4, 5]]);
  });

  test("takes a new value in mid-run", () => {
    const { port, discipline, arrive } = benchOf(step, { step: "100p" });
    arrive(5, 0, { ecn: ECT0 });
    discipline.configure("step", "2p");
    arrive(1, 0, { ecn: ECT0 });
    expect(port.marked).toEqual([5]);
  });
});

describe("a threshold of time", () => {
  test("marks what waited longer, as it leaves; the length does not matter", () => {
    const { port, at, arrive } = benchOf(step, { step: "1p", "step-time": 1 });
    arrive(5, 0, { ecn: ECT0 });
    expect(port.marked).toEqual([]);
    expect(at(1 * MS).dequeue()?.ecn).toBe(ECT0);
    expect(at(1 * MS + 1).dequeue()?.ecn).toBe(CE);
    expect(port.marked).toEqual([1]);
  });

  test("drops what cannot be marked, and sends the first that may pass", () => {
    const { port, at, arrive } = benchOf(step, { "step-time": 1 });
    arrive(2, 0);
    arrive(1, 2 * MS);
    expect(at(3 * MS).dequeue()?.seq).toBe(2);
    expect(port.dropped).toEqual([0, 1]);
    expect(at(3 * MS).dequeue()).toBeNull();
  });

  test("can be switched on and off in mid-run", () => {
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

test("refuses a parameter it does not declare", () => {
  expect(() => benchOf(step).discipline.configure("target", 1)).toThrow("no parameter target");
});

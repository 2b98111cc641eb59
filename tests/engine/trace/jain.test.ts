import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { CONVERGED, jainIndex, RunningFairness } from "../../../src/engine/trace/jain.ts";
import { timed } from "../core/timed.ts";

describe("Jain's index (DEC-TR-301)", () => {
  test.each([
    [[5, 5, 5], 1],
    [[1, 0, 0, 0], 0.25],
    [[1, 2], 0.9],
    [[3, 1, 2], 36 / 42],
    [[7], 1],
  ])("of %j it is %s", (values, index) => {
    expect(jainIndex(values)).toBeCloseTo(index, 12);
  });

  test("does not exist when all are zero", () => {
    expect(jainIndex([0, 0])).toBeNaN();
  });

  test("lies between 1/n and 1 and does not depend on the unit", () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 0, max: 1_000_000 }), { minLength: 1, maxLength: 50 }),
        (values) => {
          const index = jainIndex(values);
          if (values.every((value) => value === 0)) return;
          expect(index).toBeGreaterThanOrEqual(1 / values.length - 1e-12);
          expect(index).toBeLessThanOrEqual(1 + 1e-12);
          expect(jainIndex(values.map((value) => value * 8))).toBeCloseTo(index, 12);
        },
      ),
    );
  });

  test("of two values it is at least 0.95 if the smaller is at least 0.627 of the larger", () => {
    expect(jainIndex([0.627, 1])).toBeGreaterThanOrEqual(0.9499);
    expect(jainIndex([0.62, 1])).toBeLessThan(CONVERGED);
  });

  test("takes the first n of a longer list", () => {
    expect(jainIndex([1, 1, 99], 2)).toBe(1);
  });
});

describe("F(t) (ABE paper §5.2)", () => {
  function madeFairness() {
    const received = [0, 0, 0];
    const { at } = timed((clock) => new RunningFairness(clock));
    const join = (flow: number, nowNs: number) => at(nowNs).join(flow, Float64Array.from(received));
    // The row is part of a table of samples that has other values before it.
    const sample = (nowNs: number) => at(nowNs).sample(Float64Array.of(7, ...received), 1);
    return { received, fairness: at(0), join, sample };
  }

  test("counts what each flow received since the newest one joined", () => {
    const { received, join, sample } = madeFairness();
    join(0, 0);
    received[0] = 1_000_000;
    join(1, 100);
    received[0] += 300;
    received[1] += 100;
    expect(sample(200)).toBeCloseTo((400 * 400) / (2 * (90_000 + 10_000)), 12);
    join(2, 300);
    for (const flow of [0, 1, 2]) received[flow] += 50;
    expect(sample(400)).toBe(1);
  });

  test("right after a join of a second flow it is 1/2, because the new flow has received nothing", () => {
    const { received, join, sample } = madeFairness();
    join(0, 0);
    join(1, 0);
    received[0] = 10;
    expect(sample(1)).toBe(0.5);
  });

  test("a join has converged when F first reaches 0.95, and stays so", () => {
    const { received, fairness, join, sample } = madeFairness();
    join(0, 0);
    join(1, 1000);
    Object.assign(received, [100, 10]);
    sample(2000);
    expect(fairness.joins[1].convergedNs).toBe(-1);
    Object.assign(received, [200, 126]);
    sample(3000);
    expect(fairness.joins[1]).toEqual({ flow: 1, atNs: 1000, convergedNs: 3000 });
    Object.assign(received, [1000, 126]);
    sample(4000);
    expect(fairness.joins[1].convergedNs).toBe(3000);
  });

  test("a flow that has left no longer counts; without flows there is no F", () => {
    const { received, fairness, join, sample } = madeFairness();
    expect(sample(0)).toBeNaN();
    join(0, 0);
    join(1, 0);
    Object.assign(received, [100, 10]);
    fairness.leave(1);
    expect(sample(1)).toBe(1);
    fairness.leave(0);
    expect(sample(2)).toBeNaN();
    expect(fairness.turns.map(({ flow, isJoin }) => (isJoin ? flow : -flow))).toEqual([0, 1, -1, -0]);
  });

  test("more than eight flows at once", () => {
    const { at } = timed((clock) => new RunningFairness(clock));
    for (let flow = 0; flow < 20; flow++) at(0).join(flow, new Float64Array(20));
    const received = Float64Array.from({ length: 20 }, (_, flow) => (flow < 10 ? 1 : 0));
    expect(at(1).sample(received, 0)).toBeCloseTo(0.5, 12);
  });
});

import { describe, expect, test } from "vitest";
import { joinsAmong } from "../../../src/engine/trace/joins.ts";
import type { Turns } from "../../../src/engine/trace/snapshot.ts";

type Turn = readonly [timeS: number, flow: number, joins?: boolean];

const turnsOf = (turns: readonly Turn[]): Turns => ({
  timeS: Float64Array.from(turns, ([timeS]) => timeS),
  flow: Int32Array.from(turns, ([, flow]) => flow),
  joined: Uint8Array.from(turns, ([, , joins = true]) => (joins ? 1 : 0)),
});

const counting = (...counts: number[]) => Uint8Array.from(counts);

describe("convergence after a join", () => {
  const twoTurns: Turn[] = [
    [0, 0],
    [2, 1],
  ];
  const joinsOf = (running: readonly number[], turns: readonly Turn[] = twoTurns, counts = counting(1, 1)) =>
    joinsAmong(turnsOf(turns), counts, Float32Array.from(running), 1);

  test("is the first time at 0.95, and the time from which F stays there", () => {
    expect(joinsOf([1, 1, Number.NaN, 0.5, 0.96, 0.9, 0.95, 0.99])).toEqual([
      { startS: 2, flows: [1], firstS: 2, settledS: 4 },
    ]);
    expect(joinsOf([1, 1, Number.NaN, 0.5, 0.96, 0.9])[0]).toMatchObject({ firstS: 2, settledS: null });
    expect(joinsOf([1, 1, Number.NaN, 0.5, 0.9])[0]).toMatchObject({ firstS: null, settledS: null });
  });

  test("its observation ends with the next join", () => {
    const turns: Turn[] = [...twoTurns, [5, 0, false], [6, 0]];
    expect(joinsOf([1, 1, Number.NaN, 0.96, 0.97, 0.98, Number.NaN, 0.5], turns)).toEqual([
      { startS: 2, flows: [1], firstS: 1, settledS: 1 },
    ]);
  });

  test("flows that start within a second count as one join, from the last start on; a single flow has none", () => {
    const together: Turn[] = [
      [0, 0],
      [0.9, 1],
    ];
    expect(joinsOf([0.5, 0.96], together)).toEqual([
      { startS: 0.9, flows: [0, 1], firstS: expect.closeTo(0.1, 9), settledS: expect.closeTo(0.1, 9) },
    ]);
    expect(joinsOf([1, 1], together, counting(1, 0))).toEqual([]);
  });
});

import { describe, expect, test } from "vitest";
import { AVOIDANCE, RECOVERY, SLOW_START } from "../../../src/engine/cc/phases.ts";
import type { Phase } from "../../../src/engine/params/param.ts";
import { PhaseLog } from "../../../src/engine/trace/phase-log.ts";
import { phaseAt } from "../../../src/engine/trace/snapshot.ts";
import { timed } from "../core/timed.ts";

type Entry = readonly [atS: number, phase: Phase, value?: number];

function logOf(entries: readonly Entry[], limit = 100) {
  const { at } = timed((clock) => new PhaseLog(clock, limit));
  for (const [atS, phase, value = Number.NaN] of entries) at(atS * 1e9).add(phase, value);
  const series = at(0).series();
  const rows = Array.from(series.timeS, (atS, i) => [atS, series.phases[series.phase[i]].id]);
  return { series, rows };
}

describe("the log of phases", () => {
  test("keeps each change with its number, and the names of the phases once", () => {
    const { series, rows } = logOf([
      [0, SLOW_START],
      [2, AVOIDANCE, 7],
      [3, AVOIDANCE, 8],
      [5, SLOW_START],
    ]);
    expect(rows).toEqual([
      [0, "slow-start"],
      [2, "avoidance"],
      [3, "avoidance"],
      [5, "slow-start"],
    ]);
    expect(series.phases.map(({ label }) => label)).toEqual(["slow start", "congestion avoidance"]);
    expect([...series.value]).toEqual([Number.NaN, 7, 8, Number.NaN]);
    expect(series.shortestS).toBe(0);
  });

  test("of several phases at one time the last one stays, and none if it equals the previous one", () => {
    const { rows } = logOf([
      [0, SLOW_START],
      [2, RECOVERY],
      [2, AVOIDANCE],
      [4, RECOVERY],
      [4, AVOIDANCE],
    ]);
    expect(rows).toEqual([
      [0, "slow-start"],
      [2, "avoidance"],
    ]);
  });

  test("beyond its limit the long phases stay in their places, and the log states which are missing", () => {
    const entries: Entry[] = [[0, SLOW_START]];
    for (let atS = 10; atS < 1000; atS += 10) {
      for (let i = 0; i < 8; i++) entries.push([atS + i / 100, i % 2 === 0 ? RECOVERY : AVOIDANCE]);
      entries.push([atS + 5, SLOW_START]);
    }
    const limit = 320;
    const { series, rows } = logOf(entries, limit);
    expect(rows.length).toBeLessThanOrEqual(limit);
    expect(series.shortestS).toBeGreaterThan(0);
    expect(series.shortestS).toBeLessThan(5);
    for (let atS = 10; atS < 1000; atS += 10) {
      const idAt = (at: number) => rows[phaseAt(series, at)][1];
      expect([idAt(atS + 2.5), idAt(atS + 7.5)]).toEqual(["avoidance", "slow-start"]);
    }
  });
});

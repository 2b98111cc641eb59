import { expect, test } from "vitest";
import { type DelayGrid, delayJobs } from "../../../src/experiments/abe/delay.ts";
import { tradeOffTable, wellServed } from "../../../src/experiments/abe/trade-off.ts";
import type { Reading } from "../../../src/experiments/experiment.ts";
import { numberIn } from "./points.ts";

const GRID: DelayGrid = { sender: "cubic", rtts: [100], statedBetas: [0.85, 0.95] };

interface Made {
  /** Gain in per cent and rises of median and 90th percentile in ms, of 0.85 and of 0.95. */
  readonly gains: readonly [number, number];
  readonly medians?: readonly [number, number];
  readonly rises: readonly [number, number];
}

/** Any other value than these two stands where the base does. */
function made({ gains, medians = [1, 3], rises }: Made): Map<string, Reading> {
  return new Map(
    delayJobs(GRID, "full").map((job) => {
      const which = [0.85, 0.95].indexOf(numberIn(job, "beta"));
      const [gain, median, rise] = which < 0 ? [0, 0, 0] : [gains[which], medians[which], rises[which]];
      // Runs with different seeds differ, all alike in every β_ecn; only what is asked for at each round trip counts.
      const bps = 1e6 * (1 + numberIn(job, "seed"));
      return numberIn(job, "rtt") === 400
        ? [job.key, { goodputBps: bps * (1 + gain / 100), delayP50Ms: 99, delayP90Ms: 99 }]
        : [job.key, { goodputBps: 1, delayP50Ms: 2 + median, delayP90Ms: 6 + rise }];
    }),
  );
}

const holds = (what: Made) => wellServed(made(what), "full", GRID, "codel")[0].holds;

test("the recommended value serves well where it keeps more than half of the gain for less delay", () => {
  expect(holds({ gains: [15, 25], rises: [2.5, 5] })).toBe(true);
  expect(holds({ gains: [12, 25], rises: [2.5, 5] })).toBe(false);
  expect(holds({ gains: [15, 25], rises: [5, 5] })).toBe(false);
  expect(holds({ gains: [15, 25], rises: [1, 0.5] })).toBe(false);
  expect(holds({ gains: [15, 25], medians: [3, 1], rises: [2.5, 5] })).toBe(false);
});

test("what gains nothing serves nobody", () => {
  expect(holds({ gains: [0, 0], rises: [1, 2] })).toBe(false);
  expect(holds({ gains: [-1, -3], rises: [1, 2] })).toBe(false);
});

test("the claim gives the numbers of both values, and is none without them", () => {
  const [claim] = wellServed(made({ gains: [15, 25], rises: [2.5, 5] }), "full", GRID, "pie");
  expect(claim.id).toBe("pie-well-served");
  expect(claim.ours).toBe("bytes +15.0 %, delay +1.0 ms and +2.5 ms; with 0.95 +25.0 %, +3.0 ms and +5.0 ms");
  expect(wellServed(new Map(), "full", GRID, "pie")).toEqual([]);
});

test("the table has a row for each value but the sender's own", () => {
  const { rows } = tradeOffTable(made({ gains: [15, 25], rises: [2.5, 5] }), "full", GRID);
  expect(rows).toHaveLength(2 * 5);
  expect(rows[2]).toEqual(["CoDel", 0.85, 15, 1, 2.5]);
  expect(rows[4]).toEqual(["CoDel", 0.95, 25, 3, 5]);
  expect(tradeOffTable(new Map(), "full", GRID).rows[0]).toEqual(["CoDel", 0.75, null, null, null]);
});

import { expect, test } from "vitest";
import { analysed, dctcp12 } from "../../../src/experiments/dctcp/dctcp-12.ts";
import { QUANTILES } from "../../../src/experiments/dctcp/paper.ts";
import { readRuns, verdicts } from "../experiment-checks.ts";

test("the analysis solves equation 6 and gives equations 8 to 10", () => {
  const { alpha, maxPackets, amplitudePackets, periodRtts } = analysed(2, 250 / 3, 40);
  const critical = (250 / 3 + 40) / 2;
  expect(alpha ** 2 * (1 - alpha / 4)).toBeCloseTo((2 * critical + 1) / (critical + 1) ** 2, 12);
  expect(maxPackets).toBe(42);
  // Equations 8 and 9 with the approximation for small α.
  expect(amplitudePackets / (Math.sqrt(4 * (250 / 3 + 40)) / 2)).toBeCloseTo(1, 0);
  expect(periodRtts).toBeCloseTo(amplitudePackets / 2, 12);
});

test("reads the distribution of the queue, and the period from the reductions", () => {
  const reading = readRuns(dctcp12, ({ key }) => key === "flows=2").get("flows=2");
  expect(reading?.queueMaxPackets).toBe(42);
  expect(reading?.queueQuantiles).toHaveLength(QUANTILES.length);
  // A period of a few round trips: one cut per flow in each.
  expect(Number(reading?.periodRtts)).toBeGreaterThan(3);
  expect(Number(reading?.periodRtts)).toBeLessThan(7);
});

test("claims can fail", () => {
  const made = (max: readonly number[], few: number, many: number, periodRtts: number, marked: number) =>
    verdicts(dctcp12, ({ key }) => {
      const at = ["flows=2", "flows=10", "flows=40"].indexOf(key);
      const spread = at === 2 ? many : few;
      const queue = QUANTILES.map((fraction) => 30 + (spread * (fraction - 0.05)) / 0.9);
      return {
        queueMaxPackets: max[at],
        queueQuantiles: queue,
        periodRtts,
        markShare: marked * [0.18, 0.37, 0.62][at],
      };
    });
  const all = (holds: boolean) => ({
    highest: holds,
    "amplitude-few": holds,
    "period-few": holds,
    "marks-few": holds,
    "less-with-many": holds,
  });
  expect(made([42, 50, 80], 10.3, 30, 5.7, 1)).toEqual(all(true));
  expect(made([60, 50, 80], 20, 70, 9, 2)).toEqual(all(false));
});

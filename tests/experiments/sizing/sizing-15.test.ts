import { expect, test } from "vitest";
import { sizing15 } from "../../../src/experiments/sizing/sizing-15.ts";
import { readRuns, verdicts } from "../experiment-checks.ts";

test("a run is listed beside the router's utilisation", () => {
  const { tables, claims } = sizing15.reduce(
    readRuns(sizing15, ({ key }) => key === "flows=100 factor=1"),
    "quick",
  );
  const row = tables[0].rows.find(([flows, factor]) => flows === 100 && factor === 1)!;
  expect(row.slice(2, 6)).toEqual([129, 98.17, 99.3, 98.1]);
  expect(Number(row[6])).toBeGreaterThan(96);
  expect(claims.map(({ id }) => id)).toEqual([]);
});

test("claims can fail", () => {
  const made = (share: (flows: number, factor: number) => number) =>
    verdicts(sizing15, ({ key }) => {
      const [flows, factor] = [...key.matchAll(/=([\d.]+)/g)].map(([, number]) => Number(number));
      return { utilisation: share(flows, factor) };
    });
  const all = (holds: boolean) => ({
    "as-measured": holds,
    "root-suffices": holds,
    "twice-for-all": holds,
    "model-below": holds,
    "rises-with-flows": holds,
  });
  expect(made((flows, factor) => (factor === 0.5 ? 0.95 + flows / 1e4 : 0.999))).toEqual(all(true));
  expect(made((flows) => 0.7 - flows / 1e4)).toEqual(all(false));
});

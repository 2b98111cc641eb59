import fc from "fast-check";
import { expect, test } from "vitest";
import { Facts } from "../../../src/engine/explain/run-index.ts";
import { cases } from "../../effort.ts";

test("keeps the facts around a time, however many facts there are", () => {
  const runs = fc.record({
    most: fc.integer({ min: 8, max: 40 }),
    length: fc.integer({ min: 1, max: 300 }),
    at: fc.integer({ min: 0, max: 299 }),
  });
  fc.assert(
    fc.property(runs, ({ most, length, at }) => {
      const facts = new Facts<{ timeNs: number }>(at, most);
      for (let timeNs = 0; timeNs < length; timeNs++) facts.add({ timeNs });
      const times = facts.kept.map(({ timeNs }) => timeNs);
      expect(times.length).toBeLessThanOrEqual(most);
      expect(times).toEqual(times.map((_, i) => times[0] + i));
      for (const near of [at - 1, at, at + 1]) {
        if (near >= 0 && near < length) expect(times).toContain(near);
      }
      const end = times[times.length - 1] + 1;
      expect(facts.hasForgotten).toBe(times[0] > 0);
      expect(facts.fullNs).toBe(end < length ? end : Number.POSITIVE_INFINITY);
    }),
    cases(200),
  );
});

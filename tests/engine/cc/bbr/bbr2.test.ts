import { expect, test } from "vitest";
import { bbr2 } from "../../../../src/engine/cc/bbr/bbr2.ts";
import { madeControl, S } from "../made.ts";
import { MadePath } from "../made-path.ts";
import { GAIN, MODE } from "./made-bbr.ts";

const UP = 5;

test("decreases at 0.75, and each probe queues about a quarter of the BDP", () => {
  const cc = madeControl(bbr2);
  const path = new MadePath(cc);
  const gains = new Set<number>();
  path.runUntil(() => cc.probe(MODE) === UP);
  path.maxQueue = 0;
  path.runUntil(
    () => {
      gains.add(cc.probe(GAIN));
      return false;
    },
    path.nowNs + 10 * S,
  );
  expect([...gains].sort()).toEqual([0.75, 1, 1.25]);
  expect(path.maxQueue).toBeGreaterThan(20);
  expect(path.maxQueue).toBeLessThan(32);
});

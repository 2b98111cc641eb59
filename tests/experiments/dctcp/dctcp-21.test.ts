import { expect, test } from "vitest";
import { dctcp21 } from "../../../src/experiments/dctcp/dctcp-21.ts";
import { readRuns, verdicts } from "../experiment-checks.ts";

test("reads many transfers, each of at least a round trip", () => {
  const reading = readRuns(dctcp21, ({ key }) => key === "sender=tcp").get("sender=tcp");
  expect(Number(reading?.transfers)).toBeGreaterThan(50);
  expect(Number(reading?.medianMs)).toBeGreaterThan(1);
});

test("claims can fail", () => {
  const made = (dctcp: number, tcp: number, rtos: number) =>
    verdicts(dctcp21, ({ key }) => ({ medianMs: key === "sender=tcp" ? tcp : dctcp, rtos }));
  const all = (holds: boolean) => ({
    "dctcp-below-1ms": holds,
    "tcp-19ms": holds,
    "much-lower": holds,
    "no-timeouts": holds,
  });
  expect(made(0.8, 18, 0)).toEqual(all(true));
  expect(made(3, 8, 2)).toEqual(all(false));
});

import { expect, test } from "vitest";
import { hockMulti } from "../../../src/experiments/bbr/hock.ts";
import { readRuns, verdicts } from "../experiment-checks.ts";

test("reads the share of packets that were lost at the queue", () => {
  const [{ lossShare, dropsOverflow, packets }] = readRuns(
    hockMulti,
    ({ key }) => key === "sender=bbr1 buffer=0.8 flows=6",
  ).values();
  expect(Number(lossShare)).toBeCloseTo(Number(dropsOverflow) / (Number(dropsOverflow) + Number(packets)), 6);
  expect(Number(lossShare)).toBeGreaterThan(0.01);
});

test("claims can fail", () => {
  const made = (share: number, bbrQueue: number, cubicQueue: number, bbrLoss: number) =>
    verdicts(hockMulti, ({ key }) => {
      const isBbr = key.startsWith("sender=bbr1");
      const isAlone = key.endsWith("flows=1");
      return {
        utilisation: share,
        queueMeanPackets: isBbr ? (isAlone ? bbrQueue / 8 : bbrQueue) : cubicQueue,
        lossShare: isBbr ? bbrLoss : 0.001,
      };
    });
  const all = (holds: boolean) => ({
    "alone-short": holds,
    "queue-stands": holds,
    "massive-loss": holds,
    "shorter-than-cubic": holds,
  });
  expect(made(0.98, 200, 1200, 0.05)).toEqual(all(true));
  expect(made(0.9, 500, 600, 0.005)).toEqual(all(false));
});

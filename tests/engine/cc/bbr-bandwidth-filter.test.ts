import { describe, expect, test } from "vitest";
import { MaxRateOfCycles, MaxRateOfRounds } from "../../../src/engine/cc/bbr-bandwidth-filter.ts";

describe("maximum over rounds (BBRv1, Linux tcp_bbr.c)", () => {
  test("is the highest sample of the present round and the ten before", () => {
    const filter = new MaxRateOfRounds();
    filter.take(900, 1);
    filter.take(1000, 1);
    filter.take(800, 1);
    for (let round = 2; round <= 11; round++) {
      filter.take(700 + round, round);
      expect(filter.max).toBe(1000);
    }
    filter.take(650, 12);
    expect(filter.max).toBe(711);
  });

  test("only samples push older ones out", () => {
    const filter = new MaxRateOfRounds();
    filter.take(1000, 1);
    expect(filter.max).toBe(1000);
    filter.take(10, 50);
    expect(filter.max).toBe(10);
  });
});

describe("maximum over cycles (draft-ietf-ccwg-bbr-05 §5.5.5)", () => {
  test("is the highest sample of this cycle and the last", () => {
    const filter = new MaxRateOfCycles();
    filter.take(1000);
    filter.advance();
    filter.take(500);
    expect(filter.max).toBe(1000);
    filter.advance();
    expect(filter.max).toBe(500);
  });

  test("a cycle without samples does not push the last one out", () => {
    const filter = new MaxRateOfCycles();
    filter.take(1000);
    filter.advance();
    filter.advance();
    filter.advance();
    expect(filter.max).toBe(1000);
  });
});

import { describe, expect, test } from "vitest";
import { BbrMinRtt } from "../../../src/engine/cc/bbr-min-rtt.ts";
import { madeSample } from "./made-sample.ts";
import { MS, madeState, S } from "./made-state.ts";

const sample = (rttNs: number, nowNs: number) => madeSample({ rttNs, nowNs });

describe("the smallest round-trip time", () => {
  test("v1: is forgotten after 10 s, when the sample at hand takes its place and a probe is due (Linux tcp_bbr.c)", () => {
    const filter = new BbrMinRtt(10 * S, 0);
    filter.take(sample(100 * MS, 0));
    filter.take(sample(120 * MS, 10 * S));
    expect([filter.minRttNs, filter.isProbeDue]).toEqual([100 * MS, false]);
    filter.take(sample(120 * MS, 10 * S + 1));
    expect([filter.minRttNs, filter.isProbeDue]).toEqual([120 * MS, true]);
    filter.take(sample(105 * MS, 11 * S));
    expect([filter.minRttNs, filter.isProbeDue]).toEqual([105 * MS, false]);
  });

  test("v2, v3: a probe is due every 5 s, a minimum is kept for 10 s (draft-ietf-ccwg-bbr-05 §5.3.4.3)", () => {
    const filter = new BbrMinRtt(5 * S, 10 * S);
    filter.take(sample(100 * MS, 0));
    filter.take(sample(120 * MS, 5.1 * S));
    expect([filter.minRttNs, filter.isProbeDue]).toEqual([100 * MS, true]);
    filter.take(sample(110 * MS, 5.2 * S));
    expect(filter.minRttNs).toBe(100 * MS);
    filter.take(sample(115 * MS, 10.1 * S));
    expect(filter.minRttNs).toBe(110 * MS);
  });

  test("a probe that has just ended is followed by a whole interval, also when it found nothing smaller", () => {
    const filter = new BbrMinRtt(5 * S, 10 * S);
    filter.take(sample(100 * MS, 0));
    filter.take(sample(101 * MS, 5.1 * S));
    filter.onProbed(sample(-1, 5.4 * S));
    filter.take(sample(102 * MS, 10.3 * S));
    expect(filter.isProbeDue).toBe(false);
    filter.take(sample(102 * MS, 10.5 * S));
    expect(filter.isProbeDue).toBe(true);
  });

  test("only a smaller sample puts the probe off; ACKs without one do nothing", () => {
    const filter = new BbrMinRtt(5 * S, 10 * S);
    filter.take(sample(100 * MS, 0));
    filter.take(sample(100 * MS, 4 * S));
    filter.take(sample(-1, 5.1 * S));
    expect([filter.minRttNs, filter.isProbeDue]).toEqual([100 * MS, true]);
    filter.take(sample(99 * MS, 5.2 * S));
    filter.take(sample(120 * MS, 10.1 * S));
    expect([filter.minRttNs, filter.isProbeDue]).toEqual([99 * MS, false]);
  });

  test("the bandwidth-delay product is in whole segments, rounded up; 10 while no RTT is known", () => {
    const filter = new BbrMinRtt(10 * S, 0);
    expect(filter.bdp(1000, 2)).toBe(10);
    filter.take(sample(100 * MS, 0));
    expect([filter.bdp(1000, 1), filter.bdp(825.5, 1), filter.bdp(825.5, 2)]).toEqual([100, 83, 166]);
    // 1.1 · 300 · 0.1 is 33.000000000000004 in binary fractions.
    expect(filter.bdp(300, 1.1)).toBe(33);
  });
});

test("Linux bbr_init: what the handshake measured is the first sample, and is forgotten like any other", () => {
  const filter = new BbrMinRtt(10 * S, 0);
  const state = madeState({ minRttNs: 100 * MS });
  filter.start(state);
  expect(filter.minRttNs).toBe(100 * MS);
  filter.take(sample(130 * MS, 5 * S));
  expect(filter.minRttNs).toBe(100 * MS);
  filter.take(sample(120 * MS, 10 * S + 1));
  expect(filter.minRttNs).toBe(120 * MS);
});

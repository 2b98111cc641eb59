import { describe, expect, test } from "vitest";
import type { Connection } from "../../../src/engine/tcp/connection.ts";
import { Sampler } from "../../../src/engine/trace/sampler.ts";

const S = 1e9;

/** As much of a connection as the sampler reads. */
function madeConnection(rateBps: number, fromS: number, toS: number) {
  const state = { nowNs: 0 };
  const connection = {
    get receivedBytes() {
      const activeS = Math.max(0, Math.min(state.nowNs / S, toS) - fromS);
      return (activeS * rateBps) / 8;
    },
    isActive: (nowNs: number) => nowNs >= fromS * S && nowNs < toS * S,
  };
  return { state, connection: connection as unknown as Connection };
}

function run(sampler: Sampler, made: readonly ReturnType<typeof madeConnection>[], untilS: number): void {
  const connections = made.map(({ connection }) => connection);
  for (let nowNs = 0; nowNs <= untilS * S; nowNs += sampler.intervalNs) {
    for (const { state } of made) state.nowNs = nowNs;
    sampler.sample(nowNs, connections, nowNs / 1000);
  }
}

describe("samples", () => {
  test.each([
    [100, 1, 0.05],
    [1, 1, 0.001],
    [3600, 1, 1.8],
    [100, 2000, 0.1],
  ])("a run of %s s with %s flows is sampled each %s s: bounded memory", (spanS, flows, intervalS) => {
    expect(new Sampler(spanS * S, flows).intervalNs / S).toBeCloseTo(intervalS, 9);
  });

  test("are equally spaced from 0 to the end, both included, and count up", () => {
    const sampler = new Sampler(100 * S, 1);
    run(sampler, [madeConnection(8e6, 0, 1000)], 100);
    const samples = sampler.samples();
    expect(samples.length).toBe(2001);
    expect(samples.receivedBytes[0][2000]).toBe(100e6);
    expect(samples.receivedBytes[0][1000]).toBe(50e6);
    expect(samples.linkBytes[10]).toBe((10 * 0.05 * S) / 1000);
  });

  test("more than fit are left out, not written beyond", () => {
    const sampler = new Sampler(1 * S, 1);
    run(sampler, [madeConnection(8e6, 0, 1000)], 2);
    expect(sampler.samples().length).toBe(1001);
  });

  test("a flow that joins later has received nothing before", () => {
    const sampler = new Sampler(10 * S, 2);
    const [a, b] = [madeConnection(8e6, 0, 10), madeConnection(8e6, 5, 10)];
    const at = (nowNs: number, made: readonly ReturnType<typeof madeConnection>[]) => {
      for (const { state } of made) state.nowNs = nowNs;
      const connections = made.map(({ connection }) => connection);
      sampler.sample(nowNs, connections, 0);
    };
    for (let i = 0; i < 1000; i++) at(i * sampler.intervalNs, [a]);
    for (let i = 1000; i <= 2000; i++) at(i * sampler.intervalNs, [a, b]);
    const { receivedBytes } = sampler.samples();
    expect([receivedBytes[1][999], receivedBytes[1][1000], receivedBytes[1][2000]]).toEqual([0, 0, 5e6]);
  });
});

describe("Jain's index of the last second", () => {
  test("of rates 3 to 1 it is 0.8; of one active flow it is 1; without any there is none", () => {
    const sampler = new Sampler(40 * S, 2);
    run(sampler, [madeConnection(3e6, 0, 30), madeConnection(1e6, 10, 20)], 40);
    const { jainMomentary, intervalS } = sampler.samples();
    const at = (s: number) => jainMomentary[Math.round(s / intervalS)];
    expect(at(5)).toBeCloseTo(1, 6);
    expect(at(15)).toBeCloseTo(0.8, 6);
    expect(at(25)).toBeCloseTo(1, 6);
    expect(at(35)).toBeNaN();
  });
});

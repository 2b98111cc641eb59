import { describe, expect, test } from "vitest";
import type { Flow } from "../../../src/engine/flow.ts";
import type { Link } from "../../../src/engine/net/link.ts";
import { Sampler } from "../../../src/engine/trace/sampler.ts";

const S = 1e9;

/** As much of a flow as the sampler reads. */
function madeFlow(rateBps: number, fromS: number, toS: number) {
  const state = { nowNs: 0 };
  const flow = {
    get receivedBytes() {
      const activeS = Math.max(0, Math.min(state.nowNs / S, toS) - fromS);
      return (activeS * rateBps) / 8;
    },
    isActive: (nowNs: number) => nowNs >= fromS * S && nowNs < toS * S,
  };
  return { state, flow: flow as unknown as Flow };
}

/** As much of a link as the sampler reads. */
function madeLink(): { port: { bytesSent: number; rateBps: number } } {
  return { port: { bytesSent: 0, rateBps: 8e6 } };
}

function run(
  sampler: Sampler,
  made: readonly ReturnType<typeof madeFlow>[],
  untilS: number,
  links: readonly ReturnType<typeof madeLink>[] = [madeLink()],
): void {
  const flows = made.map(({ flow }) => flow);
  for (let nowNs = 0; nowNs <= untilS * S; nowNs += sampler.intervalNs) {
    for (const { state } of made) state.nowNs = nowNs;
    for (const [i, { port }] of links.entries()) port.bytesSent = (nowNs / 1000) * (i + 1);
    sampler.sample(nowNs, flows, links as unknown as Link[]);
  }
}

describe("samples", () => {
  test.each([
    [100, 0.05],
    [1, 0.001],
    [3600, 1.8],
  ])("a run of %s s is sampled each %s s, however many flows there are", (spanS, intervalS) => {
    expect(new Sampler(spanS * S, 1).intervalNs / S).toBeCloseTo(intervalS, 9);
  });

  test("are equally spaced from 0 to the end, both included, and count up", () => {
    const sampler = new Sampler(100 * S, 1);
    run(sampler, [madeFlow(8e6, 0, 1000)], 100);
    const samples = sampler.samples();
    expect(samples.length).toBe(2001);
    expect(samples.receivedBytes[0][2000]).toBe(100e6);
    expect(samples.receivedBytes[0][1000]).toBe(50e6);
    expect(sampler.linkSamples(0).sentBytes[10]).toBe((10 * 0.05 * S) / 1000);
  });

  test("of each link what it has sent, and its rate then", () => {
    const sampler = new Sampler(100 * S, 2);
    const links = [madeLink(), madeLink()];
    run(sampler, [madeFlow(8e6, 0, 1000)], 50, links);
    links[1].port.rateBps = 2e6;
    sampler.sample(50.05 * S, [], links as unknown as Link[]);
    const [first, second] = [0, 1].map((i) => sampler.linkSamples(i));
    expect(first.sentBytes).toHaveLength(1002);
    expect(second.sentBytes[10]).toBe(2 * first.sentBytes[10]);
    expect([first.rateBps[1001], second.rateBps[1000], second.rateBps[1001]]).toEqual([8e6, 8e6, 2e6]);
  });

  test("more than fit are left out, not written beyond", () => {
    const sampler = new Sampler(1 * S, 1);
    run(sampler, [madeFlow(8e6, 0, 1000)], 2);
    expect(sampler.samples().length).toBe(1001);
  });

  test("a flow that joins later has received nothing before", () => {
    const sampler = new Sampler(10 * S, 1);
    const [a, b] = [madeFlow(8e6, 0, 10), madeFlow(8e6, 5, 10)];
    const at = (nowNs: number, made: readonly ReturnType<typeof madeFlow>[]) => {
      for (const { state } of made) state.nowNs = nowNs;
      const flows = made.map(({ flow }) => flow);
      sampler.sample(nowNs, flows, [madeLink()] as unknown as Link[]);
    };
    for (let i = 0; i < 1000; i++) at(i * sampler.intervalNs, [a]);
    for (let i = 1000; i <= 2000; i++) at(i * sampler.intervalNs, [a, b]);
    const { receivedBytes } = sampler.samples();
    expect([receivedBytes[1][999], receivedBytes[1][1000], receivedBytes[1][2000]]).toEqual([0, 0, 5e6]);
  });
});

describe("Jain's index of the last second", () => {
  test("of rates 3 to 1 it is 0.8; of one active flow it is 1; without any there is none", () => {
    const sampler = new Sampler(40 * S, 1);
    run(sampler, [madeFlow(3e6, 0, 30), madeFlow(1e6, 10, 20)], 40);
    const { jainMomentary, intervalS } = sampler.samples();
    const at = (s: number) => jainMomentary[Math.round(s / intervalS)];
    expect(at(5)).toBeCloseTo(1, 6);
    expect(at(15)).toBeCloseTo(0.8, 6);
    expect(at(25)).toBeCloseTo(1, 6);
    expect(at(35)).toBeNaN();
  });
});

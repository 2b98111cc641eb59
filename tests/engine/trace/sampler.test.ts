import { describe, expect, test } from "vitest";
import type { Clock } from "../../../src/engine/core/clock.ts";
import type { Link } from "../../../src/engine/net/link.ts";
import { FlowReadings, type ReadFlow } from "../../../src/engine/trace/flow-readings.ts";
import { Sampler } from "../../../src/engine/trace/sampler.ts";
import { type Timed, timed } from "../core/timed.ts";

const S = 1e9;

const madeSampler = (spanNs: number, links = 1) => timed((clock) => new Sampler(clock, spanNs, links, 1));

/** The part of a flow that the sampler reads. */
type Flow = Pick<ReadFlow, "writeReadings">;

function madeFlow(clock: Clock, rateBps: number, fromS: number, toS: number, index = 0): Flow {
  return {
    writeReadings({ receivedBytes, isActive }: FlowReadings) {
      const activeS = Math.max(0, Math.min(clock.nowNs / S, toS) - fromS);
      receivedBytes[index] = (activeS * rateBps) / 8;
      isActive[index] = clock.nowNs >= fromS * S && clock.nowNs < toS * S ? 1 : 0;
    },
  };
}

function readingsOf(flows: readonly Flow[]): FlowReadings {
  const readings = new FlowReadings();
  for (const flow of flows) {
    readings.add();
    flow.writeReadings(readings);
  }
  return readings;
}

/** The part of a link that the sampler reads. */
function madeLink() {
  const port = { bytesSent: 0, rateBps: 8e6, rateOver: () => port.rateBps };
  return { port };
}

function run(
  { clock, at }: Timed<Sampler>,
  flows: readonly Flow[],
  untilS: number,
  links: readonly ReturnType<typeof madeLink>[] = [madeLink()],
): void {
  for (clock.nowNs = 0; clock.nowNs <= untilS * S; clock.nowNs += at(clock.nowNs).intervalNs) {
    const { nowNs } = clock;
    for (const [i, { port }] of links.entries()) port.bytesSent = (nowNs / 1000) * (i + 1);
    at(nowNs).sample(readingsOf(flows), links as unknown as Link[]);
  }
}

describe("samples", () => {
  test.each([
    [100, 0.05],
    [1, 0.001],
    [3600, 1.8],
  ])("a run of %s s is sampled each %s s, however many flows there are", (spanS, intervalS) => {
    expect(madeSampler(spanS * S).at(0).intervalNs / S).toBeCloseTo(intervalS, 9);
  });

  test("are equally spaced from 0 to the end, both included, and increase", () => {
    const made = madeSampler(100 * S);
    run(made, [madeFlow(made.clock, 8e6, 0, 1000)], 100);
    const sampler = made.at(100 * S);
    const samples = sampler.samples();
    expect([samples.length, samples.receivedBytes[0][2000]]).toEqual([2001, 100e6]);
    expect(samples.receivedBytes[0][1000]).toBe(50e6);
    expect(sampler.linkSamples(0).sentBytes[10]).toBe((10 * 0.05 * S) / 1000);
  });

  test("contain what each link has sent, and its rate then", () => {
    const made = madeSampler(100 * S, 2);
    const links = [madeLink(), madeLink()];
    run(made, [madeFlow(made.clock, 8e6, 0, 1000)], 50, links);
    links[1].port.rateBps = 2e6;
    made.at(50.05 * S).sample(readingsOf([]), links as unknown as Link[]);
    const [first, second] = [0, 1].map((i) => made.at(50.05 * S).linkSamples(i));
    expect(first.sentBytes).toHaveLength(1002);
    expect(second.sentBytes[10]).toBe(2 * first.sentBytes[10]);
    expect([first.rateBps[1001], second.rateBps[1000], second.rateBps[1001]]).toEqual([8e6, 8e6, 2e6]);
  });

  test("beyond the limit are omitted, not written", () => {
    const made = madeSampler(1 * S);
    run(made, [madeFlow(made.clock, 8e6, 0, 1000)], 2);
    expect(made.at(2 * S).samples().length).toBe(1001);
  });

  test("a flow that joins later has received nothing before", () => {
    const made = madeSampler(10 * S);
    const [a, b] = [madeFlow(made.clock, 8e6, 0, 10), madeFlow(made.clock, 8e6, 5, 10, 1)];
    const sampler = made.at(0);
    for (let i = 0; i <= 2000; i++) {
      const flows = i < 1000 ? [a] : [a, b];
      made.at(i * sampler.intervalNs).sample(readingsOf(flows), [madeLink()] as unknown as Link[]);
    }
    const { receivedBytes } = sampler.samples();
    expect([receivedBytes[1][999], receivedBytes[1][1000], receivedBytes[1][2000]]).toEqual([0, 0, 5e6]);
  });
});

describe("Jain's index of the last second", () => {
  test("is 0.8 for rates 3 to 1, 1 for one active flow, and absent without active flows", () => {
    const made = madeSampler(40 * S);
    run(made, [madeFlow(made.clock, 3e6, 0, 30), madeFlow(made.clock, 1e6, 10, 20, 1)], 40);
    const { jainMomentary, intervalS } = made.at(40 * S).samples();
    const at = (s: number) => jainMomentary[Math.round(s / intervalS)];
    expect(at(5)).toBeCloseTo(1, 6);
    expect(at(15)).toBeCloseTo(0.8, 6);
    expect(at(25)).toBeCloseTo(1, 6);
    expect(at(35)).toBeNaN();
  });
});

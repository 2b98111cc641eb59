/**
 * Tests that the sampled arrivals never exceed the capacity of the link, even when a retransmission closes a gap and
 * releases many bytes in one step.
 */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { congestionControls, queueDisciplines, scenarioFromUrl } from "../../src/engine/index.ts";
import { runScenario } from "../../src/engine/simulator.ts";
import type { Samples } from "../../src/engine/trace/snapshot.ts";
import { cases } from "../effort.ts";

const WIRE_BYTES = 1500;

const samplesOf = (link: string) => runScenario(scenarioFromUrl(link).scenario).snapshot().samples;

/** Returns the largest number of bits that all flows together received in any second. */
function mostBits(columns: Samples["arrivedBytes"], { length, intervalS }: Samples): number {
  const width = Math.round(1 / intervalS);
  let most = 0;
  for (let at = width; at < length; at++) {
    const bytes = columns.reduce((sum, column) => sum + column[at] - column[at - width], 0);
    most = Math.max(most, 8 * bytes);
  }
  return most;
}

const anyRun = fc
  .record({
    aqm: fc.constantFrom(...queueDisciplines.map(({ id }) => id)),
    senders: fc.array(fc.constantFrom(...congestionControls.map(({ id }) => id)), {
      minLength: 1,
      maxLength: 3,
    }),
    ecn: fc.boolean(),
    mbps: fc.integer({ min: 1, max: 12 }),
    limit: fc.integer({ min: 4, max: 200 }),
    rttsMs: fc.array(fc.integer({ min: 2, max: 200 }), { minLength: 3, maxLength: 3 }),
    loss: fc.constantFrom(0, 0.01, 0.05),
  })
  .map(({ aqm, senders, ecn, mbps, limit, rttsMs, loss }) => {
    const flows = senders.map((cc, i) => `flow=cc=${cc},rtt=${rttsMs[i]}ms,ecn=${ecn ? "on" : "off"}`);
    const rttsOfRun = rttsMs.slice(0, senders.length);
    return {
      link: `v=2&aqm=${aqm}&capacity=${mbps}Mbps&limit=${limit}p&loss=${loss}&duration=8s&warmup=1s&${flows.join("&")}`,
      bps: mbps * 1e6,
      // Packets sent at the same time arrive this far apart, because flows have different round trips.
      spreadS: (Math.max(...rttsOfRun) - Math.min(...rttsOfRun)) / 1000,
    };
  });

describe("the samples of arrivals", () => {
  test("never exceed what the link carries in a second, except for one packet at each edge and for flows with other delays", () => {
    fc.assert(
      fc.property(anyRun, ({ link, bps, spreadS }) => {
        const samples = samplesOf(link);
        const allowed = bps * (1 + spreadS) + 8 * WIRE_BYTES;
        expect(mostBits(samples.arrivedBytes, samples)).toBeLessThanOrEqual(allowed);
      }),
      cases(60),
    );
  });

  test("are never below the bytes received in order", () => {
    fc.assert(
      fc.property(anyRun, ({ link }) => {
        const { arrivedBytes, receivedBytes } = samplesOf(link);
        for (const [flow, arrived] of arrivedBytes.entries())
          expect(arrived.findIndex((bytes, at) => bytes < receivedBytes[flow][at])).toBe(-1);
      }),
      cases(20),
    );
  });

  test("stay below the capacity while in-order delivery bursts above it", () => {
    const samples = samplesOf("v=2&aqm=droptail&ecn=off");
    expect(mostBits(samples.receivedBytes, samples)).toBeGreaterThan(10e6 * 1.05);
    expect(mostBits(samples.arrivedBytes, samples)).toBeLessThanOrEqual(10e6);
  });

  test("include duplicates and datagrams", () => {
    const twice = samplesOf(
      "v=2&ecn=off&aqm=droptail&jitter=20ms&jitter-overtakes=on&duration=10s&warmup=1s",
    );
    const [arrived, received] = [twice.arrivedBytes[0], twice.receivedBytes[0]];
    expect(arrived[twice.length - 1]).toBeGreaterThan(received[twice.length - 1]);
    const { arrivedBytes, receivedBytes } = samplesOf("v=2&flow=traffic=cbr&duration=5s&warmup=1s");
    expect(arrivedBytes).toEqual(receivedBytes);
  });
});

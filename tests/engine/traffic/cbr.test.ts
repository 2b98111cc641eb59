import { describe, expect, test } from "vitest";
import { cbr } from "../../../src/engine/traffic/cbr.ts";
import { FakeHost } from "./fake-host.ts";

function carried(rateMbps: number, payload: number): FakeHost {
  const host = new FakeHost();
  host.carry((one) => cbr.create(one, { "cbr-rate": rateMbps, "cbr-packet": payload }));
  return host;
}

describe("constant bit rate", () => {
  test.each([
    [0.5, 1000],
    [3, 1448],
    [7.77, 123],
  ])("sends %s Mbps in datagrams of %s bytes, and the payload adds up over any time", (rateMbps, payload) => {
    const host = carried(rateMbps, payload);
    host.run(20);
    const bits = host.datagrams.reduce((sum, { bytes }) => sum + 8 * bytes, 0);
    expect(Math.abs(bits - rateMbps * 1e6 * 20)).toBeLessThanOrEqual(8 * payload);
  });

  test("datagrams leave at equal intervals, after a random phase within the first one", () => {
    const host = carried(0.5, 1000);
    host.run(2);
    expect(host.datagrams[0].atNs).toBeLessThan(16e6);
    for (let i = 1; i < host.datagrams.length; i++) {
      expect(host.datagrams[i].atNs - host.datagrams[i - 1].atNs).toBe(16e6);
    }
  });

  test("rounding to whole nanoseconds does not change the rate: each datagram is due at its exact time", () => {
    const host = carried(7.77, 123);
    host.run(20);
    const distanceNs = (123 * 8e9) / 7.77e6;
    const [first] = host.datagrams;
    const off = host.datagrams.map(({ atNs }, i) => Math.abs(atNs - first.atNs - i * distanceNs));
    expect(off.reduce((most, one) => Math.max(most, one), 0)).toBeLessThan(1);
  });

  test("takes another rate during a run", () => {
    const host = new FakeHost();
    const traffic = cbr.create(host, { "cbr-rate": 1, "cbr-packet": 1000 });
    traffic.start();
    host.carry(() => traffic);
    host.run(1);
    traffic.configure("cbr-rate", 2);
    const before = host.datagrams.length;
    host.run(2);
    expect(host.datagrams.length - before).toBeGreaterThanOrEqual(249);
  });

  test("is not TCP: no congestion control, no ECN", () => {
    expect(cbr.transport).toBe("udp");
  });
});

import { describe, expect, test } from "vitest";
import { defaultsOf } from "../../../src/engine/scenario/places.ts";
import { poisson } from "../../../src/engine/traffic/poisson.ts";
import { FakeHost } from "./fake-host.ts";

function carried(values: Record<string, number | string>, prepare: (host: FakeHost) => void = () => {}) {
  const host = new FakeHost();
  host.transferNs = 0.25e9;
  prepare(host);
  host.carry((one) => poisson.create(one, { ...defaultsOf(poisson.params), ...values }));
  return host;
}

describe("short flows that arrive at random", () => {
  test("the given number arrives per second, each on its own connection", () => {
    const host = carried({ "arrival-rate": 20 });
    host.run(500);
    expect(host.offers.length).toBeGreaterThan(9600);
    expect(host.offers.length).toBeLessThan(10_400);
    expect(host.offers.every(({ fresh }) => fresh)).toBe(true);
  });

  test("the gaps are exponential: the standard deviation equals the mean", () => {
    const host = carried({ "arrival-rate": 20 });
    host.run(500);
    const gaps = host.offers.slice(1).map(({ atS }, i) => atS - host.offers[i].atS);
    const mean = gaps.reduce((sum, gap) => sum + gap, 0) / gaps.length;
    const variance = gaps.reduce((sum, gap) => sum + (gap - mean) ** 2, 0) / gaps.length;
    expect(Math.sqrt(variance) / mean).toBeCloseTo(1, 1);
  });

  test("the completion time of each is recorded, also if they overlap", () => {
    const host = carried({ "arrival-rate": 50 });
    host.run(10);
    expect(host.responsesS.length).toBeGreaterThan(400);
    expect(new Set(host.responsesS)).toEqual(new Set([0.25]));
  });

  test("a completed flow is removed", () => {
    const host = new FakeHost();
    const traffic = poisson.create(host, defaultsOf(poisson.params));
    host.carry(() => traffic);
    host.run(1);
    traffic.onDone(0);
    expect(() => traffic.onDone(0)).toThrow("transfer 0 was never started");
  });

  test("a refused flow leaves no trace, and the next flows arrive", () => {
    const host = carried({ "arrival-rate": 50 }, (one) => {
      one.most = 3;
    });
    host.run(10);
    expect(host.offers.length).toBeLessThan(140);
    expect(host.responsesS.length).toBeGreaterThan(80);
  });
});

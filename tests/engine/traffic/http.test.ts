import { describe, expect, test } from "vitest";
import { defaultsOf } from "../../../src/engine/scenario/places.ts";
import { http } from "../../../src/engine/traffic/http.ts";
import { FakeHost } from "./fake-host.ts";

function carried(values: Record<string, number | string | boolean>): FakeHost {
  const host = new FakeHost();
  host.transferNs = 0.5e9;
  host.carry((one) => http.create(one, { ...defaultsOf(http.params), ...values }));
  return host;
}

const mean = (values: readonly number[]) => values.reduce((sum, one) => sum + one, 0) / values.length;

describe("a web client", () => {
  test("requests the objects of a page one after the other, each over its own connection", () => {
    const host = carried({ "page-objects": 5, "page-gap": 100, "object-gap": 0.01 });
    host.run(1000);
    const pages = host.responsesS.length;
    expect(host.offers.length).toBe(5 * pages);
    expect(host.offers.every(({ fresh }) => fresh)).toBe(true);
  });

  test("a page's response time runs from its first request to the last byte of its last object", () => {
    const host = carried({ "page-objects": 3, "object-gap": 0.2 });
    host.run(4000);
    // Two gaps of 0.2 s on average, then 0.5 s for the last object.
    expect(mean(host.responsesS)).toBeCloseTo(0.9, 1);
    expect(Math.min(...host.responsesS)).toBeGreaterThanOrEqual(0.5);
  });

  test("after a number of pages there is a longer gap between sessions", () => {
    const host = carried({
      "page-objects": 1,
      "session-pages": 2,
      "page-gap": 0.01,
      "session-gap": 50,
    });
    host.run(10_000);
    const gaps = host.offers.slice(1).map(({ atS }, i) => atS - host.offers[i].atS - 0.5);
    const short = gaps.filter((_, i) => i % 2 === 0);
    const long = gaps.filter((_, i) => i % 2 === 1);
    expect(mean(short)).toBeLessThan(0.02);
    expect(mean(long)).toBeGreaterThan(35);
  });

  test("over a persistent connection objects come one at a time, the first one in slow start (RFC 9112 §9.3)", () => {
    const host = carried({ "page-objects": 4, "session-pages": 2, persistent: true });
    host.run(300);
    const begun = host.offers.map(({ atS }) => atS);
    for (let i = 1; i < begun.length; i++) expect(begun[i] - begun[i - 1]).toBeGreaterThanOrEqual(0.5);
    // Eight objects per session, the first of each on a new connection.
    expect(host.offers.map(({ fresh }) => fresh)).toEqual(host.offers.map((_, i) => i % 8 === 0));
  });

  test("if the persistent connection fails during a session, each further object has its own connection", () => {
    const host = new FakeHost();
    host.transferNs = 0.5e9;
    const traffic = http.create(host, {
      ...defaultsOf(http.params),
      "session-pages": 1000,
      persistent: true,
    });
    host.carry(() => traffic);
    host.run(20);
    const before = host.offers.length;
    traffic.configure("persistent", false);
    host.run(40);
    const [after, earlier] = [host.offers.slice(before), host.offers.slice(1, before)];
    expect([after.length > 10, after.every(({ fresh }) => fresh)]).toEqual([true, true]);
    expect(earlier.some(({ fresh }) => fresh)).toBe(false);
  });

  test("a page is shown without the refused objects, and has no response time", () => {
    const host = carried({ "page-objects": 5, "page-gap": 0.1, "object-gap": 0.001 });
    host.most = 3;
    host.run(20);
    const whole = host.responsesS.length;
    // Three objects of a page arrive, so it ends, and further pages follow.
    expect(host.offers.length).toBeGreaterThan(30);
    expect(whole).toBe(0);
    host.most = 5;
    host.run(40);
    expect(host.responsesS.length).toBeGreaterThan(10);
    host.most = 0;
    const offers = host.offers.length;
    host.run(60);
    expect(host.offers.length).toBe(offers);
    host.most = 5;
    host.run(100);
    expect(host.offers.length).toBeGreaterThan(offers);
  });

  test("also over a persistent connection", () => {
    const host = carried({ "page-objects": 5, "page-gap": 0.1, "object-gap": 0.001, persistent: true });
    host.most = 0;
    host.run(20);
    expect([host.offers.length, host.responsesS.length]).toEqual([0, 0]);
    host.most = 1;
    host.run(60);
    expect(host.responsesS.length).toBeGreaterThan(5);
  });

  test("makes no requests after the flow has stopped", () => {
    const host = new FakeHost();
    host.transferNs = 0.5e9;
    const traffic = http.create(host, defaultsOf(http.params));
    host.carry(() => traffic);
    host.run(20);
    traffic.stop();
    host.run(20.6);
    const before = host.offers.length;
    expect(host.cutsS).toEqual([20]);
    expect(before).toBeGreaterThan(10);
  });
});

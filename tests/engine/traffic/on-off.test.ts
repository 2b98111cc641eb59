import { describe, expect, test } from "vitest";
import { defaultsOf } from "../../../src/engine/scenario/places.ts";
import { onOff } from "../../../src/engine/traffic/on-off.ts";
import { FakeHost } from "./fake-host.ts";

function carried(values: Record<string, number | string | boolean>): FakeHost {
  const host = new FakeHost();
  host.carry((one) => onOff.create(one, { ...defaultsOf(onOff.params), ...values }));
  return host;
}

describe("on and off", () => {
  test("12 s on and 12 s off use a new connection each time, as in the feedback paper", () => {
    const host = carried({});
    host.run(50);
    expect(host.offers).toEqual([
      { bytes: null, fresh: true, atS: 0 },
      { bytes: null, fresh: true, atS: 24 },
      { bytes: null, fresh: true, atS: 48 },
    ]);
    expect(host.cutsS).toEqual([12, 36]);
  });

  test("the same connection continues if this is set", () => {
    const host = carried({ reconnect: false });
    host.run(50);
    expect(host.offers.map(({ fresh }) => fresh)).toEqual([true, false, false]);
  });

  test("random periods have the declared means", () => {
    const host = carried({ "on-time": 1, "off-time": 3, periods: "exponential" });
    host.run(8000);
    const onS = host.cutsS.map((cutS, i) => cutS - host.offers[i].atS);
    const mean = onS.reduce((sum, s) => sum + s, 0) / onS.length;
    expect(mean).toBeGreaterThan(0.9);
    expect(mean).toBeLessThan(1.1);
    expect(host.cutsS.length).toBeGreaterThan(1800);
    expect(host.cutsS.length).toBeLessThan(2200);
  });

  test("a flow that stops while it is on is cut off", () => {
    const host = new FakeHost();
    const traffic = onOff.create(host, defaultsOf(onOff.params));
    traffic.start();
    host.nowNs = 5e9;
    traffic.stop();
    expect(host.cutsS).toEqual([5]);
  });
});

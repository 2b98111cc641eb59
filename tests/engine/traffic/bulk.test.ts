import { describe, expect, test } from "vitest";
import { bulk } from "../../../src/engine/traffic/bulk.ts";
import { FakeHost } from "./fake-host.ts";

function carried(size: number | null, transferNs: number | null = null): FakeHost {
  const host = new FakeHost();
  host.transferNs = transferNs;
  host.carry((one) => bulk.create(one, { size }));
  return host;
}

describe("bulk data", () => {
  test("without a size is offered once, and never ends", () => {
    const host = carried(null);
    host.run(100);
    expect(host.offers).toEqual([{ bytes: null, fresh: true, atS: 0 }]);
    expect(host.finishedS).toBeNull();
  });

  test("of a given size is complete when its last byte is acknowledged", () => {
    const host = carried(20_000, 3e9);
    host.run(100);
    expect(host.offers).toEqual([{ bytes: 20_000, fresh: true, atS: 0 }]);
    expect(host.finishedS).toBe(3);
  });

  test("ends with its flow", () => {
    const host = new FakeHost();
    const traffic = bulk.create(host, { size: null });
    traffic.start();
    host.nowNs = 5e9;
    traffic.stop();
    expect(host.cutsS).toEqual([5]);
  });
});

import { expect, test } from "vitest";
import { gainScale, PieLaw } from "../../../../src/engine/aqm/pie/law.ts";
import { PieSettings } from "../../../../src/engine/aqm/pie/settings.ts";
import { Clock } from "../../../../src/engine/core/clock.ts";
import { defaultQueue } from "../../../../src/engine/scenario/defaults.ts";
import { madePacket } from "../../net/made-packets.ts";
import { FakePort, MS } from "../fake-port.ts";

test("p is scaled by its own size before the update, in steps down to 1/2048 (RFC 8033 §4.2)", () => {
  const scales = [
    0.5, 0.1, 0.0999, 0.01, 0.00999, 0.00101, 0.00099, 1.01e-4, 0.99e-4, 1.01e-5, 0.99e-5, 1.01e-6, 0.99e-6,
    0,
  ];
  const expected = [1, 1, 2, 2, 8, 8, 32, 32, 128, 128, 512, 512, 2048, 2048];
  expect(scales.map((p) => 1 / gainScale(p))).toEqual(expected);
});

test("laws with shared settings have separate states", () => {
  const port = new FakePort();
  const settings = new PieSettings({ ...defaultQueue("pie", undefined).params, "max-burst": 0 });
  const [busy, idle] = [new PieLaw(port.clock, settings), new PieLaw(port.clock, settings)];
  const backlog = { packets: 20, bytes: 30_000 };
  for (let ms = 15; ms <= 1500; ms += 15) {
    port.clock.nowNs = ms * MS;
    busy.onDeparture(madePacket({ enqueuedNs: (ms - 100) * MS }), backlog);
    busy.update(backlog);
    idle.update({ packets: 0, bytes: 0 });
  }
  expect([busy.p > 0.05, idle.p]).toEqual([true, 0]);
  const signals = (law: PieLaw) => Array.from({ length: 40 }, () => law.signals(backlog, port));
  expect([signals(busy).includes(true), signals(idle).includes(true)]).toEqual([true, false]);
});

test("the accumulated probability is cleared while p is 0 (RFC 8033 §5.4)", () => {
  const law = new PieLaw(
    new Clock(),
    new PieSettings({ ...defaultQueue("pie", undefined).params, "max-burst": 0 }),
  );
  law.delayNs = 100 * MS;
  const backlog = { packets: 20, bytes: 30_000 };
  const port = new FakePort();
  const signalsAt = (p: number) => {
    law.p = p;
    return law.signals(backlog, port);
  };
  expect([0.5, 0.4].map(signalsAt)).toEqual([false, true]);
  expect([0.5, 0, 0.4].map(signalsAt)).toEqual([false, false, false]);
});

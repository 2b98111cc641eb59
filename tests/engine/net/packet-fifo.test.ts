import fc from "fast-check";
import { expect, test } from "vitest";
import { PacketFifo } from "../../../src/engine/net/packet-fifo.ts";
import { madePacket } from "./made-packets.ts";

test("an empty queue has no head and gives nothing", () => {
  const fifo = new PacketFifo();
  expect([fifo.head, fifo.shift(), fifo.packets, fifo.bytes]).toEqual([null, null, 0, 0]);
});

test("first in, first out, with packets and bytes counted, whatever the order of arrivals and departures", () => {
  fc.assert(
    fc.property(fc.array(fc.option(fc.integer({ min: 40, max: 9000 })), { maxLength: 200 }), (steps) => {
      const fifo = new PacketFifo();
      const model: number[] = [];
      for (const bytes of steps) {
        if (bytes === null) expect(fifo.shift()?.bytes).toBe(model.shift());
        else {
          fifo.push(madePacket({ bytes }));
          model.push(bytes);
        }
        expect(fifo.packets).toBe(model.length);
        expect(fifo.bytes).toBe(model.reduce((sum, size) => sum + size, 0));
        expect(fifo.head?.bytes).toBe(model[0]);
      }
    }),
  );
});

test("a packet that has left does not hold on to those behind it", () => {
  const fifo = new PacketFifo();
  fifo.push(madePacket());
  fifo.push(madePacket());
  expect(fifo.shift()?.next).toBeNull();
});

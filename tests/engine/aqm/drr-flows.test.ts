import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type DrrFlow, DrrFlows } from "../../../src/engine/aqm/drr-flows.ts";
import { StepCounts } from "../../../src/engine/aqm/queue-discipline.ts";
import { type Packet, TooLargeRun } from "../../../src/engine/net/packet.ts";
import { madePacket } from "../net/made-packets.ts";

const QUANTUM = 1514;

function flowsWith(buckets = 1024, quantum = QUANTUM, random = 0.3): DrrFlows<number> {
  let made = 0;
  return new DrrFlows(buckets, quantum, random, () => made++);
}

/** Adds packets to flow `flow` and returns the flow. */
function join(flows: DrrFlows<number>, flow: number, packets: number, bytes = 1500): DrrFlow<number> {
  const bucket = flows.flowOf(madePacket({ end: flow }));
  for (let i = 0; i < packets; i++) flows.push(bucket, madePacket({ end: flow, seq: i, bytes }));
  return bucket;
}

/** Returns the next packet, as a discipline without an AQM would. */
function dequeue(flows: DrrFlows<number>): Packet | null {
  for (let flow = flows.next(); flow !== null; flow = flows.next()) {
    const packet = flows.shift(flow);
    if (packet !== null) {
      flow.deficit -= packet.bytes;
      return packet;
    }
    flows.retire(flow);
  }
  return null;
}

const served = (flows: DrrFlows<number>, n: number) =>
  Array.from({ length: n }, () => dequeue(flows)?.end ?? null);

describe("the hash (RFC 8290 §4.1)", () => {
  test("keeps a connection together, and hashes a later connection of the same number to another bucket", () => {
    const flows = flowsWith();
    const bucket = (flow: number, epoch: number) => flows.flowOf(madePacket({ end: flow, epoch }));
    expect(bucket(5, 0)).toBe(bucket(5, 0));
    expect(bucket(5, 1)).not.toBe(bucket(5, 0));
    expect(bucket(6, 0)).not.toBe(bucket(5, 1));
  });

  test("spreads 1000 connections over 1024 buckets as chance would", () => {
    // On average 1024·(1 − e^(−1000/1024)) = 638 buckets are used; the standard deviation is 13.
    for (const random of [0, 0.123, 0.999999]) {
      const flows = flowsWith(1024, QUANTUM, random);
      for (let flow = 0; flow < 1000; flow++) flows.flowOf(madePacket({ end: flow }));
      expect(Math.abs(flows.known.length - 638)).toBeLessThan(50);
    }
  });

  test("collisions depend on the salt", () => {
    const collisions = (random: number) => {
      const flows = flowsWith(64, QUANTUM, random);
      return Array.from({ length: 40 }, (_, flow) => flows.flowOf(madePacket({ end: flow })).law);
    };
    expect(collisions(0.1)).toEqual(collisions(0.1));
    expect(collisions(0.1)).not.toEqual(collisions(0.2));
  });

  test("with one bucket all flows share it", () => {
    const flows = flowsWith(1);
    join(flows, 1, 2);
    join(flows, 2, 1);
    expect([flows.known.length, ...served(flows, 4)]).toEqual([1, 1, 1, 2, null]);
  });
});

describe("the order of service (RFC 8290 §4.2)", () => {
  test("a flow sends until its quantum is used up; a deficit is repaid later", () => {
    const flows = flowsWith();
    join(flows, 1, 20, 1500);
    join(flows, 2, 20, 500);
    // After one packet of 1500 bytes, 14 of the quantum's 1514 bytes are left, so the flow sends one more packet.
    // After that its credit is 28, 42, … bytes at its turns. It sends one packet per turn until its debt has been
    // repaid after 101 turns.
    expect(served(flows, 12)).toEqual([1, 1, 2, 2, 2, 2, 1, 2, 2, 2, 1, 2]);
  });

  test("a flow with a quantum smaller than a packet sends once every few rounds", () => {
    const flows = flowsWith(1024, 300);
    join(flows, 1, 10, 1500);
    join(flows, 2, 50, 300);
    // Flow 1 waits four rounds until its debt of 1200 bytes is repaid. In each of them flow 2 sends one packet.
    expect(served(flows, 13)).toEqual([1, 2, 2, 2, 2, 2, 1, 2, 2, 2, 2, 2, 1]);
  });

  test("a flow that was idle is served before those that have had their turn", () => {
    const flows = flowsWith();
    join(flows, 1, 10);
    join(flows, 2, 10);
    served(flows, 4);
    join(flows, 3, 1, 100);
    expect(served(flows, 2)[0]).toBe(3);
  });

  test("a new flow that becomes empty while no other waits is idle at once, and is new again with its next packet", () => {
    const flows = flowsWith();
    join(flows, 1, 1, 1000);
    expect([served(flows, 2), flows.oldFlows.length]).toEqual([[1, null], 0]);
    const again = join(flows, 1, 1, 1000);
    expect([flows.newFlows.head === again, again.deficit]).toEqual([true, QUANTUM]);
  });

  test("a new flow that becomes empty joins the old flows, so that packets at the right times cannot starve another flow", () => {
    const flows = flowsWith();
    join(flows, 1, 30);
    join(flows, 2, 30);
    served(flows, 4);
    const greedy = flows.flowOf(madePacket({ end: 3 }));
    const counts = [0, 0, 0, 0];
    for (let i = 0; i < 40; i++) {
      if (greedy.fifo.packets === 0) flows.push(greedy, madePacket({ end: 3 }));
      const packet = dequeue(flows);
      if (packet !== null) counts[packet.end]++;
    }
    for (const count of counts.slice(1)) expect(Math.abs(count - 40 / 3)).toBeLessThan(2);
  });

  test("a flow that is alone is idle at once when it becomes empty, and is new again with its next packet", () => {
    const flows = flowsWith();
    const flow = join(flows, 1, 1);
    expect([flows.newFlows.length, flow.isListed]).toEqual([1, true]);
    expect(served(flows, 2)).toEqual([1, null]);
    expect([flows.newFlows.length, flows.oldFlows.length, flow.isListed]).toEqual([0, 0, false]);
    join(flows, 1, 1);
    expect([flows.newFlows.length, flow.deficit]).toEqual([1, QUANTUM]);
  });
});

describe("the waiting packets", () => {
  test("are counted over all flows, and visited in order of service: new flows first", () => {
    const flows = flowsWith();
    join(flows, 1, 3);
    served(flows, 2);
    join(flows, 1, 1);
    // Flow 1 has used up its quantum, so `next` moves it to the end.
    expect(flows.next()?.fifo.head?.end).toBe(1);
    join(flows, 2, 2, 500);
    const seen: number[] = [];
    flows.visit((packet) => seen.push(packet.end) < 3);
    expect(seen).toEqual([2, 2, 1]);
    expect([flows.packets, flows.bytes]).toEqual([4, 4000]);
  });

  test("can be taken out of turn", () => {
    const flows = flowsWith();
    join(flows, 1, 3);
    join(flows, 2, 2, 500);
    const taken = Array.from({ length: 6 }, () => flows.takeAny()?.end ?? null);
    expect(taken).toEqual([1, 1, 1, 2, 2, null]);
    expect([flows.packets, flows.bytes, flows.newFlows.length, flows.oldFlows.length]).toEqual([0, 0, 0, 0]);
    join(flows, 1, 1);
    expect(served(flows, 1)).toEqual([1]);
  });

  test("the fattest flow is the one with the most bytes, not packets", () => {
    const flows = flowsWith();
    expect(flows.fattest()).toBeNull();
    join(flows, 1, 5, 100);
    const fat = join(flows, 2, 2, 1500);
    join(flows, 3, 1, 1500);
    expect(flows.fattest()).toBe(fat);
    served(flows, 7);
    expect(flows.fattest()?.fifo.head?.end).toBe(3);
  });

  test("if no packet has a byte, the fattest flow is the first one with a packet", () => {
    const flows = flowsWith();
    join(flows, 1, 1, 0);
    served(flows, 1);
    const waiting = join(flows, 2, 2, 0);
    join(flows, 3, 5, 0);
    expect(flows.fattest()).toBe(waiting);
  });
});

describe("the fattest flow", () => {
  /** Finds the flow with the largest backlog (the fattest flow) by comparing all flows in order of service. */
  function fattestOf(flows: DrrFlows<number>): DrrFlow<number> | null {
    let found: DrrFlow<number> | null = null;
    for (const list of [flows.newFlows, flows.oldFlows]) {
      for (let flow = list.head; flow !== null; flow = flow.next)
        if (flow.fifo.bytes > (found?.fifo.bytes ?? 0)) found = flow;
    }
    return found;
  }

  test("of several flows with equal bytes is the first in order of service, whatever has happened since the last search", () => {
    const step = fc.oneof(
      fc.record({ flow: fc.integer({ min: 0, max: 12 }), bytes: fc.constantFrom(100, 200, 1500) }),
      fc.constantFrom("serve", "drop", "look", "take"),
    );
    fc.assert(
      fc.property(fc.array(step, { maxLength: 200 }), (steps) => {
        const flows = flowsWith(16, 300);
        for (const one of steps) {
          const fattest = fattestOf(flows);
          if (typeof one === "object") join(flows, one.flow, 1, one.bytes);
          else if (one === "serve") dequeue(flows);
          else if (one === "take") flows.takeAny();
          else {
            expect(flows.fattest()).toBe(fattest);
            if (one === "drop" && fattest !== null) flows.shift(fattest);
          }
        }
      }),
    );
  });

  test("is found in the same number of steps for any number of flows", () => {
    const looksWith = (count: number) => {
      const flows = flowsWith(65_536, QUANTUM);
      for (let flow = 0; flow < count; flow++) join(flows, flow, 1 + (flow % 7), 48);
      flows.fattest();
      let looks = 0;
      for (const { fifo } of flows.known) {
        let { bytes } = fifo;
        Object.defineProperty(fifo, "bytes", {
          get: () => {
            looks++;
            return bytes;
          },
          set: (value: number) => {
            bytes = value;
          },
        });
      }
      for (let i = 0; i < 1000; i++) {
        join(flows, i % count, 1, 48);
        const fattest = flows.fattest();
        if (fattest !== null) flows.shift(fattest);
      }
      return looks;
    };
    expect(looksWith(50)).toBeLessThan(8000);
    expect(looksWith(2000)).toBeLessThan(8000);
  });
});

test("the number of steps is limited, and the next one stops the run with an error message", () => {
  const kind = { most: 2e6, what: "the updates were", remedy: "fewer queues need fewer" };
  const counts = new StepCounts();
  const steps = counts.of(kind);
  steps.add(1e6);
  // Adds work that another link's queue has counted.
  counts.of(kind).add(1e6);
  expect(() => steps.add(1)).toThrow(TooLargeRun);
  expect(() => steps.add(1)).toThrow(
    "the updates were more than 2 million, the most that a run may have; fewer queues need fewer",
  );
});

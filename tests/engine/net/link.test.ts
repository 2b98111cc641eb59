import { describe, expect, test } from "vitest";
import { droptail } from "../../../src/engine/aqm/droptail.ts";
import { StepCounts } from "../../../src/engine/aqm/queue-discipline.ts";
import { Clock } from "../../../src/engine/core/clock.ts";
import { EventQueue, EventSlot } from "../../../src/engine/core/event-queue.ts";
import { RandomStream } from "../../../src/engine/core/random.ts";
import { RunPrograms } from "../../../src/engine/custom/run-programs.ts";
import { Link } from "../../../src/engine/net/link.ts";
import { PacketPool } from "../../../src/engine/net/packet.ts";
import type { ParamValues } from "../../../src/engine/params/param.ts";
import { defaultsOf } from "../../../src/engine/scenario/places.ts";
import { LINK_PARAMS } from "../../../src/engine/topologies/link-params.ts";
import { QUEUE_EVENT } from "../../../src/engine/trace/snapshot.ts";
import { FULL_PACKET_BYTES } from "./made-packets.ts";

const MS = 1e6;

/** A link of 10 Mbps on which a full packet takes 1.2 ms. Everything that leaves it is recorded. */
class LinkBench {
  readonly link: Link;
  readonly pool = new PacketPool();
  readonly left: { seq: number; atNs: number }[] = [];
  readonly signals: number[] = [];
  readonly clock = new Clock();
  private readonly events = new EventQueue(this.clock);
  private readonly transmitted = new EventSlot(this.events);
  private readonly arrived = new EventSlot(this.events);

  constructor(params: ParamValues) {
    const queue = { aqm: "droptail", params: { limit: "1000p" } };
    this.link = new Link(
      {
        clock: this.clock,
        id: "one",
        label: "one",
        programs: new RunPrograms(this.clock).at("queue"),
        pool: this.pool,
        transmitted: this.transmitted,
        arrived: this.arrived,
        wake: new EventSlot(this.events),
        queueStream: new RandomStream(1, "queue"),
        linkStream: new RandomStream(1, "link"),
        log: null,
        index: 0,
        steps: new StepCounts(),
        observer: { onLeaveQueue: () => {}, onHost: () => {}, onSignal: (kind) => this.signals.push(kind) },
        out: {
          receive: (packet) => {
            this.left.push({ seq: packet.seq, atNs: this.clock.nowNs });
            this.pool.release(packet);
          },
        },
      },
      { ...defaultsOf(LINK_PARAMS), ...params },
      queue,
      droptail,
      true,
    );
  }

  /** Sets the clock and returns the link. */
  at(nowNs: number): Link {
    this.clock.nowNs = nowNs;
    return this.link;
  }

  send(count: number, atNs = 0): void {
    for (let seq = 0; seq < count; seq++) {
      const packet = this.pool.take();
      this.at(atNs).port.receive(Object.assign(packet, { bytes: FULL_PACKET_BYTES, seq }));
    }
  }

  run(untilNs: number): void {
    while (this.events.nextTimeNs <= untilNs) {
      const { nextTimeNs, nextSlot } = this.events;
      this.clock.nowNs = nextTimeNs;
      if (nextSlot === this.transmitted.index) this.link.port.onTransmitted();
      else {
        const packet = this.link.pipe.takeDue();
        this.left.push({ seq: packet.seq, atNs: nextTimeNs });
        this.pool.release(packet);
      }
    }
  }
}

describe("a link", () => {
  test("without a delay passes packets on when they leave the queue", () => {
    const bench = new LinkBench({});
    bench.send(3);
    bench.run(10 * MS);
    expect(bench.left.map(({ atNs }) => atNs / MS)).toEqual([0, 1.2, 2.4]);
  });

  test("with a delay passes packets on later by the delay", () => {
    const bench = new LinkBench({ delay: 7 });
    bench.send(3);
    bench.run(20 * MS);
    expect(bench.left.map(({ atNs }) => atNs / MS)).toEqual([7, 8.2, 9.4]);
  });

  test("with a bucket, set during a run, sends a burst after a pause", () => {
    const bench = new LinkBench({});
    bench.link.configure({ ...bench.link.params, bucket: 3000 });
    bench.send(4);
    bench.run(10 * MS);
    expect(bench.left.map(({ atNs }) => atNs / MS)).toEqual([0, 0, 0, 1.2]);
    bench.link.configure({ ...bench.link.params, bucket: 0 });
    bench.send(2, 20 * MS);
    bench.run(30 * MS);
    expect(bench.left.slice(4).map(({ atNs }) => atNs / MS)).toEqual([20, 21.2]);
  });

  test("with jitter delays packets by up to the jitter, and keeps their order", () => {
    const bench = new LinkBench({ delay: 5, jitter: 10 });
    bench.send(500);
    bench.run(5000 * MS);
    expect(bench.left.map(({ seq }) => seq)).toEqual(Array.from({ length: 500 }, (_, i) => i));
    const late = bench.left.map(({ atNs }, i) => atNs / MS - 1.2 * i - 5);
    expect(Math.min(...late)).toBeGreaterThanOrEqual(0);
    expect(Math.max(...late)).toBeLessThanOrEqual(10);
    expect(Math.max(...late)).toBeGreaterThan(5);
  });

  test("loses its share of packets at random, counts the losses, and reports them", () => {
    const bench = new LinkBench({ loss: 0.1 });
    for (let i = 0; i < 10; i++) {
      bench.run(i * 1e9);
      bench.send(500, i * 1e9);
    }
    bench.run(1e11);
    const { losses } = bench.link;
    expect(losses).toBeGreaterThan(420);
    expect(losses).toBeLessThan(580);
    expect(bench.left.length + losses).toBe(5000);
    expect(bench.signals).toEqual(Array.from({ length: losses }, () => QUEUE_EVENT.linkLoss));
    expect(bench.pool.inUse).toBe(0);
  });

  test("follows patterns of its capacity and its delay, and counts what it could have sent", () => {
    const bench = new LinkBench({ delay: 1 });
    bench.at(1e9).setRateFactor(0.5);
    bench.link.setAddedDelay(20 * MS);
    expect([bench.link.port.rateBps, bench.link.pipe.delayNs]).toEqual([5e6, 21 * MS]);
    expect(bench.at(2e9).capacityBits()).toBe(15e6);
    bench.at(2e9).restartCapacity();
    expect(bench.at(4e9).capacityBits()).toBe(10e6);
  });

  test("without its own delay has the delay that a pattern adds", () => {
    const bench = new LinkBench({});
    bench.link.setAddedDelay(20 * MS);
    bench.send(2);
    bench.run(30 * MS);
    expect(bench.left.map(({ atNs }) => atNs / MS)).toEqual([20, 21.2]);
  });

  test("a new capacity or delay during a run keeps the effect of the patterns", () => {
    const bench = new LinkBench({ delay: 1 });
    bench.link.setRateFactor(0.5);
    bench.link.setAddedDelay(20 * MS);
    bench.at(1e9).configure({ ...bench.link.params, capacity: 40, delay: 3 });
    expect([bench.link.port.rateBps, bench.link.pipe.delayNs]).toEqual([20e6, 23 * MS]);
  });
});

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { Clock } from "../../../src/engine/core/clock.ts";
import { EventQueue } from "../../../src/engine/core/event-queue.ts";
import { EventSlot } from "../../../src/engine/core/event-slot.ts";
import { OvertakingPipe } from "../../../src/engine/net/overtaking-pipe.ts";
import { madePacket } from "./made-packets.ts";

class Bench {
  readonly pipe: OvertakingPipe;
  readonly arrived: { readonly seq: number; readonly atNs: number }[] = [];
  private readonly clock = new Clock();
  private readonly queue = new EventQueue(this.clock);

  constructor(delayNs: number) {
    this.pipe = new OvertakingPipe(this.clock, new EventSlot(this.queue));
    this.pipe.delayNs = delayNs;
  }

  enter(seq: number, atNs: number, extraNs: number): this {
    this.run(atNs);
    this.pipe.receiveLater(madePacket({ seq }), extraNs);
    return this;
  }

  run(untilNs: number): this {
    while (this.queue.nextTimeNs <= untilNs) {
      this.clock.nowNs = this.queue.nextTimeNs;
      this.arrived.push({ seq: this.pipe.takeDue().seq, atNs: this.clock.nowNs });
    }
    this.clock.nowNs = untilNs;
    return this;
  }
}

describe("a pipe in which packets overtake each other", () => {
  test("each arrives when its own delay is over", () => {
    const bench = new Bench(100).enter(0, 0, 50).enter(1, 10, 0).enter(2, 20, 10).run(1000);
    expect(bench.arrived).toEqual([
      { seq: 1, atNs: 110 },
      { seq: 2, atNs: 130 },
      { seq: 0, atNs: 150 },
    ]);
  });

  test("those of one time keep their order", () => {
    const bench = new Bench(100).enter(0, 0, 20).enter(1, 10, 10).enter(2, 20, 0).run(1000);
    expect(bench.arrived.map(({ seq }) => seq)).toEqual([0, 1, 2]);
  });

  test("a shorter delay lets those behind overtake as well", () => {
    const bench = new Bench(100).enter(0, 0, 0);
    bench.pipe.delayNs = 10;
    expect(
      bench
        .enter(1, 20, 0)
        .run(1000)
        .arrived.map(({ seq }) => seq),
    ).toEqual([1, 0]);
  });

  test("it tells how many it holds, and shows them in the order in which they arrive", () => {
    const bench = new Bench(100).enter(0, 0, 50).enter(1, 10, 0).enter(2, 20, 10);
    const seen: number[] = [];
    bench.pipe.visit(({ seq }) => seen.push(seq));
    expect([bench.pipe.packets, bench.pipe.head?.seq, seen]).toEqual([3, 1, [1, 2, 0]]);
    bench.run(1000);
    expect([bench.pipe.packets, bench.pipe.head]).toEqual([0, null]);
  });

  test("whatever the delays, every packet arrives once and at its time", () => {
    const entries = fc.array(fc.tuple(fc.nat(50), fc.nat(200)), { maxLength: 80 });
    fc.assert(
      fc.property(entries, (given) => {
        const bench = new Bench(100);
        const expected: { seq: number; atNs: number }[] = [];
        let atNs = 0;
        for (const [seq, [gapNs, extraNs]] of given.entries()) {
          atNs += gapNs;
          bench.enter(seq, atNs, extraNs);
          expected.push({ seq, atNs: atNs + 100 + extraNs });
        }
        bench.run(atNs + 1000);
        expect(bench.arrived).toEqual(expected.sort((a, b) => a.atNs - b.atNs || a.seq - b.seq));
      }),
    );
  });
});

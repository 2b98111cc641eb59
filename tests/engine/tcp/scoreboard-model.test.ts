/** Compares the scoreboard with a model that keeps the history of every segment and counts from scratch each time. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { Clock } from "../../../src/engine/core/clock.ts";
import { Packet } from "../../../src/engine/net/packet.ts";
import { SackRanges } from "../../../src/engine/tcp/sack-ranges.ts";
import { Scoreboard } from "../../../src/engine/tcp/scoreboard.ts";
import { cases } from "../../effort.ts";

interface Segment {
  isSacked: boolean;
  isLost: boolean;
  isRetransmitted: boolean;
  sentNs: number;
  /** Number of copies of the segment in the network. */
  copies: number;
}

class Model {
  readonly segments: Segment[] = [];
  una = 0;
  delivered = 0;
  latestDeliveredSentNs = -1;

  get nxt(): number {
    return this.segments.length;
  }

  out(): Segment[] {
    return this.segments.slice(this.una);
  }

  count(holds: (segment: Segment) => boolean): number {
    return this.out().filter(holds).length;
  }

  deliver(segment: Segment): void {
    if (segment.isSacked) return;
    this.delivered++;
    this.latestDeliveredSentNs = Math.max(this.latestDeliveredSentNs, segment.sentNs);
  }

  onAck(ack: number, blocks: readonly number[]): void {
    this.delivered = 0;
    for (; this.una < ack; this.una++) this.deliver(this.segments[this.una]);
    for (let i = 0; i < blocks.length; i += 2) {
      for (let seq = blocks[i]; seq < blocks[i + 1]; seq++) {
        this.deliver(this.segments[seq]);
        Object.assign(this.segments[seq], { isSacked: true, isLost: false, isRetransmitted: false });
      }
    }
  }

  /** Marks losses by the rule IsLost of RFC 6675 §4, with segments of equal size. */
  markLost(): void {
    for (let seq = this.una; seq < this.nxt; seq++) {
      const above = this.segments.slice(seq + 1).filter((segment) => segment.isSacked).length;
      if (!this.segments[seq].isSacked && above >= 3) this.segments[seq].isLost = true;
    }
  }

  markLostRetransmissions(reorderingNs: number): void {
    for (const segment of this.out()) {
      if (segment.sentNs + reorderingNs < this.latestDeliveredSentNs) segment.isRetransmitted = false;
    }
  }

  markAllLost(): void {
    for (const segment of this.out()) {
      if (!segment.isSacked) Object.assign(segment, { isLost: true, isRetransmitted: false });
    }
  }

  nextToRetransmit(): number {
    return this.segments.findIndex(
      (segment, seq) => seq >= this.una && segment.isLost && !segment.isRetransmitted,
    );
  }
}

/** The receiver: the segments that have arrived, and its ACKs. */
class FarEnd {
  private next = 0;
  private readonly ranges = new SackRanges();

  receive(seq: number): { ack: number; blocks: number[] } {
    if (seq === this.next) this.next = this.ranges.absorb(seq + 1);
    else if (seq > this.next) this.ranges.add(seq);
    const packet = new Packet();
    if (this.ranges.count > 0) this.ranges.writeTo(packet);
    return { ack: this.next, blocks: [...packet.sack.subarray(0, 2 * packet.sackBlocks)] };
  }
}

type Step = { kind: "send" | "deliver" | "lose" | "retransmit" | "timeout" | "rescue"; pick: number };

class Trial {
  private readonly clock = new Clock();
  readonly board = new Scoreboard(this.clock);
  readonly model = new Model();
  private readonly farEnd = new FarEnd();

  step({ kind, pick }: Step): void {
    this.clock.nowNs += 10;
    if (kind === "send") for (let i = 0; i <= pick % 12; i++) this.send();
    else if (kind === "deliver") this.deliver(pick);
    else if (kind === "lose") this.inNetwork(pick, (segment) => segment.copies--);
    else if (kind === "retransmit") for (let i = 0; i <= pick % 4; i++) this.retransmit();
    else if (kind === "timeout") this.timeout();
    else this.rescue();
    this.compare();
  }

  private send(): void {
    const { board, model } = this;
    board.onSent(model.nxt, model.una);
    model.segments.push({
      isSacked: false,
      isLost: false,
      isRetransmitted: false,
      sentNs: this.clock.nowNs,
      copies: 1,
    });
  }

  private inNetwork(pick: number, act: (segment: Segment, seq: number) => void): void {
    const seqs = this.model.segments.flatMap((segment, seq) => (segment.copies > 0 ? [seq] : []));
    if (seqs.length === 0) return;
    // Usually the oldest segments arrive first, as on a path without reordering.
    const seq = seqs[pick % Math.min(seqs.length, 5)];
    act(this.model.segments[seq], seq);
  }

  private deliver(pick: number): void {
    this.inNetwork(pick, (segment, seq) => {
      segment.copies--;
      const { ack, blocks } = this.farEnd.receive(seq);
      const { board, model } = this;
      const { una } = model;
      model.onAck(ack, blocks);
      board.beginAck();
      if (ack > una) board.acknowledge(una, ack);
      for (let i = 0; i < blocks.length; i += 2) {
        board.sackBlock(i / 2, blocks[i], blocks[i + 1], ack, model.nxt);
      }
      expect(board.delivered).toBe(model.delivered);
      board.markLost(model.nxt);
      model.markLost();
      board.markLostRetransmissions(25, ack);
      model.markLostRetransmissions(25);
    });
  }

  private retransmit(): void {
    const { board, model } = this;
    const seq = board.nextToRetransmit(model.nxt);
    expect(seq).toBe(model.nextToRetransmit());
    if (seq < 0) return;
    board.onRetransmitted(seq);
    const segment = model.segments[seq];
    Object.assign(segment, { isRetransmitted: true, sentNs: this.clock.nowNs, copies: segment.copies + 1 });
  }

  private timeout(): void {
    this.board.markAllLost(this.model.una, this.model.nxt);
    this.model.markAllLost();
  }

  private rescue(): void {
    const { board, model } = this;
    const seq = board.highestUnsacked(model.una, model.nxt);
    if (seq < 0) return;
    expect(board.markOneLost(seq)).toBe(true);
    model.segments[seq].isLost = true;
  }

  private compare(): void {
    const { board, model } = this;
    const sackedOut = model.count((segment) => segment.isSacked);
    const lostOut = model.count((segment) => segment.isLost);
    const retransOut = model.count((segment) => segment.isRetransmitted);
    expect([board.sackedOut, board.lostOut, board.retransOut]).toEqual([sackedOut, lostOut, retransOut]);
    const pipe = board.pipe(model.una, model.nxt);
    expect(pipe).toBe(model.count((segment) => !segment.isSacked && !segment.isLost) + retransOut);
    expect(retransOut).toBeLessThanOrEqual(lostOut);
  }
}

test("for any sequence of transmissions, deliveries, losses, retransmissions and timeouts, counts and choices equal those of the model", () => {
  const step: fc.Arbitrary<Step> = fc.record({
    kind: fc.constantFrom<Step["kind"]>(
      ...["send", "send", "deliver", "deliver", "deliver", "deliver", "lose"].map(
        (kind) => kind as Step["kind"],
      ),
      "retransmit",
      "retransmit",
      "timeout",
      "rescue",
    ),
    pick: fc.nat(100),
  });
  fc.assert(
    fc.property(fc.array(step, { minLength: 50, maxLength: 300 }), (steps) => {
      const trial = new Trial();
      for (const one of steps) trial.step(one);
    }),
    cases(150),
  );
});

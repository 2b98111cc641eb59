import { describe, expect, test } from "vitest";
import { Clock } from "../../../src/engine/core/clock.ts";
import type { AckSample } from "../../../src/engine/tcp/ack-sample.ts";
import { DeliveryRate } from "../../../src/engine/tcp/delivery-rate.ts";
import { Scoreboard } from "../../../src/engine/tcp/scoreboard.ts";
import { SenderState } from "../../../src/engine/tcp/sender-state.ts";
import { Harness, MS } from "./harness.ts";
import { plainNewReno } from "./lone-sender.ts";

type Sample = Partial<AckSample> & { readonly atMs: number; readonly rate: number };

interface Sampled {
  readonly harness: Harness;
  readonly samples: Sample[];
}

/** Returns a sender whose congestion control records its samples. */
function sampled(options: ConstructorParameters<typeof Harness>[0] = {}): Sampled {
  const samples: Sample[] = [];
  const cc = plainNewReno();
  cc.onSample = (_, sample) => {
    samples.push({ ...sample, atMs: sample.nowNs / MS, rate: sample.deliveryRate });
  };
  return { harness: new Harness({ cc, ...options, traits: { samples: true, ...options.traits } }), samples };
}

/** Matches a rate in segments per second. */
const near = (rate: number) => [expect.closeTo(rate, rate < 100 ? 0 : -1)];

describe("a rate sample", () => {
  test("reports the path's rate: the segments delivered since the newest one was sent, divided by that time (draft §3.3)", () => {
    const { harness, samples } = sampled({ gapMs: 2, sender: { initialWindow: 200 } });
    harness.state.ssthresh = 200;
    harness.start().run(3000);
    expect([samples[samples.length - 1].rate]).toEqual(near(500));
    expect(Math.max(...samples.map(({ rate }) => rate))).toBeLessThanOrEqual(500 + 1e-6);
  });

  test("reports one window per round trip if the window does not fill the path", () => {
    const { harness, samples } = sampled({ sender: { initialWindow: 10 } });
    harness.state.ssthresh = 10;
    harness.sender.cc.onAck = () => {};
    harness.start().run(2000);
    expect([samples[samples.length - 1].rate]).toEqual(near(100));
  });

  test("is 1 segment per round trip for the first ACK (draft §3.2)", () => {
    const { harness, samples } = sampled();
    harness.start().run(100);
    expect(samples).toMatchObject([
      {
        acked: 1,
        delivered: 1,
        deliveredTotal: 1,
        priorDelivered: 0,
        rttNs: 100 * MS,
        intervalNs: 100 * MS,
        inflightBefore: 10,
        inflightAtSend: 1,
        lost: 0,
        isAppLimited: false,
      },
    ]);
  });

  test("increases the totals by what each ACK newly reports, and uses the segment that was sent last", () => {
    const { harness, samples } = sampled({ receiver: { delayedAck: 2 } });
    harness.start().run(102);
    expect(
      samples.map(({ acked, delivered, deliveredTotal, inflightAtSend }) => [
        acked,
        delivered,
        deliveredTotal,
        inflightAtSend,
      ]),
    ).toEqual([[2, 2, 2, 2]]);
  });

  test("comes with every ACK, including duplicates, in every state", () => {
    const { harness, samples } = sampled();
    harness.dropOnce(0).start().run(400);
    expect(samples).toHaveLength(harness.acks.filter(({ atMs }) => atMs <= 350).length);
    expect(samples[0]).toMatchObject({ acked: 0, delivered: 1, priorDelivered: 0 });
  });

  test("reports losses when they are detected, with the number known when the segment was sent", () => {
    const { harness, samples } = sampled();
    harness.dropOnce(0, 1).start().run(600);
    const lost = samples.filter((sample) => (sample.lost ?? 0) > 0);
    expect(lost.map(({ lost: count, lostTotal, atMs }) => [count, lostTotal, atMs])).toEqual([[2, 2, 104]]);
    expect(samples[samples.length - 1]).toMatchObject({ lost: 0, lostTotal: 2, priorLost: 2 });
  });

  test("of a retransmission counts from its own transmission, and gives no round-trip time (Karn)", () => {
    const { harness, samples } = sampled({ segments: 10 });
    harness.dropOnce(0).start().run(600);
    const repaired = samples.find((sample) => (sample.acked ?? 0) > 1);
    // The retransmission was sent at 103 ms. It counts from the segment that was delivered last, which was sent 103
    // ms before; its ACK came 100 ms later.
    expect(repaired).toMatchObject({ acked: 10, delivered: 1, rttNs: -1, intervalNs: 103 * MS });
  });

  test("counts a lost retransmission as lost again (RFC 8985 §6.2)", () => {
    const { harness, samples } = sampled({ segments: 200 });
    harness.drop({ 0: 2 }).start().run(900);
    expect(samples[samples.length - 1].lostTotal).toBe(2);
  });

  test("of a duplicate ACK without SACK reports that a segment arrived, but not which", () => {
    const { harness, samples } = sampled({ sender: { sack: false } });
    harness.dropOnce(0).start().run(101);
    expect(samples[0]).toMatchObject({ delivered: 1, priorDelivered: -1, intervalNs: 0, rate: 0 });
  });
});

describe("an application that does not fill the window (draft §3.4)", () => {
  test("marks its samples as limited by the application, until the data in flight at that time is delivered", () => {
    const { harness, samples } = sampled({ segments: 5 });
    harness.start().run(150);
    expect(samples.map(({ isAppLimited }) => isAppLimited)).toEqual([false, false, false, false, false]);
    harness.sender.dataEnd = Number.POSITIVE_INFINITY;
    harness.sender.resume();
    harness.run(300);
    expect(samples[5]).toMatchObject({ isAppLimited: true });
    harness.run(800);
    expect(samples[samples.length - 1].isAppLimited).toBe(false);
  });

  test("time in which nothing was in flight is not part of any sample (draft §3.2)", () => {
    const { harness, samples } = sampled({ segments: 5 });
    harness.start().run(5000);
    harness.sender.dataEnd = 10;
    harness.sender.resume();
    harness.run(6000);
    expect(Math.max(...samples.map(({ intervalNs }) => intervalNs ?? 0))).toBeLessThan(105 * MS);
  });
});

describe("marks in a rate sample", () => {
  test("include all segments of an ACK with ECE with the classic echo", () => {
    const { harness, samples } = sampled({ receiver: { delayedAck: 2 } });
    harness.markOnce(4).start().run(115);
    expect(samples.map(({ delivered, marked }) => [delivered, marked])).toEqual([
      [2, 0],
      [2, 0],
      [1, 1],
      [1, 1],
      [2, 2],
      [2, 2],
    ]);
  });

  test("include only the marked segments with DCTCP's echo (RFC 8257 §3.2)", () => {
    const { harness, samples } = sampled({ receiver: { delayedAck: 2 }, traits: { feedback: "dctcp" } });
    harness.markOnce(3, 4, 5).start().run(112);
    expect(samples[samples.length - 1]).toMatchObject({ deliveredTotal: 9, markedTotal: 3 });
  });

  test("are exact with a counter, even if ACKs are lost (RFC 9768)", () => {
    const { harness, samples } = sampled({ traits: { feedback: "accurate", ect1: true } });
    harness.markOnce(3, 4, 5, 8);
    harness.loseAck = ({ ack }) => ack >= 4 && ack <= 6;
    harness.start().run(112);
    expect(samples.filter(({ marked }) => marked !== 0).map(({ marked, acked }) => [marked, acked])).toEqual([
      [3, 4],
      [1, 1],
    ]);
    expect(samples[samples.length - 1]).toMatchObject({ deliveredTotal: 10, markedTotal: 4 });
  });

  test("that are known when a segment is sent are stored with the segment", () => {
    const { harness, samples } = sampled({ traits: { feedback: "accurate" } });
    harness.markOnce(0, 1).start().run(202);
    expect(samples.find(({ deliveredTotal }) => deliveredTotal === 12)).toMatchObject({ priorMarked: 2 });
  });
});

test("an interval shorter than the smallest round-trip time gives no sample (Linux tcp_rate_gen)", () => {
  const clock = new Clock();
  const [rate, board, state] = [new DeliveryRate(), new Scoreboard(clock), new SenderState(clock, 10)];
  Object.assign(state, { nxt: 1, minRttNs: 100 });
  clock.nowNs = 1000;
  board.onSent(0, 0);
  rate.restart(state);
  rate.onSent(0, 0, 1, 0);
  board.beginAck();
  rate.beginAck(state, board);
  board.acknowledge(0, 1);
  clock.nowNs = 1050;
  rate.takeSample(state, board, 1, 0);
  expect([rate.sample.priorDelivered, rate.sample.intervalNs, rate.sample.deliveryRate]).toEqual([0, 0, 0]);
});

test("the send interval is used if it is longer than the ACK interval (draft §2.2.3), as when ACKs arrive together", () => {
  const clock = new Clock();
  const [rate, board, state] = [new DeliveryRate(), new Scoreboard(clock), new SenderState(clock, 10)];
  rate.restart(state);
  for (let seq = 0; seq < 4; seq++) {
    clock.nowNs = seq * 100;
    board.onSent(seq, 0);
    rate.onSent(seq, 0, seq + 1, 0);
  }
  Object.assign(state, { nxt: 4, minRttNs: 50 });
  for (const [ack, nowNs] of [
    [2, 350],
    [4, 360],
  ]) {
    board.beginAck();
    rate.beginAck(state, board);
    board.acknowledge(state.una, ack);
    const acked = ack - state.una;
    state.una = ack;
    clock.nowNs = nowNs;
    rate.takeSample(state, board, acked, 0);
  }
  // The fourth segment left 300 ns after the first. The two ACKs of each pair came within 10 ns of each other.
  expect(rate.sample).toMatchObject({ deliveredTotal: 4, priorDelivered: 0, intervalNs: 360 });
});

test("the ring grows with what is in flight", () => {
  const { harness, samples } = sampled({ sender: { initialWindow: 1000 }, gapMs: 0.01, segments: 1000 });
  harness.start().run(300);
  expect(samples.map(({ inflightAtSend }) => inflightAtSend)).toEqual(
    Array.from({ length: 1000 }, (_, i) => i + 1),
  );
});

import { describe, expect, test } from "vitest";
import { CE, ECT0, ECT1, NOT_ECT } from "../../../src/engine/net/packet.ts";
import { EcnReceiver, EcnSender, type EcnTraits } from "../../../src/engine/tcp/ecn.ts";
import { FLOW_EVENT } from "../../../src/engine/trace/snapshot.ts";
import { madePacket } from "../net/made-packets.ts";
import { range } from "./conformance/scripted.ts";
import { Harness } from "./harness.ts";

/** Returns a sender in congestion avoidance with a window of 20 segments. */
function steady(options: ConstructorParameters<typeof Harness>[0] = {}): Harness {
  const harness = new Harness({ ...options, sender: { initialWindow: 20, ...options.sender } });
  harness.state.ssthresh = 20;
  return harness;
}

describe("the sender's ECN bits", () => {
  test("new data is ECT(0), retransmissions are not ECN-capable (RFC 3168 §6.1.5)", () => {
    const ecn = new EcnSender(true, false);
    const [data, again] = [madePacket(), madePacket({ ecn: ECT0 })];
    ecn.stamp(data, false);
    ecn.stamp(again, true);
    expect([data.ecn, again.ecn]).toEqual([ECT0, NOT_ECT]);
  });

  test("with ECT retransmissions switched on, they are ECT(0) too, without CWR (RFC 8311 §4.3)", () => {
    const ecn = new EcnSender(true, true);
    ecn.cwrPending = true;
    const [again, data] = [madePacket(), madePacket()];
    ecn.stamp(again, true);
    ecn.stamp(data, false);
    expect([again.ecn, again.cwr, data.cwr]).toEqual([ECT0, false, true]);
    ecn.enabled = false;
    ecn.stamp(again, true);
    expect(again.ecn).toBe(NOT_ECT);
  });

  test("CWR is set once, on the next new data segment (RFC 3168 §6.1.2)", () => {
    const ecn = new EcnSender(true, false);
    ecn.cwrPending = true;
    const packets = [madePacket(), madePacket(), madePacket()];
    ecn.stamp(packets[0], true);
    ecn.stamp(packets[1], false);
    ecn.stamp(packets[2], false);
    expect(packets.map((packet) => packet.cwr)).toEqual([false, true, false]);
  });

  test("without ECN no bits are set, whatever bits the reused packet object had", () => {
    const ecn = new EcnSender(false, false);
    ecn.cwrPending = true;
    const packet = madePacket({ ecn: ECT0, cwr: true });
    ecn.stamp(packet, false);
    expect([packet.ecn, packet.cwr]).toEqual([NOT_ECT, false]);
  });
});

test("the receiver records when the first CE of a round arrived (RFC 3168 §6.1.3)", () => {
  const ecn = new EcnReceiver({});
  const marked = madePacket({ ecn: 3 });
  expect([ecn.onClassicData(marked), ecn.onClassicData(marked), ecn.echo]).toEqual([true, false, true]);
  expect([ecn.onClassicData(madePacket({ ecn: ECT0, cwr: true })), ecn.echo]).toEqual([false, false]);
});

test("the receiver takes a segment that is not ECT for a retransmission once a segment was ECT (Linux tcp_ecn_check_ce)", () => {
  const ecn = new EcnReceiver({});
  const [plain, capable] = [madePacket(), madePacket({ ecn: ECT0 })];
  expect([plain, capable, plain, capable].map((packet) => ecn.onClassicData(packet))).toEqual([
    ...[false, false, true, false],
  ]);
});

describe("the ECN bits of senders that need ECN", () => {
  test("retransmissions are ECN-capable too, as in Linux; CWR stays on new data", () => {
    const ecn = new EcnSender(true, false);
    ecn.use({ feedback: "dctcp", ect1: false }, true);
    ecn.cwrPending = true;
    const [again, data] = [madePacket(), madePacket()];
    ecn.stamp(again, true);
    ecn.stamp(data, false);
    expect([again.ecn, again.cwr, data.ecn, data.cwr]).toEqual([ECT0, false, ECT0, true]);
  });

  test("data is ECT(1) if that setting is on (RFC 9331 §4.1)", () => {
    const ecn = new EcnSender(true, false);
    ecn.use({ feedback: "accurate", ect1: true }, true);
    const packet = madePacket();
    ecn.stamp(packet, false);
    expect(packet.ecn).toBe(ECT1);
  });
});

describe("DCTCP's echo (RFC 8257 §3.2)", () => {
  const run = (marks: readonly number[], delayedAck = 2) => {
    const harness = new Harness({ traits: { feedback: "dctcp" }, receiver: { delayedAck }, segments: 10 })
      .markOnce(...marks)
      .start()
      .run(95);
    return harness.acks;
  };

  test("each ACK reports the field of its latest segment, and nothing is latched", () => {
    expect(run([2, 3, 6], 1).map(({ ece }) => (ece ? 1 : 0))).toEqual([0, 0, 1, 1, 0, 0, 1, 0, 0, 0]);
  });

  test("on a change, earlier segments are acknowledged with the old value first, then the segment itself", () => {
    // Segments 0 and 1 are acknowledged as a pair. The ACK of segment 2 is delayed when the marked segment 3 arrives.
    // Segments 4 and 5 are marked, 6 is not.
    expect(run([3, 4, 5]).map(({ ack, ece }) => [ack, ece])).toEqual([
      [2, false],
      [3, false],
      [4, true],
      [6, true],
      [7, false],
      [9, false],
      [10, false],
    ]);
  });

  test("the sender therefore counts marks exactly despite delayed ACKs", () => {
    const marks = [1, 2, 4, 5, 6, 9];
    const acks = run(marks);
    let [una, counted] = [0, 0];
    for (const { ack, ece } of acks) {
      if (ece) counted += ack - una;
      una = ack;
    }
    expect(counted).toBe(marks.length);
  });

  test("ACKs are as ECN-capable as the data, as in Linux", () => {
    expect(new Set(run([3]).map(({ ecn }) => ecn))).toEqual(new Set([ECT0]));
  });

  test("a mark reduces cwnd once per window, and the next segment carries CWR", () => {
    const harness = steady({ traits: { feedback: "dctcp" } })
      .markOnce(...range(3, 13))
      .start()
      .run(450);
    expect(harness.events.map(({ kind }) => kind)).toEqual([FLOW_EVENT.ecnReduction]);
    expect(harness.sent.filter(({ cwr }) => cwr)).toHaveLength(1);
  });
});

describe("another feedback during a run", () => {
  test("marks that no ACK has reported yet are not echoed by the new method", () => {
    const receiver = new EcnReceiver({ feedback: "accurate" });
    receiver.onData(madePacket({ ecn: CE }));
    receiver.setFeedback({});
    const ack = madePacket({ isAck: true });
    receiver.stamp(ack);
    expect(ack.ece).toBe(false);
  });
});

describe("accurate feedback (RFC 9768)", () => {
  const run = (marks: readonly number[], delayedAck = 2, more: EcnTraits = {}) => {
    const traits = { feedback: "accurate", ect1: true, ...more } as const;
    const harness = new Harness({ traits, receiver: { delayedAck }, segments: 10 })
      .markOnce(...marks)
      .start()
      .run(95);
    return harness;
  };

  test("each ACK carries the number of marked segments that have arrived", () => {
    expect(run([0, 3, 4, 9], 1).acks.map(({ ceCount }) => ceCount)).toEqual([1, 1, 1, 2, 3, 3, 3, 3, 3, 4]);
  });

  const told = ({ acks }: Harness) => acks.map(({ ack, ceCount }) => [ack, ceCount]);

  test("an ACK is sent at each change of the ECN field, also if nothing follows the CE, as in Linux (tcp_ecn_received_counters)", () => {
    expect(told(run([2, 3, 4, 8]))).toEqual([
      [2, 0],
      [3, 1],
      [5, 3],
      [6, 3],
      [8, 3],
      [9, 4],
      [10, 4],
    ]);
  });

  test("DCTCP's receiver acknowledges the earlier segments first, with a count that already includes the new mark", () => {
    // The ACK of segment 2 is delayed when the marked segment 3 arrives.
    expect(told(run([3], 2, { acknowledgesBeforeChange: true }))).toEqual([
      [2, 0],
      [3, 1],
      [4, 1],
      [5, 1],
      [7, 1],
      [9, 1],
      [10, 1],
    ]);
    const echo = new Harness({ traits: { feedback: "dctcp" }, receiver: { delayedAck: 2 }, segments: 10 });
    echo.markOnce(3).start().run(95);
    expect(echo.acks.map(({ ack, ece }) => [ack, ece]).slice(1, 4)).toEqual([
      [3, false],
      [4, true],
      [5, false],
    ]);
  });

  test("has no CWR, because its bit belongs to the counter (§3.2.2)", () => {
    const cwrs = (traits: EcnTraits) =>
      new Harness({ traits, segments: 40 })
        .markOnce(2)
        .start()
        .run(400)
        .sent.filter(({ cwr }) => cwr).length;
    expect([{ feedback: "accurate" } as const, {}].map(cwrs)).toEqual([0, 1]);
  });

  test("an ACK that reports more marks is a signal; data and ACKs are ECT(1)", () => {
    const harness = run([2], 1);
    expect(harness.acks.map(({ ece }) => ece).indexOf(true)).toBe(2);
    expect(harness.acks.filter(({ ece }) => ece)).toHaveLength(1);
    expect(new Set(harness.acks.map(({ ecn }) => ecn))).toEqual(new Set([ECT1]));
    expect(new Set(harness.sent.map(({ ecn }) => ecn))).toEqual(new Set([ECT1]));
  });

  test("is ignored if ECN is off", () => {
    const ecn = new EcnSender(false, false);
    ecn.use({ feedback: "accurate", ect1: true }, true);
    expect(ecn.marksIn(madePacket({ ceCount: 5 }))).toBe(0);
  });
});

describe("between sender and receiver (RFC 3168 §6.1)", () => {
  test.each([
    [false, NOT_ECT],
    [true, ECT0],
  ])("ECN-capable retransmissions %s: a lost segment is sent again as %s", (ectRetransmissions, ecn) => {
    const harness = steady({ sender: { ectRetransmissions } }).dropOnce(5).start().run(450);
    expect(harness.sent.filter((one) => one.isRetransmission).map((one) => [one.seq, one.ecn])).toEqual([
      [5, ecn],
    ]);
  });

  test("ten CE marks in one window of data cause one reduction and one CWR (§6.1.2)", () => {
    const harness = steady()
      .markOnce(...range(3, 13))
      .start()
      .run(450);
    expect(harness.events.map(({ kind, before, after }) => [kind, before, after])).toEqual([
      [FLOW_EVENT.ecnReduction, 20, 10],
    ]);
    expect(harness.sent.filter(({ cwr }) => cwr)).toHaveLength(1);
    expect(harness.sender.ecnReductions).toBe(1);
  });

  test("ECE is sent from the first CE until CWR arrives, and not afterwards", () => {
    const harness = steady().markOnce(3).start().run(450);
    const cwr = harness.sent.find((segment) => segment.cwr)?.seq ?? -1;
    expect(cwr).toBeGreaterThanOrEqual(20);
    for (const { ack, ece } of harness.acks) expect([ack, ece]).toEqual([ack, ack > 3 && ack <= cwr]);
  });

  test("CE in the next window of data causes a second reduction", () => {
    const harness = steady().markOnce(3).start().run(150);
    harness.markOnce(harness.state.nxt + 5);
    harness.run(700);
    expect(harness.events.map(({ kind }) => kind)).toEqual([
      FLOW_EVENT.ecnReduction,
      FLOW_EVENT.ecnReduction,
    ]);
    const [first, second] = harness.events;
    expect(second.atMs - first.atMs).toBeGreaterThan(100);
    expect(second.after).toBe(Math.floor(second.before / 2));
  });

  test("if the segment with CWR is lost ECE continues, and the next window's CWR ends it", () => {
    const harness = steady();
    let isLost = false;
    harness.fate = ({ seq, cwr, isRetransmission }) => {
      if (cwr && !isLost) {
        isLost = true;
        return "drop";
      }
      return seq === 3 && !isRetransmission ? "mark" : "deliver";
    };
    harness.start().run(1500);
    const cwrs = harness.sent.filter(({ cwr }) => cwr);
    expect(cwrs.length).toBeGreaterThan(1);
    const echoed = harness.acks.filter(({ ece }) => ece).map(({ atMs }) => atMs);
    expect(echoed[0]).toBe(53);
    expect(echoed[echoed.length - 1]).toBeGreaterThan(cwrs[0].atMs + 100);
    expect(echoed[echoed.length - 1]).toBeLessThanOrEqual(cwrs[1].atMs + 50);
    expect(harness.acks[harness.acks.length - 1].ece).toBe(false);
  });

  test("retransmissions are not ECT and do not carry CWR (§6.1.5)", () => {
    const harness = steady().dropOnce(4, 7, 8).start().run(600);
    const again = harness.sent.filter(({ isRetransmission }) => isRetransmission);
    expect(again.map(({ seq, ecn, cwr }) => [seq, ecn, cwr])).toEqual([
      [4, NOT_ECT, false],
      [7, NOT_ECT, false],
      [8, NOT_ECT, false],
    ]);
    const first = harness.sent.filter(({ isRetransmission }) => !isRetransmission);
    expect(new Set(first.map(({ ecn }) => ecn))).toEqual(new Set([ECT0]));
  });

  test("a loss also sets CWR, so that the receiver stops echoing (§6.1.2)", () => {
    const harness = steady().dropOnce(4).start().run(600);
    expect(harness.sent.filter(({ cwr }) => cwr)).toHaveLength(1);
  });

  test("a connection without ECN sends no ECT and ignores ECE", () => {
    const harness = steady({ ecn: false }).start().run(90);
    expect(new Set(harness.sent.map(({ ecn }) => ecn))).toEqual(new Set([NOT_ECT]));
    harness.sender.ecn.enabled = true;
    harness.run(110);
    harness.markOnce(...range(20, 60));
    harness.run(190);
    harness.sender.ecn.enabled = false;
    harness.run(400);
    expect(harness.acks.some(({ ece }) => ece)).toBe(true);
    expect(harness.events).toEqual([]);
  });

  test("cwnd does not grow during a reduction", () => {
    const harness = steady().markOnce(3).start();
    let last = Number.POSITIVE_INFINITY;
    for (let ms = 104; ms < 200; ms++) {
      harness.run(ms);
      expect(harness.state.cwnd).toBeLessThanOrEqual(last);
      last = harness.state.cwnd;
    }
    expect(harness.state.ssthresh).toBe(10);
  });
});

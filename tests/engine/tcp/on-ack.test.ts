import { describe, expect, test } from "vitest";
import { newreno } from "../../../src/engine/cc/newreno.ts";
import { onAck } from "../../../src/engine/tcp/on-ack.ts";
import { FLOW_EVENT } from "../../../src/engine/trace/snapshot.ts";
import { madeControl } from "../cc/made.ts";
import { madePacket } from "../net/made-packets.ts";
import { scripted } from "./conformance/scripted.ts";
import { Harness, MS } from "./harness.ts";
import { plainNewReno } from "./lone-sender.ts";

describe("round-trip samples (Karn, RFC 6298 §3)", () => {
  test("the first ACK gives the first sample", () => {
    const harness = new Harness().start().run(100);
    expect([harness.state.srttNs, harness.state.minRttNs]).toEqual([100 * MS, 100 * MS]);
  });

  test("with delayed ACKs the sample is that of the older segment and includes the delay", () => {
    const harness = new Harness({ receiver: { delayedAck: 2 }, sender: { initialWindow: 1 } })
      .start()
      .run(140);
    expect(harness.state.srttNs).toBe(140 * MS);
  });

  test("a retransmitted segment gives no sample", () => {
    const harness = new Harness({ segments: 1 }).dropOnce(0).start().run(5000);
    expect([harness.state.una, harness.state.srttNs]).toEqual([1, 0]);
  });

  test.each([true, false])(
    "segments that waited at the receiver for a retransmission give no sample (SACK %s), so the path's RTT never changes",
    (sack) => {
      const harness = new Harness({ sender: { sack, initialWindow: 20 }, gapMs: 0.001 })
        .dropOnce(3, 9)
        .start();
      for (let ms = 1; ms < 1000; ms++) {
        harness.run(ms);
        if (harness.state.srttNs > 0) expect(harness.state.srttNs / MS).toBeLessThan(101);
      }
      expect(harness.state.una).toBeGreaterThan(20);
    },
  );

  test("a congestion control gets the sample of the newest segment, which did not wait for a delayed ACK", () => {
    const samples: number[] = [];
    const cc = plainNewReno();
    cc.onRttSample = (_, rttNs) => samples.push(rttNs / MS);
    const traits = { paced: true };
    const harness = new Harness({ cc, traits, receiver: { delayedAck: 2 }, gapMs: 0.001 });
    // Segments leave every 10 ms, so that the first segment of each pair waits that long for its ACK.
    harness.state.pacingRate = 100;
    harness.start().run(155);
    expect(samples).toEqual([100, 100, 100]);
    expect(harness.state.srttNs).toBe(110 * MS);
  });
});

test.each([
  [true, ["reaction", "sample"]],
  [false, ["sample", "reaction"]],
])("a control with samplesAfterReaction %s is called in the order %s", (samplesAfterReaction, order) => {
  const calls: string[] = [];
  const cc = plainNewReno();
  cc.ssthreshAfterMark = ({ cwnd }) => {
    calls.push("reaction");
    return cwnd;
  };
  cc.onSample = (_, { marked }) => marked > 0 && calls.push("sample");
  const traits = { samples: true, ownsCwnd: true, samplesAfterReaction, feedback: "accurate" as const };
  new Harness({ cc, traits, ecn: true }).markOnce(3).start().run(120);
  expect(calls).toEqual(order);
});

describe("growth of cwnd", () => {
  test("counts each segment once: segments that were SACKed before give no new credit (RFC 3465 §2.1)", () => {
    const acked: number[] = [];
    const cc = plainNewReno();
    cc.onAck = (_, segments) => acked.push(segments);
    new Harness({ cc, segments: 30, sender: { initialWindow: 30, recovery: "classic" } })
      .dropOnce(29)
      .start()
      .run(5000);
    expect(acked.reduce((sum, n) => sum + n, 0)).toBeLessThanOrEqual(30);
  });

  test("stops during a reduction", () => {
    const harness = new Harness();
    let growing = 0;
    const { cc } = harness.sender;
    harness.sender.cc = Object.assign(Object.create(cc), { onAck: () => growing++ });
    harness.dropOnce(0).start().run(202);
    expect(growing).toBe(0);
  });
});

describe("old and unusual ACKs", () => {
  test("an ACK below SND.UNA is ignored", () => {
    const harness = new Harness().start().run(150);
    const before = { ...harness.state };
    onAck(harness.sender, madePacket({ isAck: true, ack: 2, ece: true }));
    expect({ ...harness.state }).toEqual(before);
    expect(harness.events).toEqual([]);
  });

  test("the next ACK compensates for lost ACKs, because ACKs are cumulative", () => {
    const harness = new Harness({ segments: 10 });
    harness.loseAck = ({ ack }) => ack < 10;
    harness.start().run(150);
    expect([harness.state.una, harness.sender.rtos]).toEqual([10, 0]);
  });

  test("no SACK information is lost with lost ACKs", () => {
    const harness = new Harness({ sender: { initialWindow: 40 } }).dropOnce(2, 12, 22);
    let n = 0;
    harness.loseAck = () => n++ % 2 === 1;
    harness.start().run(300);
    expect(harness.retransmitted()).toEqual([2, 12, 22]);
    expect([harness.state.una > 40, harness.sender.rtos]).toEqual([true, 0]);
  });
});

test("a mark in slow start ends slow start with β_ecn for ssthresh and cwnd (RFC 8511 §3.1)", () => {
  const cc = madeControl(newreno, { "beta-ecn": 0.8 });
  const harness = new Harness({ cc, sender: { initialWindow: 20, recovery: "classic" } })
    .markOnce(0)
    .start()
    .run(100);
  expect(harness.events).toEqual([{ kind: FLOW_EVENT.ecnReduction, atMs: 100, before: 20, after: 16 }]);
  expect([harness.state.cwnd, harness.state.ssthresh, harness.state.inSlowStart]).toEqual([16, 16, false]);
});

test.each([true, false])(
  "inflight is never negative, and the transfer continues, whatever is lost or marked (SACK %s)",
  (sack) => {
    const harness = new Harness({ sender: { initialWindow: 30, sack }, gapMs: 0.5 });
    harness.state.ssthresh = 40;
    let x = 1;
    harness.fate = () => {
      x = (x * 48271) % 2147483647;
      return x % 30 === 0 ? "drop" : x % 37 === 0 ? "mark" : "deliver";
    };
    harness.start();
    for (let ms = 1; ms < 20_000; ms++) {
      harness.run(ms);
      const { state, sender } = harness;
      expect(state.inflight).toBeGreaterThanOrEqual(0);
      expect(sender.board.pipe(state.una, state.nxt)).toBeGreaterThanOrEqual(0);
      expect(state.cwnd).toBeGreaterThanOrEqual(1);
      expect(state.nxt - state.una).toBeLessThan(2000);
    }
    expect(harness.state.una).toBeGreaterThan(500);
  },
);

describe("losses by time (Linux tcp_rack_advance, tcp_identify_packet_loss)", () => {
  test("an ACK that acknowledges segments and reports a hole takes RACK's RTT from the acknowledged ones: the next ACK proves the loss", () => {
    const flow = scripted({ rttMs: 100 }).write(40).sendsAll(0, 10).at(100).ack(1).sends(10, 11);
    flow.at(101).ack(2).sends(12, 13).at(102).ack(3).sends(14, 15).at(103).ack(10).taken();
    // Segment 12 was sent 1 ms after the acknowledged segment 11, and 1 ms before the SACKed segment 15.
    flow.at(200).ack(12, [13, 16]).state("open").at(201).ack(12, [13, 17]).state("recovery");
  });

  test("in a recovery a delivered retransmission proves the loss of segments that were sent before it, without a SACK", () => {
    const flow = scripted({ rttMs: 100 }).write(10).sendsAll(0, 10).at(100).ack(0, [1, 4]).sends(0);
    flow.ack(0, [1, 9]).sends().at(200).ack(9).sends(9).state("recovery");
  });
});

import { describe, expect, test } from "vitest";
import { FLOW_EVENT } from "../../../src/engine/trace/snapshot.ts";
import { scripted } from "./conformance/scripted.ts";

/** The probe is due after two SRTT and two ticks. */
const PROBE_MS = 202;

describe("when a probe is sent (RFC 8985 §7.2)", () => {
  test("two SRTT and two ticks after the last segment, which is sent again if there is no new data", () => {
    const flow = scripted({ rttMs: 100 }).write(5).sendsAll(0, 5);
    flow.at(PROBE_MS - 1).sends();
    flow.at(PROBE_MS).sends(4).happened("lossProbe").state("open").cwnd(10);
    expect(flow.sender.retransmissions).toBe(1);
  });

  test("with one segment outstanding, the probe waits longer by the RTO floor for a delayed ACK, but no longer than the RTO", () => {
    const flow = scripted({ rttMs: 20 });
    flow.sender.state.rttvarNs = 100e6;
    flow.write(1).sends(0).at(239).sends().at(240).sends(0).happened("lossProbe");
    const steady = scripted({ rttMs: 20 }).write(1).sends(0);
    steady.at(219).sends().at(220).sends(0).happened("lossProbe");
  });

  test("the timer of the probe restarts with each ACK of new data and each new segment", () => {
    const flow = scripted({ rttMs: 100 }).write(5);
    flow.at(40).ack(2).at(50).write(1).taken();
    // At this time SRTT is 92.5 ms.
    flow.at(236).sends().at(237).sends(5);
  });

  test("a probe is sent no later than the timeout of the oldest segment", () => {
    const flow = scripted({ rttMs: 100 }).write(5).sendsAll(0, 5);
    flow.at(150).write(1).sends(5);
    // The RTO is due 300 ms after the first segment and two SRTT after the last one.
    flow.at(299).sends().at(300).sends(5).happened("lossProbe");
  });

  test("the probe is a new segment if the application has one, whatever cwnd is", () => {
    const flow = scripted({ rttMs: 100 }).write(20).sendsAll(0, 10);
    flow.at(PROBE_MS).sends(10);
    expect([flow.sender.state.inflight, flow.sender.retransmissions]).toEqual([11, 0]);
  });

  test("no probe is sent without SACK, or if probes are switched off", () => {
    for (const sender of [{ sack: false }, { lossProbes: false }]) {
      const flow = scripted({ rttMs: 100, sender }).write(5).sendsAll(0, 5);
      flow.at(299).sends().at(300).sends(0).happened("rto");
    }
  });

  test("no probe is sent during a recovery, where the timeout follows", () => {
    const flow = scripted({ rttMs: 100 }).write(10).sendsAll(0, 10);
    flow.at(100).ack(0, [1, 4]).sends(0).state("recovery");
    flow.at(399).sends().at(400).sends(0).happened("lossReduction", "rto");
  });

  test("only one probe is sent; the timeout follows one RTO after it", () => {
    const flow = scripted({ rttMs: 100 }).write(5).sendsAll(0, 5);
    flow
      .at(PROBE_MS)
      .sends(4)
      .at(PROBE_MS + 299)
      .sends();
    flow
      .at(PROBE_MS + 300)
      .sends(0)
      .happened("lossProbe", "rto");
  });

  test("before the first RTT sample, the probe is sent after the first RTO", () => {
    const flow = scripted().write(5).sendsAll(0, 5);
    flow.at(999).sends().at(1000).sends(4).happened("lossProbe");
  });
});

describe("the meaning of the answer to a probe (RFC 8985 §7.4)", () => {
  /** Returns a sender that has sent five segments and then a probe of the last one. */
  function probed() {
    const flow = scripted({ rttMs: 100 }).write(5).sendsAll(0, 5);
    return flow
      .at(100)
      .ack(4)
      .sends()
      .at(100 + 300)
      .sends(4)
      .happened("lossProbe");
  }

  test("a SACK of the probe shows what is missing before it, which is retransmitted at once: no timeout", () => {
    const flow = scripted({ rttMs: 100 }).write(10);
    flow.at(100).ack(6).taken();
    flow.at(302).sends(9).at(402).ack(6, [9, 10]).sends(6).state("recovery");
    flow.at(502).ack(7, [9, 10]).sends(7, 8).at(602).ack(10).state("open");
    flow.happened("lossProbe", "lossReduction");
  });

  test("an ACK of data beyond the probe shows that the last segment itself was lost, and causes one reduction at once", () => {
    const flow = probed();
    flow.after(100).ack(5).happened("lossProbe").cwnd(10);
    flow.write(2).sends(5, 6).after(100).ack(7).state("open").cwnd(7).ssthresh(7);
    flow.happened("lossProbe", "lossReduction");
    expect(flow.sender.lossReductions).toBe(1);
  });

  test("a DSACK shows that the original had arrived, so there is no reduction", () => {
    const flow = probed().after(50).ack(5).after(50).ack(5, [4, 5]);
    flow.write(2).sends(5, 6).after(100).ack(7).cwnd(10).happened("lossProbe");
  });

  test("a bare duplicate ACK of a receiver without DSACK shows the same", () => {
    const flow = probed().after(50).ack(5).after(50).ack(5);
    flow.write(2).sends(5, 6).after(100).ack(7).cwnd(10).happened("lossProbe");
  });

  test("new data as a probe repairs nothing, so its ACK has no effect", () => {
    const flow = scripted({ rttMs: 100 }).write(20).sendsAll(0, 10).at(PROBE_MS).sends(10);
    flow.after(50).ack(11).state("open");
    expect(flow.sender.probe.end).toBe(-1);
    expect(flow.events.map(({ kind }) => kind)).toEqual([FLOW_EVENT.lossProbe]);
  });

  test("a timeout ends the wait for an answer", () => {
    const flow = probed()
      .at(400 + 300)
      .sends(4)
      .happened("lossProbe", "rto");
    expect(flow.sender.probe.end).toBe(-1);
  });
});

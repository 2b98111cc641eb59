import { describe, expect, test } from "vitest";
import { range, scripted } from "./conformance/scripted.ts";

const NO_PROBES = { lossProbes: false };

/** Ten segments out at 0, the timeout at 300 ms; RACK would leave what is young, but here all is 300 ms old. */
function timedOut(sender = {}) {
  const flow = scripted({ rttMs: 100, sender: { ...NO_PROBES, ...sender } })
    .write(30)
    .sends(...range(0, 10));
  return flow.at(300).sends(0).state("loss").cwnd(1).ssthresh(7);
}

describe("a spurious timeout (RFC 5682 §3.1)", () => {
  test("the ACK of the first segment lets two new ones out; the ACK of one that was sent once undoes the timeout", () => {
    const flow = timedOut();
    flow.at(310).ack(1).state("loss").cwnd(2).sends(10, 11);
    flow.at(320).ack(2).state("open").happened("rto", "undo");
    expect(flow.sender.state.ssthresh).toBe(Number.POSITIVE_INFINITY);
    expect(flow.sender.state.cwnd).toBe(11);
    expect(flow.sender.timer.backoffs).toBe(0);
  });

  test("an ACK of several that were sent once says it at once", () => {
    timedOut()
      .at(310)
      .ack(3)
      .state("open")
      .happened("rto", "undo")
      .sends(...range(10, 16));
  });

  test("so does a SACK of one", () => {
    timedOut().at(310).ack(0, [4, 5]).state("open").happened("rto", "undo").cwnd(10).sends(10);
  });

  test("nothing that was out counts as lost any more", () => {
    const flow = timedOut().at(310).ack(0, [4, 5]);
    expect([flow.sender.board.lostOut, flow.sender.board.retransOut]).toEqual([0, 0]);
  });

  test("without F-RTO the window stays low and all is sent again", () => {
    const flow = timedOut({ frto: false });
    flow.at(310).ack(1).state("loss").cwnd(2).sends(1, 2);
    flow.at(320).ack(2).state("loss").happened("rto");
  });
});

describe("a timeout that was right", () => {
  test("a duplicate ACK after the new data shows the loss (step 3a): slow start over what is missing", () => {
    const flow = timedOut();
    flow.at(400).ack(1).sends(10, 11);
    flow.at(500).ack(1, [10, 11]).state("loss").sends(1).happened("rto");
    expect(flow.sender.isFrto).toBe(false);
  });

  test("with nothing new to send it goes on in the ordinary way (step 2b)", () => {
    const flow = scripted({ rttMs: 100, sender: NO_PROBES })
      .write(10)
      .sends(...range(0, 10));
    flow.at(300).sends(0).at(400).ack(1).sends(1, 2).state("loss");
    expect(flow.sender.isFrto).toBe(false);
  });

  test("an ACK of all that was out ends it, cut as it is (step 2a)", () => {
    const flow = scripted({ rttMs: 100, sender: NO_PROBES }).write(1).sends(0);
    flow.at(300).sends(0).at(400).ack(1).state("open").happened("rto").ssthresh(7);
  });

  test("a second timeout in a row looks again, one out of a recovery does not", () => {
    const again = timedOut().at(900).sends(0).happened("rto", "rto");
    expect(again.sender.isFrto).toBe(true);
    const repairing = scripted({ rttMs: 100, sender: NO_PROBES })
      .write(10)
      .sends(...range(0, 10));
    repairing.at(100).ack(0, [1, 4]).sends(0).at(400).sends(0).state("loss");
    expect(repairing.sender.isFrto).toBe(false);
  });
});

describe("what a timeout takes for lost (Linux tcp_timeout_mark_lost)", () => {
  test("with RACK not what was sent within the last round trip", () => {
    const flow = scripted({ rttMs: 100, sender: NO_PROBES })
      .write(4)
      .sends(...range(0, 4));
    flow.at(250).write(2).sends(4, 5).at(300).sends(0).state("loss");
    // Nothing was delivered yet, so no round trip is known and all is old enough.
    expect([flow.sender.board.lostOut, flow.sender.state.cwnd]).toEqual([6, 1]);
    const known = scripted({ rttMs: 100, sender: NO_PROBES }).write(1).sends(0).at(100).ack(1);
    known.at(110).write(4).sends(1, 2, 3, 4).at(370).write(2).sends(5, 6);
    known.at(410).sends(1).state("loss");
    expect([known.sender.board.lostOut, known.sender.state.cwnd]).toEqual([4, 3]);
  });

  test("without it everything", () => {
    const flow = scripted({ rttMs: 100, sender: { ...NO_PROBES, rackLosses: false } })
      .write(1)
      .sends(0);
    flow.at(100).ack(1).at(110).write(4).sends(1, 2, 3, 4).at(370).write(2).sends(5, 6);
    flow.at(410).sends(1);
    expect([flow.sender.board.lostOut, flow.sender.state.cwnd]).toEqual([6, 1]);
  });
});

import { describe, expect, test } from "vitest";
import { scripted } from "./conformance/scripted.ts";

/**
 * Returns a sender whose segment 0 is only late: three later segments arrive first, so it retransmits segment 0
 * unnecessarily.
 */
function repairedForNothing() {
  const flow = scripted({ rttMs: 100 }).write(30).sendsAll(0, 10);
  flow.at(100).ack(0, [1, 2]).sends(10).ack(0, [1, 3]).sends(11).ack(0, [1, 4]).sends(0);
  return flow.state("recovery").ssthresh(7);
}

describe("an unnecessary reduction (RFC 3708, Linux tcp_try_undo_dsack)", () => {
  test("the DSACK of the only retransmission restores cwnd and ssthresh", () => {
    const flow = repairedForNothing();
    flow.at(101).ack(4).state("recovery").at(200).ack(12, [0, 1]).state("open");
    flow.happened("lossReduction", "undo");
    expect(flow.sender.state.ssthresh).toBe(Number.POSITIVE_INFINITY);
    expect(flow.sender.state.cwnd).toBeGreaterThanOrEqual(10);
  });

  test("beyond ssthresh at least three quarters of cwnd are restored (Linux tcp_current_ssthresh)", () => {
    const flow = scripted({ rttMs: 100, sender: { initialWindow: 39 } });
    flow.sender.state.ssthresh = 10;
    flow.write(60).sendsAll(0, 39);
    flow.at(100).ack(0, [1, 2]).sends(39).ack(0, [1, 3]).sends(40).ack(0, [1, 4]).sends(0);
    flow.state("recovery").ssthresh(27);
    // Linux restores ssthresh to three quarters of cwnd, computed in whole numbers: 39/2 + 39/4 = 19 + 9.
    flow.at(101).ack(4, [0, 1]).state("open").cwnd(39).ssthresh(28);
  });

  test("if it arrives during the recovery, the recovery ends", () => {
    const flow = repairedForNothing().at(101).ack(4).at(102).ack(4, [0, 1]).state("open").cwnd(10);
    flow.happened("lossReduction", "undo");
  });

  test("the DSACK of one of two retransmissions is not enough", () => {
    const flow = scripted({ rttMs: 100 }).write(30).sendsAll(0, 10);
    flow.at(100).ack(0, [2, 3]).ack(0, [2, 4]).ack(0, [2, 5]).ack(0, [2, 6]).ack(0, [2, 7]);
    expect(flow.sender.retransmissions).toBe(2);
    flow.ack(7, [0, 1]).state("recovery").ack(7, [1, 2]).state("open").happened("lossReduction", "undo");
  });

  test("a DSACK for a segment from before the recovery does not count", () => {
    const flow = scripted({ rttMs: 100 }).write(30).sendsAll(0, 10).at(100).ack(5);
    flow.taken();
    flow.ack(5, [6, 9]).state("recovery").ack(5, [0, 1], [6, 9]).state("recovery");
  });

  test("a reduction for a mark is not undone", () => {
    const flow = scripted({ rttMs: 100 }).write(40).sendsAll(0, 10);
    flow.at(100).echo(1).state("cwr").ssthresh(7);
    flow.ack(1, [2, 5]).state("recovery").ssthresh(7).ack(5, [1, 2]).state("open").ssthresh(7);
  });

  test("a timeout whose retransmission arrived twice is undone as well", () => {
    const flow = scripted({ rttMs: 100, sender: { lossProbes: false, frto: false } })
      .write(2)
      .sends(0, 1);
    flow.at(300).sends(0).state("loss").at(310).ack(1).sends(1).at(320).ack(2, [0, 1]).state("open");
    expect(flow.sender.undo.unanswered).toBe(1);
  });
});

const NO_PROBES = { lossProbes: false };

/**
 * Returns a sender whose ten segments were sent at 0 and whose timeout was at 300 ms. RACK would not count young
 * segments as lost, but here all are 300 ms old.
 */
function timedOut(sender = {}) {
  const flow = scripted({ rttMs: 100, sender: { ...NO_PROBES, ...sender } })
    .write(30)
    .sendsAll(0, 10);
  return flow.at(300).sends(0).state("loss").cwnd(1).ssthresh(7);
}

describe("a spurious timeout (RFC 5682 §3.1)", () => {
  test("the ACK of the first segment releases two new ones; the ACK of one that was sent once undoes the timeout", () => {
    const flow = timedOut();
    flow.at(310).ack(1).state("loss").cwnd(2).sends(10, 11);
    flow.at(320).ack(2).state("open").happened("rto", "undo");
    expect([flow.sender.state.ssthresh, flow.sender.state.cwnd]).toEqual([Number.POSITIVE_INFINITY, 11]);
    expect(flow.sender.timer.backoffs).toBe(0);
  });

  test("an ACK of several segments that were sent once undoes the timeout at once", () => {
    timedOut().at(310).ack(3).state("open").happened("rto", "undo").sendsAll(10, 16);
  });

  test("a SACK of a segment that was sent once also undoes the timeout", () => {
    timedOut().at(310).ack(0, [4, 5]).state("open").happened("rto", "undo").cwnd(10).sends(10);
  });

  test("no segment in flight counts as lost any more", () => {
    const flow = timedOut().at(310).ack(0, [4, 5]);
    expect([flow.sender.board.lostOut, flow.sender.board.retransOut]).toEqual([0, 0]);
  });

  test("without F-RTO the window stays small and everything is sent again", () => {
    const flow = timedOut({ frto: false });
    flow.at(310).ack(1).state("loss").cwnd(2).sends(1, 2);
    flow.at(320).ack(2).state("loss").happened("rto");
  });
});

describe("a justified timeout", () => {
  test("a duplicate ACK after the new data shows the loss (step 3a): slow start repairs what is missing", () => {
    const flow = timedOut();
    flow.at(400).ack(1).sends(10, 11);
    flow.at(500).ack(1, [10, 11]).state("loss").sends(1).happened("rto");
    expect(flow.sender.isFrto).toBe(false);
  });

  test("without new data the usual recovery continues (step 2b)", () => {
    const flow = scripted({ rttMs: 100, sender: NO_PROBES }).write(10).sendsAll(0, 10);
    flow.at(300).sends(0).at(400).ack(1).sends(1, 2).state("loss");
    expect(flow.sender.isFrto).toBe(false);
  });

  test("an ACK of everything in flight ends the check, with the reduced window (step 2a)", () => {
    const flow = scripted({ rttMs: 100, sender: NO_PROBES }).write(1).sends(0);
    flow.at(300).sends(0).at(400).ack(1).state("open").happened("rto").ssthresh(7);
  });

  test("a second timeout in a row checks again, one during a recovery does not", () => {
    const again = timedOut().at(900).sends(0).happened("rto", "rto");
    expect(again.sender.isFrto).toBe(true);
    const repairing = scripted({ rttMs: 100, sender: NO_PROBES }).write(10).sendsAll(0, 10);
    repairing.at(100).ack(0, [1, 4]).sends(0).at(400).sends(0).state("loss");
    expect(repairing.sender.isFrto).toBe(false);
  });
});

describe("what a timeout assumes lost (Linux tcp_timeout_mark_lost)", () => {
  test("with RACK the segments sent within the last round trip do not count as lost", () => {
    const flow = scripted({ rttMs: 100, sender: NO_PROBES }).write(4).sendsAll(0, 4);
    flow.at(250).write(2).sends(4, 5).at(300).sends(0).state("loss");
    // Nothing has been delivered yet, so no round trip is known, and all segments count as old enough.
    expect([flow.sender.board.lostOut, flow.sender.state.cwnd]).toEqual([6, 1]);
    const known = scripted({ rttMs: 100, sender: NO_PROBES }).write(1).sends(0).at(100).ack(1);
    known.at(110).write(4).sends(1, 2, 3, 4).at(370).write(2).sends(5, 6);
    known.at(410).sends(1).state("loss");
    expect([known.sender.board.lostOut, known.sender.state.cwnd]).toEqual([4, 3]);
  });

  test("without RACK all segments count as lost", () => {
    const flow = scripted({ rttMs: 100, sender: { ...NO_PROBES, rackLosses: false } })
      .write(1)
      .sends(0);
    flow.at(100).ack(1).at(110).write(4).sends(1, 2, 3, 4).at(370).write(2).sends(5, 6);
    flow.at(410).sends(1);
    expect([flow.sender.board.lostOut, flow.sender.state.cwnd]).toEqual([6, 1]);
  });
});

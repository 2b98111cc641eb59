/**
 * Tests fast retransmit, limited transmit and SACK with the suites' cases. docs/validation.md contains the table
 * of cases.
 */
import { describe, expect, test } from "vitest";
import { scripted } from "./scripted.ts";

/** Returns a sender 100 ms after a handshake of 100 ms, with ten segments in flight. */
function tenOut(more = 0) {
  const flow = scripted({ rttMs: 100 });
  return flow
    .write(10 + more)
    .sendsAll(0, 10)
    .at(100);
}

describe("fast retransmit (packetdrill fast_retransmit)", () => {
  test("fr-4pkt-sack: three SACKed segments above the first of four", () => {
    const flow = scripted({ rttMs: 100 }).write(4).sends(0, 1, 2, 3).at(100);
    flow.ack(0, [1, 2]).ack(0, [1, 3]).sends().ack(0, [1, 4]).sends(0);
    flow.after(100).ack(4).sends().state("open");
  });

  test("fr-4pkt-sack-linux, fr-4pkt-sack-bsd: the same after a segment that was acknowledged", () => {
    const flow = scripted({ rttMs: 100 }).write(1).sends(0).at(100).ack(1).write(4).sends(1, 2, 3, 4).at(200);
    flow.ack(1, [2, 3]).ack(1, [2, 4]).sends().ack(1, [2, 5]).sends(1).after(100).ack(5).state("open");
  });

  test("fr-4pkt: three duplicate ACKs without SACK", () => {
    const flow = scripted({ rttMs: 100, sender: { sack: false } })
      .write(4)
      .sends(0, 1, 2, 3)
      .at(100);
    flow.ack(0).ack(0).sends().ack(0).sends(0).after(100).ack(4).sends().state("open");
  });

  test("fr-4pkt-fack-last-mss: a SACK of only the last starts the reordering timer, for 25 ms and 2 ms, rounded up to ticks of 4 ms", () => {
    const flow = scripted({ rttMs: 100 }).write(4).sends(0, 1, 2, 3).at(100);
    flow.ack(0, [3, 4]).at(131).sends().at(132).sends(0).state("recovery");
  });

  test("cubic-rack-reo-timeout-retrans-failed-incoming-data: after reordering by ten segments a lone SACK starts a recovery by the timer, one out", () => {
    const flow = scripted({ rttMs: 20 }).write(10).sendsAll(0, 10).at(20);
    flow.ack(0, [9, 10]).ack(0, [3, 4], [9, 10]).ack(10);
    expect(flow.sender.board.reorderingDegree).toBe(10);
    flow.after(25).write(2).sends(10, 11).after(20).ack(10, [11, 12]).state("open").sends();
    flow.after(11).state("recovery").sends(10);
    expect([flow.sender.board.lostOut, flow.sender.board.sackedOut]).toEqual([1, 1]);
  });
});

describe("fewer than three segments above a hole (packetdrill early_retransmit, until 2019)", () => {
  test.each([
    ["er-delayed-2pkt-sack", 2],
    ["er-delayed-3pkt-sack", 3],
  ])("%s: a quarter of the round trip later, by RACK's timer of 2 ms more, at a tick", (_, segments) => {
    const flow = scripted({ rttMs: 100 }).write(segments).sendsAll(0, segments).at(100);
    for (let end = 2; end <= segments; end++) flow.ack(0, [1, end]);
    flow.sends().at(131).sends().at(132).sends(0).at(232).ack(segments).sends().state("open");
  });

  test("er-delayed-filled-3pkt-sack: the hole is filled in time, and no timer expires", () => {
    const flow = scripted({ rttMs: 100 }).write(3).sends(0, 1, 2).at(100).ack(0, [1, 2]).ack(0, [1, 3]);
    flow.at(110).ack(3).at(1900).sends().happened();
  });

  test("er-delayed-get-ack-3pkt-sack: an ACK without news does not delay the timer, as it did for early retransmit", () => {
    const flow = scripted({ rttMs: 100 }).write(3).sends(0, 1, 2).at(100).ack(0, [1, 2]).ack(0, [1, 3]);
    flow.at(110).ack(0, [1, 3]).at(131).sends().at(132).sends(0);
  });
});

describe("limited transmit (packetdrill limited_transmit; RFC 3042)", () => {
  test.each([
    ["limited-transmit-sack", true],
    ["limited-transmit-no-sack", false],
  ])("%s: a new segment on each of the first two duplicates", (_, sack) => {
    const flow = scripted({ rttMs: 100, sender: { sack } }).write(15).sendsAll(0, 10).at(110);
    flow
      .ack(0, ...(sack ? [[1, 2] as const] : []))
      .sends(10)
      .after(10);
    flow
      .ack(0, ...(sack ? [[1, 3] as const] : []))
      .sends(11)
      .after(10);
    // The segments were reordered and not lost. One of them is new to the sender, and slow start continues.
    flow.ack(3).state("open").sends(12, 13).cwnd(11).after(20).ack(5).sends(14);
  });
});

describe("no moderation of cwnd (packetdrill cwnd_moderation)", () => {
  test("cwnd-moderation-disorder-no-moderation: a SACK of one segment leaves cwnd at ten with four out", () => {
    scripted({ rttMs: 100 }).write(4).sends(0, 1, 2, 3).at(100).ack(0, [1, 2]).at(105).cwnd(10).state("open");
  });

  test("cwnd-moderation-ecn-enter-cwr-no-moderation-700: three in flight and ssthresh 7: 5, as Linux since 5.11", () => {
    const flow = scripted({ rttMs: 100 }).write(4).sends(0, 1, 2, 3).at(100);
    flow.echo(1).at(105).state("cwr").ssthresh(7).cwnd(5);
  });
});

describe("SACK blocks (packetdrill sack)", () => {
  test("sack-shift-sacked-2-6-8-3-9-nofack: six lost, the one above the last SACKed is not repaired", () => {
    const flow = tenOut().ack(0, [2, 3]).after(1).ack(0, [2, 3], [6, 7]).after(1).sends();
    const { board } = flow.ack(0, [2, 3], [6, 7], [8, 9]).sends(0).state("recovery").sender;
    expect(board.lostOut).toBe(6);
    flow.after(7).ack(0, [2, 4], [6, 7], [8, 9]).sends(1);
    expect([board.lostOut, board.reorderingDegree]).toEqual([5, 6]);
    flow.after(10).ack(0, [2, 4], [6, 7], [8, 10]);
    expect(board.lostOut).toBe(5);
    flow.after(83).ack(1, [2, 4], [6, 7], [8, 10]);
    expect(board.lostOut).toBe(4);
    flow.after(17).ack(4, [6, 7], [8, 10]);
    expect(board.lostOut).toBe(3);
    flow.after(10).ack(7, [8, 10]).after(100).ack(10).state("open");
    expect([board.lostOut, board.sackedOut, board.retransOut]).toEqual([0, 0, 0]);
  });

  test("sack-shift-sacked-7-3-4-8-9-fack: the timer of 32 ms, then a segment for each SACK", () => {
    const flow = tenOut().ack(0, [7, 8]).sends().after(32).sends(0).state("recovery");
    const { board } = flow.sender;
    expect([board.lostOut, board.reorderingDegree]).toEqual([7, 3]);
    flow.after(2).ack(0, [3, 4], [7, 8]).sends(1);
    expect([board.lostOut, board.reorderingDegree]).toEqual([6, 5]);
    flow.after(2).ack(0, [3, 5], [7, 8]).sends(2);
    expect(board.lostOut).toBe(5);
    flow.after(2).ack(0, [3, 5], [7, 9]).after(2).ack(0, [3, 5], [7, 10]).sends(5, 6);
    flow.after(100).ack(10).state("open");
    expect([board.lostOut, board.sackedOut, board.retransOut]).toEqual([0, 0, 0]);
  });

  test("sack-shift-sacked-7-5-6-8-9-fack: the same with the neighbours of what was SACKed first", () => {
    const flow = tenOut().ack(0, [7, 8]).after(32).sends(0);
    const { board } = flow.sender;
    flow.ack(0, [5, 6], [7, 8]).sends(1);
    expect([board.lostOut, board.reorderingDegree]).toEqual([6, 3]);
    flow.ack(0, [5, 8]).sends(2);
    expect(board.lostOut).toBe(5);
    flow.ack(0, [5, 9]).sends(3).ack(0, [5, 10]).sends(4).after(100).ack(10).state("open");
    expect([board.lostOut, board.sackedOut, board.retransOut]).toEqual([0, 0, 0]);
  });

  test("sack-shift-sacked-1-2-3-fack: the third SACKed segment starts the recovery", () => {
    const flow = tenOut().ack(0, [1, 2]).after(10).ack(0, [1, 3]).state("open").sends();
    const { board } = flow.after(10).ack(0, [1, 4]).state("recovery").sender;
    expect([board.reorderingDegree, board.sackedOut]).toEqual([3, 3]);
  });

  test("sack-shift-sacked-1-2:6-fack: five SACKed at once start it", () => {
    const { board } = tenOut().ack(0, [1, 2]).after(10).state("open").ack(0, [1, 7]).state("recovery").sender;
    expect([board.reorderingDegree, board.sackedOut]).toEqual([3, 6]);
  });

  test("sack-route-refresh-ip-tos: two of two holes are filled, SACKed segments are not sent again", () => {
    const flow = scripted({ rttMs: 10 }).write(4).sends(0, 1, 2, 3).at(10).ack(4).write(4).sends(4, 5, 6, 7);
    flow.after(10).ack(8).write(10).sendsAll(8, 18).after(10);
    flow.ack(9, [11, 12], [14, 18]).sends(9, 10, 12, 13).after(10).ack(18).state("open");
  });
});

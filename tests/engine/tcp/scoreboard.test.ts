import { describe, expect, test } from "vitest";
import { Clock } from "../../../src/engine/core/clock.ts";
import { Scoreboard, SegmentList } from "../../../src/engine/tcp/scoreboard.ts";

/** A scoreboard whose clock the test advances. */
class MadeBoard extends Scoreboard {
  private readonly madeClock: Clock;

  constructor() {
    const clock = new Clock();
    super(clock);
    this.madeClock = clock;
  }

  /** Sets the clock. */
  at(nowNs: number): this {
    this.madeClock.nowNs = nowNs;
    return this;
  }
}

/** Returns a scoreboard on which segments 0 to n − 1 have been sent at 0, 10, 20, … */
function sent(n: number): MadeBoard {
  const board = new MadeBoard();
  for (let seq = 0; seq < n; seq++) board.at(seq * 10).onSent(seq, 0);
  return board;
}

/** Delivers an ACK that acknowledges nothing cumulatively, with these blocks. */
function sack(board: Scoreboard, nxt: number, ...blocks: readonly (readonly [number, number])[]): void {
  board.beginAck();
  for (const [i, [start, end]] of blocks.entries()) board.sackBlock(i, start, end, 0, nxt);
}

describe("pipe (RFC 6675 §4 SetPipe)", () => {
  test("counts the segments in flight: those sent, minus SACKed and lost ones, plus retransmitted ones", () => {
    const board = sent(10);
    expect(board.pipe(0, 10)).toBe(10);
    sack(board, 10, [3, 6]);
    expect(board.pipe(0, 10)).toBe(7);
    expect(board.markLost(10)).toBe(3);
    expect(board.pipe(0, 10)).toBe(4);
    board.at(200).onRetransmitted(0);
    expect(board.pipe(0, 10)).toBe(5);
    board.beginAck();
    board.acknowledge(0, 2);
    expect(board.pipe(2, 10)).toBe(4);
  });
});

describe("IsLost (RFC 6675 §4)", () => {
  test("three SACKed segments above a segment prove it lost, two do not", () => {
    const board = sent(10);
    sack(board, 10, [1, 3]);
    expect(board.markLost(10)).toBe(0);
    sack(board, 10, [1, 4]);
    expect(board.markLost(10)).toBe(1);
    expect(board.nextToRetransmit(10)).toBe(0);
  });

  test("the SACKed segments need not be adjacent", () => {
    const board = sent(10);
    sack(board, 10, [7, 8], [4, 5], [2, 3]);
    expect(board.markLost(10)).toBe(2);
    expect([board.lostOut, board.nextToRetransmit(10)]).toEqual([2, 0]);
  });

  test("a segment is marked as lost only once", () => {
    const board = sent(10);
    sack(board, 10, [2, 6]);
    expect(board.markLost(10)).toBe(2);
    expect(board.markLost(10)).toBe(0);
    expect(board.markOneLost(1)).toBe(false);
    expect(board.markOneLost(3)).toBe(false);
    expect(board.markOneLost(7)).toBe(true);
  });
});

describe("what is retransmitted (RFC 6675 §4 NextSeg)", () => {
  test("the lowest lost segment that is not in flight is sent first", () => {
    const board = sent(10);
    sack(board, 10, [5, 9]);
    board.markLost(10);
    for (const seq of [0, 1, 2, 3, 4]) {
      expect(board.nextToRetransmit(10)).toBe(seq);
      board.at(100).onRetransmitted(seq);
    }
    expect(board.nextToRetransmit(10)).toBe(-1);
  });

  test("rule 4: the highest segment that is not SACKed, unless it is known to be lost", () => {
    const board = sent(10);
    expect(board.highestUnsacked(0, 10)).toBe(9);
    sack(board, 10, [8, 10]);
    expect(board.highestUnsacked(0, 10)).toBe(7);
    board.markOneLost(7);
    expect(board.highestUnsacked(0, 10)).toBe(-1);
    expect(sent(0).highestUnsacked(0, 0)).toBe(-1);
  });

  test("after a timeout every segment that is not SACKed counts as lost, including retransmissions (RFC 6298 §5.4)", () => {
    const board = sent(6);
    sack(board, 6, [2, 5]);
    board.markLost(6);
    board.at(100).onRetransmitted(0);
    board.markAllLost(0, 6);
    expect([board.lostOut, board.retransOut, board.sackedOut, board.pipe(0, 6)]).toEqual([3, 0, 3, 0]);
    expect(
      [0, 1, 5].map((seq) => board.nextToRetransmit(6) === seq && board.at(200).onRetransmitted(seq)),
    ).toEqual([undefined, undefined, undefined]);
  });
});

describe("lost retransmissions (RFC 8985 §6.2)", () => {
  function retransmittedAt(ns: number) {
    const board = sent(10);
    sack(board, 10, [1, 4]);
    board.markLost(10);
    board.at(ns).onRetransmitted(0);
    return board;
  }

  test("a retransmission is lost when a segment sent clearly later was delivered, and is sent again", () => {
    const board = retransmittedAt(100);
    board.at(130).onSent(10, 0);
    sack(board, 11, [10, 11], [1, 4]);
    expect(board.markLostRetransmissions(30, 0)).toBe(false);
    expect(board.markLostRetransmissions(29, 0)).toBe(true);
    expect([board.retransOut, board.lostOut, board.nextToRetransmit(11)]).toEqual([0, 1, 0]);
  });

  test("an acknowledged retransmission is not lost", () => {
    const board = retransmittedAt(100);
    board.at(500).onSent(10, 0);
    board.beginAck();
    board.acknowledge(0, 4);
    board.sackBlock(0, 10, 11, 4, 11);
    expect(board.markLostRetransmissions(0, 4)).toBe(false);
    expect([board.retransOut, board.lostOut]).toEqual([0, 0]);
  });

  test("the list of retransmissions is also emptied if their losses are not detected", () => {
    const board = new MadeBoard();
    for (let seq = 0; seq < 10_000; seq++) {
      board.at(seq).onSent(seq, seq);
      board.markOneLost(seq);
      board.at(seq).onRetransmitted(seq);
      board.beginAck();
      board.acknowledge(seq, seq + 1);
    }
    const { retransmitted } = board as unknown as { retransmitted: SegmentList };
    expect(retransmitted.capacity).toBe(8);
  });
});

describe("the report of an ACK", () => {
  test("counts each delivered segment once, whether SACK or the ACK number reports it first (RFC 6937 §3 DeliveredData)", () => {
    const board = sent(10);
    sack(board, 10, [3, 5]);
    expect(board.delivered).toBe(2);
    board.beginAck();
    board.acknowledge(0, 6);
    expect(board.delivered).toBe(4);
    sack(board, 10, [8, 9]);
    expect(board.delivered).toBe(1);
  });

  test("contains the transmission times of the oldest and newest segment that it acknowledged", () => {
    const board = sent(10);
    board.beginAck();
    board.acknowledge(0, 4);
    expect([board.oldestSentNs, board.newestSentNs]).toEqual([0, 30]);
  });

  test("contains no transmission time of a segment that was ever retransmitted (Karn, RFC 6298 §3)", () => {
    const board = sent(4);
    board.markOneLost(0);
    board.at(500).onRetransmitted(0);
    board.beginAck();
    board.acknowledge(0, 1);
    expect([board.delivered, board.oldestSentNs, board.newestSentNs]).toEqual([1, -1, -1]);
    const again = sent(4);
    again.markAllLost(0, 4);
    again.at(500).onRetransmitted(0);
    again.markAllLost(0, 4);
    again.beginAck();
    again.acknowledge(0, 1);
    expect(again.oldestSentNs).toBe(-1);
  });

  test("a block that has grown is read from its former end", () => {
    const board = sent(2000);
    let delivered = 0;
    for (let end = 11; end <= 2000; end++) {
      sack(board, 2000, [10, end]);
      delivered += board.delivered;
    }
    expect([delivered, board.sackedOut, board.highestSacked]).toEqual([1990, 1990, 2000]);
  });
});

describe("without SACK, each duplicate ACK represents a delivered segment (RFC 6582)", () => {
  test("it reduces the pipe by one, but by no more than the segments behind the lost one", () => {
    const board = sent(4);
    for (let i = 0; i < 6; i++) board.duplicateAck(0, 4);
    expect([board.sackedOut, board.pipe(0, 4)]).toEqual([3, 1]);
  });

  test("a cumulative ACK counts the remaining ones as delivered now", () => {
    const board = sent(10);
    for (let i = 0; i < 3; i++) board.duplicateAck(0, 10);
    board.beginAck();
    board.acknowledge(0, 5);
    board.forgetDuplicateAcks(5, 5, 10);
    expect([board.sackedOut, board.delivered]).toEqual([0, 2]);
  });

  test("after a partial ACK, no more segments count than are behind the next hole, which itself was not delivered", () => {
    const board = sent(10);
    for (let i = 0; i < 12; i++) board.duplicateAck(0, 10);
    board.beginAck();
    board.acknowledge(0, 3);
    board.forgetDuplicateAcks(3, 3, 10);
    expect([board.sackedOut, board.pipe(3, 10)]).toEqual([6, 1]);
    board.markOneLost(3);
    expect(board.pipe(3, 10)).toBe(0);
  });
});

describe("losses by time (RFC 8985 §6.2 step 5)", () => {
  test("a segment is lost if it was sent before a delivered one, and longer ago than the RTT of that one plus the window", () => {
    const board = sent(10);
    sack(board.at(1000), 10, [5, 6]);
    // Segment 5 was sent at 50 and took 950. Segments 0 and 4 were sent at 0 and 40.
    expect(board.markLostByTime(20, 0, 10)).toBe(true);
    expect([board.lostOut, board.nextToRetransmit(10)]).toEqual([4, 0]);
    expect(board.settlesAfterNs).toBe(10);
  });

  test("segments sent after the delivered one are not lost; of those sent at the same time only the lower ones are", () => {
    const board = new MadeBoard();
    for (let seq = 0; seq < 4; seq++) board.at(0).onSent(seq, 0);
    sack(board.at(100), 4, [2, 3]);
    expect(board.markLostByTime(0, 0, 4)).toBe(true);
    expect([board.lostOut, board.settlesAfterNs]).toEqual([2, 0]);
  });

  test("a retransmission is lost again if a later one was delivered", () => {
    const board = sent(10);
    sack(board.at(1000), 10, [1, 4]);
    board.markLostByTime(0, 0, 10);
    board.onRetransmitted(0);
    board.at(1010).onSent(10, 0);
    sack(board.at(2005), 11, [1, 4], [10, 11]);
    expect(board.markLostByTime(0, 0, 11)).toBe(true);
    expect([board.retransmissionsLost, board.retransOut, board.nextToRetransmit(11)]).toEqual([1, 0, 0]);
  });

  test("after an undo nothing counts as lost, and real losses are detected again", () => {
    const board = sent(10);
    sack(board.at(1000), 10, [5, 6]);
    board.markLostByTime(0, 0, 10);
    board.onRetransmitted(0);
    board.unmarkLost(0, 10);
    expect([board.lostOut, board.retransOut, board.pipe(0, 10)]).toEqual([0, 0, 9]);
    // Segment 0 was just retransmitted. The segments above it keep their age.
    sack(board.at(1001), 10, [5, 7]);
    expect(board.markLostByTime(0, 0, 10)).toBe(true);
    expect([board.lostOut, board.nextToRetransmit(10)]).toEqual([4, 1]);
  });
});

describe("NextSeg rule 3 (RFC 6675 §4)", () => {
  test("the lowest segment below a SACKed one that is not SACKed, lost or sent again", () => {
    const board = sent(10);
    expect(board.lowestUnproven(0)).toBe(-1);
    sack(board, 10, [2, 3], [5, 7]);
    expect(board.lowestUnproven(0)).toBe(0);
    board.markOneLost(0);
    expect(board.lowestUnproven(0)).toBe(1);
    board.markOneLost(1);
    expect(board.lowestUnproven(0)).toBe(3);
  });
});

test("returns segments in the order in which they were stored, also after it has grown", () => {
  const list = new SegmentList();
  const read: number[] = [];
  for (let seq = 0; seq < 300; seq++) {
    list.add(seq * 7);
    if (seq % 3 === 0) {
      read.push(list.first);
      list.dropFirst();
    }
  }
  while (!list.isEmpty) {
    read.push(list.first);
    list.dropFirst();
  }
  expect(read).toEqual(Array.from({ length: 300 }, (_, i) => i * 7));
  expect(list.capacity).toBe(256);
});

test("uses memory only for the segments that it holds at one time", () => {
  const list = new SegmentList();
  for (let seq = 0; seq < 1000; seq++) {
    list.add(seq);
    list.clear();
  }
  expect([list.isEmpty, list.capacity]).toEqual([true, 8]);
});

/**
 * Tests a receiver's ACKs with the cases of the suites and the RFCs. docs/validation.md contains the table of
 * cases.
 */
import { describe, test } from "vitest";
import { CE, ECT0 } from "../../../../src/engine/net/packet.ts";
import { Receiving } from "./receiving.ts";
import { range } from "./scripted.ts";

/** The suites let segments arrive one after another. Here they arrive at the same time, so ACKs must not be delayed. */
const AT_ONCE = { sackDelayNs: 0 };

describe("SACK and DSACK (kernel selftests; RFC 2018 §4, RFC 2883 §4)", () => {
  test("tcp_dsack_mult: adjacent blocks become one, the newest is first; a DSACK comes before all", () => {
    const far = new Receiving(AT_ONCE)
      .get(1)
      .acks("0 [1,2)")
      .get(2)
      .acks("0 [1,3)")
      .get(4)
      .acks("0 [4,5) [1,3)");
    far.get(7).acks("0 [7,8) [4,5) [1,3)");
    // The suite sends six segments as one packet. Here they arrive one by one, and the receiver reports each
    // duplicate.
    far.get(0, 1, 2).acks("3 [7,8) [4,5)", "3 [1,2) [7,8) [4,5)", "3 [2,3) [7,8) [4,5)");
    far.get(3, 4, 5).acks("5 [7,8)", "5 [4,5) [7,8)", "6 [7,8)");
    far.get(6, 7).acks("8", "8 [7,8)").get(0).acks("8 [0,1)");
  });

  test("three blocks at most", () => {
    const far = new Receiving(AT_ONCE).get(1, 4, 7, 9);
    far.acks("0 [1,2)", "0 [4,5) [1,2)", "0 [7,8) [4,5) [1,2)", "0 [9,10) [7,8) [4,5)");
  });

  test("tcp_ooo-before-and-after-accept, tcp_ooo_rcv_mss: a hundred segments beyond a hole of one and of another are one block", () => {
    const far = new Receiving({ ...AT_ONCE, delayedAck: 1 });
    far.get(...range(2, 101)).acks(...range(3, 102).map((end) => `0 [2,${end})`));
    far.get(0).acks("1 [2,101)").get(1).acks("101");
  });

  test("a held segment arrives again: a block within the second", () => {
    new Receiving().get(3, 4, 5).acks("0 [3,4)", "0 [3,5)", "0 [3,6)").get(4).acks("0 [4,5) [3,6)");
  });

  test("a segment that fills a hole is acknowledged at once (RFC 5681 §4.2)", () => {
    new Receiving().get(0, 2).acks("1 [2,3)").get(1).acks("3");
  });
});

describe("SACK compression (Linux __tcp_ack_snd_check, tcp_sack_new_ofo_skb)", () => {
  const threeTold = () => new Receiving().get(1, 2, 3).acks("0 [1,2)", "0 [1,3)", "0 [1,4)");

  test("three SACKs leave at once; from the fourth on one reports what arrives within 1 ms", () => {
    const far = threeTold().get(4).after(0.6).get(5).acks();
    far.after(0.4).acksAt(1, "0 [1,6)");
    far.get(6).after(0.9).acks().after(0.1).acksAt(2, "0 [1,7)").after(100).acks();
  });

  test("a segment that fills the hole is acknowledged at once, and three report the next hole at once", () => {
    const far = threeTold().get(4).acks().get(0).acks("5").after(2).acks();
    far.get(6, 7, 8, 9).acks("5 [6,7)", "5 [6,8)", "5 [6,9)").after(1).acks("5 [6,10)");
  });

  test("one reports 44 segments at most", () => {
    threeTold()
      .get(...range(4, 48))
      .acks()
      .get(48)
      .acks("0 [1,49)");
  });

  test("a segment outside the two newest ranges does not wait for the SACK of those before", () => {
    const far = threeTold().get(5).acks().get(7).acks("0 [5,6) [1,4)").after(1).acks("0 [7,8) [5,6) [1,4)");
    far.get(8, 6).acks().after(1).acks("0 [5,9) [1,4)");
  });

  test("CE while no echo is on, CWR, the last segment and a repeated one are reported at once", () => {
    threeTold().with(4, { ecn: CE }).acks("0 [1,5) ECE");
    threeTold().with(4, { cwr: true }).acks("0 [1,5)");
    threeTold().with(4, { isLast: true }).acks("0 [1,5)");
    threeTold().get(2).acks("0 [2,3) [1,4)");
  });

  test("0 ms: each leaves at once, as before Linux 4.18", () => {
    new Receiving(AT_ONCE).get(1, 2, 3, 4).acks("0 [1,2)", "0 [1,3)", "0 [1,4)", "0 [1,5)");
  });

  test("the timer of delayed ACKs, still pending, does not delay it", () => {
    const far = new Receiving().get(0).acks().after(5).get(2).acks("1 [2,3)").get(3, 4, 5);
    far.acks("1 [2,4)", "1 [2,5)").after(1).acksAt(6, "1 [2,6)");
  });
});

describe("delayed ACKs (RFC 5681 §4.2)", () => {
  test("every second segment at once, a lone one after 40 ms", () => {
    new Receiving().get(0, 1).acks("2").get(2).after(39).acks().after(1).acksAt(40, "3");
  });

  test("at the start of a connection each one, while the window grows", () => {
    new Receiving({ quickAcks: 3 }).get(0, 1, 2).acks("1", "2", "3").get(3).acks().get(4).acks("5");
  });
});

describe("the classic echo (RFC 3168 §6.1.3)", () => {
  test("from the first CE on every ACK carries ECE, until CWR comes", () => {
    const far = new Receiving()
      .with(0, { ecn: CE })
      .acks("1 ECE")
      .with(1, { ecn: ECT0 })
      .acks("2 ECE")
      .with(2, { ecn: ECT0 })
      .with(3, { ecn: ECT0 })
      .acks("4 ECE");
    far.with(4, { ecn: ECT0, cwr: true }).acks("5");
    far.with(5, { ecn: ECT0 }).with(6, { ecn: ECT0 }).acks("7");
  });

  test("CE on the segment with CWR starts the echo again", () => {
    new Receiving()
      .with(0, { ecn: CE })
      .acks("1 ECE")
      .with(1, { ecn: CE, cwr: true })
      .acks("2 ECE")
      .get(2)
      .acks("3 ECE");
  });
});

describe("DCTCP's echo (RFC 8257 §3.2)", () => {
  test("a change of CE is acknowledged at once, and the earlier segments separately", () => {
    const far = new Receiving({}, "dctcp")
      .with(0, { ecn: ECT0 })
      .acks()
      .with(1, { ecn: CE })
      .acks("1", "2 ECE");
    far.with(2, { ecn: CE }).with(3, { ecn: CE }).acks("4 ECE").with(4, { ecn: ECT0 }).acks("5");
  });
});

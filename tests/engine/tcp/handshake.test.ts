/** Tests opening a connection against RFC 9293 §3.5 and RFC 6298, including Linux's deviations from them. */

import { describe, expect, test } from "vitest";
import {
  CE,
  ECT0,
  ECT1,
  FINAL_ACK,
  handshakeEpoch,
  NOT_ECT,
  Packet,
  SYN,
} from "../../../src/engine/net/packet.ts";
import { EcnSender } from "../../../src/engine/tcp/ecn.ts";
import { acceptsEcn, answerEcnRequest, confirmEcn, requestEcn } from "../../../src/engine/tcp/handshake.ts";
import { FLOW_EVENT } from "../../../src/engine/trace/snapshot.ts";
import { MS } from "./lone-sender.ts";
import { Opening, S } from "./opening.ts";

describe("the SYN", () => {
  test("consists of headers only, is sent before any data, and belongs to the connection's handshake", () => {
    const { sent } = new Opening();
    expect(sent).toHaveLength(1);
    const epoch = handshakeEpoch(0);
    expect(sent[0]).toMatchObject({
      seq: SYN,
      bytes: 52,
      end: 3,
      epoch,
      isAck: false,
      isRetransmission: false,
    });
    expect(epoch).toBeLessThan(0);
    expect(handshakeEpoch(epoch)).toBe(0);
  });

  test("is sent again after 1 s, then after 2, 4, … s (RFC 6298 §2.1, §5.5); Linux fails after six retries, 127 s", () => {
    const opening = new Opening();
    expect(opening.run(126.9)).toBe(true);
    expect(opening.sentS).toEqual([0, 1, 3, 7, 15, 31, 63]);
    expect(opening.sent.slice(1).every(({ isRetransmission }) => isRetransmission)).toBe(true);
    expect(opening.events.map(({ kind }) => kind)).toEqual(Array(6).fill(FLOW_EVENT.synTimeout));
    expect(opening.events[0]).toMatchObject({ kind: FLOW_EVENT.synTimeout, before: 1, after: 2 });
    expect([opening.run(130), opening.clock.nowNs / S]).toEqual([false, 127]);
    expect([opening.handshake.hasEnded, opening.handshake.isOpening]).toEqual([true, false]);
    expect(opening.pool.inUse).toBe(0);
  });

  test("is sent again as often as the setting says", () => {
    const opening = new Opening({ retries: 1 });
    expect(opening.run(10)).toBe(false);
    expect([opening.sentS, opening.clock.nowNs / S]).toEqual([[0, 1], 3]);
  });

  test("an application that closes during the handshake ends it (RFC 9293 §3.10.4): nothing more is sent, and no answer opens it", () => {
    const opening = new Opening();
    opening.handshake.abort();
    opening.run(10);
    expect(opening.sent).toHaveLength(1);
    expect(opening.answer(0)).toBe(false);
  });
});

describe("the SYN-ACK", () => {
  test("opens the connection once, and an ACK without data is sent before the data", () => {
    const opening = new Opening();
    opening.run(0.1);
    expect([opening.answer(0), opening.answer(0)]).toEqual([true, false]);
    expect(opening.sent.map(({ seq }) => seq)).toEqual([SYN, FINAL_ACK]);
    expect(opening.sent[1]).toMatchObject({ bytes: 52, ecn: NOT_ECT, ece: false, cwr: false });
    opening.run(300);
    expect(opening.sent).toHaveLength(2);
  });

  test("gives the first RTT sample, from which the timeout follows (RFC 6298 §2.2)", () => {
    const opening = new Opening();
    opening.run(0.1);
    opening.answer(0);
    const { srttNs, rttvarNs, minRttNs, cwnd } = opening.sender.state;
    expect([srttNs, rttvarNs, minRttNs, cwnd]).toEqual([100 * MS, 50 * MS, 100 * MS, 10]);
    // 4·RTTVAR = 200 ms, which equals the lower limit, is added to SRTT.
    expect(opening.rtoMs).toBe(300);
  });

  test("also gives the first sample of a timer with coarse ticks", () => {
    const opening = new Opening({ tickMs: 100 });
    opening.run(0.25);
    opening.answer(0);
    // The timeout is two ticks, plus four ticks for their variation.
    expect(opening.sender.timer.ticks?.timeoutNs(S, 0, 0)).toBe(600 * MS);
  });

  test("gives no sample after a SYN that was sent again, and the first timeout is 3 s (Karn, RFC 6298 §5.7)", () => {
    const opening = new Opening();
    opening.run(1.1);
    opening.answer(1);
    expect([opening.sender.state.srttNs, opening.rtoMs]).toEqual([0, 3000]);
  });

  test("does not shorten a longer first timeout in the settings", () => {
    const opening = new Opening();
    opening.sender.settings.initialRtoNs = 6 * S;
    opening.run(7);
    opening.answer(1);
    expect(opening.rtoMs).toBe(6000);
  });

  test("keeps the initial window after one repeated SYN, but not after two (Linux tcp_init_transfer)", () => {
    const [one, two] = [new Opening(), new Opening()];
    one.run(1.1);
    one.answer(1);
    two.run(3.1);
    two.answer(2);
    expect([one.sender.state.cwnd, two.sender.state.cwnd]).toEqual([10, 1]);
    expect(two.sender.state.ssthresh).toBe(Number.POSITIVE_INFINITY);
  });
});

function ecnOf(feedback: "classic" | "dctcp" | "accurate", { enabled = true, ect1 = false } = {}): EcnSender {
  const ecn = new EcnSender(enabled, false);
  ecn.use({ feedback, ect1 }, true);
  return ecn;
}

function asked(ecn: EcnSender, isFirst = true): Packet {
  const syn = new Packet();
  requestEcn(syn, ecn, isFirst);
  return syn;
}

function answered(syn: Packet): Packet {
  const synAck = new Packet();
  answerEcnRequest(synAck, syn);
  return synAck;
}

/** Returns the flags AE, CWR and ECE. */
const bits = ({ ae, cwr, ece }: Packet) => [ae, cwr, ece].map(Number).join("");

describe("RFC 3168 §6.1.1: the classic echo", () => {
  test("an ECN-setup SYN has CWR and ECE and is not ECT; its SYN-ACK has ECE alone, and is not ECT", () => {
    const ecn = ecnOf("classic");
    const syn = asked(ecn);
    expect([bits(syn), syn.ecn]).toEqual(["011", NOT_ECT]);
    const synAck = answered(syn);
    expect([bits(synAck), synAck.ecn]).toEqual(["001", NOT_ECT]);
    expect(acceptsEcn(synAck, ecn)).toBe(true);
  });

  test("without ECN there are no ECN bits, also in the answer", () => {
    const ecn = ecnOf("classic", { enabled: false });
    const syn = asked(ecn);
    expect([bits(syn), bits(answered(syn))]).toEqual(["000", "000"]);
    expect(acceptsEcn(answered(syn), ecn)).toBe(false);
  });

  test("a repeated SYN does not request ECN (§6.1.1.1, Linux tcp_ecn_clear_syn)", () => {
    const ecn = ecnOf("classic");
    const syn = asked(ecn, false);
    expect([bits(syn), acceptsEcn(answered(syn), ecn)]).toEqual(["000", false]);
  });

  test("the last ACK has no bit and is not ECT (§6.1.4)", () => {
    const ack = new Packet();
    ack.ece = ack.cwr = ack.ae = true;
    confirmEcn(ack, answered(asked(ecnOf("classic"))), ecnOf("classic"));
    expect([bits(ack), ack.ecn]).toEqual(["000", NOT_ECT]);
  });
});

describe("DCTCP (RFC 8257 §3.6)", () => {
  test("requests ECN like the classic echo, but with an ECT SYN, also when the SYN is repeated", () => {
    const ecn = ecnOf("dctcp");
    for (const isFirst of [true, false]) {
      const syn = asked(ecn, isFirst);
      expect([bits(syn), syn.ecn]).toEqual(["011", ECT0]);
      const synAck = answered(syn);
      expect([bits(synAck), synAck.ecn]).toEqual(["001", ECT0]);
    }
  });

  test("the last ACK is ECT, like all ACKs of a sender that needs ECN (Linux tcp_ecn_send)", () => {
    const ecn = ecnOf("dctcp");
    const ack = new Packet();
    confirmEcn(ack, answered(asked(ecn)), ecn);
    expect([bits(ack), ack.ecn]).toEqual(["000", ECT0]);
  });

  test("a mark on the SYN does not change the answer", () => {
    const syn = asked(ecnOf("dctcp"));
    syn.ecn = CE;
    expect(bits(answered(syn))).toBe("001");
  });
});

describe("accurate feedback (RFC 9768 §3.1.1)", () => {
  test("the SYN has all three bits", () => {
    const syn = asked(ecnOf("accurate", { ect1: true }));
    expect([bits(syn), syn.ecn]).toEqual(["111", ECT1]);
  });

  test.each([
    ["not ECT", NOT_ECT, "010"],
    ["ECT(1)", ECT1, "011"],
    ["ECT(0)", ECT0, "100"],
    ["CE", CE, "110"],
  ])(
    "a SYN that arrives as %s is answered so, and the last ACK does the same for the SYN-ACK",
    (_, field, text) => {
      const ecn = ecnOf("accurate");
      const syn = asked(ecn);
      syn.ecn = field;
      const synAck = answered(syn);
      expect(bits(synAck)).toBe(text);
      expect(acceptsEcn(synAck, ecn)).toBe(true);
      synAck.ecn = field;
      const ack = new Packet();
      confirmEcn(ack, synAck, ecn);
      expect([bits(ack), ack.ecn]).toEqual([text, ECT0]);
    },
  );
});

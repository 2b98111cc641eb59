/** The opening of a connection against RFC 9293 §3.5 and RFC 6298, and where Linux goes its own way. */
import { describe, expect, test } from "vitest";
import { FINAL_ACK, handshakeEpoch, NOT_ECT, SYN } from "../../../src/engine/net/packet.ts";
import { FLOW_EVENT } from "../../../src/engine/trace/snapshot.ts";
import { MS } from "./lone-sender.ts";
import { Opening, S } from "./opening.ts";

describe("the SYN", () => {
  test("headers only, before any data, of the connection's handshake", () => {
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

  test("RFC 6298 §2.1, §5.5: sent again after 1 s, then 2, 4, … s; Linux: six times, and given up after 127 s", () => {
    const opening = new Opening();
    expect(opening.run(126.9)).toBe(true);
    expect(opening.sentS).toEqual([0, 1, 3, 7, 15, 31, 63]);
    expect(opening.sent.slice(1).every(({ isRetransmission }) => isRetransmission)).toBe(true);
    expect(opening.events.map(({ kind }) => kind)).toEqual(Array(6).fill(FLOW_EVENT.synTimeout));
    expect(opening.events[0]).toMatchObject({ kind: FLOW_EVENT.synTimeout, before: 1, after: 2 });
    expect(opening.run(130)).toBe(false);
    expect(opening.clock.nowNs / S).toBe(127);
    expect([opening.handshake.hasEnded, opening.handshake.isOpening]).toEqual([true, false]);
    expect(opening.pool.inUse).toBe(0);
  });

  test("as often as is set", () => {
    const opening = new Opening({ retries: 1 });
    expect(opening.run(10)).toBe(false);
    expect([opening.sentS, opening.clock.nowNs / S]).toEqual([[0, 1], 3]);
  });

  test("an application that closes meanwhile ends it (RFC 9293 §3.10.4): nothing more is sent, no answer opens it", () => {
    const opening = new Opening();
    opening.handshake.abort();
    opening.run(10);
    expect(opening.sent).toHaveLength(1);
    expect(opening.answer(0)).toBe(false);
  });
});

describe("the SYN-ACK", () => {
  test("opens the connection once, and an ACK of headers follows, ahead of the data", () => {
    const opening = new Opening();
    opening.run(0.1);
    expect([opening.answer(0), opening.answer(0)]).toEqual([true, false]);
    expect(opening.sent.map(({ seq }) => seq)).toEqual([SYN, FINAL_ACK]);
    expect(opening.sent[1]).toMatchObject({ bytes: 52, ecn: NOT_ECT, ece: false, cwr: false });
    opening.run(300);
    expect(opening.sent).toHaveLength(2);
  });

  test("RFC 6298 §2.2: its round trip is the first sample, and the timeout follows from it", () => {
    const opening = new Opening();
    opening.run(0.1);
    opening.answer(0);
    const { srttNs, rttvarNs, minRttNs, cwnd } = opening.sender.state;
    expect([srttNs, rttvarNs, minRttNs, cwnd]).toEqual([100 * MS, 50 * MS, 100 * MS, 10]);
    // 4·RTTVAR = 200 ms, which is the floor too.
    expect(opening.rtoMs).toBe(300);
  });

  test("a timer of coarse ticks takes the sample as well", () => {
    const opening = new Opening({ tickMs: 100 });
    opening.run(0.25);
    opening.answer(0);
    // Two ticks, and twice as much for their variation.
    expect(opening.sender.timer.ticks?.timeoutNs(S, 0, 0)).toBe(600 * MS);
  });

  test("Karn, RFC 6298 §5.7: after a SYN that was sent again there is no sample, and data waits 3 s", () => {
    const opening = new Opening();
    opening.run(1.1);
    opening.answer(1);
    expect([opening.sender.state.srttNs, opening.rtoMs]).toEqual([0, 3000]);
  });

  test("a longer first timeout that is set stays", () => {
    const opening = new Opening();
    opening.sender.settings.initialRtoNs = 6 * S;
    opening.run(7);
    opening.answer(1);
    expect(opening.rtoMs).toBe(6000);
  });

  test("Linux tcp_init_transfer: the initial window outlives one SYN that was sent again, not two", () => {
    const [one, two] = [new Opening(), new Opening()];
    one.run(1.1);
    one.answer(1);
    two.run(3.1);
    two.answer(2);
    expect([one.sender.state.cwnd, two.sender.state.cwnd]).toEqual([10, 1]);
    expect(two.sender.state.ssthresh).toBe(Number.POSITIVE_INFINITY);
  });
});

/** Tests accurate ECN with the cases of the kernel selftests. docs/validation.md contains the table of cases. */
import { describe, expect, test } from "vitest";
import type { CongestionControlDefinition } from "../../../../src/engine/cc/congestion-control.ts";
import { cubic } from "../../../../src/engine/cc/cubic/cubic.ts";
import { CE, ECT0, ECT1, NOT_ECT, Packet } from "../../../../src/engine/net/packet.ts";
import { answerEcnRequest } from "../../../../src/engine/tcp/handshake.ts";
import { Opening } from "../opening.ts";
import { Receiving } from "./receiving.ts";
import { type Script, scripted } from "./scripted.ts";

const ACCURATE = { traits: { feedback: "accurate" } } as const;

/** Returns the flags of a packet in the suite's letters: E, W, A for ECE, CWR, AE. */
function letters({ ae, cwr, ece }: Packet): string {
  return `${ece ? "E" : ""}${cwr ? "W" : ""}${ae ? "A" : ""}`;
}

/**
 * Opens a connection by a SYN-ACK with these fields. Returns it with the flags of the SYN, the last ACK and the first
 * segment.
 */
function opened(fields: Partial<Packet>) {
  const opening = new Opening(ACCURATE);
  opening.run(0.05);
  opening.answer(0, fields);
  opening.sender.dataEnd = 1;
  opening.sender.resume();
  const [syn, ack, data] = opening.sent;
  return [letters(syn), letters(ack), ack.ecn, data.ecn];
}

describe("agreeing on it (kernel selftests tcp_accecn_*; RFC 9768 §3.1)", () => {
  test.each([
    ["negotiation_listen, noopt, serverside_only: not ECT", NOT_ECT, "W"],
    ["syn_ect0: ECT(0)", ECT0, "A"],
    ["syn_ect1: ECT(1)", ECT1, "EW"],
    ["syn_ce: CE", CE, "WA"],
  ])("the SYN-ACK says how the SYN arrived: %s", (_, arrived, text) => {
    const syn = Object.assign(new Packet(), { ae: true, cwr: true, ece: true, ecn: arrived });
    const synAck = new Packet();
    answerEcnRequest(synAck, syn);
    expect(letters(synAck)).toBe(text);
  });

  test.each([
    ["negotiation_connect, negotiation_noopt_connect, negotiation_optenable: not ECT", NOT_ECT, "W"],
    ["synack_ect0: ECT(0)", ECT0, "A"],
    ["synack_ect1: ECT(1)", ECT1, "EW"],
    ["synack_ce: CE", CE, "WA"],
  ])("the last ACK says how the SYN-ACK arrived, and is ECT(0) as the data: %s", (_, ecn, text) => {
    expect(opened({ ecn })).toEqual(["EWA", text, ECT0, ECT0]);
  });

  test("serverside_accecn_disabled1: A and E from the server, and it is used", () => {
    const fields = { ae: true, cwr: false, ece: true, ecn: NOT_ECT };
    expect(opened(fields)).toEqual(["EWA", "W", ECT0, ECT0]);
  });

  test("serverside_ecn_disabled: no bit from the server, and no ECN", () => {
    const fields = { ae: false, cwr: false, ece: false, ecn: NOT_ECT };
    expect(opened(fields)).toEqual(["EWA", "", NOT_ECT, NOT_ECT]);
  });

  test("ipflags_drop: the second SYN asks again, and an answer without bits ends it", () => {
    const opening = new Opening(ACCURATE);
    opening.run(1.05);
    opening.answer(1, { ae: false, cwr: false, ece: false });
    expect([opening.sent.map(letters), opening.sent[2].ecn]).toEqual([["EWA", "EWA", ""], NOT_ECT]);
  });
});

/** Creates a CUBIC that uses exact mark counts and records the marks that it receives. */
function counting(marked: number[]): CongestionControlDefinition {
  return {
    ...cubic,
    feedback: "accurate",
    samples: true,
    create: (params, random) =>
      Object.assign(cubic.create(params, random), {
        onSample: (_: unknown, sample: { readonly marked: number }) => marked.push(sample.marked),
      }),
  };
}

/** Returns the marks that the sender learns of, ACK by ACK, with this many segments in flight. */
function heard(segments: number, act: (flow: Script) => unknown): number[] {
  const marked: number[] = [];
  act(
    scripted({ rttMs: 50, cc: counting(marked) })
      .write(segments)
      .at(50),
  );
  return marked;
}

describe("what the sender counts (kernel selftests tcp_accecn_*; RFC 9768 §3.2)", () => {
  test("delivered_updates: each ACK is worth the increase of its count over the last one's", () => {
    const act = (flow: Script) => flow.counted(1, 1).counted(2, 1).counted(3, 2).counted(4, 2).counted(5, 3);
    expect(heard(40, act)).toEqual([1, 0, 1, 0, 1]);
  });

  test.each([
    ["delivered_largeack: ten segments and no mark", 0],
    ["delivered_largeack2: ten and one", 1],
    ["delivered_maxack: ten and seven, the most that three bits hold", 7],
  ])("%s", (_, marks) => {
    expect(heard(10, (flow) => flow.counted(10, marks))).toEqual([marks]);
  });

  test("delivered_falseoverflow_detect: one segment, nine more, no mark: the counter has not wrapped", () => {
    expect(heard(10, (flow) => flow.counted(1, 0).after(50).counted(10, 0))).toEqual([0, 0]);
  });

  test("beyond three bits: ten segments and eight marks", () => {
    expect(heard(10, (flow) => flow.counted(10, 8))).toEqual([8]);
  });

  test("tsprogress: an ACK that reports a mark and no delivery counts if time stamps show it is new", () => {
    expect(heard(1, (flow) => flow.counted(0, 1))).toEqual([1]);
  });

  test("an ACK that was overtaken does not reduce the count", () => {
    const act = (flow: Script) => flow.counted(4, 3).counted(2, 1, [5, 6]).counted(5, 3);
    expect(heard(40, act)).toEqual([3, 0, 0]);
  });

  test("2nd_data_as_first_connect: a mark with a hole below it; the timer fills the hole, and one more segment is sent", () => {
    const marked: number[] = [];
    const flow = scripted({ rttMs: 50, cc: counting(marked) })
      .write(2)
      .sends(0, 1)
      .at(50);
    flow.counted(0, 1, [1, 2]).state("cwr").sends().at(67).sends().at(68).sends(0);
    flow.at(118).counted(2, 1).sends().after(10).write(1).sends(2);
    expect(marked).toEqual([1, 0]);
  });

  test("client_accecn_options_lost: two of three lost; the timer sends the first again", () => {
    const flow = scripted({ rttMs: 100 }).write(3).sends(0, 1, 2).at(100);
    flow.ack(0, [2, 3]).sends().at(132).sends(0).at(232).ack(3).after(10).write(2).sends(3, 4);
  });
});

describe("what the receiver counts (kernel selftests tcp_accecn_*)", () => {
  const receiver = () => new Receiving({ delayedAck: 1, sackDelayNs: 0 }, "accurate");

  test("ecn_field_updates_opt: the count increases with each CE and with nothing else", () => {
    const far = receiver().with(0, { ecn: CE }).with(1, { ecn: ECT0 });
    far.with(2, { ecn: CE }).with(3, { ecn: ECT1 }).with(4, { ecn: CE }).counts(1, 1, 2, 2, 3);
  });

  test("2nd_data_as_first: a segment beyond a hole counts too", () => {
    const far = receiver().with(1, { ecn: CE }).acks("0 [1,2) ECE").with(0, { ecn: CE }).acks("2 ECE");
    far.with(2, { ecn: CE }).counts(3);
  });

  test("3rd_ack_lost_data_ce: the first two segments marked, each acknowledged at once", () => {
    receiver().with(0, { ecn: CE }).with(1, { ecn: CE }).counts(1, 2);
  });

  test("sack_space_grab: blocks, a DSACK and counts, all in one ACK", () => {
    const far = receiver().with(1, { ecn: ECT1 }).with(3, { ecn: ECT0 }).with(5, { ecn: CE });
    far.acks("0 [1,2)", "0 [3,4) [1,2)", "0 [5,6) [3,4) [1,2) ECE").with(5, { ecn: ECT0 });
    far.acks("0 [5,6) [5,6) [3,4)").with(6, { ecn: ECT1 }).acks("0 [5,7) [3,4) [1,2)");
    far.with(7, { ecn: ECT1 }).counts(1);
  });

  test("client_accecn_options_drop: a segment that arrives twice more is acknowledged twice more, and the next one", () => {
    const far = receiver().with(0, { ecn: ECT0 }).with(0, { ecn: ECT0 }).with(0, { ecn: ECT0 });
    far.acks("1", "1 [0,1)", "1 [0,1)").with(1, { ecn: ECT0 }).acks("2").with(2, { ecn: ECT0 }).counts(0);
  });

  test("3rd_dups: repeated SYNs do not count, the first segment's mark does", () => {
    const far = receiver();
    for (const _ of [1, 2]) far.receiver.answer(Object.assign(new Packet(), { ecn: CE }));
    far.counts(0, 0).with(0, { ecn: CE }).counts(1);
  });

  test("an ACK of many reports all, also beyond three bits", () => {
    const far = receiver();
    for (let seq = 1; seq <= 12; seq++) far.with(seq, { ecn: CE });
    far.counts(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12).get(0).counts(12);
  });
});

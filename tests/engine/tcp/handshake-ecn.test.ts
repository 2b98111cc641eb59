import { describe, expect, test } from "vitest";
import { CE, ECT0, ECT1, NOT_ECT, Packet } from "../../../src/engine/net/packet.ts";
import { EcnSender } from "../../../src/engine/tcp/ecn.ts";
import { agreesOnEcn, answerOnEcn, askForEcn, confirmEcn } from "../../../src/engine/tcp/handshake-ecn.ts";

function ecnOf(feedback: "classic" | "dctcp" | "accurate", { enabled = true, ect1 = false } = {}): EcnSender {
  const ecn = new EcnSender(enabled, false);
  ecn.use(feedback, ect1, true);
  return ecn;
}

function asked(ecn: EcnSender, isFirst = true): Packet {
  const syn = new Packet();
  askForEcn(syn, ecn, isFirst);
  return syn;
}

function answered(syn: Packet): Packet {
  const synAck = new Packet();
  answerOnEcn(synAck, syn);
  return synAck;
}

/** AE, CWR, ECE. */
const bits = ({ ae, cwr, ece }: Packet) => [ae, cwr, ece].map(Number).join("");

describe("RFC 3168 §6.1.1: the classic echo", () => {
  test("an ECN-setup SYN has CWR and ECE and is not ECT; its SYN-ACK has ECE alone, and is not ECT", () => {
    const ecn = ecnOf("classic");
    const syn = asked(ecn);
    expect([bits(syn), syn.ecn]).toEqual(["011", NOT_ECT]);
    const synAck = answered(syn);
    expect([bits(synAck), synAck.ecn]).toEqual(["001", NOT_ECT]);
    expect(agreesOnEcn(synAck, ecn)).toBe(true);
  });

  test("without ECN there is no bit, in no answer either", () => {
    const ecn = ecnOf("classic", { enabled: false });
    const syn = asked(ecn);
    expect([bits(syn), bits(answered(syn))]).toEqual(["000", "000"]);
    expect(agreesOnEcn(answered(syn), ecn)).toBe(false);
  });

  test("§6.1.1.1, Linux tcp_ecn_clear_syn: a SYN that is sent again asks for none", () => {
    const ecn = ecnOf("classic");
    const syn = asked(ecn, false);
    expect(bits(syn)).toBe("000");
    expect(agreesOnEcn(answered(syn), ecn)).toBe(false);
  });

  test("the last ACK has no bit and is not ECT (§6.1.4)", () => {
    const ack = new Packet();
    ack.ece = ack.cwr = ack.ae = true;
    confirmEcn(ack, answered(asked(ecnOf("classic"))), ecnOf("classic"));
    expect([bits(ack), ack.ecn]).toEqual(["000", NOT_ECT]);
  });
});

describe("RFC 8257 §3.5: DCTCP", () => {
  test("asks as the classic one does, but as ECT, also when the SYN is sent again", () => {
    const ecn = ecnOf("dctcp");
    for (const isFirst of [true, false]) {
      const syn = asked(ecn, isFirst);
      expect([bits(syn), syn.ecn]).toEqual(["011", ECT0]);
      const synAck = answered(syn);
      expect([bits(synAck), synAck.ecn]).toEqual(["001", ECT0]);
    }
  });

  test("the last ACK is as all ACKs of a sender that needs ECN: ECT (Linux tcp_ecn_send)", () => {
    const ecn = ecnOf("dctcp");
    const ack = new Packet();
    confirmEcn(ack, answered(asked(ecn)), ecn);
    expect([bits(ack), ack.ecn]).toEqual(["000", ECT0]);
  });

  test("a mark on the SYN changes nothing of the answer", () => {
    const syn = asked(ecnOf("dctcp"));
    syn.ecn = CE;
    expect(bits(answered(syn))).toBe("001");
  });
});

describe("RFC 9768 §3.1.1: accurate feedback", () => {
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
    "a SYN that arrives as %s is answered so, and the last ACK says the same of the SYN-ACK",
    (_, field, text) => {
      const ecn = ecnOf("accurate");
      const syn = asked(ecn);
      syn.ecn = field;
      const synAck = answered(syn);
      expect(bits(synAck)).toBe(text);
      expect(agreesOnEcn(synAck, ecn)).toBe(true);
      synAck.ecn = field;
      const ack = new Packet();
      confirmEcn(ack, synAck, ecn);
      expect([bits(ack), ack.ecn]).toEqual([text, ECT0]);
    },
  );
});

/** Tests opening connections with the suites' cases. docs/validation.md contains the table of cases. */
import { describe, expect, test } from "vitest";
import { ECT0, NOT_ECT, type Packet } from "../../../../src/engine/net/packet.ts";
import { Opening } from "../opening.ts";
import { Receiving } from "./receiving.ts";

/** Returns the flags AE, CWR and ECE in the suite's letters. */
function letters({ ae, cwr, ece }: Packet): string {
  return `${ece ? "E" : ""}${cwr ? "W" : ""}${ae ? "A" : ""}`;
}

/** Opens a connection after 50 ms by a SYN-ACK with these fields, with one segment to send. */
function opened(options: ConstructorParameters<typeof Opening>[0], fields: Partial<Packet> = {}) {
  const opening = new Opening(options);
  opening.run(0.05);
  expect(opening.answer(0, fields)).toBe(true);
  opening.sender.dataEnd = 1;
  opening.sender.resume();
  const [syn, ack, data] = opening.sent;
  return { syn: letters(syn), ack: letters(ack), ackEcn: ack.ecn, dataEcn: data.ecn };
}

describe("SYNs (packetdrill's own tests)", () => {
  test("packet-timeout: after 1 s, and 2 s after that", () => {
    const opening = new Opening({ retries: 2 });
    opening.run(3);
    expect(opening.sentS).toEqual([0, 1, 3]);
  });

  test("blocking-connect, tcp_basic_client: the ACK leaves with the SYN-ACK, and data directly after it", () => {
    const opening = new Opening({ ecn: false });
    opening.run(0.1);
    expect(opening.answer(0)).toBe(true);
    opening.sender.dataEnd = 1;
    opening.sender.resume();
    expect([opening.sentS, opening.sent[2].seq]).toEqual([[0, 0.1, 0.1], 0]);
  });

  test("tcp_basic_server: the first segment is acknowledged at once", () => {
    new Receiving({ quickAcks: 1450 }).get(0).acksAt(0, "1");
  });
});

describe("classic ECN (kernel selftests)", () => {
  test("tcp_accecn_rfc3168_to_rfc3168, rfc3168_to_fallback: SYN with E and W, SYN-ACK with E, data ECT(0)", () => {
    const opening = new Opening();
    opening.run(0.05);
    opening.answer(0);
    expect(letters(opening.sent[0])).toBe("EW");
    expect(opened({})).toEqual({ syn: "EW", ack: "", ackEcn: NOT_ECT, dataEcn: ECT0 });
  });

  test("tcp_accecn_acc_ecn_disabled, ecn3: an answer without ECN, and ECN is not used", () => {
    const without = { ece: false };
    expect(opened({}, without)).toEqual({ syn: "EW", ack: "", ackEcn: NOT_ECT, dataEcn: NOT_ECT });
  });

  test("tcp_accecn_clientside_disabled: no bit from a sender without ECN", () => {
    expect(opened({ ecn: false })).toEqual({ syn: "", ack: "", ackEcn: NOT_ECT, dataEcn: NOT_ECT });
  });
});

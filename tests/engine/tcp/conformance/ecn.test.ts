/**
 * Tests a sender's response to marks with the cases of the suites and the RFCs. docs/validation.md contains the
 * table of cases.
 */
import { describe, expect, test } from "vitest";
import { newreno } from "../../../../src/engine/cc/newreno.ts";
import { ECT0, NOT_ECT } from "../../../../src/engine/net/packet.ts";
import { range, scripted } from "./scripted.ts";

describe("ECN (packetdrill ecn; RFC 3168 §6.1)", () => {
  test("ecn-uses-ect0: data is ECT(0)", () => {
    const [segment] = scripted({ rttMs: 4 }).write(1).taken();
    expect(segment.ecn).toBe(ECT0);
  });

  test("a retransmission is not ECN-capable (§6.1.5)", () => {
    const flow = scripted({ rttMs: 100 }).write(4).sends(0, 1, 2, 3).at(100).ack(0, [1, 4]);
    const [again] = flow.taken();
    expect([again.seq, again.ecn, again.cwr]).toEqual([0, NOT_ECT, false]);
  });

  test("ECE reduces once; CWR goes with the next new segment and with that alone (§6.1.2)", () => {
    const flow = scripted({ rttMs: 100 }).write(40).at(100);
    flow.taken();
    flow.echo(2).state("cwr").ssthresh(7).echo(4).echo(6).echo(8).echo(10).ssthresh(7);
    expect(flow.taken().map(({ cwr }) => cwr)).toEqual([true, ...range(1, 7).map(() => false)]);
    expect(flow.sender.ecnReductions).toBe(1);
  });

  test("the window is at ssthresh when something beyond the reduction is acknowledged; ECE on that ACK reduces again", () => {
    const flow = scripted({ rttMs: 100, cc: newreno }).write(60).at(100);
    flow.echo(1).ssthresh(5).ack(10).state("cwr").ack(11).state("open").cwnd(5);
    const again = scripted({ rttMs: 100, cc: newreno }).write(60).at(100);
    again.echo(1).ack(10).echo(11).state("cwr").ssthresh(2);
  });

  test("PRR over the round trip: of ten segments acknowledged five release one each (RFC 6937 §3.1)", () => {
    const flow = scripted({ rttMs: 100, cc: newreno }).write(60).sendsAll(0, 10).at(100);
    const sent: number[] = [];
    for (let acked = 1; acked <= 10; acked++) sent.push(flow.echo(acked).taken().length);
    expect(sent.reduce((sum, one) => sum + one, 0)).toBe(5);
    expect(Math.max(...sent)).toBe(1);
  });

  test("a sender without ECN ignores ECE", () => {
    scripted({ rttMs: 100, ecn: false }).write(20).at(100).echo(2).state("open").cwnd(12);
  });
});

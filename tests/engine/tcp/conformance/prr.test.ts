/**
 * Tests fast recovery by Proportional Rate Reduction with the suites' cases. docs/validation.md contains the
 * table of cases.
 */
import { describe, test } from "vitest";
import { scripted } from "./scripted.ts";

describe("fast recovery (packetdrill fast_recovery)", () => {
  test("prr-ss-10pkt-lost-1: the flight is at ssthresh throughout, so each SACK releases one segment", () => {
    const flow = scripted({ rttMs: 100 }).write(10).sendsAll(0, 10);
    flow.after(110).ack(0, [1, 2]).after(10).ack(0, [1, 3]).sends();
    flow.after(10).ack(0, [1, 4]).sends(0).state("recovery").cwnd(7).ssthresh(7);
    flow.after(20).write(7).sends();
    for (let next = 4; next < 10; next++)
      flow
        .after(10)
        .ack(0, [1, next + 1])
        .sends(next + 6);
    flow.after(20).ack(10).sends(16).state("open").cwnd(7).ssthresh(7);
  });

  test("prr-ss-30pkt-lost1_4: four losses at the head, and ssthresh is sent at once afterwards", () => {
    const flow = scripted({ rttMs: 10 }).write(10).sendsAll(0, 10);
    flow.after(10).ack(0, [4, 5]).after(2).ack(0, [4, 6]).sends();
    for (let lost = 0; lost < 4; lost++) flow.ack(0, [4, 7 + lost]).sends(lost);
    flow.after(10).ack(1, [4, 10]).ack(2, [4, 10]).ack(3, [4, 10]).ack(10).sends();
    flow.after(10).write(10).sendsAll(10, 17);
  });

  test("prr-ss-30pkt-lost-1_4-11_16: losses in two places, down to ssthresh and back up in slow start", () => {
    const flow = scripted({ rttMs: 10 }).write(20).sendsAll(0, 10);
    flow.after(10).ack(0, [4, 5]).sends(10).after(2).ack(0, [4, 6]).sends(11);
    for (let lost = 0; lost < 4; lost++)
      flow
        .after(2)
        .ack(0, [4, 7 + lost])
        .sends(lost);
    flow.after(2).ack(0, [4, 11]).sends(12).after(2).ack(0, [4, 12]).sends(13);
    flow.after(10).ack(1, [4, 12]).sends(14, 15);
    flow.after(2).ack(1, [2, 12]).sends(1, 16);
    flow.after(2).ack(1, [2, 13]).sends(17).after(2).ack(1, [2, 14]).sends(18);
  });

  test("prr-ss-ack-below-snd_una-cubic: an ACK that was overtaken still has news in its SACK blocks", () => {
    const flow = scripted({ rttMs: 10 }).write(10).sendsAll(0, 10);
    flow.after(10).ack(0, [1, 2]).ack(0, [1, 3]).sends();
    flow.ack(0, [1, 3], [8, 9]).sends(0);
    flow.after(12).ack(4, [8, 9]).sends(4, 5, 6);
    flow.write(10).sends();
    flow.after(2).ack(3, [5, 7]).sends(7, 10);
  });
});

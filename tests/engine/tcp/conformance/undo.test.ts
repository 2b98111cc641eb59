/** Tests undone reductions with the suites' cases. docs/validation.md contains the table of cases. */
import { describe, test } from "vitest";
import { scripted } from "./scripted.ts";

/**
 * Returns a sender in recovery: of ten segments, three above the first have been SACKed, and the first is
 * retransmitted.
 */
function recovering() {
  const flow = scripted({ rttMs: 100 }).write(10).sendsAll(0, 10).at(100);
  return flow.ack(0, [1, 2]).ack(0, [1, 3]).ack(0, [1, 4]).sends(0).state("recovery").cwnd(7);
}

describe("undo by DSACK (packetdrill undo, until 2019; RFC 3708)", () => {
  test("undo-fr-ack-then-dsack-on-ack-below-snd_una: an ACK that was overtaken brings the DSACK, ten again", () => {
    const flow = recovering().ack(4).ack(6).ack(8).ack(10).sends().state("open");
    flow.at(103).write(1).sends(10).at(200).ack(11).at(201).cwnd(7).ack(10, [0, 1]).cwnd(10);
    flow.at(250).write(11).sendsAll(11, 21);
  });

  test("undo-fr-acks-dropped-then-dsack: ten again, and the same ACK's deliveries let the window grow by seven", () => {
    const flow = recovering().at(200).ack(10, [0, 1]).state("open").ssthresh(Number.POSITIVE_INFINITY);
    flow.cwnd(17).happened("lossReduction", "undo");
  });
});

import { describe, expect, test } from "vitest";
import { range, scripted } from "./conformance/scripted.ts";

/** Segment 0 is only late: three later ones come first, and it is sent again for nothing. */
function repairedForNothing() {
  const flow = scripted({ rttMs: 100 })
    .write(30)
    .sends(...range(0, 10));
  flow.at(100).ack(0, [1, 2]).sends(10).ack(0, [1, 3]).sends(11).ack(0, [1, 4]).sends(0);
  return flow.state("recovery").ssthresh(7);
}

describe("a reduction that was for nothing (RFC 3708, Linux tcp_try_undo_dsack)", () => {
  test("the DSACK of the only retransmission gives cwnd and ssthresh back", () => {
    const flow = repairedForNothing();
    flow.at(101).ack(4).state("recovery").at(200).ack(12, [0, 1]).state("open");
    flow.happened("lossReduction", "undo");
    expect(flow.sender.state.ssthresh).toBe(Number.POSITIVE_INFINITY);
    expect(flow.sender.state.cwnd).toBeGreaterThanOrEqual(10);
  });

  test("while the recovery is under way it ends it", () => {
    const flow = repairedForNothing().at(101).ack(4).at(102).ack(4, [0, 1]).state("open").cwnd(10);
    flow.happened("lossReduction", "undo");
  });

  test("one of two is not enough", () => {
    const flow = scripted({ rttMs: 100 })
      .write(30)
      .sends(...range(0, 10));
    flow.at(100).ack(0, [2, 3]).ack(0, [2, 4]).ack(0, [2, 5]).ack(0, [2, 6]).ack(0, [2, 7]);
    expect(flow.sender.retransmissions).toBe(2);
    flow.ack(7, [0, 1]).state("recovery").ack(7, [1, 2]).state("open").happened("lossReduction", "undo");
  });

  test("a DSACK from before the recovery counts for nothing", () => {
    const flow = scripted({ rttMs: 100 })
      .write(30)
      .sends(...range(0, 10))
      .at(100)
      .ack(5);
    flow.taken();
    flow.ack(5, [6, 9]).state("recovery").ack(5, [0, 1], [6, 9]).state("recovery");
  });

  test("what was given up for a mark stays so", () => {
    const flow = scripted({ rttMs: 100 })
      .write(40)
      .sends(...range(0, 10));
    flow.at(100).echo(1).state("cwr").ssthresh(7);
    flow.ack(1, [2, 5]).state("recovery").ssthresh(7).ack(5, [1, 2]).state("open").ssthresh(7);
  });

  test("a timeout whose retransmission came twice is undone as well", () => {
    const flow = scripted({ rttMs: 100, sender: { lossProbes: false, frto: false } })
      .write(2)
      .sends(0, 1);
    flow.at(300).sends(0).state("loss").at(310).ack(1).sends(1).at(320).ack(2, [0, 1]).state("open");
    expect(flow.sender.undo.unanswered).toBe(1);
  });
});

/**
 * Tests retransmission timeouts with the cases of the suites and RFC 6298. docs/validation.md contains the table
 * of cases.
 */
import { describe, expect, test } from "vitest";
import { scripted } from "./scripted.ts";

const ALONE = { lossProbes: false };

describe("the timer (RFC 6298 §2 and §5)", () => {
  test("before a sample one second", () => {
    scripted({ sender: ALONE }).write(1).sends(0).at(999).sends().at(1000).sends(0).happened("rto");
  });

  test("after the first sample of 300 ms: SRTT 300, RTTVAR 150, so 900 ms", () => {
    scripted({ rttMs: 300, sender: ALONE }).write(1).sends(0).at(899).sends().at(900).sends(0);
  });

  test("a second sample: SRTT and RTTVAR by an eighth and a quarter", () => {
    const flow = scripted({ rttMs: 400, sender: ALONE }).write(1).sends(0).at(800).ack(1).write(1).sends(1);
    // SRTT is 400 + 400/8 and RTTVAR 200 + (400 − 200)/4, so RTO is 450 + 4·250 ms.
    flow
      .at(800 + 1449)
      .sends()
      .at(800 + 1450)
      .sends(1);
  });

  test("if round trips do not vary, SRTT and 200 ms", () => {
    const flow = scripted({ rttMs: 100, sender: ALONE });
    flow.sender.state.rttvarNs = 0;
    flow.write(1).sends(0).at(299).sends().at(300).sends(0);
  });

  test("each further timeout waits twice as long (§5.5), at most 120 s", () => {
    const flow = scripted({ rttMs: 100, sender: ALONE }).write(1).sends(0);
    for (const ms of [300, 900, 2100, 4500, 9300, 18_900, 38_100, 76_500, 153_300, 273_300, 393_300]) {
      flow
        .at(ms - 1)
        .sends()
        .at(ms)
        .sends(0);
    }
  });

  test("an ACK of new data ends the backoff", () => {
    const flow = scripted({ rttMs: 100, sender: ALONE }).write(2).sends(0, 1).at(900);
    expect(flow.sender.timer.backoffs).toBe(2);
    flow.ack(1);
    expect(flow.sender.timer.backoffs).toBe(0);
  });

  test("it restarts with each ACK of new data (§5.3), and stops when all is acknowledged (§5.2)", () => {
    const flow = scripted({ rttMs: 100, sender: ALONE })
      .write(3)
      .sends(0, 1, 2)
      .at(250)
      .ack(1)
      .at(540)
      .sends();
    flow.ack(3).at(5000).sends().happened();
  });

  test("Karn: the ACK of a retransmission is no sample (RFC 6298 §3)", () => {
    const flow = scripted({ rttMs: 100, sender: ALONE }).write(1).sends(0).at(300).sends(0).at(310).ack(1);
    expect(flow.sender.state.srttNs).toBe(100e6);
  });
});

describe("what follows a timeout (RFC 5681 §3.1)", () => {
  test("cwnd 1, ssthresh by the congestion control, slow start over the lost segments", () => {
    const flow = scripted({ rttMs: 100, sender: { ...ALONE, frto: false } })
      .write(10)
      .sendsAll(0, 10);
    flow
      .at(300)
      .sends(0)
      .cwnd(1)
      .ssthresh(7)
      .at(400)
      .ack(1)
      .cwnd(2)
      .sends(1, 2)
      .at(500)
      .ack(3)
      .cwnd(4)
      .sends(3, 4, 5, 6);
    flow.at(600).ack(7).cwnd(7).sends(7, 8, 9).at(700).ack(10).state("open").happened("rto");
  });

  test("ssthresh is lowered once, however often the timer expires", () => {
    scripted({ rttMs: 100, sender: ALONE })
      .write(10)
      .at(300)
      .ssthresh(7)
      .at(900)
      .ssthresh(7)
      .at(2100)
      .ssthresh(7);
  });

  test("SACKed segments are not sent again", () => {
    const flow = scripted({ rttMs: 100, sender: { ...ALONE, rackLosses: false } })
      .write(4)
      .sends(0, 1, 2, 3);
    flow.at(100).ack(0, [1, 2]).sends().at(300).sends(0).at(400).ack(2).sends(2, 3).state("loss");
  });

  test("fr-4pkt-fack-last-byte, for whole segments: the timer of 25 ms detects what the suite's RTO detects at 500 ms", () => {
    const flow = scripted({ rttMs: 100 }).write(4).sends(0, 1, 2, 3).at(100).ack(0, [3, 4]).at(132).sends(0);
    flow.at(232).ack(1, [3, 4]).sends(1, 2).at(332).ack(4).state("open").happened("lossReduction");
  });
});

/**
 * Tests slow start, HyStart, idle restart and CUBIC's growth with the suites' cases, which docs/validation.md
 * lists.
 */
import { describe, expect, test } from "vitest";
import { scripted } from "./scripted.ts";

describe("slow start (packetdrill slow_start)", () => {
  test.each([
    ["slow-start-ack-per-1pkt", 1],
    ["slow-start-ack-per-2pkt", 2],
    ["slow-start-ack-per-4pkt", 4],
  ])("%s: each ACK releases twice as many as it acknowledges", (_, per) => {
    const flow = scripted({ rttMs: 100 }).write(30).sendsAll(0, 10).cwnd(10).at(105);
    for (let acked = per; acked <= 10; acked += per) {
      const next = 10 + 2 * (acked - per);
      flow
        .ack(acked)
        .sendsAll(next, next + 2 * per)
        .after(1);
    }
    const rest = 10 % per;
    if (rest > 0) flow.ack(10).sendsAll(30 - 2 * rest, 30);
    flow.cwnd(20);
  });

  test("slow-start-after-idle: two seconds later ten segments", () => {
    const flow = scripted({ rttMs: 100 }).write(26).sendsAll(0, 10).at(100).ack(10).cwnd(20);
    flow.sendsAll(10, 26).at(200).ack(26).at(2200).write(20).cwnd(10).sendsAll(26, 36);
  });

  test("the same switched off: the window stays", () => {
    const flow = scripted({ rttMs: 100, sender: { idleRestart: false } })
      .write(26)
      .sendsAll(0, 10);
    flow.at(100).ack(10).sendsAll(10, 26).at(200).ack(26).at(2200).write(20).sendsAll(26, 46);
  });
});

describe("the initial window (packetdrill initial_window, until 2019)", () => {
  test.each([
    ["iw10-base-case", 10, 20],
    ["iw10-short-response", 5, 10],
  ])("%s: %s segments at once", (_, segments, cwnd) => {
    const flow = scripted({ rttMs: 100 }).write(segments).sendsAll(0, segments);
    flow.at(100).ack(segments).sends().cwnd(cwnd);
  });
});

describe("HyStart (packetdrill cubic)", () => {
  /**
   * Returns a sender in its second round trip: ten segments were sent in the first, and up to twenty more are sent
   * now.
   */
  function secondRound(segments: number) {
    const flow = scripted({ rttMs: 200 }).write(segments).sendsAll(0, 10).at(200).ack(10).cwnd(20);
    flow.taken();
    return flow;
  }

  test("cubic-hystart-delay-rtt-jumps-upward: the ninth sample of 240 ms and more ends slow start", () => {
    const flow = secondRound(60).at(440);
    for (let sample = 0; sample < 8; sample++) {
      flow
        .ack(12 + 2 * sample)
        .cwnd(22 + 2 * sample)
        .ssthresh(Number.POSITIVE_INFINITY)
        .after(1);
    }
    flow.ack(28).ssthresh(36).cwnd(36).after(1).ack(30).ssthresh(36).cwnd(36);
  });

  test("cubic-hystart-delay-min-rtt-jumps-downward: a tenth sample of 29 ms after nine of 200 ms and more", () => {
    const flow = secondRound(28).at(380).write(2).sends(28, 29).at(400);
    for (let sample = 0; sample < 10; sample++) {
      flow
        .ack(12 + 2 * sample)
        .cwnd(22 + 2 * sample)
        .ssthresh(Number.POSITIVE_INFINITY)
        .after(1);
    }
    expect(flow.sender.state.minRttNs).toBe(29e6);
  });
});

describe("CUBIC (packetdrill cubic)", () => {
  test("cubic-rto-ss-ca-cwnd-bump: probe, timeout, slow start to 7, then CUBIC's plateau", () => {
    const flow = scripted({ rttMs: 100 }).write(1).sends(0).at(100).ack(1).cwnd(10).write(1).sends(1);
    // RFC 6298 gives SRTT 100 ms and RTTVAR 37.5 ms. The kernel uses at least 50 ms as the variation.
    flow
      .at(100 + 300)
      .sends(1)
      .at(100 + 600)
      .sends(1)
      .at(800)
      .ack(2)
      .cwnd(2)
      .ssthresh(7);
    flow.write(200).sends(2, 3).at(900).ack(3).cwnd(3).sends(4, 5).at(902).ack(4).cwnd(4).sends(6, 7);
    flow.at(1000).ack(5).cwnd(5).sends(8, 9).at(1002).ack(6).cwnd(6).sends(10, 11);
    flow.at(1004).ack(7).cwnd(7).sends(12, 13);
    // ACKs 8 to 22 leave cwnd at 7. Growth is at least one segment per twenty acknowledged, so cwnd becomes 8
    // after sixteen.
    for (const [i, afterMs] of [2, 98, 2, 2, 2, 2, 2, 2, 98, 3, 2, 2, 2, 2, 2].entries()) {
      flow
        .after(afterMs)
        .ack(8 + i)
        .cwnd(7)
        .sends(14 + i);
    }
    flow.after(98).ack(23).cwnd(8).sends(29, 30);
  });

  test.each([
    [
      "from a window of 16 on, as Linux 5.16 to 6.13: HyStart at 48",
      "window-16",
      [20, 30, 40, 48, 49, 50, 52, 58, 68, 78],
    ],
    ["from the start: HyStart at 36", "all", [20, 30, 36, 36]],
  ])("cubic-bulk-166k: two segments acknowledged every 100 ms, rounds counted %s", (_, rounds, expected) => {
    const flow = scripted({
      rttMs: 100,
      sender: { lossProbes: false },
      params: { "hystart-rounds": rounds },
    });
    flow.write(400).at(100);
    const grown: number[] = [];
    for (let acked = 2; acked <= 160; acked += 2, flow.after(100)) {
      flow.ack(acked);
      if ([10, 20, 30, 38, 60, 80, 100, 120, 140, 160].includes(acked)) grown.push(flow.sender.state.cwnd);
      flow.taken();
    }
    expect(grown.slice(0, expected.length)).toEqual(expected);
    // cwnd grows by at most one segment per two acknowledged.
    for (const [i, cwnd] of grown.slice(5).entries()) expect(cwnd - grown[i + 4]).toBeLessThanOrEqual(10);
  });
});

describe("CUBIC after a pause (packetdrill cubic)", () => {
  test("cubic-bulk-166k-idle-restart: growth is not made up for the four seconds without transmissions", () => {
    const flow = scripted({
      rttMs: 100,
      sender: { lossProbes: false, idleRestart: false },
      params: { "hystart-rounds": "window-16" },
    });
    flow.write(40).at(100);
    for (let acked = 2; acked <= 38; acked += 2) flow.ack(acked).after(100);
    flow.cwnd(48).ack(40).ssthresh(48).after(4000).taken();
    flow.write(160).sendsAll(40, 88).after(100);
    const grown: number[] = [];
    for (let acked = 42; acked <= 120; acked += 2, flow.after(100)) {
      flow.ack(acked);
      if (acked % 20 === 0) grown.push(flow.sender.state.cwnd);
    }
    // The suite expects 48 and 49 first: it has 48 segments that are paced and do not fill the window at once.
    expect(grown).toEqual([49, 50, 52, 58]);
  });
});

describe("senders that do not use the window (packetdrill slow_start; Linux tcp_is_cwnd_limited)", () => {
  /** Returns cwnd after each ACK of two segments, for a flow of this many segments after a handshake of 100 ms. */
  function cwnds(segments: number, sender = {}): number[] {
    const flow = scripted({ rttMs: 100, sender }).write(segments).sendsAll(0, segments).cwnd(10).at(105);
    const acks = Array.from({ length: Math.ceil(segments / 2) }, (_, i) => Math.min(2 * i + 2, segments));
    return acks.map((next) => flow.ack(next).sends().after(5).sender.state.cwnd);
  }

  test.each([
    ["slow-start-ack-per-2pkt-send-5pkt: five of ten out, nothing grows", 5, [10, 10, 10]],
    ["slow-start-ack-per-2pkt-send-6pkt: up to twice what was out", 6, [12, 12, 12]],
    ["slow-start-app-limited-9-packets-out: up to 18", 9, [12, 14, 16, 18, 18]],
    ["slow-start-app-limited: all ten out, up to 20", 10, [12, 14, 16, 18, 20]],
  ])("%s", (_, segments, expected) => {
    expect(cwnds(segments)).toEqual(expected);
  });

  test("with --app-limited-growth off only a window that stopped the last attempt to send grows", () => {
    const off = { appLimitedGrowth: false };
    expect([cwnds(9, off), cwnds(10, off)]).toEqual([
      [10, 10, 10, 10, 10],
      [12, 12, 12, 12, 12],
    ]);
  });
});

import { describe, expect, test } from "vitest";
import {
  type QuantumBy,
  rttShareBytes,
  SendQuantum,
  segmentsInBurst,
} from "../../../../src/engine/cc/bbr/send-quantum.ts";
import { scenarioFromUrl } from "../../../../src/engine/scenario/url.ts";
import { runScenario } from "../../../../src/engine/simulator.ts";
import { MS, madeState } from "../made.ts";

const V1 = { roomByRtt: false, singleWhenSlow: true };
const V2 = { roomByRtt: true, singleWhenSlow: true };
const V3 = { roomByRtt: true, singleWhenSlow: false };
/** Rate of a 50 Mbps link in packets of 1500 bytes per second. */
const RATE_OF_50_MBPS = 50e6 / (1500 * 8);

describe("the share of 64 kB in a burst (Linux tcp_tso_autosize, tcp_tso_rtt_log 9)", () => {
  test.each([
    [0, 65_536],
    [511_999, 65_536],
    [512_000, 32_768],
    [1 * MS, 32_768],
    [1.14 * MS, 16_384],
    [3.1 * MS, 1024],
    [8.2 * MS, 1],
    [8.8 * MS, 0],
    [16.5 * MS, 0],
    [Number.POSITIVE_INFINITY, 0],
  ])("at a minimum RTT of %s ns the share is %s B", (rttNs, bytes) => {
    expect(rttShareBytes(rttNs)).toBe(bytes);
  });
});

describe("bursts of whole segments", () => {
  test.each([
    [50, 1, 1],
    [50, 2, 2],
    [5000, 2, 4],
    [1e6, 2, 45],
  ])(
    "at %s segments per second, with a minimum of %s, a burst has %s segments (about 1 ms, at most 64 kB)",
    (pacingRate, least, segments) => {
      expect(segmentsInBurst({ pacingRate, mssBytes: 1448 }, 0, least)).toBe(segments);
    },
  );

  test("a burst has at most seven segments of 9000 B, because more do not fit into 64 kB", () => {
    expect(segmentsInBurst({ pacingRate: 1e6, mssBytes: 8948 }, 65_536, 2)).toBe(7);
  });

  test("the rate and the share add up: 50 Mbps at 1 ms give 26 segments", () => {
    expect(segmentsInBurst({ pacingRate: RATE_OF_50_MBPS, mssBytes: 1448 }, 32_768, 2)).toBe(26);
  });
});

describe("the burst, and the allowance for bursts in the window", () => {
  function taken(rules: typeof V1, by: QuantumBy, pacingRate: number, rttNs: number): [number, number] {
    const quantum = new SendQuantum(rules);
    quantum.by = by;
    const state = madeState({ pacingRate });
    quantum.update(state, rttNs);
    return [quantum.burst, quantum.room];
  }

  test.each([
    ["v1 counts the rate alone for the room", V1, "kernel", [26, 4]],
    ["v2 and v3 both", V2, "kernel", [26, 26]],
    ["by the rate alone", V2, "rate", [4, 4]],
    ["one by one, with the room of bursts: v1", V1, "single", [1, 4]],
    ["one by one, with the room of bursts: v2", V2, "single", [1, 26]],
  ] as const)("at 50 Mbps and 1 ms: %s", (_, rules, by, expected) => {
    expect(taken(rules, by, RATE_OF_50_MBPS, 1 * MS)).toEqual(expected);
  });

  test("above a few milliseconds the share is zero: bursts of two segments at 10 Mbps", () => {
    expect(taken(V1, "kernel", 833, 20 * MS)).toEqual([2, 2]);
  });

  test.each([
    ["v1", V1, 1],
    ["v2", V2, 1],
    ["v3", V3, 2],
  ])("below 1.2 Mbps %s sends %s segments in a burst", (_, rules, segments) => {
    expect(taken(rules, "kernel", 100, 100 * MS)).toEqual([segments, segments]);
    expect(taken(rules, "kernel", 104, 100 * MS)).toEqual([2, 2]);
  });

  test.each([
    ["kernel", 60, 26],
    ["kernel", 52, 26],
    ["kernel", 51, 25],
    ["kernel", 1, 1],
    ["single", 60, 1],
  ] as const)(
    "%s with a window of %s segments sends %s in a burst, at most half of the window (Linux tcp_cwnd_test)",
    (by, cwnd, burst) => {
      const quantum = new SendQuantum(V2);
      quantum.by = by;
      const state = madeState({ pacingRate: RATE_OF_50_MBPS, cwnd });
      quantum.update(state, 1 * MS);
      quantum.limitBurst(state);
      expect(state.burst).toBe(burst);
    },
  );

  test("starts with the rate and the round trip of the handshake, from the tenth segment on", () => {
    const quantum = new SendQuantum(V2);
    const state = madeState({ pacingRate: RATE_OF_50_MBPS, cwnd: 10 });
    quantum.start(state, 1 * MS);
    expect([quantum.room, state.burst, state.unpacedLeft]).toEqual([26, 5, 9]);
  });

  test("follows changes of the smallest RTT", () => {
    const quantum = new SendQuantum(V2);
    const state = madeState({ pacingRate: RATE_OF_50_MBPS });
    const rooms = [0.1, 1, 1.2, 10, 1].map((ms) => {
      quantum.update(state, ms * MS);
      return quantum.room;
    });
    expect(rooms).toEqual([45, 26, 15, 4, 26]);
  });
});

describe("the segments in the network when the next burst may leave (bbr_packets_in_net_at_edt)", () => {
  const quantum = new SendQuantum(V2);
  quantum.room = 10;
  const at = (nowNs: number, departsNs: number) => madeState({ departsNs }).at(nowNs);

  test("segments that the path delivers until then count as delivered, and a burst that raises the flight is included", () => {
    const state = at(5 * MS, 9 * MS);
    // In 4 ms, 1000 segments per second deliver four segments.
    expect(quantum.inNetwork(state, 50, 1000, false)).toBe(46);
    expect(quantum.inNetwork(state, 50, 1000, true)).toBe(56);
  });

  test("if the burst may leave now, nothing is subtracted, and the result is never negative", () => {
    expect(quantum.inNetwork(at(9 * MS, 5 * MS), 50, 1000, false)).toBe(50);
    expect(quantum.inNetwork(at(0, 90 * MS), 50, 1000, false)).toBe(0);
  });
});

describe("the effect on a run", () => {
  function figuresOf(fragment: string) {
    const { scenario, problems } = scenarioFromUrl(fragment);
    expect(problems).toEqual([]);
    return runScenario(scenario).snapshot().results.links[0];
  }

  test("one BBRv2 flow at 1 ms and 50 Mbps has other bursts with the rate alone than with the share of the smallest RTT", () => {
    const path = "v=2&capacity=50Mbps&aqm=droptail&duration=10s&warmup=3s&flow=cc=bbr2,rtt=1ms";
    const delaysMs = [",bbr-quantum=rate", ""].map(
      (values) => figuresOf(path + values).sojournMs?.mean ?? Number.NaN,
    );
    expect(delaysMs[0]).toBeGreaterThan(0.5);
    expect(delaysMs[1]).toBeGreaterThan(4);
  });

  test.each(["kernel", "single"])(
    "one BBRv1 flow over CoDel at 20 ms, %s: most packets are marked, as in Linux 6.1",
    (by) => {
      const { marks, packets } = figuresOf(
        `v=2&capacity=10Mbps&aqm=codel&duration=40s&warmup=10s&flow=cc=bbr1,ecn=on,rtt=20ms,bbr-quantum=${by}`,
      );
      expect(marks / packets).toBeGreaterThan(0.5);
    },
  );
});

import { describe, expect, test } from "vitest";
import { COLUMN_KINDS, packetCsvOf, pcapngOf, SNAP_BYTES } from "../../../src/engine/replays.ts";
import { csvRowsOf, csvStretchOf, makeOf, RUNS, resultsOf, scenarioOf } from "./captured-run.ts";

const COLUMNS =
  "time_s event place flow connection packet type seq ack sack bytes ecn flags sojourn_ms queue_packets rule cwnd_before_segments cwnd_segments ssthresh_segments inflight_segments srtt_ms";

describe.each(Object.entries(RUNS))("%s", (_name, url) => {
  const rows = csvRowsOf(url);
  const { flows, links } = resultsOf(url);
  const count = (keep: (row: (typeof rows)[number]) => boolean) => rows.filter(keep).length;

  test("has its rows in order of time, under stable names", () => {
    expect(Object.keys(rows[0]).join(" ")).toBe(COLUMNS);
    // A connection must not look like a number: 1.10 would be read as 1.1, which is a different connection.
    expect(rows.every(({ connection }) => /^\d+_\d+$/.test(connection))).toBe(true);
    const times = rows.map(({ time_s }) => Number(time_s));
    expect(times.every((one, i) => i === 0 || one >= times[i - 1])).toBe(true);
  });

  test("agrees with the run's counts of its links", () => {
    for (const { id, marks, drops, packets } of links) {
      const at = (event: string) => count((row) => row.place === id && row.event === event);
      const logged = {
        marks: at("mark"),
        drops: { overflow: at("drop-by-overflow"), aqm: at("drop-by-aqm"), link: at("random-loss") },
        packets: at("dequeued"),
      };
      expect({ id, ...logged }).toEqual({ id, marks, drops, packets });
    }
  });

  test("agrees with the run's counts of its flows", () => {
    for (const [
      i,
      { packetsSent, retransmissions, ecnReductions, lossReductions, rtos, traffic },
    ] of flows.entries()) {
      const of = (event: string, types?: readonly string[]) =>
        count(
          (row) => row.flow === String(i + 1) && row.event === event && (types?.includes(row.type) ?? true),
        );
      const isUdp = traffic === "cbr" || traffic === "poisson";
      expect(of("sent", isUdp ? ["datagram"] : ["data", "retransmission"])).toBe(packetsSent);
      expect(of("sent", ["retransmission"])).toBe(retransmissions);
      expect(of("reduction-by-mark")).toBe(ecnReductions);
      expect(of("reduction-by-loss")).toBe(lossReductions);
      expect(of("timeout")).toBe(rtos);
    }
  });

  test("a packet is sent, queued, dequeued and received in this order, and is lost or received once", () => {
    const seen = new Map<string, string[]>();
    for (const { packet, event } of rows)
      if (packet !== "") seen.set(packet, [...(seen.get(packet) ?? []), event]);
    for (const events of seen.values()) {
      const path = events.filter((event) => event !== "mark").join(" ");
      expect(path).toMatch(
        /^sent( enqueued dequeued)*( enqueued)?( enqueued drop-by-aqm| drop-by-\w+| random-loss| received( ack-read)?)?$/,
      );
    }
  });
});

test("an ACK that a sender has read is the row of its arrival, with the window after it", () => {
  for (const url of [RUNS["NewReno over CoDel"], RUNS["AccECN that gives bytes to its option"]]) {
    const rows = csvRowsOf(url);
    const arrived = new Map<string, (typeof rows)[number]>();
    for (const row of rows) {
      if (row.event === "received" && row.place === "sender") arrived.set(row.packet, row);
      if (row.event !== "ack-read") continue;
      const { type, seq, ack, sack, bytes, ecn, flags, connection } = arrived.get(row.packet) ?? {};
      expect(row).toMatchObject({ type, seq, ack, sack, bytes, ecn, flags, connection });
      expect(row.cwnd_segments).not.toBe("");
    }
    const read = rows.filter(({ event }) => event === "ack-read");
    expect(read.map(({ packet }) => packet)).toEqual([...arrived.keys()]);
    expect(read.some(({ flags }) => flags.includes("EC") || flags.includes("ACE"))).toBe(true);
  }
});

test("each column has one type in all rows: texts have a value, numbers a value or none", () => {
  for (const url of Object.values(RUNS).slice(0, 4)) {
    const [head, ...lines] = [...packetCsvOf(scenarioOf(url), makeOf(url), { stamp: "", toS: 3 })]
      .join("")
      .trimEnd()
      .split("\n");
    const kinds = head.split(",").map((name) => COLUMN_KINDS[name as keyof typeof COLUMN_KINDS]);
    const forms = { text: /^(?!\d+$).+$/, whole: /^\d*$/, number: /^(-?\d+(\.\d+)?(e[-+]?\d+)?)?$/ };
    for (const line of lines)
      for (const [i, text] of line.split(",").entries()) expect(text).toMatch(forms[kinds[i]]);
  }
});

test("delays and windows are those of the run", () => {
  const url = RUNS["NewReno over CoDel"];
  const rows = csvRowsOf(url);
  const [{ sojournMs }] = resultsOf(url).links;
  const waits = rows.filter(({ event }) => event === "dequeued").map((row) => Number(row.sojourn_ms));
  expect(waits.length).toBe(sojournMs?.n);
  expect(waits.reduce((sum, one) => sum + one, 0) / waits.length).toBeCloseTo(sojournMs?.mean ?? 0, 6);
  const cuts = rows.filter(({ event }) => event === "reduction-by-mark");
  for (const { cwnd_before_segments: before, cwnd_segments: after, ssthresh_segments: ssthresh } of cuts) {
    expect(Number(after)).toBeLessThan(Number(before));
    expect(Number(ssthresh)).toBe(Math.max(2, Math.floor(Number(before) * 0.5)));
  }
  expect(cuts.length).toBeGreaterThan(1);
});

test("a time range contains the rows of the whole file that are in the range", () => {
  const url = RUNS["a full buffer"];
  const inStretch = csvRowsOf(url).filter(({ time_s }) => Number(time_s) >= 3 && Number(time_s) <= 3.5);
  expect(csvStretchOf(url, { fromS: 3, toS: 3.5 })).toEqual(inStretch);
});

test("a sender that enters another phase has a row, and its next packet in a capture names the phase", () => {
  const url = "v=2&cc=bbr1&duration=12s&aqm=droptail&limit=100p&capacity=5Mbps";
  const entered = csvRowsOf(url).filter(({ event }) => event === "phase-bbr-probe-rtt");
  expect(entered).toHaveLength(1);
  expect(Number(entered[0].time_s)).toBeGreaterThan(10);
  const options = { points: [{ at: "sender" }], snapBytes: SNAP_BYTES, program: "", comments: [] } as const;
  const pieces = [...pcapngOf(scenarioOf(url), makeOf(url), options)];
  const text = pieces.map((piece) => new TextDecoder("latin1").decode(piece)).join("");
  expect(text.match(/first packet of the phase PROBE_RTT, pacing gain 1/g)).toHaveLength(1);
});

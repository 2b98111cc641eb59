import * as v from "valibot";
import { describe, expect, test } from "vitest";
import { qlogOf } from "../../../src/engine/replays.ts";
import { firstOrAll, MANY } from "../../effort.ts";
import { csvRowsOf, makeOf, RUNS, resultsOf, scenarioOf } from "./captured-run.ts";

interface QlogEvent {
  readonly time: number;
  readonly group_id: string;
  readonly name: string;
  readonly data: Readonly<Record<string, unknown>>;
}

// Schema of the parts of qlog that Sawtooth writes, as strict as the CDDL in draft-ietf-quic-qlog-main-schema-03 §3
// and draft-ietf-quic-qlog-quic-events-02 §5 and appendix A.
const uint64 = v.pipe(v.number(), v.safeInteger(), v.minValue(0));
const float = v.pipe(v.number(), v.finite());
const VANTAGE_POINT = v.strictObject({
  name: v.optional(v.string()),
  type: v.picklist(["client", "server", "network", "unknown"]),
});
const HEAD = v.strictObject({
  qlog_format: v.literal("JSON-SEQ"),
  qlog_version: v.literal("0.3"),
  title: v.optional(v.string()),
  description: v.optional(v.string()),
  trace: v.strictObject({
    title: v.optional(v.string()),
    description: v.optional(v.string()),
    vantage_point: v.optional(VANTAGE_POINT),
    common_fields: v.strictObject({
      time_format: v.literal("relative"),
      reference_time: float,
      protocol_type: v.pipe(v.array(v.string()), v.minLength(1)),
    }),
  }),
});
const HEADER = v.strictObject({ packet_type: v.literal("1RTT"), packet_number: uint64 });
const RAW = v.strictObject({ length: uint64 });
const FRAME = v.variant("frame_type", [
  v.strictObject({ frame_type: v.literal("ping") }),
  v.strictObject({ frame_type: v.literal("unknown"), raw_frame_type: uint64 }),
  v.strictObject({
    frame_type: v.literal("stream"),
    stream_id: uint64,
    offset: uint64,
    length: uint64,
  }),
  v.strictObject({
    frame_type: v.literal("ack"),
    acked_ranges: v.pipe(v.array(v.tuple([uint64, uint64])), v.minLength(1)),
  }),
]);
const DATA = {
  "transport:packet_sent": v.strictObject({
    header: HEADER,
    frames: v.array(FRAME),
    raw: RAW,
    trigger: v.optional(
      v.picklist([
        "retransmit_reordered",
        "retransmit_timeout",
        "pto_probe",
        "retransmit_crypto",
        "cc_bandwidth_probe",
      ]),
    ),
  }),
  "transport:packet_received": v.strictObject({ header: HEADER, frames: v.array(FRAME), raw: RAW }),
  "recovery:packet_lost": v.strictObject({
    header: HEADER,
    frames: v.array(FRAME),
    trigger: v.picklist(["reordering_threshold", "time_threshold", "pto_expired"]),
  }),
  "recovery:metrics_updated": v.strictObject({
    min_rtt: v.optional(float),
    smoothed_rtt: v.optional(float),
    rtt_variance: v.optional(float),
    congestion_window: uint64,
    bytes_in_flight: uint64,
    ssthresh: v.optional(uint64),
  }),
  "recovery:congestion_state_updated": v.strictObject({
    old: v.optional(v.string()),
    new: v.string(),
    trigger: v.optional(v.picklist(["persistent_congestion", "ECN"])),
  }),
};
// An event may have custom fields, here `tcp`.
const EVENT = v.strictObject({
  time: float,
  group_id: v.string(),
  name: v.picklist(Object.keys(DATA) as (keyof typeof DATA)[]),
  data: v.unknown(),
  tcp: v.optional(v.union([v.strictObject({ ece: v.literal(true) }), v.strictObject({ ace: uint64 })])),
});

function read(url: string) {
  const text = [...qlogOf(scenarioOf(url), makeOf(url), { title: "Sawtooth", description: url })].join("");
  // RFC 7464 §2.1: each record has a record separator before it and a line feed after it.
  const records = text.split("\u001e").slice(1);
  expect(records.every((one) => one.endsWith("}\n"))).toBe(true);
  const [head, ...events] = records.map((one) => JSON.parse(one));
  return { head, events: events as readonly QlogEvent[] };
}

describe.each(firstOrAll(Object.entries(RUNS), 4))("%s", MANY, (_name, url) => {
  const { head, events } = read(url);
  const groups = new Map<string, QlogEvent[]>();
  for (const event of events) groups.get(event.group_id)?.push(event) ?? groups.set(event.group_id, [event]);

  test("header and events have the fields of the schema of qlog 0.3, and no others", () => {
    v.parse(HEAD, head);
    for (const event of events) {
      const { name, data } = v.parse(EVENT, event);
      v.parse(DATA[name], data);
    }
  });

  test("a state lasts until the next one, which starts later", () => {
    for (const own of groups.values()) {
      const states = own.filter(({ name }) => name === "recovery:congestion_state_updated");
      for (const [i, { time, data }] of states.entries()) {
        expect(data.old).toBe(states[i - 1]?.data.new);
        expect(data.new).not.toBe(data.old);
        expect(time).toBeGreaterThan(states[i - 1]?.time ?? -1);
      }
    }
  });

  test("each connection is a trace in order of time, with a number for each packet", () => {
    for (const own of groups.values()) {
      expect(own.every(({ time }, i) => i === 0 || time >= own[i - 1].time)).toBe(true);
      const sent = own
        .filter(({ name }) => name === "transport:packet_sent")
        .map(({ data }) => numberOf(data));
      expect(sent).toEqual(sent.map((_, i) => i));
    }
  });

  test("an ACK reports packets that were sent, and no packet twice", () => {
    for (const own of groups.values()) {
      const open = new Set<number>();
      for (const { name, data } of own) {
        if (name === "transport:packet_sent") open.add(numberOf(data));
        if (name !== "transport:packet_received") continue;
        for (const frame of data.frames as { acked_ranges: [number, number][] }[])
          for (const [first, last] of frame.acked_ranges)
            for (let i = first; i <= last; i++) expect(open.delete(i)).toBe(true);
      }
    }
  });

  test("the bytes of a stream are contiguous", () => {
    for (const own of groups.values()) {
      let end = 0;
      for (const { name, data } of own) {
        if (name !== "transport:packet_sent") continue;
        const [{ frame_type, offset, length }] = data.frames as {
          frame_type: string;
          offset: number;
          length: number;
        }[];
        if (frame_type !== "stream") continue;
        expect(offset).toBeLessThanOrEqual(end);
        expect(length).toBeGreaterThan(0);
        end = Math.max(end, offset + length);
      }
    }
  });

  test("packets and reductions are those of the packet table", () => {
    const rows = csvRowsOf(url);
    const dataSent = rows.filter(({ event, place }) => event === "sent" && place === "sender");
    expect(events.filter(({ name }) => name === "transport:packet_sent")).toHaveLength(dataSent.length);
    const cuts = rows.filter(({ event }) => event.startsWith("reduction") || event === "timeout");
    const recoveries = events.filter(
      ({ name, data }) => name === "recovery:congestion_state_updated" && data.new === "recovery",
    );
    expect(recoveries.length).toBeLessThanOrEqual(cuts.length);
    expect(recoveries.length > 0).toBe(cuts.length > 0);
    const { flows } = resultsOf(url);
    const lost = events.filter(({ name }) => name === "recovery:packet_lost").length;
    expect(lost).toBeLessThanOrEqual(flows.reduce((sum, { retransmissions }) => sum + retransmissions, 0));
  });
});

function numberOf({ header }: QlogEvent["data"]): number {
  return (header as { packet_number: number }).packet_number;
}

test("the bytes of a flow with AccECN are those that its option leaves", () => {
  const { events } = read("v=2&duration=2s&flow=cc=cubic,accecn=on&flow=cc=cubic");
  const lengths = (flow: string) =>
    events
      .filter(({ name, group_id }) => name === "transport:packet_sent" && group_id.startsWith(flow))
      .flatMap(({ data }) => (data.frames as { frame_type: string; length?: number }[])[0].length ?? []);
  expect(new Set(lengths("flow 1"))).toEqual(new Set([1436]));
  expect(new Set(lengths("flow 2"))).toEqual(new Set([1448]));
  const windows = events.filter(
    ({ name, group_id }) => name === "recovery:metrics_updated" && group_id.startsWith("flow 1"),
  );
  expect(windows.every(({ data }) => Number(data.congestion_window) % 1436 === 0)).toBe(true);
});

test("the congestion state is the sender's phase, including custom phases", () => {
  const { events } = read("v=2&cc=bbr1&duration=12s&aqm=droptail&limit=100p&capacity=5Mbps");
  const states = events
    .filter(({ name }) => name === "recovery:congestion_state_updated")
    .map(({ time, data }) => ({ time, state: data.new, old: data.old }));
  expect(states[0].state).toBe("bbr_startup");
  for (const [i, { old }] of states.entries()) expect(old).toBe(states[i - 1]?.state);
  const probe = states.find(({ state }) => state === "bbr_probe_rtt");
  expect(probe?.time).toBeGreaterThan(10_000);
});

test.each(["prr", "classic"])("a recovery lasts for most of a round trip, also with %s", (recovery) => {
  const { events } = read(
    `v=2&duration=8s&aqm=codel&cc=cubic&rtt=40ms&recovery=${recovery}&flow=ecn=on&flow=ecn=off`,
  );
  const lengths: number[] = [];
  const begun = new Map<string, number>();
  for (const { name, time, group_id, data } of events) {
    if (name !== "recovery:congestion_state_updated") continue;
    const since = begun.get(group_id);
    if (since !== undefined) lengths.push(time - since);
    begun.delete(group_id);
    if (data.new === "recovery") begun.set(group_id, time);
  }
  expect(lengths.length).toBeGreaterThan(15);
  // Each length is at least the path's round trip, and at most longer by the queue and one retransmission.
  expect(Math.min(...lengths)).toBeGreaterThan(35);
  expect(Math.max(...lengths)).toBeLessThan(200);
});

test("a tail loss probe is a probe, and no packet is lost because of it", () => {
  const url = "v=2&duration=20s&rtt=40ms&loss=0.05&traffic=http";
  const { events } = read(url);
  const probes = csvRowsOf(url).filter(({ event }) => event === "loss-probe").length;
  const sent = events.filter(({ name }) => name === "transport:packet_sent");
  expect(probes).toBeGreaterThan(0);
  expect(sent.filter(({ data }) => data.trigger === "pto_probe")).toHaveLength(probes);
  // A retransmitted SYN carries no data that could be lost.
  const again = sent.filter(
    ({ data }) =>
      String(data.trigger).startsWith("retransmit") && JSON.stringify(data.frames).includes("stream"),
  );
  expect(events.filter(({ name }) => name === "recovery:packet_lost")).toHaveLength(again.length);
});

import { describe, expect, test } from "vitest";
import { qlogOf } from "../../../src/engine/storyteller.ts";
import { firstOrAll, MANY } from "../../effort.ts";
import { csvRowsOf, makeOf, RUNS, resultsOf, scenarioOf } from "./captured-run.ts";

interface QlogEvent {
  readonly time: number;
  readonly group_id: string;
  readonly name: string;
  readonly data: Readonly<Record<string, unknown>>;
}

function read(url: string) {
  const text = [...qlogOf(scenarioOf(url), makeOf(url), { title: "Sawtooth", description: url })].join("");
  // RFC 7464 §2.1: a record separator before each record, a line feed behind it.
  const records = text.split("\u001e").slice(1);
  expect(records.every((one) => one.endsWith("}\n"))).toBe(true);
  const [head, ...events] = records.map((one) => JSON.parse(one));
  return { head, events: events as readonly QlogEvent[] };
}

test("the head is what qvis and the main schema ask for", () => {
  const { head } = read("v=2&duration=1s");
  // qvis reads a file of these two (its loaders of text sequences and of qlog 0.3).
  expect(head).toMatchObject({ qlog_version: "0.3", qlog_format: "JSON-SEQ" });
  expect(head).toMatchObject({
    file_schema: "urn:ietf:params:qlog:file:sequential",
    serialization_format: "application/qlog+json-seq",
  });
  expect(head.trace).toMatchObject({
    vantage_point: { type: "client" },
    common_fields: { time_format: "relative", reference_time: 0 },
  });
});

describe.each(firstOrAll(Object.entries(RUNS), 4))("%s", MANY, (_name, url) => {
  const { events } = read(url);
  const groups = new Map<string, QlogEvent[]>();
  for (const event of events) groups.get(event.group_id)?.push(event) ?? groups.set(event.group_id, [event]);

  test("each connection is a trace in order of time, with a number for each packet", () => {
    for (const own of groups.values()) {
      expect(own.every(({ time }, i) => i === 0 || time >= own[i - 1].time)).toBe(true);
      const sent = own
        .filter(({ name }) => name === "transport:packet_sent")
        .map(({ data }) => numberOf(data));
      expect(sent).toEqual(sent.map((_, i) => i));
    }
  });

  test("an ACK tells of packets that were sent and of no packet twice", () => {
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

  test("bytes of a stream follow one another without a gap", () => {
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

  test("packets, reductions and windows are those of the table of packets", () => {
    const rows = csvRowsOf(url);
    const dataSent = rows.filter(({ event, place }) => event === "sent" && place === "sender");
    expect(events.filter(({ name }) => name === "transport:packet_sent")).toHaveLength(dataSent.length);
    const cuts = rows.filter(({ event }) => event.startsWith("reduction") || event === "timeout");
    const states = events.filter(
      ({ name, data }) => name === "recovery:congestion_state_updated" && data.trigger,
    );
    expect(states.length).toBeLessThanOrEqual(cuts.length);
    expect(states.length > 0).toBe(cuts.length > 0);
    const { flows } = resultsOf(url);
    const lost = events.filter(({ name }) => name === "recovery:packet_lost").length;
    expect(lost).toBeLessThanOrEqual(flows.reduce((sum, { retransmissions }) => sum + retransmissions, 0));
  });
});

function numberOf({ header }: QlogEvent["data"]): number {
  return (header as { packet_number: number }).packet_number;
}

test("bytes of a flow with AccECN are those that its option leaves", () => {
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

test("the congestion state is the sender's phase, its own ones included", () => {
  const { events } = read("v=2&cc=bbr1&duration=12s&aqm=droptail&limit=100p&capacity=5Mbps");
  const states = events
    .filter(({ name }) => name === "recovery:congestion_state_updated")
    .map(({ time, data }) => ({ time, state: data.new, old: data.old }));
  expect(states[0].state).toBe("bbr_startup");
  for (const [i, { old }] of states.entries()) expect(old).toBe(states[i - 1]?.state);
  const probe = states.find(({ state }) => state === "bbr_probe_rtt");
  expect(probe?.time).toBeGreaterThan(10_000);
});

import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { beforeEach, describe, expect, test } from "vitest";
import { scenarioToUrl } from "../../src/engine/index.ts";
import { firstOrAll, MANY, triesAll } from "../effort.ts";
import {
  type CsvRow,
  csvRowsOf,
  RUNS,
  resultsOf,
  rowsOf,
  scenarioOf,
} from "../engine/capture/captured-run.ts";
import { sim } from "./command-line.ts";
import { scratchFolder } from "./scratch-folder.ts";

let folder = "";
beforeEach(() => {
  folder = scratchFolder();
});
const inFolder = (name: string) => join(folder, name);

const flagsOf = (url: string) => ["--url", `#${scenarioToUrl(scenarioOf(url))}`];

async function run(url: string, ...words: string[]): Promise<void> {
  const { status, notes } = await sim("run", ...flagsOf(url), ...words);
  expect({ status, notes }).toEqual({ status: 0, notes: [] });
}

test("--packets and --qlog write the same content as the library, with a stamp", async () => {
  const url = "v=2&warmup=0s&duration=3s";
  await run(url, "--packets", inFolder("p.csv"), "--qlog", inFolder("p.sqlog"));
  const text = readFileSync(inFolder("p.csv"), "utf8");
  expect(text).toMatch(/^# Sawtooth \d+\.\d+\.\d+.*\n# #v=2/);
  expect(rowsOf(text.replace(/^#.*\n/gm, ""))).toEqual(csvRowsOf(url));
  expect(readFileSync(inFolder("p.sqlog"), "utf8")).toContain('"qlog_format"');
});

test("a file whose name ends in .gz contains the same content as gzip, with the same bytes each time", async () => {
  const url = "v=2&warmup=0s&duration=1s";
  const names = ["p.csv", "p.sqlog", "p.pcapng", "t.csv"];
  const flags = ["--packets", "--qlog", "--pcap", "--trace"];
  const write = (ending: string) =>
    run(url, ...flags.flatMap((flag, i) => [flag, inFolder(`${names[i]}${ending}`)]));
  const read = (ending: string) => names.map((name) => readFileSync(inFolder(`${name}${ending}`)));
  await write("");
  await write(".gz");
  const first = read(".gz");
  expect(first.map((bytes) => gunzipSync(bytes))).toEqual(read(""));
  await write(".gz");
  expect(read(".gz")).toEqual(first);
});

test("a file of a time range states the range", async () => {
  await run(
    "v=2&duration=3s",
    "--packets",
    inFolder("p.csv"),
    "--packets-from",
    "1s",
    "--packets-to",
    "1100ms",
  );
  const lines = readFileSync(inFolder("p.csv"), "utf8").split("\n");
  expect(lines[3]).toBe("# from 1 s to 1.1 s only");
  const times = lines.slice(5, -1).map((line) => Number(line.split(",")[0]));
  expect(Math.min(...times)).toBeGreaterThanOrEqual(1);
  expect(Math.max(...times)).toBeLessThanOrEqual(1.1);
});

test.each([
  [
    "--pcap-at middle",
    "there is no such capture point. Allowed: sender, receiver, bottleneck:in, bottleneck:out",
  ],
  ["--pcap-snap 20", "expected a whole number from 128 to 65535"],
  ["--packets-from 200s", "expected a time within the run, from 0 s to 100 s"],
  ["--packets-to 2s --packets-from 2s", "must be later than --packets-from 2s"],
])("%s is refused", async (flags, why) => {
  const { status, notes } = await sim("run", "--pcap", inFolder("p.pcapng"), ...flags.split(" "));
  expect({ status, said: notes.join(" ").includes(why) }).toEqual({ status: 2, said: true });
  expect(existsSync(inFolder("p.pcapng"))).toBe(false);
});

const FIELDS = [
  "frame.time_epoch",
  "frame.interface_name",
  "frame.comment",
  "frame.len",
  "ip.src",
  "ip.dsfield.ecn",
  "ip.checksum.status",
  "tcp.checksum.status",
  "udp.checksum.status",
  "tcp.stream",
  "tcp.len",
  "tcp.seq",
  "tcp.ack",
  "tcp.flags",
  "tcp.analysis.retransmission",
  "tcp.analysis.fast_retransmission",
  "tcp.analysis.spurious_retransmission",
  "tcp.analysis.out_of_order",
  "tcp.analysis.duplicate_ack",
  "tcp.analysis.ack_rtt",
  "tcp.analysis.bytes_in_flight",
  "tcp.options.acc_ecn.ee0b",
  "tcp.options.acc_ecn.eceb",
  "tcp.options.acc_ecn.ee1b",
  "_ws.malformed",
] as const;

type Frame = Readonly<Record<(typeof FIELDS)[number], string>>;

const GOOD = "1";
/** Bytes of the IP and TCP headers with the timestamp option. */
const USUAL_OVERHEAD_BYTES = 52;
const WITH_ACCECN_BYTES = 64;

function tshark(file: string): Frame[] {
  const options = ["tcp", "ip", "udp"].flatMap((name) => ["-o", `${name}.check_checksum:TRUE`]);
  const fields = FIELDS.flatMap((name) => ["-e", name]);
  const { stdout, status } = spawnSync(
    "tshark",
    ["-r", file, ...options, "-T", "fields", "-E", "separator=|", ...fields],
    {
      encoding: "utf8",
      maxBuffer: 2 ** 30,
    },
  );
  if (status !== 0) throw new Error("tshark failed");
  return stdout
    .trimEnd()
    .split("\n")
    .map((line) => Object.fromEntries(line.split("|").map((cell, i) => [FIELDS[i], cell])) as Frame);
}

const hasTshark = spawnSync("tshark", ["--version"]).status === 0;
const RECEIVERS = "10.2.";
const FLAG = { ece: 0x40, cwr: 0x80, syn: 0x02 };
const has = (frame: Frame, flag: number) => (Number(frame["tcp.flags"]) & flag) !== 0;
const isData = (frame: Frame) => Number(frame["tcp.len"] || 0) > 0;
const isAgain = (frame: Frame) =>
  [
    "tcp.analysis.retransmission",
    "tcp.analysis.fast_retransmission",
    "tcp.analysis.spurious_retransmission",
    "tcp.analysis.out_of_order",
  ].some((name) => frame[name as keyof Frame] !== "");

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[sorted.length >> 1] ?? Number.NaN;
}

/** Derives from the senders' rows the number of duplicate ACKs, and the bytes in flight after each segment is sent. */
function followed(rows: readonly CsvRow[]) {
  interface Talk {
    readonly bytes: number[];
    ack: number;
    sack: readonly string[];
  }
  const talks = new Map<string, Talk>();
  let duplicates = 0;
  const inFlight: number[] = [];
  for (const row of rows) {
    const talk = talks.get(row.connection) ?? { bytes: [], ack: -1, sack: [] };
    talks.set(row.connection, talk);
    const between = (from: number, to: number) =>
      talk.bytes.slice(Math.max(from, talk.ack), to).reduce((sum, one) => sum + one, 0);
    if (row.type === "ack") {
      const ack = Number(row.ack);
      if (ack === talk.ack) duplicates++;
      talk.ack = Math.max(talk.ack, ack);
      talk.sack = row.sack === "" ? [] : row.sack.split(" ");
    } else if (row.type === "data" || row.type === "retransmission") {
      talk.bytes[Number(row.seq)] =
        Number(row.bytes) - (row.flags.includes("ACE") ? WITH_ACCECN_BYTES : USUAL_OVERHEAD_BYTES);
      // Wireshark does not count as in flight the bytes that the last ACK has reported by SACK.
      const told = talk.sack.map((block) => block.split("-").map(Number));
      const named = told.reduce((sum, [from, to]) => sum + between(from, to), 0);
      inFlight.push(between(0, talk.bytes.length) - named);
    }
  }
  return { duplicates, inFlight };
}

/** Returns the time (s) from each segment's last transmission to the first ACK that asks for the next segment. */
function roundTripsOf(rows: readonly CsvRow[]): number[] {
  const sent = new Map<string, number>();
  const rtts: number[] = [];
  for (const { event, connection, seq, ack, time_s } of rows) {
    if (event === "sent" && seq !== "") sent.set(`${connection} ${seq}`, Number(time_s));
    const key = `${connection} ${Number(ack) - 1}`;
    const sentS = ack === "" ? undefined : sent.get(key);
    if (sentS !== undefined) rtts.push(Number(time_s) - sentS);
    sent.delete(key);
  }
  return rtts;
}

describe.skipIf(!hasTshark).each(firstOrAll(Object.entries(RUNS), 2))(
  "tshark reads %s",
  MANY,
  (_name, url) => {
    test("the capture is complete, with correct checksums and the run's counts", async () => {
      const file = inFolder("p.pcapng");
      await run(url, "--pcap", file, "--pcap-snap", "65535");
      const frames = tshark(file);
      const rows = csvRowsOf(url);
      expect(frames.filter((frame) => frame["_ws.malformed"] !== "")).toEqual([]);
      for (const frame of frames) {
        expect(frame["ip.checksum.status"]).toBe(GOOD);
        expect(frame["tcp.checksum.status"] || frame["udp.checksum.status"]).toBe(GOOD);
      }
      // The data that the senders sent and received.
      const atSender = rows.filter(
        ({ place, event }) => place === "sender" && (event === "sent" || event === "received"),
      );
      expect(frames).toHaveLength(atSender.length);
      expect(frames.map((frame) => Number(frame["frame.time_epoch"]))).toEqual(
        atSender.map(({ time_s }) => Number(time_s)),
      );
      const data = frames.filter(isData);
      const again = atSender.filter(({ type }) => type === "retransmission").length;
      expect(data.filter(isAgain)).toHaveLength(again);
      const { duplicates, inFlight } = followed(atSender);
      expect(frames.filter((frame) => frame["tcp.analysis.duplicate_ack"] !== "")).toHaveLength(duplicates);
      expect(data.map((frame) => Number(frame["tcp.analysis.bytes_in_flight"]))).toEqual(inFlight);
      // The flags and codepoints of ECN.
      const flagged = (flag: string, types: readonly string[]) =>
        atSender.filter(({ type, flags }) => types.includes(type) && flags.split(" ").includes(flag)).length;
      if (rows.every(({ flags }) => !flags.includes("ACE"))) {
        expect(data.filter((frame) => has(frame, FLAG.cwr))).toHaveLength(
          flagged("CWR", ["data", "retransmission"]),
        );
        const acks = frames.filter(
          (frame) => !isData(frame) && !has(frame, FLAG.syn) && frame["ip.src"].startsWith(RECEIVERS),
        );
        expect(acks.filter((frame) => has(frame, FLAG.ece))).toHaveLength(flagged("ECE", ["ack"]));
      }
      // Each mark and drop is recorded at its packet.
      const said = frames.filter((frame) => /: mark/.test(frame["frame.comment"]) && isData(frame)).length;
      const marked = new Set(rows.filter(({ event }) => event === "mark").map(({ packet }) => packet));
      expect(said).toBe(
        atSender.filter(
          ({ event, packet, type }) =>
            event === "sent" &&
            marked.has(packet) &&
            type !== "datagram" &&
            type !== "syn" &&
            type !== "handshake-ack",
        ).length,
      );
      const rtts = frames
        .filter((frame) => frame["ip.src"].startsWith(RECEIVERS) && !has(frame, FLAG.syn))
        .map((frame) => Number(frame["tcp.analysis.ack_rtt"]))
        .filter((one) => one > 0);
      expect(median(rtts) / median(roundTripsOf(atSender))).toBeCloseTo(1, 2);
    });
  },
);

test.skipIf(!hasTshark)("marked packets have CE after the queue, and not before it", async () => {
  const url = RUNS["NewReno over CoDel"];
  const [{ marks }] = resultsOf(url).links;
  await run(url, "--pcap", inFolder("p.pcapng"), "--pcap-at", "bottleneck:in,bottleneck:out");
  const frames = tshark(inFolder("p.pcapng"));
  const ce = (name: string) =>
    frames.filter((frame) => frame["frame.interface_name"] === name && frame["ip.dsfield.ecn"] === "3")
      .length;
  expect({ before: ce("bottleneck:in"), behind: ce("bottleneck:out") }).toEqual({ before: 0, behind: marks });
});

test.skipIf(!hasTshark || !triesAll)(
  "the payload of flows with AccECN is smaller by the bytes of its option",
  MANY,
  async () => {
    const url = RUNS["Prague beside CUBIC"];
    await run(url, "--pcap", inFolder("p.pcapng"), "--pcap-at", "receiver");
    const frames = tshark(inFolder("p.pcapng"));
    const { flows } = resultsOf(url);
    const full = [1436, 1448];
    for (const [i, { goodputBps }] of flows.entries()) {
      const receivedBytes = Math.round((goodputBps * 10) / 8);
      const own = frames.filter((frame) => frame["tcp.stream"] === String(i));
      expect(new Set(own.filter(isData).map((frame) => Number(frame["tcp.len"])))).toEqual(
        new Set([full[i]]),
      );
      const acks = own.filter((frame) => !isData(frame) && frame["ip.src"].startsWith(RECEIVERS));
      const acknowledged = Math.max(...acks.map((frame) => Number(frame["tcp.ack"]) - 1));
      const delayed = 2 * full[i];
      expect(receivedBytes - acknowledged).toBeLessThanOrEqual(delayed);
      expect(acknowledged).toBeLessThanOrEqual(receivedBytes);
    }
    // The AccECN counters start at 1, 0 and 1 and count payload (RFC 9768 §3.2.1). No packet is lost in this run.
    const told = frames.filter(
      (frame) => frame["ip.src"].startsWith(`${RECEIVERS}0.1`) && frame["tcp.options.acc_ecn.ee1b"] !== "",
    );
    expect(told.length).toBeGreaterThan(1000);
    for (const frame of told) {
      const [ect0, ce, ect1] = (["ee0b", "eceb", "ee1b"] as const).map((name) =>
        Number(frame[`tcp.options.acc_ecn.${name}`]),
      );
      expect(ect0).toBe(1);
      expect(ce + ect1).toBe(Number(frame["tcp.ack"]));
    }
    expect(told.some((frame) => Number(frame["tcp.options.acc_ecn.eceb"]) > 0)).toBe(true);
  },
);

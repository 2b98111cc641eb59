/** Tests the statements about Wireshark in the lesson and in the document with tshark. */
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { sim } from "./command-line.ts";

const root = resolve(import.meta.dirname, "../..");
const lesson = readFileSync(join(root, "lessons/wireshark.md"), "utf8");
const page = readFileSync(join(root, "docs/packets.md"), "utf8");

const hasTshark = spawnSync("tshark", ["--version"]).status === 0;

/** Returns the display filters and fields that a text contains in backquotes, such as `tcp.flags.ece == 1`. */
const filtersOf = (text: string) =>
  [...text.matchAll(/`((?:tcp|ip|frame)\.[^`]+)`/g)].map(([, filter]) => filter);

/** The bench URLs that the lesson sets, each one once, without pinned runs. */
const BENCHES = [
  ...new Set([...lesson.matchAll(/^bench: #(.*)$/gm)].map(([, link]) => link.replace(/&pin=.*/, ""))),
];

interface Made {
  readonly file: string;
  readonly link: { readonly marks: number; readonly drops: { readonly aqm: number } };
  readonly flow: {
    readonly retransmissions: number;
    readonly ecnReductions: number;
    readonly cwndSegments: { readonly max: number };
    readonly srttMs: { readonly min: number; readonly max: number };
  };
}

/** All tests of the file share the captures. */
const folder = mkdtempSync(join(tmpdir(), "sawtooth-"));
afterAll(() => rmSync(folder, { recursive: true }));

async function made(link: string, at: string): Promise<Made> {
  const file = join(folder, `${at.replace(":", "-")}-${link}.pcapng`);
  const { status, out } = await sim(
    "run",
    "--json",
    "--url",
    `#v=2&${link}`,
    "--pcap",
    file,
    "--pcap-at",
    at,
  );
  expect(status).toBe(0);
  const { links, flows } = JSON.parse(out);
  return { file, link: links[0], flow: flows[0] };
}

function tshark({ file }: Made, filter: string, ...more: string[]): string[] {
  const { status, stdout, stderr } = spawnSync("tshark", ["-r", file, "-Y", filter, ...more], {
    encoding: "utf8",
    maxBuffer: 2 ** 28,
  });
  if (status !== 0) throw new Error(`${filter}: ${stderr}`);
  return stdout.split("\n").filter((line) => line !== "");
}

const count = (run: Made, filter: string) => tshark(run, filter).length;
/** Returns the number of packets that each filter finds, in one pass over the file. */
function counts({ file }: Made, filters: readonly string[]): number[] {
  const { status, stdout, stderr } = spawnSync(
    "tshark",
    ["-r", file, "-q", "-z", `io,stat,0,${filters.join(",")}`],
    { encoding: "utf8" },
  );
  const row = /^\| *[\d.]+ <> .*$/m.exec(stdout);
  if (status !== 0 || row === null) throw new Error(stderr);
  // Bars separate the columns: time, and frames and bytes for each filter.
  const cells = row[0].split("|");
  return filters.map((_, i) => Number(cells[2 + 2 * i]));
}

const numbers = (run: Made, field: string) => tshark(run, field, "-T", "fields", "-e", field).map(Number);

test("the lesson contains the scenarios that are tried here, and filters", () => {
  expect(BENCHES).toEqual(["duration=20s&warmup=0s", "duration=20s&warmup=0s&ecn=off"]);
  expect(filtersOf(lesson).length).toBeGreaterThan(8);
  expect(filtersOf(page).length).toBeGreaterThan(6);
});

describe.skipIf(!hasTshark)("tshark shows what the lesson says", () => {
  let sender: Made;
  let behind: Made;
  let withoutEcn: Made;
  beforeAll(async () => {
    [sender, behind, withoutEcn] = [
      await made(BENCHES[0], "sender"),
      await made(BENCHES[0], "bottleneck:out"),
      await made(BENCHES[1], "sender"),
    ];
  });

  test("every named filter is valid, and finds packets in one of the captures", () => {
    const filters = [...new Set([...filtersOf(lesson), ...filtersOf(page)])];
    const found = [sender, behind, withoutEcn].map((run) => counts(run, filters));
    expect(filters.filter((_, i) => !found.some((ofRun) => ofRun[i] > 0))).toEqual([]);
    expect(found[1][filters.indexOf("ip.dsfield.ecn == 3")]).toBe(behind.link.marks);
  });

  test("no packet has CE in the capture at the sender; after the queue, as many packets have CE as were marked", () => {
    expect(count(sender, "ip.dsfield.ecn == 3")).toBe(0);
    expect(count(sender, "tcp.len > 0 && ip.dsfield.ecn != 2")).toBe(0);
    expect(count(behind, "ip.dsfield.ecn == 3")).toBe(behind.link.marks);
    expect(behind.link.marks).toBeGreaterThan(10);
  });

  test("there are more than ten ACKs with ECE for each mark, and one packet with CWR for each reduction", () => {
    const echoes = count(sender, "tcp.flags.ece == 1 && tcp.flags.syn == 0");
    expect(echoes).toBeGreaterThan(10 * sender.link.marks);
    expect(count(sender, "tcp.flags.cwr == 1 && tcp.flags.syn == 0")).toBe(sender.flow.ecnReductions);
  });

  test("bytes in flight equal the window", () => {
    const most = Math.max(...numbers(sender, "tcp.analysis.bytes_in_flight"));
    expect(most).toBe(sender.flow.cwndSegments.max * 1448);
  });

  test("the lowest round-trip times are those of the path, and the highest are those of the queue in slow start", () => {
    const fields = ["-T", "fields", "-e", "frame.time_relative", "-e", "tcp.analysis.ack_rtt"];
    const trips = tshark(sender, "tcp.analysis.ack_rtt", ...fields).map((line) => {
      const [atS, rttS] = line.split("\t").map(Number);
      return { atS, rttS };
    });
    const highest = trips.reduce((most, one) => (one.rttS > most.rttS ? one : most));
    expect(Math.min(...trips.map(({ rttS }) => rttS))).toBeCloseTo(0.1, 3);
    expect(highest.rttS).toBeGreaterThan(0.25);
    expect(highest.atS).toBeLessThan(3);
  });

  test("drops have comments, and a retransmission is shown as a retransmission or as out of order", () => {
    const { link, flow } = withoutEcn;
    const again = "tcp.analysis.retransmission || tcp.analysis.out_of_order";
    const [dropped, sentAgain, retransmissions, outOfOrder, sacks, duplicates] = counts(withoutEcn, [
      'frame.comment contains "drop"',
      again,
      "tcp.analysis.retransmission",
      "tcp.analysis.out_of_order",
      "tcp.options.sack_le",
      "tcp.analysis.duplicate_ack",
    ]);
    expect({ dropped, sentAgain }).toEqual({ dropped: link.drops.aqm, sentAgain: flow.retransmissions });
    expect(retransmissions).toBeLessThan(flow.retransmissions);
    expect(outOfOrder).toBeLessThan(flow.retransmissions);
    expect(sacks).toBeGreaterThan(0);
    expect(duplicates).toBeGreaterThan(0);
    expect(count(sender, again)).toBe(0);
  });
});

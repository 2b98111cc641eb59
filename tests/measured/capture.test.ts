import { describe, expect, test } from "vitest";
import { LINK_TYPE, PCAPNG } from "../../src/engine/capture/file-formats.ts";
import { fitOf } from "../../src/measured/fit.ts";
import { beginsAt } from "../../src/measured/measurement.ts";
import { ETHERNET_BYTES, framesOf, inSix } from "./capture-frames.ts";
import { readAll, sample, timesOf, valuesOf } from "./read.ts";
import { captureOf, finished } from "./runs.ts";

/** Tests captures of runs: estimates from a capture must equal the values of the sender in the same run. */
const RUNS: Readonly<Record<string, string>> = {
  "marks of CoDel": "v=2&duration=20s&warmup=2s",
  "losses of a full buffer": "v=2&duration=20s&warmup=2s&aqm=droptail&cc=cubic&ecn=off&limit=60p",
  "one packet in 200 lost": "v=2&duration=20s&warmup=2s&loss=0.5%&rtt=40ms&cc=cubic",
  "no SACK and no timestamps": "v=2&duration=20s&warmup=2s&ecn=off&sack=off&overhead=40B&loss=0.1%&rtt=40ms",
};

describe.each(Object.entries(RUNS))("%s", (_, url) => {
  const { scenario, snapshot } = finished(url);
  const measurement = readAll(captureOf(url));
  const [connection] = measurement.connections;
  const beginsS = beginsAt(measurement, connection, 0);
  const fit = fitOf({ connection, beginsS, scenario, snapshot, flow: 0 });
  const row = (id: string) => fit.rows.find((one) => one.id === id);

  test.each([
    ["throughput", 0.005],
    ["srtt", 0.02],
    ["inflight", 0.03],
  ])("%s estimated from packets equals the run's own, mean and 90th percentile", (id, tolerance) => {
    const found = row(id);
    for (const of of ["mean", "p90"] as const) {
      const [measured, run] = [found?.measured[of] ?? Number.NaN, found?.run[of] ?? Number.NaN];
      expect(Math.abs(measured / run - 1), `${of}: ${measured} and ${run}`).toBeLessThan(tolerance);
    }
  });

  test("finds each reduction within a round trip", () => {
    const { cuts } = fit;
    expect(cuts?.from).toBe("packets");
    expect(cuts?.runS.length).toBeGreaterThan(1);
    expect(cuts?.measuredS.length).toBe(cuts?.runS.length);
    expect(cuts?.pairs.length).toBe(cuts?.runS.length);
    expect(cuts?.medianApartS).toBeLessThan(0.15);
  });

  test("states that these are estimates", () => {
    expect(measurement.assumed[0]).toBe(
      "A capture contains packets, but not the variables of the sender. All values are estimates.",
    );
  });
});

const URL_OF_ALL = "v=2&duration=3s&warmup=0s";
const CAPTURE_OF_ALL = captureOf(URL_OF_ALL);
const FRAMES = framesOf(CAPTURE_OF_ALL);

/** Link-layer headers of other kinds of interface before the same IP packet, as tcpdump captures them. */
const HEADS: Readonly<Record<string, { readonly linkType: number; readonly head: readonly number[] }>> = {
  "Linux cooked (SLL)": {
    linkType: LINK_TYPE.linuxCooked,
    head: [0, 4, 0, 1, 0, 6, 0, 0, 0, 0, 0, 0, 0, 0, 8, 0],
  },
  "Linux cooked (SLL2)": {
    linkType: LINK_TYPE.linuxCooked2,
    head: [8, 0, 0, 0, 0, 0, 0, 2, 0, 1, 0, 6, 0, 0, 0, 0, 0, 0, 0, 0],
  },
  "raw IP": { linkType: LINK_TYPE.raw, head: [] },
  loopback: { linkType: LINK_TYPE.loopback, head: [2, 0, 0, 0] },
  "a VLAN": {
    linkType: LINK_TYPE.ethernet,
    head: [...Array.from({ length: 12 }, () => 1), 0x81, 0, 0, 7, 8, 0],
  },
};

interface PcapForm {
  readonly little: boolean;
  readonly nano: boolean;
  readonly linkType: number;
  readonly head: readonly number[];
  readonly isSix?: boolean;
}

function pcapOf({ little, nano, linkType, head, isSix = false }: PcapForm): Uint8Array<ArrayBuffer> {
  const words = (...values: number[]) => {
    const view = new DataView(new ArrayBuffer(4 * values.length));
    for (const [i, value] of values.entries()) view.setUint32(4 * i, value, little);
    return new Uint8Array(view.buffer);
  };
  const magic = nano ? 0xa1b23c4d : 0xa1b2c3d4;
  const version = little ? 0x0004_0002 : 0x0002_0004;
  const pieces: Uint8Array[] = [words(magic, version, 0, 0, 65_535, linkType)];
  for (const one of FRAMES) {
    const { ns, frame, original } = isSix ? inSix(one) : one;
    const ip = frame.subarray(ETHERNET_BYTES);
    const part = Number(ns % 1_000_000_000n);
    const length = head.length + ip.length;
    const whole = original - ETHERNET_BYTES + head.length;
    pieces.push(
      words(
        Number(ns / 1_000_000_000n) + 1_700_000_000,
        nano ? part : Math.floor(part / 1000),
        length,
        whole,
      ),
      new Uint8Array(head),
      ip,
    );
  }
  return new Uint8Array(Buffer.concat(pieces));
}

describe("the same packets in other files", () => {
  const [wanted] = readAll(CAPTURE_OF_ALL).connections;
  const raw = { linkType: LINK_TYPE.raw, head: [] };

  const alike = (bytes: Uint8Array) => {
    const [found] = readAll(bytes).connections;
    expect(valuesOf(found, "ackedBytes")).toEqual(valuesOf(wanted, "ackedBytes"));
    expect(valuesOf(found, "inflight")).toEqual(valuesOf(wanted, "inflight"));
    for (const [i, timeS] of timesOf(found, "srttMs").entries())
      expect(Math.abs(timeS - timesOf(wanted, "srttMs")[i])).toBeLessThan(2e-6);
    return found;
  };

  test.each([
    [true, true],
    [true, false],
    [false, true],
    [false, false],
  ])("pcap, little-endian %s, nanoseconds %s", (little, nano) => {
    alike(pcapOf({ little, nano, ...raw }));
  });

  test.each(Object.entries(HEADS))("%s", (_, { linkType, head }) => {
    alike(pcapOf({ little: true, nano: true, linkType, head }));
  });

  test("IPv6", () => {
    expect(alike(pcapOf({ little: true, nano: true, ...raw, isSix: true })).name).toBe(
      "[2001:db8::a01:1]:49152 → [2001:db8::a02:1]:5001",
    );
  });

  test("pcapng in the other byte order", () => {
    alike(swapped(CAPTURE_OF_ALL));
  });

  test("of several interfaces only one counts", () => {
    const both = readAll(captureOf(URL_OF_ALL, ["sender", "receiver"]));
    expect(both.read[0]).toContain("at interface 1 of 2 (sender)");
    expect(both.skipped[0]).toMatch(/^[\d,]+ packets of other interfaces\.$/);
  });

  test("a capture at the receiver says so", () => {
    const { connections } = readAll(captureOf(URL_OF_ALL, ["receiver"]));
    expect(connections[0].assumed.join(" ")).toContain("captured nearer to the receiver");
  });

  test("an unsupported link type names the supported ones", () => {
    expect(() => readAll(pcapOf({ little: true, nano: true, linkType: 105, head: [] }))).toThrow(
      "link type 105 is not supported; supported are Ethernet, Linux cooked (SLL, SLL2), raw IP and loopback",
    );
  });

  test("a truncated file is read up to its end, which is reported", () => {
    const bytes = CAPTURE_OF_ALL;
    const { skipped, connections } = readAll(bytes.subarray(0, bytes.length - 10));
    expect(skipped[0]).toMatch(/^The file ends within a block, after packet [\d,]+\.$/);
    expect(connections[0].samples).toBe(FRAMES.length - 1);
  });

  test("an impossible length names its packet", () => {
    const bytes = pcapOf({ little: true, nano: true, ...raw });
    new DataView(bytes.buffer).setUint32(24 + 8, 0xffff_ffff, true);
    expect(() => readAll(bytes)).toThrow(
      "Packet 1, at byte 24, has a stated length of 4,294,967,295 bytes; the limit is 262,144.",
    );
  });
});

/** Reverses the byte order of blocks and of their fields, but not of packets. */
function swapped(bytes: Uint8Array): Uint8Array {
  const out = bytes.slice();
  const from = new DataView(bytes.buffer, bytes.byteOffset);
  const to = new DataView(out.buffer);
  const u32 = (at: number) => to.setUint32(at, from.getUint32(at, true));
  const u16 = (at: number) => to.setUint16(at, from.getUint16(at, true));
  for (let at = 0, length = 0; at < bytes.length; at += length) {
    length = from.getUint32(at + 4, true);
    const type = from.getUint32(at, true);
    for (const place of [at, at + 4, at + length - 4]) u32(place);
    let options = at + length;
    if (type === PCAPNG.sectionHeader) {
      u32(at + 8);
      u16(at + 12);
      u16(at + 14);
      options = at + 24;
    } else if (type === PCAPNG.interfaceDescription) {
      u16(at + 8);
      u32(at + 12);
      options = at + 16;
    } else for (let place = at + 8; place < at + 28; place += 4) u32(place);
    for (let place = options; place + 4 <= at + length - 4; ) {
      const size = from.getUint16(place + 2, true);
      u16(place);
      u16(place + 2);
      place += 4 + 4 * Math.ceil(size / 4);
    }
  }
  return out;
}

describe("captures of tcpdump's library on a machine's loopback", () => {
  test.each(["loopback.pcap", "loopback-cooked.pcap"])(
    "%s: offloaded segments, and round trips of µs",
    (name) => {
      const { connections, read, skipped } = readAll(sample(name));
      expect(read).toEqual(["86 packets; 1 TCP connection with data."]);
      expect(skipped).toEqual([]);
      const [one] = connections;
      expect(one.name).toBe("127.0.0.1:36908 → 127.0.0.1:5998");
      expect(valuesOf(one, "ackedBytes").at(-1)).toBe(40 * 4344 + 1);
      expect(Math.max(...valuesOf(one, "srttMs"))).toBeLessThan(0.05);
      expect(one.assumed.join(" ")).toContain("Packets of up to 4,344 B contain several segments");
      expect(one.assumed.join(" ")).not.toContain("nearer to the receiver");
    },
  );
});

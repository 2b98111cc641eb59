/** Tests readers of measurements with arbitrary bytes: they end soon and reject the file with a message. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type Measurement, MOST_CONNECTIONS, SERIES } from "../../src/measured/measurement.ts";
import { isMeasurement, readMeasurement } from "../../src/measured/read-measurement.ts";
import { cases } from "../effort.ts";
import { bytesOfText, readAll, sample } from "./read.ts";
import { captureOf } from "./runs.ts";

const CAPTURE = captureOf("v=2&duration=300ms&warmup=0s");
const LOOPBACK = sample("loopback.pcap");
const SS = sample("ss-ti.log");
const TABLE = bytesOfText("t,flow,cwnd,srtt_us\n0,1,10,100000\n0.1,1,11,100100\n");
const PROBE = bytesOfText(
  "0.5 10.0.0.1:40080 10.0.0.2:5201 28 0x65cef3ca 0x65ce5bea 30 29 1930880 40548 87616\n1.5 10.0.0.1:40080 10.0.0.2:5201 28 0x65cef3ca 0x65ce5bea 30 29 1930880 40548 87616\n",
);
const EXAMPLES = [CAPTURE, LOOPBACK, SS, TABLE, PROBE];

/** Checks that the result is valid, or that the file was rejected with a message. */
function tried(bytes: Uint8Array): void {
  let measurement: Measurement;
  isMeasurement(bytes);
  try {
    measurement = readAll(bytes);
  } catch (error) {
    expect((error as Error).constructor).toBe(Error);
    expect((error as Error).message).toMatch(/^\S.{10,}/s);
    // A message about the file may quote words of the file.
    expect((error as Error).message.replace(/“[^”]*”/g, "")).not.toMatch(
      /\bNaN\b|undefined|\[object|is not a function|Invalid|out of range/,
    );
    return;
  }
  expect(measurement.connections.length).toBeGreaterThan(0);
  expect(measurement.connections.length).toBeLessThanOrEqual(MOST_CONNECTIONS);
  for (const { series, lengthS, cuts } of measurement.connections) {
    expect(Number.isFinite(lengthS) && lengthS >= 0).toBe(true);
    for (const name of SERIES) {
      const { timeS = new Float64Array(), value = new Float64Array() } = series[name] ?? {};
      expect(timeS.length).toBe(value.length);
      expect(timeS.length).toBeLessThanOrEqual(bytes.length);
      expect(value.every(Number.isFinite) && timeS.every((t, i) => i === 0 || timeS[i - 1] <= t)).toBe(true);
    }
    expect(cuts?.timeS.every((t) => t >= 0 && t <= lengthS) ?? true).toBe(true);
  }
}

test("refuses random bytes, and random bytes after the first ones of each format", () => {
  fc.assert(
    fc.property(
      fc.uint8Array({ maxLength: 400 }),
      fc.nat(EXAMPLES.length - 1),
      fc.nat(60),
      (tail, which, kept) => {
        tried(tail);
        tried(new Uint8Array([...EXAMPLES[which].subarray(0, kept), ...tail]));
      },
    ),
    cases(300),
  );
});

test("withstands replaced bytes of good files, with small and with huge numbers", () => {
  const change = fc.record({ at: fc.nat(1_000_000), value: fc.constantFrom(0, 1, 7, 127, 128, 254, 255) });
  fc.assert(
    fc.property(
      fc.nat(EXAMPLES.length - 1),
      fc.array(change, { minLength: 1, maxLength: 12 }),
      (which, changes) => {
        const bytes = EXAMPLES[which].slice();
        for (const { at, value } of changes) bytes[at % bytes.length] = value;
        tried(bytes);
      },
    ),
    cases(300),
  );
});

test("withstands huge counts: 32 bits set anywhere in a capture", () => {
  fc.assert(
    fc.property(
      fc.nat(1_000_000),
      fc.constantFrom(CAPTURE, LOOPBACK),
      fc.constantFrom(0xffff_ffff, 0x7fff_ffff, 0x8000_0000, 12, 0),
      (place, of, value) => {
        const bytes = of.slice();
        new DataView(bytes.buffer).setUint32((4 * place) % (bytes.length - 4), value, true);
        tried(bytes);
      },
    ),
    cases(300),
  );
});

test("withstands a file that is cut anywhere", () => {
  fc.assert(
    fc.property(fc.nat(EXAMPLES.length - 1), fc.nat(1_000_000), (which, length) => {
      tried(EXAMPLES[which].subarray(0, length % EXAMPLES[which].length));
    }),
    cases(200),
  );
});

test("withstands words of texts in wrong places", () => {
  const words = fc.constantFrom(
    "NaN",
    "Infinity",
    "-1",
    "1e308",
    "1e999",
    "0x",
    "__proto__",
    "constructor",
    "",
    "\t",
    '"',
    ";",
    "9".repeat(400),
    "cwnd:",
    "1700000000.5",
    "ESTAB 0 0 a:1 b:2",
  );
  fc.assert(
    fc.property(
      fc.constantFrom(SS, TABLE, PROBE),
      fc.array(fc.tuple(fc.nat(10_000), words), { maxLength: 6 }),
      (of, all) => {
        const parts = new TextDecoder().decode(of).split(/(?<=[\s,])/);
        for (const [at, word] of all) parts[at % parts.length] = `${word}${at % 2 === 0 ? "\n" : " "}`;
        tried(bytesOfText(parts.join("")));
      },
    ),
    cases(300),
  );
});

describe("excessive input is refused or limited", () => {
  test("a line without an end is refused", () => {
    expect(() => readAll(`t,cwnd\n${"1".repeat(100_000)}`)).toThrow(
      "Line 2 has 100,000 bytes; the limit is 32,768 per line.",
    );
  });

  test("many connections are limited", () => {
    const rows = Array.from({ length: 1000 }, (_, i) => `${i},${i},10`).join("\n");
    const { connections, skipped } = readAll(`t,flow,cwnd\n${rows}\n`);
    expect(connections).toHaveLength(MOST_CONNECTIONS);
    expect(skipped).toEqual(["800 further connections after the first 200."]);
  });

  test.each([
    ["an empty file", new Uint8Array(), "The file is empty."],
    ["gzip", new Uint8Array([0x1f, 0x8b, 8, 0]), "The file is compressed (gzip). Decompress it first."],
    ["UTF-16", new Uint8Array([0xff, 0xfe, 65, 0]), "The file is text in UTF-16. Save it as UTF-8."],
    [
      "perf.data",
      bytesOfText("PERFILE2abc"),
      "The file is a perf.data file. Save the output of “perf script” to a file.",
    ],
    [
      "a capture without TCP",
      LOOPBACK.subarray(0, 24),
      "The capture has 0 packets, and none of them is a complete TCP packet over IP.",
    ],
  ])("%s", (_, bytes, why) => {
    expect(() => readAll(bytes)).toThrow(why);
  });
});

test.each([
  ["few long rows of a table", `t,cwnd,${"x,".repeat(9000)}x\n`, `1,10,${"1,".repeat(9000)}1\n`],
  ["times of ss without values", "0 0 a:1 b:1 rto:1 cwnd:10 mss:1448\n", `1.0${" ".repeat(1000)}\n`],
])("%s are read in steps between which the page can work", (_, first, line) => {
  const bytes = bytesOfText(first + line.repeat(Math.ceil(2e6 / line.length)));
  const steps = [...readMeasurement(bytes)];
  expect(steps.length).toBeGreaterThanOrEqual(7);
});

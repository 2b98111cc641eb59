import { describe, expect, test } from "vitest";
import { meanRateBps, traceOf } from "../../../src/engine/net/capacity-trace.ts";
import { MOST_FILE_BYTES, readTraceFile } from "../../../src/engine/net/trace-file.ts";

const S = 1e9;

function read(contents: string, repeats = true) {
  const reading = readTraceFile(contents, repeats);
  if ("error" in reading) throw new Error(reading.error);
  const trace = traceOf(reading.text);
  if (trace === null) throw new Error("no recording came of the file");
  return { trace, description: reading.description };
}

const errorOf = (contents: string) => {
  const reading = readTraceFile(contents, true);
  return "error" in reading ? reading.error : null;
};

const ratesMbps = (contents: string, atS: readonly number[], repeats = false) => {
  const { trace } = read(contents, repeats);
  return atS.map((s) => meanRateBps(trace, s * S, s * S) / 1e6);
};

describe("Mahimahi's list", () => {
  test("is read line by line, also with Windows line ends, a byte order mark and comments", () => {
    for (const text of ["3\n3\n10\n", "\uFEFF3\r\n3\r\n10", "# a recording\n3\n\n3 \n10\n"]) {
      const { trace, description } = read(text);
      expect([trace.kind, trace.lines, trace.periodNs]).toEqual(["opportunities", 3, 10e6]);
      expect(description).toBe(
        "Read: 3 opportunities of 1504 bytes in 0.01 s, mean 3.61 Mbps, at most 0.007 s without capacity. It repeats.",
      );
    }
  });

  test.each([
    ["1\n2\nx\n", 'Line 3 is "x"; expected a whole number of milliseconds.'],
    ["1\n2.5\n", 'Line 2 is "2.5"; expected a whole number of milliseconds.'],
    ["1\n\n-2\n", 'Line 3 is "-2"; expected a whole number of milliseconds.'],
    ["5\n4\n", "The time in line 2 is earlier than in the line before: 4 ms after 5 ms."],
    ["0\n0\n", "All opportunities are at 0 ms; a recording must last at least 1 ms."],
    ["1\n100000001\n", "Line 2 is later than 100000 s, which is the longest recording."],
    ["", "The file has no lines."],
    ["# nothing\n", "The file has no lines."],
  ])("%j is refused", (text, error) => {
    expect(errorOf(text)).toBe(error);
  });
});

describe("time and rate without a header", () => {
  test("are read as s and Mbit/s, as in Pensieve, with a note", () => {
    const read = readTraceFile("0.0 1.5\n1.0\t2.5\n2.0 0.5\n3.0 4.0\n", true);
    expect("description" in read && read.description).toContain("4 rates in 4 s, mean 2.13 Mbps");
    expect("description" in read && read.description).toContain(
      "There is no header line: times are read as s and rates as Mbit/s.",
    );
  });

  test.each(["0 1500\n1 2500\n", "0 400\n1 350\n", "0 1500.5\n1 2\n"])(
    "%j may have another unit and is refused",
    (text) => {
      const read = readTraceFile(text, true);
      expect("error" in read && read.error).toContain(
        "expected a header line above it, because the unit of the rates is not certain",
      );
    },
  );

  test("gzip is recognised and named", () => {
    expect(readTraceFile("\u001f\ufffd\b\u0000", true)).toEqual({
      error: "The file is compressed (gzip). Decompress it first.",
    });
  });
});

describe("a table", () => {
  test("its header gives the units", () => {
    const at = [0.5, 1.5, 2.5];
    expect(ratesMbps("time_s,rate_bps\n0,5e6\n1,0\n2,2500000\n", at)).toEqual([5, 0, 2.5]);
    expect(ratesMbps("rate_kbps;cell;time_ms\n5000,5;7;0\n0;7;1000\n2500;8;2000", at)).toEqual([
      5.0005, 0, 2.5,
    ]);
    expect(ratesMbps('"t_s"\t"capacity_Mbps"\n0\t5\n1\t0,5\n2\t2\n', at)).toEqual([5, 0.5, 2]);
  });

  test("counts from its first line, and its last rate lasts as long as the previous one", () => {
    const { trace, description } = read("time_s,rate_mbps\n1700000000,4\n1700000002,8\n");
    expect([trace.periodNs / S, trace.meanBps]).toEqual([4, 6e6]);
    expect(description).toBe(
      "Read: 2 rates in 4 s, mean 6 Mbps. It repeats. Times are relative to the first line, 1700000000 s. The last rate lasts as long as the previous rate, 2 s.",
    );
  });

  test("ends with its last rate, if it does not repeat", () => {
    expect(ratesMbps("time_s,rate_mbps\n0,4\n1,8\n", [0.5, 100])).toEqual([4, 8]);
    expect(ratesMbps("time_s,rate_mbps\n0,4\n1,8\n", [0.5, 100.5], true)).toEqual([4, 4]);
  });

  test.each([
    [
      "0,10\n5,2\n",
      'Line 1 is "0,10"; expected a time in whole milliseconds (Mahimahi), or a header line that names the columns with their units: time_s or time_ms, and rate_bps, rate_kbps or rate_mbps.',
    ],
    ["time_s,rate_bps\n0,1e6\n1\n", 'Line 3 is "1"; expected time_s and rate_bps as numbers of 0 or more.'],
    [
      "time_s,rate_bps\n0,1e6\n1,-5\n",
      'Line 3 is "1,-5"; expected time_s and rate_bps as numbers of 0 or more.',
    ],
    [
      `time_s,rate_bps\n${"9".repeat(400)},1e6\n`,
      `Line 2 is "${"9".repeat(39)}…"; expected time_s and rate_bps as numbers of 0 or more.`,
    ],
    [
      "time_s,rate_bps\n1e308,1e6\n2e308,1e6\n",
      'Line 2 is "1e308,1e6"; expected time_s and rate_bps as numbers of 0 or more.',
    ],
    [
      "time_s,rate_bps\n0,Infinity\n",
      'Line 2 is "0,Infinity"; expected time_s and rate_bps as numbers of 0 or more.',
    ],
    ["time_s,rate_mbps\n0,20000\n", "Line 2 has a rate of 20000 Mbps; the limit is 10000 Mbps."],
    [
      "time_s,rate_mbps\n0,1\n0,2\n",
      "The time in line 3 must be at least 1 µs later than in the previous line.",
    ],
    ["time_s,rate_mbps\n", "The table has only a header line and no line with a time and a rate."],
    ["time_s,rate_mbps\n0,0\n1,0\n", "All rates are zero."],
  ])("%j is refused", (text, error) => {
    expect(errorOf(text)).toBe(error);
  });
});

test("more than the capacity of a link is refused", () => {
  const error = "The mean rate of the recording exceeds the limit of 10000 Mbps.";
  expect(errorOf("1\n".repeat(1000))).toBe(error);
});

test("more than 10 MB are refused", () => {
  expect(errorOf("1\n".repeat(MOST_FILE_BYTES / 2 + 1))).toBe(
    "The file has 10.0 MB; at most 10 MB are read.",
  );
});

test("a million different opportunities are read completely", () => {
  let ms = 0;
  const lines = Array.from({ length: 1_000_000 }, (_, i) => {
    ms += (i * 7919) % 3;
    return ms;
  });
  expect(read(`${lines.join("\n")}\n`).trace.lines).toBe(1_000_000);
});

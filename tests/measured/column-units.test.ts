import { describe, expect, test } from "vitest";
import { scenarioFromUrl } from "../../src/engine/index.ts";
import { scaleOf } from "../../src/measured/column-units.ts";
import { readMeasurement, wholeReading } from "../../src/measured/read-measurement.ts";
import { bytesOfText, timesOf, valuesOf } from "./read.ts";

const scale = scaleOf(scenarioFromUrl("v=2&rtt=60ms&capacity=10Mbps&duration=10s").scenario);
const read = (text: string, set: Readonly<Record<string, string>> = {}) =>
  wholeReading(readMeasurement(bytesOfText(text), "The file", { scale, set }));

describe("a column without a unit gets the one that is nearest to the run, with a message", () => {
  test.each([
    ["ms", "t,rtt\n0,64\n1,66\n", "srttMs", [64, 66]],
    ["µs", "t,rtt\n0,64000\n1,66000\n", "srttMs", [64, 66]],
    ["s", "t,rtt\n0,0.064\n1,0.066\n", "srttMs", [64, 66]],
    ["segments", "t,snd_cwnd\n0,60\n1,61\n2,62\n", "cwnd", [60, 61, 62]],
    ["bytes", "t,snd_cwnd\n0,86880\n1,97016\n2,107152\n", "cwnd", [60, 67, 74]],
    ["Mbps", "t,throughput\n0,9.5\n1,9.6\n", "rateBps", [9.5e6, 9.6e6]],
    ["kbps", "t,throughput\n0,9500\n1,9600\n", "rateBps", [9.5e6, 9.6e6]],
    ["bps", "t,bitrate\n0,9500000\n1,9600000\n", "rateBps", [9.5e6, 9.6e6]],
  ] as const)("%s", (unit, text, series, wanted) => {
    const { connections, assumed } = read(text);
    for (const [i, value] of valuesOf(connections[0], series).entries())
      expect(value).toBeCloseTo(wanted[i], 6);
    expect(assumed.join(" ")).toMatch(
      new RegExp(`has no unit: ${unit}(?:, in segments of 1448 B)?, the unit nearest to the run`),
    );
  });

  test("times in ms beside a run of some seconds", () => {
    const text = `time,cwnd\n${Array.from({ length: 100 }, (_, i) => `${100 * i},60`).join("\n")}\n`;
    expect(timesOf(read(text).connections[0], "cwnd").at(-1)).toBe(9.9);
    expect(timesOf(read(text, { time: "s" }).connections[0], "cwnd").at(-1)).toBe(9900);
  });

  test("a unit that is set applies, and another name or unit is refused", () => {
    const text = "t,rtt\n0,64\n1,66\n";
    expect(valuesOf(read(text, { rtt: "us" }).connections[0], "srttMs")).toEqual([0.064, 0.066]);
    expect(() => read(text, { rtt: "h" })).toThrow("“rtt” in h: allowed are us, ms, s.");
    expect(() => read(text, { srtt: "ms" })).toThrow(
      "which is no column of the file. Columns without a unit: t, rtt.",
    );
  });
});

describe("numbers without a heading", () => {
  const rows = (of: (i: number) => string) => Array.from({ length: 20 }, (_, i) => of(i)).join("\n");

  test("ns-3's cwnd in bytes, with two columns and with the old value between them", () => {
    const two = read(rows((i) => `${i / 10} ${1446 * (10 + i)}`));
    expect(valuesOf(two.connections[0], "cwnd").slice(0, 3)).toEqual([10, 11, 12]);
    expect(two.assumed.join(" ")).toContain("multiples of 1446 B");
    const three = read(rows((i) => `${i / 10}\t${536 * (1 + i)}\t${536 * (2 + i)}`));
    expect(valuesOf(three.connections[0], "cwnd").slice(0, 2)).toEqual([2, 3]);
  });

  test.each([
    [rows((i) => `${i / 10} 0.0${40 + i}`), "has columns of numbers without names: line 1 is “0 0.040”"],
    [rows((i) => String(i)), "is a list of whole numbers, like a Mahimahi trace of a link"],
    ["time_s,rate_bps\n0,1\n", "is a recording of link capacity"],
    ["PING 10.0.0.2 (10.0.0.2) 56(84) bytes of data.\n", "is output of ping"],
    ["12:00:00.1 IP 10.0.0.1.5001 > 10.0.0.2.80: Flags [S]\n", "tcpdump -w FILE.pcap"],
    ['"No.","Time","Source"\n', "is a packet list exported from Wireshark"],
  ])("other ones are named: %j", (text, why) => {
    expect(() => read(text)).toThrow(why);
  });
});

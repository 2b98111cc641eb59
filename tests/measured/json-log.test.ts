import { describe, expect, test } from "vitest";
import { isMeasurement } from "../../src/measured/read-measurement.ts";
import { bytesOfText, readAll, timesOf, valuesOf } from "./read.ts";

const stream = (second: number, more: object = {}) => ({
  ...{ socket: 5, start: second, end: second + 1, seconds: 1, bytes: 1_196_000, bits_per_second: 9_568_000 },
  ...{ snd_cwnd: 1448 * (50 + second), rtt: 59_800, omitted: false, sender: true },
  ...more,
});
const start = (more: object = {}) => ({
  connected: [
    { socket: 5, local_host: "10.0.0.1", local_port: 50_000, remote_host: "10.0.0.2", remote_port: 5201 },
    { socket: 7, local_host: "10.0.0.1", local_port: 50_001, remote_host: "10.0.0.2", remote_port: 5201 },
  ],
  tcp_mss_default: 1448,
  test_start: { protocol: "TCP" },
  ...more,
});
const SECONDS = [0, 1, 2];
const whole = (of: (second: number) => readonly object[], more: object = {}) =>
  JSON.stringify({
    start: start(),
    intervals: SECONDS.map((second) => ({ streams: of(second) })),
    end: {},
    ...more,
  });

describe("iperf3 -J", () => {
  test("writes out invisible characters in the names of hosts", () => {
    const connected = [
      { socket: 5, local_host: "a\u202Eb\u001B", local_port: 1, remote_host: "c", remote_port: 2 },
    ];
    const { connections } = readAll(whole((second) => [stream(second)], { start: start({ connected }) }));
    expect(connections[0].name).toBe("a<U+202E>b<U+001B>:1 → c:2");
  });

  test("reads snd_cwnd in bytes, rtt in µs, bytes of each interval", () => {
    const { format, connections, read } = readAll(whole((second) => [stream(second)]));
    expect(format).toBe("iperf3's JSON");
    expect(read).toEqual(["3 intervals: snd_cwnd (bytes, in segments of 1448 B), rtt (µs), bytes."]);
    const [one] = connections;
    expect(one.name).toBe("10.0.0.1:50000 → 10.0.0.2:5201");
    expect(timesOf(one, "cwnd")).toEqual([1, 2, 3]);
    expect(valuesOf(one, "cwnd")).toEqual([50, 51, 52]);
    expect(valuesOf(one, "srttMs")).toEqual([59.8, 59.8, 59.8]);
    expect(valuesOf(one, "ackedBytes")).toEqual([0, 1_196_000, 2_392_000, 3_588_000]);
    expect(one.assumed.join(" ")).toContain("The samples of cwnd are 1 s apart, which is 17 round trips.");
  });

  test("reads line by line, with a last line that is cut off", () => {
    const lines = [
      { event: "start", data: start() },
      ...SECONDS.map((second) => ({ event: "interval", data: { streams: [stream(second)], sum: {} } })),
      { event: "end", data: {} },
    ].map((line) => JSON.stringify(line));
    expect(valuesOf(readAll(lines.join("\n")).connections[0], "cwnd")).toEqual([50, 51, 52]);
    const cut = readAll(lines.slice(0, 4).join("\n").slice(0, -20));
    expect(valuesOf(cut.connections[0], "cwnd")).toEqual([50, 51]);
    expect(cut.skipped).toEqual(["The last line, which is cut off."]);
  });

  test("reads several streams, both directions at once, and omitted readings", () => {
    const { connections, skipped } = readAll(
      whole((second) => [
        stream(second, { omitted: second === 0 }),
        stream(second, { socket: 7, sender: false, bytes: 5_000_000, snd_cwnd: 0, rtt: 0 }),
      ]),
    );
    expect(connections.map(({ name }) => name)).toEqual([
      "10.0.0.1:50001 → 10.0.0.2:5201 (received here)",
      "10.0.0.1:50000 → 10.0.0.2:5201",
    ]);
    expect(valuesOf(connections[1], "cwnd")).toEqual([51, 52]);
    expect(skipped).toEqual(["1 reading that iperf3 omitted (-O)."]);
  });

  test("reads the other direction (-R): throughput only, or the server's own output", () => {
    const received = (second: number) => [
      stream(second, { sender: false, snd_cwnd: undefined, rtt: undefined }),
    ];
    const alone = readAll(whole(received));
    expect(alone.connections[0].series.cwnd).toBeUndefined();
    expect(alone.assumed.join(" ")).toContain("use --get-server-output");
    const server = JSON.parse(whole((second) => [stream(second)]));
    const both = readAll(whole(received, { server_output_json: server }));
    expect(both.connections.some(({ series }) => series.cwnd !== undefined)).toBe(true);
  });

  test("UDP states that there is no cwnd", () => {
    const text = whole((second) => [{ ...stream(second), snd_cwnd: undefined, rtt: undefined }], {
      start: start({ test_start: { protocol: "UDP" } }),
    });
    const { assumed, connections } = readAll(text);
    expect(connections[0].cuts).toBeNull();
    expect(assumed).toContain("UDP has no cwnd, RTT or cuts.");
  });

  test("unreadable parts are named", () => {
    expect(() => readAll(whole(() => []).slice(0, -300))).toThrow("The JSON is incomplete or damaged");
    expect(() =>
      readAll(JSON.stringify({ start: start(), intervals: [], error: "control socket has closed" })),
    ).toThrow(
      "without intervals, so it contains no values over time. iperf3 says: “control socket has closed”.",
    );
    expect(() =>
      readAll("Connecting to host 10.0.0.2, port 5201\n[ ID] Interval           Transfer\n"),
    ).toThrow("is a text report of iperf3. Run iperf3 with -J");
  });
});

test("a data file of flent: its sockets' series, and those of its programs", () => {
  const file = JSON.stringify({
    metadata: { NAME: "tcp_nup" },
    raw_values: {},
    results: {
      "TCP upload::1": [1.5, 2.5, null],
      "TCP upload::1::tcp_cwnd": [10, 20, 30],
      "TCP upload::1::tcp_rtt": [40, 41, 42],
      "Ping (ms) ICMP": [40, 41, 42],
    },
    version: 4,
    x_values: [0, 0.2, 0.4],
  });
  const { format, connections, skipped } = readAll(file);
  expect(format).toBe("a data file of flent");
  expect(connections).toHaveLength(1);
  expect(valuesOf(connections[0], "cwnd")).toEqual([10, 20, 30]);
  expect(valuesOf(connections[0], "srttMs")).toEqual([40, 41, 42]);
  expect(valuesOf(connections[0], "rateBps")).toEqual([1.5e6, 2.5e6]);
  expect(skipped).toEqual(["Unused series: “Ping (ms) ICMP”."]);
});

test("scenarios and other JSON are no measurements", () => {
  expect(isMeasurement(bytesOfText('{"path":{"topology":"dumbbell"},"flows":[]}'))).toBe(false);
  expect(isMeasurement(bytesOfText(whole((second) => [stream(second)])))).toBe(true);
});

describe("JSON that costs more than it holds", () => {
  const many = (value: string) =>
    `{"start":{"connected":[]},"intervals":[${`${value},`.repeat(2_000_001)}{}]}`;

  test.each(["{}", "[]", "0"])(
    "more than 2 million values, %s, are refused before they are parsed",
    (value) => {
      expect(() => readAll(many(value))).toThrow(
        /^The JSON has [24],000,0\d\d values; the limit is 2,000,000\. /,
      );
      const line = `{"event":"start","data":{}}\n{"event":"interval","data":${many(value)}}\n`;
      expect(() => readAll(line)).toThrow(/^Line 2 has [24],000,0\d\d values/);
    },
  );

  test("commas and brackets within texts are no values", () => {
    const title = `"title":"${',[{\\"'.repeat(1_000_000)}"`;
    const text = whole((second) => [stream(second)]).replace(/\}$/, `,${title}}`);
    expect(readAll(text).connections).toHaveLength(1);
  });

  test("lists inside lists where a name is expected", () => {
    const host = `${"[".repeat(50_000)}${"]".repeat(50_000)}`;
    const deep = whole((second) => [stream(second)]).replace('"10.0.0.1"', host);
    expect(readAll(deep).connections[0].name).toBe("?:50000 → 10.0.0.2:5201");
  });
});

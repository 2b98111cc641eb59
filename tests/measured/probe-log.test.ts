import { describe, expect, test } from "vitest";
import { readAll, timesOf, valuesOf } from "./read.ts";

/** Lines in the format of net/ipv4/tcp_probe.c. */
const OLD = [
  "0.507024701 192.168.122.233:40080 192.168.122.167:5201 28 0xfffffe00 0xffffb900 12 2147483647 1930880 40548 87616",
  "0.607024701 192.168.122.233:40080 192.168.122.167:5201 28 0x3000 0x100 12 9 1930880 41548 87616",
  "0.607024701 10.0.0.9:22 10.0.0.1:40000 28 0x10 0x1 10 2147483647 1000 500 87616",
].join("\n");

test("reads the lines of the module tcp_probe: sequence numbers wrap at 2³²", () => {
  const { format, connections, assumed } = readAll(OLD);
  expect(format).toBe("the kernel module tcp_probe");
  const [one] = connections;
  expect(one.name).toBe("192.168.122.233:40080 → 192.168.122.167:5201");
  expect(timesOf(one, "cwnd")).toEqual([0, 0.1]);
  expect(valuesOf(one, "cwnd")).toEqual([12, 12]);
  expect(valuesOf(one, "ssthresh")).toEqual([9]);
  expect(valuesOf(one, "srttMs")).toEqual([40.548, 41.548]);
  expect(valuesOf(one, "ackedBytes")).toEqual([0, 0x4800]);
  expect(valuesOf(one, "inflight")).toEqual([0x4500 / 1448, 0x2f00 / 1448]);
  expect(assumed).toEqual(["srtt is in µs, as tcp_probe writes it since Linux 3.15."]);
  expect(one.assumed.join(" ")).toContain(
    "Segments of 1448 B: assumed, because the file does not contain the segment size.",
  );
});

/** A line in the format of include/trace/events/tcp.h, inside the formats of ftrace and perf script. */
const event = (cwnd: number) =>
  `family=AF_INET src=10.0.0.1:5001 dest=10.0.0.2:43210 mark=0x0 data_len=0 snd_nxt=0x9000 snd_una=0x1000 snd_cwnd=${cwnd} ssthresh=2147483647 snd_wnd=64256 srtt=100500 rcv_wnd=64256 sock_cookie=3 skbaddr=00000000c4 skaddr=00000000a1`;

test.each([
  [
    "ftrace",
    "          iperf3-812     [001] ..s1.  5120.118000: tcp_probe: ",
    "     <idle>-0  [000] ..s2.  5120.368000: tcp_probe: ",
  ],
  [
    "perf script",
    "iperf3   812 [001]  5120.118000: tcp:tcp_probe: ",
    "swapper     0 [000]  5120.368000: tcp:tcp_probe: ",
  ],
])("reads the trace event tcp:tcp_probe of %s", (_, first, second) => {
  const { format, connections } = readAll(`# tracer: nop\n#\n${first}${event(20)}\n${second}${event(22)}\n`);
  expect(format).toBe("the trace event tcp:tcp_probe");
  const [one] = connections;
  expect(one.name).toBe("10.0.0.1:5001 → 10.0.0.2:43210");
  expect(timesOf(one, "cwnd")).toEqual([0, 0.25]);
  expect(valuesOf(one, "cwnd")).toEqual([20, 22]);
  expect(valuesOf(one, "srttMs")).toEqual([100.5, 100.5]);
  expect(one.series.ssthresh).toBeUndefined();
});

describe("the output of a bpftrace script", () => {
  test("is read as names with values", () => {
    const { connections } = readAll(
      "Attaching 1 probe...\nnsecs=1000000000 sport=5001 dport=80 snd_cwnd=10 srtt_us=90000\nnsecs=1500000000 sport=5001 dport=80 snd_cwnd=12 srtt_us=91000\n\n",
    );
    expect(timesOf(connections[0], "cwnd")).toEqual([0, 0.5]);
    expect(valuesOf(connections[0], "srttMs")).toEqual([90, 91]);
    expect(connections[0].name).toBe("5001 → 80");
  });

  test("has its lost events counted", () => {
    expect(readAll("nsecs=1 snd_cwnd=10\nLost 7 events\nnsecs=2 snd_cwnd=11\n").skipped).toEqual([
      "1 line without cwnd.",
      "7 events that bpftrace lost.",
    ]);
  });

  test("is read as a table below a line of names", () => {
    const { connections } = readAll(
      "Attaching 2 probes...\ntime_ms,cwnd,srtt_us\n0,10,90000\n250,12,91000\n",
    );
    expect(timesOf(connections[0], "cwnd")).toEqual([0, 0.25]);
  });

  test("a line without a time, and a value that is no number, are named by their line", () => {
    expect(() => readAll("Attaching 1 probe...\ncwnd=10 srtt_us=1\n")).toThrow(
      "Line 2 has no time. Allowed:",
    );
    expect(() => readAll("nsecs=1 cwnd=10\nnsecs=2 cwnd=11 srtt_us=abc\n")).toThrow(
      "Line 2: srtt_us is “abc”; expected a number.",
    );
  });
});

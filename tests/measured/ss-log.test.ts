import { describe, expect, test } from "vitest";
import { isCut } from "../../src/engine/index.ts";
import { readAll, sample, timesOf, valuesOf } from "./read.ts";
import { finished } from "./runs.ts";

const info = (cwnd: number, more = "") =>
  `\t cubic wscale:7,7 rto:304 rtt:101.5/0.75 mss:1448 pmtu:1500 cwnd:${cwnd} ssthresh:40 bytes_sent:2000000 bytes_acked:${cwnd * 10_000} send 9.1Mbps lastsnd:4 lastrcv:900 lastack:4 pacing_rate 11Mbps delivery_rate 8.97Mbps delivered:900 unacked:61 retrans:1/14 lost:2 sacked:8 minrtt:100.2${more}`;
const HEAD = "State Recv-Q Send-Q Local Address:Port  Peer Address:PortProcess";
const SOCKET = "ESTAB 0      85932      10.0.0.1:5001      10.0.0.2:43210";

describe("a log with times", () => {
  const log = ["1700000000.25", HEAD, SOCKET, info(60), "1700000000.75", HEAD, SOCKET, info(64), ""].join(
    "\n",
  );

  test("has each quantity in the units of the run", () => {
    const { format, connections, read } = readAll(log);
    expect(format).toBe("output of ss -ti");
    const [one] = connections;
    expect(one.name).toBe("10.0.0.1:5001 → 10.0.0.2:43210");
    expect(timesOf(one, "cwnd")).toEqual([0, 0.5]);
    expect(valuesOf(one, "cwnd")).toEqual([60, 64]);
    expect(valuesOf(one, "srttMs")).toEqual([101.5, 101.5]);
    expect(valuesOf(one, "ssthresh")).toEqual([40, 40]);
    // The number in flight is unacked − sacked − lost + retransmitted.
    expect(valuesOf(one, "inflight")).toEqual([52, 52]);
    expect(valuesOf(one, "ackedBytes")).toEqual([600_000, 640_000]);
    expect(valuesOf(one, "rateBps")).toEqual([8.97e6, 8.97e6]);
    expect(read).toContain("2 lines with a time.");
  });

  test.each([
    ["ISO 8601", "2026-11-24T01:15:42.250Z", "2026-11-24T01:15:42.750Z"],
    ["a time zone", "2026-11-24 03:15:42,250+02:00", "2026-11-24 03:15:42,750+02:00"],
    ["date", "Tue Nov 24 01:15:42 UTC 2026", "Tue Nov 24 01:15:43 UTC 2026"],
    ["a time of day over midnight", "23:59:59.75", "00:00:00.25"],
    ["nanoseconds", "1700000000250000000", "1700000000750000000"],
    ["/proc/uptime", "512.25 2040.11", "512.75 2041.00"],
  ])("times as %s", (_, first, second) => {
    const [one] = readAll(log.replace("1700000000.25", first).replace("1700000000.75", second)).connections;
    expect(timesOf(one, "cwnd")).toEqual([0, first.includes("UTC") ? 1 : 0.5]);
  });

  test("a time before each line, one line per socket, no states and no head", () => {
    const inFront = `1700000000.5 ${SOCKET}${info(60)}\n1700000001.5 ${SOCKET}${info(64)}\n`;
    expect(timesOf(readAll(inFront).connections[0], "cwnd")).toEqual([0, 1]);
    const bare = log.replaceAll("ESTAB ", "").replaceAll(`${HEAD}\n`, "");
    expect(valuesOf(readAll(bare).connections[0], "cwnd")).toEqual([60, 64]);
  });

  test("outputs before the first time are refused", () => {
    expect(() => readAll([SOCKET, info(1), log].join("\n"))).toThrow(
      "1 output of ss come before the first time in the file.",
    );
  });
});

describe("times as date writes them in different languages", () => {
  const output = (i: number) => `${SOCKET}\n${info(60).replace("600000", String(i * 299_000))}`;
  const logOf = (dates: readonly string[]) =>
    dates
      .flatMap((date) => [1, 2, 3, 4].map(() => date))
      .map((date, i) => `${date}\n${output(i)}`)
      .join("\n");

  test.each([
    ["Sa 28. Nov 03:10:00 UTC 2026", "Sa 28. Nov 03:10:01 UTC 2026"],
    ["sam. 28 nov. 2026 03:10:00 CET", "sam. 28 nov. 2026 03:10:01 CET"],
    ["samedi 28 novembre 2026, 03:10:00 (UTC+0100)", "samedi 28 novembre 2026, 03:10:01 (UTC+0100)"],
    ["2026年 11月 28日 土曜日 03:10:00 JST", "2026年 11月 28日 土曜日 03:10:01 JST"],
    ["la 28. marraskuuta 2026 03.10.00 EET", "la 28. marraskuuta 2026 03.10.01 EET"],
    ["Сб 28 ноя 2026 23:59:59 MSK", "Вс 29 ноя 2026 00:00:00 MSK"],
    ["Sat Nov 28 12:59:59 PM IST 2026", "Sat Nov 28 01:00:00 PM IST 2026"],
    ["sáb 28 nov 2026 03:10:00 -03", "sáb 28 nov 2026 03:10:01 -03"],
    ["Time: 03:10:00", "Time: 03:10:01"],
  ])("%s: four outputs per second are spread over it", (first, second) => {
    const { connections, assumed, skipped } = readAll(logOf([first, second]));
    expect(timesOf(connections[0], "cwnd")).toEqual([0, 0.25, 0.5, 0.75, 1, 1.25, 1.5, 1.75]);
    expect(assumed).toContain(
      "The times are whole seconds. Outputs with the same second are spread evenly over that second.",
    );
    expect(skipped).toEqual([]);
  });

  test.each([
    [
      "the end of summer time",
      ["So 25. Okt 02:59:59 CEST 2026", "So 25. Okt 02:00:00 CET 2026"],
      "Line 13: the time zone changes from CEST to CET. Write “date +%s.%N” before each ss.",
    ],
    [
      "a clock of twelve hours",
      ["Sat 28 Nov 12:59:59 2026", "Sat 28 Nov 01:00:00 2026"],
      "Line 13 is “Sat 28 Nov 01:00:00 2026”: the time of day goes back",
    ],
    [
      "a line that is no time",
      ["kello on nyt kolme", "kello on nyt kolme"],
      "Line 1 is “kello on nyt kolme”: this is neither output of ss nor a supported time.",
    ],
  ])("%s is refused with its line", (_, dates, why) => {
    expect(() => readAll(logOf(dates))).toThrow(why);
  });

  test("reads the time after each output, as flent's iterator writes it; the last one may be missing", () => {
    const behind = [1, 2, 3]
      .map((i) => `${SOCKET}\n${info(60 + i)}\n\nTime: 170000000${i}.5\n---\n`)
      .join("");
    const { connections, assumed } = readAll(behind);
    expect(timesOf(connections[0], "cwnd")).toEqual([0, 1, 2]);
    expect(valuesOf(connections[0], "cwnd")).toEqual([61, 62, 63]);
    expect(assumed.join(" ")).toContain("Each time belongs to the output before it");
    const cut = readAll(`${behind}${SOCKET}\n${info(99)}\n`);
    expect(valuesOf(cut.connections[0], "cwnd")).toEqual([61, 62, 63]);
    expect(cut.skipped).toEqual(["1 line with values that no time follows."]);
  });
});

test("a slide of cwnd towards ssthresh is one reduction, however long it takes", () => {
  const { snapshot } = finished("v=2&cc=cubic&capacity=20Mbps&rtt=80ms&ecn=off&duration=30s&warmup=0s");
  const [{ cwnd, ssthresh }] = snapshot.flows;
  const { timeS: eventS, kind } = snapshot.flowEvents;
  const lossTimes = Array.from(eventS).filter((_, i) => isCut(kind[i]));
  const at = ({ startS, bucketS, last }: typeof cwnd, timeS: number) =>
    last[Math.floor((timeS - startS) / bucketS)];
  const log = Array.from({ length: 299 }, (_, i) => {
    const [window, level] = [at(cwnd, i / 10), at(ssthresh, i / 10)].map(Math.round);
    const said = level > 0 ? `ssthresh:${level} ` : "";
    const cuts = lossTimes.filter((timeS) => timeS <= i / 10).length;
    const again = cuts > 0 ? ` retrans:0/${cuts}` : "";
    return `${1e9 + i / 10}\n${SOCKET}\n\t cubic rto:304 rtt:100/1 mss:1448 cwnd:${window} ${said}bytes_acked:${i}${again}`;
  });
  const { connections } = readAll(log.join("\n"));
  expect(connections[0].cuts?.timeS.length).toBe(lossTimes.length);
});

test("of several sockets, the one with the most bytes comes first", () => {
  const other = SOCKET.replace("43210", "50000");
  const log = [1, 2, 3].flatMap((second) => [
    `170000000${second}.0`,
    ...[HEAD, SOCKET, info(10 + second), other, info(10 + 5 * second), ""],
  ]);
  const { connections } = readAll(log.join("\n"));
  expect(connections.map(({ name }) => name.split(":").at(-1))).toEqual(["50000", "43210"]);
});

test("a value that ss omits is 2 with a message; other lines are counted", () => {
  const small = info(5).replace(" cwnd:5", "");
  const { connections, assumed, skipped } = readAll(`1.5\n${SOCKET}\n${small}\nhello there\n`);
  expect(valuesOf(connections[0], "cwnd")).toEqual([2]);
  expect(assumed).toEqual(["If ss prints no cwnd, cwnd is 2: older versions omit this value."]);
  expect(skipped).toEqual(["1 line that ss did not print."]);
});

describe("the output of ss from iproute2 6.1 on a machine", () => {
  const bytes = sample("ss-ti.log");
  const text = new TextDecoder().decode(bytes);

  test("is read completely", () => {
    const { connections, skipped } = readAll(bytes);
    expect(skipped).toEqual([]);
    expect(connections).toHaveLength(1);
    expect(valuesOf(connections[0], "cwnd")).toEqual(
      [...text.matchAll(/ cwnd:(\d+)/g)].map(([, n]) => Number(n)),
    );
    expect(valuesOf(connections[0], "rateBps")[0]).toBe(54.2e6);
  });

  test("without its times gets them from lastrcv, within its steps of 4 ms", () => {
    const timed = timesOf(readAll(bytes).connections[0], "cwnd");
    const { connections } = readAll(text.replace(/^\d+\.\d+\n/gm, ""));
    for (const [i, timeS] of timesOf(connections[0], "cwnd").entries())
      expect(Math.abs(timeS - timed[i])).toBeLessThan(0.009);
    expect(connections[0].assumed[0]).toContain("calculated from lastrcv");
  });

  test("without that assumes one second per output, with a message", () => {
    const { connections } = readAll(text.replace(/^\d+\.\d+\n/gm, "").replace(/ lastrcv:\d+/g, ""));
    expect(timesOf(connections[0], "cwnd")).toEqual(Array.from({ length: 12 }, (_, i) => i));
    expect(connections[0].assumed[0]).toContain("1 s is assumed between two outputs");
  });
});

describe("a log of lines that are far shorter than those of ss", () => {
  const socket = "0 0 a:1 b:1 rto:1 cwnd:10 mss:1448\n";

  test("of more than a million times is refused", () => {
    const times = Array.from({ length: 1_000_001 }, (_, i) => `${i >> 1}.0\n`).join("");
    expect(() => readAll(`0.0\n${socket}${times}`)).toThrow(
      "The log has more than 1,000,000 times, up to line 1,000,002; split it.",
    );
  });

  test("of more than 2 million lines with values is refused", () => {
    expect(() => readAll("0 0 a:1 b:1 rto:1\n".repeat(2_000_001))).toThrow(
      "The log has more than 2,000,000 lines with values, up to line 2,000,001; split it.",
    );
  });

  test("counts a limited number of sockets", () => {
    const sockets = Array.from({ length: 100_300 }, (_, i) => socket.replace("a:1", `a:${i}`)).join("");
    const { connections, skipped } = readAll(sockets);
    expect(connections).toHaveLength(200);
    expect(skipped).toContain("More than 100,000 further connections after the first 200.");
  });
});

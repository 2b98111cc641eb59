import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { describe, expect, test } from "vitest";
import { readAll, timesOf, valuesOf } from "./read.ts";
import { KERNEL_TRACES, runSnapshotOf } from "./runs.ts";

describe("a table of TCP_INFO", () => {
  test("accepts names of the kernel's structure, spaces and semicolons, decimal commas, several connections", () => {
    const { format, connections, skipped, assumed } = readAll(
      "time;conn;tcpi_snd_cwnd;tcpi_rtt;tcpi_snd_ssthresh;tcpi_options\n0,5;a;10;90000;2147483647;7\n0,75;a;12;91000;8;7\n0,75;b;99;1;;7\n",
    );
    expect(format).toBe("a table of TCP_INFO (CSV)");
    expect(connections.map(({ name }) => name)).toEqual(["conn a", "conn b"]);
    expect(timesOf(connections[0], "cwnd")).toEqual([0, 0.25]);
    expect(valuesOf(connections[0], "srttMs")).toEqual([90, 91]);
    expect(valuesOf(connections[0], "ssthresh")).toEqual([8]);
    expect(skipped).toEqual(["Unused columns: tcpi_options."]);
    expect(assumed).toEqual([
      "“tcpi_snd_cwnd” has no unit: segments, as in TCP_INFO.",
      "“tcpi_rtt” has no unit: µs, as in TCP_INFO.",
    ]);
  });

  test.each([
    ["t_s,cwnd\n1,2\n1.5,3\n", 0.5],
    ["timestamp\tcwnd\n1700000000123\t2\n1700000000623\t3\n", 0.5],
    ["Time (ms), snd_cwnd\n100, 2\n600, 3\n", 0.5],
    ["time cwnd\n2026-11-24T01:15:42.5Z 2\n2026-11-24T01:15:43Z 3\n", 0.5],
    ["time_us,cwnd_bytes,mss\n100,2000,1000\n500100,3000,1000\n", 0.5],
  ])("%j", (text, lastS) => {
    const [one] = readAll(text).connections;
    expect(timesOf(one, "cwnd")).toEqual([0, lastS]);
    expect(valuesOf(one, "cwnd")).toEqual([2, 3]);
  });

  test("names forty of many columns, and counts the others", () => {
    const [ids, others] = ["id", "x"].map((name) =>
      Array.from({ length: 1000 }, (_, i) => (name === "x" ? `x${i}` : name)),
    );
    const row = [1, 5, ...ids.map(() => 1), ...others.map(() => 1)].join(",");
    const { read, skipped } = readAll(`${["t", "cwnd", ...ids, ...others].join(",")}\n${row}\n`);
    expect(read[0]).toBe("1 row: t, cwnd, id.");
    expect(skipped).toEqual([
      `Unused columns: ${others.slice(0, 40).join(", ")} and 960 more.`,
      `Repeated columns, of which the first is used: ${ids.slice(0, 40).join(", ")} and 959 more.`,
    ]);
  });

  test("reads one of the columns whose names mean the same", () => {
    const { connections, skipped } = readAll(
      "t,cwnd,Connection-ID,connection_id,snd_cwnd,tcpi_snd_cwnd,CWND\n1,2,a,b,3,4,5\n",
    );
    expect(connections.map(({ name }) => name)).toEqual(["connection_id a"]);
    expect(skipped).toEqual([
      "Repeated columns, of which the first is used: connection_id, tcpi_snd_cwnd, CWND.",
    ]);
  });

  test("does not read the cells of connections that are left out", () => {
    const rows = Array.from({ length: 250 }, (_, i) => `${i},c${i},${i < 200 ? 10 : "many"}`);
    const { connections, skipped } = readAll(`t,conn,cwnd\n${rows.join("\n")}\n`);
    expect(connections).toHaveLength(200);
    expect(skipped).toEqual(["50 further connections after the first 200."]);
    expect(() => readAll(`t,conn,cwnd\n${rows.slice(100).join("\n")}\n`)).toThrow(/is “many”/);
  });

  test("counts events that bpftrace lost", () => {
    const { skipped, connections } = readAll(
      "Attaching 2 probes...\ntime_s,cwnd\n0,10\nLost 12 events\n# here\n\n1,12\nLost 3 events\n",
    );
    expect(valuesOf(connections[0], "cwnd")).toEqual([10, 12]);
    expect(skipped).toEqual(["15 events that bpftrace lost."]);
  });

  test("reports times that go back, and a count of bytes that falls", () => {
    const assumedOf = (text: string) => readAll(`time_s,bytes_acked\n${text}`).connections[0].assumed;
    const order =
      "Some samples are older than the previous ones in the file. All samples were sorted by time.";
    const falls =
      "The acknowledged bytes decrease, as if several connections had the same name. The throughput is unreliable.";
    expect(assumedOf("0,0\n1,10\n1,20\n2,20\n")).toEqual([]);
    expect(assumedOf("0,0\n2,20\n1,10\n")).toEqual([order]);
    expect(assumedOf("0,0\n1,20\n2,10\n")).toEqual([falls]);
  });

  test("names faults by their line", () => {
    expect(() => readAll("t,cwnd\n1,2\n2,abc\n")).toThrow(
      "Line 3: “cwnd” is “abc”; expected a number or an empty cell.",
    );
    expect(() => readAll("# a\nt,cwnd\n1,2,3\n")).toThrow(
      "Line 3 has 3 cells, but the header in line 2 has 2 names.",
    );
    expect(() => readAll("a,b\n1,2\n")).toThrow(
      /^The file is not a supported measurement: line 1 is “a,b”. Supported:/,
    );
  });

  test.each(KERNEL_TRACES)("reads the kernel's trace %s, with its reductions found in cwnd", (name) => {
    const text = readFileSync(resolve(import.meta.dirname, "../../public/traces", `${name}.csv`), "utf8");
    const { connections } = readAll(text);
    const rows = text.split("\n").filter((line) => /^[\d.]+,0,/.test(line));
    expect(connections[0].samples).toBe(rows.length);
    expect(valuesOf(connections[0], "cwnd")).toEqual(rows.map((row) => Number(row.split(",")[2])));
    expect(connections[0].cuts?.from).toBe("cwnd");
    // Most reductions give ssthresh a new value, but a steady sawtooth repeats the same one.
    const levels = rows
      .map((row) => row.split(",")[3])
      .filter((level, i, all) => i > 0 && level !== all[i - 1]);
    expect(connections[0].cuts?.timeS.length).toBeGreaterThanOrEqual(levels.length - 1);
  });
});

describe("files that Sawtooth writes", () => {
  test("include a table of the page by its earlier names", () => {
    const { connections } = readAll(
      "series,unit,flow,link,t_s,min,max,last,run\nreceived,B,1,,1,100,100,100,shown\nreceived,B,1,,2,200,200,200,shown\nreduction for a mark,segments,1,,1.5,5,10,5,shown\n",
    );
    expect(valuesOf(connections[0], "ackedBytes")).toEqual([100, 200]);
    expect(connections[0].cuts?.timeS).toHaveLength(1);
  });

  const { tables, snapshot } = runSnapshotOf("v=2&duration=12s&warmup=0s");
  const [flow] = snapshot.results.flows;

  test.each(Object.keys(tables))("%s is read with the run's own times and values", (name) => {
    const { connections, isOfRun, skipped } = readAll(tables[name]);
    expect(isOfRun).toBe(true);
    expect(skipped).toEqual([]);
    const [one] = connections;
    expect(one.name).toBe("flow 1");
    if (one.series.ackedBytes !== undefined)
      // An acknowledgement arrives half a round trip after the data.
      expect(Math.abs((valuesOf(one, "ackedBytes").at(-1) ?? 0) - flow.bytesReceived)).toBeLessThan(125_000);
    if (one.series.cwnd !== undefined) {
      expect(Math.max(...valuesOf(one, "cwnd"))).toBe(flow.cwndSegments?.max);
      expect(one.cuts?.timeS.length).toBe(flow.ecnReductions + flow.lossReductions + flow.rtos);
    }
  });
});

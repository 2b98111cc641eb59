import { describe, expect, test } from "vitest";
import { applySettings, defaultScenario } from "../../../src/engine/index.ts";
import { runScenario } from "../../../src/engine/simulator.ts";
import {
  isLinuxRecord,
  isOfRecord,
  readLinuxRecord,
  recordRows,
  recordSentences,
  recordTable,
} from "../../../src/measured/linux/record.ts";

const START_S = 1_790_000_000;

/** A line of `ss -tinO` of the flow whose sender has this port. */
const ss = (port: number, ackedBytes: number, cwnd: number) =>
  `ESTAB 0 0 10.1.1.2:${port} 10.2.1.2:10001 cubic rto:204 rtt:100/3 mss:1448 cwnd:${cwnd} bytes_acked:${ackedBytes} unacked:${cwnd}`;

const queue = (dropped: number, marked: number) => [
  "qdisc htb 1: root refcnt 3",
  " Sent 224 bytes 3 pkt (dropped 99, overlimits 0 requeues 0)",
  "qdisc codel 10: parent 1:10 limit 1000p",
  ` Sent 224 bytes 3 pkt (dropped ${dropped}, overlimits 0 requeues 0)`,
  ` count 0 lastcount 0 ldelay 0us drop_next 0us ecn_mark ${marked} drop_overlimit 0`,
];

const ping = (atS: number, ms: number) =>
  `[${(START_S + atS).toFixed(6)}] 64 bytes from 10.255.0.2: icmp_seq=1 ttl=64 time=${ms} ms`;

/** A run of two TCP flows in one group and one UDP flow, from before its start (t < 0) to 4 s. */
const FILES: Readonly<Record<string, readonly string[]>> = {
  "flows.txt": [
    "flow group start_s stop_s kind amount payload",
    "1 1 0.000000 4.000000 tcp 0 0",
    "2 1 0.000000 4.000000 tcp 0 0",
    "3 2 0.000000 4.000000 udp 1000000 1000",
  ],
  "scenario.txt": ["v=2&duration=4s"],
  "about.txt": ["Linux host 6.1.0", "codel limit 1000"],
  "start-us.txt": [String(START_S * 1e6)],
  "ss-1.txt": [
    ...["t -20000", ss(20_001, 5, 10)],
    ...["t 1000000", ss(20_002, 200_000, 20), ss(20_001, 500_000, 40)],
    ...["t 2500000", ss(20_001, 1_000_000, 28), ss(20_002, 300_000, 21)],
    ...["t 4000000", ss(20_001, 1_250_000, 30), ss(20_002, 575_000, 23)],
  ],
  "udp-2.txt": [
    ...["t 1000000", "Udp: InDatagrams NoPorts", "Udp: 100 0"],
    ...["t 4000000", "Udp: InDatagrams NoPorts", "Udp: 475 0"],
  ],
  "qdisc.txt": ["t 900000", ...queue(2, 5), "t 3900000", ...queue(7, 16), "t 4100000", ...queue(9, 99)],
  "ping.txt": ["PING 10.255.0.2", ping(0.5, 500), ping(1.5, 4), ping(2, 8), ping(3, 6), ping(5, 900)],
};

const filesOf = (files: Readonly<Record<string, readonly string[]>>) =>
  Object.entries(files).map(([name, lines]) => ({
    path: `record/${name}`,
    bytes: new TextEncoder().encode(`${lines.join("\n")}\n`),
  }));

const { scenario } = applySettings(defaultScenario(), [
  { key: "duration", text: "4s" },
  { key: "warmup", text: "1s" },
  { key: "flow", text: "cc=cubic,count=2" },
  { key: "flow", text: "traffic=cbr,cbr-rate=1Mbps" },
]);
const snapshot = runScenario(scenario).snapshot();

describe("the folder of a run on Linux", () => {
  test("is recognised by its files, wherever they are", () => {
    expect(isLinuxRecord(filesOf(FILES))).toBe(true);
    expect(isLinuxRecord([{ path: "flows.txt" }])).toBe(false);
  });

  test("gives connections in the order of the flows, with times relative to the run and nothing before it", () => {
    const { measurement, connectionFlows, about } = readLinuxRecord(filesOf(FILES));
    expect(connectionFlows).toEqual([0, 1]);
    const [first] = measurement.connections;
    expect(first).toMatchObject({ name: "10.1.1.2:20001 → 10.2.1.2:10001", startS: 1, samples: 3 });
    expect([...(first.series.cwnd?.value ?? [])]).toEqual([40, 28, 30]);
    expect(about).toEqual(["Linux host 6.1.0", "codel limit 1000"]);
  });

  test("is compared after the warm-up: goodput, shares, cuts, marks, drops and the delay of pings", () => {
    const record = readLinuxRecord(filesOf(FILES));
    const rows = recordRows(record, snapshot, 1);
    const measured = Object.fromEntries(
      rows.map(({ id, flow, measured: value }) => [`${id} ${flow ?? "queue"}`, value]),
    );
    expect(measured).toEqual({
      // 750,000, 375,000 and 375,000 bytes in 3 s.
      ...{ "goodput 0": 2, "goodput 1": 1, "goodput 2": 1, "share 0": 50, "share 1": 25, "share 2": 25 },
      ...{ "cuts 0": 1, "cuts 1": 0, "marks queue": 11, "drops queue": 5 },
      ...{ "delay-p50 queue": 6, "delay-p90 queue": expect.closeTo(7.6, 9) },
    });
    const { flows, links } = snapshot.results;
    const runOf = (id: string, flow: number | null) =>
      rows.find((row) => row.id === id && row.flow === flow)?.run;
    expect(runOf("goodput", 1)).toBe(flows[1].goodputBps / 1e6);
    expect(runOf("marks", null)).toBe(links[0].marks);
    expect(runOf("delay-p90", null)).toBe(links[0].sojournMs?.p90);
    expect(recordTable(rows)[0]).toMatchObject({ label: "flow 1: goodput (Mbps)", measured: "2.000" });
  });

  test("takes the delay in flow queues from the flows, whose pings have a queue of their own", () => {
    const withRtt = (port: number, rtt: number) => ss(port, 500_000, 40).replace("rtt:100/", `rtt:${rtt}/`);
    const record = readLinuxRecord(
      filesOf({
        ...FILES,
        "scenario.txt": ["v=2&aqm=fq-codel&duration=4s"],
        "ss-1.txt": [
          ...["t 500000", withRtt(20_001, 100), withRtt(20_002, 50)],
          ...["t 1500000", withRtt(20_001, 103), withRtt(20_002, 51)],
          ...["t 2500000", withRtt(20_001, 102), withRtt(20_002, 54)],
        ],
      }),
    );
    const measured = recordRows(record, snapshot, 1).find(({ id }) => id === "delay-p50")?.measured;
    // 3, 2, 1 and 4 ms above the shortest round trip of each flow.
    expect(measured).toBeCloseTo(2.5, 6);
    expect(recordSentences(record, "v=2").join(" ")).toContain("minus the shortest of them");
  });

  test("compares the queue of each link by name, with the files of that link", () => {
    const { scenario: lot } = applySettings(defaultScenario(), [
      { key: "path", text: "parking-lot" },
      { key: "hops", text: "2" },
      { key: "duration", text: "4s" },
      { key: "warmup", text: "1s" },
    ]);
    const run = runScenario(lot).snapshot();
    const record = readLinuxRecord(
      filesOf({
        ...FILES,
        "scenario.txt": ["v=2&path=parking-lot&hops=2&duration=4s"],
        "ping-2.txt": [ping(1.5, 14), ping(2, 18), ping(3, 16)],
        "qdisc-2.txt": ["t 900000", ...queue(0, 1), "t 3900000", ...queue(1, 4)],
      }),
    );
    const rows = recordRows(record, run, 1).filter(({ flow }) => flow === null);
    expect(rows.map(({ link, id, measured }) => [link, id, measured])).toEqual([
      ["hop1", "marks", 11],
      ["hop1", "drops", 5],
      ["hop1", "delay-p50", 6],
      ["hop1", "delay-p90", expect.closeTo(7.6, 9)],
      ["hop2", "marks", 3],
      ["hop2", "drops", 1],
      ["hop2", "delay-p50", 16],
      ["hop2", "delay-p90", expect.closeTo(17.6, 9)],
    ]);
    expect(rows[4].run).toBe(run.results.links[1].marks);
    expect(recordTable(rows)[4].label).toBe("hop2: marks");
  });

  test("compares no delay of flow queues on a path with several links", () => {
    const text = "v=2&path=parking-lot&hops=2&aqm=fq-codel&duration=4s";
    const record = readLinuxRecord(
      filesOf({ ...FILES, "scenario.txt": [text], "ping-2.txt": [ping(1.5, 14)], "qdisc-2.txt": [] }),
    );
    const rows = recordRows(record, snapshot, 1);
    expect(rows.find(({ id }) => id === "delay-p50")?.measured).toBeNull();
    expect(recordSentences(record, text).join(" ")).toContain("no delay is compared there");
  });

  test("compares pings with DualPI2's C queue, in which they wait", () => {
    const { scenario: dual } = applySettings(defaultScenario(), [
      { key: "duration", text: "4s" },
      { key: "warmup", text: "1s" },
      { key: "aqm", text: "dualpi2" },
      { key: "flow", text: "cc=prague" },
      { key: "flow", text: "cc=cubic" },
    ]);
    const { results } = runScenario(dual).snapshot();
    const record = readLinuxRecord(filesOf(FILES));
    const rows = recordRows(record, runScenario(dual).snapshot(), 1);
    expect(rows.find(({ id }) => id === "delay-p50")?.run).toBe(
      results.links[0].queues?.find(({ name }) => name.startsWith("C"))?.sojournMs?.p50,
    );
  });

  test("adds the marks of CoDel's ce_threshold, and reads those of CAKE, which stand far to the right", () => {
    const marksIn = (...lines: readonly string[]) => {
      const after = [
        "t 3900000",
        "qdisc codel 10: parent 1:10",
        " Sent 1 bytes 3 pkt (dropped 0, x)",
        ...lines,
      ];
      const record = readLinuxRecord(filesOf({ ...FILES, "qdisc.txt": after }));
      return recordRows(record, snapshot, 1).find(({ id }) => id === "marks")?.measured;
    };
    expect(marksIn("  maxpacket 1500 ecn_mark 3 drop_overlimit 0 ce_mark 40")).toBe(43);
    expect(marksIn("  marks                 23")).toBe(23);
  });

  test("compares no cuts of BBR, whose cwnd follows its model", () => {
    const { scenario: bbr } = applySettings(defaultScenario(), [
      { key: "duration", text: "4s" },
      { key: "warmup", text: "1s" },
      { key: "flow", text: "cc=bbr1,count=2" },
    ]);
    const rows = recordRows(readLinuxRecord(filesOf(FILES)), runScenario(bbr).snapshot(), 1);
    expect(rows.map(({ id }) => id)).not.toContain("cuts");
  });

  test("says which scenario was recorded if the run has another", () => {
    const record = readLinuxRecord(filesOf(FILES));
    expect(recordSentences(record, "v=2&duration=4s").join()).not.toContain("other settings");
    expect(recordSentences(record, "v=2").join()).toContain(
      "The run has other settings than the recorded scenario, which is #v=2&duration=4s",
    );
  });

  test.each([
    ["start-us.txt", "start-us.txt is missing or is not a time"],
    ["ss-1.txt", "ss-1.txt is missing: it has the flows of group 1."],
    ["flows.txt", "flows.txt has no flow."],
  ])("without %s is refused with a sentence", (name, why) => {
    const { [name]: _, ...others } = FILES;
    expect(() => readLinuxRecord(filesOf(others))).toThrow(why);
  });

  test.each([
    ["a flow twice", ["2 1 0 4 tcp 0 0"], "Line 5 of flows.txt: flow 2 is already in line 3"],
    [
      "a flow that is no whole number",
      ["1.5 1 0 4 tcp 0 0"],
      'Line 5 of flows.txt: the number of the flow is "1.5"',
    ],
    ["too many flows", ["1001 1 0 4 udp 0 0"], "allowed are whole numbers from 1 to 1000"],
    ["a group that is no number", ["4 x 0 4 udp 0 0"], 'the number of the group is "x"'],
    [
      "very many rows",
      Array.from({ length: 120_000 }, (_, i) => `${i + 4} ${i + 4} 0 4 udp - 1`),
      "Line 1002",
    ],
  ])("with %s is refused with the line", (_, rows, why) => {
    const files = { ...FILES, "flows.txt": [...FILES["flows.txt"], ...rows] };
    expect(() => readLinuxRecord(filesOf(files))).toThrow(why);
  });

  test("with more lines than such a file has is refused, and a long about.txt is shown in part", () => {
    const lines = Array.from({ length: 1_000_001 }, () => "x");
    expect(() => readLinuxRecord(filesOf({ ...FILES, "ping.txt": lines }))).toThrow(
      "ping.txt has more than 1,000,000 lines.",
    );
    const times = lines.map((_, i) => `t ${i}`);
    expect(() => readLinuxRecord(filesOf({ ...FILES, "ss-1.txt": times }))).toThrow(
      "ss-1.txt has more than 1,000,000 times.",
    );
    const { about } = readLinuxRecord(filesOf({ ...FILES, "about.txt": lines.slice(0, 99) }));
    expect([about.length, about.at(-1)]).toEqual([41, "… 59 further lines"]);
  });

  test("reads only the files that the script writes", () => {
    expect(["record/flows.txt", "ss-12.txt", "udp-1.txt", "qdisc.txt"].every(isOfRecord)).toBe(true);
    expect(["record/notes.txt", "ss-12345.txt", "run.pcap", "flows.txt.txt"].some(isOfRecord)).toBe(false);
  });

  test("with a thousand flows that share a long file of counters is compared in time", () => {
    const flows = Array.from({ length: 1000 }, (_, i) => `${i + 1} 1 0 ${i % 4} udp 1000000 1000`);
    const counters = Array.from({ length: 200_000 }, (_, i) => [`t ${20 * i}`, `Udp: ${i} 0`]).flat();
    const files = { ...FILES, "flows.txt": [FILES["flows.txt"][0], ...flows], "udp-1.txt": counters };
    const record = readLinuxRecord(filesOf(files));
    const many = {
      ...snapshot,
      results: { ...snapshot.results, flows: flows.map(() => snapshot.results.flows[2]) },
    };
    const before = process.cpuUsage();
    expect(recordRows(record, many, 1).length).toBeGreaterThan(1000);
    const { user, system } = process.cpuUsage(before);
    expect((user + system) / 1e6).toBeLessThan(1);
  });
});

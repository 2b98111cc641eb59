import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import { EventTrace, type RunJson } from "../../src/cli/run-files.ts";
import { defaultScenario, queueDisciplines, scenarioFromUrl, setParam } from "../../src/engine/index.ts";
import { runScenario, Simulation } from "../../src/engine/simulator.ts";
import { sim } from "./command-line.ts";
import { scratchFolder } from "./scratch-folder.ts";

const ids = queueDisciplines.map(({ id }) => id);
const AQMS = `${ids.slice(0, -1).join(", ")} or ${ids.at(-1)}`;

const OF_DUMBBELL =
  "capacity, loss, jitter, jitter-overtakes, bucket, capacity-pattern, delay-pattern, reverse-capacity";

let folder = "";
beforeEach(() => {
  folder = scratchFolder();
});
const inFolder = (name: string) => join(folder, name);

async function runJson(...words: string[]): Promise<RunJson> {
  const flags = words.length === 1 ? words[0].split(" ") : words;
  const { status, out, notes } = await sim("run", "--json", ...flags);
  expect({ status, notes }).toEqual({ status: 0, notes: [] });
  return JSON.parse(out);
}

test("identical runs print identical bytes; the duration is printed only on request", async () => {
  const line = "run --json --duration 2s".split(" ");
  const [one, other] = [await sim(...line), await sim(...line)];
  expect(one.out).toBe(other.out);
  expect(JSON.parse(one.out).engine).not.toHaveProperty("wallMs");
  expect(String(JSON.parse(one.out).commit)).toMatch(/^(?:null|[0-9a-f]{12})$/);
  const timed = JSON.parse((await sim(...line, "--timing")).out);
  expect(timed.engine.wallMs).toBeGreaterThan(0);
});

test("reports that a link's run has a different digest here, unless flags change the run", async () => {
  const digest = runScenario(scenarioFromUrl("v=2&duration=2s").scenario).digest();
  const notesOf = async (made: string, ...more: string[]) =>
    (await sim("run", "--json", "--url", `#v=2&duration=2s&made=${made}`, ...more)).notes;
  expect(await notesOf(`0.1.0.${digest.slice(0, 8)}`)).toEqual([]);
  expect(await notesOf("0.1.0.1a2b3c4d")).toEqual([
    expect.stringMatching(
      new RegExp(
        `^Note: The link was made by Sawtooth 0\\.1\\.0, which computed the digest 1a2b3c4d…; this is .*, which computed ${digest}\\.`,
      ),
    ),
  ]);
  expect((await notesOf("0.1.0.1a2b3c4d_12.3_1")).slice(1)).toEqual([
    expect.stringMatching(/^Note: Utilisation: 12\.3 % then, \d+\.\d % now\.$/),
    expect.stringMatching(/^Note: Median queue delay: 1 ms then, [\d.]+ ms now\.$/),
  ]);
  expect(await notesOf("0.1.0.1a2b3c4d", "--seed", "7")).toEqual([]);
  expect(await notesOf("x")).toEqual([expect.stringContaining('"made" must be a version, eight digits')]);
  const { out } = await sim("run", "--url", "#v=2&duration=2s");
  expect(out).toMatch(
    new RegExp(`link {3}#v=2&duration=2s&made=\\d+\\.\\d+\\.\\d+\\S*\\.${digest.slice(0, 8)}_[\\d._]+\n`),
  );
});

test("accepts a decimal comma in flags and changes", async () => {
  const json = await runJson("--duration 3s --rtt 0,05s --set 2s:beta-ecn=0,8");
  expect(json.url).toBe("#v=2&rtt=50ms&duration=3s&set=2s:beta-ecn=0.8");
});

describe("one JSON object", () => {
  test("has the names that scripts rely on", async () => {
    const json = await runJson("--duration 20s --flows 2");
    expect(Object.keys(json)).toEqual([
      "schema",
      "version",
      "commit",
      "url",
      "digest",
      "scenario",
      "durationS",
      "warmupS",
      "links",
      "flows",
      "fairness",
      "engine",
      "checked",
    ]);
    expect(json).toMatchObject({ checked: { inside: true, why: [], nearest: { queue: "codel" } } });
    expect(json).toMatchObject({ schema: 1, url: "#v=2&flows=2&duration=20s", durationS: 20, warmupS: 10 });
    const [link] = json.links;
    for (const key of "id rateBps utilisation packets marks drops queuePackets sojournMs".split(" ")) {
      expect(link).toHaveProperty(key);
    }
    expect(Object.keys(link.drops)).toEqual(["overflow", "aqm", "link"]);
    const percentiles = "n mean min p1 p5 p10 p25 p50 p75 p90 p95 p99 max".split(" ");
    expect(Object.keys(link.sojournMs ?? {})).toEqual(percentiles);
    const ofFlow =
      "id cc ecn rttMs startS stopS goodputBps bytesReceived packetsSent retransmissions rtos ecnReductions lossReductions cwndSegments srttMs fctS";
    expect(json.flows).toHaveLength(2);
    for (const key of ofFlow.split(" ")) expect(json.flows[1]).toHaveProperty(key);
    expect(json.fairness.convergenceS).toHaveLength(1);
    expect(json.engine.packets).toBeGreaterThan(1000);
  });

  test("gives the same results for the same scenario given as flags, link, file, and in the library", async () => {
    const flags = "--aqm pie --cc cubic --beta-ecn 0.85 --rtt 40ms --duration 20 --set 12s:rtt=60ms".split(
      " ",
    );
    const first = await runJson(...flags);
    const file = inFolder("run.json");
    writeFileSync(file, JSON.stringify(first));
    const scenario = inFolder("scenario.json");
    // Some editors save the file with a byte-order mark.
    writeFileSync(scenario, `\uFEFF${JSON.stringify(first.scenario)}`);
    for (const words of [
      ["--url", first.url],
      ["--url", `https://example.org/x/${first.url}&pin=v%3D2`],
      ["--scenario", file],
      ["--scenario", scenario],
    ]) {
      const { engine, ...again } = await runJson(...words);
      expect(again, words[0]).toEqual({ ...first, engine: undefined });
      expect(engine.packets).toBe(first.engine.packets);
    }
    expect(runScenario(scenarioFromUrl(first.url).scenario).digest()).toBe(first.digest);
  });

  test("flags override the scenario of a link or file", async () => {
    const json = await runJson(
      "--url #v=2&duration=15s&flow=cc=cubic,rtt=20ms&flow=cc=newreno --beta-ecn 0.9 --seed 3",
    );
    expect(json.url).toBe(
      "#v=2&flow=cc=cubic,beta-ecn=0.9,rtt=20ms&flow=cc=newreno,beta-ecn=0.9&duration=15s&seed=3",
    );
  });

  test("flags set the kind of reduction for all flows or one group, and the TCP settings of other simulators", async () => {
    const words =
      "--duration 5s --recovery classic --min-cwnd 1 --initial-rto 6s --ect-retransmissions on --receive-window 20 --flow cc=ecn-ab,ab-slow-start=half,ab-cut=whole --flow cc=cubic,recovery=prr --set 2s:flow2.recovery=classic --set 3s:receive-window=unlimited";
    const json = await runJson(words);
    expect(json.url).toBe(
      "#v=2&flow=cc=ecn-ab,ab-slow-start=half,ab-cut=whole,recovery=classic&flow=cc=cubic&initial-rto=6000ms&ect-retransmissions=on&min-cwnd=1&receive-window=20&duration=5s&set=2s:flow2.recovery=classic&set=3s:receive-window=unlimited",
    );
    const again = await runJson("--url", json.url);
    expect(again.digest).toBe(json.digest);
  });

  test("reads a scenario file of versions in which all flows shared the kind of reduction", async () => {
    const { flows, tcp, ...rest } = defaultScenario();
    const file = inFolder("shared-recovery.json");
    const params = Object.entries(flows[0].params).filter(([id]) => id !== "recovery");
    const before = { ...flows[0], params: Object.fromEntries(params) };
    writeFileSync(file, JSON.stringify({ ...rest, tcp: { ...tcp, recovery: "classic" }, flows: [before] }));
    const json = await runJson("--scenario", file, "--duration", "5s");
    expect(json.url).toBe("#v=2&recovery=classic&duration=5s");
  });

  test("accepts the flags of the reference cases; flags without effect only cause a note", async () => {
    const words =
      "--capacity 10Mbps --duration 12s --warmup 2s --aqm droptail --limit 8p --mss 1448 --overhead 54B --recovery prr --fast-convergence off --hystart off --flow cc=newreno,ecn=off,rtt=100ms,beta-loss=0.5";
    const { status, notes } = await sim("run", "--json", ...words.split(" "));
    expect(status).toBe(0);
    expect(notes).toEqual([
      'Note: "fast-convergence" is not a setting of newreno; it was left out.',
      'Note: "hystart" is not a setting of newreno; it was left out.',
    ]);
  });
});

describe("paths", () => {
  test("accepts a topology by name, its parameters, and settings of single links", async () => {
    const words =
      "--duration 6s --path dc-wan --set-path wan-capacity=20Mbps --dc-delay 5us --link id=wan,aqm=pie --set 3s:link.dc.capacity=500Mbps";
    const json = await runJson(words);
    expect(json.url).toBe(
      "#v=2&path=dc-wan&dc-delay=0.005ms&wan-capacity=20Mbps&link=id=wan,aqm=pie&duration=6s&set=3s:link.dc.capacity=500Mbps",
    );
    expect(json.links.map(({ id }) => id)).toEqual(["wan", "dc"]);
    expect(json.flows).toHaveLength(7);
  });

  test("accepts a custom path", async () => {
    const words = [
      ...["--duration", "5s", "--path", "custom", "--flow", "route=first", "--flow", "traffic=cbr"],
      ...["--link", "id=a,capacity=5Mbps", "--link", "id=b,delay=10ms"],
      ...["--path-route", "id=all,forward=a+b", "--path-route", "id=first,forward=a"],
    ];
    const json = await runJson(...words);
    expect(json.url).toBe(
      "#v=2&path=custom&link=id=a,from=n1,to=n2,capacity=5Mbps&link=id=b,from=n2,to=n3,delay=10ms" +
        "&path-route=id=all,forward=a+b&path-route=id=first,forward=a" +
        "&flow=cc=newreno,route=first&flow=traffic=cbr&duration=5s",
    );
  });

  test("accepts a path other than that of the link that it starts from", async () => {
    const json = await runJson("--url #v=2&path=gfc-2&duration=5s --path dumbbell");
    expect(json.url).toBe("#v=2&duration=5s");
  });
});

describe("an invalid request is refused with status 2, flag, value and allowed range", () => {
  test.each([
    [["--beta-ecn", "1.5"], ["--beta-ecn: β_ecn must be 0.3 to 0.99, got 1.5"]],
    [
      ["--rtt", "5 furlongs", "--aqm", "wred"],
      [
        `--aqm: Queue discipline must be ${AQMS}, got wred`,
        "--rtt: RTT must be 0.001 to 2000 ms, got 5 furlongs",
      ],
    ],
    [["--capacity", "1,500"], ["--capacity: 1,500 can mean 1500 or 1.5; write 1500 or 1.5"]],
    [["--flow", "cc=cubic,rtt=9s"], ["--flow: Flow 1: RTT must be 0.001 to 2000 ms, got 9s"]],
    [["--flow", "colour=red"], ['--flow: Flow 1: nothing is called "colour"']],
    [["--set", "20s:beta-ecn=2"], ["--set: Change 1: β_ecn must be 0.3 to 0.99, got 2"]],
    [["--warmup", "200s"], ["--warmup: Warm-up must be below the duration of 100 s, got 200 s"]],
    [["--url", "#v=2&rtt=0"], ["--url: RTT must be 0.001 to 2000 ms, got 0"]],
    [["--bta-ecn", "1"], ["Unknown flag --bta-ecn. Did you mean --beta-ecn? See: run --help"]],
    [
      ["--path", "ring"],
      ["--path: Path must be custom, dc-wan, dumbbell, gfc-2, parking-lot or six-flows, got ring"],
    ],
    [
      ["--path", "gfc-2", "--set-path", "hops=3"],
      ["--set-path: expected KEY=VALUE, got hops=3; the path gfc-2 has the parameters scale, both-ways"],
    ],
    [
      ["--set-path", "capacity"],
      [`--set-path: expected KEY=VALUE, got capacity; the path dumbbell has the parameters ${OF_DUMBBELL}`],
    ],
    [["--link", "id=wan,loss=0.1"], ["--link: Link must be bottleneck, got wan"]],
    [["--link", "id=bottleneck,loss=2"], ["--link: Link bottleneck: Random loss must be 0 to 0.5, got 2"]],
    [["--flow", "route=back"], ["--route: Route must be forward, got back"]],
    [
      ["--path", "custom", "--link", "id=a", "--path-route", "id=x,forward=b"],
      [
        "--path-route: Route x: Forward must be links of the path, each starting where the previous link ends, got b",
      ],
    ],
    [["--url", "#", "--scenario", "x"], ["--url cannot be combined with --scenario."]],
  ])("%j", async (words, notes) => {
    expect(await sim("run", ...words)).toEqual({ status: 2, out: "", notes });
  });

  test("refuses a missing, damaged or invalid scenario file", async () => {
    const broken = inFolder("broken.json");
    writeFileSync(broken, "{");
    const wrong = inFolder("wrong.json");
    writeFileSync(wrong, '{"run":{"duration":1e9}}');
    expect((await sim("run", "--scenario", inFolder("missing.json"))).notes[0]).toMatch(
      /^--scenario .*no such file/,
    );
    expect(await sim("run", "--scenario", broken)).toMatchObject({ status: 2, out: "" });
    writeFileSync(inFolder("long.json"), `{"v":2,"flows":[${"{},".repeat(2e6)}{}]}`);
    expect((await sim("run", "--scenario", inFolder("long.json"))).notes[0]).toMatch(
      /has 60000\d\d characters; a scenario may have at most 5000000\.$/,
    );
    expect(await sim("run", "--scenario", wrong)).toEqual({
      status: 2,
      out: "",
      notes: [`--scenario ${wrong}: Duration must be 1 to 3600 s, got 1000000000`],
    });
  });

  test("refuses a folder that cannot be written", async () => {
    const file = inFolder("a-file");
    writeFileSync(file, "");
    expect(await sim("run", "--duration", "2", "--csv", file)).toMatchObject({ status: 2, out: "" });
  });
});

test("warns about settings that are probably a mistake", async () => {
  const { status, notes } = await sim(
    "run --duration 5s --flow cc=newreno --flow start=30s --flow start=3s,stop=2s",
  );
  expect(status).toBe(0);
  expect(notes).toEqual([
    "Note: Flow 2 starts at 30 s, but the run ends at 5 s.",
    "Note: Flow 3 never sends: it stops at 2 s, but starts at 3 s.",
  ]);
});

test("prints a readable summary by default", async () => {
  const { out } = await sim("run --duration 20s --flow cc=cubic,count=24 --flow size=100kB");
  expect(out).toContain(
    "24 CUBIC + 1 NewReno through CoDel · Dumbbell, 10 Mbps, limit 1000 packets · 20 s, results after 10 s · seed 1",
  );
  expect(out).toMatch(/utilisation {2}\d+\.\d %/);
  expect(out).toMatch(/… and 5 more/);
  expect(out).toMatch(/Jain's index 0\.\d{3} of \d+ flows; convergence to F\(t\) 0\.95: /);
  expect(out).toMatch(/digest [0-9a-f]{16}/);
});

test("a run that sends no packet after its warm-up still has results", async () => {
  const { out, status } = await sim("run --duration 20s --stop 1s");
  expect(status).toBe(0);
  expect(out).toContain("queue delay  no packet");
});

describe("files", () => {
  const stampedLines = /^#.*\n/gm;
  const stamp =
    /^# Sawtooth \d+\.\d+\.\d+(?:, commit [0-9a-f]{12})?\n# #v=2&duration=20s\n# digest [0-9a-f]{16}\n(?:# [a-z].*\n)*/;

  test("writes every series as CSV, each with the link and digest of its run", async () => {
    const { status, out } = await sim("run", "--duration", "20s", "--csv", inFolder("series"));
    expect({ status, out }).toEqual({ status: 0, out: "" });
    const names = readdirSync(inFolder("series")).sort();
    expect(names).toEqual([
      "flow-series.csv",
      "queue-delay-cdf.csv",
      "queue-series.csv",
      "run.json",
      "samples.csv",
    ]);
    for (const name of names.filter((one) => one.endsWith(".csv"))) {
      const text = readFileSync(join(inFolder("series"), name), "utf8");
      expect(text).toMatch(stamp);
      const [head, ...rows] = text.replace(stamp, "").trimEnd().split("\n");
      expect(rows.length, name).toBeGreaterThan(5);
      for (const row of rows) expect(row.split(",").length, row).toBe(head.split(",").length);
    }
    const samples = readFileSync(join(inFolder("series"), "samples.csv"), "utf8")
      .trimEnd()
      .split("\n");
    const run = runScenario(setParam(defaultScenario(), { scope: "run" }, "duration", 20));
    const { receivedBytes, arrivedBytes } = run.snapshot().samples;
    const last = samples.at(-1)?.split(",").slice(5).map(Number);
    expect(last).toEqual([receivedBytes[0].at(-1), arrivedBytes[0].at(-1)]);
    const ofQueue = readFileSync(join(inFolder("series"), "queue-series.csv"), "utf8");
    expect(ofQueue).toContain("\nbottleneck,delay-mean,ms,");
  });

  test("writes the delays of DualPI2's two queues as separate distributions", async () => {
    const flags = ["--aqm", "dualpi2", "--flow", "cc=prague", "--flow", "cc=cubic", "--duration", "10s"];
    await sim("run", ...flags, "--csv", inFolder("dual"));
    const rows = readFileSync(join(inFolder("dual"), "queue-delay-cdf.csv"), "utf8")
      .replace(stampedLines, "")
      .trimEnd()
      .split("\n")
      .map((row) => row.split(","));
    expect(rows[0]).toEqual(["link", "delay_ms", "fraction", "series"]);
    const of = (name: string) => rows.filter(([, , , series]) => series === name);
    const { queues = [] } = JSON.parse(readFileSync(join(inFolder("dual"), "run.json"), "utf8")).links[0];
    expect(queues.map(({ name }: { name: string }) => name)).toEqual(["L", "C"]);
    for (const { name, sojournMs } of queues) {
      const own = of(`delay-${name}`);
      const [, ms] = own.find(([, , fraction]) => Number(fraction) >= 0.99) ?? [];
      expect(Number(ms) / sojournMs.p99).toBeCloseTo(1, 1);
      expect(Number(own.at(-1)?.[2])).toBe(1);
    }
    expect(of("delay").length + of("delay-L").length + of("delay-C").length).toBe(rows.length - 1);
  });

  test("writes a trace of events in order of time", async () => {
    const file = inFolder("trace.csv");
    const { status, notes } = await sim("run", "--duration", "20s", "--trace", file);
    expect({ status, notes }).toEqual({ status: 0, notes: [] });
    const text = readFileSync(file, "utf8");
    expect(text).toMatch(stamp);
    const [head, ...rows] = text.replace(stamp, "").trimEnd().split("\n");
    expect(head).toBe("t_s,event,flow,cwnd_before,cwnd_after,link");
    const times = rows.map((row) => Number(row.split(",")[0]));
    expect(times).toEqual([...times].sort((a, b) => a - b));
    expect(rows.some((row) => /^[\d.]+,mark,1,,,bottleneck$/.test(row))).toBe(true);
    expect(rows.some((row) => /^[\d.]+,reduction-by-mark,1,\d+,\d+,$/.test(row))).toBe(true);
  });

  /** This run has more signals and more flows than the recorder keeps. */
  const fast = "v=2&capacity=100Mbps&limit=20p&flows=60&duration=10s&warmup=0s&rtt=5ms&aqm=step&step=5p";

  test("a trace of a fast run contains every mark, drop and reduction of every flow", async () => {
    const file = inFolder("much.csv");
    const { status, notes } = await sim("run", "--url", fast, "--trace", file);
    expect({ status, notes }).toEqual({ status: 0, notes: [] });
    const rows = readFileSync(file, "utf8")
      .split("\n")
      .map((row) => row.split(","));
    const listed = (...names: string[]) => rows.filter(([, name]) => names.includes(name)).length;
    const run = runScenario(scenarioFromUrl(fast).scenario);
    const { results, links, flowEvents, flows } = run.snapshot();
    const [{ marks, drops }] = results.links;
    const sum = (of: "ecnReductions" | "lossReductions" | "rtos") =>
      results.flows.reduce((all, flow) => all + flow[of], 0);
    expect([links[0].events.stride > 1, flowEvents.stride > 1, flows.length < 60]).toEqual([
      true,
      true,
      true,
    ]);
    expect(readFileSync(file, "utf8")).toContain(run.digest());
    expect(listed("mark")).toBe(marks);
    expect(listed("drop-by-aqm", "drop-by-overflow")).toBe(drops.aqm + drops.overflow);
    expect(listed("reduction-by-mark")).toBe(sum("ecnReductions"));
    expect(listed("reduction-by-loss")).toBe(sum("lossReductions"));
    expect(listed("timeout")).toBe(sum("rtos"));
    expect(new Set(rows.slice(4).map(([, , flow]) => flow))).toHaveLength(61);
  });

  test("a trace that exceeds its limit states what it omits", async () => {
    const trace = new EventTrace(10);
    const simulation = new Simulation(scenarioFromUrl("v=2&duration=20s").scenario, trace.log);
    simulation.advance(Number.POSITIVE_INFINITY);
    trace.read();
    const missing = await trace.write(inFolder("short.csv"), { simulation, wallMs: 0, stopped: null });
    const text = readFileSync(inFolder("short.csv"), "utf8");
    expect(missing).toMatch(/^left out: the last \d+ events, from [\d.]+ s on$/);
    expect(text).toContain(`# ${missing}\n`);
    expect(
      text
        .replace(/^#.*\n/gm, "")
        .trim()
        .split("\n"),
    ).toHaveLength(11);
  });

  test("the files of series state which flows they omit, and which time they cover", async () => {
    await sim("run", "--url", fast, "--csv", inFolder("many"));
    const head = (name: string) =>
      readFileSync(join(inFolder("many"), name), "utf8")
        .match(/^#.*$/gm)
        ?.join("\n");
    expect(head("flow-series.csv")).toContain("# left out: flows 21 to 60, whose series are not recorded");
    expect(head("queue-delay-cdf.csv")).toContain("# packets that left the queue from 0 s to 10 s");
    expect(head("queue-series.csv")).toContain("# smallest, largest and last value of each interval");
    expect(head("samples.csv")).toMatch(/# one row every [\d.]+ s/);
  });
});

test("a run that becomes too large prints its partial results and the reason", async () => {
  const link =
    "v=2&capacity=0.05Mbps&limit=150000000B&overhead=0&flow=traffic=cbr,cbr-rate=1000Mbps,cbr-packet=20&duration=10s&aqm=droptail";
  const { status, out, notes } = await sim("run", "--json", "--url", link);
  expect(status).toBe(2);
  expect(notes.join("\n")).toMatch(
    /The run was stopped after 0\.\d+ s of 10 s: .* The results cover the time until then\./,
  );
  const { stopped, engine } = JSON.parse(out);
  expect(stopped).toEqual({ atS: expect.any(Number), reason: expect.stringContaining("million packets") });
  const file = inFolder("stopped.csv");
  await sim("run", "--trace", file, "--csv", inFolder("stopped"), "--url", link);
  for (const one of [file, join(inFolder("stopped"), "samples.csv")])
    expect(readFileSync(one, "utf8")).toMatch(/^# stopped after 0\.\d+ s of 10 s: .*million packets/m);
  expect(engine.packets).toBeGreaterThan(0);
});

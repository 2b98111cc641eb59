/**
 * Tests the engine's part of the library's API: its guarantees, and that its results equal those of the page and of the
 * command line.
 */
import { describe, expect, test } from "vitest";
import { scenarioFromUrl } from "../../src/engine/index.ts";
import * as library from "../../src/engine/library.ts";
import { readTraceFile } from "../../src/engine/recordings.ts";
import { COLUMN_KINDS, type PacketRow, packetCsvOf } from "../../src/engine/replays.ts";
import { makeOf, scenarioOf } from "./capture/captured-run.ts";

const { nearestScenario, packetCapture, packetCsv, packetQlog, packetRows, presets } = library;
const {
  readCapacityTrace,
  Run,
  readScenario,
  ScenarioError,
  scenarioToFlags,
  scenarioToUrl,
  simulate,
  storyText,
} = library;

const SHORT = "--duration 3s --warmup 0s";

describe("a scenario", () => {
  test.each(presets.map(({ id, scenario }) => [id, scenario] as const))(
    "%s is read from its link, flags and JSON",
    (_, scenario) => {
      const link = scenarioToUrl(scenario);
      const sources = [
        link,
        `#${link}`,
        `https://example.org/a/#${link}`,
        scenario,
        JSON.stringify(scenario),
      ];
      for (const source of [...sources, { schema: 1, scenario }])
        expect(readScenario(source)).toEqual(scenario);
      const flags = scenarioToFlags(scenario);
      if (flags !== "") expect(readScenario(flags)).toEqual(scenario);
    },
  );

  test("an empty input is the default scenario", () => {
    expect(readScenario("")).toEqual(scenarioFromUrl("").scenario);
  });

  test("flags are applied to a base scenario, and change nothing else", () => {
    const base = readScenario("--aqm pie --rtt 40ms");
    expect(readScenario("--beta-ecn=0.8", base)).toEqual(readScenario("--aqm pie --rtt 40ms --beta-ecn 0,8"));
    expect(() => readScenario("#v=2", base)).toThrow(TypeError);
    expect(() => readScenario(base, base)).toThrow("Only flags can be combined with another scenario");
  });

  test.each([
    ["--bta-ecn 0.8", 'Nothing is called "bta-ecn"'],
    ["--beta-ecn 7", "β_ecn must be 0.3 to 0.99, got 7"],
    ["--aqm pie and more", "Flags are --name value, got and"],
    ["--aqm", "--aqm needs a value"],
    ['--aqm "pie', "A quotation mark is not closed"],
    ["--aqm --rtt 20ms", "--aqm needs a value"],
    ["--duration 1,000s", "1,000 can mean 1000 or 1"],
    ["{ aqm: pie }", "This starts like JSON, but it cannot be read"],
    ["#v=2&aqm=pi2", "got pi2"],
  ])("%s is refused, with the reason", (source, why) => {
    const { problems } = nearestScenario(source);
    expect(problems.length).toBeGreaterThan(0);
    expect(() => readScenario(source)).toThrow(ScenarioError);
    expect(() => readScenario(source)).toThrow(why);
    expect(() => simulate(source)).toThrow(why);
  });

  test("a setting without effect is not an error, and is reported", () => {
    const { problems } = nearestScenario("--aqm droptail --target 7ms");
    expect(problems).toMatchObject([{ field: "target", harmless: true }]);
    expect(readScenario("--aqm droptail --target 7ms").queue.aqm).toBe("droptail");
  });

  test("a link of version 1 is read with today's defaults, and reports its version", () => {
    expect(nearestScenario("v=1&aqm=pie")).toEqual({ ...nearestScenario("v=2&aqm=pie"), isOld: true });
  });
});

describe("a recorded capacity", () => {
  const TABLE = "time_s,rate_mbps\n0,10\n1,2.5\n2,0\n2.5,8\n";

  test("gives the result of --capacity-trace for the file", () => {
    const { setting, said } = readCapacityTrace(TABLE);
    const read = readTraceFile(TABLE, true);
    expect({ text: setting, description: said }).toEqual(read);
    const of = (source: string) => readScenario(source).path.params["capacity-pattern"];
    expect(of(`--capacity-pattern ${setting}`)).toBe(setting);
    expect(readCapacityTrace(TABLE, { once: true }).setting).toBe(setting.replace(";repeat", ""));
  });

  test("of maximum length can be given in flags", () => {
    const lines = Array.from({ length: 1_300_000 }, (_, i) => i + ((i * 7919) % 3));
    const { setting } = readCapacityTrace(lines.sort((a, b) => a - b).join("\n"));
    expect(setting.length).toBeGreaterThan(500_000);
    expect(readScenario(`--capacity-pattern ${setting}`).path.params["capacity-pattern"]).toBe(setting);
  });

  test("a link that names a recording by its digest is read after its file was read", () => {
    const rates = Array.from({ length: 2000 }, (_, i) => `${i},${1 + ((i * i * 31) % 97)}`).join("\n");
    const file = `time_s,rate_mbps\n${rates}\n`;
    const link = scenarioToUrl(readScenario(`--capacity-pattern ${readCapacityTrace(file).setting}`));
    expect(link).toContain("rates@2000.");
    expect(readScenario(link).path.params["capacity-pattern"]).toBe(readCapacityTrace(file).setting);
  });

  test.each([
    ["time_s,rate_mbps\n0,10\n1,fast\n", "Line 3"],
    ["5\n4\n", "The time in line 2 is earlier"],
    ["", "no lines"],
  ])("%j is refused, with its line", (file, why) => {
    expect(() => readCapacityTrace(file)).toThrow(SyntaxError);
    expect(() => readCapacityTrace(file)).toThrow(why);
  });
});

describe("a run", () => {
  test("has the same digest in slices, in steps and at once", () => {
    const { digest, results } = wholeRun(SHORT);
    const sliced = new Run(SHORT);
    while (!sliced.advance(undefined, 777));
    expect(sliced.digest()).toBe(digest);
    expect(sliced.results()).toEqual(results);
    const stepped = new Run(SHORT);
    for (let i = 0; i < 50; i++) expect(stepped.stepEvent()?.text).toContain(" s: ");
    while (!stepped.done) stepped.stepToSignal();
    expect(stepped.digest()).toBe(digest);
  });

  function wholeRun(source: string) {
    const run = simulate(source);
    return { digest: run.digest(), results: run.results() };
  }

  test("changes and flows that are added during the run are in its scenario, which repeats the run", () => {
    const run = new Run("--flow cc=cubic --duration 8s");
    run.advance(2);
    run.set("beta-ecn=0.9");
    run.set("4s:flow1.beta-loss=0.8");
    run.addFlow("cc=newreno,rtt=20ms");
    run.addFlow("cc=dctcp,start=5s,count=2");
    run.advance();
    expect(run.scenario.changes.map(({ atS, id, flow }) => [atS, id, flow])).toEqual([
      [2.000001, "beta-ecn", null],
      [4, "beta-loss", 0],
    ]);
    expect(run.scenario.flows.map(({ cc, count, params }) => [cc, count, params.start])).toEqual([
      ["cubic", 1, 0],
      ["newreno", 1, 2.000001],
      ["dctcp", 2, 5],
    ]);
    expect(simulate(`#${scenarioToUrl(run.scenario)}`).digest()).toBe(run.digest());
    expect(() => run.set("beta-ecn=0.8")).toThrow("The run has ended");
  });

  test.each(["beta-ecn=7", "nonsense", "link.nowhere.capacity=5Mbps"])("set(%s) is refused", (what) => {
    const run = new Run(SHORT);
    const before = run.scenario;
    expect(() => run.set(what)).toThrow(ScenarioError);
    expect(() => run.addFlow("cc=nobody")).toThrow(ScenarioError);
    expect(run.scenario).toBe(before);
  });

  test("each kind of question has an answer, up to the current time of the run", () => {
    const run = new Run("--flow cc=cubic --flow cc=newreno,start=2s --duration 20s");
    run.advance(15);
    const questions = run.questions();
    expect(questions.map((one) => ("atS" in one ? one.atS : one.toS))).toEqual(
      questions.map((one) => ("atS" in one ? one.atS : one.toS)).sort((a, b) => a - b),
    );
    const kinds = new Set(questions.map(({ kind }) => kind));
    expect([...kinds].sort()).toEqual(["flow-event", "join", "queue-event"]);
    for (const kind of kinds) {
      const question = questions.findLast((one) => one.kind === kind)!;
      const story = run.why(question);
      expect(story.sentences.length).toBeGreaterThan(2);
      expect(storyText(story).split("\n")).toHaveLength(1 + story.sentences.length);
    }
    expect(() => run.why({ kind: "join", flow: 7, atS: 1 })).toThrow("Flow 8 does not join in this run");
  });

  test("after a change during the run, explanations take the change into account", () => {
    const run = new Run("--flow cc=cubic --duration 12s");
    run.advance(6);
    run.why({ kind: "join", flow: 0, atS: 0 });
    run.addFlow("cc=newreno");
    run.advance(9);
    expect(run.why({ kind: "join", flow: 1, atS: 6.000001 }).atS).toBeCloseTo(6.000001, 9);
  });

  test("the event of a step can be explained; without a watch, steps have no text", () => {
    const run = new Run(SHORT);
    const news = run.stepToSignal();
    expect(news?.text).toContain(`${run.nowS.toFixed(3)} s:`);
    expect(run.why(news!.question!).atS).toBeCloseTo(run.nowS, 6);
    const silent = new Run(SHORT, { isWatched: false });
    expect([silent.stepEvent(), silent.stepToSignal()]).toEqual([null, null]);
    expect(silent.nowS).toBe(run.nowS);
  });

  test("a run that is too large reports this, and its partial results can be read", () => {
    const run = new Run("--capacity 100Mbps --duration 60s", { mostBytes: 1000 });
    expect(() => run.advance()).toThrow(library.TooLargeRun);
    expect(run.nowS).toBeGreaterThan(0);
    expect(run.results().flows).toHaveLength(1);
  });
});

describe("packets", () => {
  const url = "v=2&warmup=0s&duration=3s&rtt=20ms";

  test("the rows are those of the CSV file", () => {
    const csv = [...packetCsv(url)].join("");
    const [program, link, head, ...lines] = csv.trimEnd().split("\n");
    expect([program, link]).toEqual([
      `# Sawtooth ${library.VERSION}`,
      `# #${scenarioToUrl(scenarioOf(url))}`,
    ]);
    const rows = [...packetRows(url)];
    expect(Object.keys(rows[0])).toHaveLength(head.split(",").length);
    const cellOf = (name: string, value: unknown) =>
      COLUMN_KINDS[name as keyof PacketRow] === "text" ? value || "-" : (value ?? "");
    const cells = rows.map((row) =>
      head
        .split(",")
        .map((name) => (name === "time_s" ? row.time_s.toFixed(9) : cellOf(name, Object(row)[name])))
        .join(","),
    );
    expect(cells).toEqual(lines);
    const engines = [...packetCsvOf(scenarioOf(url), makeOf(url), { stamp: "" })].join("");
    expect(csv.replace(/^#.*\n/gm, "")).toBe(engines);
  });

  test("the file of a time range contains only the rows of the range, and says so", () => {
    const times = [...packetRows(url, { fromS: 1, toS: 1.1 })].map((row) => row.time_s);
    expect(times.length).toBeGreaterThan(10);
    expect(Math.min(...times)).toBeGreaterThanOrEqual(1);
    expect(Math.max(...times)).toBeLessThanOrEqual(1.1);
    expect([...packetQlog(url, { fromS: 1, toS: 1.1 })].join("")).toContain("only from 1 s to 1.1 s");
    expect([...packetQlog(url, { toS: 0.5 })].join("")).toContain("only from 0 s to 0.5 s");
  });

  test("a capture starts like a pcapng file, with an interface for each capture point", () => {
    const bytes = Buffer.concat([...packetCapture(url, { at: ["sender", "bottleneck:out"], toS: 1 })]);
    expect(bytes.readUInt32LE(0)).toBe(0x0a0d0d0a);
    expect(bytes.toString("latin1")).toContain("bottleneck:out");
  });

  test("an invalid capture is refused at once", () => {
    expect(() => packetCapture(url, { at: ["nowhere"] })).toThrow("Allowed: sender, receiver, bottleneck:in");
    expect(() => packetCapture(url, { snapBytes: 5 })).toThrow("from 128 to 65535");
    expect(() => packetRows(url, { fromS: 2, toS: 1 })).toThrow("got 2 and 1");
    expect(() => packetRows(url, { fromS: 9 })).toThrow("got 9 and 3");
  });
});

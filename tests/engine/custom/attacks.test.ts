/**
 * Tests programs written by attackers and beginners. Each ends with a message and its line, and the results of other
 * flows do not change.
 */
import { beforeAll, describe, expect, test } from "vitest";
import { ALLOWED_GLOBALS, ALLOWED_MEMBERS } from "../../../src/engine/custom/allowed.ts";
import {
  CELL,
  cellOf,
  FIELDS,
  HELPERS,
  type Interpreter,
  idOf,
  isFault,
  MOST_PROGRAMS,
  QUEUE_CELL,
  type Sandbox,
  type SandboxHost,
  type SandboxProgram,
  TURNS_PER_HOOK,
} from "../../../src/engine/custom-programs.ts";
import { type CustomProgram, defaultScenario, scenarioFromUrl } from "../../../src/engine/index.ts";
import { runScenario, Simulation } from "../../../src/engine/simulator.ts";
import { packText } from "../../../src/lib/packed-text.ts";
import { PROGRAM_READER } from "../../../src/teaching/document/file-programs.ts";
import { turnsByProgram } from "../../../src/workers/whole-runner.ts";
import { MANY, oneInOrAll, triesAll } from "../../effort.ts";
import { customRun, customScenario, ready, scenarioWithPrograms, senderWith } from "./custom-runs.ts";

let interpreter: Interpreter;
beforeAll(async () => {
  interpreter = await ready();
});

const SHORT = "cc=own&duration=10s&warmup=1s";

/** Returns the line and message at which the program ended. */
function endOf(code: string, settings = SHORT, by = interpreter): string {
  const { done, programs } = customRun(code, settings, by);
  expect(done).toBe(true);
  const { stopped } = programs[0];
  return stopped === null ? "it went on" : `${stopped.line}: ${stopped.message}`;
}

const LINE_OF_MORE = 6;
const inMark = (text: string) => senderWith(`function onMark(tcp) { ${text} }`);

describe("a program that", () => {
  test.each([
    ["never ends", "for (;;) {}", "One call took more than 1 million steps: a loop may have no end."],
    ["calls itself for ever", "const f = () => f(); f()", "A function calls itself too often."],
    ["wants all memory by texts", "let s = 'x'; for (;;) s += s", null],
    ["wants all memory by lists", "const a = []; for (;;) a.push(new Array(1000).fill(0))", null],
    ["makes a huge list", "new Array(1e9).fill(0)", "The program needs more than 8 MB of memory."],
    ["makes a huge text", "'x'.repeat(2 ** 29)", null],
    [
      "has a regular expression that explodes",
      "/^(a+)+$/.test('a'.repeat(64) + 'b')",
      "One call took more than 1 million steps: a loop may have no end.",
    ],
    ["changes what all objects have", "Object.prototype.cwnd = 1", null],
    ["changes a built-in", "Math.max = () => 0", null],
    ["changes the array's prototype", "Array.prototype.push = null", null],
    ["adds a global", "globalThis.kept = 1", null],
    ["forgets to declare", "total = 1", "total is not defined."],
    ["throws a text", "throw 'no'", null],
    [
      "throws an object whose getters throw",
      "throw { get message() { throw 1 }, get stack() { for (;;) {} } }",
      null,
    ],
    ["throws nothing", "throw undefined", null],
    [
      "sets a window that is no number",
      "tcp.cwnd = NaN",
      "cwnd must be a number from 1 to 1000000, got NaN.",
    ],
    [
      "sets an endless window",
      "tcp.cwnd = Infinity",
      "cwnd must be a number from 1 to 1000000, got Infinity.",
    ],
    ["sets a negative window", "tcp.cwnd = -5", "cwnd must be a number from 1 to 1000000, got -5."],
    ["sets a text", "tcp.cwnd = '7'", 'cwnd must be a number from 1 to 1000000, got the string "7".'],
    ["sets what can only be read", "tcp.srttMs = 1", "srttMs can only be read."],
    ["sets what there is not", "tcp.cwdn = 1", "There is no tcp.cwdn: did you mean cwnd?"],
    ["reads what there is not", "tcp.ssthresh = tcp.akced / 2", "There is no tcp.akced: did you mean acked?"],
    ["leaves a value out", "let a = ;", 'A value is missing before ";".'],
    ["asks for the time", "new Date()", "Date is not defined."],
    ["asks for a promise", "Promise.resolve()", "Promise is not defined."],
    ["reaches for the network", "fetch('https://example.org')", "fetch is not defined."],
    ["reaches for the page", "document.cookie", "document is not defined."],
    ["asks for Node", "process.exit()", "process is not defined."],
  ])("%s ends with an error message", (_, text, sentence) => {
    const end = endOf(inMark(text));
    if (sentence !== null) expect(end).toBe(`${LINE_OF_MORE}: ${sentence}`);
    expect(end).not.toBe("it went on");
  });

  const ENDING = [
    ["seeks in an endless list", "[].indexOf.call({ length: 2 ** 53 - 1 })"],
    ["joins an endless list", "[].join.call({ length: 2 ** 53 - 1 })"],
    ["sorts an endless list", "[].sort.call({ length: 2 ** 53 - 1 })"],
    ["turns an endless list round", "[].reverse.call({ length: 2 ** 53 - 1 })"],
    ["makes a list of so many", "Array.from({ length: 1e9 })"],
    ["maps so many", "Array.from({ length: 1e9 }, () => 1)"],
    ["replaces by a function", "'a'.repeat(1e7).replace(/a/g, () => 'bb')"],
    ["repeats a text of a text", "'x'.repeat(1e7).repeat(50)"],
    ["computes a number of a million digits", "(3n ** 9999999n).toString()"],
    ["writes out a deep list", "let a = []; for (let i = 0; i < 4e4; i++) a = [a]; JSON.stringify(a)"],
    [
      "writes out a wide list",
      "const a = new Array(1e6).fill('xxxxxxxx'); JSON.stringify([a, a, a, a, a, a])",
    ],
    [
      "seeks a text in a text for ever",
      "const s = 'a'.repeat(5e6); for (;;) s.indexOf('a'.repeat(2e6) + 'b')",
    ],
    ["catches what ends its loop", "for (;;) try { for (;;) {} } catch (e) {}"],
    ["catches that memory ends", "for (;;) try { let s = 'x'; for (;;) s += s } catch (e) {}"],
    [
      "keeps memory and goes on",
      "const kept = []; try { for (;;) kept.push('x'.repeat(1e6) + kept.length) } catch (e) {}",
    ],
    ["catches its own depth, which goes on", "const f = () => { try { f() } finally { f() } }; f()"],
    ["has a list that calls itself", "const a = { toString: () => String(a) }; String(a)"],
    ["asks for a Proxy", "new Proxy({}, {})"],
    ["iterates over its own list", "const a = [1]; for (const x of a) a.push(x)"],
    ["runs a generator without end", "const g = (function* () { for (;;) yield 1 })(); [...g]"],
    ["sets a window that is an object", "tcp.cwnd = { valueOf: () => 5 }"],
    ["sets a window of unbounded whole numbers", "tcp.cwnd = 5n"],
    ["sets a window of minus nothing", "tcp.cwnd = -0"],
    ["sets a threshold that is a list", "tcp.ssthresh = [5]"],
    ["puts a field anew", "Object.defineProperty(tcp, 'cwnd', { value: 5 })"],
    ["puts another prototype", "Object.setPrototypeOf(tcp, { cwnd: 1 })"],
    ["has words in another language", "new Intl.NumberFormat()"],
    ["calls its own hook in itself for ever", "onMark(tcp)"],
    ["compiles a text that never ends", "new Function('for (;;) {}')()"],
    ["leaves by the constructor of constructors", "(() => {}).constructor('return process')()"],
    ["takes a stack apart that never ends", "Error.prepareStackTrace = () => { for (;;) {} }; null.x"],
  ];
  test.each(oneInOrAll(ENDING, 3))("%s ends, twice in the same way", MANY, (_, text) => {
    const [first, second] = [customRun(inMark(text), SHORT), customRun(inMark(text), SHORT)];
    expect(first.done).toBe(true);
    expect(first.programs[0].stopped?.message).toMatch(/[.!?…]$/);
    expect(second.programs).toEqual(first.programs);
    expect(second.digest).toBe(first.digest);
  });

  test.each([
    ["an array in an array", "JSON.stringify(deep)"],
    ["an array in an array as a text", "String(deep)"],
    ["an array in an array made flat", "deep.flat(Infinity)"],
    ["brackets in brackets", "JSON.parse('['.repeat(1e5))"],
    ["a spread in a spread", "const o = { [Symbol.iterator]: () => [...o] }; [...o]"],
    ["a primitive of itself", "const a = { [Symbol.toPrimitive]: () => +a }; +a"],
    ["a function that calls itself", "const f = () => f(); f()"],
  ])("recurses too deep by %s can catch that: no browser's own stack ends it", (_, text) => {
    const code = senderWith(`
let deep = []
for (let i = 0; i < 2e4; i++) deep = [deep]
function onMark(tcp) { try { ${text} } catch (e) { log(e.message) } tcp.ssthresh = tcp.cwnd / 2 }`);
    const { stopped, lines } = customRun(code, SHORT).programs[0];
    expect(stopped).toBeNull();
    expect(lines[0].text).toMatch(/stack/);
  });

  test("reads everything that it can access continues", () => {
    const looks =
      "log(JSON.stringify(tcp).length > 99, String(tcp), 'cwnd' in tcp, 'x' in tcp, tcp.toString())";
    const { stopped, lines } = customRun(inMark(`${looks}; tcp.ssthresh = tcp.cwnd / 2`), SHORT).programs[0];
    expect(stopped).toBeNull();
    expect(lines[0].text).toMatch(/^true \[object Object\] true false \[object Object\]$/);
    expect(endOf(inMark("Object.getPrototypeOf(tcp).kept = 1"))).toBe("6: There is no tcp.kept.");
    expect(endOf(inMark("Object.defineProperty(Object.getPrototypeOf(tcp), 'kept', {})"))).toMatch(/^6: /);
  });

  test.each([
    ["parentheses", `1${"+(1".repeat(15_000)}${")".repeat(15_000)}`],
    ["lists", `${"[".repeat(30_000)}${"]".repeat(30_000)}`],
    ["functions", `${"()=>{".repeat(10_000)}${"}".repeat(10_000)}`],
    ["signs", `${"!".repeat(60_000)}1`],
    ["texts", `${"`${".repeat(12_000)}1${"}`".repeat(12_000)}`],
  ])("is %s in each other ends with an error message", (_, text) => {
    expect(endOf(senderWith(`let a = ${text}`))).toMatch(/[.!?…]$/);
  });

  test("nests 150 calls continues", () => {
    expect(
      endOf(inMark("const f = (n) => n === 0 ? 0 : 1 + f(n - 1); tcp.ssthresh = max(2, f(150) - 140)")),
    ).toBe("it went on");
  });

  test.each([
    [
      "a generator of its own",
      "const g = (function* () { for (let i = 0; ; i++) yield i })()\nfunction onSample() { g.next() }",
    ],
    [
      "a promise of an async function",
      "async function later() { await 0; for (;;) {} }\nfunction onSample() { later() }",
    ],
    ["a window set to itself", "function onSample(tcp) { tcp.cwnd = tcp.cwnd }"],
  ])("keeps %s from hook to hook continues", (_, more) => {
    expect(endOf(senderWith(more))).toBe("it went on");
  });

  test("does not parse is refused with the line", () => {
    expect(endOf(senderWith("function onMark(tcp) { let = }"))).toMatch(/^6: /);
    expect(endOf(senderWith("function onMark(tcp) {"))).toBe(
      "6: The text ends too early: a bracket or a brace is not closed.",
    );
    // This text would close the function around it.
    expect(endOf(senderWith("} ) ( function () { "))).toMatch(/^6: /);
  });

  test.runIf(triesAll)("takes too many steps in total is stopped at the limit", MANY, () => {
    const end = endOf(
      senderWith("function onSample() { for (let i = 0; i < 90000; i++); }"),
      `${SHORT}&capacity=50Mbps`,
    );
    expect(end).toBe(
      "6: The program took more than 200 million turns of the interpreter's loops in this run.",
    );
  });
});

test("throws a text is reported, and an import gives nothing", () => {
  expect(endOf(inMark("throw 'no'"))).toBe('null: It threw "no".');
  expect(endOf(inMark("throw undefined"))).toBe("null: It threw nothing.");
  const imports = inMark("import('node:fs'); tcp.ssthresh = tcp.cwnd / 2");
  expect(customRun(imports, SHORT).programs[0]).toMatchObject({ stopped: null, lines: [] });
});

test("the state of a program in one run does not exist in the next run", () => {
  const code = senderWith(
    "let seen = 0\nfunction onMark(tcp) { seen += 1; log(seen); tcp.ssthresh = tcp.cwnd / 2 }",
  );
  const [first, second] = [customRun(code, SHORT), customRun(code, SHORT)];
  expect(first.digest).toBe(second.digest);
  expect(second.programs[0].lines[0].text).toBe("1");
});

test("two flows of one program share nothing", () => {
  const code = senderWith("let acks = 0\nfunction onSample() { acks += 1; if (acks === 10) log('tenth') }");
  const { programs } = customRun(code, `${SHORT}&flows=2`);
  expect(programs[0].lines.map(({ place, text }) => `${place}: ${text}`).sort()).toEqual([
    "flow 1: tenth",
    "flow 2: tenth",
  ]);
});

test("the outermost level of a program reads the parameters of its own flow", () => {
  const code = senderWith("// @param gain = 0.5 (0.1 to 0.9)\nlog(gain)");
  const { programs } = customRun(
    code,
    "flow=cc=own,own-gain=0.3&flow=cc=own,own-gain=0.7,start=1s&duration=3s&warmup=1s",
  );
  expect(programs[0].lines.map(({ place, text }) => `${place}: ${text}`)).toEqual([
    "flow 1: 0.3",
    "flow 2: 0.7",
  ]);
});

test("a queue that keeps the packet of a hook reads no packet of another queue", () => {
  const code = `// @queue Keeper
let kept = null
wakeIn(1500)
function enqueue(packet) { kept = packet }
function onTick() { log(kept === null ? "none" : kept.size) }`;
  const { programs } = customRun(code, "aqm=own&path=parking-lot&duration=2s&warmup=1s");
  expect(programs[0].stopped).toBeNull();
  expect(programs[0].lines.length).toBeGreaterThan(1);
  expect(new Set(programs[0].lines.map(({ text }) => text))).toEqual(new Set(["0"]));
});

test("the flow of a stopped program sends no new data, and the others are served", () => {
  const broken = senderWith("function onMark(tcp) { for (;;) {} }");
  const { results, programs } = customRun(broken, "flow=cc=own&flow=cc=cubic&duration=30s&warmup=10s");
  expect(programs[0].stopped).toMatchObject({ place: "flow 1", line: 6 });
  expect(results.flows[0].goodputBps).toBeLessThan(1000);
  expect(results.flows[1].goodputBps).toBeGreaterThan(8e6);
  const alone = runScenario(scenarioFromUrl("v=2&cc=cubic&duration=30s&warmup=10s").scenario).snapshot();
  expect(results.flows[1].goodputBps / alone.results.flows[0].goodputBps).toBeGreaterThan(0.95);
});

test("a queue whose program has ended continues without signals", () => {
  const { results, programs } = customRun(
    "// @queue Broken\nfunction dequeue(packet, queue) {\n  if (queue.nowMs > 2000) null.x\n}",
    "aqm=own&duration=10s&warmup=1s",
  );
  expect(programs[0].stopped).toMatchObject({ place: "queue", line: 3 });
  expect(results.links[0].marks).toBe(0);
  expect(results.links[0].utilisation).toBeGreaterThan(0.95);
});

test("the allowed number of programs run at the same time, and one more is refused", () => {
  const codes = Array.from({ length: MOST_PROGRAMS }, (_, i) => senderWith("", `Attacker ${i}`));
  const link = (all: readonly string[]) =>
    [
      "v=2&duration=2s&warmup=1s",
      ...all.map((code) => `program=${packText(code)}`),
      ...all.map((code) => `flow=cc=${idOf(code)}`),
    ].join("&");
  const { programs } = runScenario(scenarioWithPrograms(link(codes))).snapshot();
  expect(programs.map(({ stopped }) => stopped)).toEqual(codes.map(() => null));
  const oneMore = link([...codes, senderWith("", "One more")]);
  expect(scenarioFromUrl(oneMore, PROGRAM_READER).problems).not.toEqual([]);
});

/** Returns where and why the first programs ended, in a run with the largest allowed number of programs. */
function endsAmongMany(codes: readonly string[], settings: string): (string | null)[] {
  const idle = Array.from({ length: MOST_PROGRAMS - codes.length }, (_, i) => senderWith("", `Idle ${i}`));
  const link = [
    `v=2&duration=10s&warmup=1s&${settings}`,
    ...[...codes, ...idle].map((code) => `program=${packText(code)}`),
    ...[...codes, ...idle].map((code) => `flow=cc=${idOf(code)}`),
  ].join("&");
  const { programs } = runScenario(scenarioWithPrograms(link)).snapshot();
  return programs.slice(0, codes.length).map(({ stopped }) => stopped?.message ?? null);
}

const SHARE_USED = "The program took more than 20 million turns of the interpreter's loops in this run.";

test("the programs of a run share its loop turns equally, and no program can use another's share", () => {
  const busy = senderWith("function onSample() { for (let i = 0; i < 90000; i++); }");
  const calm = senderWith("", "Calm");
  expect(endsAmongMany([busy, calm], "capacity=50Mbps")).toEqual([SHARE_USED, null]);
});

test("a program that exceeds its memory ends alone", () => {
  const filling = senderWith("const kept = []\nfunction onSample() { kept.push(new Array(1000).fill(0)) }");
  const sentence = "The program needs more than 8 MB of memory.";
  expect(endsAmongMany([filling, senderWith("", "Calm")], "capacity=50Mbps")).toEqual([sentence, null]);
});

test("a program that has used more than 1 MiB of memory is known, and its turns count five times", () => {
  const holding = (count: number) => senderWith(`const kept = new Array(${count}).fill(1.5)`, `Of ${count}`);
  const filling = senderWith("const kept = []\nfunction onSample() { kept.push(new Array(1000).fill(0)) }");
  const codes = [...[200_000, 1000, 200_000].map(holding), filling];
  const reports = codes.map((code) => customRun(code, SHORT).programs[0]);
  expect(reports.map(({ isLarge }) => isLarge)).toEqual([true, false, true, true]);
  expect(reports.map(({ stopped }) => stopped === null)).toEqual([true, true, true, false]);
  const programs = reports.map(({ id }) => ({ id })) as unknown as CustomProgram[];
  const [large, small] = turnsByProgram({ ...defaultScenario(), programs }, reports);
  expect([large, small]).toEqual([5 * reports[0].turns, reports[1].turns]);
});

test("a late flood fills the run's memory, and its packets are known as wasted, unlike those of a sender that has sent more", () => {
  const hooks = (window: string) =>
    `function onSample(tcp) { tcp.cwnd = ${window} }\nfunction onAck(tcp) {}\nfunction onLoss(tcp) {}`;
  const sender = (name: string, window: string) => `// @sender ${name}\n// @recovery own\n${hooks(window)}`;
  const codes = [sender("Steady", "320"), sender("Flood", "tcp.nowMs > 2800 ? 1e6 : 2")];
  const flows = codes.map((code) => `program=${packText(code)}&flow=cc=${idOf(code)}`).join("&");
  const link = `v=2&capacity=400Mbps&rtt=10ms&aqm=droptail&limit=100000p&duration=4s&warmup=0s&${flows}`;
  const simulation = new Simulation(scenarioWithPrograms(link), null, 5e6);
  expect(() => simulation.advance(4)).toThrow("it needs more than 5 MB");
  const [steady, flood] = simulation.results().flows.map(({ packetsSent }) => packetsSent);
  expect(steady).toBeGreaterThan(flood);
  const [ofSteady, ofFlood] = codes.map((code) => simulation.wastedPackets(idOf(code)));
  expect(ofSteady).toBeLessThan(1000);
  expect(ofFlood).toBeGreaterThan(0.9 * flood);
});

test("the caller regains control after few events, however long each call of a program takes", () => {
  const simulation = new Simulation(customScenario(senderWith("function onSample() {}"), SHORT));
  simulation.advance(1);
  const before = simulation.results().events;
  expect(simulation.advance(10, 2000)).toBe(false);
  expect(simulation.results().events - before).toBeLessThan(10);
});

test("a call of a hook counts as the turns that the simulator's part of it takes", () => {
  const { programs, results } = customRun(
    "// @queue Idle\nfunction enqueue() {}",
    "aqm=own&duration=10s&warmup=1s",
  );
  expect(programs[0].turns / results.packets).toBeGreaterThan(TURNS_PER_HOOK);
});

test("random() counts as the turns that its call of the host takes", () => {
  const drawing = senderWith("function onSample() { for (let i = 0; i < 50000; i++) random() }");
  expect(endsAmongMany([drawing], "capacity=50Mbps")).toEqual([SHARE_USED]);
});

test("a function with a long name costs the host no more than its turns", () => {
  const name = "f".repeat(20_000);
  const code = senderWith(`
const o = { ["${name}"](depth) { if (depth > 0) o["${name}"](depth - 1); else log(1) } }
function onSample() { o["${name}"](40) }`);
  const { lines } = customRun(code, "cc=own&duration=2s&warmup=1s").programs[0];
  expect(lines[0]).toMatchObject({ text: "1", line: 7 });
});

describe("the line of an error comes from the interpreter, whatever the program prints:", () => {
  test.each([
    ["into a thrown object", "throw { name: 'E', message: 'm', stack: 'own.js:999' }"],
    ["into an error of its own", "const e = new Error('m'); e.stack = 'own.js:2'; throw e"],
    ["into an error of the interpreter", "try { null.x } catch (e) { e.stack = 'own.js:2'; throw e }"],
    ["into the name of a function", "({ ['own.js:2'](f) { null.x } })['own.js:2']()"],
    ["into the hook for stacks", "Error.prepareStackTrace = () => 'own.js:2'; null.x"],
  ])("%s", (_, text) => {
    expect(endOf(inMark(text))).toMatch(/^6: /);
  });
});

test("a program that fails in one flow also ends for the other flow", () => {
  const code = senderWith("function onMark() { [].indexOf.call({ length: 2 ** 53 - 1 }) }");
  const { done, programs } = customRun(code, `${SHORT}&flows=2`);
  expect(done).toBe(true);
  expect(programs[0].stopped).toMatchObject({ line: 6, message: expect.stringMatching(/turns/) });
});

test("a log without end is limited, and says how much it omitted", () => {
  const code = senderWith("function onSample(tcp) { log('a'.repeat(5e4), tcp.cwnd) }");
  const { programs } = customRun(code, "cc=own&duration=4s&warmup=1s");
  expect(programs[0].lines).toHaveLength(1000);
  expect(programs[0].lines[0].text.length).toBeLessThanOrEqual(200);
  expect(programs[0].leftOut).toBeGreaterThan(1000);
});

/**
 * A program that visits everything it can reach from JavaScript's own objects and syntax, and reports what is
 * accessible.
 */
const WALK = `
const open = []
const seen = new Set()
const walk = (at, value, isFresh) => {
  if ((typeof value !== "object" && typeof value !== "function") || value === null || seen.has(value)) return
  seen.add(value)
  if (!isFresh && !Object.isFrozen(value)) open.push(at)
  for (const key of [...Object.getOwnPropertyNames(value), ...Object.getOwnPropertySymbols(value)]) {
    const field = Object.getOwnPropertyDescriptor(value, key)
    if (typeof key === "string" && !KNOWN.has(key)) open.push(at + "." + key + " is not listed")
    for (const inner of [field.value, field.get, field.set]) walk(at + "." + String(key), inner)
  }
  walk(at + ".__proto__", Object.getPrototypeOf(value))
}
const caught = (f) => { try { f() } catch (e) { return e } }
const deep = () => deep()
function onSample(tcp) {
  const fresh = [async () => {}, function* () {}, async function* () {}, class {}, (async () => {})(), Object.getPrototypeOf((function* () {})()),
    Object.getPrototypeOf((async function* () {})()), (async function* () {})().next(), [].values(),
    new Map().keys(), new Set().keys(), "".matchAll(/x/g), "a"[Symbol.iterator](), new Float64Array(1).values(), /x/.exec("x"),
    (function () { return arguments })(), caught(() => null.x), caught(deep), caught(() => { tcp.cwnd = -1 }),
    caught(() => new Array(-1)), caught(() => 1n + 1), ((x) => x)\`a\`, new Error("x"), import("x"), {}, [], () => {}]
  walk("globalThis", globalThis)
  walk("tcp", tcp)
  for (const [i, one] of fresh.entries()) { walk("fresh " + i, Object.getPrototypeOf(one)) }
  for (const one of open) log(one)
  throw new Error("walked " + seen.size)
}`;

test("all objects that programs can reach are listed and frozen, so that two flows share nothing", () => {
  const fields = FIELDS.map(({ name }) => name);
  const helpers = HELPERS.map(({ name }) => name);
  const known = [...ALLOWED_GLOBALS, ...ALLOWED_MEMBERS, ...fields, ...helpers, "constructor", "beta"];
  const walk = WALK.replace("KNOWN", `new Set(${JSON.stringify(known)})`);
  const code = `// @param beta = 0.5 (0 to 1)\n${senderWith(walk)}`;
  const { stopped, lines } = customRun(code, SHORT).programs[0];
  expect(lines.map(({ text }) => text)).toEqual([]);
  expect(stopped?.message).toMatch(/^walked [4-9]\d\d/);
});

test.each(["map", "filter", "take", "drop", "flatMap"])(
  "iterators have no %s, because a chain of them ends at another length on each machine",
  (method) => {
    const given = method === "take" || method === "drop" ? "1" : "(x) => [x]";
    const chain = `let it = [1, 2].values(); for (let i = 0; i < 8000; i++) it = it.${method}(${given}); it.next()`;
    expect(endOf(inMark(chain))).toBe(`${LINE_OF_MORE}: not a function.`);
  },
);

test("lists have these methods, and iterators the others", () => {
  const lists = "[1, 2].map((x) => [x]).flatMap((x) => x).filter((x) => x > 1)";
  const iterators =
    "[new Map([[1, 2]]).values().toArray().join(), new Set([1]).values().some((x) => x > 0), [...'ab'.matchAll(/a/g)].length]";
  const { programs } = customRun(senderWith(`log(${lists}, ${iterators})`), SHORT);
  expect(programs[0].stopped).toBe(null);
  expect(programs[0].lines[0].text).toBe("[2] [2, true, 1]");
});

test("no function of the prelude is exposed by an error's stack", () => {
  const code = senderWith(`
function onSample(tcp) {
  const found = []
  const keep = (error, sites) => { found.push(...sites.map((site) => site.getFunction())); return "" }
  try { Object.defineProperty(Error, "prepareStackTrace", { value: keep }) } catch (e) {}
  try { Error.prepareStackTrace = keep } catch (e) {}
  try { tcp.cwnd = -1 } catch (e) { log(found.length, typeof e.stack, "captureStackTrace" in Error) }
}`);
  expect(customRun(code, SHORT).programs[0].lines[0].text).toBe("0 string false");
});

test("the host checks the values in the sandbox's shared memory each time", () => {
  const written = [
    ["tcp", "cwnd", CELL.cwndSet, 1e15, "cwnd must be a number from 1 to 1000000, got 1000000000000000."],
    ["tcp", "cwnd", CELL.cwndSet, Number.NaN, "cwnd must be a number from 1 to 1000000, got NaN."],
    ["tcp", "ssthresh", CELL.ssthreshSet, -1, "ssthresh must be a number from 1 to Infinity, got -1."],
    [
      "tcp",
      "pacingRateBps",
      CELL.verdict,
      1e-300,
      "pacingRateBps must be a number from 1000 to Infinity, got 1e-300.",
    ],
  ] as const;
  const open = (program: SandboxProgram, host: SandboxHost) => {
    const sandbox = interpreter.open(program, host);
    if (isFault(sandbox)) return sandbox;
    const call = sandbox.call.bind(sandbox);
    const value = Number(program.code.split(" ").at(-1));
    const [of, name, flag] = written.find((one) => Object.is(one[3], value)) ?? written[0];
    sandbox.call = () => {
      const fault = call();
      sandbox.cells[cellOf(of, name)] = value;
      sandbox.cells[flag] = 1;
      return fault;
    };
    return sandbox;
  };
  for (const [, , , value, sentence] of written)
    expect(endOf(`// @paced\n${senderWith(`// ${value}`)}`, SHORT, { open })).toBe(`null: ${sentence}`);
});

test("random drops from a long queue end the run before they take many seconds", () => {
  const code =
    "// @queue Random\nfunction enqueue(packet, queue) { if (queue.packets > 19990) { dropRandom(); dropRandom() } }";
  const settings = "aqm=own&limit=20000p&traffic=cbr&cbr-rate=1000Mbps&duration=1s";
  expect(() => customRun(code, settings)).toThrow(
    "the packets that random drops of a custom queue must skip are more than 100 million",
  );
});

test("the host also checks the choices of a queue, so that invalid values from the sandbox change nothing", () => {
  const queueCell = (cell: number) => CELL.queues + cell;
  const written = [
    [CELL.join, 2, "There is no queue 2."],
    [CELL.serve, -2, "There is no queue -2."],
    [CELL.serve, 0.5, "There is no queue 0.5."],
    [queueCell(QUEUE_CELL.dropHead), -1, "-1 packets cannot be dropped."],
    [queueCell(QUEUE_CELL.dropRandom), Number.POSITIVE_INFINITY, "Infinity packets cannot be dropped."],
  ] as const;
  for (const [index, [cell, value, sentence]] of written.entries()) {
    const open = (program: SandboxProgram, host: SandboxHost) => {
      const sandbox = interpreter.open(program, host);
      if (isFault(sandbox)) return sandbox;
      const call = sandbox.call.bind(sandbox);
      sandbox.call = () => {
        const fault = call();
        sandbox.cells[cell] = value;
        return fault;
      };
      return sandbox;
    };
    const code = `// @queue Attacker ${index}\n// @queues 2\nfunction enqueue() {}\nfunction onServe() {}`;
    const { programs, results } = customRun(code, "aqm=own&duration=2s", { open });
    expect(programs[0].stopped?.message).toBe(sentence);
    expect(results.flows[0].goodputBps).toBeGreaterThan(1e6);
  }
});

test("a window larger than any memory ends the run within an event, with an error message", () => {
  const code = "// @sender Greedy\nfunction onAck(tcp) { tcp.cwnd = 1e6 }";
  expect(() => customRun(code, "cc=own&flows=150&duration=10s&warmup=1s")).toThrow(
    /^it needs more than 150 MB, its memory limit: about \d+ MB in \d+ segments of senders' windows/,
  );
});

test("a window larger than any memory is known soon within its event", () => {
  const scenario = customScenario(
    "// @sender Greedy\nfunction onAck(tcp) { tcp.cwnd = 1e6 }",
    "cc=own&flows=3&aqm=droptail&duration=10s&warmup=1s",
  );
  const simulation = new Simulation(scenario, null, 2e6);
  // Checks only every 262,144 packets would find twice as many segments.
  expect(() => simulation.advance(10)).toThrow("about 2 MB in 131104 segments");
});

describe("reading probes and explanations between calls", () => {
  /** Returns digest, turns and calls of a run in which `look` runs before every `every`-th call; 0: before none. */
  const lookedAt = (code: string, every: number, look: (sandbox: Sandbox) => void) => {
    let calls = 0;
    const open = (program: SandboxProgram, host: SandboxHost) => {
      const sandbox = interpreter.open(program, host);
      if (isFault(sandbox)) return sandbox;
      const call = sandbox.call.bind(sandbox);
      sandbox.call = () => {
        calls++;
        if (every > 0 && calls % every === 0) look(sandbox);
        return call();
      };
      return sandbox;
    };
    const { digest, programs } = customRun(code, "cc=own&duration=1s&warmup=0s&aqm=codel&rtt=20ms", { open });
    return `${digest} after ${programs[0].turns} turns in ${calls} calls`;
  };
  const probe = (sandbox: Sandbox) => void sandbox.probe(0, 0);

  test("takes no steps from the program", () => {
    // An iteration of this loop costs two steps, so that some calls reach the limit of steps and others do not.
    const code =
      "// @probe n (count) Calls\nlet n = 0\nfunction onSample(tcp) { n++; for (let i = 0; i < 500200; i++); }";
    expect(lookedAt(senderWith(code), 1, probe)).toBe(lookedAt(senderWith(code), 0, probe));
  });

  test("leaves the heap as it is, so that garbage is collected at the same times", () => {
    const code = `// @probe n (count) Calls
let n = 0
const kept = Array.from({ length: 1000 }, (_, i) => ({ i }))
function onSample(tcp) {
  n++
  const made = []
  for (let i = 0; i < 600; i++) { const one = { i }; one.self = one; made.push(one) }
}`;
    const alone = lookedAt(senderWith(code), 0, probe);
    for (const every of [1, 7]) expect(lookedAt(senderWith(code), every, probe)).toBe(alone);
  });

  test("charges no turns for an explanation that fails or fills the memory", () => {
    for (const body of ['throw new Error("no")', "for (let all = [1]; ; ) all = [all, all.concat(all)]"]) {
      const explain = (sandbox: Sandbox) => void sandbox.explain(0, "mark");
      const code = senderWith(`function explain(tcp, event) { ${body} }`);
      expect(lookedAt(code, 40, explain)).toBe(lookedAt(code, 0, explain));
    }
  });
});

describe("reading the values of a program", () => {
  /** Returns the digest and the log lines of a run whose state is read `looks` times on the way. */
  const looked = (code: string, looks: number) => {
    const simulation = new Simulation(customScenario(code, SHORT));
    const pathStates = Array.from({ length: looks }, (_, i) => {
      simulation.advance(((i + 1) * 10) / (looks + 1));
      return simulation.pathState().programs[0].variables;
    });
    while (!simulation.advance(10));
    const { digest, programs } = simulation.snapshot();
    return { run: { digest, programs }, pathStates };
  };

  test.each([
    ["a getter that counts", "let n = 1\nconst a = { get x() { n++; return 1 } }"],
    ["a getter that never ends", "let n = 1\nconst a = { get x() { for (;;) {} } }"],
    [
      "a list whose class makes others",
      "let n = 1\nclass L extends Array { constructor() { super(3); n++ } }\nconst a = new L()",
    ],
    [
      "a text of its own",
      "let n = 1\nconst a = { toString() { n++; return 'x' }, toJSON() { n++; return 'x' } }",
    ],
    ["all memory in one object", "let n = 1\nconst a = {}\nfor (let i = 0; i < 90000; i++) a['k' + i] = i"],
    ["a list without an end", "let n = 1\nconst a = []; a.length = 4e9; a[3e9] = 1"],
  ])("does not change it: %s", (_, variables) => {
    const code = senderWith(
      `${variables}\nfunction onMark(tcp) { n += 1e-9; log(n); tcp.ssthresh = tcp.cwnd / (1 + n) }`,
    );
    const [alone, watched] = [looked(code, 0), looked(code, 20)];
    expect(watched.run).toEqual(alone.run);
    expect(watched.run.programs[0].stopped).toBeNull();
    expect(watched.pathStates[19].map(([name]) => name)).toContain("a");
  });

  test("does not call a getter or a method", () => {
    const code = senderWith(`
const a = { get x() { throw 1 }, y: 2, z: [1], toString() { throw 1 } }
const b = [1, "two", undefined, { c: 1 }, () => 1, Symbol("s"), 5n]
let late
function onMark(tcp) { log(a, b) }`);
    const { run, pathStates } = looked(code, 1);
    expect(run.programs[0].lines[0].text).toBe(
      "{x: …, y: 2, z: …, toString: a function} [1, two, undefined, …, a function, a symbol, a bigint]",
    );
    expect(pathStates[0].find(([name]) => name === "late")?.[1]).toBe("undefined");
  });
});

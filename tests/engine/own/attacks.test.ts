/** What strangers and beginners write: each ends in a sentence with its line, and the other flows' results stay. */
import { beforeAll, describe, expect, test } from "vitest";
import { scenarioFromUrl } from "../../../src/engine/index.ts";
import { MOST_PROGRAMS, programReader } from "../../../src/engine/own-code.ts";
import { runScenario } from "../../../src/engine/simulator.ts";
import { packText } from "../../../src/teaching/packed-text.ts";
import { MANY, oneInOrAll, triesAll } from "../../effort.ts";
import { ownRun, ready, senderWith } from "./own-runs.ts";

beforeAll(ready);

const SHORT = "cc=own&duration=10s&warmup=1s";

/** Where the program came to its end: its line and sentence. */
function endOf(code: string, settings = SHORT): string {
  const { done, programs } = ownRun(code, settings);
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
    ["makes a huge list", "new Array(1e9).fill(0)", "The program needs more than 32 MB of memory."],
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
    ["sets a text", "tcp.cwnd = '7'", "cwnd must be a number from 1 to 1000000, got 7."],
    ["sets what can only be read", "tcp.srttMs = 1", "srttMs can only be read."],
    ["sets what there is not", "tcp.cwdn = 1", "There is no tcp.cwdn."],
    ["reads what there is not", "tcp.ssthresh = tcp.akced / 2", "There is no tcp.akced."],
    ["leaves a value out", "let a = ;", 'A value is missing before ";".'],
    ["asks for the time", "new Date()", "Date is not defined."],
    ["asks for a promise", "Promise.resolve()", "Promise is not defined."],
    ["reaches for the network", "fetch('https://example.org')", "fetch is not defined."],
    ["reaches for the page", "document.cookie", "document is not defined."],
    ["asks for Node", "process.exit()", "process is not defined."],
  ])("%s ends with a sentence", (_, text, sentence) => {
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
    ["goes over a Proxy without end", "Reflect.ownKeys(new Proxy({}, { ownKeys: () => { for (;;) {} } }))"],
    ["has a Proxy of a Proxy", "let p = {}; for (let i = 0; i < 1e5; i++) p = new Proxy(p, {}); p.x"],
    ["iterates over its own list", "const a = [1]; for (const x of a) a.push(x)"],
    ["runs a generator without end", "const g = (function* () { for (;;) yield 1 })(); [...g]"],
    ["logs an object whose getter throws", "log({ get a() { throw new Error('no') } })"],
    ["logs an object whose getter never ends", "log({ get a() { for (;;) {} } })"],
    ["logs a list that is no list", "log(new Proxy([], { get() { throw new Error('no') } }))"],
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
    const [first, second] = [ownRun(inMark(text), SHORT), ownRun(inMark(text), SHORT)];
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
    ["parentheses in parentheses", "(0, eval)('('.repeat(3e4) + '1' + ')'.repeat(3e4))"],
    ["a list in a list", "new Function('return ' + '['.repeat(3e4) + ']'.repeat(3e4))"],
    ["a function in a function", "new Function('()=>{'.repeat(3e4) + '}'.repeat(3e4))"],
    ["a sign before a sign", "new Function('return ' + '!'.repeat(3e4) + '1')"],
    ["a text in a text", "new Function('return ' + ('`$' + '{').repeat(3e4) + '1' + '}`'.repeat(3e4))"],
    ["a Proxy of a Proxy", "Object.getPrototypeOf(proxies)"],
    ["a spread in a spread", "const o = { [Symbol.iterator]: () => [...o] }; [...o]"],
    ["a primitive of itself", "const a = { [Symbol.toPrimitive]: () => +a }; +a"],
    ["a function that calls itself", "const f = () => f(); f()"],
  ])("goes too deep by %s can catch that: no browser's own stack ends it", (_, text) => {
    const code = senderWith(`
let deep = [], proxies = {}
for (let i = 0; i < 2e4; i++) { deep = [deep]; proxies = new Proxy(proxies, {}) }
function onMark(tcp) { try { ${text} } catch (e) { log(e.message) } tcp.ssthresh = tcp.cwnd / 2 }`);
    const { stopped, lines } = ownRun(code, SHORT).programs[0];
    expect(stopped).toBeNull();
    expect(lines[0].text).toMatch(/stack/);
  });

  test("looks at all that it is given goes on", () => {
    const looks =
      "log(JSON.stringify(tcp).length > 99, String(tcp), 'cwnd' in tcp, 'x' in tcp, tcp.toString())";
    const { stopped, lines } = ownRun(inMark(`${looks}; tcp.ssthresh = tcp.cwnd / 2`), SHORT).programs[0];
    expect(stopped).toBeNull();
    expect(lines[0].text).toMatch(/^true \[object Object\] true false \[object Object\]$/);
    expect(endOf(inMark("Object.getPrototypeOf(tcp).kept = 1"))).toBe("6: There is no tcp.kept.");
    expect(endOf(inMark("Object.defineProperty(Object.getPrototypeOf(tcp), 'kept', {})"))).toMatch(/^6: /);
  });

  test("calls itself 150 times deep goes on", () => {
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
    [
      "a Proxy around what it is given",
      "function onSample(tcp) { new Proxy({}, { get: () => tcp.cwnd }).x }",
    ],
    ["a window set to itself", "function onSample(tcp) { tcp.cwnd = tcp.cwnd }"],
  ])("keeps %s from hook to hook goes on", (_, more) => {
    expect(endOf(senderWith(more))).toBe("it went on");
  });

  test.each([
    [
      "async",
      senderWith("async function onMark(tcp) {}"),
      "onMark must be a plain function, neither async nor a generator.",
    ],
    [
      "a generator",
      senderWith("function* onMark(tcp) {}"),
      "onMark must be a plain function, neither async nor a generator.",
    ],
  ])("has %s as a hook", (_, code, sentence) => {
    expect(endOf(code)).toContain(sentence);
  });

  test("does not parse says at which line", () => {
    expect(endOf(senderWith("function onMark(tcp) { let = }"))).toMatch(/^6: /);
    expect(endOf(senderWith("function onMark(tcp) {"))).toBe(
      "6: The text ends too early: a bracket or a brace is not closed.",
    );
    // Which would close the function that is put around it.
    expect(endOf(senderWith("} ) ( function () { "))).toMatch(/^6: /);
  });

  test.runIf(triesAll)("spends too many steps in all is stopped there", MANY, () => {
    const end = endOf(
      senderWith("function onSample() { for (let i = 0; i < 90000; i++); }"),
      `${SHORT}&capacity=50Mbps`,
    );
    expect(end).toBe("6: The program took more than 200 million steps in this run.");
  });
});

test("a thrown text is told, and an import gives nothing", () => {
  expect(endOf(inMark("throw 'no'"))).toBe('null: It threw "no".');
  expect(endOf(inMark("throw undefined"))).toBe("null: It threw nothing.");
  const imports = inMark("import('node:fs').then((fs) => log(typeof fs)); tcp.ssthresh = tcp.cwnd / 2");
  expect(ownRun(imports, SHORT).programs[0]).toMatchObject({ stopped: null, lines: [] });
});

test("what a program does in one run is not there in the next", () => {
  const code = senderWith(
    "let seen = 0\nfunction onMark(tcp) { seen += 1; log(seen); tcp.ssthresh = tcp.cwnd / 2 }",
  );
  const [first, second] = [ownRun(code, SHORT), ownRun(code, SHORT)];
  expect(first.digest).toBe(second.digest);
  expect(second.programs[0].lines[0].text).toBe("1");
});

test("two flows of one program share nothing", () => {
  const code = senderWith("let acks = 0\nfunction onSample() { acks += 1; if (acks === 10) log('tenth') }");
  const { programs } = ownRun(code, `${SHORT}&flows=2`);
  expect(programs[0].lines.map(({ place, text }) => `${place}: ${text}`).sort()).toEqual([
    "flow 1: tenth",
    "flow 2: tenth",
  ]);
});

test("the flow of a stopped program sends nothing new, and the others are served", () => {
  const broken = senderWith("function onMark(tcp) { for (;;) {} }");
  const { results, programs } = ownRun(broken, "flow=cc=own&flow=cc=cubic&duration=30s&warmup=10s");
  expect(programs[0].stopped).toMatchObject({ place: "flow 1", line: 6 });
  expect(results.flows[0].goodputBps).toBeLessThan(1000);
  expect(results.flows[1].goodputBps).toBeGreaterThan(8e6);
  const alone = runScenario(scenarioFromUrl("v=2&cc=cubic&duration=30s&warmup=10s").scenario).snapshot();
  expect(results.flows[1].goodputBps / alone.results.flows[0].goodputBps).toBeGreaterThan(0.95);
});

test("a queue whose program has ended goes on without signals", () => {
  const { results, programs } = ownRun(
    "// @queue Broken\nfunction dequeue(packet, queue) {\n  if (queue.nowMs > 2000) null.x\n}",
    "aqm=own&duration=10s&warmup=1s",
  );
  expect(programs[0].stopped).toMatchObject({ place: "queue", line: 3 });
  expect(results.links[0].marks).toBe(0);
  expect(results.links[0].utilisation).toBeGreaterThan(0.95);
});

test("as many programs as a run may have run at once, and one more is refused", () => {
  const codes = Array.from({ length: MOST_PROGRAMS }, (_, i) => senderWith("", `Attacker ${i}`));
  const link = (all: readonly string[]) =>
    [
      "v=2&duration=2s&warmup=1s",
      ...all.map((code) => `program=${packText(code)}`),
      ...all.map((code) => `flow=cc=${programReader().add(code).id}`),
    ].join("&");
  const { scenario, problems } = scenarioFromUrl(link(codes));
  expect(problems).toEqual([]);
  const { programs } = runScenario(scenario).snapshot();
  expect(programs.map(({ stopped }) => stopped)).toEqual(codes.map(() => null));
  expect(scenarioFromUrl(link([...codes, senderWith("", "One more")])).problems).not.toEqual([]);
});

test("one flow's wrecked program ends for the other flow, too", () => {
  const code = senderWith("function onMark() { [].indexOf.call({ length: 2 ** 53 - 1 }) }");
  const { done, programs } = ownRun(code, `${SHORT}&flows=2`);
  expect(done).toBe(true);
  expect(programs[0].stopped).toMatchObject({ line: 6, message: expect.stringMatching(/turns/) });
});

test("a log without end is bounded, and says how much it left out", () => {
  const code = senderWith("function onSample(tcp) { log('a'.repeat(1e5), tcp.cwnd) }");
  const { programs } = ownRun(code, "cc=own&duration=4s&warmup=1s");
  expect(programs[0].lines).toHaveLength(1000);
  expect(programs[0].lines[0].text.length).toBeLessThanOrEqual(200);
  expect(programs[0].leftOut).toBeGreaterThan(1000);
});

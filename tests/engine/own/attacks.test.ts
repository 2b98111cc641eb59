/** What strangers and beginners write: each ends in a sentence with its line, and the other flows' results stay. */
import { beforeAll, describe, expect, test } from "vitest";
import { scenarioFromUrl } from "../../../src/engine/index.ts";
import { runScenario } from "../../../src/engine/simulator.ts";
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
    ["sets what there is not", "tcp.cwdn = 1", null],
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
    // Which would close the function that is put around it.
    expect(endOf(senderWith("} ) ( function () { "))).toMatch(/^6: /);
  });

  test("spends too many steps in all is stopped there", () => {
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

test("a thousand programs follow each other in one thread", () => {
  for (let i = 0; i < 1000; i++) {
    const { programs } = ownRun(
      senderWith(`function onMark(tcp) { tcp.ssthresh = tcp.cwnd / 2 } // ${i}`),
      "cc=own&duration=1s",
    );
    expect(programs[0].stopped).toBeNull();
  }
});

test("a log without end is bounded, and says how much it left out", () => {
  const { programs } = ownRun(senderWith("function onSample(tcp) { log('a'.repeat(1e5), tcp.cwnd) }"), SHORT);
  expect(programs[0].lines).toHaveLength(1000);
  expect(programs[0].lines[0].text.length).toBeLessThanOrEqual(200);
  expect(programs[0].leftOut).toBeGreaterThan(1000);
});

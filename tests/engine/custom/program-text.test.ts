import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { readProgram } from "../../../src/engine/custom/program-text.ts";

const HEAD = "// @sender Mine\nfunction onAck(tcp) {}\n";
const problemOf = (code: string) =>
  readProgram(code).problems.map(({ line, message }) => `${line}: ${message}`);

describe("the head of a program", () => {
  test("declares name, parameters, probes, feedback and pacing", () => {
    const { program } = readProgram(
      `// @sender My own sender
// @param betaEcn = 0.8 ratio (0.1 to 0.99) What a mark leaves
// @param gap=5ms(1 to 20)
// @probe target (segments) Where the cut went
// @feedback l4s
// @paced
let target = 0, other = 1
const fixed = { a: 1, b: [2, 3] }
function onAck(tcp) { let inner = 1; const target2 = 2 }
function onSample(tcp) {}
function helper() {}
`,
    );
    expect(program).toMatchObject({
      kind: "sender",
      name: "My own sender",
      feedback: "l4s",
      isPaced: true,
      hooks: ["onAck", "onSample"],
      variables: ["target", "other", "fixed"],
    });
    expect(program?.id).toMatch(/^own-[0-9a-f]{16}$/);
    expect(
      program?.params.map(({ name, param }) => [
        name,
        param.id,
        param.unit,
        param.default,
        param.min,
        param.max,
      ]),
    ).toEqual([
      ["betaEcn", "own-beta-ecn", "ratio", 0.8, 0.1, 0.99],
      ["gap", "own-gap", "ms", 5, 1, 20],
    ]);
    expect(program?.probes[0].probe).toMatchObject({
      id: "own-target",
      unit: "segments",
      help: "Where the cut went.",
    });
  });

  test.each([
    [
      "nothing",
      "function onAck() {}",
      '1: One line must say what the program is: "// @sender NAME" or "// @queue NAME".',
    ],
    [
      "two kinds",
      `${HEAD}// @queue Other`,
      "3: A program is one sender or one queue: this line is the second that says so.",
    ],
    [
      "no onAck",
      "// @sender Mine",
      '1: A sender needs a function onAck, written "function onAck(tcp) { … }": without it the window never grows.',
    ],
    [
      "no rule",
      "// @queue Mine",
      '1: A queue needs a function enqueue or dequeue, written "function enqueue(packet, queue) { … }".',
    ],
    [
      "a hook of the other kind",
      `${HEAD}function enqueue() {}`,
      "3: A sender has no enqueue: it has onAck, onMark, onLoss, onTimeout, onSample, onIdle, onSend, onSegment, onTick, explain.",
    ],
    [
      "an unknown tag",
      `${HEAD}// @parm x`,
      "3: There is no @parm: known are @sender, @queue, @param, @probe, @phase, @feedback, @paced, @recovery and @queues.",
    ],
    [
      "a range upside down",
      `${HEAD}// @param x = 1 (3 to 2)`,
      "3: The range of x must go up: 3 is not below 2.",
    ],
    ["a default outside", `${HEAD}// @param x = 5 (1 to 2)`, "3: x = 5 lies outside of its range, 1 to 2."],
    [
      "a taken name",
      `${HEAD}// @param cwnd = 1 (0 to 2)`,
      "3: The name cwnd has a meaning already; choose another one.",
    ],
    [
      "a name twice",
      `${HEAD}// @param x = 1 (0 to 2)\nlet x = 2`,
      "4: x is declared twice: the line // @param x makes it already.",
    ],
    [
      "a probe of nothing",
      `${HEAD}// @probe ghost`,
      '3: There is no variable ghost to show: declare it outside of the functions, "let ghost = 0".',
    ],
    [
      "no range",
      `${HEAD}// @param x = 1`,
      '3: A parameter is written as "// @param beta = 0.8 (0.1 to 0.99) What a mark leaves of cwnd".',
    ],
    ["a phase twice", `${HEAD}// @phase up\n// @phase up`, "4: The phase up is declared twice."],
    [
      "a phase without a name",
      `${HEAD}// @phase `,
      '3: A phase is written as "// @phase probing Looks for more bandwidth"; its name has letters, digits, _ and -, 24 at most.',
    ],
    [
      "a phase of a queue",
      "// @phase full\n// @queue Mine\nfunction enqueue() {}",
      "1: A queue has no phases: @phase belongs to a sender.",
    ],
    ["a feedback", `${HEAD}// @feedback none`, "3: @feedback must be classic, dctcp, accurate or l4s."],
  ])("%s is refused with its line", (_, code, problem) => {
    expect(problemOf(code)).toContain(problem);
  });

  test.each([
    [
      "onLos",
      `${HEAD}function onLos(tcp) {}`,
      ["3: onLos is not a hook, and nothing calls it; did you mean onLoss?"],
    ],
    [
      "a letter in the wrong case",
      `${HEAD}function onmark(tcp) {}`,
      ["3: onmark is not a hook, and nothing calls it; did you mean onMark?"],
    ],
    [
      "a hook of somebody else's",
      `${HEAD}function onCongestion(tcp) {}`,
      [
        "3: onCongestion is not a hook, and nothing calls it: a sender has onAck, onMark, onLoss, onTimeout, onSample, onIdle, onSend, onSegment, onTick, explain.",
      ],
    ],
    [
      "a hook in a variable",
      `${HEAD}const onLoss = (tcp) => {}`,
      ['3: onLoss is a variable here and no hook: a hook is written "function onLoss(tcp) { … }".'],
    ],
    [
      "a queue's",
      "// @queue Mine\nfunction enqueue() {}\nfunction dequeu() {}",
      ["3: dequeu is not a hook, and nothing calls it; did you mean dequeue?"],
    ],
    ["what is called", `${HEAD}function onLos() {}\nfunction onMark() { onLos() }`, []],
    ["what has a name of its own", `${HEAD}function halve() {}\nlet explain = 1; explain += 1`, []],
    ["what is not outermost", `${HEAD}function onMark() { function onLos() {} }`, []],
  ])("%s gives a warning, or not, and runs", (_, code, remarks) => {
    const { program } = readProgram(code);
    expect(program?.remarks.map(({ line, message }) => `${line}: ${message}`)).toEqual(remarks);
  });

  test("braces and names in texts, comments and regular expressions do not count", () => {
    const { program } = readProgram(
      `${HEAD}let a = "}{ let b = 1"; let c = /[}/]{/.test(a) /* let d = 2 */; let e = \`\${"x"}}\`; // let f = 3\nlet g = 4 / 2`,
    );
    expect(program?.variables).toEqual(["a", "c", "e", "g"]);
  });

  test("any text is read or refused within a short time", () => {
    const pieces = fc.constantFrom(
      "// @sender A\n",
      "// @param x = 1 (0 to 2)\n",
      "// @probe x\n",
      "function onAck(tcp) {",
      "}",
      "let x = 1",
      "/",
      "`",
      '"',
      "'",
      "\\",
      "/*",
      "\n",
      "(((",
    );
    fc.assert(
      fc.property(fc.array(fc.oneof(pieces, fc.string()), { maxLength: 40 }), (parts) => {
        const { program, problems } = readProgram(parts.join(""));
        expect(program === null).toBe(problems.length > 0);
      }),
    );
  });
});

test.each([
  ["blanks in a name", `// @sender a${" ".repeat(60_000)}b\nfunction onAck(tcp) {}`],
  ["blanks in a parameter", `// @sender a\n// @param x = 1${" ".repeat(60_000)}y\nfunction onAck(tcp) {}`],
  ["patterns that do not end", `// @sender a\nfunction onAck(tcp) {}\n${"x=/[".repeat(15_000)}`],
])("a text of %s is read quickly", (_, code) => {
  const startMs = performance.now();
  readProgram(code);
  // Each took seconds when its length counted quadratically.
  expect(performance.now() - startMs).toBeLessThan(1000);
});

test.each(["globalThis", "undefined", "isNaN", "class", "eval", "arguments"])(
  "a parameter may not have the name %s, which has a meaning in JavaScript",
  (name) => {
    const { problems } = readProgram(`// @sender x\n// @param ${name} = 1 (0 to 2)\nfunction onAck(tcp) {}`);
    expect(problems.map(({ message }) => message)).toEqual([
      `The name ${name} has a meaning already; choose another one.`,
    ]);
  },
);

test("a regular expression is recognised after a condition and after a keyword", () => {
  const { program } = readProgram(
    `// @sender x
let kept = 1
if (true) /let if = 1/.test("x")
const f = () => { return /[/]let two = 2/ }
const third = (1 + 2) / 3
function onAck(tcp) { if (tcp.acked) /}/.test("a") }`,
  );
  expect(program?.variables).toEqual(["kept", "f", "third"]);
});

test("control characters for text direction are allowed in strings only", () => {
  const code = (more: string) => `// @sender x\nfunction onAck(tcp) {\n${more}\n}`;
  for (const wrong of ["// \u202e", "/* \u2066 */", "a\u200e", "x = /\u202b/"]) {
    const { problems } = readProgram(code(wrong));
    expect(problems, wrong).toEqual([
      {
        line: 3,
        message: "This line contains a bidirectional control character, which is allowed in strings only.",
      },
    ]);
  }
  expect(readProgram(code('log("\u202e")')).problems).toEqual([]);
});

test("a head of 60,000 digits is refused at once, without slow parsing", () => {
  const { problems } = readProgram(
    `// @sender x\n// @param a = ${"1".repeat(60_000)}\nfunction onAck(tcp) {}`,
  );
  expect(problems[0].line).toBe(2);
});

test("an async hook is refused with its line, and a second function of the same name gives a warning", () => {
  const onAck = "// @sender A\nfunction onAck(tcp) { tcp.cwnd += 1 }\n";
  expect(readProgram(`${onAck}async function onLoss(tcp) {}`).problems).toEqual([
    { line: 3, message: "onLoss must be a plain function, neither async nor a generator." },
  ]);
  const { program } = readProgram(`${onAck}function onAck(tcp) {}`);
  expect(program?.remarks).toEqual([
    { line: 3, message: "This is the second function onAck: it replaces the one in line 2." },
  ]);
});

test("@recovery allows only own", () => {
  const of = (rest: string) => readProgram(`// @sender A\n// @recovery ${rest}\nfunction onAck(tcp) {}`);
  expect(of("own").program?.ownsRecovery).toBe(true);
  expect(of("mine").problems[0].line).toBe(2);
});

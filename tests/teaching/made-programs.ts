/**
 * A class of fifty that hands in programs: correct, wrong, faulty, endless, hostile and copied ones. Each states its
 * expected result and remark.
 */
import { scenarioToUrl } from "../../src/engine/index.ts";
import { withSetting } from "../../src/teaching/answer/answer.ts";
import { handInCode, handInOf } from "../../src/teaching/answer/hand-in.ts";
import { codeKey } from "../../src/teaching/task/program-answer.ts";
import { packTask, readTask, type Task, writeTask } from "../../src/teaching/task/task.ts";

const NEWRENO = `// @sender NewReno
// @param beta = 0.5 ratio (0.1 to 0.99) What a mark or a loss leaves of cwnd

function onAck(tcp) {
  if (tcp.cwnd < tcp.ssthresh) tcp.cwnd = min(tcp.cwnd + tcp.acked, tcp.ssthresh)
  else tcp.cwnd += tcp.acked / tcp.cwnd
}

function onMark(tcp) {
  tcp.ssthresh = tcp.cwnd * beta
}

function onLoss(tcp) {
  tcp.ssthresh = tcp.cwnd * beta
}`;

const FENCE = "```";

/** This is a function because the reader of programs must be ready before the task is read. */
/** `lines` are further lines of its head. */
export function programTask(lines = ""): Task {
  const { task, problems } = readTask(`---
kind: task
id: abe-in-class
title: ABE
scenario: #cc=@newreno&duration=20s&warmup=5s&capacity=5Mbps&rtt=60ms
change: code
count: utilisation >= 90 % for 3 points
count: delay-p99 <= 40 ms
also: #aqm=pie
tries: 3
${lines}---

Implement ABE.

${FENCE}program newreno
${NEWRENO}
${FENCE}
`);
  if (task === null) throw new Error(problems.map(({ message }) => message).join(" "));
  return task;
}

/** A sender that reduces cwnd less for a mark than for a loss. */
const ABE = NEWRENO.replace("tcp.ssthresh = tcp.cwnd * beta", "tcp.ssthresh = tcp.cwnd * 0.8");
const withMark = (text: string) => NEWRENO.replace("tcp.ssthresh = tcp.cwnd * beta", text);
const withAck = (text: string) => ABE.replace("function onAck(tcp) {", `function onAck(tcp) {\n  ${text}`);

export interface MadeHandIn {
  readonly what: string;
  readonly text: string;
  readonly result: "met" | "not met" | "not counted";
  readonly remark?: RegExp;
  readonly flags?: readonly string[];
}

/** Returns fifty hand-ins in the order of the list, by students named "Student 1" and so on. */
export function madePrograms(task: Task): readonly MadeHandIn[] {
  const id = task.code?.id ?? "";
  let number = 0;
  type More = Partial<Omit<MadeHandIn, "what" | "result">> & {
    readonly settings?: Readonly<Record<string, string>>;
    readonly name?: string;
    readonly tries?: number;
  };
  const of = (
    what: string,
    code: string | null,
    result: MadeHandIn["result"],
    more: More = {},
  ): MadeHandIn => {
    number++;
    const { settings = {}, name = `Student ${number}`, tries = 1, ...rest } = more;
    const own = Object.entries(settings).map(([key, text]) => ({ key, text }));
    const all = code === null ? own : [{ key: codeKey(id), text: code }, ...own];
    return { what, result, text: handInCode(handInOf(task, { name, tries }, all)), ...rest };
  };
  const link = (cc: string) =>
    `https://x.example/#v=2&cc=${cc}&duration=20s&warmup=5s&capacity=5Mbps&rtt=60ms`;
  const given = (text: string) => ({ text });
  return [
    of("right", ABE, "met"),
    of(
      "right, by its own slider",
      ABE.replace("0.8", "gain").replace("// @param", "// @param gain = 0.6 (0.1 to 0.99)\n// @param"),
      "met",
      {
        settings: { "own-gain": "0.81" },
      },
    ),
    of(
      "right, a function more",
      ABE.replace("tcp.cwnd * 0.8", "left(tcp, 0.83)") +
        "\nfunction left(tcp, share) { return tcp.cwnd * share }",
      "met",
    ),
    of(
      "right, with a hook that nobody calls",
      `${ABE.replace("0.8", "0.806")}\nfunction onTimeOut() {}`,
      "met",
      {
        remark: /line 16: onTimeOut is not a hook, and nothing calls it; did you mean onTimeout\?/,
      },
    ),
    of("right, with a log", withAck("log(tcp.cwnd)").replace("0.8", "0.84"), "met"),
    of("right, with line ends of Windows", ABE.replace("0.8", "0.805").replaceAll("\n", "\r\n"), "met"),
    of(
      "right, from a link of the bench",
      null,
      "met",
      given(
        `https://x.example/#${scenarioToUrl(withSetting(task.scenario, { key: codeKey(id), text: ABE.replace("0.8", "0.79") }))}`,
      ),
    ),
    of("right, a very long text", `${ABE.replace("0.8", "0.815")}\n${"// a comment\n".repeat(4000)}`, "met"),
    of("copied, the very same code", null, "met", {
      ...given(
        handInCode(handInOf(task, { name: "Student 1", tries: 1 }, [{ key: codeKey(id), text: ABE }])),
      ),
      flags: ["another's name", "copy"],
      remark: /Exactly the same hand-in as Student 1 /,
    }),
    of(
      "copied, other spaces and comments",
      ABE.replaceAll("  ", "\t").replace("function onMark", "// mine\nfunction onMark"),
      "met",
      { remark: /The same program, spaces and comments aside, as / },
    ),
    of("copied, other names", ABE.replaceAll("beta", "left"), "met", {
      remark: /The same program, except for names, as /,
    }),
    of("the name of another", ABE.replace("0.8", "0.825"), "met", {
      name: "Student 2",
      flags: ["another's name"],
    }),
    of("too many tries", ABE.replace("0.8", "0.835"), "met", { tries: 9, flags: ["too many tries"] }),
    of("nothing changed", null, "not met"),
    of("a comment changed", `${NEWRENO}\n// done`, "not met"),
    of("by the given slider alone", null, "not met", { settings: { "own-beta": "0.6" } }),
    of("marks cost nothing", withMark(""), "not met"),
    of("no cut at all", NEWRENO.replaceAll("tcp.ssthresh = tcp.cwnd * beta", ""), "not met"),
    of("a small window", "// @sender Small\nfunction onAck(tcp) { tcp.cwnd = 4 }", "not met"),
    of("a text that is none", "// @sender x\nfunction onAck(tcp) { tcp.cwnd = = 4 }", "not met", {
      remark: /The program stopped in line 2 /,
    }),
    of("a name that is not there", withAck("grow(tcp)"), "not met", {
      remark: /The program stopped in line 5 .*grow/,
    }),
    of("NaN windows", withAck("tcp.cwnd = 0 / 0"), "not met", {
      remark: /in line 5 .*cwnd must be a number from 1/,
    }),
    of("negative windows", withMark("tcp.ssthresh = -5"), "not met", {
      remark: /ssthresh must be a number from 1/,
    }),
    of("a window without end", withAck("tcp.cwnd = Infinity"), "not met", {
      remark: /cwnd must be a number/,
    }),
    of("a text as window", withAck('tcp.cwnd = "40"'), "not met", { remark: /cwnd must be a number/ }),
    of("throws a getter", withAck("throw { get message() { while (true) {} } }"), "not met", {
      remark: /The program stopped/,
    }),
    of("calls itself without end", withAck("onAck(tcp)"), "not met", { remark: /calls itself too often/ }),
    of("an endless loop", withAck("while (true) {}"), "not met", { remark: /more than 1 million steps/ }),
    of("an endless loop after a while", withAck("if (tcp.nowMs > 9000) while (true) {}"), "not met", {
      remark: / at 9\..* million steps/,
    }),
    of(
      "an endless built-in",
      withAck("Array.prototype.indexOf.call({ length: 2 ** 53 - 1 }, 1)"),
      "not met",
      { remark: /The program stopped .*a built-in function may go over too much/ },
    ),
    of("all memory", withAck('let all = "x"; for (;;) all += all'), "not met", {
      remark: /The program stopped/,
    }),
    of("an async hook", ABE.replace("function onMark", "async function onMark"), "not counted", {
      remark: /cannot be read: line \d+: onMark must be a plain function/,
    }),
    of("another's built-ins", withAck("Math.min = () => 1; Object.prototype.cwnd = 1"), "not met", {
      remark: /The program stopped in line 5/,
    }),
    of("asks for the clock", withAck("Date.now()"), "not met", { remark: /Date/ }),
    of("no hook", "// @sender Empty", "not counted", {
      remark: /cannot be read: line 1: A sender needs a function onAck/,
    }),
    of("nothing at all", "", "not counted", { remark: /cannot be read: line 1: One line must say/ }),
    of("too long", `// @sender Long\n${"x".repeat(70_000)}`, "not counted", {
      remark: /has 70016 characters/,
    }),
    of("another kind", "// @queue Mine\nfunction enqueue(packet) { mark() }", "not counted", {
      remark: /The program is a queue; the task requires a sender/,
    }),
    of("two kinds", `${ABE}\n// @queue too`, "not counted", { remark: /second that says so/ }),
    of("no program any more", null, "not counted", {
      ...given(link("cubic")),
      remark: /no longer has a custom program; the task requires a sender/,
    }),
    of(
      "another program of the task",
      ABE,
      "not counted",
      given(
        handInCode(
          handInOf(task, { name: "Student 41", tries: 1 }, [
            { key: codeKey("own-0123456789abcdef"), text: ABE },
          ]),
        ),
      ),
    ),
    of("its slider out of bounds", ABE, "not counted", { settings: { "own-beta": "7" }, remark: /beta/ }),
    of("a setting that the task keeps", ABE, "not counted", {
      settings: { rtt: "10ms" },
      remark: /RTT was changed; the task does not allow this/,
    }),
    of(
      "markup in text and name",
      `${ABE.replace("// @sender NewReno", "// @sender <img src=x onerror=alert(1)>").replace("0.8", "0.845")}\n// </textarea><script>alert(1)</script>`,
      "met",
      { name: "<b>Student 44</b>" },
    ),
    of(
      "control characters",
      `${ABE.replace("0.8", "0.842")}\n// \u001b[2J\u0007\u202e\u0000`,
      "not counted",
      {
        name: "Student\u202e 45",
        remark: /cannot be read: line \d+: /,
      },
    ),
    of(
      "signs of a table",
      ABE.replace("// @sender NewReno", '// @sender =HYPERLINK("x"),"y";').replace("0.8", "0.843"),
      "met",
    ),
    of("a code cut off", null, "not counted", {
      ...given(
        handInCode(handInOf(task, { name: "Student 47", tries: 1 }, [{ key: codeKey(id), text: ABE }])).slice(
          0,
          -9,
        ),
      ),
      remark: /damaged/,
    }),
    of("the task itself", null, "not counted", {
      ...given(`https://x.example/#task=${packTask(task)}`),
      remark: /without an answer/,
    }),
    of("words alone", null, "not counted", given("I have no idea")),
    of("another task", null, "not counted", { ...given(otherTask(task, ABE)), remark: /another task/ }),
  ];
}

function otherTask(task: Task, code: string): string {
  const other = readTask(writeTask(task).replace("id: abe-in-class", "id: another")).task;
  if (other === null) throw new Error("the other task cannot be read");
  const settings = [{ key: codeKey(other.code?.id ?? ""), text: code }];
  return handInCode(handInOf(other, { name: "Student 50", tries: 1 }, settings));
}

/** Returns the list as a platform exports it. */
export function programList(all: readonly MadeHandIn[]): string {
  return ["name,code", ...all.map(({ text }, i) => `Student ${i + 1},"${text}"`)].join("\n");
}

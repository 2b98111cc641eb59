/** Tests custom programs in lessons, tasks and talks, whose settings refer to code blocks of the file. */
import { describe, expect, test } from "vitest";
import { scenarioFromUrl, scenarioToUrl } from "../../../src/engine/index.ts";
import { packText, unpackText } from "../../../src/lib/packed-text.ts";
import { readDocument } from "../../../src/teaching/document/document.ts";
import { FilePrograms, PROGRAM_READER } from "../../../src/teaching/document/file-programs.ts";
import { readLesson } from "../../../src/teaching/document/lesson.ts";
import { readTalk, writeTalk } from "../../../src/teaching/document/talk.ts";
import {
  packTask,
  readTask,
  readTaskFrom,
  studentsPart,
  teacherFile,
  withTeacherFile,
  writeTask,
} from "../../../src/teaching/task/task.ts";

const AIMD = `// @sender AIMD
// @param decrease = 0.5 ratio (0.1 to 0.9) What a cut leaves

function onAck(tcp) {
  tcp.cwnd += tcp.acked / tcp.cwnd
}
function onMark(tcp) {
  tcp.cwnd *= decrease
}`;
const FIVE = `// @queue Five
function dequeue(packet, queue) {
  if (packet.sojournMs > 5) mark() || drop()
}`;
const block = (name: string, code: string, fence = "```") => `${fence}program ${name}\n${code}\n${fence}`;
const withHead = (kind: string, lines: readonly string[], body: string) =>
  `---\nkind: ${kind}\nid: own\ntitle: Own\n${lines.map((line) => `${line}\n`).join("")}---\n${body}\n`;
const lessonFile = (...parts: string[]) =>
  withHead("lesson", ["minutes: 5", "learn: It is so."], parts.join("\n\n"));
const taskFile = (lines: readonly string[], ...parts: string[]) =>
  withHead("task", [...lines, "change: rtt 10ms..90ms", "count: utilisation >= 50 %"], parts.join("\n\n"));

const inDocument = (body: string) => readDocument(`---\nid: a\n---\n${body}\n`);
const faults = (body: string) => inDocument(body).problems.map(({ line, message }) => `${line}: ${message}`);

describe("blocks of a document", () => {
  test("are removed from the readers' text, and the other lines keep their numbers", () => {
    const { document } = inDocument(
      [
        "Before.",
        "",
        block("aimd", AIMD),
        "",
        "After.",
        "",
        "## A step",
        "",
        block("five", FIVE, "~~~~"),
        "Words.",
      ].join("\n"),
    );
    expect(document?.programs.list).toEqual([
      { name: "aimd", code: AIMD },
      { name: "five", code: FIVE },
    ]);
    expect([...(document?.programLines ?? [])]).toEqual([
      ["aimd", 6],
      ["five", 22],
    ]);
    expect(document?.body).toBe("Before.\n\nAfter.\n\n## A step\n\nWords.\n");
    expect(document?.opening.map(({ raw }) => raw.trim())).toEqual(["Before.", "After."]);
    expect(document?.sections.map(({ line, lines }) => [line, lines])).toEqual([[20, [28]]]);
  });

  test("may contain what would be Markdown: headings, quotes, fences, symbols, HTML", () => {
    const code = `${FIVE}\n## No step\n> if right: no\n\`\`\`\n---\n<script>alert(1)</script> ${"*_[`".repeat(200)}`;
    // The sandbox reports invalid JavaScript when it runs it. To the reader it is text.
    const { document, problems } = inDocument(`${block("five", code, "````")}\n\n## A step\n\nWords.`);
    expect(problems).toEqual([]);
    expect(document?.programs.list[0].code).toBe(code);
    expect(document?.sections.map(({ title }) => title)).toEqual(["A step"]);
  });

  test("are no blocks inside another block or a line", () => {
    const shown = [
      "````markdown",
      block("aimd", AIMD),
      "````",
      "",
      "``` program x``` is code, ```programs are not.",
    ].join("\n");
    const { document } = inDocument(shown);
    expect(document?.programs.list).toEqual([]);
    expect(document?.body).toBe(`${shown}\n`);
  });

  test("may come from any editor, and end with the file", () => {
    const { document } = readDocument(
      `\uFEFF---\nid: a\n---\n${block("aimd", AIMD)}`.replaceAll("\n", "\r\n"),
    );
    expect(document?.programs.list[0].code).toBe(AIMD);
  });

  test.each([
    [
      "no end",
      "Words.\n\n```program aimd\n// @sender A",
      [/^6: The program "aimd" has no end: a line with "```" alone/],
    ],
    ["a shorter end", `~~~~program a\n${FIVE}\n~~~`, [/^4: The program "a" has no end/]],
    [
      "no name",
      `${block("", FIVE)}`,
      [/^4: A program's name is lower case letters, digits and hyphens.*got ""/],
    ],
    ["another name", `${block("My code", FIVE)}`, [/^4: A program's name is .*got "My code"/]],
    ["one name twice", `${block("a", FIVE)}\n\n${block("a", AIMD)}`, [/^11: Two programs are called "a"/]],
    [
      "a fault in its text",
      `Words.\n\n${block("a", "// @sender A\n// @param x = 1\nlet y = 0")}`,
      [
        /^7: In the program "a": A sender needs a function onAck/,
        /^8: In the program "a": A parameter is written as/,
      ],
    ],
    ["nothing in it", "```program a\n```", [/^5: In the program "a": One line must say what the program is/]],
    [
      "more than it may have",
      block("a", `// @sender A\n${"x".repeat(70_000)}`),
      [/^5: In the program "a": The program has 70013 characters; at most 64000/],
    ],
    [
      "more letters than a file",
      block("a", "x".repeat(100_000)),
      [/^0: The file has 1000\d\d characters; at most 100000/],
    ],
    [
      "a thousand of them",
      Array.from({ length: 1000 }, (_, i) => block(`p${i}`, "// @queue A\nfunction dequeue() {}")).join("\n"),
      [/^68: A file has at most 16 programs\.$/],
    ],
  ])("with %s are refused with their line of the file", (_, body, expected) => {
    const found = faults(body);
    expect(found).toHaveLength(expected.length);
    for (const [i, one] of expected.entries()) expect(found[i]).toMatch(one);
  });

  test("that never end are read once, however many there are", () => {
    expect(faults("```program a\n~~~program b\n".repeat(3000))).toHaveLength(1);
    expect(faults("~~~\n```\n".repeat(12_000))).toHaveLength(1);
  });
});

describe("names in settings", () => {
  const programs = () =>
    new FilePrograms([
      { name: "aimd", code: AIMD },
      { name: "five", code: FIVE },
    ]);
  const scenarioOf = (fragment: string) => {
    const { scenario, problems } = scenarioFromUrl(fragment, PROGRAM_READER);
    expect(problems).toEqual([]);
    return scenario;
  };

  test("are replaced by programs wherever an algorithm is chosen, and converted back", () => {
    for (const named of [
      "v=2&cc=@aimd&own-decrease=0.7",
      "v=2&aqm=@five&flow=cc=@aimd,count=2&flow=cc=cubic",
      "v=2&path=parking-lot&link=id=hop1,aqm=@five",
      "v=2&set=20s:cc=@aimd",
      "v=2&aqm=@five&pin=v%3D2%26cc%3D%40aimd",
    ]) {
      const files = programs();
      const resolved = files.resolve(named);
      expect(resolved).not.toContain("@");
      expect(resolved).toContain("program=z.");
      scenarioOf(resolved);
      expect(files.name(resolved)).toBe(named);
    }
    const { flows, queue } = scenarioOf(programs().resolve("v=2&aqm=%40five&amp;cc=@aimd"));
    expect([flows[0].cc, queue.aqm].every((id) => id.startsWith("own-"))).toBe(true);
  });

  test("that are unknown, or of the other kind, are reported", () => {
    const told = (fragment: string) => {
      try {
        return programs().resolve(fragment);
      } catch (error) {
        return (error as Error).message;
      }
    };
    expect(told("cc=@aimb")).toBe('there is no program "aimb" in the file; "aimd"?');
    expect(told("cc=@zzzzzz")).toBe('there is no program "zzzzzz" in the file; there are aimd, five');
    expect(told("flow=cc=@five,count=2")).toBe('the program "five" is a queue; cc takes a sender');
    expect(told("pin=v%3D2%26aqm%3D%40aimd")).toBe('the program "aimd" is a sender; aqm takes a queue');
    expect(() => new FilePrograms([]).resolve("cc=@a")).toThrow(
      /a block that begins with "```program a" would hold it/,
    );
  });

  test("are derived from the programs' titles if they have none, each unique", () => {
    const bench = (code: string, key: string) => {
      const { scenario } = scenarioFromUrl(`v=2&program=${packText(code)}`, PROGRAM_READER);
      return `${scenarioToUrl(scenario)}&program=${packText(code)}&${key}`;
    };
    const files = new FilePrograms([{ name: "five", code: `${FIVE}\n` }]);
    const ids = programs().resolve("aqm=@five").split("&")[0];
    expect(files.name(bench(FIVE, ids))).toBe("v=2&aqm=@five-2");
    expect(files.name(bench(FIVE, ids))).toBe("v=2&aqm=@five-2");
    expect(files.blocks(["scenario: #v=2&aqm=@five-2"])).toBe(`${block("five-2", FIVE)}\n\n`);
    expect(files.blocks(["nothing"])).toBe("");
    // A program that a file could not reproduce exactly stays packed in the URL.
    const odd = `v=2&program=${packText(FIVE.replaceAll("\n", "\r\n"))}&aqm=own-0`;
    expect(files.name(odd)).toBe(odd);
    expect(files.name("v=2&program=z.broken&aqm=pie")).toBe("v=2&program=z.broken&aqm=pie");
  });
});

describe("a lesson with programs", () => {
  const STEP = "## One\n\nstep: run\nbench: #cc=@aimd\ncode: sender\n";
  const read = (file: string) => readLesson(file, { pieces: null });

  test("has them in its bench, its solution, its claims and its links", () => {
    const file = lessonFile(
      block("aimd", AIMD),
      `${STEP}done: utilisation >= 10 %\nsolved with: aqm=@five\nholds with cc=cubic&aqm=@five: utilisation > 1 %`,
      "Take [the other](#aqm=@five&cc=@aimd).\n\n> if done: Or [this](#cc=@aimd).",
      block("five", FIVE),
    );
    const { lesson, problems } = read(file);
    expect(problems).toEqual([]);
    const [step] = lesson?.steps ?? [];
    expect(step.code).toBe("sender");
    for (const fragment of [step.inForce, step.solved?.fragment ?? "", step.claims[0].fragment]) {
      const { problems: wrong } = scenarioFromUrl(fragment, PROGRAM_READER);
      expect(wrong).toEqual([]);
    }
    // The step has both programs: that of its bench, and that of the solution.
    const { scenario } = scenarioFromUrl(step.solved?.fragment ?? "", PROGRAM_READER);
    expect(scenario.programs).toHaveLength(2);
    expect(step.solved?.text).toBe("aqm=@five");
    const links = [...JSON.stringify(step.parts).matchAll(/"href":"([^"]*)"/g)].map(([, href]) => href);
    expect(links).toHaveLength(2);
    for (const href of links) expect(href).toMatch(/^#.*cc=own-[0-9a-f]+.*program=z\./);
    expect(lesson?.programs.map(unpackText)).toEqual([AIMD, FIVE]);
  });

  test("reports at the line unknown names and unused programs", () => {
    const file = lessonFile(
      block("aimd", AIMD),
      `${STEP}done: utilisation >= 10 %\nsolved with: cc=@abe\nholds with aqm=@aimd: utilisation > 1 %`,
      "Take [the other](#aqm=@fiv).",
      block("five", FIVE),
    );
    expect(read(file).problems.map(({ line, message }) => `${line}: ${message}`)).toEqual([
      expect.stringMatching(/^26: There is no program "abe" in the file/),
      expect.stringMatching(/^27: The program "aimd" is a sender; aqm takes a queue/),
      expect.stringMatching(/^29: In the link: There is no program "fiv" in the file; "five"\?/),
      expect.stringMatching(/^31: Nothing in the file uses the program "five"/),
    ]);
  });

  test("opens the program of a sender or of a queue, or closes it", () => {
    const { problems } = read(lessonFile(block("aimd", AIMD), STEP.replace("code: sender", "code: flow2")));
    expect(problems.map(({ message }) => message)).toEqual([
      '"code" must be sender (the program of the first flow), queue or closed (back to the controls); got "flow2".',
    ]);
  });
});

describe("a task with programs", () => {
  const FILE = taskFile(
    ["scenario: #cc=@aimd", "secret: yes", "also: #aqm=@five&capacity=5Mbps"],
    block("aimd", AIMD),
    block("five", FIVE),
    "Make it so.",
  );
  const taskIn = (file: string) => {
    const { task, problems } = readTask(file);
    expect(problems).toEqual([]);
    if (task === null) throw new Error("no task");
    return task;
  };

  test("is written with its blocks, and reads back as the same", () => {
    const task = taskIn(FILE);
    expect(task.words).toBe("Make it so.");
    expect(task.scenario.programs).toMatchObject([{ code: AIMD }]);
    const text = writeTask(task);
    expect(text).toContain("scenario: #v=2&cc=@aimd\n");
    expect(text).toContain("also: #aqm=@five&capacity=5Mbps\n");
    expect(text).toContain(`---\n\n${block("aimd", AIMD)}\n\n${block("five", FIVE)}\n\nMake it so.\n`);
    expect(taskIn(text)).toEqual(task);
    expect(writeTask(taskIn(text))).toBe(text);
    // A code block that the text leaves open must not hide the rest.
    expect(taskIn(writeTask({ ...task, words: "```js\nlet a" })).programs).toHaveLength(2);
  });

  test("in two files: the program of a hidden path belongs to the teacher's file", () => {
    const task = taskIn(FILE);
    const part = studentsPart(task);
    const students = writeTask(part);
    expect(students).not.toContain("five");
    const teachers = teacherFile(task);
    expect(teachers).toContain(block("five", FIVE));
    expect(teachers).not.toContain("program aimd");
    const { task: given } = readTaskFrom(packTask(task));
    if (given === null) throw new Error("no task in the link");
    const { task: whole, problems } = withTeacherFile(given, teachers);
    expect(problems).toEqual([]);
    expect(whole && writeTask(whole)).toBe(writeTask(task));
  });

  test("gives a name to a program of the bench without one", () => {
    const task = { ...taskIn(FILE), programs: [] };
    const text = writeTask(task);
    expect(text).toContain("scenario: #v=2&cc=@aimd\n");
    expect(writeTask(taskIn(text))).toBe(text);
  });

  test("reports unused programs", () => {
    const { problems } = readTask(taskFile(["scenario: #v=2"], block("five", FIVE), "Words."));
    expect(problems).toEqual([
      { line: 9, message: expect.stringMatching(/^Nothing in the file uses the program "five"/) },
    ]);
  });
});

test("a talk has programs in its scenes, and is written with them", () => {
  const file = `---
kind: talk
id: own
lang: en
title: Own
---

${block("aimd", AIMD)}

## It halves

- state: [open](#v=2&cc=@aimd&pin=v%3D2%26cc%3D%40aimd%26rtt%3D20ms)

Words.
`;
  const { talk, problems } = readTalk(file, ["cwnd", "delay"]);
  expect(problems).toEqual([]);
  expect(talk?.scenes[0].link).toContain("program=z.");
  expect(talk && writeTalk(talk)).toBe(file);
});

import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import fc from "fast-check";
import { strFromU8, unzipSync } from "fflate";
import { describe, expect, test } from "vitest";
import { scenarioToUrl } from "../../../src/engine/index.ts";
import { packText, unpackText } from "../../../src/lib/packed-text.ts";
import { handInFragment, handInOf } from "../../../src/teaching/answer/hand-in.ts";
import { scormPackage } from "../../../src/teaching/task/scorm.ts";
import {
  hiddenPathText,
  NOTHING_YET,
  packTask,
  partOfStudent,
  readTask,
  readTaskFrom,
  ruleOf,
  studentsPart,
  TASK_HEAD,
  taskDigest,
  teacherFile,
  withTeacherFile,
  writeTask,
} from "../../../src/teaching/task/task.ts";
import { variantOf } from "../../../src/teaching/task/variant.ts";
import { EXAMPLE, example, taskOf } from "../example-task.ts";

const faults = (file: string) => readTask(file).problems.map(({ line, message }) => `${line}: ${message}`);

describe("a task", () => {
  test("is read from its file", () => {
    const task = taskOf();
    expect(task.id).toBe("choose-beta");
    expect(task.lang).toBe("en");
    expect(scenarioToUrl(task.scenario)).toBe("v=2&duration=20s");
    expect(task.changes.map(({ param }) => param.id)).toEqual(["beta-ecn", "aqm"]);
    expect(task.counts.map(({ measure }) => measure.id)).toEqual(["utilisation", "delay-p99"]);
    expect([task.seeds, task.tries]).toEqual([2, 3]);
    expect(task.also).toEqual([[{ key: "capacity", text: "20Mbps" }]]);
    expect(task.vary[0].values).toEqual([40, 60, 80]);
    expect(task.hints).toEqual(["Look at **cwnd** after each mark.", "What is the BDP?"]);
    expect(task.words).toBe("Find a β_ecn that keeps the link busy.\n\n- The queue must stay short.");
  });

  test("needs no seeds, attempts, hidden paths, variants or hints", () => {
    const task = taskOf(
      ["seeds: 2\n", ""],
      ["tries: 3\n", ""],
      ["also: #capacity=20Mbps\n", ""],
      ["lang: en\n", ""],
      ["vary: rtt 40ms..80ms step 20ms\n", ""],
    );
    expect([task.seeds, task.tries, task.also, task.vary, task.lang]).toEqual([1, null, [], [], "en"]);
  });

  test("reads a scenario without a version with today's defaults", () => {
    expect(scenarioToUrl(taskOf(["#v=2&duration=20s", "#duration=20s"]).scenario)).toBe("v=2&duration=20s");
  });

  test.each<[string, string, string]>([
    ["kind: task", "kind: lesson", '2: kind: must be task, got "lesson"'],
    [
      "id: choose-beta",
      "id: choose beta",
      '3: id: must be letters, digits and hyphens, at most 60; got "choose beta"',
    ],
    ["lang: en", "lang: e", '4: lang: must be the code of a language, like en, pt-BR or zh-Hans; got "e"'],
    ["title: Choose β_ecn", "title:", "5: title: is empty"],
    ["change: aqm codel, pie", "chnge: aqm codel, pie", '9: There is no "chnge". Did you mean "change"?'],
    ["beta-ecn 0.5..0.95", "beta-enc 0.5..0.95", "8: change: there is no parameter beta-enc; beta-ecn?"],
    ["beta-ecn 0.5..0.95", "beta-ecn 0.95..0.5", "8: change: 0.95..0.5: the first end is above the second"],
    ["change: aqm codel, pie", "change: beta-ecn", "9: change: beta-ecn occurs twice."],
    [
      "95 %",
      "95 % for 0 points",
      '10: count: the points must be a number above 0, at most 1000, with at most two decimals; got "0"',
    ],
    [
      "95 %",
      "95 % for 2 points, part of it",
      '10: count: partial points start "from" a value, like "part from 80 %"; got "part of it"',
    ],
    [
      "95 %",
      "95 % for 2 points, part from 96 %",
      "10: count: partial points need a start value short of the bound; 96 % is not",
    ],
    ["utilisation >= 95 %", "utilization >= 95 %", "10: count: there is no utilization; utilisation?"],
    ["seeds: 2", "seeds: 0", '12: seeds: must be a whole number from 1 to 20, got "0"'],
    ["seeds: 2", "seeds: 2\nseeds: 3", '13: "seeds" occurs twice; only one is allowed.'],
    [
      "#capacity=20Mbps",
      "#capacity",
      '13: also: it must be settings as in a link, like "#rtt=200ms"; got "#capacity"',
    ],
    [
      "#capacity=20Mbps",
      "#beta-ecn=0.9",
      "13: also: beta-ecn can be changed by the student, so it cannot be set here",
    ],
    [
      "vary: rtt 40ms..80ms step 20ms",
      "vary: beta-ecn 0.5, 0.6",
      "7: vary: beta-ecn can be changed by the student, so it cannot also vary by student",
    ],
    ["vary: rtt 40ms..80ms step 20ms", "vary: rtt 40ms", "7: vary: at least two values are required"],
    ["tries: 3", "tries: many", '14: tries: must be a whole number from 1 to 99, got "many"'],
    ["hint: What is the BDP?", "hint:", "16: hint: is empty"],
    [
      "What is the BDP?",
      "_a*".repeat(150),
      "16: hint: There are more than 200 signs of Markdown (* _ ~ ` [ ] ! <) without an empty line between them.",
    ],
    [
      "What is the BDP?",
      ">".repeat(200),
      "16: hint: Quotations and lists may be nested 8 levels deep; this line starts a deeper level.",
    ],
  ])("with %s as %s names the line", (from, to, message) => {
    expect(faults(example([from, to]))).toEqual([message]);
  });

  test("reports an invalid scenario, and missing keys", () => {
    expect(faults(example(["duration=20s", "duration=0"]))).toEqual([
      expect.stringMatching(/^6: scenario: Duration must be/),
    ]);
    expect(faults(example(["#capacity=20Mbps", "#capacity=0"]))).toEqual([
      expect.stringMatching(/^13: also: /),
    ]);
    expect(faults("---\nkind: task\n---\n")).toEqual([
      '0: The head has no line "id: …".',
      '0: The head has no line "title: …".',
      '0: The head has no line "scenario: …".',
      "0: There are no words below the head: what is asked.",
    ]);
    const bare = example(
      ["change: beta-ecn 0.5..0.95\nchange: aqm codel, pie\n", ""],
      ["count: utilisation >= 95 %\ncount: delay-p99 <= 30 ms\n", ""],
    );
    expect(faults(bare)).toEqual([
      '0: The head has no line "change: …": what may be changed.',
      '0: The head has no line "count: …": what counts.',
    ]);
  });

  test("has limits of runs and of lines", () => {
    expect(faults(example(["seeds: 2", `seeds: 20\n${"also: #rtt=9ms\n".repeat(3)}`]))).toEqual([
      "12: 20 seeds on 5 paths are 100 runs; at most 60 are allowed.",
    ]);
    expect(faults(example(["tries: 3", "hint: x\n".repeat(11)]))).toEqual([
      expect.stringMatching(/"hint" may occur at most 12 times/),
    ]);
  });

  test("made of any text is a task or sentences, never an exception", () => {
    const lines = EXAMPLE.split("\n");
    const damage = fc.tuple(fc.nat(lines.length - 1), fc.string({ unit: "binary" }));
    fc.assert(
      fc.property(fc.array(damage, { minLength: 1, maxLength: 3 }), (damages) => {
        const file = [...lines];
        for (const [at, text] of damages) file[at] = file[at].slice(0, file[at].indexOf(":") + 2) + text;
        const { task, problems } = readTask(file.join("\n"));
        expect(task === null).toBe(problems.length > 0);
      }),
      { numRuns: 60 },
    );
  });
});

const inOneLine = (text: string) => readTaskFrom(text).problems.map(({ message }) => message);

describe("a task as text", () => {
  test("is written canonically and reads back as the same", () => {
    expect(writeTask(taskOf())).toBe(EXAMPLE);
    const odd = taskOf(
      ["beta-ecn 0.5..0.95", "beta-ecn  .50 .. 0.950"],
      ["aqm codel, pie", "aqm codel,pie, codel"],
      ["delay-p99 <= 30 ms", "delay-p99≤0.03s"],
      ["vary: rtt 40ms..80ms step 20ms", "vary: rtt 0.04s, 60"],
      ["also: #capacity=20Mbps", "also: https://x.example/#v=2&capacity=20Mbps"],
    );
    const text = writeTask(odd);
    expect(text).toContain("change: beta-ecn 0.5..0.95\nchange: aqm codel, pie\n");
    expect(text).toContain("vary: rtt 40ms, 60ms\n");
    expect(text).toContain("also: #capacity=20Mbps\n");
    const again = readTask(text).task;
    expect(again === null ? "" : writeTask(again)).toBe(text);
  });

  test("fits into a link of less than 2,000 characters", () => {
    expect(packTask(taskOf()).length).toBeLessThan(700);
  });

  test("is read from a file, a packed text or a link", () => {
    const packed = packTask(taskOf());
    for (const given of [
      EXAMPLE,
      ` ${packed}\n`,
      `https://x.example/#task=${packed}`,
      `#v=2&task=${packed}&guide-step=1`,
    ])
      expect(readTaskFrom(given).task?.id).toBe("choose-beta");
  });

  test("that is invalid or damaged gives a sentence", () => {
    const packed = packTask(taskOf());
    expect(inOneLine("https://x.example/#v=2")).toEqual([expect.stringMatching(/^There is no task in it/)]);
    expect(inOneLine(packed.slice(0, -5))).toEqual([expect.stringMatching(/^The link is damaged/)]);
    expect(inOneLine(packText("hand-in 1"))).toEqual(['The file begins with a line "---" and its head.']);
  });

  test("has a digest of exactly what determines a verdict", () => {
    const digest = taskDigest(taskOf());
    expect(digest).toMatch(/^[0-9a-z]{7}$/);
    for (const [from, to] of [
      ["What is the BDP?", "Think."],
      ["tries: 3", "tries: 5"],
      ["Find a", "Look for a"],
      ["title: Choose", "title: Pick"],
    ] as const)
      expect(taskDigest(taskOf([from, to]))).toBe(digest);
    for (const [from, to] of [
      ["id: choose-beta", "id: other"],
      ["duration=20s", "duration=21s"],
      ["0.95\n", "0.94\n"],
      ["30 ms", "31 ms"],
      ["seeds: 2", "seeds: 3"],
      ["capacity=20Mbps", "capacity=21Mbps"],
      ["step 20ms", "step 10ms"],
    ] as const)
      expect(taskDigest(taskOf([from, to]))).not.toBe(digest);
  });

  test("has points that are written unchanged, and may be corrected while students work", () => {
    const lines = ["95 % for 2.5 points, part from 80 %", "30 ms for 1 point, part from 60 ms"] as const;
    const weighed = taskOf(["95 %", lines[0]], ["30 ms", lines[1]]);
    expect(weighed.counts.map(({ points, part }) => [points, part])).toEqual([
      [2.5, { from: 80 }],
      [1, { from: 60 }],
    ]);
    for (const line of lines) expect(writeTask(weighed)).toContain(`${line}\n`);
    expect(readTask(writeTask(weighed)).task).toEqual(weighed);
    expect(taskDigest(weighed)).toBe(taskDigest(taskOf()));
    // The digest is the same as before points existed, so that hand-ins of that time still belong to their tasks.
    expect(taskDigest(taskOf())).toBe("1yrlwbf");
  });

  test("has hidden paths in the form of links", () => {
    expect(
      hiddenPathText(
        [
          { key: "rtt", text: "10 ms" },
          { key: "aqm", text: "pie" },
        ],
        [],
      ),
    ).toBe("#rtt=10%20ms&aqm=pie");
    expect(readTask(example(["#capacity=20Mbps", "#rtt=10%20ms&aqm=pie"])).problems).toEqual([
      expect.objectContaining({
        line: 13,
        message: expect.stringContaining("aqm can be changed by the student"),
      }),
    ]);
  });
});

test("the allowed changes of a task give a rule for controls", () => {
  const rule = ruleOf(
    taskOf([
      "change: aqm codel, pie",
      "change: aqm codel, pie\nchange: target 1ms, 5ms\nchange: limit 10p..50p\nchange: ecn",
    ]),
  );
  expect(rule.touch).toEqual(["beta-ecn", "aqm", "target", "limit", "ecn"]);
  expect([...rule.ranges]).toEqual([
    ["beta-ecn", [0.5, 0.95]],
    ["target", [1, 5]],
  ]);
  expect([...(rule.choices ?? [])]).toEqual([["aqm", ["codel", "pie"]]]);
  expect(NOTHING_YET.touch).toEqual([]);
});

test("a setting that no longer exists is named, and cannot be left to students", () => {
  const removed =
    '"bbr-budget=4" no longer exists: the windows of BBRv2 and BBRv3 always have room for three bursts.';
  const reading = readTask(EXAMPLE.replace(/^scenario: #/m, "scenario: #bbr-budget=4&"));
  expect(reading).toMatchObject({ problems: [], removed: [removed] });
  const { problems } = readTask(EXAMPLE.replace(/^change: /m, "change: bbr-budget 1..4\nchange: "));
  expect(problems.map(({ message }) => message)).toEqual([
    "change: bbr-budget no longer exists: the windows of BBRv2 and BBRv3 always have room for three bursts",
  ]);
});

const page = readFileSync(resolve(import.meta.dirname, "../../../docs/tasks.md"), "utf8");

test("the example in docs/tasks.md is a task, and fits into a link", () => {
  const [, file = ""] = /^```markdown\n([\s\S]*?)^```/m.exec(page) ?? [];
  const { task, problems } = readTask(file);
  expect(problems).toEqual([]);
  expect(task === null ? "" : packTask(task).length).toBeLessThan(1000);
});

test("docs/tasks.md names every key, and how often it may occur", () => {
  for (const [key, { most }] of Object.entries(TASK_HEAD)) {
    const often = most === 1 ? "" : ` (?:1 to|up to) ${most} \\|`;
    expect(page).toMatch(new RegExp(`^\\| \`${key}\` \\|${often}`, "m"));
  }
});

describe("a task in two files", () => {
  const SEED = "k3x9-7fqd-p2";
  const whole = taskOf([
    "tries: 3\n",
    `tries: 3\nsecret: ${SEED}\nquestion: first choice: Which? | CoDel | PIE\nkey: first PIE\n`,
  ]);
  const part = studentsPart(whole);
  const file = teacherFile(whole);

  test("is complete with both, and with either alone is not", () => {
    expect(readTask(writeTask(whole)).task).toEqual(whole);
    expect(readTask(writeTask(part)).task).toEqual(part);
    expect(withTeacherFile(part, file).task).toEqual(whole);
    expect([part.isPart, whole.isPart, part.secret]).toEqual([true, false, null]);
    expect(withTeacherFile(whole, file).problems[0].message).toMatch(/whole already/);
  });

  test("keeps the teacher's part from students: in the file, the link, the package and the hand-in", () => {
    const handIn = handInOf(whole, { name: "Ana", tries: 1 }, [{ key: "beta-ecn", text: "0.8" }]);
    const given = [
      writeTask(part),
      writeTask(partOfStudent(whole, "Ana")),
      unpackText(packTask(whole)),
      unpackText(/task=(z[^&]*)/.exec(handInFragment(whole, handIn, whole.scenario))?.[1] ?? ""),
      ...Object.values(unzipSync(scormPackage(whole, "<!doctype html>"))).map((bytes) => strFromU8(bytes)),
    ];
    expect(given.length).toBeGreaterThan(6);
    for (const text of given)
      for (const secret of [SEED, "20Mbps", "first PIE"]) expect(text).not.toContain(secret);
    for (const secret of [SEED, "20Mbps", "first PIE"]) expect(file).toContain(secret);
  });

  test("has one version: hand-ins of the part belong to the whole, and secrets may be corrected", () => {
    expect(taskDigest(whole)).toBe(taskDigest(part));
    expect(taskDigest(partOfStudent(whole, "Ana"))).toBe(taskDigest(part));
    expect(taskDigest({ ...whole, also: [] })).toBe(taskDigest(part));
    // If the task is one file, the hidden path is part of the digest.
    expect(taskDigest(taskOf())).not.toBe(taskDigest(part));
  });

  test("has variants that no name determines, each with its own link", () => {
    const names = Array.from({ length: 40 }, (_, i) => `s${i}`);
    const of = (task: typeof whole) => names.map((name) => variantOf(task, name).values[0].value);
    expect(of(whole)).not.toEqual(of(taskOf()));
    expect(of(whole)).not.toEqual(of({ ...whole, secret: "another-seed" }));
    expect(names.map((name) => variantOf(partOfStudent(whole, name), "whoever").values[0].value)).toEqual(
      of(whole),
    );
    expect(part.given).toBe("by link");
    expect(readTask(writeTask(partOfStudent(whole, "s1"))).task).toEqual(partOfStudent(whole, "s1"));
    // Without a seed for each student, all students share one link.
    const open = taskOf(["tries: 3\n", "tries: 3\nsecret: yes\n"]);
    expect([studentsPart(open).given, of(open)]).toEqual([null, of(taskOf())]);
  });

  test.each<[string, RegExp]>([
    [file.replace("kind: teacher", "kind: task"), /^2: kind: must be teacher/],
    [
      file.replace("id: choose-beta", "id: other"),
      /^3: id: must be choose-beta, as in the task, got "other"/,
    ],
    [file.replace("#capacity=20Mbps", "#capacity"), /^5: also: it must be settings as in a link/],
    [file.replace(SEED, "x!"), /^4: secret: it must be "yes", or the seed/],
    [file.replace("key: ", "hint: "), /^6: There is no "hint"/],
    ["", /begins with a line/],
  ])("names the faulty line of the teacher's file: %#", (text, message) => {
    const { task, problems } = withTeacherFile(part, text);
    expect(task).toBeNull();
    expect(`${problems[0].line}: ${problems[0].message}`).toMatch(message);
  });

  test.each([
    ["tries: 3\n", "tries: 3\nheld-hint: x\n", /There is no "held-hint"/],
    ["tries: 3\n", "tries: 3\nsecret: yes\nteacher: yes\n", /only the teacher's file can have this line/],
    ["tries: 3\n", "tries: 3\nteacher: no\n", /checking needs the teacher's file/],
    ["tries: 3\n", "tries: 3\nvariant: #beta-ecn=0.8\n", /a value of each parameter that varies/],
  ])("%s is not %s", (from, to, message) => {
    expect(faults(example([from, to])).join(" ")).toMatch(message);
  });
});

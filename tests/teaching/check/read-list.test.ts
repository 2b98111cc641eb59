import { beforeAll, describe, expect, test } from "vitest";
import { scenarioToUrl } from "../../../src/engine/index.ts";
import { packText, unpackText } from "../../../src/lib/packed-text.ts";
import { handInCode, handInOf } from "../../../src/teaching/answer/hand-in.ts";
import { listOfFiles } from "../../../src/teaching/answer/hand-in-files.ts";
import { type Entry, readHandInList } from "../../../src/teaching/answer/hand-in-list.ts";
import { variantText } from "../../../src/teaching/check/check.ts";
import { type CourseRules, gradeList, NO_RULES } from "../../../src/teaching/check/grading.ts";
import {
  answerFragment,
  distinctRuns,
  givenPrograms,
  readList,
  whoOf,
} from "../../../src/teaching/check/read-list.ts";
import { readRoster } from "../../../src/teaching/roster/roster.ts";
import { readDeadline } from "../../../src/teaching/tables/submission-time.ts";
import { codeKey } from "../../../src/teaching/task/program-answer.ts";
import { variantOf } from "../../../src/teaching/task/variant.ts";
import { ready } from "../../engine/custom/custom-runs.ts";
import { measured, taskOf } from "../example-task.ts";
import { programTask } from "../made-programs.ts";

const task = taskOf();
const { columns } = readHandInList("");
const one = (name: string, text: string, line = 1): Entry =>
  ofNames(name, name === "" ? [] : [name], text, line);
const ofNames = (name: string, names: readonly string[], text: string, line = 1): Entry => ({
  ...{ line, name, names, text, cells: [], sent: "" },
  ids: names.filter((own) => /^\S*\d/.test(own)),
});
const code = (name: string, answer: Record<string, string>, tries = 1) =>
  handInCode(
    handInOf(
      task,
      { name, tries },
      Object.entries(answer).map(([key, text]) => ({ key, text })),
    ),
  );
const read = (...entries: readonly Entry[]) => readList(task, { heads: null, columns, entries }, NO_RULES);

describe("a student who types the number of another one", () => {
  const NAMES = ["Fay Berg", "Ana Li", "Eli Ng", "Kim Roe", "Lou Fox", "Max Orr"];
  const line = (name: string, number: number, codeOf = number) =>
    `${name},${number},${code(`${codeOf}`, { "beta-ecn": `0.7${codeOf % 10}` })}`;
  const honest = NAMES.map((name, i) => line(name, 51_001 + i));
  const flagsOf = (lines: readonly string[], roster: string | null) => {
    const rules = { ...NO_RULES, roster: roster === null ? null : readRoster(roster) };
    return readList(task, readHandInList(["name,number,code", ...lines].join("\n")), rules).map(
      ({ entry, person, flags }) => `${entry.name}: ${[person?.name, ...flags].join(", ")}`,
    );
  };
  const own = NAMES.map((name) => `${name}: ${name}`);
  const roster = ["name,number", ...[...NAMES, "Bo Souza"].map((name, i) => `${name},${51_001 + i}`)].join(
    "\n",
  );

  test("harms no one else, and replaces no hand-in", () => {
    const wrong = line("Bo Souza", 51_002, 51_007);
    expect(flagsOf([...honest, wrong], null)).toEqual([...own, "Bo Souza: Bo Souza, another's variant"]);
    expect(flagsOf([wrong, ...honest], null)).toEqual(["Bo Souza: Bo Souza, another's variant", ...own]);
    expect(flagsOf([...honest, wrong], roster)).toEqual([...own, "Bo Souza: Bo Souza, another's name"]);
  });

  test("differs from one who writes a name in two ways", () => {
    const again = line("Fay B", 51_001);
    expect(flagsOf([...honest, again], null)).toEqual([...own, "Fay B: Fay Berg"]);
    expect(flagsOf([...honest, again], roster)).toEqual([...own, "Fay B: Fay Berg"]);
  });
});

describe("a list that was read", () => {
  test("contains each student's variant with the student's changes", () => {
    const [ana] = read(one("", code("Ana", { aqm: "pie", "beta-ecn": "0.8" })));
    expect(ana).toMatchObject({ name: "Ana", tries: 1, problems: [], notes: [] });
    const { values } = variantOf(task, "Ana");
    expect(ana.answer?.flows[0].params).toMatchObject({ rtt: values[0].value, "beta-ecn": 0.8 });
    expect(ana.trial.runs).toHaveLength(4);
    expect(answerFragment(ana)).toBe(ana.trial.runs[0].key);
  });

  test("names what is not allowed, and still gives the result", () => {
    const [ana] = read(one("Ana", code("Ana", { "beta-ecn": "0.99", rtt: "1ms" })));
    expect(ana.problems).toEqual([
      "β_ecn is 0.99; the task allows 0.5 to 0.95.",
      "RTT was changed; the task does not allow this.",
    ]);
    expect(ana.trial.runs).toHaveLength(4);
    const verdict = gradeList(task, [ana], () => measured(100, 1), NO_RULES)[0];
    expect([verdict.verdict?.passed, verdict.passed]).toEqual([true, false]);
  });

  test("reads a link with a setting that no longer exists, and names it", () => {
    const [ana] = read(one("Ana", "https://x.example/#v=2&duration=20s&beta-ecn=0.8&bbr-budget=off"));
    expect(ana.answer).not.toBeNull();
    expect(ana.notes).toContain(
      '"bbr-budget=off" no longer exists: the windows of BBRv2 and BBRv3 always have room for three bursts.',
    );
  });

  test.each([
    code("Ana", { duration: "900s" }),
    "https://x.example/#v=2&flow=traffic=cbr%2Ccbr-rate=1000Mbps%2Ccbr-packet=20&duration=16s",
  ])("does not run an invalid hand-in that would take far longer than the task: %s", (text) => {
    const [ana] = read(one("Ana", text));
    expect(ana.problems).not.toEqual([]);
    expect(ana.notes).toContain("It was not run: its runs take far longer than those of the task.");
    expect(ana.trial.runs).toEqual([]);
  });

  test.each([
    [one("Ana", ""), /no link and no code/],
    [one("Ana", "z.x"), /damaged/],
    [one("Ana", code("Ana", { "flow7.beta-ecn": "0.8" })), /no flow7/],
    [one("Ana", code("Ana", { nothing: "0.8" })), /no setting nothing/],
    [one("", "#v=2&beta-ecn=0.8"), /no name or number/],
    [one("", code("", { "beta-ecn": "0.8" })), /no name or number/],
  ])("says why %j cannot count", (entry, sentence) => {
    const [only] = read(entry);
    expect(only.problems.join(" ")).toMatch(sentence);
    expect(only.answer).toBeNull();
    expect(only.trial.runs).toEqual([]);
  });

  test("distinguishes another task from another version of this one", () => {
    const other = taskOf(["id: choose-beta", "id: other"]);
    const later = taskOf(["30 ms", "31 ms"]);
    const of = (which: typeof task) => one("Ana", handInCode(handInOf(which, { name: "Ana", tries: 1 }, [])));
    expect(read(of(other))[0].problems).toEqual(["It belongs to another task: other."]);
    expect(read(of(later))[0].problems[0]).toMatch(/^It belongs to another version of the task choose-beta/);
  });

  test("accepts a link from the address bar, and says what is unknown", () => {
    const { scenario } = variantOf(task, "Ana");
    const own = scenarioToUrl(scenario);
    const [good, bad] = read(
      one("Ana", `https://x.example/#${own}&beta-ecn=0.8`),
      one("Bo", `#${own}&flows=2`),
    );
    expect(good.problems).toEqual([]);
    expect(good.notes).toEqual([
      "This is a link to a run, without a hand-in code: the number of tries is unknown.",
    ]);
    expect(good.settings).toEqual([{ key: "beta-ecn", text: "0.8" }]);
    expect(bad.problems.length).toBeGreaterThan(0);
  });

  test("reports hand-ins under another name, and too many of them", () => {
    const [first, second] = read(
      one("Ana", code("Ana", { "beta-ecn": "0.8" })),
      one("Ana", code("Bo", { "beta-ecn": "0.7" }, 4)),
    );
    expect([first.flags, first.notes]).toEqual([[], []]);
    expect(second.flags).toEqual(["list and hand-in disagree", "another's variant", "too many tries"]);
    expect(second.notes).toEqual([
      "The list says Ana, the hand-in says Bo.",
      "It answers the variant of Bo, not that of Ana.",
      "Try 4: the task allows 3.",
    ]);
  });

  test("recognises a student by any name of the line, in any order of words", () => {
    const of = (name: string, names: readonly string[], own: string) =>
      read(ofNames(name, names, code(own, { "beta-ecn": "0.8" })))[0].notes;
    expect(of("Ana Souza", ["Ana Souza", "2026001"], "2026001")).toEqual([]);
    expect(of("Souza, Ana", ["Souza, Ana"], "ana souza")).toEqual([]);
    expect(of("Ana Souza", ["Ana Souza", "2026001"], "2026002")[0]).toBe(
      "The list says Ana Souza, the hand-in says 2026002.",
    );
  });

  test("finds which of the line's names determined the variant of a link without a code", () => {
    const names = ["Ana Souza", "2026001", "2026004"];
    const [first, ...others] = names.map((name) => Number(variantOf(task, name).values[0].value));
    const other = others.findIndex((value) => value !== first);
    const [name] = names.slice(1 + other);
    const text = `#${scenarioToUrl(variantOf(task, name).scenario)}&beta-ecn=0.8`;
    expect(read(ofNames(names[0], names, text))[0]).toMatchObject({ name, problems: [] });
  });

  test("runs equal scenarios once", () => {
    const own = code("Ana", { "beta-ecn": "0.8" });
    const list = read(one("Ana", own), one("Bo", own, 2));
    // These are four runs of answers and four of initial states.
    expect(distinctRuns(list)).toHaveLength(8);
    const checked = gradeList(task, list, () => measured(100, 1), NO_RULES);
    expect(checked.map(({ passed }) => passed)).toEqual([true, true]);
    expect(
      gradeList(task, list, () => undefined, NO_RULES).map(({ verdict, passed }) => [verdict, passed]),
    ).toEqual([
      [null, false],
      [null, false],
    ]);
  });
});

describe("programs of one student", () => {
  beforeAll(ready);

  /** Reads hand-ins of Ana with different programs, in the order of their submission times. */
  function programsOf(count: number, ...order: readonly number[]) {
    const own = programTask();
    const given = own.code?.id ?? "";
    const entryOf = (i: number, tries: number): Entry => {
      const text = `// @sender Try ${i}\nfunction onAck(tcp) {}`;
      const handIn = handInOf(own, { name: "Ana", tries }, [{ key: codeKey(given), text }]);
      const sent = order[i] === undefined ? "" : `2026-11-30 12:0${order[i]}`;
      return { ...one("Ana", handInCode(handIn), i + 1), sent };
    };
    const of = (rules: CourseRules, tries: (i: number) => number = () => 1) => {
      const entries = Array.from({ length: count }, (_, i) => entryOf(i, tries(i)));
      return readList(own, { heads: null, columns, entries }, rules);
    };
    return { own, of, read: of(NO_RULES) };
  }
  const isRun = (list: ReturnType<typeof readList>) => list.map(({ trial }) => trial.runs.length > 0);

  test("are run for the five newest hand-ins; the older ones say so", () => {
    const { read: list } = programsOf(7);
    expect(isRun(list)).toEqual([false, false, true, true, true, true, true]);
    expect(list[0].problems).toEqual([
      "It was not run: of each student, only the 5 newest programs that can count are run. A program with other settings is another one.",
    ]);
    expect(isRun(programsOf(6, 5, 4, 3, 2, 1, 0).read)).toEqual([true, true, true, true, true, false]);
  });

  test("are run for the hand-ins that can count, even if five newer ones are refused as late", () => {
    const rules = { ...NO_RULES, deadline: readDeadline("2026-11-30 12:00"), late: "refuse" as const };
    const { own, of } = programsOf(6, 0, 1, 2, 3, 4, 5);
    const late = of(rules);
    expect(isRun(late)).toEqual([true, false, true, true, true, true]);
    const [counting] = gradeList(own, late, () => measured(100, 1), rules);
    expect([counting.counts, counting.problems]).toEqual([true, []]);
  });

  test("are run for the hand-ins that can count, even if five newer ones lose their points by a flag", () => {
    const best = { ...NO_RULES, strict: true, attempts: "best" as const };
    const { own, of } = programsOf(6);
    const flagged = of(best, (i) => (i === 0 ? 1 : 4));
    expect(flagged.map(({ flags }) => flags.length)).toEqual([0, 1, 1, 1, 1, 1]);
    expect(isRun(flagged)).toEqual([true, false, true, true, true, true]);
    const [counting] = gradeList(own, flagged, () => measured(100, 1), best);
    expect([counting.counts, counting.problems]).toEqual([true, []]);
    // The last one counts in spite of its flag, so its run is shown. Without "strict" a flag costs nothing.
    for (const rules of [
      { ...best, attempts: "last" as const },
      { ...best, strict: false },
    ])
      expect(isRun(of(rules, (i) => (i === 0 ? 1 : 4)))).toEqual([false, true, true, true, true, true]);
    // A late hand-in has a flag, but loses no points by it.
    const late = { ...best, deadline: readDeadline("2026-11-30 12:00"), late: "none" as const };
    expect(isRun(programsOf(6, 0, 1, 2, 3, 4, 5).of(late))).toEqual([false, true, true, true, true, true]);
  });

  test("are run if they are the newest, also without a known time", () => {
    expect(isRun(programsOf(7, 0, 1, 2, 3, 4, 5).read)).toEqual([false, false, true, true, true, true, true]);
  });

  test("are counted apart for each variant", () => {
    const own = programTask("vary: rtt 20ms..200ms step 1ms\n");
    const code = { key: codeKey(own.code?.id ?? ""), text: "// @sender Slow\nfunction onAck(tcp) {}" };
    const lines = Array.from({ length: 20 }, (_, i) => {
      const handIn = handInOf(own, { name: `x${i}`, tries: 1 }, [code]);
      return `s1001,${handInCode(handIn)}\n`;
    });
    const list = readList(own, readHandInList(`number,code\n${lines.join("")}`), NO_RULES);
    expect(new Set(list.map(whoOf)).size).toBe(1);
    // Two of the last six names have the same variant, so their answers are equal.
    const answers = list.filter(({ trial }) => trial.runs.length > 0).map(({ trial }) => trial.runs[0].key);
    expect([answers.length, new Set(answers).size]).toEqual([6, 5]);
  });

  test("are refused if they have the id of a program of the task", () => {
    const own = programTask();
    const [rival, forged] = [
      "// @sender Ana\nfunction onAck(tcp) { tcp.cwnd += 1 }",
      "// @sender Eve\nfunction onAck(tcp) { tcp.cwnd += 2 }\n// \u8ee3\u8117\u5d4d\ud5a8\u989f\ud331\u562a\u599b",
    ];
    const of = { ...own, programs: [...own.programs, { name: "rival", code: rival }] };
    const entries = [rival, forged].map((text, i) =>
      one(
        "Ana",
        handInCode(handInOf(of, { name: "Ana", tries: 1 }, [{ key: codeKey(own.code?.id ?? ""), text }])),
        i + 1,
      ),
    );
    const list = readList(of, { heads: null, columns, entries }, NO_RULES);
    expect(list.map(({ problems }) => problems.length)).toEqual([0, 1]);
    expect(list[1].problems[0]).toMatch(/^Two different programs have the same id/);
  });

  test("are refused if a code contains two of them, because only one runs", () => {
    const own = programTask();
    const id = own.code?.id ?? "";
    const given = own.scenario.programs?.[0].code ?? "";
    const second = "// @sender Ana\nfunction onAck(tcp) { tcp.cwnd += 1 }";
    const settings = [given, second].map((text) => ({ key: codeKey(id), text }));
    const of = (...all: typeof settings) =>
      readList(
        own,
        {
          heads: null,
          columns,
          entries: [one("Ana", handInCode(handInOf(own, { name: "Ana", tries: 1 }, all)))],
        },
        NO_RULES,
      )[0].problems;
    expect(of(...settings)).toEqual(["The code contains several programs, which the page never writes."]);
    expect(of(settings[1])).toEqual([]);
  });

  test("are known in the list of runs by their answers, and the programs of the task by their texts", () => {
    const { own, read: list } = programsOf(2);
    const [first, second] = list.map(({ trial }) => trial.runs[0].key);
    const handInsOf = new Map(distinctRuns([...list, ...list]).map(({ key, handIns }) => [key, handIns]));
    expect([handInsOf.get(first), handInsOf.get(second)]).toEqual([[first], [second]]);
    expect([...givenPrograms(own)]).toEqual([own.scenario.programs?.[0].code]);
  });
});

describe("programs without a name", () => {
  beforeAll(ready);

  function sharesOf(...names: readonly string[]) {
    const own = programTask();
    const entries = names.map((name, i) => {
      const text = `// @sender Try ${i}\nfunction onAck(tcp) {}`;
      const setting = { key: codeKey(own.code?.id ?? ""), text };
      return one(name, handInCode(handInOf(own, { name, tries: 1 }, [setting])), i + 1);
    });
    const list = readList(own, { heads: null, columns, entries }, NO_RULES);
    expect(list.flatMap(({ problems }) => problems)).toEqual([]);
    const keys = list.map(({ trial }) => trial.runs[0].key);
    const [{ shares }] = distinctRuns(list);
    return keys.map((key) => shares.get(key));
  }
  const nameless = (count: number) => Array.from({ length: count }, () => "");

  test("are all run, and more than 40 share the budget of 40; hand-ins with a name have whole budgets", () => {
    const shares = sharesOf("Ana", ...nameless(200));
    expect(shares).toEqual([undefined, ...Array.from({ length: 200 }, () => 0.2)]);
  });

  test("have whole budgets if they are no more than 40, however many others have names", () => {
    const names = Array.from({ length: 60 }, (_, i) => `Student ${i}`);
    expect(new Set(sharesOf(...names, ...nameless(40)))).toEqual(new Set([undefined]));
  });
});

describe("the same answer", () => {
  const plain = taskOf(["vary: rtt 40ms..80ms step 20ms\n", ""]);
  /** For each line, numbered from 1: the student according to the list, and the name and answer in the code. */
  const said = (
    of: typeof task,
    ...lines: readonly (readonly [listed: string, name: string, beta: string])[]
  ) =>
    readList(
      of,
      {
        heads: null,
        columns,
        entries: lines.map(([listed, name, text], i) => {
          const own = handInOf(of, { name, tries: i + 1 }, [{ key: "beta-ecn", text }]);
          return ofNames(listed, [listed, name], handInCode(own), i + 1);
        }),
      },
      NO_RULES,
    ).map(({ notes }) => notes.filter((note) => note.includes("same answer")));
  const ofEach = (names: string, beta = "0.8") => names.split(" ").map((name) => [name, name, beta] as const);

  test("is reported with the other's name, and some of many names", () => {
    expect(said(plain, ...ofEach("Ana Bo"), ...ofEach("Cy", "0.7"))).toEqual([
      ["The same answer as Bo (line 2)."],
      ["The same answer as Ana (line 1)."],
      [],
    ]);
    expect(said(plain, ...ofEach("n1 n2 n3 n4 n5 n6 n7"))[0]).toEqual([
      "The same answer as n2 (line 2), n3 (line 3), n4 (line 4), n5 (line 5) and 2 more.",
    ]);
  });

  test("is not reported if different locked settings were changed", () => {
    const [two, three] = [2, 3].map((flows, i) => one(`n${i}`, `#v=2&flows=${flows}`, i + 1));
    const told = (...entries: readonly Entry[]) =>
      readList(plain, { heads: null, columns, entries }, NO_RULES).map(({ notes }) => notes.join(" "));
    for (const notes of told(two, three)) expect(notes).not.toContain("same answer");
    expect(told(two, { ...two, line: 2, name: "n9", names: ["n9"], ids: ["n9"] })[0]).toContain(
      "The same answer as n9",
    );
  });

  test("of the same student is a second hand-in, and to another variant another answer", () => {
    expect(said(plain, ["Ana", "Ana", "0.8"], [" ANA", "Ana", "0.8"])).toEqual([[], []]);
    const varied = taskOf(["40ms..80ms step 20ms", "40ms..400ms step 1ms"]);
    expect(said(varied, ...ofEach("Ana Bo"))).toEqual([[], []]);
  });

  test("with an identical code is a copy; without an answer nothing is reported", () => {
    const own = code("Ana", { "beta-ecn": "0.8" });
    // A student whose own name is in the code has created it.
    expect(read(one("Ana", own), one("Bo", own, 2)).map(({ flags, notes }) => [flags, notes])).toEqual([
      [[], ["Exactly the same hand-in as Bo (line 2)."]],
      [
        ["another's name", "another's variant", "copy"],
        [
          "The list says Bo, the hand-in says Ana.",
          "It answers the variant of Ana, not that of Bo.",
          "Exactly the same hand-in as Ana (line 1).",
        ],
      ],
    ]);
    // A hand-in may be a code alone, or a link that contains the code.
    const unnamed = code("", { "beta-ecn": "0.8" });
    const inLink = `https://x.example/#v=2&duration=20s&task=z.x&hand-in=${unnamed}`;
    expect(read(one("Ana", unnamed), one("Bo", inLink, 2)).map(({ flags }) => flags)).toEqual([
      ["copy"],
      ["copy"],
    ]);
    expect(read(one("Ana", ""), one("Bo", "", 2)).map(({ notes }) => notes)).toEqual([[], []]);
  });

  test.each([
    ["letters behind its end", (text: string) => `${text}A`],
    ["a parameter of a similar name before it", (text: string) => `#xhand-in=z.0000000A&hand-in=${text}`],
    [
      "other words for the same content",
      (text: string) => packText(unpackText(text).replace("\n1\n", "\n01\n")),
    ],
  ])("is a copy if the code has %s", (_, written) => {
    const unnamed = code("", { "beta-ecn": "0.8" });
    expect(written(unnamed)).not.toBe(unnamed);
    const copied = read(one("Ana", unnamed), one("Bo", written(unnamed), 2));
    expect(copied.map(({ flags }) => flags)).toEqual([["copy"], ["copy"]]);
    expect(copied[0].handInKey).toBe(copied[1].handInKey);
  });

  test.each([
    ["an answer to a question that the task does not have", "?none=1"],
    ["a setting that it already has", "beta-ecn=0.8"],
    ["a value that a later line replaces", "beta-ecn=0.7\nbeta-ecn=0.8"],
    ["the value from which the task starts", "aqm=codel"],
  ])("is a copy if a line was added: %s", (_, line) => {
    const original = code("Ana", { "beta-ecn": "0.8" });
    const text = unpackText(original).split("\n");
    const at = line.startsWith("?") ? text.length : text.length - 1;
    const added = packText(
      [text[0].replace("1", "2"), ...text.slice(1, at), line, ...text.slice(at)].join("\n"),
    );
    const [ana, bo] = read(one("Ana", original), one("Bo", added, 2));
    expect(bo.problems).toEqual([]);
    expect(bo.handInKey).not.toBe(ana.handInKey);
    expect([ana.flags, bo.flags]).toEqual([[], ["another's name", "another's variant", "copy"]]);
    expect(bo.notes).toContain("Exactly the same hand-in as Ana (line 1).");
  });

  test("is a copy if figures or the spaces of a program were changed", () => {
    const settings = [{ key: "beta-ecn", text: "0.8" }];
    const record = (value: number) => ({
      origin: { version: "0.6.0", digest: "1a2b3c4d", figures: [] },
      runs: [[value]],
    });
    const made = (value: number) =>
      handInCode(handInOf(task, { name: "Ana", tries: 1 }, settings, [], record(value)));
    expect(read(one("Ana", made(1)), one("Bo", made(2), 2))[1].flags).toContain("copy");
    const own = programTask();
    const key = codeKey(own.code?.id ?? "");
    const program = (text: string) => handInCode(handInOf(own, { name: "Ana", tries: 1 }, [{ key, text }]));
    const [plain, spaced] = ["tcp.cwnd += 1", "tcp.cwnd  +=  1 // mine"].map((text) =>
      program(`// @sender Mine\nfunction onAck(tcp) { ${text}\n}`),
    );
    const entries = [one("Ana", plain), one("Bo", spaced, 2)];
    expect(readList(own, { heads: null, columns, entries }, NO_RULES)[1].flags).toContain("copy");
  });

  test("is no copy if only the words of the answers differ", () => {
    const asking = taskOf(["tries: 3\n", "question: why text 1..90: Why?\n"]);
    const said = (text: string) =>
      handInCode(
        handInOf(asking, { name: "we", tries: 1 }, [{ key: "beta-ecn", text: "0.8" }], [{ id: "why", text }]),
      );
    const flags = (...texts: readonly string[]) =>
      readList(
        asking,
        { heads: null, columns, entries: texts.map((text, i) => one(`n${i}`, said(text), i + 1)) },
        NO_RULES,
      ).map((each) => each.flags.includes("copy"));
    expect(flags("Because.", "It is so.")).toEqual([false, false]);
    expect(flags("Because.", "Because. ")).toEqual([true, true]);
  });

  test("with another name or number of tries is no copy", () => {
    const of = (name: string, tries: number) =>
      handInCode(handInOf(task, { name, tries }, [{ key: "beta-ecn", text: "0.8" }]));
    const all = read(one("Ana", of("", 1)), one("Bo", of("", 2), 2), one("Cy", of("Cy", 1), 3));
    expect(all.map(({ flags }) => flags.includes("copy"))).toEqual([false, false, false]);
    expect(new Set(all.map(({ handInKey }) => handInKey)).size).toBe(3);
  });
});

describe("the student of a hand-in", () => {
  const plain = taskOf(["vary: rtt 40ms..80ms step 20ms\n", ""]);
  const codeOf = (of: typeof task, name: string, beta = "0.8", tries = 1) =>
    handInCode(handInOf(of, { name, tries }, [{ key: "beta-ecn", text: beta }]));
  const judged = (list: string, roster: string | null = null, of = plain, deadline: string | null = null) =>
    readList(of, readHandInList(list), {
      roster: roster === null ? null : readRoster(roster),
      deadline: deadline === null ? null : readDeadline(deadline),
    });
  const flagsOf = (...args: Parameters<typeof judged>) => judged(...args).map(({ flags }) => flags);
  const ROSTER =
    "Full name,ID number,Email address,Group\nWei Wang,s1001,wei@x.example,A\nWei Wang,s1002,wang@x.example,B\nAna Souza,s1011,ana@x.example,A\n";

  test("is determined by the platform, even if the code is another student's", () => {
    // In an earlier version, the result of this list was "met, 100".
    const list = `id,code\ns1001,${codeOf(plain, "s1001")}\ns1011,${codeOf(plain, "s1001")}`;
    expect(flagsOf(list)).toEqual([[], ["another's name", "copy"]]);
    expect(flagsOf(list, ROSTER)).toEqual([[], ["another's name", "copy"]]);
    // Without a roster, nothing shows whose name it is.
    const alone = `id,code\ns1011,${codeOf(plain, "s1001")}`;
    expect(flagsOf(alone)).toEqual([[]]);
    expect(judged(alone)[0].notes).toEqual(["The list says s1011, the hand-in says s1001."]);
    expect(flagsOf(alone, ROSTER)).toEqual([["another's name"]]);
    expect(judged(alone, ROSTER)[0].notes).toEqual([
      "The list says s1011, the hand-in says s1001. That is Wei Wang.",
    ]);
  });

  test("is determined by number or address, so that two students with one name stay separate", () => {
    const list = `name,id,code\nWei Wang,s1001,${codeOf(plain, "s1001")}\nWei Wang,s1002,${codeOf(plain, "Wei Wang", "0.7")}`;
    const read = judged(list, ROSTER);
    expect(read.map(({ person, flags }) => [person?.ids[0], flags])).toEqual([
      ["s1001", []],
      ["s1002", []],
    ]);
    expect(new Set(judged(list).map(whoOf)).size).toBe(2);
    // The name alone does not identify the student.
    const named = judged(`name,code\nWei Wang,${codeOf(plain, "Wei Wang")}`, ROSTER);
    expect([named[0].person, named[0].flags]).toEqual([null, ["name of several"]]);
    // The code's number distinguishes the two.
    const told = judged(`name,code\nWei Wang,${codeOf(plain, "s1002")}`, ROSTER);
    expect([told[0].person?.ids[0], told[0].flags]).toEqual(["s1002", []]);
  });

  test("is determined by address if the list has no number, and by the code if the list has nothing", () => {
    expect(judged(`email,code\nANA@x.example,${codeOf(plain, "s1011")}`, ROSTER)[0]).toMatchObject({
      person: { name: "Ana Souza" },
      flags: [],
    });
    expect(judged(codeOf(plain, "s1011"), ROSTER)[0].person?.name).toBe("Ana Souza");
    expect(judged(codeOf(plain, "Souza, Ana"), ROSTER)[0].person?.name).toBe("Ana Souza");
    expect(flagsOf(codeOf(plain, "s9999"), ROSTER)).toEqual([["not on the roster"]]);
    expect(flagsOf(`id,code\ns9999,${codeOf(plain, "s9999")}`, ROSTER)).toEqual([["not on the roster"]]);
  });

  test("is still determined by the name if one number of the list happens to be in the roster", () => {
    const roster = "Name,ID\nAna Souza,1001\nBo Li,1002\nCy Ng,1003\nZoe Zed,1004\n";
    const line = (name: string, id: string) => `${name},${id},${codeOf(plain, name)}\n`;
    const list = `name,id,code\n${line("Ana Souza", "31")}${line("Cy Ng", "33")}${line("Zoe Zed", "1004")}`;
    expect(flagsOf(list, roster)).toEqual([[], [], []]);
    // If most of the numbers are those of the roster, an unknown one belongs to a person outside the class.
    const known = `name,id,code\n${line("Ana Souza", "31")}${line("Cy Ng", "1003")}${line("Zoe Zed", "1004")}`;
    expect(flagsOf(known, roster)[0]).toContain("not on the roster");
  });

  test("is recognised if name and number are in one cell", () => {
    const list = (said: string) => `id,code\ns1011,${codeOf(plain, said)}\n`;
    for (const said of ["Ana Souza s1011", "s1011 - Souza, Ana", "Ana Souza (s1011)"]) {
      expect(flagsOf(list(said), ROSTER), said).toEqual([[]]);
      expect(judged(codeOf(plain, said), ROSTER)[0].person?.ids[0], said).toBe("s1011");
    }
    // The platform's number identifies the student. The name in the code is only a remark.
    for (const said of ["Wei Wang s1011", "Ana s9", "s1011 \u200B"]) {
      expect(flagsOf(list(said), ROSTER), said).toEqual([[]]);
      expect(judged(list(said), ROSTER)[0].notes, said).toEqual([
        `The list says s1011, the hand-in says ${said}.`,
      ]);
    }
  });

  test("is not a student with a similar name: a hidden letter makes another name", () => {
    const hidden = judged(`name,code\nAna Souza,${codeOf(plain, "Ana Souz\u200Ba")}`, ROSTER)[0];
    expect(hidden.flags).toEqual(["list and hand-in disagree"]);
  });

  test.each([
    ["José García", "Jose Garcia"],
    ["Ana Souza", "Ana Maria Souza"],
    ["Ana Maria Souza", "Ana Souza"],
    ["Ana Souza", "A. Souza"],
    ["王小明", "Wang Xiaoming"],
    ["Ольга Иванова", "Olga Ivanova"],
  ])("%s may write %s, which is a remark at most, with a number and without", (listed, said) => {
    const roster = `Full name,ID number\n${listed},s1\nWei Wang,s2\n`;
    const own = codeOf(plain, said);
    expect(flagsOf(`name,id,code\n${listed},s1,${own}\n`, roster)).toEqual([[]]);
    expect(flagsOf(`name,code\n${listed},${own}\n`, roster)).toEqual([[]]);
    // If the code has another student's name, the flag stays.
    const other = codeOf(plain, "Wei Wang");
    expect(flagsOf(`name,id,code\n${listed},s1,${other}\n`, roster)).toEqual([["another's name"]]);
  });

  test("is found by a number without its leading zeros, if it is unique, with a single remark", () => {
    const roster = "Name,ID\nAna Souza,0016\nBo Li,0017\nCy Ng,17a\n";
    const list = `id,code\n16,${codeOf(plain, "0016")}\n17,${codeOf(plain, "0017", "0.7")}\n`;
    const read = judged(list, roster);
    expect(read.map(({ person, flags }) => [person?.ids[0], flags])).toEqual([
      ["0016", []],
      ["0017", []],
    ]);
    expect(read.flatMap(({ notes }) => notes)).toEqual([
      "“16” and “0016” are treated as the same number, because spreadsheets remove leading zeros. The same holds for 1 more in this list.",
    ]);
    const doubtful = "Name,ID\nAna Souza,0016\nBo Li,016\n";
    expect(flagsOf(`id,code\n16,${codeOf(plain, "0016")}\n`, doubtful)[0]).toContain("not on the roster");
    // The roster, too, may have lost the leading zeros of numbers.
    expect(flagsOf(`id,code\n0016,${codeOf(plain, "0016")}\n`, "Name,ID\nAna Souza,16\nBo Li,17\n")).toEqual([
      [],
    ]);
  });

  test("has no variant from the number or the address of a different student", () => {
    const of = taskOf(["rtt 40ms..80ms step 20ms", "seed 1..1000 step 1"]);
    const roster =
      "Name,ID,Email\nAna Souza,0016,lab@x.example\nBo Li,16,lab@x.example\nCy Ng,s3,cy@x.example\n";
    const flags = (id: string, said: string) =>
      flagsOf(`id,code\n${id},${codeOf(of, said)}\n`, roster, of)[0];
    for (const [id, said] of [
      ["16", "0016"],
      ["0016", "16"],
      ["16", "lab@x.example"],
      ["s3", "16"],
      // This roster has kept its zeros, so no zero is missing before this number.
      ["16", "00016"],
    ])
      expect(flags(id, said), `${id} as ${said}`).toContain("another's variant");
    for (const id of ["16", "0016", "s3"]) expect(flags(id, id)).toEqual([]);
    expect(flags("s3", "cy@x.example")).toEqual([]);
  });

  test.each([
    [
      "a name",
      [
        "Ana",
        "ana souza",
        "Souza, Ana",
        "A. Souza",
        "Ana  Souza ; ;",
        "Ana Souza Ana",
        "Ana Souza!",
        "ANA\tSOUZA",
        "Ana Sousa",
      ],
    ],
    [
      "signs around the number",
      ["1001.", "1001 ;", "#1001", "(1001)", "1001,", "'1001", "s1001", "1001-1", "1001/1002", "1001.0"],
    ],
    [
      "another form of the number",
      ["1 001", "1001e0", "0x3e9", "１００１", "١٠٠١", "1OO1", "l001", "+1001", "-1001"],
    ],
    ["leading zeros", ["01001", "001001", "0001001", "00000000001001", "000000000000000000001001"]],
    [
      "signs that show nothing",
      ["10\u00ad01", "\u200b1001", "1001\u2060", "\u202e1001", "1\u0301001", "1001\u0000"],
    ],
    [
      "another address",
      ["ana+1@x.example", "ana@x.example.", "ana@X.example ana", "mailto:ana@x.example", "аna@x.example"],
    ],
    ["a number and a name", ["1001 Ana", "Ana 1001", "Ana Souza (1001)", "1001 1001"]],
  ])("gets no other variant than that of number or address by %s", (_, names) => {
    const of = taskOf(["rtt 40ms..80ms step 20ms", "seed 1..1000 step 1"]);
    const roster = "Name,ID,Email\nAna Souza,1001,ana@x.example\nBo Li,1002,bo@x.example\n";
    const variants = (all: readonly string[]) => all.map((name) => variantText(variantOf(of, name)));
    const isOwn = (name: string) => variants(["1001", "ana@x.example", "ana"]).includes(variants([name])[0]);
    for (const name of names) {
      const flags = flagsOf(`id,code\n1001,${codeOf(of, name)}\n1002,${codeOf(of, "1002")}\n`, roster, of)[0];
      expect(flags.includes("another's variant"), JSON.stringify(name)).toBe(!isOwn(name));
    }
  });

  test("gets no other variant by leading zeros in several hand-ins, because each student counts once", () => {
    const of = taskOf(["rtt 40ms..80ms step 20ms", "seed 1..1000 step 1"]);
    const roster = "Name,ID\nA,1001\nB,1002\nC,1003\nD,1006\n";
    const zeros = "000000001006";
    expect(variantText(variantOf(of, zeros))).not.toBe(variantText(variantOf(of, "1006")));
    const honest = [1001, 1002, 1003].map((id) => `${id},${codeOf(of, String(id))}\n`).join("");
    const many = Array.from({ length: 7 }, (_, i) => `1006,${codeOf(of, zeros, `0.7${i}`)}\n`).join("");
    for (const flags of flagsOf(`id,code\n${honest}${many}`, roster, of).slice(3))
      expect(flags).toContain("another's variant");
  });

  /** Returns those of the names whose variant is accepted from the first student of a list, in a code and in a link. */
  const accepted = (
    listOf: (handIn: string, name: string) => ReturnType<typeof readHandInList>,
    names: readonly string[],
    roster: string | null = null,
  ) => {
    const of = taskOf(["rtt 40ms..80ms step 20ms", "seed 1..1000 step 1"]);
    const linkOf = (name: string) => `#${scenarioToUrl(variantOf(of, name).scenario)}&beta-ecn=0.8`;
    const isAccepted = (list: ReturnType<typeof readHandInList>, text: string) => {
      const read = readList(of, list, {
        roster: roster === null ? null : readRoster(roster),
        deadline: null,
      });
      const own = read.filter((each) => each.entry.text === text);
      return own.length === 1 && own[0].problems.length === 0 && own[0].flags.length === 0;
    };
    return [codeOf, (_: typeof of, name: string) => linkOf(name)].map((handIn) =>
      names.filter((name) => isAccepted(listOf(handIn(of, name), name), handIn(of, name))),
    );
  };
  const filesOf = (paths: Readonly<Record<string, string>>) =>
    listOfFiles(
      Object.entries(paths).map(([path, text]) => ({ path, bytes: new TextEncoder().encode(text) })),
    );

  test.each([
    ["Ana Souza", ["Ana Souza", "Souza, Ana"]],
    ["Ana,Souza", ["Ana Souza", "Souza, Ana", "Souza Ana"]],
    ["Souza,Ana", ["Ana Souza", "Souza, Ana", "Souza Ana"]],
  ])("has the variant of the whole name in a list with names alone: %s", (cells, names) => {
    const others = cells.includes(",") ? "Bo,Li,z.x\nCy,Ng,z.y" : "Bo Li,z.x\nCy Ng,z.y";
    for (const heads of [cells.includes(",") ? "first,last,code\n" : "name,code\n", ""]) {
      const list = (text: string) => readHandInList(`${heads}${cells},${text}\n${others}\n`);
      const all = ["Ana Souza", "Souza, Ana", "Souza Ana", "Ana", "Souza", "Ana Souza ; ;", "Ana  Souza -"];
      expect(accepted(list, all)).toEqual([names, names]);
    }
  });

  test("has leading zeros only for a number with which other students type them", () => {
    const canvas =
      'Student,ID,SIS User ID,SIS Login ID,Section,Quiz (1)\n"Souza, Ana",11,1001,ana,A,\n"Li, Bo",12,1002,bo,A,\n"Ng, Cy",13,1003,cy,A,\n"Ma, Di",14,104,di,A,\n';
    const list = (id: string) => (text: string) =>
      readHandInList(
        `id,code\n${id},${text}\n1002,${codeOf(plain, "1002")}\n1003,${codeOf(plain, "1003")}\n`,
      );
    expect(accepted(list("1001"), ["1001", "ana", "11", "0011", "01001"], canvas)[0]).toEqual([
      "1001",
      "ana",
      "11",
    ]);
    expect(accepted(list("104"), ["104", "0104", "14", "0014"], canvas)[0]).toEqual(["104", "0104", "14"]);
  });

  test("has no variant of a word that the student has typed as the name, beside a number", () => {
    const list = (text: string, name: string) =>
      readHandInList(
        `name\tid\tcode\n${name}\t1001\t${text}\nBo Li\t1002\tz.x\nCy Ng\t1003\tz.y\nDi Ma\t1004\tz.z\n`,
      );
    expect(accepted(list, ["1001", "x7", "ana@y.example", "0001001"])).toEqual([["1001"], ["1001"]]);
  });

  test("has the variant of name or number in the files of a platform, also without a roster", () => {
    const of = (path: string) => (text: string) =>
      filesOf({
        [path]: text,
        "Bo Li_72_assignsubmission_file_/b.txt": codeOf(plain, "1002"),
        "Cy Ng_73_assignsubmission_file_/b.txt": codeOf(plain, "1003"),
        "Di Ma_74_assignsubmission_file_/b.txt": codeOf(plain, "1004"),
      });
    const moodle = of("Ana Souza_71_assignsubmission_file_/x7.txt");
    const names = ["Ana Souza", "Souza, Ana", "71"];
    expect(accepted(moodle, [...names, "0071", "x7", "Ana Souza ; ;"])).toEqual([names, names]);
    const canvas = (text: string) =>
      filesOf({
        "souzaana_11_900_x7.txt": text,
        "libo_12_901_b.txt": codeOf(plain, "1002"),
        "ngcy_LATE_13_902_b.txt": codeOf(plain, "1003"),
        "madi_14_903_b.txt": codeOf(plain, "1004"),
      });
    const own = ["souzaana", "11"];
    expect(accepted(canvas, [...own, "0011", "900", "0900", "x7"])).toEqual([own, own]);
  });

  test("shares a variant only with those who handed in the same code as a group", () => {
    const of = taskOf(["rtt 40ms..80ms step 20ms", "seed 1..1000 step 1"], ["tries: 3\n", "group-size: 2\n"]);
    const roster = "Name,ID\nAna Souza,1001\nBo Li,1002\nCy Ng,1003\n";
    const pair = (name: string) =>
      flagsOf(
        `id,code\n1001,${codeOf(of, name)}\n1002,${codeOf(of, name)}\n1003,${codeOf(of, "1003")}\n`,
        roster,
        of,
      );
    expect(pair("1002")).toEqual([[], [], []]);
    expect(pair("we two, 37")).toEqual([["another's variant"], ["another's variant"], []]);
  });

  test("may be a group: by a column, by the task, or by a column that a teacher names", () => {
    const shared = codeOf(plain, "s1");
    const other = codeOf(plain, "s4", "0.7");
    const of = (group: readonly string[]) =>
      `name,id,${group.length > 0 ? "team," : ""}code\n${["Ana Souza", "Bo Li", "Cy Ng", "Di Ma"]
        .map(
          (name, i) =>
            `${name},s${i + 1},${group.length > 0 ? `${group[i]},` : ""}${i < 2 ? shared : i === 2 ? codeOf(plain, "s3", "0.6") : other}\n`,
        )
        .join("")}`;
    expect(flagsOf(of([]))).toEqual([[], ["another's name", "copy"], [], []]);
    const grouped = judged(of(["Team A", "Team A", "Team B", "Team C"]));
    expect(grouped.map(({ flags }) => flags)).toEqual([[], [], [], []]);
    expect(grouped[1].notes).toEqual(["Handed in as a group with Ana Souza (line 2)."]);
    // A section whose students hand in several different answers is not a group.
    expect(flagsOf(of(["A1", "A1", "A1", "B1"]))[1]).toEqual(["another's name", "copy"]);
    const declared = taskOf(["vary: rtt 40ms..80ms step 20ms\n", "group-size: 2\n"]);
    expect(flagsOf(of([]), null, declared)).toEqual([[], [], [], []]);
    expect(flagsOf(of([]).replaceAll(/s3,z[^\n]*/g, `s3,${shared}`), null, declared)[2]).toEqual([
      "another's name",
      "copy",
    ]);
  });

  test("is no group because two students typed the same word into a form", () => {
    const shared = codeOf(plain, "s5", "0.9");
    const of = (head: string, lines: number) =>
      `name,id,${head},code\n${["Ana Souza", "Bo Li", "Cy Ng", "Di Ma", "Ed Poe", "Flo Ray"]
        .map((name, i) => {
          const line = `${name},s${i + 1},${i < 4 ? ["", "nice", "ok", "?"][i] : "thanks!"}`;
          return i < 4
            ? `${line},${codeOf(plain, `s${i + 1}`, `0.${5 + i}`)}\n`
            : `${line},${shared}\n`.repeat(lines);
        })
        .join("")}`;
    expect(flagsOf(of("comment", 1))[5]).toEqual(["another's name", "copy"]);
    // The same students do not become more because they hand in more often.
    expect(flagsOf(of("comment", 9))[20]).toEqual(["another's name", "copy"]);
    for (const head of ["steam or wifi?", "equipment", "Teammates online?"])
      expect(flagsOf(of(head, 1))[5]).toEqual(["another's name", "copy"]);
    for (const head of ["your team", "Team-Nr", "Projektteam", "Équipe", "Gruppe"])
      expect(flagsOf(of(head, 1))[5]).toEqual([]);
  });

  test("two hand-ins in one cell are named, and count as none", () => {
    const list = `id,code\ns1011,${codeOf(plain, "s1011")} ${codeOf(plain, "s1011", "0.7")}\n`;
    expect(judged(list, ROSTER)[0].problems).toEqual([
      "There are two different hand-ins in one cell: keep only the one that counts.",
    ]);
  });

  test("has the variant of the number, however the name in the code is written", () => {
    const varied = taskOf(["40ms..80ms step 20ms", "40ms..400ms step 20ms"]);
    const own = ["s1011", "ana@x.example", "ana"].map((id) => variantText(variantOf(varied, id)));
    const said = [
      "",
      " ;",
      " ; ;",
      " Ana",
      " Ana Ana",
      " souza",
      " (s1011)",
      " s1011 s1011",
      " -",
      " - -",
    ].map((more) => `Ana Souza${more}`);
    const reached = said.filter((name) => !own.includes(variantText(variantOf(varied, name))));
    expect(new Set(reached.map((name) => variantText(variantOf(varied, name)))).size).toBeGreaterThan(2);
    for (const name of reached)
      expect(flagsOf(`id,code\ns1011,${codeOf(varied, name)}\n`, ROSTER, varied), name).toEqual([
        ["another's variant"],
      ]);
    for (const name of ["s1011", " S1011 ", "ana@x.example"])
      expect(flagsOf(`id,code\ns1011,${codeOf(varied, name)}\n`, ROSTER, varied), name).toEqual([[]]);
    // A link with a student's variant belongs to that student, whatever name is typed there.
    const seeded = taskOf(["vary: rtt 40ms..80ms step 20ms", "secret: abc\nvary: rtt 40ms..400ms step 20ms"]);
    const [read] = judged(`id,code\ns1011,${codeOf(seeded, "Ana")}\n`, ROSTER, seeded);
    expect([read.flags, read.name]).toEqual([[], "s1011"]);
    // A link can be made from a number of the student that is not the first one in the roster.
    const numbers = "Student,ID,SIS User ID\nAna Souza,9000,00100\nWei Wang,9001,00101\n";
    const [byOther] = judged(`id,code\n9000,${codeOf(seeded, "00100")}\n`, numbers, seeded);
    expect([byOther.flags, byOther.name]).toEqual([[], "00100"]);
  });

  test("reports another student's variant in a code and in a link", () => {
    const varied = taskOf(["40ms..80ms step 20ms", "40ms..400ms step 1ms"]);
    const list = `id,code\ns1011,${codeOf(varied, "s1001")}`;
    expect(flagsOf(list, ROSTER, varied)).toEqual([["another's name", "another's variant"]]);
    const link = (name: string) => `#${scenarioToUrl(variantOf(varied, name).scenario)}&beta-ecn=0.8`;
    expect(flagsOf(`id;link\ns1011;${link("s1001")}`, ROSTER, varied)).toEqual([["another's variant"]]);
    expect(flagsOf(`id;link\ns1011;${link("s1011")}`, ROSTER, varied)).toEqual([[]]);
    // The variant was made from the student's name, although the list contains the number.
    expect(flagsOf(`id;link\ns1011;${link("Ana Souza")}`, ROSTER, varied)).toEqual([["another's variant"]]);
  });

  test("reports another student's variant, also for groups, with work in proportion to the number of lines", () => {
    /** Counts how often the task is read, as for each computed variant and each comparison. */
    const reads = (list: string) => {
      let count = 0;
      const get = (target: typeof task, key: string | symbol) => {
        count++;
        return Reflect.get(target, key) as unknown;
      };
      judged(list, null, new Proxy(taskOf(), { get }));
      return count;
    };
    const lines = (count: number, rest: string) =>
      Array.from({ length: count }, (_, i) => `n${i},${rest}\n`).join("");
    const links = (count: number) => reads(`id,link\n${lines(count, "#v=2&duration=20s&rtt=41ms")}`);
    expect(links(40)).toBeLessThanOrEqual(4 * links(10));
    const other = `m1,B,${codeOf(task, "m1")}\n`;
    const group = (count: number) =>
      reads(`id,team,code\n${lines(count, `A,${codeOf(task, "n0")}`)}${other}`);
    expect(group(40)).toBeLessThanOrEqual(4 * group(10));
  });

  test("has a submission time, if there is a deadline", () => {
    const list = (...times: readonly string[]) =>
      `id,submitted,code\n${times.map((time, i) => `s${i},"${time}",${codeOf(plain, `s${i}`, `0.${i + 5}`)}`).join("\n")}`;
    const of = (...times: readonly string[]) => judged(list(...times), null, plain, "2026-11-30 23:59");
    const [early, late, odd, none] = of("2026-11-30 23:58", "2026-12-02 01:59", "yesterday", "");
    expect([early.flags, late.flags, odd.flags, none.flags]).toEqual([
      [],
      ["late"],
      ["time unknown"],
      ["time unknown"],
    ]);
    expect(late.notes).toEqual(["It was sent 1 day 2 h after the deadline."]);
    expect(() => judged(codeOf(plain, "s1"), null, plain, "2026-11-30")).toThrow(
      /no column with the time of each hand-in/,
    );
  });
});

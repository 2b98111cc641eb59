/** Tests everything that the page stores, with valid, old, newer, damaged and huge values. */
import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { describe, expect, test } from "vitest";
import { writeTalk } from "../../src/teaching/document/talk.ts";
import { FEATURES } from "../../src/ui/app/features.ts";
import { FIRST_VISIT } from "../../src/ui/bench/FirstVisit.tsx";
import { SINGLE_KEYS, THEME } from "../../src/ui/core/bench.ts";
import { LONGEST_STORED, type Stored } from "../../src/ui/core/device.ts";
import { ALLOWED } from "../../src/ui/features/custom-code/consent.ts";
import { LESSON_DRAFT } from "../../src/ui/features/lessons/lesson-draft.ts";
import { PROGRESS } from "../../src/ui/features/lessons/lesson-session.ts";
import { REPORT, REPORTS } from "../../src/ui/features/notebook/report-store.ts";
import { TALK_DRAFT } from "../../src/ui/features/talks/talk-editor.ts";
import { TRIES } from "../../src/ui/features/tasks/task-memory.ts";
import { CHECK_INPUTS, NO_INPUTS } from "../../src/ui/features/tasks/teacher/check-inputs.ts";
import { TASK_DRAFT } from "../../src/ui/features/tasks/teacher/class-editor.ts";
import { MARKS } from "../../src/ui/features/tasks/teacher/marking.ts";
import { STUDENT } from "../../src/ui/parts/guide/student.ts";
import { PROGRAM } from "../../src/ui/parts/my-programs.ts";
import { NOTEBOOK } from "../../src/ui/parts/runs/keep.ts";
import { EXAMPLE } from "../teaching/example-task.ts";
import { inTurn, madeDevice, madeTab } from "./core/made-device.ts";

const here = madeDevice();
const root = resolve(import.meta.dirname, "../..");

interface Row<T> {
  readonly of: Stored<T>;
  readonly which?: string;
  readonly value: T;
  /** A value in the format of a later version. */
  readonly newer: string;
  /** The result of reading the value. An unreadable value is set aside, as damaged values are. */
  readonly readAs: T | "set aside";
  /** True for a choice of one or two words. If it is unreadable, the default is used and nothing is set aside. */
  readonly isChoice?: boolean;
  readonly damaged: readonly string[];
}

const row = <T>(one: Row<T>): Row<unknown> => one as Row<unknown>;
const JSONS = ["{", "7", "null", "[null]", '"x"', '{"__proto__":{}}', "\u0000"];
const { atMs, ...draft } = { title: "Lab 2", notes: "n", toggled: ["cwnd"], atMs: 5 };
const scene = {
  sentence: "What is seen?",
  notes: "",
  link: "v=2",
  theory: false,
  peak: false,
  zoom: null,
  reveal: [],
  holds: [],
};
const talk = writeTalk({
  id: "talk",
  lang: "en",
  title: "A talk",
  opening: "",
  scenes: [scene],
  programs: [],
});
const book = { runs: [{ link: "v=2", name: "one" }], base: 0, scales: "own" as const };

const ROWS: readonly Row<unknown>[] = [
  row({
    of: THEME,
    value: "dark",
    newer: "sepia",
    readAs: "system",
    isChoice: true,
    damaged: ["7", "\u0000"],
  }),
  row({
    of: SINGLE_KEYS,
    value: false,
    newer: "some",
    readAs: true,
    isChoice: true,
    damaged: ["7", "\u0000"],
  }),
  row({
    of: FIRST_VISIT,
    value: false,
    newer: "half",
    readAs: true,
    isChoice: true,
    damaged: ["7", "\u0000"],
  }),
  row({ of: STUDENT, value: "Ana", newer: "Ana", readAs: "Ana", isChoice: true, damaged: ["\u0000"] }),
  row({
    of: PROGRESS,
    which: "red",
    value: { reached: 2, answers: { 0: { chosen: [1], done: true } } },
    newer: '{"reached":2,"answers":{},"more":1}',
    readAs: { reached: 2, answers: {} },
    damaged: [
      ...JSONS,
      '{"reached":"2","answers":{}}',
      '{"reached":2,"answers":{"0":{"points":[{"timeS":1e999}]}}}',
    ],
  }),
  row({
    of: CHECK_INPUTS,
    value: { ...NO_INPUTS, handIns: "Ana\nBo" },
    newer: JSON.stringify({ ...NO_INPUTS, handIns: "Ana", more: 1 }),
    readAs: { ...NO_INPUTS, handIns: "Ana" },
    damaged: [...JSONS, '{"handIns":7}'],
  }),
  row({
    of: LESSON_DRAFT,
    value: "---\nkind: lesson\n",
    newer: "---\nkind: lesson\nmood: calm\n",
    readAs: "---\nkind: lesson\nmood: calm\n",
    damaged: ["\u0000", "x".repeat(200_001)],
  }),
  row({
    of: TRIES,
    which: "abc",
    value: {
      tries: 2,
      hints: 1,
      settings: [{ key: "aqm", text: "pie" }],
      answers: [{ id: "why", text: "so" }],
    },
    newer: '{"tries":99999,"hints":1,"more":{}}',
    readAs: { tries: 9999, hints: 1 },
    damaged: [...JSONS, '{"tries":-1,"hints":0}', '{"tries":1.5,"hints":0}'],
  }),
  row({
    of: PROGRAM,
    which: "abc",
    value: {
      kind: "sender",
      name: "Mine",
      text: "// @sender AIMD",
      atMs: 5,
      startedFrom: "",
      guide: "",
      versions: [{ text: "// @sender A", atMs: 4 }],
    },
    newer: '{"kind":"path","name":"","text":"","atMs":1,"startedFrom":"","guide":"","versions":[]}',
    readAs: "set aside",
    damaged: JSONS,
  }),
  row({
    of: ALLOWED,
    value: ["z.0000001ab", "z.0000002cd"],
    newer: "y.1",
    readAs: ["y.1"],
    damaged: [],
  }),
  row({
    of: MARKS,
    which: "abc",
    value: [{ handIn: "0abcdef", question: "why", points: 2.5, comment: "So." }],
    newer: '[{"handIn":"0abcdef","question":"why","points":null,"comment":"","more":1}]',
    readAs: [{ handIn: "0abcdef", question: "why", points: null, comment: "" }],
    damaged: [...JSONS, '[{"handIn":"0abcdef","question":"why","points":-1,"comment":""}]'],
  }),
  row({
    of: TASK_DRAFT,
    value: EXAMPLE,
    newer: EXAMPLE.replace("\n", "\nmood: calm\n"),
    readAs: "set aside",
    damaged: ["nothing", "---\nkind: task\n", ">".repeat(3500)],
  }),
  row({
    of: TALK_DRAFT,
    value: talk,
    newer: talk.replace("\n", "\nmood: calm\n"),
    readAs: "set aside",
    damaged: ["nothing", "---\nkind: talk\n", ">".repeat(3500), '{"title":"A talk"}'],
  }),
  row({
    of: REPORT,
    which: "abc",
    value: { ...draft, atMs },
    newer: JSON.stringify({ ...draft, atMs, more: 1 }),
    readAs: { ...draft, atMs },
    damaged: [...JSONS, JSON.stringify({ ...draft, atMs, notes: "n".repeat(20_001) }), JSON.stringify(draft)],
  }),
  row({
    of: REPORTS,
    value: [{ key: "abc", ...draft }],
    newer: JSON.stringify([{ key: "abc", ...draft, more: 1 }]),
    readAs: [{ key: "abc", ...draft }],
    damaged: [...JSONS, '[{"key":1}]'],
  }),
  row({
    of: NOTEBOOK,
    value: book,
    newer: `${NOTEBOOK.write(book)}&more=1`,
    readAs: "set aside",
    damaged: ["runs=z.x", "runs=z.0000000A&base=2", "\u0000", `${NOTEBOOK.write(book)}&base=9`],
  }),
];

describe.each(ROWS)("$of.key", ({ of, which = "", value, newer, readAs, isChoice = false, damaged }) => {
  const name = `sawtooth /a/ ${of.key}${which}`;

  async function read(text: string, under = name) {
    here().kept.clear();
    here().kept.set(under, text);
    const { device } = madeTab();
    const got = device.read(of, which);
    await inTurn();
    const { aside } = device.store.get();
    expect(device.read(of, which)).toEqual(got);
    return { got, aside: aside.map((one) => one.text) };
  }

  test("reads back as written, under its name and under older names, and is absent if empty", async () => {
    const text = of.write(value);
    expect(await read(text)).toEqual({ got: value, aside: [] });
    expect(await read(text, `sawtooth.${of.key}${which}`)).toEqual({ got: value, aside: [] });
    expect(await read("")).toEqual({ got: of.none, aside: [] });
    expect(await read("", "another name")).toEqual({ got: of.none, aside: [] });
  });

  test("of a newer version is read, or set aside", async () => {
    const isAside = readAs === "set aside";
    expect(await read(newer)).toEqual({ got: isAside ? of.none : readAs, aside: isAside ? [newer] : [] });
  });

  test("that is damaged is set aside; for a choice the default applies", async () => {
    for (const text of damaged)
      expect(await read(text)).toEqual({ got: of.none, aside: isChoice ? [] : [text] });
  });

  test("that is very large is set aside before it is read, and one of the maximum length is read fast", async () => {
    const huge = "x".repeat(LONGEST_STORED + 1);
    expect(await read(huge)).toEqual({ got: of.none, aside: [huge] });
    const begin = performance.now();
    await read(of.write(value).padEnd(LONGEST_STORED, "[>{a"));
    expect(performance.now() - begin).toBeLessThan(5000);
  });
});

const sources = readdirSync(join(root, "src"), { recursive: true, encoding: "utf8" })
  .filter((path) => /\.tsx?$/.test(path))
  .map((path) => ({ path: `src/${path}`, text: readFileSync(join(root, "src", path), "utf8") }));

test("no other file uses a storage or opens a channel; the stored page belongs to src/offline/", () => {
  const STORAGE =
    /\b(?:localStorage|sessionStorage|indexedDB|BroadcastChannel|SharedWorker|cookieStore)\b|document\.cookie|navigator\.storage/;
  const touching = (what: RegExp) => sources.filter(({ text }) => what.test(text)).map(({ path }) => path);
  expect(touching(STORAGE)).toEqual(["src/ui/core/device.ts"]);
  expect(touching(/\bcaches\./).filter((path) => !path.startsWith("src/offline/"))).toEqual([]);
});

test("every stored kind is in the record of its feature, in this table, and in that of the documents", () => {
  const declared = sources.flatMap(({ text }) =>
    [...text.matchAll(/: Stored<[^=]*> = \{\n\s+key: "([^"]+)"/g)].map(([, key]) => key),
  );
  const keys = ROWS.map(({ of }) => of.key).sort();
  expect(declared.sort()).toEqual(keys);
  const ofPage = [THEME, SINGLE_KEYS, FIRST_VISIT].map(({ key }) => key);
  const ofFeatures = FEATURES.flatMap(({ stored = [] }) => stored);
  expect([...ofPage, ...ofFeatures].sort()).toEqual(keys);
  const page = readFileSync(join(root, "docs/robustness.md"), "utf8");
  const section = page.slice(page.indexOf("## What stays on the device"));
  const told = [...section.matchAll(/^\| `([^`…]+)…?` \|/gm)].map(([, key]) => key);
  expect(told.sort()).toEqual([...keys, "aside ", "failed"].sort());
});

/**
 * Tests inputs that once caused faults, reduced as far as possible. A reader that takes quadratic time would hang
 * here.
 */
import * as v from "valibot";
import { expect, test, vi } from "vitest";
import { defaultScenario, scenarioFromUrl } from "../../src/engine/index.ts";
import { packText } from "../../src/lib/packed-text.ts";
import { answerOf } from "../../src/teaching/answer/answer.ts";
import { findHandIn } from "../../src/teaching/answer/found-hand-in.ts";
import { readHandInList } from "../../src/teaching/answer/hand-in-list.ts";
import { NO_RULES } from "../../src/teaching/check/grading.ts";
import { readList } from "../../src/teaching/check/read-list.ts";
import { readConditions } from "../../src/teaching/document/conditions.ts";
import { People, readRoster } from "../../src/teaching/roster/roster.ts";
import { STORED } from "../../src/ui/features/papers/stored-results.ts";
import { taskOf } from "../teaching/example-task.ts";
import { madeOutcome, madeStored } from "../ui/features/papers/made-experiment.ts";
import type { Reading } from "./reader.ts";
import { READERS } from "./readers.ts";

/** Counts how often answers are compared. */
vi.mock("../../src/teaching/answer/answer.ts", async (original) => {
  const all = await original<typeof import("../../src/teaching/answer/answer.ts")>();
  return { ...all, answerOf: vi.fn(all.answerOf) };
});

async function read(name: string, text: string): Promise<Reading> {
  const reader = READERS.find((one) => one.name === name);
  if (reader === undefined) throw new Error(`no reader is called ${name}`);
  return reader.read(text);
}

test("similar names are searched twenty times at most for many unknown names: formerly 660 ms for 10 kB", () => {
  const letters = [..."abcdefghijklmnopqrstuvwxyz"];
  const names = letters.flatMap((one) => letters.map((two) => `beta-e${one}${two}=1`));
  const { problems } = scenarioFromUrl(`v=2&${names.join("&")}`);
  expect(problems).toHaveLength(102);
  expect(problems.filter(({ message }) => message.includes("beta-ecn"))).toHaveLength(20);
});

test("Markdown that is nested or complex is refused: formerly a stack overflow, or 2.8 s for 12 kB", async () => {
  const task = (words: string) => `---\nkind: task\nid: a\n---\n\n${words}\n`;
  for (const words of [">".repeat(5000), "1. ".repeat(2000), "_a*".repeat(30_000), "a\n".repeat(40_000)]) {
    const { refused } = await read("task", task(words));
    expect(refused).toMatch(/^(?:There are more than|Quotations and lists may be nested)/);
  }
});

test("a list of hand-ins is read in linear time: formerly quadratic", () => {
  for (const text of [
    "#".repeat(2_000_000),
    "http://".repeat(300_000),
    `${"a".repeat(500_000)}#${",a=".repeat(200_000)}`,
  ])
    expect(readHandInList(text).entries.length).toBe(1);
});

test("spaces in a line of a head are read once: formerly 230 ms for 15 kB", async () => {
  const blanks = " ".repeat(90_000);
  const task = (line: string) => `---\nkind: task\nid: a\nscenario: #v=2\n${line}\n---\n\nwords\n`;
  for (const line of [`vary: rtt 4${blanks}x`, `change: rtt 4${blanks}x`, `vary: rtt ${".".repeat(90_000)}`])
    expect((await read("task", task(line))).refused).toContain("RTT must be");
  expect(readConditions(`utilisation >= 95 %${blanks}and done`, defaultScenario())).toHaveLength(2);
});

test("a hand-in of 4,000 characters does not contain thousands of settings: formerly 100 ms to judge", async () => {
  const many = Array.from({ length: 101 }, () => "beta-ecn=0.8").join("\n");
  const { value } = await read("hand-in, packed anew", `hand-in 1\nchoose-beta\nabcdefg\nAna\n1\n${many}`);
  expect(JSON.stringify(value)).toContain("This version does not support the format of the code.");
});

test("a shard is one of 10,000 at most: no list of 9,007,199,254,740,991 missing ones is made", async () => {
  const { examples } = READERS.find(({ name }) => name === "shard, signed anew")!;
  const text = examples[0].replace('"of":1', `"of":${Number.MAX_SAFE_INTEGER}`);
  expect((await read("shard, signed anew", text)).refused).toMatch(
    /is not a shard, or its first line is damaged/,
  );
});

test("stored results with cells, numbers or choices of another kind are refused: formerly they were drawn", () => {
  const outcome = madeOutcome();
  const stored = (change: object) =>
    v.is(STORED, JSON.parse(JSON.stringify(madeStored({ outcome: { ...outcome, ...change } }))));
  expect(stored({})).toBe(true);
  const [figure] = outcome.figures;
  const [series] = figure.series;
  const table = { id: "t", title: "t", head: ["a", "b", "c"], rows: [["b", 1, null]] };
  expect(stored({ tables: [table] })).toBe(true);
  for (const change of [
    { tables: [{ ...table, rows: [[{}, 1, 1]] }] },
    { tables: [{ ...table, head: [{}, "b", "c"] }] },
    { tables: [{ ...table, rows: [["b", 1]] }] },
    { figures: [{ ...figure, kind: "pie" }] },
    { figures: [{ ...figure, x: { ...figure.x, scale: "square" } }] },
    { figures: [{ ...figure, series: [{ ...series, x: ["1"] }] }] },
    { figures: [{ ...figure, series: [{ ...series, y: [{}] }] }] },
    { figures: [{ ...figure, series: [{ ...series, low: 1 }] }] },
    { figures: [{ ...figure, series: [{ ...series, y: [1] }] }] },
  ])
    expect(stored(change), JSON.stringify(change)).toBe(false);
});

test("a key that names a prototype does not pass the page's JSON", async () => {
  const progress =
    '{"reached":1,"answers":{"__proto__":{"done":true},"0":{"chosen":[1],"__proto__":{"stands":true}}}}';
  const { value } = await read('the progress in a lesson, on the device as "lesson."', progress);
  expect(value).toEqual({ reached: 1, answers: { 0: { chosen: [1] } } });
  expect(({} as { done?: boolean }).done).toBeUndefined();
});

test("a code in 120 pieces is unpacked a few times: formerly once for each piece, 1 s for 280 kB", () => {
  const code = packText(Array.from({ length: 3000 }, (_, i) => String((i * 7919) % 10_007)).join(" "));
  const pieces = [code.slice(0, -600), ...(code.slice(-600).match(/.{5}/g) ?? [])];
  const unpacked = vi.spyOn(globalThis, "atob");
  const count = (text: string) => {
    unpacked.mockClear();
    return { found: findHandIn(text)?.text, times: unpacked.mock.calls.length };
  };
  expect(count(pieces.join(" "))).toEqual({ found: code, times: expect.closeTo(10, -1) });
  expect(count(`${pieces.join(" ")} Thanks a lot`)).toMatchObject({ found: code });
  const broken = count(pieces.join(" ").replace(/^z\.\w{7}/, "z.0000000"));
  expect(broken.times).toBeLessThan(20);
  unpacked.mockRestore();
});

test("a link is compared with few variants of a class: formerly with each of them, 10 s for 3,000", () => {
  const task = taskOf([
    "vary: rtt 40ms..80ms step 20ms\n",
    "vary: rtt 20ms..320ms step 1ms\nvary: seed 1..500 step 1\n",
  ]);
  const rows = Array.from(
    { length: 300 },
    (_, i) => `s${1000 + i},${i === 7 ? "https://x/#v=2&aqm=pie" : ""}`,
  );
  const compared = vi.mocked(answerOf);
  compared.mockClear();
  const [, , , , , , , one] = readList(task, readHandInList(`number,link\n${rows.join("\n")}\n`), NO_RULES);
  expect(one.problems.length).toBeGreaterThan(0);
  expect(compared.mock.calls.length).toBeLessThan(30);
});

test("numbers and columns of a large class are compared in linear time: formerly minutes", () => {
  const numbers = Array.from({ length: 20_000 }, (_, i) => `s${100_000 + i}`);
  const code = "#v=2&beta-ecn=0.7";
  const read = (list: string, roster: string | null = null) =>
    readList(taskOf(), readHandInList(list), {
      ...NO_RULES,
      roster: roster === null ? null : readRoster(roster),
    }).length;
  // One line of the first fifty has very many columns.
  const wide = `${numbers[0]},${code}\n${numbers[1]}${",c".repeat(500_000)},${code}\n`;
  const plain = numbers.slice(2, 1000).map((number) => `${number},${code}\n`);
  expect(read(wide + plain.join(""))).toBe(1000);
  // A name contains the numbers of the whole class.
  const roster = `name,number\n${numbers.map((number) => `x,${number}\n`).join("")}`;
  expect(read(`name,number,code\n${numbers.join(" ")},s1,${code}\n`, roster)).toBe(1);
  // Two students share all addresses.
  const shared = numbers.map((_, line) => {
    const ids = [`s100${line % 2}`, `ana${Math.floor(line / 2)}@x.example`];
    return { line, name: ids[0], names: [], ids };
  });
  expect(People.ofList(shared).all.length).toBe(2);
});

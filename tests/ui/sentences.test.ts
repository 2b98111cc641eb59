import { describe, expect, test } from "vitest";
import { sentencesIn } from "./sentences.ts";

/** `@{x}` stands for a value in a template. */
const written = (source: string) => source.replaceAll("@", "$");
const foundIn = (source: string) => sentencesIn("Any.tsx", written(source)).map(({ text }) => text);

describe("a sentence put together in a component is found", () => {
  test.each([
    ["const a = `@{n} flows`;", "{} flows"],
    ["const a = `at @{t} s`;", "at {} s"],
    ['const a = "Run " + n;', "Run {}"],
    ["const a = `Line @{n}: ` + message;", "Line {}: {}"],
    ["const a = <p>Run {n}</p>;", "Run {}"],
    ["const a = <p>{n} of <b>all</b></p>;", "{} of all"],
    ["const a = <p>of <b>{n}</b> runs</p>;", "of {} runs"],
    ['const a = <p>The queue {isFull ? "is" : "was"} full</p>;', "The queue {} full"],
    ["const a = <p>Queue of <SymbolText text={name} /></p>;", "Queue of {}"],
    ['const a = <a aria-label={`Open @{name}`} href="#">Open</a>;', "Open {}"],
    ["say(`@{name} saved`);", "{} saved"],
    ["const a = names.join(' and ');", "{} and {}"],
    ["const a = ['Scene', n].join(' ');", "Scene {}"],
  ])("%s", (source, text) => expect(foundIn(source)).toEqual([text]));

  test("with its line", () => {
    expect(sentencesIn("a.ts", written("const n = 2;\nconst a = `@{n} flows`;\n"))).toEqual([
      { line: 2, text: "{} flows" },
    ]);
  });
});

describe("what carries no words is left alone", () => {
  test.each([
    "const a = `@{n} ms`;",
    "const a = `@{n} %, @{m} Mbps`;",
    "const a = `plot-@{id}`;",
    "const a = `plot plot--@{id}`;",
    "const a = `lesson.@{id}`;",
    "const a = `#screen=papers&of=@{id}`;",
    "const a = `npm run -s sim -- run @{link}`;",
    "const a = <p className={`lesson one @{kind}`}>Run</p>;",
    "const a = <path d={`M @{x} to @{y}`} />;",
    "throw new Error(`no plot called @{id}`);",
    "const a = faults.get(`change of @{key}`);",
    "const a = <p>Loading…</p>;",
    "const a = <p>Always <b>the same</b> words</p>;",
    "const a = <p>Words {isOpen && <Menu />}</p>;",
    "const a = <ul>{list.map((one) => <li key={one}>{one}</li>)}</ul>;",
    "const a = <p>{count}</p>;",
    "const a = <dl><dt>Runs</dt><dd>{n}</dd></dl>;",
    "type A = `@{string} flows`;",
  ])("%s", (source) => expect(foundIn(source)).toEqual([]));
});

import { describe, expect, test } from "vitest";
import { scenarioToUrl } from "../../src/engine/index.ts";
import {
  answerFragment,
  checkList,
  distinctRuns,
  readList,
  scoreOfEntry,
  tableCsv,
  tableHead,
  tableRows,
  tallyWords,
} from "../../src/teaching/check-list.ts";
import { handInCode, handInOf } from "../../src/teaching/hand-in.ts";
import type { Entry } from "../../src/teaching/hand-in-list.ts";
import { variantOf } from "../../src/teaching/variant.ts";
import { taskOf } from "./example-task.ts";

const task = taskOf();
const one = (name: string, text: string, line = 1): Entry => ({
  line,
  name,
  names: name === "" ? [] : [name],
  text,
});
const code = (name: string, answer: Record<string, string>, tries = 1) =>
  handInCode(
    handInOf(
      task,
      { name, tries },
      Object.entries(answer).map(([key, text]) => ({ key, text })),
    ),
  );
const read = (...entries: readonly Entry[]) => readList(task, entries);

describe("a list that was read", () => {
  test("has each student's own variant with what he changed", () => {
    const [ana] = read(one("", code("Ana", { aqm: "pie", "beta-ecn": "0.8" })));
    expect(ana).toMatchObject({ name: "Ana", tries: 1, problems: [], notes: [] });
    const { values } = variantOf(task, "Ana");
    expect(ana.answer?.flows[0].params).toMatchObject({ rtt: values[0].value, "beta-ecn": 0.8 });
    expect(ana.trial.runs).toHaveLength(4);
    expect(answerFragment(ana)).toBe(ana.trial.runs[0].key);
  });

  test("names what is not allowed, and still says what it would come to", () => {
    const [ana] = read(one("Ana", code("Ana", { "beta-ecn": "0.99", rtt: "1ms" })));
    expect(ana.problems).toEqual([
      "β_ecn is 0.99; the task allows 0.5 to 0.95.",
      "RTT was changed; the task keeps it as it is.",
    ]);
    expect(ana.trial.runs).toHaveLength(4);
    const verdict = checkList(task, [ana], () => [100, 1])[0];
    expect([verdict.verdict?.passed, verdict.passed]).toEqual([true, false]);
  });

  test("does not run what cannot count and would take far longer than the task", () => {
    const [ana] = read(one("Ana", code("Ana", { duration: "900s" })));
    expect(ana.problems).toEqual(["Duration was changed; the task keeps it as it is."]);
    expect(ana.notes).toEqual(["It was not run: its runs take far longer than those of the task."]);
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

  test("tells another task from another version of this one", () => {
    const other = taskOf(["id: choose-beta", "id: other"]);
    const later = taskOf(["30 ms", "31 ms"]);
    const of = (which: typeof task) => one("Ana", handInCode(handInOf(which, { name: "Ana", tries: 1 }, [])));
    expect(read(of(other))[0].problems).toEqual(["It belongs to another task: other."]);
    expect(read(of(later))[0].problems[0]).toMatch(/^It belongs to another version of the task choose-beta/);
  });

  test("takes a link from the address bar, and says what is not known", () => {
    const { scenario } = variantOf(task, "Ana");
    const own = scenarioToUrl(scenario);
    const [good, bad] = read(
      one("Ana", `https://x.example/#${own}&beta-ecn=0.8`),
      one("Bo", `#${own}&flows=2`),
    );
    expect(good.problems).toEqual([]);
    expect(good.notes).toEqual(["A link of the bench without a code: how many tries it took is not known."]);
    expect(good.settings).toEqual([{ key: "beta-ecn", text: "0.8" }]);
    expect(bad.problems.length).toBeGreaterThan(0);
  });

  test("says who handed in under another name, too often, or before", () => {
    const [first, second] = read(
      one("Ana", code("Ana", { "beta-ecn": "0.8" })),
      one("Ana", code("Bo", { "beta-ecn": "0.7" }, 4)),
    );
    expect(first.notes).toEqual(["A later line has the same name: this one is an earlier hand-in."]);
    expect(second.notes).toEqual(["The list says Ana, the hand-in says Bo.", "Try 4: the task allows 3."]);
  });

  test("knows a student by any of the names of the line, in any order of the words", () => {
    const of = (name: string, names: readonly string[], own: string) =>
      read({ line: 1, name, names, text: code(own, { "beta-ecn": "0.8" }) })[0].notes;
    expect(of("Ana Souza", ["Ana Souza", "2026001"], "2026001")).toEqual([]);
    expect(of("Souza, Ana", ["Souza, Ana"], "ana souza")).toEqual([]);
    expect(of("Ana Souza", ["Ana Souza", "2026001"], "2026002")).toEqual([
      "The list says Ana Souza, the hand-in says 2026002.",
    ]);
  });

  test("finds by which of the line's names a link without a code was varied", () => {
    const names = ["Ana Souza", "2026001", "2026004"];
    const [first, ...others] = names.map((name) => Number(variantOf(task, name).values[0].value));
    const other = others.findIndex((value) => value !== first);
    const [name] = names.slice(1 + other);
    const text = `#${scenarioToUrl(variantOf(task, name).scenario)}&beta-ecn=0.8`;
    expect(read({ line: 1, name: names[0], names, text })[0]).toMatchObject({ name, problems: [] });
  });

  test("runs equal scenarios once", () => {
    const own = code("Ana", { "beta-ecn": "0.8" });
    const list = read(one("Ana", own), one("Bo", own, 2));
    // Four of the answer, four of the start.
    expect(distinctRuns(list)).toHaveLength(8);
    const checked = checkList(task, list, () => [100, 1]);
    expect(checked.map(({ passed }) => passed)).toEqual([true, true]);
    expect(checkList(task, list, () => undefined).map(({ verdict, passed }) => [verdict, passed])).toEqual([
      [null, false],
      [null, false],
    ]);
  });
});

describe("the same answer", () => {
  const plain = taskOf(["vary: rtt 40ms..80ms step 20ms\n", ""]);
  /** Lines from 1: who the list says it was, and the code's own name and answer. */
  const said = (
    of: typeof task,
    ...lines: readonly (readonly [listed: string, name: string, beta: string])[]
  ) =>
    readList(
      of,
      lines.map(([listed, name, text], i) => {
        const own = handInOf(of, { name, tries: i + 1 }, [{ key: "beta-ecn", text }]);
        return { line: i + 1, name: listed, names: [listed, name], text: handInCode(own) };
      }),
    ).map(({ notes }) => notes.filter((note) => note.includes("same answer")));
  const ofEach = (names: string, beta = "0.8") => names.split(" ").map((name) => [name, name, beta] as const);

  test("is told of each other, and of many names some", () => {
    expect(said(plain, ...ofEach("Ana Bo"), ...ofEach("Cy", "0.7"))).toEqual([
      ["The same answer as Bo (line 2)."],
      ["The same answer as Ana (line 1)."],
      [],
    ]);
    expect(said(plain, ...ofEach("n1 n2 n3 n4 n5 n6 n7"))[0]).toEqual([
      "The same answer as n2 (line 2), n3 (line 3), n4 (line 4), n5 (line 5) and 2 more.",
    ]);
  });

  test("of the same person is a second hand-in, and to another variant another answer", () => {
    expect(said(plain, ["Ana", "Ana", "0.8"], [" ANA", "Ana", "0.8"])).toEqual([[], []]);
    const varied = taskOf(["40ms..80ms step 20ms", "40ms..400ms step 1ms"]);
    expect(said(varied, ...ofEach("Ana Bo"))).toEqual([[], []]);
  });

  test("by the very same code is a copy; where there is no answer nothing is said", () => {
    const own = code("Ana", { "beta-ecn": "0.8" });
    expect(read(one("Ana", own), one("Bo", own, 2)).map(({ notes }) => notes)).toEqual([
      ["The very same hand-in as Bo (line 2)."],
      ["The list says Bo, the hand-in says Ana.", "The very same hand-in as Ana (line 1)."],
    ]);
    expect(read(one("Ana", ""), one("Bo", "", 2)).map(({ notes }) => notes)).toEqual([[], []]);
  });
});

describe("the table", () => {
  const list = read(
    one('=Ana, "A"', code("Ana", { "beta-ecn": "0.8" }), 2),
    one("Bo", code("Bo", { "beta-ecn": "0.81" }), 3),
    one("Cy", "z.x", 4),
  );
  const values = new Map(
    [[96.5, 12.25] as const, [90, null] as const].flatMap((of, i) =>
      list[i].trial.runs.map(({ key }) => [key, of] as const),
    ),
  );
  // The start meets nothing.
  const checked = checkList(task, list, (key) => values.get(key) ?? [0, null]);
  const named = (name: string) => ({ ...checked[0], entry: { ...checked[0].entry, name } });

  test("says who met what, by the least favourable run", () => {
    expect(tableHead(task)).toEqual([
      ...["name", "line", "result", "score", "utilisation >= 95 %", "met on, of 4 runs"],
      ...["delay-p99 <= 30 ms", "met on, of 4 runs", "try", "answer", "remarks"],
    ]);
    expect(tableRows(task, checked)).toEqual([
      [
        '=Ana, "A"',
        "2",
        "met",
        "100",
        "96.5",
        "4",
        "12.25",
        "4",
        "1",
        "beta-ecn=0.8",
        'The list says =Ana, "A", the hand-in says Ana.',
      ],
      ["Bo", "3", "not met", "0", "90", "0", "none", "0", "1", "beta-ecn=0.81", ""],
      ["Cy", "4", "not counted", "0", "", "", "", "", "", "", expect.stringMatching(/damaged/)],
    ]);
    expect(checked.map(scoreOfEntry)).toEqual([100, 0, 0]);
  });

  test("is counted", () => {
    expect(tallyWords(checked)).toBe("3 hand-ins: 1 met everything, 1 did not, 1 could not be counted.");
    expect(tallyWords(checked.slice(0, 1))).toBe("1 hand-in: 1 met everything, 0 did not.");
  });

  test("is CSV, in which no name is a formula", () => {
    const [head, first] = tableCsv(task, checked).split("\r\n");
    expect(head).toMatch(/^\uFEFFname,line,result,score,utilisation >= 95 %,"met on, of 4 runs"/);
    expect(first).toMatch(/^"'=Ana, ""A""",2,met,100,96\.5,4,12\.25,4,1,beta-ecn=0\.8,/);
    // A number is none; what only begins as one may be.
    const [, , second] = tableCsv(task, [checked[0], named("-2+3"), named("-2")]).split("\r\n");
    expect(second).toMatch(/^'-2\+3,/);
    expect(tableCsv(task, [named("-2")])).toContain("\n-2,2,");
  });

  test("tells what was not run from what cannot be counted", () => {
    const cancelled = checkList(task, list, () => undefined);
    expect(tallyWords(cancelled)).toBe(
      "3 hand-ins: 0 met everything, 0 did not, 1 could not be counted, 2 were not run to the end.",
    );
    expect(tableRows(task, cancelled)[1]).toEqual([
      ...["Bo", "3", "not run", "", "", "", "", "", "1", "beta-ecn=0.81"],
      "Its runs are not complete: check it once more.",
    ]);
  });
});

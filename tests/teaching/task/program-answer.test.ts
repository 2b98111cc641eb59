import { beforeAll, describe, expect, test } from "vitest";
import {
  getParam,
  type Scenario,
  scenarioToUrl,
  setAqm,
  setCc,
  setParam,
  withProgram,
} from "../../../src/engine/index.ts";
import { answerOf, refusals, withSetting } from "../../../src/teaching/answer/answer.ts";
import { handInCode, handInFragment, handInOf, readHandIn } from "../../../src/teaching/answer/hand-in.ts";
import { countedRuns } from "../../../src/teaching/check/check.ts";
import { breachesOf, mayTouch } from "../../../src/teaching/document/change-rule.ts";
import { codeKey, plainProgram, programWords } from "../../../src/teaching/task/program-answer.ts";
import {
  packTask,
  readTask,
  readTaskFrom,
  ruleOf,
  type Task,
  writeTask,
} from "../../../src/teaching/task/task.ts";
import { ready, senderWith } from "../../engine/custom/custom-runs.ts";

const FENCE = "```";
const GIVEN = senderWith(
  "function onMark(tcp) { tcp.ssthresh = tcp.cwnd * beta }\n// @param beta = 0.5 (0.1 to 0.9) x",
  "Given",
);
const OTHER = senderWith("// @param beta = 0.5 (0.1 to 0.9) x", "Other");
/** A program that declares one more parameter than the given one. */
const OWN = `${GIVEN.replace("Given", "Mine")}\n// @param gain = 1 (0.1 to 9) y`;
const QUEUE = "// @queue Q\nfunction enqueue(packet) { mark() }";

beforeAll(ready);

function reading(...head: string[]) {
  const blocks = [
    ["given", GIVEN],
    ["other", OTHER],
    ["queue", QUEUE],
  ]
    .filter(([name]) => head.some((line) => line.includes(`@${name}`)))
    .map(([name, code]) => `${FENCE}program ${name}\n${code}\n${FENCE}\n`);
  const lines = ["kind: task", "id: t", "title: T", ...head, "count: utilisation >= 90 %"];
  return readTask(`---\n${lines.join("\n")}\n---\n\nDo it.\n\n${blocks.join("\n")}`);
}

function task(...head: string[]): Task {
  const { task: read, problems } = reading(...head);
  if (read === null) throw new Error(problems.map(({ message }) => message).join(" "));
  return read;
}

const one = () => task("scenario: #cc=@given&duration=5s", "change: code");
const two = () =>
  task(
    "scenario: #flow=cc=@given&flow=cc=@other&duration=5s",
    "change: code given",
    "also: #flow=cc=cubic&flow=cc=@given,count=2",
  );
const put = ({ scenario, code }: Task, text: string) =>
  withSetting(scenario, { key: codeKey(code?.id ?? ""), text });

describe("a task with a program", () => {
  test("is written and packed as it is read", () => {
    for (const read of [one(), two()]) {
      expect(readTask(writeTask(read)).task).toEqual(read);
      expect(readTaskFrom(packTask(read)).task).toEqual(read);
    }
    expect(two().code).toMatchObject({ name: "given", kind: "sender" });
  });

  test.each([
    [["scenario: #cc=cubic", "change: code"], /the scenario has no program/],
    [["scenario: #flow=cc=@given&flow=cc=@other", "change: code"], /has the programs given, other: name one/],
    [["scenario: #cc=@given", "change: code mine"], /has the program given: name one/],
    [["scenario: #cc=@given", "change: code", "change: code"], /occurs twice/],
    [
      ["scenario: #cc=@given", "change: code", "change: cc cubic, newreno"],
      /the student writes the sender; cc cannot/,
    ],
    [
      ["scenario: #aqm=@queue", "change: code", "change: aqm codel, pie"],
      /the student writes the queue; aqm cannot/,
    ],
    [
      ["scenario: #cc=@given", "change: code", "also: #own-beta=0.3"],
      /own-beta can be changed by the student/,
    ],
    [
      ["scenario: #cc=@given", "change: code", "question: why evidence: Pin it."],
      /evidence cannot be used together with change: code/,
    ],
  ])("is refused: %j", (head, fault) => {
    expect(
      reading(...head)
        .problems.map(({ message }) => message)
        .join(" "),
    ).toMatch(fault);
  });

  test("lets the student change the text and what it declares, and nothing else", () => {
    const read = two();
    const rule = ruleOf(read);
    const to = (change: (scenario: Scenario) => Scenario) =>
      breachesOf(rule, read.scenario, change(read.scenario)).map(({ id }) => id);
    const mine = put(read, OWN);
    expect([to(() => mine), to(() => setParam(mine, { scope: "flow", flow: 0 }, "own-gain", 2))]).toEqual([
      [],
      [],
    ]);
    expect(to((now) => setParam(now, { scope: "flow", flow: 0 }, "own-beta", 0.7))).toEqual([]);
    expect(to((now) => setParam(now, { scope: "flow", flow: 1 }, "own-beta", 0.7))).toEqual(["own-beta"]);
    expect(to((now) => setCc(now, 0, "cubic"))).toContain("cc");
    expect(to((now) => setCc((mine.programs ?? []).reduce(withProgram, now), 1, mine.flows[0].cc))).toContain(
      "cc",
    );
    expect(to((now) => setAqm(now, "pie"))).toEqual(["aqm"]);
    expect([mayTouch(rule, "own-beta"), mayTouch(rule, "cc"), mayTouch(rule, "rtt")]).toEqual([
      true,
      false,
      false,
    ]);
  });

  test("has an answer of the text and its values, which gives the same run", () => {
    const read = one();
    const now = setParam(put(read, OWN), { scope: "flow", flow: 0 }, "own-beta", 0.8);
    const answer = answerOf(read.scenario, now);
    expect(answer).toMatchObject({
      settings: [
        { key: codeKey(read.code?.id ?? ""), text: OWN },
        { key: "own-beta", text: "0.8" },
      ],
      others: [],
    });
    expect(refusals(answer, read, read.scenario)).toEqual([]);
    expect(scenarioToUrl(answer.settings.reduce(withSetting, read.scenario))).toBe(scenarioToUrl(now));
  });

  test("refuses an invalid program with the reason", () => {
    const read = two();
    const refused = (now: Scenario) => refusals(answerOf(read.scenario, now), read, read.scenario);
    expect(refused(setCc(read.scenario, 0, "cubic")).join(" ")).toMatch(
      /no longer has a custom program; the task requires a sender/,
    );
    expect(refused(setParam(read.scenario, { scope: "flow", flow: 1 }, "own-beta", 0.7))).toEqual([
      "beta of flow 2 was changed; the task does not allow this.",
    ]);
    const code = (key: string, text: string) =>
      refusals({ settings: [{ key, text }], others: [] }, read, read.scenario).join(" ");
    const key = codeKey(read.code?.id ?? "");
    expect(code(key, QUEUE)).toBe("The program is a queue; the task requires a sender.");
    expect(code(key, "x")).toMatch(/^The program cannot be read: line 1: One line must say/);
    expect(code(codeKey("own-0"), OWN)).toMatch(/A program was changed; the task does not allow/);
    const other = read.scenario.flows[1].cc;
    expect(code(codeKey(other), OWN)).toMatch(/A program was changed; the task does not allow/);
  });

  test("puts the student's program with its values into flows of a hidden path", () => {
    const read = two();
    const now = setParam(put(read, OWN), { scope: "flow", flow: 0 }, "own-gain", 3);
    const [, hidden] = countedRuns(read, read.scenario, now).map(({ scenario }) => scenario);
    expect(hidden.flows.map(({ cc, count }) => [cc, count])).toEqual([
      ["cubic", 1],
      [now.flows[0].cc, 2],
    ]);
    expect(getParam(hidden, { scope: "flow", flow: 1 }, "own-gain")).toBe(3);
    const [, start] = countedRuns(read, read.scenario, read.scenario).map(({ scenario }) => scenario);
    expect(start.flows[1].cc).toBe(read.scenario.flows[0].cc);
  });

  test("has hand-ins that contain the text unchanged and only once", () => {
    const read = one();
    const text = `${OWN}\r\n// a \\n line, "signs" & markup <b>\n\t`;
    const settings = [{ key: codeKey(read.code?.id ?? ""), text }];
    const handIn = handInOf(read, { name: "Ana", tries: 2 }, settings, [{ id: "why", text: "so\nand so" }]);
    const fragment = handInFragment(read, handIn, put(read, text));
    for (const given of [handInCode(handIn), `https://x.example/#${fragment}`])
      expect(readHandIn(given)).toEqual({ kind: "code", handIn });
    expect(fragment).not.toContain("program=");
    // An answer without a program is handed in as a code.
    expect(readHandIn(handInCode({ ...handIn, settings: [] }))).toMatchObject({ kind: "code" });
  });
});

test("programs are described by name and length, and compared without irrelevant differences", () => {
  expect(programWords(GIVEN)).toBe(`Given (${GIVEN.split("\n").length} lines)`);
  const spaced = `/* mine */\n${GIVEN.replaceAll("\n", "\n\n  ").replace("Given", "Mine").replace("* beta }", "* beta; }")}`;
  expect(plainProgram(spaced)).toBe(plainProgram(GIVEN));
  const renamed = GIVEN.replaceAll("beta", "left");
  expect(plainProgram(renamed)).not.toBe(plainProgram(GIVEN));
  expect(plainProgram(renamed, "by number")).toBe(plainProgram(GIVEN, "by number"));
  expect(plainProgram(GIVEN.replace("0.5", "0.6"), "by number")).not.toBe(plainProgram(GIVEN, "by number"));
  expect(plainProgram(OTHER, "by number")).not.toBe(plainProgram(GIVEN, "by number"));
});

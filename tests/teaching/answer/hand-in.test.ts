import { describe, expect, test } from "vitest";
import { scenarioToUrl } from "../../../src/engine/index.ts";
import { packText } from "../../../src/lib/packed-text.ts";
import { withSetting } from "../../../src/teaching/answer/answer.ts";
import {
  handInCode,
  handInFragment,
  handInOf,
  LONGEST_NAME,
  readHandIn,
  tidyName,
} from "../../../src/teaching/answer/hand-in.ts";
import { packTask, taskDigest } from "../../../src/teaching/task/task.ts";
import { taskOf } from "../example-task.ts";

const task = taskOf();
const settings = [
  { key: "aqm", text: "pie" },
  { key: "beta-ecn", text: "0.8" },
];
const handIn = handInOf(task, { name: " José 李\n", tries: 2 }, settings);
const code = handInCode(handIn);
const message = (text: string) => {
  const read = readHandIn(text);
  return read.kind === "unreadable" ? read.message : read.kind;
};

describe("a hand-in", () => {
  test("is a short code that reads back", () => {
    expect(handIn).toEqual({
      taskId: "choose-beta",
      taskDigest: taskDigest(task),
      name: "José 李",
      tries: 2,
      settings,
      answers: [],
    });
    expect(code.length).toBeLessThan(120);
    expect(readHandIn(` ${code}\n`)).toEqual({ kind: "code", handIn });
  });

  /** These texts were written before questions existed. Such codes and links are in users' mails. */
  test("has the same text as before questions existed, if nothing is answered", () => {
    const old = "z.0wst2bpy0jMS9HNzFMw5CrhSkxK5nLMS-Qy4koszLUtyEzlSkotSdRNTc6zNdCzAAA";
    expect(handInCode({ taskId: "t", taskDigest: "abc", name: "Ana", tries: 2, settings, answers: [] })).toBe(
      old,
    );
    expect(readHandIn(old)).toMatchObject({ kind: "code", handIn: { name: "Ana", tries: 2, settings } });
  });

  test("contains written answers with any content", () => {
    const answers = [
      { id: "why", text: "a\\n b\n<b>no</b> \u202Eabc=&?x" },
      { id: "first", text: "2" },
    ];
    const written = handInCode(handInOf(task, { name: "Ana", tries: 2 }, settings, answers));
    expect(readHandIn(written)).toMatchObject({ kind: "code", handIn: { settings, answers } });
    const longest = Array.from({ length: 6000 }, (_, i) =>
      String.fromCodePoint(0x4e00 + ((i * 7919) % 20_000)),
    );
    const words = { id: "why", text: longest.join("") };
    const long = handInCode(handInOf(task, { name: "Ana", tries: 2 }, settings, [words]));
    expect(readHandIn(long)).toMatchObject({ kind: "code", handIn: { answers: [words] } });
  });

  test("is also a link, which opens the answer with the task", () => {
    const answer = settings.reduce(withSetting, task.scenario);
    const fragment = handInFragment(task, handIn, answer);
    expect(fragment).toBe(`${scenarioToUrl(answer)}&task=${packTask(task)}&hand-in=${code}`);
    expect(readHandIn(`https://x.example/sub/#${fragment}`)).toEqual({ kind: "code", handIn });
    expect(fragment.length).toBeLessThan(2000);
  });

  test("may be a link copied from the address bar", () => {
    const read = readHandIn("https://x.example/#v=2&beta-ecn=0.8&task=z.x");
    expect(read.kind === "link" && scenarioToUrl(read.scenario)).toBe("v=2&beta-ecn=0.8");
  });

  test.each([
    [code.slice(0, -3), /^The code is damaged/],
    [code.replace(/.$/, (last) => (last === "A" ? "B" : "A")), /damaged|code/],
    [`z.${"a".repeat(100_000)}`, /too long/],
    ["hello", /neither a hand-in code/],
    ["", /neither a hand-in code/],
    [`https://x.example/#task=${packTask(task)}`, /the link of the task, without an answer/],
    [packTask(task), /the link of the task, without an answer/],
    [packText("hand-in 9\nx\ny\nz\n1"), /This version does not support the format/],
    [packText("hand-in 1\nx\ny\nz\nmany"), /This version does not support the format/],
    [packText("hand-in 1\nx\ny\nz\n1\nrtt=1\n?why"), /This version does not support the format/],
    [packText("hand-in 2\nx\ny\nz\n1\n?why=a\nrtt=1"), /This version does not support the format/],
    [packText(`hand-in 2\nx\ny\nz\n1${"\n?why=a".repeat(13)}`), /This version does not support the format/],
    [packText("hand-in 1\nx\ny\nz\n1\nrtt"), /This version does not support the format/],
    ["https://x.example/#v=2&beta-ecn=7", /^The link cannot be read: .*must be/],
  ])("that is %s is reported with a sentence", (text, sentence) => {
    expect(message(text)).toMatch(sentence);
  });

  test("contains a name without line breaks, cut to the maximum length", () => {
    expect(tidyName("a\n\tb")).toBe("a b");
    expect(tidyName("x".repeat(200))).toHaveLength(LONGEST_NAME);
  });
});

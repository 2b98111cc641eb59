import { describe, expect, test } from "vitest";
import { packText } from "../../src/teaching/packed-text.ts";
import { readTask } from "../../src/teaching/task.ts";
import {
  hiddenPathText,
  packTask,
  readTaskFrom,
  taskDigest,
  writeTask,
} from "../../src/teaching/task-text.ts";
import { EXAMPLE, example, taskOf } from "./example-task.ts";

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

  test("fits into a link of less than 2,000 letters", () => {
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

  test("that is none, or damaged, is a sentence", () => {
    const packed = packTask(taskOf());
    expect(inOneLine("https://x.example/#v=2")).toEqual([expect.stringMatching(/^There is no task in it/)]);
    expect(inOneLine(packed.slice(0, -5))).toEqual([expect.stringMatching(/^The link is damaged/)]);
    expect(inOneLine(packText("hand-in 1"))).toEqual(['The file begins with a line "---" and its head.']);
  });

  test("has a digest of what decides a verdict, and of no more", () => {
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

  test("has hidden paths as links write them", () => {
    expect(
      hiddenPathText([
        { key: "rtt", text: "10 ms" },
        { key: "aqm", text: "pie" },
      ]),
    ).toBe("#rtt=10%20ms&aqm=pie");
    expect(readTask(example(["#capacity=20Mbps", "#rtt=10%20ms&aqm=pie"])).problems).toEqual([
      expect.objectContaining({ line: 13, message: expect.stringContaining("aqm is the student's") }),
    ]);
  });
});

import { describe, expect, test } from "vitest";
import { findHandIn, isPiece } from "../../src/teaching/found-hand-in.ts";
import { handInCode, handInFragment, handInOf, readHandIn } from "../../src/teaching/hand-in.ts";
import { readHandInList } from "../../src/teaching/hand-in-list.ts";
import { packTask } from "../../src/teaching/task.ts";
import { variantOf } from "../../src/teaching/variant.ts";
import { taskOf } from "./example-task.ts";

const task = taskOf();
const handIn = handInOf(task, { name: "João", tries: 2 }, [{ key: "beta-ecn", text: "0.8" }]);
const CODE = handInCode(handIn);
const LINK = `https://x.example/#${handInFragment(task, handIn, variantOf(task, "João").scenario)}`;

const wrapped = (text: string, width: number, end = "\n") =>
  (text.match(new RegExp(`.{1,${width}}`, "g")) ?? []).join(end);
const named = (text: string) => {
  const read = readHandIn(text);
  return read.kind === "code" ? read.handIn.name : read;
};

describe("a hand-in is found in what is around it", () => {
  test.each([
    ["HTML of a platform", `<p dir="ltr"><a href="${LINK.replaceAll("&", "&amp;")}">mine</a><br></p>`],
    ["HTML around a code", `<p>${CODE}&nbsp;</p>`],
    ["a line break of a mail in a cell", wrapped(LINK, 76)],
    ["CRLF", wrapped(LINK, 60, "\r\n")],
    ["soft line breaks of quoted-printable", wrapped(CODE, 40, "=\r\n")],
    ["breaks of a web page that are not seen", wrapped(CODE, 20, "\u200B")],
    ["breaks of a web page that are tags", wrapped(CODE, 20, "<wbr>")],
    [
      "a mail program's protection",
      `https://eur03.safelinks.example/?url=${encodeURIComponent(LINK)}&data=05%7C01%7C&reserved=0`,
    ],
    ["words", `My code: ${CODE}. Regards, João`],
  ])("%s", (_, cell) => {
    expect(named(findHandIn(cell)?.text ?? "")).toBe("João");
  });

  test("and lines that a mail has broken are put together; the line after them is its own", () => {
    const list = `${wrapped(LINK, 76)}\n${wrapped(CODE, 30, "\n> ")}\n${CODE}\n`;
    const entries = readHandInList(list).entries;
    expect(entries.map(({ text }) => named(text))).toEqual(["João", "João", "João"]);
    expect(entries.map(({ name }) => name)).toEqual(["", "", ""]);
    const lines = list.split("\n").length;
    expect(entries.at(-1)?.line).toBe(lines - 1);
  });

  test("a link from the address bar is put together by the checksum of its task", () => {
    const own = `https://x.example/#v=2&beta-ecn=0.8&task=${packTask(task)}`;
    expect(readHandInList(wrapped(own, 76)).entries.map(({ text }) => text)).toEqual([own]);
  });

  test("what stays broken is left as it is, to be told of", () => {
    const short = CODE.slice(0, -9);
    expect(findHandIn(`${short} Regards`)).toEqual({ text: short, beside: "Regards", used: 0 });
    expect(findHandIn(short, ["abc", "def"])).toEqual({ text: short, beside: "", used: 0 });
    expect(readHandInList(`${short}\n${CODE}`).entries.map(({ text }) => text)).toEqual([short, CODE]);
  });

  test("beside it stand the other words, without the markup", () => {
    expect(findHandIn(`<p dir="ltr">Ana: <b>${CODE}</b>&nbsp;</p>`)?.beside).toBe("Ana:");
    expect(findHandIn(`Ana:${CODE}`)?.beside).toBe("Ana:");
    expect(readHandInList(`<p>${CODE}</p>`).entries[0].name).toBe("");
  });

  test("a word of many redirects is gone over once", () => {
    expect(findHandIn("?q=https%3A".repeat(300_000))).toBeNull();
  });

  test("a piece is nothing but what links consist of, and begins no hand-in", () => {
    expect([isPiece("> aB3_-"), isPiece("two words"), isPiece("z.abc"), isPiece("")]).toEqual([
      true,
      false,
      false,
      false,
    ]);
  });
});

import { expect, test } from "vitest";
import { readDocument } from "../../src/teaching/document.ts";
import { markdownFault } from "../../src/teaching/markdown-limits.ts";

const faultOf = (text: string) => markdownFault(text.split("\n"));

test("a paragraph has its bound of signs; an empty line begins anew", () => {
  const half = "_a* ".repeat(50);
  expect(faultOf(`${half}\n${half}`)).toBeNull();
  expect(faultOf(`${half}${half}\n\n${half}${half}`)).toBeNull();
  expect(faultOf(`word\n${half}\n${half}*`)).toEqual({
    line: 3,
    message:
      "There are more than 200 signs of Markdown (* _ ~ ` [ ] ! <) without an empty line between them.",
  });
});

test("so do 300 lines", () => {
  const lines = "a\n".repeat(299);
  expect(faultOf(`${lines}a\n\n${lines}a`)).toBeNull();
  expect(faultOf(`a\n\n${lines}a\na`)).toEqual({
    line: 303,
    message: "There are more than 300 lines without an empty one between them.",
  });
});

test("quotations and lists stand in each other eight deep at most", () => {
  const message = "Quotations and lists may stand 8 deep in each other; this line begins more.";
  for (const marker of [">", "> ", "- ", "1. ", "> 1) "]) {
    const each = marker.trim().split(" ").length;
    expect(faultOf(marker.repeat(8 / each))).toBeNull();
    expect(faultOf(`a\n\n${marker.repeat(9 / each + 1)}`)).toEqual({ line: 3, message });
  }
  expect(faultOf("1.5 > 1 - 2 * 3")).toBeNull();
});

test("a line begins with forty blanks at most", () => {
  expect(faultOf(`${" ".repeat(40)}a\n${" ".repeat(4000)}`)).toBeNull();
  expect(faultOf(`a\n${" ".repeat(41)}- b`)).toEqual({
    line: 2,
    message: "A line may begin with 40 blanks at most.",
  });
});

test("a file that is too tangled is refused with its line, before its Markdown is read", () => {
  const { document, problems } = readDocument(`---\nid: a\n---\n\n${">".repeat(20_000)} a\n`);
  expect(document).toBeNull();
  expect(problems).toEqual([
    { line: 5, message: "Quotations and lists may stand 8 deep in each other; this line begins more." },
  ]);
});

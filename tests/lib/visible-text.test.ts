import { expect, test } from "vitest";
import { visibleText } from "../../src/lib/visible-text.ts";

test("controls, turning and invisible characters are written as their code", () => {
  expect(visibleText("a\u202Eb\u200Bc\u001Bd\u3164e\u2800f")).toBe(
    "a<U+202E>b<U+200B>c<U+001B>d<U+3164>e<U+2800>f",
  );
  expect(visibleText("a\tb\nc")).toBe("a\tb\nc");
});

test("variation selectors, which JavaScript allows in names, are written as their code", () => {
  expect(visibleText("let a\u{E0100}b = 2, c\uFE0F = 3")).toBe("let a<U+E0100>b = 2, c<U+FE0F> = 3");
  // This letter is also a pictograph.
  expect(visibleText("let \u2139\uFE0F = 1, a\u034F = 2")).toBe("let \u2139<U+FE0F> = 1, a<U+034F> = 2");
});

test("a variation selector behind a pictograph stays", () => {
  expect(visibleText("Ana \u2764\uFE0F")).toBe("Ana \u2764\uFE0F");
});

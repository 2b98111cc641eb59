/** Tests all code that makes markup from texts from outside: a hostile text must not change the markup around it. */
import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { describe, expect, test } from "vitest";
import { scoPage } from "../../src/teaching/task/scorm.ts";
import { iframeCode } from "../../src/ui/features/embed/link-draft.ts";
import { element, escaped, symbolText } from "../../src/ui/shared/figures/svg-text.ts";
import { startingWith } from "../../src/ui/shared/site-file.ts";
import { PIECES, REPEATED } from "./mutate.ts";

const FILE = "<!doctype html>\n<html>\n<head>\n</head>\n<body>\n</body>\n</html>\n";

const MAKERS: readonly { readonly name: string; make(text: string): string }[] = [
  { name: "code of a frame", make: (text) => iframeCode(text, { width: 900, height: 640 }) },
  {
    name: "title of a package's page",
    make: (text) => scoPage(text, "en", { app: "https://a/", task: "z.a" }),
  },
  { name: "address in a package's page", make: (text) => scoPage("a", text, { app: text, task: text }) },
  { name: "attribute of a picture", make: (text) => element("text", { id: text }) },
  { name: "words of a picture", make: (text) => element("text", {}, escaped(text)) },
  { name: "words of a picture with subscripts", make: (text) => symbolText({}, text.replaceAll("_", " ")) },
  { name: "page as one file", make: (text) => startingWith(FILE, text) },
];

/** Returns the characters that start and end tags and attribute values, in order. */
const shapeOf = (markup: string) => markup.replace(/[^<>"]/g, "");

describe.each(MAKERS)("$name", ({ make }) => {
  test("keeps its shape", () => {
    const shape = shapeOf(make("a"));
    const changed = [...PIECES, ...REPEATED].filter((piece) => shapeOf(make(`a${piece}b`)) !== shape);
    expect(changed).toEqual([]);
  });
});

test("a picture contains nothing that XML forbids", () => {
  expect(escaped("a\0\u0001\ud800\uffff\tb\u{1f600}")).toBe("a\tb\u{1f600}");
});

test("no file of src makes elements or programs from a text", () => {
  const folder = resolve(import.meta.dirname, "../../src");
  const MAKING =
    /\b(?:innerHTML\s*\+?=|outerHTML\s*\+?=|insertAdjacentHTML|dangerouslySetInnerHTML|createContextualFragment|srcdoc|setHTMLUnsafe)|document\.write|\beval\(|new Function\b|setTimeout\("/;
  const making = readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => /\.tsx?$/.test(name))
    .filter((name) => MAKING.test(readFileSync(join(folder, name), "utf8")));
  expect(making).toEqual([]);
});

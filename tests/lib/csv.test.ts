import { expect, test } from "vitest";
import { csvRow, csvText } from "../../src/lib/csv.ts";
import { oneLine, visibleJson, visibleText } from "../../src/lib/visible-text.ts";

test.each([
  ["plain", "plain"],
  ["a,b", '"a,b"'],
  ['say "so"', '"say ""so"""'],
  ["two\r\nlines", '"two\nlines"'],
  ["a;b", '"a;b"'],
  ["a\tb", '"a\tb"'],
  ["=1+1", "'=1+1"],
  ["  @SUM(A1)", "  '@SUM(A1)"],
  ["+1+cmd|' /C calc'!A0", "'+1+cmd|' /C calc'!A0"],
  ["-2+3", "'-2+3"],
  ["＝1+1", "'＝1+1"],
  // A spreadsheet that separates cells by semicolons or tabs would read these as separate cells.
  ["Ana;=1+1", `"Ana;'=1+1"`],
  ["Ana;\t -1+1", `"Ana;\t '-1+1"`],
  ['Ana"=1+1', `"Ana""'=1+1"`],
  ["Ana\n@SUM(A1)", `"Ana\n'@SUM(A1)"`],
  // Numbers stay numbers, and characters inside a word are harmless to a spreadsheet.
  ["-2", "-2"],
  ["+1.5e-3", "+1.5e-3"],
  ["beta-ecn=0.8", "beta-ecn=0.8"],
  ["a@b.org", "a@b.org"],
  // These characters could mislead a terminal or a reader.
  ["\u001b[2J\u202eanA\u200b", "<U+001B>[2J<U+202E>anA<U+200B>"],
])("the cell %j", (cell, written) => {
  expect(csvRow([cell])).toBe(written);
});

test("numbers and missing values", () => {
  expect(csvRow([1, -0.25, 1e21, null, Number.NaN, Number.POSITIVE_INFINITY])).toBe("1,-0.25,1e+21,,,");
});

test("lines above a table cannot contain a formula either", () => {
  expect(csvText(["#v=2&set=20s:beta-ecn=0.9", "a,=1+1\nb"], [["a", 1]])).toBe(
    "# #v=2&set=20s:beta-ecn=0.9\n# a,'=1+1 b\na,1\n",
  );
});

test("hidden characters are written out, in JSON as its escapes; ordinary letters and symbols stay", () => {
  const osc52 = "\u001b]52;c;ZXZpbA==\u0007";
  expect(visibleText(osc52)).toBe("<U+001B>]52;c;ZXZpbA==<U+0007>");
  expect(visibleText("a\u009b31mb\u200dc\ufeffd\u2028e\ud800\u{e0041}\rf")).toBe(
    "a<U+009B>31mb<U+200D>c<U+FEFF>d<U+2028>e<U+D800><U+E0041><U+000D>f",
  );
  const plain = "β_ecn 0.8 →\tJoão, 学生 😀\nline";
  expect(visibleText(plain)).toBe(plain);
  expect(oneLine(" Ana\n\u001b[1A  Lima ")).toBe("Ana <U+001B>[1A Lima");
  const value = { name: "\u202e\u009b\u{e0041}\u001b" };
  const json = visibleJson(JSON.stringify(value));
  expect(json).toMatch(/^[ -~]*$/);
  expect(JSON.parse(json)).toEqual(value);
});

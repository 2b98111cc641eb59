import { expect, test } from "vitest";
import { megabytes, sizeIn, startingWith } from "../../../src/ui/shared/site-file.ts";

test("the file gets a run to start with, whatever is in the link", () => {
  const file = '<!doctype html>\n<html lang="en">\n<body></body></html>';
  expect(startingWith(file, 'v=2&aqm=pie&talk=a"<$&')).toBe(
    '<!doctype html>\n<html lang="en" data-start="v=2&amp;aqm=pie&amp;talk=a&quot;&lt;$&amp;">\n<body></body></html>',
  );
});

test("its size is stated in megabytes", () => {
  expect(megabytes(2_234_000)).toBe("2.2 MB");
});

test("a page that is served instead of the size file gives none", () => {
  expect(sizeIn("2234000\n")).toBe(2_234_000);
  for (const text of ["", "<!doctype html>", "-5", "2.2 MB", "1e9"]) expect(sizeIn(text)).toBe(null);
});

import { expect, test } from "vitest";
import { canonicalJson } from "../../src/lib/canonical-json.ts";

test("the order in which keys were set does not matter", () => {
  expect(canonicalJson({ b: 1, a: { d: [], c: {} } })).toBe(canonicalJson({ a: { c: {}, d: [] }, b: 1 }));
});

test("numbers have a fixed form, plain lists one line", () => {
  expect(canonicalJson({ list: [0.1 + 0.2, null, Number.NaN, -0, 1e21], rows: [[1, "a"], []] })).toBe(
    '{\n "list": [0.3,null,null,0,1e+21],\n "rows": [\n  [1,"a"],\n  []\n ]\n}\n',
  );
});

test("the result is JSON of the same data", () => {
  const data = { text: 'a "quote"\n', yes: true, none: null, nested: [{ x: [1, 2.5] }, {}], left: undefined };
  expect(JSON.parse(canonicalJson(data))).toEqual({
    text: data.text,
    yes: true,
    none: null,
    nested: data.nested,
  });
});

import { expect, test } from "vitest";
import { packedPrograms } from "../../../src/ui/core/link-programs.ts";

const PIN = encodeURIComponent("v=2&program=z.b&cc=own");

test.each([
  ["v=2&program=z.a&cc=own", ["z.a"]],
  ["program=z.a", ["z.a"]],
  ["v=2&amp;program=z.a", ["z.a"]],
  ["v=2&%70rogram=z.a", ["z.a"]],
  ["v=2&%70%72ogram%20=z.a", ["z.a"]],
  [`v=2&program=z.a&pin=${PIN}`, ["z.a", "z.b"]],
  [`v=2&pin=${PIN}`, ["z.b"]],
  ["v=2&cc=cubic", []],
])("the programs in %s are found, however their key is written", (fragment, packed) => {
  expect(packedPrograms(fragment)).toEqual(packed);
});

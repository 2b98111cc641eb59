import { strFromU8, unzipSync } from "fflate";
import { expect, test } from "vitest";
import { zipFile } from "../../src/teaching/zip-file.ts";

test("holds texts and bytes, and is the same for the same files", () => {
  const files = { "a.svg": "<svg/>é", "a.png": new Uint8Array([1, 2, 3]) };
  const read = unzipSync(zipFile(files));
  expect(strFromU8(read["a.svg"])).toBe("<svg/>é");
  expect([...read["a.png"]]).toEqual([1, 2, 3]);
  expect(zipFile(files)).toEqual(zipFile(files));
});

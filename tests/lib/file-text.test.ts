import { strFromU8, unzipSync } from "fflate";
import { describe, expect, test } from "vitest";
import { textOfFile, zipFile } from "../../src/lib/file-text.ts";

const TEXT = "Nome;Código\r\nJoão;王小明";
const utf16 = (littleEndian: boolean) => {
  const view = new DataView(new ArrayBuffer(2 * (TEXT.length + 1)));
  for (const [i, sign] of [..."\uFEFF", ...TEXT].entries())
    view.setUint16(2 * i, sign.charCodeAt(0), littleEndian);
  return new Uint8Array(view.buffer);
};

describe("the text of a file", () => {
  test("is read as spreadsheets save it, without the byte-order mark", () => {
    expect(textOfFile(new TextEncoder().encode(TEXT))).toBe(TEXT);
    expect(textOfFile(new TextEncoder().encode(`\uFEFF${TEXT}`))).toBe(TEXT);
    expect(textOfFile(utf16(true))).toBe(TEXT);
    expect(textOfFile(utf16(false))).toBe(TEXT);
    expect(textOfFile(new Uint8Array())).toBe("");
  });

  test("is refused if its encoding is unknown, or if it is a workbook", () => {
    const latin1 = Uint8Array.from("João,z.abc", (sign) => sign.charCodeAt(0));
    expect(() => textOfFile(latin1)).toThrow(/neither UTF-8 nor UTF-16.*Save it as “CSV UTF-8”/);
    expect(() => textOfFile(Uint8Array.of(0x50, 0x4b, 3, 4, 0))).toThrow(/workbook/);
  });
});

test("an archive contains texts and bytes, and is the same for the same files", () => {
  const files = { "a.svg": "<svg/>é", "a.png": new Uint8Array([1, 2, 3]) };
  const read = unzipSync(zipFile(files));
  expect(strFromU8(read["a.svg"])).toBe("<svg/>é");
  expect([...read["a.png"]]).toEqual([1, 2, 3]);
  expect(zipFile(files)).toEqual(zipFile(files));
});

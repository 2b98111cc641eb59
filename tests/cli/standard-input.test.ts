import { readSync } from "node:fs";
import { expect, test, vi } from "vitest";
import { readText } from "../../src/cli/named-files.ts";

vi.mock("node:fs", async (original) => ({
  ...(await original<typeof import("node:fs")>()),
  readSync: vi.fn(),
}));

test("reads a slow pipe to its end, and reports other errors", () => {
  const pieces = [null, null, "z.", null, "abc\n", ""];
  vi.mocked(readSync).mockImplementation((_, buffer) => {
    const next = pieces.shift();
    if (next === null) throw Object.assign(new Error("EAGAIN: not yet"), { code: "EAGAIN", syscall: "read" });
    const bytes = Buffer.from(next ?? "");
    new Uint8Array(buffer.buffer, buffer.byteOffset).set(bytes);
    return bytes.length;
  });
  expect(readText("-")).toBe("z.abc\n");
  vi.mocked(readSync).mockImplementation(() => {
    throw Object.assign(new Error("EIO"), { code: "EIO", syscall: "read" });
  });
  expect(() => readText("-")).toThrow(/-: the disk reported an input\/output error/);
});

import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { systemErrorText } from "../../src/cli/system-error.ts";
import { sim } from "./command-line.ts";
import { lab } from "./made-up-experiment.ts";
import { scratchFolder } from "./scratch-folder.ts";

describe("what a machine refuses", () => {
  test("is a sentence with the place, and status 2: a file where a folder is wanted", async () => {
    const folder = scratchFolder();
    const file = join(folder, "file");
    writeFileSync(file, "");
    const sweep = ["sweep", "--x", "rtt=10ms,20ms", "--duration", "1s", "--capacity", "1Mbps"];
    for (const words of [
      [...sweep, "-o", join(file, "out.csv")],
      ["reproduce", "small", "--quick", "-o", join(file, "out")],
      ["run", "--duration", "1s", "--capacity", "1Mbps", "--csv", join(file, "out")],
      ["run", "--duration", "1s", "--capacity", "1Mbps", "--trace", join(file, "out")],
    ]) {
      const { status, notes } = await (words[0] === "run" ? sim : lab)(...words);
      expect([words[0], status]).toEqual([words[0], 2]);
      expect(notes.at(-1)).toMatch(/file.*: .*(?:a file, not a folder|of this name already)/);
    }
  });

  test("of the kinds that people meet", () => {
    const error = (code: string, path?: string) =>
      Object.assign(new Error(code), { code, syscall: "write", path });
    expect(systemErrorText(error("ENOSPC", "a.csv"))).toBe(
      "a.csv: the disk is full (ENOSPC). What was complete before is kept.",
    );
    expect(systemErrorText(error("EACCES", "x"))).toMatch(/^x: this may not be read or written by you/);
    expect(systemErrorText(error("ENOSPC"))).toMatch(/^the disk is full/);
    expect(systemErrorText(error("EOTHER"))).toBeNull();
    expect(systemErrorText(new Error("a fault of the program"))).toBeNull();
  });
});

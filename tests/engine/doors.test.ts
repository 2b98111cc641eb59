/**
 * Each door of the engine opens by itself in a program that no bundler has put together: development and the command line
 * import modules one by one, and what reads a declaration before it is made throws there alone.
 */
import { execFile } from "node:child_process";
import { resolve } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";

const root = resolve(import.meta.dirname, "../..");

test.concurrent.each(["index", "simulator", "storyteller", "deviations", "recordings", "library"])(
  "%s can be imported alone",
  async (door) => {
    const program = `console.log(Object.keys(await import("./src/engine/${door}.ts")).length > 0)`;
    const args = ["--import", "tsx", "--input-type=module", "--eval", program];
    const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: root });
    expect(stdout.trim()).toBe("true");
  },
);

/**
 * Tests that each entry point of the engine can be imported alone without a bundler: development and the command line import
 * single modules, and code that reads a declaration before its initialisation throws only there.
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

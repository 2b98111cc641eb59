/**
 * Tests the quick set: every figure and table is computed again with few points and seeds, on all cores. The verdicts
 * on the claims must not change, including those of claims that fail with so few runs. After an intended change,
 * write the verdicts again and review them:
 *
 *     UPDATE_GOLDEN=1 npx vitest run --project figures
 */
import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { EXIT } from "../../src/cli/command.ts";
import type { StoredOutcome } from "../../src/experiments/experiment.ts";
import { experiments } from "../../src/experiments/experiments.ts";
import { scratchFolder } from "../cli/scratch-folder.ts";
import { expectGolden } from "../golden/golden-file.ts";

const root = resolve(import.meta.dirname, "..", "..");
const start = promisify(execFile);

/** Runs a separate program, as a user does. Its workers share the cores with no other test. */
async function reproduceQuick(folder: string): Promise<number> {
  const words = ["--import", "tsx", "src/cli/main.ts", "reproduce", "--all", "--quick", "-o", folder];
  try {
    await start(process.execPath, words, { cwd: root, maxBuffer: 100e6 });
    return EXIT.done;
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === EXIT.failed) return EXIT.failed;
    throw error;
  }
}

function verdictsOf({ id, jobs, digest, outcome }: StoredOutcome): string {
  const claims = outcome.claims.map(
    (claim) => `  ${claim.holds ? "holds" : "fails"}  ${claim.id}: ${claim.ours}`,
  );
  return [`${id}, ${jobs} runs, ${digest}`, ...claims, ""].join("\n");
}

test("every figure's quick runs give the same verdicts, claim by claim", async () => {
  const folder = scratchFolder();
  const status = await reproduceQuick(folder);
  const stored = experiments.map(
    ({ id }): StoredOutcome => JSON.parse(readFileSync(join(folder, `${id}.json`), "utf8")),
  );
  for (const [i, { id, size, jobs }] of stored.entries()) {
    expect({ id, size, jobs }).toEqual({
      id: experiments[i].id,
      size: "quick",
      jobs: experiments[i].jobs("quick").length,
    });
  }
  const allHold = stored.every(({ outcome }) => outcome.claims.every(({ holds }) => holds));
  expect(status).toBe(allHold ? EXIT.done : EXIT.failed);
  expectGolden("quick-set", stored.map(verdictsOf).join("\n"), import.meta.dirname);
});

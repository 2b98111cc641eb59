/** Before each test: which one begins is noted, and its random cases are the same in each run but where tests try more. */
import { createHash } from "node:crypto";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { threadId } from "node:worker_threads";
import fc from "fast-check";
import { beforeEach } from "vitest";
import { effort } from "./effort.ts";

/** A test that fails looks for a smaller case for so long; it stays below what a test may take at all. */
const LONGEST_SEARCH_MS = 200_000;

const begun = process.env.SAWTOOTH_BEGUN;

beforeEach(({ task }) => {
  const name = `${task.file.name} > ${task.fullTestName}`;
  // Only what is written before it can tell of a test that never ends.
  if (begun) writeFileSync(join(begun, `begun-${process.pid}-${threadId}`), name);
  const random = { interruptAfterTimeLimit: LONGEST_SEARCH_MS, markInterruptAsFailure: true };
  fc.configureGlobal(effort === "long" ? random : { ...random, seed: seedOf(name) });
});

function seedOf(name: string): number {
  return createHash("sha256").update(name).digest().readInt32LE();
}

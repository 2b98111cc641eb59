/**
 * Runs before each test. Loads the code of all algorithms, records which test starts, and seeds its random cases, so
 * that they are the same in each run unless more effort is set.
 */
import { createHash } from "node:crypto";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { threadId } from "node:worker_threads";
import fc from "fast-check";
import { beforeEach } from "vitest";
import "../src/engine/algorithms.ts";
import { effort } from "./effort.ts";

/** Maximum time for reducing a failing case, below the time limit of a test. */
const LONGEST_SEARCH_MS = 200_000;

const begun = process.env.SAWTOOTH_BEGUN;

beforeEach(({ task }) => {
  const name = `${task.file.name} > ${task.fullTestName}`;
  // The name is written before the test starts, so that a test that never ends can be named.
  if (begun) writeFileSync(join(begun, `begun-${process.pid}-${threadId}`), name);
  const random = { interruptAfterTimeLimit: LONGEST_SEARCH_MS, markInterruptAsFailure: true };
  fc.configureGlobal(effort === "long" ? random : { ...random, seed: seedOf(name) });
});

function seedOf(name: string): number {
  return createHash("sha256").update(name).digest().readInt32LE();
}

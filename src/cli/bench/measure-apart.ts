/** Measurements that need a process of their own: the garbage of a steady run, and the first runs of all. */
import { execFileSync } from "node:child_process";
import { projectRoot } from "../project.ts";
import type { FirstRuns } from "./first-runs.ts";

const PROGRAM = "src/cli/bench/apart.ts";
/**
 * The young generation, in MB, is so large that nothing is collected while garbage is counted; and what is compiled, and
 * when, goes by what the program did and not by the clock.
 */
const YOUNG_MB = 1024;
const GARBAGE_FLAGS = [
  "--predictable",
  `--min-semi-space-size=${YOUNG_MB}`,
  `--max-semi-space-size=${YOUNG_MB}`,
];
/** A first run happens once a process; of so many processes the median counts. */
const FRESH_PROCESSES = 3;

/** Bytes allocated per packet in the middle of a run, after runs that have warmed it up. */
export function garbageBytesPerPacket(caseName: string): number {
  return apart(GARBAGE_FLAGS, "garbage", caseName);
}

/** ns per packet of the first and the second run of a fresh process. */
export function coldNsPerPacket(caseName: string): FirstRuns {
  const runs = Array.from({ length: FRESH_PROCESSES }, () => apart<FirstRuns>([], "cold", caseName));
  const middle = (FRESH_PROCESSES - 1) / 2;
  const medianOf = (run: 0 | 1) => runs.map((one) => one[run]).sort((a, b) => a - b)[middle];
  return [medianOf(0), medianOf(1)];
}

function apart<T>(flags: readonly string[], ...words: readonly string[]): T {
  const args = ["--import", "tsx", ...flags, PROGRAM, ...words];
  return JSON.parse(execFileSync(process.execPath, args, { cwd: projectRoot, encoding: "utf8" }));
}

/**
 * `bench --against COMMIT`: builds the simulator of that commit in a separate worktree. Then measures it and the current
 * simulator in turns, each case in several processes.
 */
import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Output, UsageError } from "../command.ts";
import { projectRoot } from "../project.ts";
import type { Rounds } from "./in-turns.ts";
import { quantile } from "./measure.ts";

/** Number of processes per case. They are needed because the JIT compiler optimises code differently in each process. */
const PROCESSES = 3;

/** Medians over all rounds of all processes. */
export interface BenchComparison {
  readonly name: string;
  readonly nsPerPacket: number;
  readonly nsPerPacketBefore: number;
  /** Median over the rounds of this ratio: the current simulator's time divided by the older one's. */
  readonly ratio: number;
  /** Quartiles of these ratios. */
  readonly ratioQuartiles: readonly [lower: number, upper: number];
}

/** A case with the URL that both simulators run. */
export interface ComparedScenario {
  readonly name: string;
  readonly link: string;
}

/** Compares all cases. Calls `measured` for each; the comparison is null if the older simulator cannot read the URL. */
export function compareWith(
  commit: string,
  cases: readonly ComparedScenario[],
  output: Output,
  measured: (one: ComparedScenario, comparison: BenchComparison | null) => void,
): void {
  const folder = mkdtempSync(join(tmpdir(), "sawtooth-bench-"));
  try {
    output.progress(`building ${commit}`);
    const [now, before] = [join(folder, "now.mjs"), join(folder, "before.mjs")];
    bundle(projectRoot, now);
    bundleCommit(commit, join(folder, "tree"), before);
    for (const one of cases) {
      output.progress(one.name);
      const processes = Array.from({ length: PROCESSES }, () => roundsOf(now, before, one.link));
      measured(one, comparisonOf(one.name, processes));
    }
    output.progress("");
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Returns the full hash of a commit of this repository. */
export function commitNamed(name: string): string {
  const { status, stdout } = git("rev-parse", "--verify", "--quiet", "--end-of-options", `${name}^{commit}`);
  if (status !== 0)
    throw new UsageError(
      `--against ${name}: no such commit in this repository; write a hash, a tag or a branch (a shallow clone contains only a few)`,
    );
  return stdout.trim();
}

function bundleCommit(commit: string, tree: string, file: string): void {
  inTreeOf(commit, tree, () => bundle(tree, file));
}

/** Checks the commit out into the folder `tree`, with the packages of this checkout, and calls `work`. */
export function inTreeOf(commit: string, tree: string, work: () => void): void {
  const { status, stderr } = git("worktree", "add", "--detach", tree, commit);
  if (status !== 0) throw new Error(`git worktree add ${commit}: ${stderr.trim()}`);
  try {
    symlinkSync(join(projectRoot, "node_modules"), join(tree, "node_modules"), "junction");
    work();
  } finally {
    git("worktree", "remove", "--force", tree);
  }
}

function git(...words: readonly string[]) {
  return spawnSync("git", ["-C", projectRoot, ...words], { encoding: "utf8" });
}

function bundle(root: string, file: string): void {
  runNode(["--import", "tsx", "scripts/bundle-engine.ts", root, file]);
}

function roundsOf(now: string, before: string, link: string): Rounds {
  const script = "src/cli/benchmark/in-turns.ts";
  return JSON.parse(runNode(["--import", "tsx", "--expose-gc", script, now, before, link]));
}

function runNode(words: readonly string[]): string {
  return execFileSync(process.execPath, words, { cwd: projectRoot, encoding: "utf8" });
}

/** Computes the comparison of a case from the rounds of all processes; null if the older simulator could not run it. */
export function comparisonOf(name: string, processes: readonly Rounds[]): BenchComparison | null {
  const rounds = processes.flatMap((one) =>
    one === null ? [] : one.now.map((now, i) => ({ now, before: one.before[i] })),
  );
  if (rounds.length === 0) return null;
  const ratios = rounds.map(({ now, before }) => now / before);
  return {
    name,
    nsPerPacket: quantile(
      rounds.map(({ now }) => now),
      0.5,
    ),
    nsPerPacketBefore: quantile(
      rounds.map(({ before }) => before),
      0.5,
    ),
    ratio: quantile(ratios, 0.5),
    ratioQuartiles: [quantile(ratios, 0.25), quantile(ratios, 0.75)],
  };
}

/** Returns the comparison as one line of text. */
export function describeComparison(comparison: BenchComparison, limit: number): string {
  const { name, nsPerPacket, nsPerPacketBefore, ratio, ratioQuartiles } = comparison;
  return [
    name.padEnd(44),
    `${nsPerPacketBefore.toFixed(0).padStart(6)} ns/packet before`,
    `${nsPerPacket.toFixed(0).padStart(6)} now`,
    ` ratio ${ratio.toFixed(2)} (${ratioQuartiles.map((one) => one.toFixed(2)).join(" to ")})`,
    ratio > limit ? ` over ${limit}` : "",
  ]
    .join(" ")
    .trimEnd();
}

/** What `npm test` and `npm run check` are made of: programs that pass or fail, and test projects with their counts. */
import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join, resolve } from "node:path";

export interface Outcome {
  readonly passed: number;
  readonly failed: number;
  readonly output: string;
  /** Tests that cannot be done on this machine or in this browser, with the reason. */
  readonly leftOut?: readonly string[];
}

export interface Stage {
  readonly name: string;
  run(): Promise<Outcome>;
}

interface VitestReport {
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  readonly success: boolean;
  readonly testResults: readonly {
    readonly name: string;
    readonly status: string;
    readonly assertionResults: readonly {
      readonly status: string;
      readonly fullName: string;
      readonly meta: { readonly leftOut?: string };
    }[];
  }[];
}

export const root = resolve(import.meta.dirname, "..");

/** All at once; a line for each as it ends, failures in full. */
export async function runTogether(stages: readonly Stage[]): Promise<readonly Outcome[]> {
  return Promise.all(
    stages.map(async ({ name, run }) => {
      const startMs = performance.now();
      const outcome = await run();
      const { passed, failed, output, leftOut = [] } = outcome;
      const seconds = ((performance.now() - startMs) / 1000).toFixed(1);
      const mark = failed === 0 ? "ok  " : "FAIL";
      console.log(`${mark} ${name.padEnd(8)} ${passed} passed, ${failed} failed  ${seconds} s`);
      for (const line of leftOut) console.log(`     left out: ${line}`);
      if (failed > 0) console.log(`\n${output.trimEnd()}\n`);
      return outcome;
    }),
  );
}

/** Several programs that count as one test. */
export async function programs(...commands: readonly string[][]): Promise<Outcome> {
  let output = "";
  let bad = false;
  for (const command of commands) {
    const result = await execute(command, {});
    output += result.output;
    bad ||= result.status !== 0;
  }
  return { passed: bad ? 0 : 1, failed: bad ? 1 : 0, output };
}

/** Where and how long a program may run, and what it finds in its environment. */
interface Circumstances {
  readonly environment?: NodeJS.ProcessEnv;
  readonly cwd?: string;
  readonly limitMs?: number;
}

interface Ended {
  /** Of a program that was ended: null. */
  readonly status: number | null;
  readonly output: string;
}

/** One call of vitest; no report where it could not do its work. */
export async function vitestReport(
  args: readonly string[],
  circumstances: Circumstances,
): Promise<Ended & { report: VitestReport | null }> {
  const folder = mkdtempSync(join(tmpdir(), "sawtooth-test-"));
  const file = join(folder, "report.json");
  const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${file}`];
  const ended = await execute(["vitest", ...args, "--run", ...reporters], circumstances);
  const report = readReport(file);
  rmSync(folder, { recursive: true, force: true });
  return { ...ended, report };
}

export async function vitest(args: readonly string[], environment: NodeJS.ProcessEnv = {}): Promise<Outcome> {
  const { status, output, report } = await vitestReport(args, { environment });
  if (report === null) return { passed: 0, failed: 1, output };
  // A file that could not even be loaded, or an error outside of any test, counts as one.
  const unloaded = report.testResults.filter(
    (one) => one.status === "failed" && one.assertionResults.length === 0,
  );
  let failed = report.numFailedTests + unloaded.length;
  if (failed === 0 && (status !== 0 || !report.success)) failed = 1;
  const leftOut = report.testResults
    .flatMap((one) => one.assertionResults)
    .flatMap(({ fullName, meta }) => (meta.leftOut === undefined ? [] : [`${fullName}: ${meta.leftOut}`]));
  return { passed: report.numPassedTests, failed, output, leftOut };
}

export const types: Stage = {
  name: "types",
  run: () => programs(["tsc", "-p", "src/engine"], ["tsc", "-p", "."]),
};

export const lint: Stage = { name: "lint", run: () => programs(["biome", "check", "."]) };

function readReport(file: string): VitestReport | null {
  try {
    return JSON.parse(readFileSync(file, "utf8"));
  } catch {
    return null;
  }
}

function execute(
  [program, ...args]: readonly string[],
  { environment, cwd = root, limitMs }: Circumstances,
): Promise<Ended> {
  const bin = join(root, "node_modules", ".bin");
  const env = { ...process.env, ...environment, PATH: `${bin}${delimiter}${process.env.PATH ?? ""}` };
  return new Promise((done) => {
    const child = spawn(program, args, {
      cwd,
      // A group of its own, so that what it has started ends with it.
      detached: limitMs !== undefined && process.platform !== "win32",
      env,
      stdio: ["ignore", "pipe", "pipe"],
      shell: process.platform === "win32",
    });
    const output: string[] = [];
    const limit = limitMs === undefined ? null : setTimeout(() => endGroup(child), limitMs);
    child.stdout.on("data", (data) => output.push(String(data)));
    child.stderr.on("data", (data) => output.push(String(data)));
    child.on("error", (error) => done({ status: 1, output: error.message }));
    child.on("close", (status) => {
      if (limit !== null) clearTimeout(limit);
      done({ status, output: output.join("") });
    });
  });
}

function endGroup(child: ChildProcess): void {
  if (child.pid === undefined || process.platform === "win32") child.kill("SIGKILL");
  else process.kill(-child.pid, "SIGKILL");
}

/** The stages of `npm test` and `npm run check`: programs that pass or fail, and test projects with their counts. */
import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join, relative, resolve } from "node:path";
import { stripVTControlCharacters } from "node:util";

export interface Outcome {
  readonly passed: number;
  readonly failed: number;
  readonly output: string;
  /** Tests that could not run on this machine or in this browser, with the reason. */
  readonly leftOut?: readonly string[];
  /** Tests that failed, with the first line of the error. */
  readonly failures?: readonly string[];
  /** Tests that failed at first and passed when they were tried again, with the first line of the error. */
  readonly secondTry?: readonly string[];
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
      readonly failureMessages: readonly string[];
      readonly meta: { readonly leftOut?: string };
    }[];
  }[];
}

export const root = resolve(import.meta.dirname, "..");

/**
 * Tests are ended when none has started for this time (ms). It does not limit all tests together, because how long they take
 * depends on the machine.
 */
const HANGING_MS = 15 * 60_000;
/** Time to wait for the output of a program after its end (ms). A child process may keep the output open. */
const LAST_WORDS_MS = 5000;
const LOOK_MS = 5000;
const LEAVING_MS = 60_000;

/** Runs all stages at the same time. When a stage ends, prints a line for it, and its failures in full. */
export async function runTogether(stages: readonly Stage[]): Promise<readonly Outcome[]> {
  return Promise.all(
    stages.map(async ({ name, run }) => {
      const startMs = performance.now();
      const outcome = await run();
      const { passed, failed, output, leftOut = [], secondTry = [] } = outcome;
      const seconds = ((performance.now() - startMs) / 1000).toFixed(1);
      const mark = failed === 0 ? "ok  " : "FAIL";
      console.log(`${mark} ${name.padEnd(8)} ${passed} passed, ${failed} failed  ${seconds} s`);
      for (const line of leftOut) console.log(`     left out: ${line}`);
      for (const line of secondTry) console.log(`     at the second try: ${line}`);
      if (failed > 0) console.log(`\n${withoutPassed(output)}\n`);
      return outcome;
    }),
  );
}

/** Removes tests that passed from the output, so that failures are easy to find in a long log. */
function withoutPassed(output: string): string {
  return output
    .split("\n")
    .filter((line) => !/^\s*✓ /.test(stripVTControlCharacters(line)))
    .join("\n")
    .trimEnd();
}

/** Runs several programs, which count as one test. */
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

/** Circumstances in which tests run: their folder, time limit and environment. */
interface Circumstances {
  readonly environment?: NodeJS.ProcessEnv;
  readonly cwd?: string;
  /** Time without the start of a test after which all are ended (ms). */
  readonly limitMs?: number;
}

/** Circumstances in which a program runs. */
interface Surroundings extends Circumstances {
  /** Returns when the program last showed that it works (ms since 1970). */
  readonly lastSignMs?: () => number;
  /** Returns true if the program has done its work. It then has one more minute to end. */
  readonly isDone?: () => boolean;
}

interface Ended {
  /** Exit status; null if a signal ended the program. */
  readonly status: number | null;
  readonly output: string;
  readonly isOverTime: boolean;
}

interface TestsEnded extends Ended {
  readonly report: VitestReport | null;
  /** Tests that were started last, one for each thread. */
  readonly latest: readonly string[];
}

/** Runs vitest once. There is no report if vitest itself failed. */
export async function vitestReport(
  args: readonly string[],
  { environment, ...circumstances }: Circumstances,
): Promise<TestsEnded> {
  const folder = mkdtempSync(join(tmpdir(), "sawtooth-test-"));
  const file = join(folder, "report.json");
  const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${file}`];
  // Each thread writes the test that it starts into a file.
  const begun = () =>
    readdirSync(folder)
      .filter((name) => name.startsWith("begun-"))
      .map((name) => join(folder, name));
  const ended = await execute(["vitest", ...args, "--run", ...reporters], {
    ...circumstances,
    environment: { ...environment, SAWTOOTH_BEGUN: folder },
    lastSignMs: () => Math.max(...begun().map((path) => statSync(path).mtimeMs)),
    isDone: () => readReport(file) !== null,
  });
  const report = readReport(file);
  const latest = begun().map((path) => readFileSync(path, "utf8"));
  rmSync(folder, { recursive: true, force: true });
  return { ...ended, report, latest };
}

/**
 * Runs vitest with a time limit. A test in an endless loop can only be stopped together with all other tests; the output then
 * names it.
 */
export async function vitest(
  args: readonly string[],
  environment: NodeJS.ProcessEnv = {},
  limitMs = HANGING_MS,
): Promise<Outcome> {
  const { status, output, report, latest, isOverTime } = await vitestReport(args, { environment, limitMs });
  if (isOverTime) {
    const why = `The tests were ended, because none had started for ${limitMs / 60_000} minutes. The last ones started:`;
    return { passed: 0, failed: 1, output: [output, why, ...latest].join("\n") };
  }
  if (report === null) return { passed: 0, failed: 1, output };
  // If a file could not be loaded, or an error occurred outside of tests, this counts as one failed test.
  const unloaded = report.testResults.filter(
    (one) => one.status === "failed" && one.assertionResults.length === 0,
  );
  let failed = report.numFailedTests + unloaded.length;
  // If threads keep running after all results are known, this is not a failure.
  const isBad = status === null ? /Unhandled Error/.test(output) : status !== 0;
  if (failed === 0 && (isBad || !report.success)) failed = 1;
  const leftOut = report.testResults
    .flatMap((one) => one.assertionResults)
    .flatMap(({ fullName, meta }) => (meta.leftOut === undefined ? [] : [`${fullName}: ${meta.leftOut}`]));
  const failures = [
    ...unloaded.map(({ name }) => `${relative(root, name)}: could not be loaded`),
    ...withErrors(report, "failed"),
  ];
  const secondTry = withErrors(report, "passed");
  return { passed: report.numPassedTests, failed, output, leftOut, failures, secondTry };
}

/** Returns the tests that ended with `ending` and have an error, each with the first line of its error. */
function withErrors({ testResults }: VitestReport, ending: string): readonly string[] {
  return testResults.flatMap(({ name, assertionResults }) =>
    assertionResults
      .filter(({ status, failureMessages }) => status === ending && failureMessages.length > 0)
      .map(({ fullName, failureMessages: [first] }) => {
        const why = stripVTControlCharacters(first).split("\n")[0];
        return `${relative(root, name)} > ${fullName}: ${why}`;
      }),
  );
}

export const types: Stage = {
  name: "types",
  run: () => programs(["tsc", "-p", "src/engine"], ["tsc", "-p", "."]),
};

export const lint: Stage = { name: "lint", run: () => programs(["biome", "check", "."], ["knip"]) };

function readReport(file: string): VitestReport | null {
  try {
    return JSON.parse(readFileSync(file, "utf8"));
  } catch {
    return null;
  }
}

function execute(
  [program, ...args]: readonly string[],
  { environment, cwd = root, limitMs, lastSignMs, isDone }: Surroundings,
): Promise<Ended> {
  const bin = join(root, "node_modules", ".bin");
  const env = { ...process.env, ...environment, PATH: `${bin}${delimiter}${process.env.PATH ?? ""}` };
  return new Promise((done) => {
    const child = spawn(program, args, {
      cwd,
      // The program gets its own process group, so that its child processes can be ended with it.
      detached: limitMs !== undefined && process.platform !== "win32",
      env,
      stdio: ["ignore", "pipe", "pipe"],
      shell: process.platform === "win32",
    });
    const output: string[] = [];
    let isOverTime = false;
    const startMs = Date.now();
    const endToo = () => endGroup(child);
    const looks = setInterval(() => {
      if (isDone?.()) {
        clearInterval(looks);
        setTimeout(endToo, LEAVING_MS).unref();
      } else if (limitMs !== undefined && Date.now() - Math.max(startMs, lastSignMs?.() ?? 0) > limitMs) {
        clearInterval(looks);
        isOverTime = true;
        endToo();
      }
    }, LOOK_MS);
    if (limitMs !== undefined) process.once("exit", endToo);
    child.stdout.on("data", (data) => output.push(String(data)));
    child.stderr.on("data", (data) => output.push(String(data)));
    child.on("error", (error) => done({ status: 1, output: error.message, isOverTime: false }));
    const finish = (status: number | null) => {
      clearInterval(looks);
      process.off("exit", endToo);
      done({ status, output: output.join(""), isOverTime });
    };
    child.on("close", finish);
    child.on("exit", (status) => setTimeout(finish, LAST_WORDS_MS, status).unref());
  });
}

function endGroup(child: ChildProcess): void {
  if (child.pid === undefined || process.platform === "win32") child.kill("SIGKILL");
  else if (child.exitCode === null) process.kill(-child.pid, "SIGKILL");
}

// Signals from the keyboard do not reach another process group. The program must therefore be ended here.
for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => process.exit(1));

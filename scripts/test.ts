/** `npm test`: types, lint, unit, figures, build, browser; one line per stage, failures in full, the counts at the very end. */
import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join, resolve } from "node:path";
import { ensureChromium } from "./chromium.ts";

interface Outcome {
  readonly passed: number;
  readonly failed: number;
  readonly output: string;
}

interface Stage {
  readonly name: string;
  run(): Promise<Outcome>;
}

interface VitestReport {
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  readonly success: boolean;
  readonly testResults: readonly { readonly status: string; readonly assertionResults: readonly unknown[] }[];
}

const root = resolve(import.meta.dirname, "..");
const reports = mkdtempSync(join(tmpdir(), "sawtooth-test-"));

const stages: readonly Stage[] = [
  { name: "types", run: () => check(["tsc", "-p", "src/engine"], ["tsc", "-p", "."]) },
  { name: "lint", run: () => check(["biome", "check", "."]) },
  { name: "unit", run: () => vitest("unit", {}) },
  { name: "figures", run: () => vitest("figures", {}) },
  { name: "build", run: () => check(["vite", "build"]) },
  { name: "browser", run: browserTests },
];

let passed = 0;
let failed = 0;
for (const stage of stages) {
  const startMs = performance.now();
  const outcome = await stage.run();
  passed += outcome.passed;
  failed += outcome.failed;
  const seconds = ((performance.now() - startMs) / 1000).toFixed(1);
  const mark = outcome.failed === 0 ? "ok  " : "FAIL";
  console.log(
    `${mark} ${stage.name.padEnd(8)} ${outcome.passed} passed, ${outcome.failed} failed  ${seconds} s`,
  );
  if (outcome.failed > 0) console.log(`\n${outcome.output.trimEnd()}\n`);
}
rmSync(reports, { recursive: true, force: true });
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;

/** Several programs that count as one test. */
async function check(...commands: readonly string[][]): Promise<Outcome> {
  let output = "";
  let bad = false;
  for (const command of commands) {
    const result = await execute(command, {});
    output += result.output;
    bad ||= result.status !== 0;
  }
  return { passed: bad ? 0 : 1, failed: bad ? 1 : 0, output };
}

async function browserTests(): Promise<Outcome> {
  try {
    return await vitest("e2e", { CHROMIUM_PATH: ensureChromium(), SAWTOOTH_BUILT: "1" });
  } catch (error) {
    return { passed: 0, failed: 1, output: error instanceof Error ? error.message : String(error) };
  }
}

async function vitest(project: string, environment: NodeJS.ProcessEnv): Promise<Outcome> {
  const file = join(reports, `${project}.json`);
  const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${file}`];
  const { output, status } = await execute(
    ["vitest", "run", "--project", project, ...reporters],
    environment,
  );
  const report = readReport(file);
  if (report === null) return { passed: 0, failed: 1, output };
  // A file that could not even be loaded, or an error outside of any test, counts as one.
  const unloaded = report.testResults.filter(
    (one) => one.status === "failed" && one.assertionResults.length === 0,
  );
  let failed = report.numFailedTests + unloaded.length;
  if (failed === 0 && (status !== 0 || !report.success)) failed = 1;
  return { passed: report.numPassedTests, failed, output };
}

function readReport(file: string): VitestReport | null {
  try {
    return JSON.parse(readFileSync(file, "utf8"));
  } catch {
    return null;
  }
}

function execute(
  [program, ...args]: readonly string[],
  environment: NodeJS.ProcessEnv,
): Promise<{ status: number; output: string }> {
  const bin = join(root, "node_modules", ".bin");
  const env = { ...process.env, ...environment, PATH: `${bin}${delimiter}${process.env.PATH ?? ""}` };
  return new Promise((done) => {
    const child = spawn(program, args, {
      cwd: root,
      env,
      stdio: ["ignore", "pipe", "pipe"],
      shell: process.platform === "win32",
    });
    const output: string[] = [];
    child.stdout.on("data", (data) => output.push(String(data)));
    child.stderr.on("data", (data) => output.push(String(data)));
    child.on("error", (error) => done({ status: 1, output: error.message }));
    child.on("close", (status) => done({ status: status ?? 1, output: output.join("") }));
  });
}

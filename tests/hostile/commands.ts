/**
 * The part of `npm run hostile` that runs commands with programs and captures of strangers. For each attack, the whole
 * process may use at most 600 MB and 10 s of processor time, and must end with one message.
 */
import { spawnSync } from "node:child_process";
import { resolve } from "node:path";
import { afterAll, expect } from "vitest";
import { MOST_BYTES, MOST_CPU_S } from "./attacks.ts";

const main = resolve(import.meta.dirname, "../../src/cli/main.ts");
/** Processor time after which a command is ended (s): far above the limit of an attack. */
const HANGING_CPU_S = 60;
/** Prints, when the process ends, the resources that the process and its threads have used. */
const METER = `data:text/javascript,${encodeURIComponent(
  'import { writeSync } from "node:fs"; process.on("exit", () => writeSync(2, "\\nUSED " + JSON.stringify(process.resourceUsage()) + "\\n"))',
)}`;

/** Runs the command with these words. A command that hangs is ended by its processor time, however busy the machine is. */
function used(words: readonly string[]) {
  const command = [process.execPath, "--import", "tsx", "--import", METER, main, ...words];
  const { stdout, stderr, status } = spawnSync(
    "sh",
    ["-c", `ulimit -t ${HANGING_CPU_S}; exec "$@"`, "sh", ...command],
    { encoding: "utf8", maxBuffer: 1e8 },
  );
  if (!stderr.includes("USED ")) throw new Error(`ended without its figures, status ${status}: ${stderr}`);
  const told = JSON.parse(/^USED (.*)$/m.exec(stderr)?.[1] ?? "{}");
  const cpuS = (told.userCPUTime + told.systemCPUTime) / 1e6;
  const bytes = told.maxRSS * 1024;
  const said = `${stdout}\n${stderr.replace(/^USED .*$/m, "")}`;
  return { said, status, cpuS, bytes };
}

const tried: string[] = [];
afterAll(() => void process.stdout.write(`${tried.length} attacks by commands\n`));

const line = (what: string, { cpuS, bytes, status }: ReturnType<typeof used>) =>
  process.stdout.write(
    `${cpuS.toFixed(1).padStart(6)} s ${(bytes / 1e6).toFixed(0).padStart(5)} MB  ${what}, exit status ${status}\n`,
  );

/**
 * Runs the command, and expects that it has cost little and has printed no stack trace. A time above the limit is measured
 * again, because other work on the machine lengthens it.
 */
export function expectLittle(what: string, words: readonly string[]): ReturnType<typeof used> {
  tried.push(what);
  const first = used(words);
  line(what, first);
  const again = first.cpuS > MOST_CPU_S ? used(words) : null;
  if (again !== null) line(`${what}, again`, again);
  expect(first.said).not.toMatch(/^\s+at /m);
  expect(first.bytes).toBeLessThan(MOST_BYTES);
  expect(Math.min(first.cpuS, again?.cpuS ?? Infinity)).toBeLessThan(MOST_CPU_S);
  return first;
}

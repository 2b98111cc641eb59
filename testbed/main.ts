/** `npm run -s testbed -- …`: measures the reference cases of tests/reference again. See docs/testbed.md. */
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { reportOf } from "./compare.ts";
import { linuxCase, type Recording, readLog, readPackets } from "./figures.ts";
import { boot, built, folderOf, LIMIT_MS, Mistake } from "./guest.ts";
import { linuxRecipe } from "./linux-recipe.ts";
import { type Ns3Run, ns3Case, ns3Recipe } from "./ns3-recipe.ts";
import {
  keptReport,
  missingHere,
  RUNS_HERE,
  reportHere,
  SCRIPT_RUNS,
  scriptReport,
  triedSection,
} from "./script-runs.ts";
import { NoRecipe, type StoredCase, storedCases } from "./stored-cases.ts";

const HELP = `npm run -s testbed -- COMMAND

  list [TEXT]                     the cases whose name contains TEXT, and those that cannot be made anew
  recipe CASE                     what is run for this case
  run CASE --dir DIR              makes the case anew with what was built in DIR; prints a JSON list with it
      [--repeats N] [-o FILE]     fewer or more repeats than are stored; into a file
  compare FILE                    beside what is stored; exit status 1 where a figure differs
  scripts [TEXT] --dir DIR        runs the scripts of export --linux whose name contains TEXT in the kernel, and compares
      [--kept] [--write]          their records with the runs; --kept reads the records of an earlier time again, and
                                  --write puts the table into docs/linux.md
  mininet [TEXT] --dir DIR        the same with the files of export --mininet, in a Mininet that is installed here
  here --dir DIR                  as root: runs three scripts on the kernel of this machine, and says of every other script
                                  whether it would run here, and what is missing if not

CASE is a name of tests/reference, whole. --cases FILE takes cases from another file of that form.`;

const isNs3 = ({ source }: StoredCase) => source.startsWith("ns-3");

function main(words: readonly string[]): number {
  const { values, positionals } = parseArgs({
    args: [...words],
    allowPositionals: true,
    options: {
      dir: { type: "string" },
      repeats: { type: "string" },
      output: { type: "string", short: "o" },
      cases: { type: "string" },
      kept: { type: "boolean" },
      write: { type: "boolean" },
      help: { type: "boolean", short: "h" },
    },
  });
  const [command, what] = positionals;
  if (command === undefined || values.help === true) {
    console.log(HELP);
    return 0;
  }
  const cases = storedCases(values.cases === undefined ? undefined : [values.cases]);
  switch (command) {
    case "list":
      return list(cases.filter(({ id }) => id.includes(what ?? "")));
    case "recipe":
      console.log(recipeText(named(cases, what)));
      return 0;
    case "run": {
      const one = named(cases, what);
      const dir = dirOf(values.dir, command);
      const repeats = Number(values.repeats ?? one.seeds);
      if (!Number.isInteger(repeats) || repeats < 1) {
        throw new Mistake(`--repeats is a whole number from 1, got "${values.repeats}"`);
      }
      const text = `${JSON.stringify([makeAnew(one, dir, repeats)])}\n`;
      if (values.output === undefined) process.stdout.write(text);
      else writeFileSync(values.output, text);
      return 0;
    }
    case "compare": {
      if (what === undefined) throw new Mistake("compare: which file?");
      const remade = storedCases([what]);
      if (remade.length === 0) throw new Mistake(`${what} has no case`);
      const reports = remade.map((one) => reportOf(named(cases, one.id), one));
      for (const { text } of reports) console.log(text);
      return reports.every(({ passed }) => passed) ? 0 : 1;
    }
    case "scripts":
      return scripts(what ?? "", dirOf(values.dir, command), {
        isKept: values.kept === true,
        writes: values.write === true,
      });
    case "mininet":
      return mininet(what ?? "", dirOf(values.dir, command));
    case "here":
      return here(dirOf(values.dir, command));
    default:
      throw new Mistake(`no command "${command}"; --help lists them`);
  }
}

function dirOf(dir: string | undefined, command: string): string {
  if (dir === undefined)
    throw new Mistake(`${command}: --dir says where linux/build.sh or ns3/build.sh has built`);
  return resolve(dir);
}

function scripts(
  text: string,
  dir: string,
  { isKept, writes }: { readonly isKept: boolean; readonly writes: boolean },
): number {
  const chosen = SCRIPT_RUNS.filter(({ name }) => name.includes(text));
  if (writes && chosen.length < SCRIPT_RUNS.length)
    throw new Mistake("--write needs every script: leave out the name");
  const reports = chosen.map((one) => {
    const report = isKept ? keptReport(one, dir) : scriptReport(one, dir);
    console.log(report.text);
    return report;
  });
  if (writes) {
    const page = resolve(import.meta.dirname, "..", "docs", "linux.md");
    writeFileSync(page, triedSection(readFileSync(page, "utf8"), reports));
  }
  return reports.every(({ outside }) => outside.length === 0) ? 0 : 1;
}

function mininet(text: string, dir: string): number {
  const reports = SCRIPT_RUNS.filter(({ name }) => name.includes(text)).map((one) =>
    scriptReport(one, dir, "mininet"),
  );
  for (const { text: table } of reports) console.log(table);
  return reports.every(({ outside }) => outside.length === 0) ? 0 : 1;
}

function here(dir: string): number {
  const reports = RUNS_HERE.map((one) => reportHere(one, dir));
  for (const { text } of reports) console.log(text);
  for (const one of SCRIPT_RUNS) {
    const missing = missingHere(one, dir);
    console.log(missing === null ? `runs here: ${one.name}` : `skipped: ${one.name}: ${missing}`);
  }
  return reports.every(({ outside }) => outside.length === 0) ? 0 : 1;
}

function named(cases: readonly StoredCase[], name: string | undefined): StoredCase {
  const one = cases.find(({ id }) => id === name);
  if (one !== undefined) return one;
  throw new Mistake(`no case "${name ?? ""}" in tests/reference; npm run -s testbed -- list names them`);
}

function list(cases: readonly StoredCase[]): number {
  for (const one of cases) {
    try {
      recipeText(one);
      console.log(one.id);
    } catch (error) {
      if (!(error instanceof NoRecipe)) throw error;
      console.log(`${one.id}  (not here: ${error.message})`);
    }
  }
  return 0;
}

function recipeText(one: StoredCase): string {
  if (isNs3(one)) return `dumbbell ${ns3Recipe(one, 1).join(" ")}`;
  const { kernel, network, setup, spec } = linuxRecipe(one, 1);
  return `Linux ${kernel}\n\n${network ?? ""}${setup}\n${spec}`.trimEnd();
}

function makeAnew(one: StoredCase, dir: string, repeats: number): StoredCase {
  const numbers = Array.from({ length: repeats }, (_, i) => i + 1);
  if (isNs3(one))
    return ns3Case(
      one,
      numbers.map((repeat) => runNs3(one, dir, repeat)),
    );
  const { kernel } = linuxRecipe(one, 1);
  const recordings = numbers.map((repeat) => runGuest(one, dir, repeat));
  return Object.assign(linuxCase(one, recordings), {
    madeWith: readFileSync(resolve(dir, `build-${kernel}`, "release"), "utf8").trim(),
  });
}

function runNs3(one: StoredCase, dir: string, repeat: number): Ns3Run {
  const program = built(resolve(dir, "dumbbell"), `testbed/ns3/build.sh ${dir}`);
  const { status, stdout, stderr } = spawnSync(program, ns3Recipe(one, repeat), {
    encoding: "utf8",
    timeout: LIMIT_MS,
  });
  if (status !== 0) throw new Mistake(`${one.id}: dumbbell ended with ${status}\n${stderr}`);
  return JSON.parse(stdout) as Ns3Run;
}

/** Boots the kernel once and measures one repeat. The recording stays in DIR/runs, so that it can be examined. */
function runGuest(one: StoredCase, dir: string, repeat: number): Recording {
  const { kernel, network, setup, spec } = linuxRecipe(one, repeat);
  const folder = folderOf(dir, `${one.id}-${repeat}`);
  if (network !== null) writeFileSync(resolve(folder, "network"), network);
  writeFileSync(resolve(folder, "setup"), setup);
  writeFileSync(resolve(folder, "spec"), spec);
  boot({ kernel, dir, init: "guest.sh", folder, words: {} });
  const packets = resolve(folder, "packets");
  if (!existsSync(packets))
    throw new Mistake(`${one.id}: the guest did not get to its end; ${resolve(folder, "console")} says why`);
  const log = readFileSync(resolve(folder, "log"), "utf8");
  return { packets: readPackets(readFileSync(packets)), flows: readLog(log) };
}

try {
  process.exitCode = main(process.argv.slice(2));
} catch (error) {
  if (
    !(
      error instanceof Mistake ||
      error instanceof NoRecipe ||
      (error as { code?: string }).code?.startsWith("ERR_PARSE_ARGS")
    )
  )
    throw error;
  console.error((error as Error).message);
  process.exitCode = 2;
}

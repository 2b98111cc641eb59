/** `npm run -s testbed -- …`: measures the reference cases of tests/reference again. See docs/testbed.md. */
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, openSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { reportOf } from "./compare.ts";
import { linuxCase, type Recording, readLog, readPackets } from "./figures.ts";
import { linuxRecipe } from "./linux-recipe.ts";
import { type Ns3Run, ns3Case, ns3Recipe } from "./ns3-recipe.ts";
import { NoRecipe, type StoredCase, storedCases } from "./stored-cases.ts";

const HELP = `npm run -s testbed -- COMMAND

  list [TEXT]                     the cases whose name contains TEXT, and those that cannot be made anew
  recipe CASE                     what is run for this case
  run CASE --dir DIR              makes the case anew with what was built in DIR; prints a JSON list with it
      [--repeats N] [-o FILE]     fewer or more repeats than are stored; into a file
  compare FILE                    beside what is stored; exit status 1 where a figure differs

CASE is a name of tests/reference, whole. --cases FILE takes cases from another file of that form.`;

/** Time limit of a guest (ms). No case takes that long unless the guest hangs. */
const LIMIT_MS = 30 * 60_000;

class Mistake extends Error {}

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
      if (values.dir === undefined)
        throw new Mistake("run: --dir says where linux/build.sh or ns3/build.sh has built");
      const repeats = Number(values.repeats ?? one.seeds);
      if (!Number.isInteger(repeats) || repeats < 1) {
        throw new Mistake(`--repeats is a whole number from 1, got "${values.repeats}"`);
      }
      const text = `${JSON.stringify([makeAnew(one, resolve(values.dir), repeats)])}\n`;
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
    default:
      throw new Mistake(`no command "${command}"; --help lists them`);
  }
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
  const { kernel, setup, spec } = linuxRecipe(one, 1);
  return `Linux ${kernel}\n\n${setup}\n${spec}`.trimEnd();
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

function built(path: string, how: string): string {
  if (existsSync(path)) return path;
  throw new Mistake(`${path} is not there: ${how} makes it`);
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
  const { kernel, setup, spec } = linuxRecipe(one, repeat);
  const how = `testbed/linux/build.sh ${kernel} ${dir}`;
  const program = built(resolve(dir, `build-${kernel}`, "linux"), how);
  const folder = resolve(dir, "runs", `${one.id.replaceAll(/[^\w.-]+/g, "_")}-${repeat}`);
  const guest = resolve(import.meta.dirname, "linux", "guest.sh");
  for (const path of [folder, guest]) {
    if (/\s/.test(path)) throw new Mistake(`${path}: a space in the path does not reach the kernel`);
  }
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  writeFileSync(resolve(folder, "setup"), setup);
  writeFileSync(resolve(folder, "spec"), spec);
  const screen = openSync(resolve(folder, "console"), "w");
  const words = [
    "mem=768M",
    // With this option, the guest's clock stops while the guest computes, and jumps ahead while it waits.
    "time-travel=inf-cpu",
    "root=/dev/root",
    "rootfstype=hostfs",
    "rootflags=/",
    "rw",
    `init=${guest}`,
    "con=null",
    "con0=null,fd:1",
    "quiet",
    "random.trust_cpu=on",
    `uml_dir=${folder}`,
    "umid=guest",
    `RUN=${folder}`,
    `HERE=${dir}`,
  ];
  // The memory of the guest is a file in TMPDIR. In a container, /dev/shm is small and does not allow execution.
  const ended = spawnSync(program, words, {
    stdio: ["ignore", screen, screen],
    env: { ...process.env, TMPDIR: folder },
    timeout: LIMIT_MS,
  });
  const log = resolve(folder, "log");
  const packets = resolve(folder, "packets");
  if (ended.error !== undefined || !existsSync(packets)) {
    throw new Mistake(`${one.id}: the guest did not get to its end; ${resolve(folder, "console")} says why`);
  }
  return { packets: readPackets(readFileSync(packets)), flows: readLog(readFileSync(log, "utf8")) };
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

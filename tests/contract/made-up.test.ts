/**
 * Tests that a new queue discipline or congestion control only needs one file and one line in its registry to appear in menus,
 * controls, URLs, command line and reference. The test adds one to a copy of the sources, and lets the copy write its lists.
 */
import { execFile } from "node:child_process";
import { appendFileSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { RunJson } from "../../src/cli/run-files.ts";
import { MANY, triesAll } from "../effort.ts";

const root = resolve(import.meta.dirname, "..", "..");
const given = join(import.meta.dirname, "made-up");
/** The copy is inside node_modules, so that its imports find the packages. */
const temporary = join(root, "node_modules", ".tmp");
const start = promisify(execFile);

interface Added {
  readonly kind: "aqm" | "cc";
  readonly file: string;
  readonly name: string;
}

const ADDED: readonly Added[] = [
  { kind: "aqm", file: "made-up-queue.ts", name: "madeUpQueue" },
  { kind: "cc", file: "made-up-sender.ts", name: "madeUpSender" },
];

let copy = "";

function add({ kind, file, name }: Added): void {
  const folder = join(copy, "src", "engine", kind);
  // In the copy, the rest of the engine is in the folder above the file.
  const text = readFileSync(join(given, file), "utf8").replaceAll("../../../src/engine/", "../");
  writeFileSync(join(folder, file), text);
  appendFileSync(join(folder, "registry.ts"), `export { ${name} } from "./${file}";\n`);
  if (kind === "aqm") {
    const file = join(folder, "deviations.ts");
    const declared = `$&\n  "made-up": [{ subject: "length", here: "none" }],`;
    writeFileSync(file, readFileSync(file, "utf8").replace(/^export const QUEUE_DEVIATIONS.*$/m, declared));
  }
}

/** Runs a TypeScript file of the copy in Node and returns its standard output. */
async function runCopy(file: string, ...words: readonly string[]): Promise<string> {
  const options = { cwd: root, maxBuffer: 100e6 };
  const { stdout } = await start(process.execPath, ["--import", "tsx", join(copy, file), ...words], options);
  return stdout;
}

const sim = (...words: readonly string[]) => runCopy("src/cli/main.ts", ...words);

beforeAll(async () => {
  mkdirSync(temporary, { recursive: true });
  copy = mkdtempSync(join(temporary, "made-up-"));
  cpSync(join(root, "src"), join(copy, "src"), { recursive: true });
  const pages = ["deviations.md", "model.md", "own-code.md", "validation.md"].map((page) =>
    join("docs", page),
  );
  for (const file of ["package.json", ...pages]) cpSync(join(root, file), join(copy, file));
  cpSync(join(root, "docs/examples"), join(copy, "docs/examples"), { recursive: true });
  for (const script of ["registry-lists.ts", "stages.ts"])
    cpSync(join(root, "scripts", script), join(copy, "scripts", script));
  for (const one of ADDED) add(one);
  await runCopy("scripts/registry-lists.ts");
  const menus = readFileSync(join(given, "menus.ts"), "utf8");
  writeFileSync(join(copy, "menus.ts"), menus.replaceAll("../../../src/", "./src/"));
});

afterAll(() => {
  if (copy !== "") rmSync(copy, { recursive: true, force: true });
});

describe("a made-up queue and a made-up sender, each one file and one line", () => {
  const flags = [
    "--aqm",
    "made-up",
    "--made-level",
    "7",
    "--cc",
    "made-up",
    "--made-gain",
    "0.2",
    "--duration",
    "10s",
  ];

  test("run from the command line, and the link of the run gives the same run", async () => {
    const json: RunJson = JSON.parse(await sim("run", ...flags, "--json"));
    for (const part of ["aqm=made-up", "made-level=7", "cc=made-up", "made-gain=0.2"])
      expect(json.url).toContain(part);
    expect(json.scenario.queue).toMatchObject({ aqm: "made-up", params: { "made-level": 7 } });
    expect(json.scenario.flows[0]).toMatchObject({ cc: "made-up", params: { "made-gain": 0.2 } });
    expect(json.links[0].marks).toBeGreaterThan(0);
    expect(json.links[0].queuePackets.max).toBeLessThan(100);
    const again: RunJson = JSON.parse(await sim("run", "--url", json.url, "--json"));
    expect(again.digest).toBe(json.digest);
  });

  test.runIf(triesAll)("are in the help, and invalid values are refused", MANY, async () => {
    const help = await sim("run", "--help");
    for (const word of ["made-up", "--made-level", "--made-gain"]) expect(help).toContain(word);
    const refused = sim("run", "--aqm", "made-up", "--made-level", "0.5");
    await expect(refused).rejects.toMatchObject({ code: 2, stderr: expect.stringContaining("1 to 1000") });
  });

  test.runIf(triesAll)("are in the reference, with their parameters and probes", MANY, async () => {
    await sim("docs");
    const deviations = readFileSync(join(copy, "docs", "deviations.md"), "utf8");
    expect(deviations).toContain("| **Made-up queue** |");
    const { reference } = JSON.parse(await runCopy("menus.ts"));
    for (const text of ["# Made-up queue", "made-level", "made-fill"])
      expect(reference["queues/made-up.md"]).toContain(text);
    for (const text of ["# Made-up sender", "made-gain", "made-pace"])
      expect(reference["senders/made-up.md"]).toContain(text);
  });

  test("are in the menus, and their parameters among the controls", async () => {
    const menus: Record<string, string[]> = JSON.parse(await runCopy("menus.ts"));
    expect(menus.queues).toContain("made-up");
    expect(menus.senders).toContain("made-up");
    expect(menus.queueControls).toEqual(["made-level", "limit"]);
    expect(menus.flowControls).toContain("made-gain");
    expect(menus.flowControls).not.toContain("beta-ecn");
  });
});

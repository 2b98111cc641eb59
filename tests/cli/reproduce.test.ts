import { spawn } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { expect, test } from "vitest";
import { signed } from "../../src/cli/experiments/run-file.ts";
import type { StoredOutcome } from "../../src/experiments/experiment.ts";
import { lab } from "./made-up-experiment.ts";
import { filesIn, scratchFolder } from "./scratch-folder.ts";

const reproduced = async (...words: string[]) => {
  const folder = scratchFolder();
  const outcome = await lab("reproduce", ...words, "-o", folder);
  return { ...outcome, folder, files: filesIn(folder) };
};

test("writes JSON and CSV, and prints whether each claim holds", async () => {
  const { status, out, notes, files } = await reproduced("small", "--quick");
  expect({ status, notes }).toEqual({ status: 0, notes: [] });
  expect(Object.keys(files)).toEqual(["small.csv", "small.json"]);
  const stored: StoredOutcome = JSON.parse(files["small.json"]);
  expect(stored).toMatchObject({ schema: 1, id: "small", size: "quick", jobs: 6 });
  expect(stored.packets).toBeGreaterThan(1000);
  expect(stored.digest).toMatch(/^[0-9a-f]{16}$/);
  expect(stored.outcome.figures[0].series[0].y).toHaveLength(3);
  expect(files["small.csv"]).toContain('# t: Words, and commas\na\n"say ""so"""\n');
  expect(out).toContain("small · Made up: Utilisation, small\n(quick size, 6 runs, digest");
  expect(out).toMatch(
    / {2}pass {2}The link is used\.\n {8}our own check · paper: 0\.5 · here: 0\.\d{3} · none/,
  );
  expect(out).toMatch(/1 of 1 checks of ours hold\.$/);
});

test("a claim that does not hold gives exit status 1 and is printed with its cause", async () => {
  const { status, out, files } = await reproduced("wrong", "small", "--quick");
  expect(status).toBe(1);
  expect(out).toContain("  FAIL  The link is used.");
  expect(out).toContain("cause: It was asked for too much.");
  expect(out).toContain("1 of 2 checks of ours hold.");
  expect(out.indexOf("small ·")).toBeLessThan(out.indexOf("wrong ·"));
  expect(Object.keys(files)).toHaveLength(4);
});

test("gives the same bytes for any number of workers", async () => {
  const [one, two] = [
    await reproduced("small", "other", "--quick", "--workers", "1"),
    await reproduced("other", "small", "--quick", "--workers", "3"),
  ];
  expect(one.files).toEqual(two.files);
  expect(one.out).toBe(two.out);
});

test.each([2, 4, 11])("%i shards merge to the same bytes as a computation on one machine", async (n) => {
  const whole = await reproduced("small", "other");
  const parts = scratchFolder();
  for (let i = 1; i <= n; i++) {
    const { status, out } = await lab("reproduce", "small", "other", "--shard", `${i}/${n}`, "-o", parts);
    expect(status).toBe(0);
    expect(out.split("\n")).toEqual(
      ["small", "other"].map((id) => join(parts, `${id}.shard-${i}-of-${n}.jsonl`)),
    );
  }
  const merged = scratchFolder();
  const shards = Object.keys(filesIn(parts)).map((name) => join(parts, name));
  expect(shards).toHaveLength(2 * n);
  const { status, out, notes } = await lab("merge", ...shards.reverse(), "-o", merged);
  expect({ status, notes }).toEqual({ status: 0, notes: [] });
  expect(out).toBe(whole.out);
  expect(filesIn(merged)).toEqual(whole.files);
});

test("a shard that is computed again has the same bytes as before", async () => {
  const shard = () => reproduced("small", "--shard", "2/3");
  expect((await shard()).files).toEqual((await shard()).files);
});

test("if the reading of a run fails, the run is named, nothing is written for its experiment, and the other runs are stored", async () => {
  const { status, notes, files } = await reproduced("broken", "small", "--quick");
  expect(status).toBe(1);
  expect(notes[0]).toBe(
    'broken: the run "beta=0.5 seed=2" failed. Its results could not be evaluated: the needle is off the scale',
  );
  expect(notes.at(-1)).toBe("3 runs failed. The results that depend on them were not written.");
  expect(Object.keys(files)).toEqual([
    ".partial/broken.quick.jsonl",
    ".partial/small.quick.jsonl",
    "small.csv",
    "small.json",
  ]);
  expect(files[".partial/broken.quick.jsonl"].trim().split("\n")).toHaveLength(1 + 3);
});

const program = resolve(import.meta.dirname, "made-up-main.ts");

/**
 * Runs the command in a separate process and sends it a signal after a run has been stored. Returns what the process
 * leaves.
 */
async function stopped(folder: string, signal: NodeJS.Signals) {
  const words = ["--import", "tsx", program, "reproduce", "small", "--quick", "--workers", "1", "-o", folder];
  const env = { ...process.env, MADE_UP_SIGNAL: signal };
  const child = spawn(process.execPath, words, { env, stdio: ["ignore", "ignore", "pipe"] });
  let notes = "";
  child.stderr.on("data", (data) => {
    notes += data;
  });
  const status = await new Promise<number | null>((resolve) => child.on("exit", resolve));
  return { status, notes };
}

const keptFile = (folder: string) => join(folder, ".partial", "small.quick.jsonl");
const keptLines = (folder: string) =>
  existsSync(keptFile(folder)) ? readFileSync(keptFile(folder), "utf8").split("\n").length - 1 : 0;

test("after Ctrl-C, a kill and an incomplete line, the next call continues, with the bytes of an uninterrupted computation", async () => {
  const [interrupted, killed] = [scratchFolder(), scratchFolder()];
  const [byInt, byKill] = await Promise.all([stopped(interrupted, "SIGINT"), stopped(killed, "SIGKILL")]);
  expect(byInt.status).toBe(130);
  expect(byInt.notes).toBe(
    `Stopped: ${keptLines(interrupted) - 1} of 6 runs are finished. They are saved in ${keptFile(interrupted)}; run the same command again to continue.\n`,
  );
  expect(byKill).toEqual({ status: null, notes: "" });
  const torn = readFileSync(keptFile(killed), "utf8").trimEnd().slice(0, -20);
  writeFileSync(keptFile(killed), torn);
  const whole = await reproduced("small", "--quick");
  for (const [folder, kept] of [
    [interrupted, keptLines(interrupted) - 1],
    [killed, torn.split("\n").length - 2],
  ] as const) {
    const { status, notes } = await lab("reproduce", "small", "--quick", "-o", folder);
    expect({ status, notes }).toEqual({
      status: 0,
      notes: kept === 0 ? [] : [`small: ${kept} of 6 runs were finished earlier.`],
    });
    expect(filesIn(folder)).toEqual(whole.files);
  }
});

test("stored runs are used only for the same scenario and the same program", async () => {
  const { folder, files } = await reproduced("broken", "small", "--quick");
  const kept = join(folder, ".partial", "small.quick.jsonl");
  const text = files[".partial/small.quick.jsonl"];
  const again = async (changed: string) => {
    writeFileSync(kept, changed);
    const { notes } = await lab("reproduce", "small", "--quick", "-o", folder);
    expect(filesIn(folder)["small.json"]).toBe(files["small.json"]);
    return notes;
  };
  expect(await again(text)).toEqual(["small: 6 of 6 runs were finished earlier."]);
  expect(await again(text.replace("beta-ecn=0.7", "beta-ecn=0.6"))).toEqual([
    "small: 5 of 6 runs were finished earlier.",
  ]);
  const older = text.split("\n").map((line) => (line === "" ? "" : signed(line.replace(/,"check".*/, "}"))));
  const head = signed(older[0].replace(/,"check".*/, "}").replace(/"engine":"\w/, '"engine":"-'));
  expect(await again([head, ...older.slice(1)].join("\n"))).toEqual([
    `${kept}: its 6 finished runs were made by another build of the program and are computed again.`,
  ]);
  expect(existsSync(kept)).toBe(false);
});

test("refuses usage errors", async () => {
  const refused = async (...words: string[]) => {
    const { status, out, notes } = await lab("reproduce", ...words);
    expect({ status, out }).toEqual({ status: 2, out: "" });
    return notes.join("\n");
  };
  const folder = scratchFolder();
  expect(await refused("-o", folder)).toContain("No experiment given.");
  expect(await refused("smal", "-o", folder)).toBe(
    'Unknown experiment "smal". Did you mean small? See: reproduce --help',
  );
  expect(await refused("--all", "small", "-o", folder)).toContain("cannot be combined");
  expect(await refused("small")).toContain("-o DIR is missing");
  expect(await refused("small", "-o", resolve(program))).toContain("-o ");
  expect(await refused("small", "-o", folder, "--shard", "4/3")).toContain("--shard must be I/N");
  expect(await refused("small", "-o", folder, "--shard", "0/3")).toContain("got 0/3");
  expect(await refused("small", "-o", folder, "--workers", "0")).toContain(
    "--workers must be a whole number",
  );
  expect(filesIn(folder)).toEqual({});
});

import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { readRuns, signed } from "../../src/cli/experiments/run-file.ts";
import { lab } from "./made-up-experiment.ts";
import { filesIn, scratchFolder } from "./scratch-folder.ts";

/**
 * Shards of the experiment "small" (three of quick size, 1 of 2 of full size, 1 of 2 of quick size) and two shards of
 * a sweep.
 */
const texts: Record<string, string> = {};

beforeAll(async () => {
  const folder = scratchFolder();
  const shard = (...words: string[]) => lab("reproduce", "small", "-o", folder, ...words);
  for (const i of [1, 2, 3]) await shard("--quick", "--shard", `${i}/3`);
  await shard("--quick", "--shard", "1/2");
  Object.assign(texts, filesIn(folder));
  await shard("--shard", "1/3");
  texts.full = readFileSync(join(folder, "small.shard-1-of-3.jsonl"), "utf8");
  for (const i of [1, 2]) {
    const words = [
      "--x",
      "rtt=10ms:20ms:5ms",
      "--duration",
      "2s",
      "--capacity",
      "1Mbps",
      "--shard",
      `${i}/2`,
    ];
    await lab("sweep", ...words, "-o", join(folder, `sweep-${i}`));
    texts[`sweep-${i}`] = readFileSync(join(folder, `sweep-${i}`), "utf8");
  }
});

const [one, two, three, half] = ["1-of-3", "2-of-3", "3-of-3", "1-of-2"].map(
  (part) => `small.shard-${part}.jsonl`,
);

/** Returns a shard whose lines were changed and whose checksums were computed again. */
function changed(text: string, change: (line: string) => string): string {
  const sign = (line: string) =>
    line === "" ? "" : signed(change(line.replace(/,"check":"[0-9a-f]{16}"\}$/, "}")));
  return text.split("\n").map(sign).join("\n");
}

/** Merges these texts as files with these names. A name without a text stands for the shard of that name. */
async function merged(files: readonly (string | readonly [name: string, text: string])[]) {
  const folder = scratchFolder();
  const paths = files.map((file) => {
    const [name, text] = typeof file === "string" ? [file, texts[file]] : file;
    writeFileSync(join(folder, name), text);
    return join(folder, name);
  });
  const { status, out, notes } = await lab("merge", ...paths, "-o", join(folder, "merged"));
  return { status, out, notes: notes.join("\n").replaceAll(`${folder}/`, "") };
}

test("shards of a sweep in an older format without run identities are refused", async () => {
  const folder = scratchFolder();
  const files = ["sweep-1", "sweep-2"].map((name) => {
    const without = (line: string) => line.replace(/,"fingerprint":\d+/, "");
    writeFileSync(join(folder, name), changed(texts[name], without));
    return join(folder, name);
  });
  const { status, notes } = await lab("merge", ...files, "-o", join(folder, "s.csv"));
  expect(status).toBe(2);
  expect(notes.join()).toContain("do not state which runs are equal");
});

test("missing shards are named", async () => {
  expect(await merged([one, three])).toEqual({
    status: 2,
    out: "",
    notes: "small: of 3 shards one is missing: 2/3.",
  });
  expect((await merged([two])).notes).toBe("small: of 3 shards 2 are missing: 1/3, 3/3.");
  const [head, first, ...others] = texts[two].split("\n");
  expect((await merged([one, [two, [head, ...others].join("\n")], three])).notes).toBe(
    `${two}: missing runs (1): "${JSON.parse(first).key}".`,
  );
});

test("shards of different sweeps are named", async () => {
  expect((await merged([one, two, three, ["again", texts[two]]])).notes).toBe(
    `small: shard 2/3 was given twice, as ${two} and again.`,
  );
  expect((await merged([one, half])).notes).toBe(
    `small: ${one} and ${half} do not belong together: one is of 3 shards, the other of 2.`,
  );
  expect((await merged([["full", texts.full], two, three])).notes).toBe(
    `small: full and ${two} do not belong together: one is small in full size, the other small in quick size.`,
  );
  const other = changed(texts[three], (line) => line.replace(/"experiments":"\w/, '"experiments":"-'));
  expect((await merged([one, two, ["other", other]])).notes).toBe(
    `small: ${one} and other do not belong together: they were computed by different builds of the program.`,
  );
  expect((await merged([one, two, three, "sweep-1"])).notes).toContain("cannot be merged together");
  expect((await merged(["sweep-1"])).notes).toContain("-o must end in .csv or .json");
});

test("shards of another version, engine or scenario are refused", async () => {
  const all = (change: (text: string) => string) =>
    [one, two, three].map((name) => [name, changed(texts[name], change)] as const);
  const older = await merged(all((text) => text.replace(/"version":"[^"]+"/, '"version":"0.0.1"')));
  expect(older.notes).toMatch(/was made by version 0\.0\.1; this is version \d/);
  const engine = await merged(all((text) => text.replace(/"engine":"\w/, '"engine":"-')));
  expect(engine.notes).toBe(
    "small: the shards were computed by another build of the engine; compute them again.",
  );
  const moved = await merged(all((text) => text.replaceAll("rtt=40ms", "rtt=41ms")));
  expect(moved.notes).toBe(
    `${one}: the run "beta=0.5 seed=1" belongs to a different scenario; compute it again.`,
  );
  const gone = await merged(all((text) => text.replace('"id":"small"', '"id":"gone"')));
  expect(gone.notes).toBe(`${one}: unknown experiment "gone".`);
});

test("shards that differ only in the version of the experiments are merged with a note", async () => {
  const later = (name: string) =>
    [name, changed(texts[name], (line) => line.replace(/"experiments":"\w/, '"experiments":"-'))] as const;
  const { status, notes } = await merged([later(one), later(two), later(three)]);
  expect(status).toBe(0);
  expect(notes).toBe(
    "Note: small: the sources of the experiments have changed since the shards were computed; their values are used unchanged.",
  );
});

test("shards with the line ends of Windows are merged", async () => {
  const copied = [one, two, three].map((name) => [name, texts[name].replaceAll("\n", "\r\n")] as const);
  const { status, notes } = await merged(copied);
  expect([status, notes]).toEqual([0, ""]);
});

test("files that are not shards, and damaged shards, are refused", async () => {
  expect((await merged([["notes.txt", "Hello"]])).notes).toBe(
    "notes.txt is not a shard, or its first line is damaged. Shards are written by reproduce --shard and sweep --shard.",
  );
  const [head, first, ...rest] = texts[two].split("\n");
  expect((await merged([one, [two, [head, first, first, ...rest].join("\n")], three])).notes).toContain(
    `${two}, line 3: it repeats the run of line 2.`,
  );
  const many = await merged([
    one,
    [two, [head, first, ...rest, '{"a":1}\n'.repeat(200_000)].join("\n")],
    three,
  ]);
  expect(many.notes).toMatch(/: 19\d{4} more lines are damaged\.$/m);
  expect((await merged([one, two, [three, texts[three].slice(0, -30)]])).notes).toBe(
    `${three}, line 3: it does not end with a checksum.\nNothing was merged: compute shard 3/3 again.`,
  );
  expect(await lab("merge -o x")).toMatchObject({
    status: 2,
    notes: ["No shards given. See: merge --help"],
  });
  expect((await lab("merge /nowhere/at-all -o x")).notes[0]).toContain(
    "/nowhere/at-all: no such file or folder (ENOENT)",
  );
});

test("a changed line of a shard is named, and nothing is written", async () => {
  const readings: readonly [was: RegExp, now: string, what: string][] = [
    [/"url":"[^"]*",/, "", "key, url, digest, packets or reading is missing"],
    [/"reading":\{[^}]*\}/, '"reading":null', "its reading contains values that are not numbers"],
    [/"reading":\{[^}]*\}/, '"reading":{"__proto__":1}', "its reading contains values that are not numbers"],
    [/"reading":\{[^}]*\}/, '"reading":{"a":"NaN"}', "its reading contains values that are not numbers"],
    [/"reading":\{[^}]*\}/, '"reading":[1]', "its reading contains values that are not numbers"],
    [/"digest":"[^"]*"/, '"digest":null', "its digest is not 16 hexadecimal digits"],
    [/"packets":\d+/, '"packets":-1', "its number of packets is not a whole number"],
    [/"key":"[^"]*"/, '"key":7', "its key is not a string"],
    [/"url":"[^"]*"/, '"url":7', "its url is not a string"],
  ];
  for (const [was, now, what] of readings) {
    const damaged = changed(texts[two], (line) => line.replace(was, now));
    const lines = damaged.split("\n");
    const result = await merged([one, [two, damaged], three]);
    expect(result).toMatchObject({ status: 2, out: "" });
    expect(result.notes).toContain(`${two}, line 2: ${what}.`);
    expect(lines.length).toBeGreaterThan(2);
  }
  // Changes each digit of a line, one at a time, including the digits of the checksum.
  const [head, line] = texts[two].split("\n");
  for (const { index, 0: digit } of line.matchAll(/[0-9]/g)) {
    const flipped = `${line.slice(0, index)}${(Number(digit) + 1) % 10}${line.slice(index + 1)}`;
    expect(readRuns(`${head}\n${flipped}\n`)?.damaged, flipped).toEqual([
      { line: 2, what: "its checksum does not match its content" },
    ]);
  }
});

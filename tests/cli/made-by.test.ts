/** Tests that every file states the program that made it, its commit, and the digest that identifies the run. */
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { expect, test } from "vitest";
import { lab } from "./made-up-experiment.ts";
import { filesIn, scratchFolder } from "./scratch-folder.ts";

const root = resolve(import.meta.dirname, "../..");
const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
const git = spawnSync("git", ["-C", root, "rev-parse", "--short=12", "HEAD"], { encoding: "utf8" });
const commit = git.status === 0 ? git.stdout.trim() : null;
const PROGRAM = `Sawtooth ${version}${commit === null ? "" : `, commit ${commit}`}`;

async function outputs(...words: string[]): Promise<string> {
  const { status, out, notes } = await lab(...words);
  expect({ status, notes }).toEqual({ status: 0, notes: [] });
  return out;
}

test("stamps the files of one run: series, trace, packets in three formats, JSON", async () => {
  const folder = scratchFolder();
  const inFolder = (name: string) => join(folder, name);
  await outputs(
    ...["run", "--duration", "1s", "--csv", inFolder("series"), "--trace", inFolder("trace.csv")],
    ...["--packets", inFolder("p.csv"), "--pcap", inFolder("p.pcapng"), "--qlog", inFolder("p.sqlog")],
  );
  const json = await outputs("run", "--duration", "1s", "--json");
  const { digest } = JSON.parse(json);
  expect(digest).toMatch(/^[0-9a-f]{16}$/);
  const files = { ...filesIn(folder), "run --json": json };
  expect(Object.keys(files).length).toBeGreaterThan(8);
  const without = Object.entries(files).flatMap(([name, text]) => {
    const program = text.startsWith("{\n")
      ? JSON.parse(text).version === version && JSON.parse(text).commit === commit
      : text.includes(PROGRAM);
    return program && text.includes(digest) ? [] : [name];
  });
  expect(without).toEqual([]);
});

test("stamps sweeps and shards: CSV, JSON, each shard, and merged results", async () => {
  const folder = scratchFolder();
  const inFolder = (name: string) => join(folder, name);
  const sweep = (...words: string[]) =>
    outputs("sweep", "--x", "rtt=10ms,20ms", "--duration", "1s", ...words);
  await sweep("-o", inFolder("whole.csv"));
  await sweep("-o", inFolder("whole.json"));
  for (const i of [1, 2]) await sweep("--shard", `${i}/2`, "-o", inFolder(`part-${i}`));
  await outputs("merge", inFolder("part-1"), inFolder("part-2"), "-o", inFolder("merged.json"));
  const files = filesIn(folder);
  const { digest, ...stored } = JSON.parse(files["whole.json"]);
  expect(stored).toMatchObject({ version, commit });
  expect(files["whole.csv"].split("\n")[0]).toBe(`# ${PROGRAM}`);
  expect(files["whole.csv"]).toContain(`\n# digest ${digest} of 2 runs\n`);
  expect(files["merged.json"]).toBe(files["whole.json"]);
  for (const name of ["part-1", "part-2"]) {
    const [head, line] = files[name].split("\n");
    expect(JSON.parse(head)).toMatchObject({ version, commit });
    expect(JSON.parse(line).digest).toMatch(/^[0-9a-f]{16}$/);
  }
});

test("stamps the JSON of validate", async () => {
  const json = await outputs("validate", "--only", "B1-reno-codel-10-20", "--json");
  expect(JSON.parse(json)).toMatchObject({ version, commit });
});

import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import { readTraceFile } from "../../src/engine/recordings.ts";
import { sim } from "./command-line.ts";
import { lab } from "./made-up-experiment.ts";
import { scratchFolder } from "./scratch-folder.ts";

let folder = "";
beforeEach(() => {
  folder = scratchFolder();
});

function file(name: string, text: string): string {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
}

const RATES = "time_s,rate_bps\n0,10000000\n2,0\n3,5000000\n";
const SHORT = ["--duration", "6s", "--warmup", "1s", "--cc", "cubic"];

/** A list that is too long for a URL, and that no other test uses. */
const longList = (from: number) =>
  Array.from({ length: 4000 }, (_, i) => from + i * 2 + (((i * 7) % 11) % 2)).join("\n");

async function json(...words: string[]) {
  const { status, out } = await sim("run", "--json", ...words);
  expect(status, words.join(" ")).toBe(0);
  return JSON.parse(out);
}

describe("run --capacity-trace", () => {
  test("runs a table, reports what was read, and prints a link that gives the same run", async () => {
    const path = file("rates.csv", RATES);
    const { status, out, notes } = await sim("run", "--json", "--capacity-trace", path, ...SHORT);
    expect(status).toBe(0);
    expect(notes).toEqual([
      `Note: --capacity-trace ${path}: Read: 3 rates in 4 s, mean 6.25 Mbps, at most 1 s without capacity. It repeats. The last rate lasts as long as the previous rate, 1 s.`,
    ]);
    const run = JSON.parse(out);
    expect(run.url).toContain("capacity-pattern=rates:");
    // From 1 to 6 s, the capacity is 10, 0, 5, 10 and 10 Mbps.
    expect(run.links[0].rateBps).toBeCloseTo(7e6, 0);
    expect(run.links[0].utilisation).toBeLessThanOrEqual(1);
    expect((await json("--url", run.url)).digest).toBe(run.digest);
    const again = file("run.json", out);
    expect((await json("--scenario", again)).digest).toBe(run.digest);
  });

  test("runs it once or repeatedly", async () => {
    const path = file("rates.csv", RATES);
    const [once, repeated] = [
      await json("--capacity-trace", path, "--capacity-trace-once", ...SHORT),
      await json("--capacity-trace", path, ...SHORT),
    ];
    expect(once.links[0].rateBps).toBeCloseTo(5e6, 0);
    expect(repeated.digest).not.toBe(once.digest);
    const { status, errors } = await refused("--capacity-trace-once");
    expect([status, errors]).toEqual([
      2,
      ["--capacity-trace-once has no effect without --capacity-trace FILE."],
    ]);
  });

  test("applies to one link, and accepts the name of a generated recording", async () => {
    const path = file("rates.csv", RATES);
    const lot = await json("--path", "parking-lot", "--link", `id=hop2,capacity-trace=${path}`, ...SHORT);
    expect(lot.links.map(({ rateBps }: { rateBps: number }) => Math.round(rateBps / 1e6))).toContain(7);
    const wifi = await json("--capacity-trace", "wifi", ...SHORT);
    expect(wifi.scenario.path.params["capacity-pattern"]).toMatch(/^rates:/);
  });

  test("a link that names a long recording runs with its file, and with no other", async () => {
    const [long, other] = [file("long", longList(1)), file("other", longList(5))];
    const reading = readTraceFile(longList(1), true);
    if ("error" in reading) throw new Error(reading.error);
    const run = await json("--capacity-trace", long, ...SHORT);
    expect(run.url).toMatch(/capacity-pattern=opportunities@4000\.[0-9a-f]{16};repeat/);
    expect((await json("--url", run.url, "--capacity-trace", long)).digest).toBe(run.digest);
    const unknown = run.url.replace(/@4000\.\w{16}/, "@4000.0123456789abcdef");
    const alone = await refused("--url", unknown);
    expect(alone.errors).toEqual([
      "--url: Capacity over time: the link needs the file of its capacity (4000 delivery opportunities, digest 0123456789abcdef), which is too long for a link; name its file with --capacity-trace FILE",
    ]);
    const wrong = await refused("--url", unknown, "--capacity-trace", other);
    expect(wrong.status).toBe(2);
    expect(wrong.errors[0]).toMatch(
      /; --capacity-trace names a different recording, opportunities@4000\.[0-9a-f]{16}$/,
    );
  });

  test.each([
    ["1\n2\nx\n", 'Line 3 is "x"; expected a whole number of milliseconds.'],
    ["time_s,rate_bps\n0,-1\n", 'Line 2 is "0,-1"; expected time_s and rate_bps as numbers of 0 or more.'],
    ["", "The file has no lines."],
  ])("refuses %j and names the line", async (text, error) => {
    const path = file("wrong", text);
    const { status, errors } = await refused("--capacity-trace", path);
    expect([status, errors]).toEqual([2, [`--capacity-trace ${path}: ${error}`]]);
  });

  test("reports the settings that have no effect beside it", async () => {
    const path = file("rates.csv", RATES);
    const { notes } = await sim("run", "--capacity-trace", path, "--capacity", "20Mbps", ...SHORT);
    expect(notes.slice(1)).toEqual([
      'Note: "capacity" has no effect, because the capacity comes from a recording.',
    ]);
    const both = await refused("--capacity-trace", path, "--capacity-pattern", "square:2:0.5");
    expect(both.errors).toEqual(["--capacity-trace cannot be combined with --capacity-pattern."]);
  });
});

test("a sweep runs over a recorded link, also in shards", async () => {
  const list = file("list", longList(11));
  const words = ["sweep", "--x", "cc=newreno,cubic", "--metric", "utilisation", "--capacity-trace", list];
  const short = ["--duration", "3s", "--workers", "1"];
  const whole = join(folder, "whole.csv");
  expect((await lab(...words, ...short, "-o", whole)).status).toBe(0);
  const shards = [1, 2].map((i) => join(folder, `${i}.runs`));
  for (const [i, shard] of shards.entries()) {
    expect((await lab(...words, ...short, "--shard", `${i + 1}/2`, "-o", shard)).status).toBe(0);
  }
  const merged = join(folder, "merged.csv");
  const { status, notes } = await sim("merge", ...shards, "-o", merged, "--capacity-trace", list);
  expect([status, notes.filter((note) => !note.startsWith("Note: --capacity-trace"))]).toEqual([0, []]);
});

async function refused(...words: string[]) {
  const { status, notes } = await sim("run", ...words);
  return { status, errors: notes.filter((note) => !note.startsWith("Note: ")) };
}

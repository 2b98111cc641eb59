/** Tests sweeps, intervals and comparisons as functions against the command. */
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { canonicalJson } from "../../src/lib/canonical-json.ts";
import {
  addProgram,
  compare,
  intervals,
  readScenario,
  simulate,
  sweep,
  type Tcp,
} from "../../src/library/library.ts";
import { sim } from "../cli/command-line.ts";

const FLAGS = "--cc cubic --flows 2 --start-jitter 200ms --duration 4s --warmup 1s";
const OPTIONS = {
  x: "cc=cubic,newreno",
  metric: ["utilisation", "delay-p99"],
  seeds: 3,
  against: "cc=newreno",
  perSeed: true,
} as const;

const scratch = mkdtempSync(join(tmpdir(), "sawtooth-sweeps-"));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

describe("a sweep", () => {
  const swept = sweep(FLAGS, OPTIONS);

  test("is the file that the command writes", async () => {
    const file = join(scratch, "sweep.json");
    const flags = `${FLAGS} --x ${OPTIONS.x} --metric ${OPTIONS.metric.join(",")} --seeds 3 --against ${OPTIONS.against} --per-seed`;
    const { status } = await sim(`sweep ${flags} --workers 1 -o ${file}`);
    expect(status).toBe(0);
    const { commit: _, ...written } = JSON.parse(readFileSync(file, "utf8"));
    const { commit: __, ...returned } = JSON.parse(canonicalJson(swept));
    expect(returned).toEqual(written);
  });

  test("reports each run", () => {
    const told: string[] = [];
    sweep("--duration 1s", { x: "rtt=20ms,40ms", onRun: (finished, all) => told.push(`${finished}/${all}`) });
    expect(told).toEqual(["1/2", "2/2"]);
  });

  test("has the differences of `compare`", () => {
    const { perSeed: _, ...options } = OPTIONS;
    const compared = compare(FLAGS, options);
    expect(compared.map(({ at, metric }) => [at.cc, metric])).toEqual([
      ["cubic", "utilisation"],
      ["cubic", "delay-p99"],
    ]);
    const rows = swept.points.filter(({ against, seed }) => against === "cc=newreno" && seed === null);
    expect(compared.map(({ mean, low, high }) => [mean, low, high])).toEqual(
      rows.map((row) => [row.mean, row.ci95_low, row.ci95_high]),
    );
  });

  test("takes a class on an axis", () => {
    class Fixed {
      static readonly head = "// @sender Fixed";
      onAck(tcp: Tcp): void {
        tcp.cwnd = 4;
      }
    }
    const { points } = sweep("--duration 2s --warmup 1s --rtt 100ms", {
      x: `cc=newreno,${addProgram(Fixed).id}`,
    });
    expect(points.map(({ cc }) => cc)).toEqual(["newreno", "Fixed"]);
    expect(points[1].mean).toBeLessThan(Number(points[0].mean));
  });

  test.each([
    [{ x: "rt=20ms" }, "x: there is no setting rt"],
    [{ x: "rtt=20ms", metric: "delay" }, "metric: "],
    [{ x: "rtt=20ms", seeds: 0 }, "seeds: must be a whole number from 1 to 1000, got 0"],
    [{ x: "rtt=20ms,40ms", against: "cc=cubic" }, "against: must be NAME=VALUE with a value of an axis"],
    [{ x: "rtt=20ms", limitBdp: -1 }, "limit-bdp: must be a number above 0"],
  ])("with the options %j is refused", (options, why) => {
    expect(() => sweep("", options)).toThrow(RangeError);
    expect(() => sweep("", options)).toThrow(why);
  });
});

describe("intervals", () => {
  test("are those of the command, for the scenario itself", async () => {
    const [found] = intervals(FLAGS, { metric: "delay-p99", seeds: 3 });
    const file = join(scratch, "one.json");
    await sim(`sweep ${FLAGS} --x cc=cubic --metric delay-p99 --seeds 3 --workers 1 -o ${file}`);
    const [row] = JSON.parse(readFileSync(file, "utf8")).points;
    const { metric, unit, seeds, mean, sd, ci95_low: low, ci95_high: high, min, max } = row;
    expect(found).toEqual({ metric, unit, seeds, mean, sd, low, high, min, max });
    expect(found.low).toBeLessThan(Number(found.high));
  });

  test("use the scenario as it is", () => {
    const [{ min, mean, low }] = intervals(FLAGS, { metric: "utilisation", seeds: 1 });
    const [{ utilisation }] = simulate(readScenario(FLAGS)).results().links;
    expect(mean).toBeCloseTo(100 * utilisation, 4);
    expect([min, low]).toEqual([mean, null]);
  });

  test("of a comparison need two seeds", () => {
    expect(() => compare("", { x: "cc=cubic,newreno", against: "cc=cubic", seeds: 1 })).toThrow(
      "2 seeds or more",
    );
  });
});

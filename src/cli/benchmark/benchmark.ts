/**
 * `npm run bench`: measures the time of the simulator per data packet (ns) and that of a minimal loop, in turns in the same
 * process. Allocated memory and first runs are measured in separate processes. With `--against`, the current simulator is
 * compared with that of another commit.
 */
import { scenarioToUrl } from "../../engine/index.ts";
import { type Arguments, type Command, EXIT, type Output, UsageError } from "../command.ts";
import { type BenchComparison, commitNamed, compareWith, describeComparison } from "./against.ts";
import { type BenchCase, benchCases, type CostLimit, mainCase, namedScenarios } from "./cases.ts";
import { customCases, describeCustom, measureCustom } from "./custom-program.ts";
import type { FirstRuns } from "./measure.ts";
import {
  coldNsPerPacket,
  describeWhy,
  garbageBytesPerPacket,
  measure,
  measureWhy,
  type Timing,
} from "./measure.ts";

const DEFAULT_LIMIT = 1.05;

export const bench: Command = {
  name: "bench",
  summary: "Measure time and memory per packet, relative to a minimal loop in the same process.",
  groups: [
    { title: "Output", options: [{ name: "json", value: null, help: "Print one JSON object." }] },
    {
      title: "Comparison with another version",
      options: [
        {
          name: "against",
          value: "COMMIT",
          help: "Build the engine of COMMIT, run both engines alternately, and print the ratio of their run times for every case and preset.",
        },
        {
          name: "limit",
          value: "RATIO",
          help: `With --against: exit with status 1 if the median ratio of a case exceeds RATIO (default: ${DEFAULT_LIMIT}).`,
        },
        {
          name: "only",
          value: "TEXT",
          help: "With --against: run only cases and presets whose name contains TEXT.",
        },
      ],
    },
  ],
  notes: [
    "ratio: time relative to the minimal loop. line: limit of a case, as a multiple of the minimal loop or of another case.",
    "On paths with several links a packet counts once per link. garbage: bytes allocated per packet during a warm run.",
    "why: time to explain the last cut of the default run, for the first time and again.",
    "own: a custom program. Limits: 30 times the cost per packet of the built-in algorithm, and 2 s for a default run.",
  ],
  run,
};

async function run(args: Arguments, output: Output): Promise<number> {
  const commit = args.text("against");
  if (commit !== null) return runAgainst(commitNamed(commit), args, output);
  for (const name of ["limit", "only"])
    if (args.has(name)) throw new UsageError(`--${name} requires --against COMMIT`);
  const results: BenchResult[] = [];
  output.progress("garbage");
  const garbage = garbageBytesPerPacket(benchCases().map(({ name }) => name));
  for (const benchCase of benchCases()) {
    output.progress(benchCase.name);
    results.push(resultOf(benchCase, garbage[benchCase.name], results));
  }
  output.progress("why");
  const why = measureWhy(mainCase().scenario);
  const own = (await customCases()).map((customCase) => {
    output.progress(customCase.name);
    return measureCustom(customCase);
  });
  output.progress("");
  if (args.has("json")) output.json({ cases: results, why, own });
  else
    for (const line of [...results.map(describe), describeWhy(why), ...own.map(describeCustom)])
      output.out(line);
  return EXIT.done;
}

function runAgainst(commit: string, args: Arguments, output: Output): number {
  const limit = limitOf(args.text("limit"));
  const cases = comparedCases(args.text("only"));
  const comparisons: BenchComparison[] = [];
  compareWith(commit, cases, output, ({ name }, comparison) => {
    if (comparison === null) {
      output.note(`not compared: ${name}: the older version cannot read its link`);
      return;
    }
    comparisons.push(comparison);
    if (!args.has("json")) output.out(describeComparison(comparison, limit));
  });
  if (args.has("json")) output.json({ commit, limit, cases: comparisons });
  const over = comparisons.filter(({ ratio }) => ratio > limit);
  if (over.length > 0) output.note(`${over.length} of ${comparisons.length} are above the limit of ${limit}`);
  return over.length > 0 || comparisons.length === 0 ? EXIT.failed : EXIT.done;
}

/** Returns the names and URLs of all bench cases and presets, or of those whose name contains `only`. */
export function comparedCases(only: string | null) {
  const all = namedScenarios().map(({ name, scenario }) => ({ name, link: scenarioToUrl(scenario) }));
  const chosen = all.filter(({ name }) => only === null || name.includes(only));
  if (chosen.length > 0) return chosen;
  throw new UsageError(`--only ${only}: no case or preset has a name that contains this text`);
}

/** Reads the limit: a case counts as slower if its median ratio is above this value. */
function limitOf(text: string | null): number {
  const limit = text === null ? DEFAULT_LIMIT : Number(text);
  if (limit > 0 && limit < Number.POSITIVE_INFINITY) return limit;
  throw new UsageError(`--limit ${text}: expected a number above 0, such as ${DEFAULT_LIMIT}`);
}

function resultOf(benchCase: BenchCase, garbage: number, earlier: readonly BenchResult[]): BenchResult {
  const { name, line, isMain, isGrowing } = benchCase;
  const timing = measure(benchCase);
  return {
    name,
    ...timing,
    garbageBytesPerPacket: garbage,
    ...(isGrowing && { isGrowing }),
    ...(isMain && { coldNsPerPacket: coldNsPerPacket(name) }),
    ...(line !== undefined && { line: heldTo(line, timing.ratio, earlier) }),
  };
}

/** Result of a case, as in `--json`. */
export interface BenchResult extends Timing {
  readonly name: string;
  readonly garbageBytesPerPacket: number;
  /** True if the queue grows during the whole run. Its memory is then counted as garbage. */
  readonly isGrowing?: true;
  /** Times of the first and the second run of a fresh process. Measured only for the two main cases. */
  readonly coldNsPerPacket?: FirstRuns;
  readonly line?: HeldLine;
}

/** A limit with the measured value, in the same unit. */
interface HeldLine extends CostLimit {
  readonly times: number;
}

/**
 * Compares a ratio with the limit. If the limit refers to another case, the ratios of both cases to their minimal loops are
 * compared.
 */
export function heldTo(line: CostLimit, ratio: number, earlier: readonly BenchResult[]): HeldLine {
  if (line.of === "floor") return { ...line, times: ratio };
  const other = earlier.find(({ name }) => name === line.of);
  if (other === undefined) throw new Error(`"${line.of}" has not been measured yet`);
  return { ...line, times: ratio / other.ratio };
}

/** Returns the result as one line of text. */
export function describe(result: BenchResult): string {
  const words = [
    result.name.padEnd(44),
    `${String(result.packets).padStart(8)} packets`,
    `${result.nsPerPacket.toFixed(0).padStart(6)} ns/packet`,
    ` floor ${result.floorNsPerPacket.toFixed(0).padStart(4)} ns/packet`,
    ` ratio ${result.ratio.toFixed(2).padStart(5)}`,
    ` garbage ${result.garbageBytesPerPacket.toFixed(1).padStart(6)} B/packet`,
  ];
  if (result.isGrowing) words.push("(its queue grows)");
  if (result.line !== undefined) words.push(` ${lineText(result.line)}`);
  if (result.coldNsPerPacket !== undefined) {
    const [first, second] = result.coldNsPerPacket.map((ns) => ns.toFixed(0));
    words.push(` first runs ${first}, ${second} ns/packet`);
  }
  return words.join(" ");
}

function lineText({ atMost, of, times }: HeldLine): string {
  const own = of === "floor" ? "" : `${times.toFixed(2)} times "${of}", `;
  return `${own}line ${atMost.toFixed(1)}${times > atMost ? "  over" : ""}`;
}

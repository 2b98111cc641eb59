/**
 * `npm run bench`: ns per data packet of the simulator and of the floor loop, measured in turns in the same process;
 * garbage and first runs in processes of their own.
 */
import * as v from "valibot";
import { type Arguments, type Command, EXIT, type Output, orUsageError, UsageError } from "../command.ts";
import { readText } from "../files.ts";
import type { FirstRuns } from "./apart.ts";
import { type BenchCase, benchCases, type Line, mainCase } from "./cases.ts";
import {
  coldNsPerPacket,
  describeWhy,
  garbageBytesPerPacket,
  measure,
  measureWhy,
  type Timing,
} from "./measure.ts";
import { describeOwn, measureOwn, ownCases } from "./own-code.ts";

export const bench: Command = {
  name: "bench",
  summary: "measures ns per packet against a floor loop in the same process, and garbage",
  groups: [
    { title: "Output", options: [{ name: "json", value: null, help: "print one JSON object" }] },
    {
      title: "Comparison",
      options: [
        {
          name: "against",
          value: "FILE",
          help: "what --json printed earlier: names the cases that have become slower by more than the noise of their rounds, and exits with status 1 if there are any",
        },
      ],
    },
  ],
  notes: [
    "Ratio: to the floor. Line: what a case is held to, in times the floor, or in times another case.",
    "Paths with several links count a packet at every link. Garbage: bytes per packet in the middle of a warm run.",
    "Why: from a question about the last cut of the default run to its story, at first and once more.",
    "Own: a program of one's own. Its line: 30 times a packet's cost in the built-in algorithm, and 2 s for a default run.",
  ],
  run,
};

function run(args: Arguments, output: Output): number {
  const file = args.text("against");
  const earlier = file === null ? null : earlierCases(file, readText(file, `--against ${file}`));
  const results: BenchResult[] = [];
  for (const benchCase of benchCases()) {
    output.progress(benchCase.name);
    results.push(resultOf(benchCase, results));
  }
  output.progress("why");
  const why = measureWhy(mainCase().scenario);
  const own = ownCases().map((ownCase) => {
    output.progress(ownCase.name);
    return measureOwn(ownCase);
  });
  output.progress("");
  if (args.has("json")) output.json({ cases: results, why, own });
  else
    for (const line of [...results.map(describe), describeWhy(why), ...own.map(describeOwn)])
      output.out(line);
  if (earlier === null) return EXIT.done;
  const slower = slowerThan(earlier, results);
  for (const line of [...unmatched(earlier, results), ...slower]) output.note(line);
  return slower.length === 0 ? EXIT.done : EXIT.failed;
}

function resultOf(benchCase: BenchCase, earlier: readonly BenchResult[]): BenchResult {
  const { name, line, isMain, isGrowing } = benchCase;
  const timing = measure(benchCase);
  return {
    name,
    ...timing,
    garbageBytesPerPacket: garbageBytesPerPacket(name),
    ...(isGrowing && { isGrowing }),
    ...(isMain && { coldNsPerPacket: coldNsPerPacket(name) }),
    ...(line !== undefined && { line: heldTo(line, timing.ratio, earlier) }),
  };
}

/** What is said of a case, as `--json` has it. */
export interface BenchResult extends Timing {
  readonly name: string;
  readonly garbageBytesPerPacket: number;
  /** No steady run: what its growing queue takes is in the garbage. */
  readonly isGrowing?: true;
  /** Of the two main cases: the first and the second run of a fresh process. */
  readonly coldNsPerPacket?: FirstRuns;
  readonly line?: HeldLine;
}

/** A line, and what is held against it: times what it is `of`. */
interface HeldLine extends Line {
  readonly times: number;
}

/** Ratios to the floor are compared, where a line is of another case: both were measured beside the same loop. */
export function heldTo(line: Line, ratio: number, earlier: readonly BenchResult[]): HeldLine {
  if (line.of === "floor") return { ...line, times: ratio };
  const other = earlier.find(({ name }) => name === line.of);
  if (other === undefined) throw new Error(`"${line.of}" has not been measured yet`);
  return { ...line, times: ratio / other.ratio };
}

/** One line of text. */
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

const FINITE = v.pipe(v.number(), v.finite());
/** What `--against` reads of a case of an earlier `--json`. */
const EARLIER_CASE = v.object({
  name: v.string(),
  ratio: FINITE,
  ratioQuartiles: v.strictTuple([FINITE, FINITE]),
});
export interface EarlierCase extends Pick<Timing, "ratio" | "ratioQuartiles"> {
  readonly name: string;
}

/** `file`: its name, for messages. */
export function earlierCases(file: string, text: string): EarlierCase[] {
  const data: unknown = orUsageError(`--against ${file}`, () => JSON.parse(text));
  const { success, output } = v.safeParse(v.object({ cases: v.array(EARLIER_CASE) }), data);
  if (success) return output.cases;
  throw new UsageError(`--against ${file}: not what bench --json prints`);
}

/**
 * A line for each case that is slower by more than the noise of its rounds: three quarters of them took longer, beside the
 * floor, than three quarters of the earlier ones.
 */
export function slowerThan(earlier: readonly EarlierCase[], now: readonly EarlierCase[]): string[] {
  const before = new Map(earlier.map((one) => [one.name, one]));
  return now.flatMap(({ name, ratio, ratioQuartiles }) => {
    const then = before.get(name);
    if (then === undefined || ratioQuartiles[0] <= then.ratioQuartiles[1]) return [];
    return [`slower: ${name}: ratio ${ratioText(then)} before, ${ratioText({ ratio, ratioQuartiles })} now`];
  });
}

/** Names of earlier cases that are no longer measured, and of new ones: nothing is said of their speed. */
export function unmatched(earlier: readonly EarlierCase[], now: readonly EarlierCase[]): string[] {
  const missing = (from: readonly EarlierCase[], there: readonly EarlierCase[]) =>
    from.map(({ name }) => name).filter((name) => !there.some((one) => one.name === name));
  return [
    ...missing(earlier, now).map((name) => `only before: ${name}`),
    ...missing(now, earlier).map((name) => `only now: ${name}`),
  ];
}

function ratioText({ ratio, ratioQuartiles: [lower, upper] }: Omit<EarlierCase, "name">): string {
  return `${ratio.toFixed(2)} (${lower.toFixed(2)} to ${upper.toFixed(2)})`;
}

/**
 * `npm run bench`: ns per data packet of the simulator and of the floor loop, measured in turns in the same process;
 * garbage and first runs in processes of their own.
 */
import { type Arguments, type Command, EXIT, type Output } from "../command.ts";
import { readEarlier, slowerThan, unmatched } from "./against.ts";
import { type BenchCase, benchCases, mainCase } from "./cases.ts";
import { measure } from "./measure.ts";
import { coldNsPerPacket, garbageBytesPerPacket } from "./measure-apart.ts";
import { type BenchResult, describe, heldTo } from "./result.ts";
import { describeWhy, measureWhy } from "./why.ts";

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
  ],
  run,
};

function run(args: Arguments, output: Output): number {
  const file = args.text("against");
  const earlier = file === null ? null : readEarlier(file);
  const results: BenchResult[] = [];
  for (const benchCase of benchCases()) {
    output.progress(benchCase.name);
    results.push(resultOf(benchCase, results));
  }
  output.progress("why");
  const why = measureWhy(mainCase().scenario);
  output.progress("");
  if (args.has("json")) output.out(JSON.stringify({ cases: results, why }, null, 2));
  else for (const line of [...results.map(describe), describeWhy(why)]) output.out(line);
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

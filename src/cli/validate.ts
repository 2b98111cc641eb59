/**
 * `validate`: compares results of this simulator with those of independent implementations. Fails if a difference exceeds its
 * tolerance.
 */

import { comparedCase } from "../experiments/compared-cases.ts";
import { canonicalJson } from "../lib/canonical-json.ts";
import type { StartWorker } from "../workers/supervised-worker.ts";
import { type Arguments, type Command, EXIT, UsageError } from "./command.ts";
import { readWorkers, WORKERS } from "./experiments/work.ts";
import { howRightFile, howRightOf } from "./how-right.ts";
import { writeWhole } from "./named-files.ts";
import { comparedCasesFile } from "./project.ts";
import { compareCases, errorsOf } from "./validation/compare.ts";
import { coveredCases, gridOf, loadReferences, type RunnableCase } from "./validation/reference-cases.ts";
import { reportJson, reportOf } from "./validation/report.ts";
import { verdictOn } from "./validation/verdict.ts";

/** Returns the command. `start` starts a worker for the runs. */
export function validateOf(start: StartWorker): Command {
  return {
    name: "validate",
    summary:
      "Compare the simulator with Linux and ns-3, case by case; fail if an error exceeds its tolerance.",
    groups: [
      {
        title: "Flags",
        options: [
          { name: "only", value: "TEXT", help: "Compare only cases whose name contains TEXT." },
          {
            name: "grid",
            value: "NAME,…",
            help: "Compare only these grids, such as B1 or L1,L1c,long. docs/validation.md lists the grids.",
          },
          {
            name: "json",
            value: null,
            help: "Print one JSON object instead of the tables: by grid, by sender and queue, and case by case.",
          },
          {
            name: "write",
            value: null,
            help: "Compare all cases and also write src/experiments/how-right.json and compared-cases.json. Afterwards npm run docs updates docs/validation.md.",
          },
          WORKERS,
        ],
      },
    ],
    notes: ["tests/reference/README.md describes the cases and their sources."],
    async run(args, output) {
      if (args.has("write") && (args.has("only") || args.has("grid"))) {
        throw new UsageError("--write compares all cases and cannot be combined with --only or --grid.");
      }
      const { runnable, skipped } = coveredCases(loadReferences());
      const verdict = verdictOn(
        await compareCases(chosenOf(runnable, args), {
          start,
          workers: readWorkers(args),
          progress: output.progress,
        }),
      );
      if (args.has("json")) output.json(reportJson(verdict));
      else output.out(reportOf(verdict, skipped));
      if (args.has("write")) {
        const { comparisons } = verdict;
        writeWhole(howRightFile, canonicalJson(howRightOf(comparisons)));
        const rows = comparisons.map((one) => comparedCase(one.reference, one.scenario, errorsOf(one)));
        writeWhole(comparedCasesFile, canonicalJson(rows));
      }
      return verdict.passed ? EXIT.done : EXIT.failed;
    },
  };
}

function chosenOf(runnable: readonly RunnableCase[], args: Arguments): readonly RunnableCase[] {
  const only = args.text("only") ?? "";
  const grids = args.text("grid")?.split(",") ?? null;
  const known = [...new Set(runnable.map(({ reference }) => gridOf(reference)))];
  const unknown = grids?.find((grid) => !known.includes(grid));
  if (unknown !== undefined) {
    throw new UsageError(`--grid: unknown grid "${unknown}". Grids: ${known.join(", ")}.`);
  }
  const chosen = runnable.filter(
    ({ reference }) => reference.id.includes(only) && (grids?.includes(gridOf(reference)) ?? true),
  );
  if (chosen.length > 0) return chosen;
  throw new UsageError(`--only: no supported case has a name that contains "${only}".`);
}

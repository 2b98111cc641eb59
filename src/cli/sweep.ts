/** `sweep`: runs a scenario with one or two varied settings. */

import { withProgram } from "../engine/custom-programs.ts";
import { bdpMultiple } from "../engine/index.ts";
import { SWEPT_METRICS } from "../experiments/metrics.ts";
import { type RunRecords, readingsOf, type StoredSweep, storedSweep } from "../experiments/stored-outcome.ts";
import { readSweep, SWEEP_KEYS } from "../experiments/sweep.ts";
import type { Sweep } from "../experiments/sweep-jobs.ts";
import { seedLines } from "../experiments/sweep-points.ts";
import { counted } from "../lib/counted.ts";
import type { Cell } from "../lib/csv.ts";
import { RunLimits } from "../workers/pool.ts";
import type { StartWorker } from "../workers/supervised-worker.ts";
import type { Arguments, Command, Option, Output } from "./command.ts";
import { UsageError } from "./command.ts";
import { compute } from "./experiments/compute.ts";
import { sweepFile, writeSweep } from "./experiments/outcome-files.ts";
import { writeShard } from "./experiments/run-file.ts";
import {
  outputOption,
  PER_SEED,
  readShard,
  readWorkers,
  SHARD,
  sweepWork,
  WORKERS,
} from "./experiments/work.ts";
import { madeBy } from "./project.ts";
import { readScenario, scenarioGroups, withAxisPrograms } from "./scenario-options.ts";
import { textTable } from "./text-tables.ts";

const OPTIONS: readonly Option[] = [
  {
    name: "x",
    value: "NAME=VALUES",
    help: 'Setting to vary, with a range "beta-ecn=0.5:0.95:0.05" (from, to, step; "x2" as the step multiplies) or a list "rtt=20ms,100ms". NAME can be any setting, including aqm and cc, also with custom programs: "cc=cubic,@copa.js". A limit can be a multiple of the path\'s bandwidth-delay product: "limit=0.5bdp,1bdp"; --limit 1bdp uses the product of each point. NAME alone applies to all flows; "flow2.beta-ecn" to one group of flows, "link.wan.capacity" to one link, "all-links.capacity" to every link; "each-flow.rtt=0.5,1,2" and "each-link.capacity=…" multiply the value of each flow or link. A note lists the settings that the sweep overrides.',
  },
  {
    name: "y",
    value: "NAME=VALUES",
    help: "Second setting to vary. If both axes have numbers, the result is a heat map.",
  },
  {
    name: "metric",
    value: "NAME,…",
    help: `Metrics to measure (default: utilisation): ${SWEPT_METRICS.map(({ id }) => id).join(", ")}. For one link "utilisation@wan", for one group of flows "goodput@flow2", for the ratio of two groups "goodput@flow1/goodput@flow2".`,
  },
  {
    name: "seeds",
    value: "NUMBER",
    help: "Number of runs per point, with different seeds (default: 1). The results are the mean, the standard deviation and the 95 % confidence interval of the mean.",
  },
  {
    name: "against",
    value: "NAME=VALUE",
    help: "Value of an axis to compare the other values with, seed by seed; the file then also contains the differences. (Default for the printed table: the first value of an axis of names.)",
  },
  PER_SEED,
  outputOption("FILE", "Write the points to FILE, .csv or .json (default: print a table)."),
  WORKERS,
  SHARD,
];

/** Returns the command. `start` starts a worker for the runs. */
export function sweepOf(start: StartWorker): Command {
  return {
    name: "sweep",
    summary: "Vary one or two settings of a scenario and measure each point.",
    groups: [{ title: "Sweep", options: OPTIONS }, ...scenarioGroups],
    notes: [
      "With -o, finished runs are saved in FILE.partial. After Ctrl-C, run the same command again to continue.",
    ],
    run(args, output) {
      const swept = readRequest(args, output);
      const limits = RunLimits.ofSweep();
      const shard = readShard(args);
      const isShard = args.has(SHARD.name);
      const file = sweepFile(args, isShard);
      if (isShard && file === null)
        throw new UsageError("--shard requires -o FILE, the output file for the runs.");
      return compute([sweepWork(swept)], {
        start,
        shard,
        workers: readWorkers(args),
        output,
        limitOf: ({ scenario }) => limits.of(scenario),
        keptIn: () => (file === null ? null : `${file}.partial`),
        complete: (part, records) => {
          if (isShard && file !== null) return writeShard(file, part, records);
          const stored = storedSweep(swept, madeBy(), part.jobs, records, args.has(PER_SEED.name));
          for (const line of [...endedLines(records), ...seedLines(swept, readingsOf(records))])
            output.note(line);
          if (file === null) printSweep(stored, args.has(PER_SEED.name), output);
          else writeSweep(file, stored);
        },
      });
    },
  };
}

function printSweep({ outcome, points }: StoredSweep, perSeed: boolean, output: Output): void {
  const [table, ...others] = outcome.tables;
  const print = (head: readonly string[], rows: readonly (readonly Cell[])[]) =>
    output.out(textTable([head, ...rows.map((row) => row.map(cellText))]));
  if (perSeed) print(Object.keys(points[0]), points.map(Object.values<Cell>));
  else print(table.head, table.rows);
  for (const { title, head, rows } of others) {
    output.out(`\n${title}`);
    print(head, rows);
  }
}

/** Returns a sentence if custom programs ended early. It names the first such run in the order of the keys. */
function endedLines(records: RunRecords): string[] {
  const ended = [...records].flatMap(([key, { reading }]) =>
    reading.endedText === undefined ? [] : [`"${key}": ${reading.endedText}`],
  );
  const [first] = ended.sort();
  return first === undefined
    ? []
    : [`In ${counted(ended.length, "run")} a program ended early. The first, ${first}`];
}

function cellText(cell: Cell): string {
  if (cell === null) return "–";
  return typeof cell === "number" ? String(Number(cell.toPrecision(5))) : cell;
}

function readRequest(args: Arguments, output: Output): Sweep {
  if (args.text("x") === null) {
    throw new UsageError("--x is missing: name the setting to vary, such as --x beta-ecn=0.5:0.95:0.05");
  }
  let base = readScenario(args, output);
  const texts: Record<string, string> = {};
  for (const key of SWEEP_KEYS) {
    const text = args.text(key);
    if (text === null) continue;
    const axis = ["x", "y", "against"].includes(key) ? withAxisPrograms(text, `--${key} ${text}`) : null;
    texts[key] = axis?.text ?? text;
    base = axis?.programs.reduce(withProgram, base) ?? base;
  }
  const multiple = bdpMultiple(args.text("limit") ?? "");
  if (multiple !== null) texts["limit-bdp"] = String(multiple);
  const { sweep: swept, problems } = readSweep(texts, base);
  if (swept === null) throw new UsageError(...problems.map(({ key, message }) => `--${key}: ${message}`));
  for (const { text } of swept.remarks) output.note(text);
  return swept;
}

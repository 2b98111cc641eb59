/** `sweep`: runs one scenario with one or two varied settings. */

import { bdpMultiple } from "../engine/index.ts";
import { withProgram } from "../engine/own-code.ts";
import type { Cell } from "../experiments/csv.ts";
import { SWEPT_METRICS } from "../experiments/metrics.ts";
import { readingsOf, type StoredSweep, storedSweep } from "../experiments/stored-outcome.ts";
import { readSweep, SWEEP_KEYS, type Sweep } from "../experiments/sweep.ts";
import { seedLines } from "../experiments/sweep-points.ts";
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
import { textTable } from "./tables.ts";

const OPTIONS: readonly Option[] = [
  {
    name: "x",
    value: "NAME=VALUES",
    help: 'What is varied: a range "beta-ecn=0.5:0.95:0.05" (from, to, step; "x2" multiplies), or a list "rtt=20ms,100ms". Any setting, also aqm and cc, custom programs with them: "cc=cubic,@copa.js". Limits also as multiples of the path\'s bandwidth-delay product: "limit=0.5bdp,1bdp"; --limit 1bdp is that of each point. A name alone is that of all flows; of one group of flows "flow2.beta-ecn", of one link "link.wan.capacity", of every link "all-links.capacity"; "each-flow.rtt=0.5,1,2" and "each-link.capacity=…" multiply what each one has. A note lists the settings that the sweep overrides.',
  },
  { name: "y", value: "NAME=VALUES", help: "A second one: with numbers on both axes a heat map comes out." },
  {
    name: "metric",
    value: "NAME,…",
    help: `What is measured (default utilisation): ${SWEPT_METRICS.map(({ id }) => id).join(", ")}. Of one link "utilisation@wan", of one group of flows "goodput@flow2", the ratio of two "goodput@flow1/goodput@flow2".`,
  },
  {
    name: "seeds",
    value: "NUMBER",
    help: "Runs at each point with different seeds (default 1): mean, standard deviation and 95 % interval of the mean.",
  },
  {
    name: "against",
    value: "NAME=VALUE",
    help: "A value of an axis that the other ones are compared with, seed by seed: the file has rows of differences, too. An axis of names is compared with its first value in what is printed.",
  },
  PER_SEED,
  outputOption("FILE", "Where the points are written: .csv or .json. Without it a table is printed."),
  WORKERS,
  SHARD,
];

/** Returns the command. `start` starts a worker for the runs. */
export function sweepOf(start: StartWorker): Command {
  return {
    name: "sweep",
    summary: "Varies one or two settings of a scenario and measures each point.",
    groups: [{ title: "Sweep", options: OPTIONS }, ...scenarioGroups],
    notes: [
      "With -o finished runs are kept in FILE.partial until all are done: after Ctrl-C the same command continues from there.",
    ],
    run(args, output) {
      const swept = readRequest(args, output);
      const shard = readShard(args);
      const isShard = args.has(SHARD.name);
      const file = sweepFile(args, isShard);
      if (isShard && file === null)
        throw new UsageError("--shard needs -o FILE: where the runs are written.");
      return compute([sweepWork(swept)], {
        start,
        shard,
        workers: readWorkers(args),
        output,
        keptIn: () => (file === null ? null : `${file}.partial`),
        complete: (part, records) => {
          if (isShard && file !== null) return writeShard(file, part, records);
          const stored = storedSweep(swept, madeBy(), part.jobs, records, args.has(PER_SEED.name));
          for (const line of seedLines(swept, readingsOf(records))) output.note(line);
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

function cellText(cell: Cell): string {
  if (cell === null) return "–";
  return typeof cell === "number" ? String(Number(cell.toPrecision(5))) : cell;
}

function readRequest(args: Arguments, output: Output): Sweep {
  if (args.text("x") === null) {
    throw new UsageError("--x is missing: what is to be varied, like --x beta-ecn=0.5:0.95:0.05");
  }
  let base = readScenario(args, output);
  const texts: Record<string, string> = {};
  for (const key of SWEEP_KEYS) {
    const text = args.text(key);
    if (text === null) continue;
    const axis = ["x", "y", "against"].includes(key) ? withAxisPrograms(text, `--${key} ${text}`) : null;
    texts[key] = axis?.text ?? text;
    base = axis?.codes.reduce(withProgram, base) ?? base;
  }
  const multiple = bdpMultiple(args.text("limit") ?? "");
  if (multiple !== null) texts["limit-bdp"] = String(multiple);
  const { sweep: swept, problems } = readSweep(texts, base);
  if (swept === null) throw new UsageError(...problems.map(({ key, message }) => `--${key}: ${message}`));
  for (const { text } of swept.remarks) output.note(text);
  return swept;
}

/** `reproduce`: computes figures of the papers anew and checks what the papers claim. */
import { join } from "node:path";
import { nearestNames } from "../engine/index.ts";
import type { Experiment, Size, StoredOutcome } from "../experiments/experiment.ts";
import { experiments as allExperiments } from "../experiments/experiments.ts";
import { type RunRecords, storedOutcome } from "../experiments/stored-outcome.ts";
import { startNodeWorker } from "../workers/node-worker.ts";
import type { StartWorker } from "../workers/supervised-worker.ts";
import { type Arguments, type Command, EXIT, type Output, UsageError } from "./command.ts";
import { compute, KEPT, type Part, statusOf } from "./experiments/compute.ts";
import { outcomeFiles, printClaims, writeOutcome } from "./experiments/outcome-files.ts";
import { lineOf, writeRunFile } from "./experiments/run-file.ts";
import {
  experimentWork,
  outputFolder,
  outputOption,
  readShard,
  readWorkers,
  SHARD,
  type Shard,
  WHOLE,
  WORKERS,
  type Work,
} from "./experiments/work.ts";
import { prepareFile } from "./files.ts";
import { projectVersion } from "./project.ts";

export function reproduceOf(experiments: readonly Experiment[], start: StartWorker): Command {
  const widest = Math.max(0, ...experiments.map(({ id }) => id.length)) + 2;
  return {
    name: "reproduce",
    summary: "Computes figures of the papers anew and checks their claims.",
    operands: "ID…",
    groups: [
      {
        title: "Flags",
        options: [
          { name: "all", value: null, help: "Every experiment." },
          {
            name: "quick",
            value: null,
            help: "Few points and seeds, for a first look; without it, as the papers.",
          },
          outputOption("DIR", "Where ID.json and ID.csv are written."),
          WORKERS,
          SHARD,
        ],
      },
    ],
    notes: [
      `IDs: ${experiments.length === 0 ? "none yet" : ""}`,
      ...experiments.map(
        ({ id, paper, where, title, control }) =>
          `  ${id.padEnd(widest)}${[...(control === undefined ? [paper.label, where] : []), title].filter((part) => part !== "").join(", ")}`,
      ),
      "",
      "Exit status: 1 where a claim does not hold, a paper's or ours. Finished runs are kept in DIR/.partial until all are",
      "done: after Ctrl-C or a crash the same command goes on from there.",
    ],
    run: (args, output) => run(experiments, start, args, output),
  };
}

export const reproduce: Command = reproduceOf(allExperiments, startNodeWorker);

async function run(
  experiments: readonly Experiment[],
  start: StartWorker,
  args: Arguments,
  output: Output,
): Promise<number> {
  const chosen = chooseExperiments(experiments, args);
  const size: Size = args.has("quick") ? "quick" : "full";
  const shard = readShard(args);
  const workers = readWorkers(args);
  const folder = outputFolder(args);
  const results = new Map<string, StoredOutcome>();
  const works = chosen.map((experiment) => experimentWork(experiment, size));
  for (const work of works)
    for (const name of args.has(SHARD.name) ? [shardFile(work, shard)] : outcomeFiles(work.name))
      prepareFile(join(folder, name), `-o ${folder}: ${name}`);
  const ending = await compute(works, {
    start,
    shard,
    workers,
    output,
    keptIn: (work) => join(folder, KEPT, `${work.name}.${size}${partName(shard)}.jsonl`),
    complete: (part, records) => {
      if (args.has(SHARD.name)) return writeShard(folder, part, records);
      const experiment = chosen.find(({ id }) => id === part.work.name)!;
      const stored = storedOutcome(experiment, size, projectVersion(), part.jobs, records);
      writeOutcome(folder, stored);
      results.set(experiment.id, stored);
    },
  });
  if (ending !== "done") return statusOf(ending);
  if (args.has(SHARD.name)) return sayWritten(works, shard, folder, output);
  const inOrder = chosen.map((experiment) => ({ experiment, stored: results.get(experiment.id)! }));
  return printClaims(inOrder, output) ? EXIT.done : EXIT.failed;
}

function chooseExperiments(experiments: readonly Experiment[], args: Arguments): readonly Experiment[] {
  const { operands } = args;
  if (args.has("all")) {
    if (operands.length > 0) throw new UsageError("--all and names of experiments exclude each other.");
    return experiments;
  }
  if (operands.length === 0)
    throw new UsageError("Which experiments? Names, or --all. See: reproduce --help");
  const ids = experiments.map(({ id }) => id);
  const unknown = operands.filter((id) => !ids.includes(id));
  if (unknown.length > 0) throw new UsageError(...unknown.map((id) => unknownText(id, ids)));
  return experiments.filter(({ id }) => operands.includes(id));
}

function unknownText(id: string, ids: readonly string[]): string {
  const near = nearestNames(id, ids);
  const hint = near.length > 0 ? ` Did you mean ${near.join(", ")}?` : "";
  return `There is no experiment "${id}".${hint} See: reproduce --help`;
}

function writeShard(folder: string, part: Part, records: RunRecords): void {
  const lines = part.jobs.map((job) => lineOf(job, records.get(job.key)!));
  writeRunFile(join(folder, shardFile(part.work, part.head.shard)), part.head, lines);
}

function shardFile(work: Work, { index, of }: Shard): string {
  return `${work.name}.shard-${index}-of-${of}.jsonl`;
}

function partName(shard: Shard): string {
  return shard === WHOLE ? "" : `.shard-${shard.index}-of-${shard.of}`;
}

function sayWritten(works: readonly Work[], shard: Shard, folder: string, output: Output): number {
  for (const work of works) output.out(join(folder, shardFile(work, shard)));
  return EXIT.done;
}

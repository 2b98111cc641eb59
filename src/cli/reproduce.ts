/** `reproduce`: computes figures of the papers and checks the papers' claims. */
import { join } from "node:path";
import { nearestNames } from "../engine/index.ts";
import type { Experiment, StoredOutcome, StudySize } from "../experiments/experiment.ts";
import { storedOutcome } from "../experiments/stored-outcome.ts";
import type { StartWorker } from "../workers/supervised-worker.ts";
import { type Arguments, type Command, EXIT, UsageError } from "./command.ts";
import { compute, KEPT } from "./experiments/compute.ts";
import { outcomeFiles, printClaims, writeOutcome } from "./experiments/outcome-files.ts";
import { writeShard } from "./experiments/run-file.ts";
import {
  experimentWork,
  outputFolder,
  outputOption,
  readShard,
  readWorkers,
  SHARD,
  WORKERS,
  type Work,
} from "./experiments/work.ts";
import { prepareFile } from "./named-files.ts";
import { projectVersion } from "./project.ts";

/** Returns the command. `experiments` are the experiments that can be named; `start` starts a worker for runs. */
export function reproduceOf(experiments: readonly Experiment[], start: StartWorker): Command {
  const widest = Math.max(0, ...experiments.map(({ id }) => id.length)) + 2;
  return {
    name: "reproduce",
    summary: "Compute figures of the papers again and check their claims.",
    operands: "ID…",
    groups: [
      {
        title: "Flags",
        options: [
          { name: "all", value: null, help: "Run every experiment." },
          {
            name: "quick",
            value: null,
            help: "Use few points and seeds, for a first look (default: as many as in the papers).",
          },
          outputOption("DIR", "Folder for the results, ID.json and ID.csv."),
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
      "Exit status: 1 if a claim does not hold, a paper's or our own. Finished runs are saved in DIR/.partial until all are",
      "finished. After Ctrl-C or a crash, run the same command again to continue.",
    ],
    async run(args, output) {
      const chosen = chooseExperiments(experiments, args);
      const size: StudySize = args.has("quick") ? "quick" : "full";
      const shard = readShard(args);
      const isShard = args.has(SHARD.name);
      const workers = readWorkers(args);
      const folder = outputFolder(args);
      const part = `shard-${shard.index}-of-${shard.of}`;
      const shardFile = ({ name }: Work) => `${name}.${part}.jsonl`;
      const works = chosen.map((experiment) => experimentWork(experiment, size));
      for (const work of works)
        for (const name of isShard ? [shardFile(work)] : outcomeFiles(work.name))
          prepareFile(join(folder, name), `-o ${folder}: ${name}`);
      const results = new Map<string, StoredOutcome>();
      const status = await compute(works, {
        start,
        shard,
        workers,
        output,
        keptIn: ({ name }) => join(folder, KEPT, `${name}.${size}${isShard ? `.${part}` : ""}.jsonl`),
        complete: (one, records) => {
          if (isShard) return writeShard(join(folder, shardFile(one.work)), one, records);
          const experiment = chosen.find(({ id }) => id === one.work.name)!;
          const stored = storedOutcome(experiment, size, projectVersion(), one.jobs, records);
          writeOutcome(folder, stored);
          results.set(experiment.id, stored);
        },
      });
      if (status !== EXIT.done) return status;
      if (isShard) {
        for (const work of works) output.out(join(folder, shardFile(work)));
        return EXIT.done;
      }
      const inOrder = chosen.map((experiment) => ({ experiment, stored: results.get(experiment.id)! }));
      return printClaims(inOrder, output) ? EXIT.done : EXIT.failed;
    },
  };
}

function chooseExperiments(experiments: readonly Experiment[], args: Arguments): readonly Experiment[] {
  const { operands } = args;
  if (args.has("all")) {
    if (operands.length > 0) throw new UsageError("--all cannot be combined with names of experiments.");
    return experiments;
  }
  if (operands.length === 0)
    throw new UsageError("No experiment given. Name experiments or use --all. See: reproduce --help");
  const ids = experiments.map(({ id }) => id);
  const unknown = operands.filter((id) => !ids.includes(id));
  if (unknown.length > 0) throw new UsageError(...unknown.map((id) => unknownText(id, ids)));
  return experiments.filter(({ id }) => operands.includes(id));
}

function unknownText(id: string, ids: readonly string[]): string {
  const near = nearestNames(id, ids);
  const hint = near.length > 0 ? ` Did you mean ${near.join(", ")}?` : "";
  return `Unknown experiment "${id}".${hint} See: reproduce --help`;
}

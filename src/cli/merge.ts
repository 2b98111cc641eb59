/** `merge`: shards to exactly the bytes that one machine writes. */
import type { Experiment } from "../experiments/experiment.ts";
import { experiments as allExperiments } from "../experiments/experiments.ts";
import { storedOutcome, storedSweep } from "../experiments/stored-outcome.ts";
import { sweepFromText } from "../experiments/sweep.ts";
import { type Arguments, type Command, EXIT, type Output, UsageError } from "./command.ts";
import { agreedHead, joinedRecords, readShards, type ShardFile } from "./experiments/join-shards.ts";
import { checkSweepFile, printClaims, writeOutcome, writeSweep } from "./experiments/outcome-files.ts";
import { experimentWork, outputFolder, outputOption, sweepWork } from "./experiments/work.ts";
import { prepareFile } from "./files.ts";
import { projectVersion } from "./project.ts";

export function mergeOf(experiments: readonly Experiment[]): Command {
  return {
    name: "merge",
    summary: "Joins the shards of reproduce or of sweep.",
    operands: "FILES…",
    groups: [
      {
        title: "Flags",
        options: [
          outputOption("PLACE", "Of reproduce: the folder, as there. Of sweep: the file, .csv or .json."),
        ],
      },
    ],
    notes: [
      "All shards of an experiment must be there, once each and made by the same program; several experiments at once are fine.",
      "Exit status: 1 where a claim does not hold.",
    ],
    run(args, output) {
      if (args.operands.length === 0) throw new UsageError("Which shards? See: merge --help");
      const groups = readShards(args.operands);
      const sweeps = groups.filter(([{ head }]) => head.subject.kind === "sweep");
      if (sweeps.length === 0) return mergeExperiments(groups, experiments, args, output);
      if (groups.length > 1)
        throw new UsageError("Shards of a sweep and of experiments cannot be merged into one.");
      return mergeSweep(sweeps[0], args, output);
    },
  };
}

export const merge: Command = mergeOf(allExperiments);

function mergeExperiments(
  groups: readonly (readonly ShardFile[])[],
  experiments: readonly Experiment[],
  args: Arguments,
  output: Output,
): number {
  const merged = groups.map((shards) => mergeOne(shards, experiments, output));
  const folder = outputFolder(args);
  for (const { stored } of merged) writeOutcome(folder, stored);
  const inOrder = merged.sort(
    (a, b) => experiments.indexOf(a.experiment) - experiments.indexOf(b.experiment),
  );
  return printClaims(inOrder, output) ? EXIT.done : EXIT.failed;
}

function mergeOne(shards: readonly ShardFile[], experiments: readonly Experiment[], output: Output) {
  const { subject } = shards[0].head;
  if (subject.kind !== "reproduce") throw new Error("no shards of an experiment");
  const { id, size } = subject;
  agreedHead(id, shards);
  const experiment = experiments.find((one) => one.id === id);
  if (experiment === undefined) throw new UsageError(`${shards[0].file}: there is no experiment "${id}".`);
  const work = experimentWork(experiment, size);
  const records = joinedRecords(work, shards, output.note);
  return { experiment, stored: storedOutcome(experiment, size, projectVersion(), work.jobs, records) };
}

function mergeSweep(shards: readonly ShardFile[], args: Arguments, output: Output): number {
  const file = args.text("output");
  if (file === null) throw new UsageError("-o FILE is missing: where the sweep is written.");
  checkSweepFile(file);
  prepareFile(file, `-o ${file}`);
  const { subject } = agreedHead("sweep", shards);
  const { sweep, problems } = sweepFromText(subject.kind === "sweep" ? subject.sweep : "");
  if (sweep === null) throw new UsageError(...problems.map(({ message }) => `${shards[0].file}: ${message}`));
  const work = sweepWork(sweep);
  const records = joinedRecords(work, shards, output.note);
  writeSweep(file, storedSweep(sweep, projectVersion(), work.jobs, records));
  return EXIT.done;
}

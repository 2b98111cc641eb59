/** Tests the Slurm scripts with Slurm itself, if it is installed. */
import { join, resolve } from "node:path";
import { expect, test } from "vitest";
import { lab } from "../cli/made-up-experiment.ts";
import { filesIn, scratchFolder } from "../cli/scratch-folder.ts";
import { missingForSlurm, startSlurm, until } from "./loopback-slurm.ts";

const scripts = resolve(import.meta.dirname, "../../scripts/slurm");
const missing = missingForSlurm();
const SHARDS = 3;
const ENVIRONMENT = {
  SAWTOOTH_SIM: "node --import tsx tests/cli/made-up-main.ts",
  SBATCH_OPTIONS: "--cpus-per-task=1",
};

/** Returns the files in the folder itself, without shards and logs. */
const results = (folder: string) =>
  Object.fromEntries(Object.entries(filesIn(folder)).filter(([name]) => !name.includes("/")));

test("a job array and its merge give the bytes of one machine; so does a task that was cancelled and computed again", async ({
  skip,
  onTestFinished,
}) => {
  skip(missing !== null, `Slurm cannot be tried here: ${missing}.`);
  const slurm = await startSlurm(scratchFolder(), onTestFinished);
  const { run } = slurm;
  const whole = scratchFolder();
  await lab("reproduce", "small", "slow", "-o", whole);
  const statesOf = (job: string) => run("squeue", ["-h", "-j", job, "-t", "all", "-o", "%T"]).split("\n");
  const isOver = (job: string) => statesOf(job).every((state) => /COMPLETED|FAILED|CANCELLED/.test(state));
  const submit = (folder: string) => {
    const words = [String(SHARDS), folder, "small", "slow"];
    const said = run(join(scripts, "submit.sh"), words, ENVIRONMENT);
    const [, array, merge] = /^shards: job (\d+), merge: job (\d+);/.exec(said) ?? [];
    return { array, merge };
  };

  const folder = scratchFolder();
  const { merge } = submit(folder);
  await until(() => isOver(merge));
  expect(results(folder), JSON.stringify(filesIn(folder), null, 1)).toEqual(filesIn(whole));

  const cancelled = scratchFolder();
  const second = submit(cancelled);
  run("scancel", [`${second.array}_2`]);
  await until(() => isOver(second.array));
  expect(results(cancelled)).toEqual({});
  run("scancel", [second.merge]);
  const task = [join(scripts, "reproduce.sbatch"), String(SHARDS), cancelled, "small", "slow"];
  const again = run(
    "sbatch",
    ["--parsable", "--array=2", "--cpus-per-task=1", "-o", "/dev/null", ...task],
    ENVIRONMENT,
  );
  const last = [`--dependency=afterok:${again}`, "-o", "/dev/null", join(scripts, "merge.sbatch"), cancelled];
  const merged = run("sbatch", ["--parsable", ...last], ENVIRONMENT);
  await until(() => isOver(merged));
  expect(results(cancelled)).toEqual(filesIn(whole));
});

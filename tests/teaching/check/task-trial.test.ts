import { describe, expect, test } from "vitest";
import { runScenario } from "../../../src/engine/simulator.ts";
import { withSetting } from "../../../src/teaching/answer/answer.ts";
import { type CountedRun, type KeptResults, measureRun } from "../../../src/teaching/check/check.ts";
import { impossibleWords, tryTask } from "../../../src/teaching/check/task-trial.ts";
import { readTask, type Task } from "../../../src/teaching/task/task.ts";
import { everyVariant } from "../../../src/teaching/task/variant.ts";
import { runnable } from "../../engine/custom/custom-runs.ts";
import { measured } from "../example-task.ts";

function task(...lines: string[]): Task {
  const head = ["kind: task", "id: t", "title: T", "scenario: #v=2&duration=8s&capacity=5Mbps", ...lines];
  const { task: read, problems } = readTask(`---\n${head.join("\n")}\n---\n\nDo it.\n`);
  if (read === null) throw new Error(problems.map(({ message }) => message).join(" "));
  return read;
}

const tryIt = (of: Task) =>
  tryTask(of, (runs) =>
    Promise.resolve(
      new Map(
        runs.map(({ key, scenario }) => [
          key,
          measureRun(of, { results: runScenario(runnable(scenario)).snapshot().results, ended: [] }),
        ]),
      ),
    ),
  );

/** Tries a task with made-up results that depend only on the settings, so that the search is fast and predictable. */
const tryWith = (of: Task, value: (run: CountedRun) => number) =>
  tryTask(of, (runs) =>
    Promise.resolve(new Map(runs.map((run): [string, KeptResults] => [run.key, measured(value(run))]))),
  );

const faults = (trial: Awaited<ReturnType<typeof tryTask>>) =>
  trial?.findings.filter(({ isFault }) => isFault).map(({ text }) => text);
const beta = ({ scenario }: CountedRun) => Number(scenario.flows[0].params["beta-ecn"]);
const rtt = ({ scenario }: CountedRun) => Number(scenario.flows[0].params.rtt);

describe("a task that is tried with real runs", () => {
  test("is solved by an answer that a check confirms", async () => {
    const of = task("change: beta-ecn 0.5..0.95", "count: utilisation >= 85 %", "vary: rtt 60ms, 100ms");
    const trial = await tryIt(of);
    expect(trial?.variants.map(({ text }) => text)).toEqual(["rtt=60ms", "rtt=100ms"]);
    for (const [i, { solution }] of (trial?.variants ?? []).entries()) {
      const { scenario } = everyVariant(of, 9).variants[i];
      const answer = (solution ?? []).reduce(withSetting, scenario);
      expect(runScenario(runnable(answer)).snapshot().results.links[0].utilisation).toBeGreaterThanOrEqual(
        0.85,
      );
    }
    // The same value of the multiplier solves every variant.
    expect(faults(trial)?.join()).toMatch(
      /^One answer solves all 2 variants that were tried: β_ecn 0\.\d+\./,
    );
  });

  test("reports that its seeds change nothing", async () => {
    const trial = await tryIt(task("change: beta-ecn 0.5..0.95", "count: utilisation >= 85 %", "seeds: 3"));
    expect(faults(trial)?.join()).toMatch(
      /^The 3 seeds give the same numbers in all \d+ answers that were run/,
    );
  });

  test("that no run can meet names the condition and the closest result", async () => {
    const trial = await tryIt(task("change: aqm codel, pie", "count: utilisation >= 101 %"));
    expect(faults(trial)).toEqual([
      "No answer was found that solves the task.",
      "No run can meet this: Utilisation is at most 100 %.",
    ]);
    expect(trial?.variants[0].outcome).toMatch(
      /^No answer was found among \d+ answers\. The nearest, .*: Utilisation at least 101 %: \d/,
    );
  });
});

describe("the search", () => {
  const change = "change: beta-ecn 0.5..0.95";
  const count = "count: utilisation >= 90 %";

  test("finds a narrow solution between the steps of its grid", async () => {
    const trial = await tryWith(task(change, count), (run) => 100 - 1000 * Math.abs(beta(run) - 0.7123));
    expect(trial?.variants[0].solution?.[0].key).toBe("beta-ecn");
    expect(faults(trial)).toEqual([]);
    expect(trial?.findings.map(({ text }) => text)).toEqual(["The task can be solved."]);
  });

  test("names the variants without an answer, and tries solutions of other variants", async () => {
    const of = task(change, count, "vary: rtt 40ms..120ms step 40ms");
    const trial = await tryWith(of, (run) => (rtt(run) > 100 ? 50 : 100 * beta(run)));
    expect(trial?.variants.map(({ solution }) => solution !== null)).toEqual([true, true, false]);
    expect(faults(trial)).toEqual(["For 1 of 3 variants no answer was found: RTT 120 ms."]);
    expect(trial?.variants[1].answers).toBeLessThanOrEqual(trial?.variants[0].answers ?? 0);
  });

  test("reports that the initial state meets everything", async () => {
    expect(faults(await tryWith(task(change, count), () => 99))).toEqual([
      "The state that students begin with meets everything already.",
    ]);
  });

  test("reports whether hidden paths matter", async () => {
    const of = task(change, count, "also: #rtt=200ms");
    const no = await tryWith(of, (run) => (beta(run) > 0.6 ? 95 : 80));
    expect(faults(no)?.join()).toMatch(
      /^Hidden path 1 \(rtt=200ms\) decides nothing: \d+ answers met everything on the student's own path, and there too\.$/,
    );
    const yes = await tryWith(of, (run) => (beta(run) > (rtt(run) === 200 ? 0.8 : 0.6) ? 95 : 80));
    expect(faults(yes)).toEqual([]);
    expect(yes?.findings.map(({ text }) => text).join()).toMatch(
      /Of \d+ answers that met everything on .* own path, \d+ did not on hidden path 1/,
    );
  });

  test("ends when cancelled", async () => {
    expect(await tryTask(task(change, count), () => Promise.resolve(null))).toBeNull();
  });

  test("samples many variants in even steps, and states their number", async () => {
    const of = task(change, count, "vary: seed 1..500 step 1", "vary: rtt 40ms..80ms step 1ms");
    const trial = await tryWith(of, (run) => 100 * beta(run));
    expect(trial?.variants).toHaveLength(48);
    expect(new Set(trial?.variants.map(({ text }) => text)).size).toBe(48);
    expect(trial?.findings[0].text).toBe("There are 20500 variants; 48 of them, in even steps, were tried.");
  });
});

test.each([
  ["utilisation >= 101 %", /at most 100 %/],
  ["utilisation > 100 %", /at most 100 %/],
  ["delay-p99 < 0 ms", /never below 0 ms/],
  ["utilisation >= 100 %", null],
  ["delay-p99 <= 0 ms", null],
  ["goodput >= 500 Mbps", null],
])("whether any run can meet %s", (line, words) => {
  const said = impossibleWords(task("change: aqm", `count: ${line}`).counts[0]);
  if (words === null) expect(said).toBeNull();
  else expect(said).toMatch(words);
});

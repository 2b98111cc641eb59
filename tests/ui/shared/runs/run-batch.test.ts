import { describe, expect, it } from "vitest";
import { Digest } from "../../../../src/engine/index.ts";
import { PROGRAM_READER } from "../../../../src/teaching/document/file-programs.ts";
import { type BatchWork, RunBatch } from "../../../../src/ui/shared/runs/run-batch.ts";
import { RunLimit } from "../../../../src/workers/pool.ts";
import { MadePace, MadePool, madeOutcome, madeWork, settled } from "./made-work.ts";

async function started(work: BatchWork, size = 2) {
  const [pool, pace] = [new MadePool(size), new MadePace()];
  const runs = new RunBatch(pool, pace);
  runs.start(work);
  await pace.pass(0);
  return { runs, pool, pace, state: () => runs.store.get() };
}

const words = (state: ReturnType<RunBatch["store"]["get"]>) => state.outcome?.tables[0].title;

describe("many runs", () => {
  it("give each worker of the pool one at a time", async () => {
    const { pool } = await started(madeWork(5), 3);
    expect(pool.asked.map(({ job }) => job.key)).toEqual(["run 1", "run 2", "run 3"]);
    await pool.work(1);
    expect(pool.asked).toHaveLength(3);
  });

  it("share one budget of turns if they have programs", async () => {
    const work = madeWork(2);
    const jobs = work.jobs().map((job) => ({
      ...job,
      scenario: {
        ...job.scenario,
        programs: [PROGRAM_READER.read("// @sender code\nfunction onAck(tcp) {}")],
      },
    }));
    const { pool } = await started({ ...work, jobs: () => jobs });
    const [one, other] = pool.asked.map(({ job }) => job.limit);
    expect(one).toBeInstanceOf(RunLimit);
    expect(other).toBe(one);
    expect((await started(madeWork(1))).pool.asked[0].job.limit).toBeUndefined();
  });

  it("show results so far at a slow rate, and all of them at the end", async () => {
    const { pool, pace, state } = await started(madeWork(6));
    expect(state()).toMatchObject({ status: "running", total: 6, done: 0, outcome: null });
    await pool.work(3);
    expect(state().done).toBe(0);
    await pace.pass(150);
    expect(state().done).toBe(3);
    expect(words(state())).toBe("3 readings");
    await pool.work();
    expect(state()).toMatchObject({ status: "done", done: 6, leftS: null });
    expect(words(state())).toBe("6 readings");
  });

  it("are summed up as on the command line: one digest of all digests in the order of the jobs", async () => {
    const { pool, state } = await started(madeWork(4));
    const [first, second] = pool.asked;
    // The second result arrives first.
    pool.asked.splice(0, 2, second, first);
    await pool.work();
    const digest = new Digest();
    for (let i = 1; i <= 4; i++) digest.text(`digest of run ${i}`);
    expect(state().sum).toEqual({ digest: digest.hex(), jobs: 4, packets: 4000 });
  });

  it("estimate the remaining time by the cost of the runs", async () => {
    const costs: Record<string, number> = { "run 1": 1, "run 2": 1, "run 3": 6 };
    const { pool, pace, state } = await started(madeWork(3, { cost: ({ key }) => costs[key] }));
    await pool.work(2);
    await pace.pass(2000);
    expect(state().leftS).toBeCloseTo(6, 6);
  });

  it("lose nothing in a pause, and continue", async () => {
    const { runs, pool, pace, state } = await started(madeWork(5));
    await pool.work(2);
    runs.pause();
    expect(state().status).toBe("paused");
    const before = pool.asked.length;
    await pace.pass(10_000);
    expect(pool.asked).toHaveLength(before);
    pool.asked.length = 0;
    runs.resume();
    await settled();
    expect(pool.asked.map(({ job }) => job.key)).toEqual(["run 3", "run 4"]);
    await pool.work();
    expect(state()).toMatchObject({ status: "done", done: 5 });
    // A pause does not count as work time.
    expect(state().tookS).toBe(0);
  });

  it("can be paused before they start", async () => {
    const [pool, pace] = [new MadePool(), new MadePace()];
    const runs = new RunBatch(pool, pace);
    runs.start(madeWork(3));
    runs.pause();
    await pace.pass(0);
    expect(pool.asked).toHaveLength(0);
    runs.resume();
    await pool.work();
    expect(runs.store.get()).toMatchObject({ status: "done", done: 3 });
  });

  it("keep results when they are cancelled, and do not count as complete", async () => {
    const { runs, pool, state } = await started(madeWork(5));
    await pool.work(3);
    runs.cancel();
    expect(state()).toMatchObject({ status: "cancelled", done: 3, sum: null });
    expect(words(state())).toBe("3 readings");
    pool.asked.length = 0;
    await settled();
    expect(pool.asked).toHaveLength(0);
  });

  it("replace others in progress, whose results are ignored", async () => {
    const { runs, pool, pace, state } = await started(madeWork(5));
    const old = [...pool.asked];
    pool.asked.length = 0;
    runs.start(madeWork(2, { reduce: () => madeOutcome("the new work") }));
    await pace.pass(0);
    for (const { answer } of old) answer(null);
    await pool.work();
    expect(state()).toMatchObject({ status: "done", total: 2, done: 2 });
    expect(words(state())).toBe("the new work");
  });

  it("name the runs that fail, and finish the others", async () => {
    const broken = madeWork(3, {
      read: (_, { key }) => {
        if (key === "run 3") throw new Error("no link wan");
        return {};
      },
    });
    const { pool, state } = await started(broken);
    pool.asked.shift()?.answer({ ok: false, message: "The simulation stopped." });
    await settled();
    await pool.work();
    expect(state()).toMatchObject({ status: "done", done: 3, sum: null });
    expect(state().failures).toEqual([
      { key: "run 1", message: "The simulation stopped." },
      { key: "run 3", message: "Its figures could not be read: no link wan" },
    ]);
    expect(words(state())).toBe("1 readings");
  });

  it("say why nothing could be computed", async () => {
    const { state } = await started(
      madeWork(1, {
        jobs: () => {
          throw new Error("rtt is 0");
        },
      }),
    );
    expect(state()).toMatchObject({ status: "cancelled", error: "rtt is 0" });
  });

  it("are complete at once if there are none: closed forms", async () => {
    const { state } = await started(madeWork(0));
    expect(state()).toMatchObject({ status: "done", total: 0 });
    expect(words(state())).toBe("0 readings");
  });

  it("treat NaN as null, like a file", async () => {
    let seen: unknown = null;
    const work = madeWork(1, {
      read: () => ({ x: Number.NaN }),
      reduce: (readings) => {
        seen = readings.get("run 1");
        return madeOutcome("");
      },
    });
    const { pool } = await started(work);
    await pool.work();
    expect(seen).toEqual({ x: null });
  });

  it("are evaluated again when something else is needed", async () => {
    let wanted = "utilisation";
    const { runs, pool, state } = await started(madeWork(1, { reduce: () => madeOutcome(wanted) }));
    await pool.work();
    wanted = "goodput";
    runs.refresh();
    expect(words(state())).toBe("goodput");
    expect(runs.job("run 1")?.key).toBe("run 1");
    expect(runs.job("run 7")).toBeNull();
  });

  it("leave the page its frames if display is slow", async () => {
    const [pool, pace] = [new MadePool(1), new MadePace()];
    let reduced = 0;
    const runs = new RunBatch(pool, pace);
    runs.start(
      madeWork(100, {
        reduce: () => {
          reduced++;
          pace.ms += 200;
          return madeOutcome("");
        },
      }),
    );
    await pace.pass(0);
    for (let i = 0; i < 50; i++) {
      await pool.work(1);
      await pace.pass(40);
    }
    // The runs take two seconds without the display. Updating the display may take at most 200 ms of each 1.2 s.
    expect(reduced).toBeLessThanOrEqual(3);
  });
});

import { afterEach, describe, expect, test } from "vitest";
import { PROGRAM_READER } from "../../src/teaching/document/file-programs.ts";
import { Pool, type PoolJob, RunLimit, RunLimits, TurnBudget } from "../../src/workers/pool.ts";
import type { JobResult, Reply } from "../../src/workers/protocol.ts";
import { fakeScenario } from "./fake-simulation.ts";
import { FakeTimer, type Kind, WorkerYard } from "./fake-workers.ts";

const open: { pool: Pool; yard: WorkerYard }[] = [];

function setUp(size: number, ...kinds: Kind[]) {
  const yard = new WorkerYard(...(kinds.length > 0 ? kinds : (["working"] as const)));
  const timer = new FakeTimer();
  const pool = new Pool({ start: yard.start, timer, size });
  open.push({ pool, yard });
  return { pool, yard, timer };
}

afterEach(() => {
  for (const { pool, yard } of open.splice(0)) {
    pool.dispose();
    yard.close();
  }
});

const programWith = (name: string) => PROGRAM_READER.read(`// @sender ${name}\nfunction onAck(tcp) {}`);

const jobs = (...keys: string[]): PoolJob[] =>
  keys.map((key) => ({ key, scenario: fakeScenario({ durationS: 1, name: key }) }));

test("runs all jobs and returns each result under its key, with progress", async () => {
  const { pool, yard } = setUp(2);
  const progress: number[] = [];
  const { outcomes, cancelled } = await pool.run(jobs("a", "b", "c", "d", "e"), "results", {
    progress: (done, total) => progress.push(done / total),
  });
  expect(cancelled).toBe(false);
  expect([...outcomes].map(([key, outcome]) => [key, outcome.ok && outcome.value.digest]).sort()).toEqual(
    ["a", "b", "c", "d", "e"].map((key) => [key, `${key}@1`]),
  );
  expect(progress).toEqual([0, 0.2, 0.4, 0.6, 0.8, 1]);
  expect(yard.started).toHaveLength(2);
});

test("equal keys are run once, and a known key is answered without a worker", async () => {
  const { pool } = setUp(1);
  const first = await pool.run(jobs("a", "a", "b"), "results");
  expect(first.outcomes.size).toBe(2);
  pool.dispose();
  expect((await pool.run(jobs("a"), "results")).cancelled).toBe(true);
  const second = setUp(1);
  await second.pool.run(jobs("a"), "results");
  const started = second.yard.started.length;
  const again = await second.pool.run(jobs("a"), "results");
  expect(again.outcomes.get("a")?.ok).toBe(true);
  expect(second.yard.started).toHaveLength(started);
});

test("series are included on request, also for a run whose results are known", async () => {
  const { pool } = setUp(1);
  await pool.run(jobs("a"), "results");
  const { outcomes } = await pool.run(jobs("a"), "snapshot");
  expect(outcomes.get("a")).toMatchObject({ ok: true, value: { snapshot: { done: true, digest: "a@1" } } });
});

test("a failing job is a value with a message; the others are not affected", async () => {
  const { pool } = setUp(2);
  const bad = { key: "bad", scenario: fakeScenario({ durationS: 1, failAtS: 0.5 }) };
  const { outcomes } = await pool.run([...jobs("a"), bad, ...jobs("b")], "results");
  expect(outcomes.get("bad")).toEqual({
    ok: false,
    message: "The simulation stopped because of an error: the heap is upside down",
  });
  expect(outcomes.get("b")?.ok).toBe(true);
  expect((await pool.run([bad], "results")).outcomes.get("bad")).toEqual(outcomes.get("bad"));
});

test("a run that reaches a limit gives the limit instead of an error", async () => {
  const { pool } = setUp(1);
  const large = { key: "large", scenario: fakeScenario({ durationS: 1, tooLargeAtS: 0.5 }) };
  const { outcomes } = await pool.run([large], "results");
  expect(outcomes.get("large")).toEqual({
    ok: false,
    message: "The run was stopped at a limit: it needs more than 5 MB.",
    atLimit: { wasteful: "newreno" },
  });
});

test("cancel ends at once with the results so far, terminates running work, and the pool stays usable", async () => {
  const { pool, yard } = setUp(2, "working", "silent", "working");
  const control = new AbortController();
  const run = await pool.run(
    jobs("a", "b", "c", "d"),
    "results",
    {
      progress(done) {
        if (done === 2) control.abort();
      },
    },
    control.signal,
  );
  expect(run.cancelled).toBe(true);
  expect(run.outcomes.size).toBe(2);
  expect(yard.terminated).toBeGreaterThan(0);
  const next = await pool.run(jobs("x", "y"), "results");
  expect(next).toMatchObject({ cancelled: false });
  expect(next.outcomes.size).toBe(2);
});

test("cancel of one batch does not affect the runs of another", async () => {
  const { pool, yard } = setUp(2, "silent", "working");
  const control = new AbortController();
  const cancelled = pool.run(jobs("a"), "results", {}, control.signal);
  const other = pool.run(jobs("b"), "results");
  control.abort();
  expect([(await cancelled).cancelled, yard.terminated]).toEqual([true, 1]);
  expect((await other).outcomes.get("b")?.ok).toBe(true);
});

test("a closed pool ends its idle workers too", async () => {
  const { pool, yard } = setUp(2);
  await pool.run(jobs("a", "b"), "results");
  pool.dispose();
  expect([yard.started.length, yard.terminated]).toEqual([2, 2]);
});

test("a signal that is already aborted runs nothing", async () => {
  const { pool, yard } = setUp(2);
  const { cancelled } = await pool.run(jobs("a"), "results", {}, AbortSignal.abort());
  expect(cancelled).toBe(true);
  expect(yard.started).toHaveLength(0);
});

test("a batch without jobs is complete at once", async () => {
  const { pool } = setUp(2);
  expect(await pool.run([], "results")).toEqual({ outcomes: new Map(), cancelled: false });
});

test("a worker that does not answer causes one restart; the second time, the job is an error", async () => {
  const once = setUp(1, "silent", "working");
  const result = once.pool.run(jobs("a", "b"), "results");
  once.timer.pass(20_000);
  expect((await result).outcomes.get("a")?.ok).toBe(true);
  const twice = setUp(1, "silent", "silent", "working");
  const second = twice.pool.run(jobs("a", "b"), "results");
  twice.timer.pass(20_000);
  twice.timer.pass(20_000);
  const { outcomes } = await second;
  expect(outcomes.get("a")).toMatchObject({ ok: false });
  expect(outcomes.get("b")?.ok).toBe(true);
});

test("a restart for one job does not count against the next", async () => {
  const { pool, yard } = setUp(1, "working");
  for (const key of ["a", "b", "c"]) {
    const run = pool.run(jobs(key), "results");
    yard.started[yard.started.length - 1].failure("it broke down");
    expect((await run).outcomes.get(key)?.ok).toBe(true);
  }
  expect(yard.started).toHaveLength(4);
});

test("a pool of no workers is refused with the reason", () => {
  const yard = new WorkerYard("working");
  expect(() => new Pool({ start: yard.start, size: 0 })).toThrow("at least 1; 0 was given");
});

test("a program's run that takes too long is ended, its other runs are not started, and the next is run", async () => {
  const { pool, yard } = setUp(1, "silent", "working");
  const limit = new RunLimit(50);
  const [endless, more] = jobs("endless", "more").map((job) => ({ ...job, limit }));
  const run = pool.run([endless, more, ...jobs("next")], "results");
  // The time limit starts with the worker's first message, because loading may take any time.
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(limit.isOver).toBe(false);
  yard.started[0].message({ kind: "alive" });
  const { outcomes } = await run;
  const ended = { ok: false, message: limit.message };
  expect([outcomes.get("endless"), outcomes.get("more")]).toEqual([ended, ended]);
  expect(outcomes.get("next")?.ok).toBe(true);
  expect(limit.isOver).toBe(true);
  expect(yard).toMatchObject({ terminated: 1, started: { length: 2 } });
});

test("at most four runs of other people's programs take place at once, and runs of the user's own on all workers", async () => {
  const { pool, yard } = setUp(8);
  const keys = Array.from({ length: 16 }, (_, i) => `${i}`);
  const runs = (what: string, limits: RunLimits) =>
    jobs(...keys.map((key) => `${what} ${key}`)).map((job) => {
      const scenario = { ...job.scenario, programs: [programWith(job.key.replace(" ", ""))] };
      return { ...job, scenario, limit: limits.of(scenario) };
    });
  const others = await pool.run(runs("Other", new RunLimits()), "results");
  expect([...others.outcomes.values()].filter(({ ok }) => ok)).toHaveLength(16);
  expect(yard.started).toHaveLength(4);
  // Runs without programs do not wait for those of others.
  const mixed = await pool.run([...runs("Another", new RunLimits()), ...jobs("plain", "simple")], "results");
  expect([...mixed.outcomes.values()].filter(({ ok }) => ok)).toHaveLength(18);
  expect(yard.started).toHaveLength(6);
  const own = await pool.run(runs("Own", RunLimits.ofSweep()), "results");
  expect([...own.outcomes.values()].filter(({ ok }) => ok)).toHaveLength(16);
  expect(yard.started).toHaveLength(8);
});

test("a worker that cannot be loaded is not the program's fault", async () => {
  const { pool, yard } = setUp(1, "silent");
  const limit = new RunLimit(60_000);
  const run = pool.run(
    jobs("a").map((job) => ({ ...job, limit })),
    "results",
  );
  for (const started of [0, 1]) {
    await new Promise((resolve) => setTimeout(resolve, 5));
    yard.started[started].failure("it is not there");
  }
  expect((await run).outcomes.get("a")).toMatchObject({ ok: false });
  expect(limit.isOver).toBe(false);
});

describe("a budget of turns", () => {
  const ofProgram = (limits: RunLimits, ...keys: string[]): PoolJob[] =>
    jobs(...keys).map((job) => ({
      ...job,
      limit: limits.of({ ...job.scenario, programs: [programWith("code")] }),
    }));

  test("is used up by the sum of what runs take beyond 600 turns for each packet, in any order", () => {
    const isOverAfter = (runs: readonly (readonly [turns: number, packets: number])[]) => {
      const budget = new TurnBudget();
      for (const [turns, packets] of runs) budget.add(turns, packets);
      return budget.isOver;
    };
    const runs = [
      [60e6, 100_000],
      [180e6, 50_000],
      [50e6, 100_000],
    ] as const;
    for (const order of [runs, runs.toReversed()]) {
      expect(isOverAfter([...order, [100e6, 0]])).toBe(false);
      expect(isOverAfter([[100e6 + 1, 0], ...order])).toBe(true);
    }
  });

  test("of a sweep counts less, because its program is usually the user's own", () => {
    const isOverAfter = (limits: RunLimits, turns: number) => {
      limits.budgetOf("code").add(turns, 100_000);
      return limits.budgetOf("code").isOver;
    };
    expect(isOverAfter(new RunLimits(), 600e6)).toBe(true);
    expect(isOverAfter(RunLimits.ofSweep(), 600e6)).toBe(false);
    expect(isOverAfter(RunLimits.ofSweep(), 650e6 + 1)).toBe(true);
  });

  test("lets the first run of a program run alone, and then as many as there are turns for", () => {
    const budget = new TurnBudget();
    budget.begin();
    expect(budget.mayStart).toBe(false);
    budget.add(100e6, 0);
    budget.end();
    budget.begin();
    expect(budget.mayStart).toBe(false);
    budget.end();
    expect(budget.mayStart).toBe(true);
  });

  test("counts a run that is stopped, and then starts one at a time", () => {
    const budget = new TurnBudget();
    const limit = new RunLimit(1000, [{ budget, programs: [] }]);
    limit.begin();
    limit.end({ ok: false, message: "too large" });
    expect([limit.mayStart, limit.isOver]).toEqual([true, false]);
    limit.begin();
    expect(limit.mayStart).toBe(false);
    budget.addStopped();
    expect(limit.isOver).toBe(true);
    expect(limit.message).toContain("(2 of them were stopped, which counts as 126 million each)");
  });

  test("of a queue counts less than that of a sender, because PIE takes 700 turns for each packet", () => {
    const isOverAfter = (kind: "sender" | "queue") => {
      const budget = new TurnBudget();
      budget.add(700 * 3e6, 3e6, kind);
      return budget.isOver;
    };
    expect([isOverAfter("sender"), isOverAfter("queue")]).toEqual([true, false]);
  });

  test("is charged for a stopped run only if its program has wasted most packets", () => {
    const limits = new RunLimits();
    const [calm, greedy] = [programWith("calm"), programWith("greedy")].map((one, i) => ({
      ...one,
      id: `own${i}`,
    }));
    const limit = limits.of({ ...jobs("a")[0].scenario, programs: [calm, greedy] });
    for (let i = 0; i < 2; i++) {
      limit?.begin();
      limit?.end({ ok: false, message: "too many packets", atLimit: { wasteful: greedy.id } });
    }
    expect([calm, greedy].map(({ code }) => limits.budgetOf(code).isOver)).toEqual([false, true]);
  });

  describe("of a hand-in", () => {
    const given = programWith("of the task");
    const runOf = (limits: RunLimits, code: string, ...handIns: string[]) => {
      const scenario = { ...jobs("a")[0].scenario, programs: [given, programWith(code)] };
      const limit = limits.ofHandIns(scenario, handIns, new Set([given.code]));
      if (limit === undefined) throw new Error("a run with programs has a limit");
      return limit;
    };
    const ended = (turns: readonly number[]) =>
      ({ ok: true, value: { turns, results: { packets: 0 } } }) as unknown as Reply<JobResult>;
    const end = (limit: RunLimit, outcome: Reply<JobResult>) => {
      limit.begin();
      limit.end(outcome);
    };

    test("is shared by its runs, and is not used up by other hand-ins with the same program", () => {
      const limits = new RunLimits();
      const [first, other] = [runOf(limits, "a", "first"), runOf(limits, "a", "other")];
      end(first, ended([0, 150e6]));
      end(other, ended([0, 150e6]));
      expect([first.isOver, other.isOver]).toEqual([false, false]);
      end(first, ended([0, 150e6]));
      expect([first.isOver, other.isOver]).toEqual([true, false]);
    });

    test("does not count the programs of the task, nor runs that the program of another hand-in stops", () => {
      const limits = new RunLimits();
      const [evil, calm] = [runOf(limits, "a", "Eve"), runOf(limits, "b", "Bo")];
      end(calm, ended([1e9, 0]));
      for (let i = 0; i < 2; i++)
        end(evil, { ok: false, message: "too many packets", atLimit: { wasteful: "own" } });
      expect([evil, calm].map(({ isOver }) => isOver)).toEqual([true, false]);
    });

    test("may be a part of a whole one, and needs nothing for turns that are free", () => {
      const limits = new RunLimits();
      const scenario = { ...jobs("a")[0].scenario, programs: [programWith("a")] };
      const shares = new Map([["Eve", 0.2]]);
      const [eve, ana] = ["Eve", "Ana"].map((one) => limits.ofHandIns(scenario, [one], new Set(), shares));
      if (eve === undefined || ana === undefined) throw new Error("a run with programs has a limit");
      const inFree = { turns: [600e6], results: { packets: 1e6 } };
      for (const limit of [eve, ana]) {
        end(limit, { ok: true, value: inFree } as unknown as Reply<JobResult>);
        end(limit, ended([49e6]));
      }
      expect([eve.isOver, ana.isOver]).toEqual([false, false]);
      for (const limit of [eve, ana]) end(limit, ended([49e6]));
      expect([eve.isOver, ana.isOver]).toEqual([true, false]);
      expect(eve.message).toMatch(
        /^The program takes too long: more than 50 million turns .* Many hand-ins without a name share their turns; one with a name has 250 million\.$/,
      );
    });

    test("does not stop a run that another hand-in needs as well", () => {
      const limits = new RunLimits();
      const copied = runOf(limits, "a", "Ana", "Eve");
      end(runOf(limits, "b", "Eve"), ended([0, 1e9]));
      expect([copied.isOver, copied.mayStart]).toEqual([false, true]);
      end(runOf(limits, "c", "Ana"), ended([0, 1e9]));
      expect(copied.isOver).toBe(true);
    });
  });

  test("when used up, starts no further run of the program, and the runs of other programs continue", async () => {
    const { pool } = setUp(2);
    const limits = new RunLimits();
    limits.budgetOf(programWith("code").code).add(1e9, 0);
    const company = jobs("pair").map((job) => ({
      ...job,
      limit: limits.of({ ...job.scenario, programs: [programWith("another"), programWith("code")] }),
    }));
    const { outcomes } = await pool.run([...ofProgram(limits, "a"), ...company, ...jobs("b")], "results");
    const { message } = limits.budgetOf(programWith("code").code);
    expect(outcomes.get("a")).toEqual({ ok: false, message });
    expect(outcomes.get("pair")).toEqual({ ok: false, message });
    expect(outcomes.get("b")?.ok).toBe(true);
  });

  test("is charged for runs that the pool has made before, so that a second check has the same outcome", async () => {
    const { pool, yard } = setUp(1);
    const large = [0.4, 0.5].map((tooLargeAtS) => {
      const scenario = fakeScenario({ durationS: 1, tooLargeAtS });
      return { key: `${tooLargeAtS}`, scenario };
    });
    const check = async () => {
      const limit = new RunLimit(60_000, [{ budget: new TurnBudget(), programs: [] }], "all");
      await pool.run(
        large.map((job) => ({ ...job, limit })),
        "results",
      );
      return { isOver: limit.isOver, workers: yard.started.length };
    };
    const first = await check();
    expect(first.isOver).toBe(true);
    expect(await check()).toEqual(first);
  });

  test("is not held by runs that were cancelled", async () => {
    const { pool } = setUp(2, "silent", "working");
    const limits = new RunLimits();
    const stop = new AbortController();
    const run = pool.run(ofProgram(limits, "a", "b"), "results", {}, stop.signal);
    stop.abort();
    expect((await run).cancelled).toBe(true);
    expect((await pool.run(ofProgram(limits, "c", "d"), "results")).outcomes.size).toBe(2);
  });
});

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Snapshot } from "../../src/engine/index.ts";
import { WholeRunner } from "../../src/workers/whole-runner.ts";
import { cases } from "../effort.ts";
import { fakeScenario } from "./fake-simulation.ts";
import { fakeSurroundings } from "./surroundings.ts";

interface Shown {
  readonly id: number;
  readonly atMs: number;
  readonly snapshot: Snapshot;
}

function setUp() {
  const around = fakeSurroundings();
  const shown: Shown[] = [];
  const stopped: Shown[] = [];
  const errors: { id: number; message: string }[] = [];
  const audience = {
    taken: true,
    hasTakenLast: () => audience.taken,
    snapshot: (id: number, snapshot: Snapshot) => shown.push({ id, atMs: around.time.nowMs, snapshot }),
    stopped: (id: number, snapshot: Snapshot) => stopped.push({ id, atMs: around.time.nowMs, snapshot }),
    error: (id: number, message: string) => errors.push({ id, message }),
  };
  return { around, audience, shown, stopped, errors, runner: new WholeRunner(around, audience) };
}

/** Starts a run of 100,000 events. With 0.001 ms each, its work takes 100 ms. */
const run = (workMs: number, name = "run") =>
  fakeScenario({ durationS: 100, costMs: workMs / 100_000, name });

describe("a whole run", () => {
  test("that is short shows one snapshot, the last", async () => {
    const { around, shown, runner } = setUp();
    runner.run(1, run(20));
    await around.time.run();
    expect(shown.map(({ id, snapshot }) => [id, snapshot.done, snapshot.nowS])).toEqual([[1, true, 100]]);
  });

  test("that is long shows a first snapshot after about 30 ms, then at most one per 50 ms, and the last", async () => {
    const { around, shown, runner } = setUp();
    runner.run(1, run(500));
    await around.time.run();
    expect(shown[0].atMs).toBeGreaterThanOrEqual(30);
    expect(shown[0].atMs).toBeLessThan(45);
    for (let i = 1; i < shown.length - 1; i++)
      expect(shown[i].atMs - shown[i - 1].atMs).toBeGreaterThanOrEqual(50);
    expect(shown.length).toBeGreaterThan(6);
    expect(shown.map((one) => one.snapshot.done)).toEqual([...shown.slice(1).map(() => false), true]);
  });

  test("whose end is near is not delayed by an intermediate snapshot", async () => {
    const { around, shown, runner } = setUp();
    runner.run(1, run(75));
    await around.time.run();
    expect(shown.map((one) => one.snapshot.done)).toEqual([true]);
  });

  test("spends at most a fifth of its time on snapshots, however expensive they are", async () => {
    const { around, shown, runner } = setUp();
    runner.run(1, fakeScenario({ durationS: 100, costMs: 0.02, snapshotCostMs: 40 }));
    await around.time.run();
    expect((shown.length - 2) * 40).toBeLessThan(around.time.nowMs / 5);
    expect(shown.length).toBeGreaterThan(5);
  });

  test("sends fewer snapshots of a large run, because a browser collects them late", async () => {
    const [small, large] = await Promise.all(
      [0, 200e6].map(async (heldBytes) => {
        const { around, shown, runner } = setUp();
        runner.run(1, fakeScenario({ durationS: 500, costMs: 0.02, heldBytes }));
        await around.time.run();
        return shown.length;
      }),
    );
    expect(large).toBeGreaterThan(2);
    expect(small).toBeGreaterThan(10 * large);
  });

  test("shows no intermediate snapshot to a receiver that has not taken the last one, but always the end", async () => {
    const { around, audience, shown, runner } = setUp();
    audience.taken = false;
    runner.run(1, run(500));
    await around.time.run();
    expect(shown.map((one) => one.snapshot.done)).toEqual([true]);
  });

  test("reports progress", async () => {
    const { around, runner } = setUp();
    runner.run(1, run(500));
    await around.time.run();
    expect(around.aliveCount).toBeGreaterThan(30);
  });

  test("that fails returns an error with a message, and the next run works", async () => {
    const { around, shown, errors, runner } = setUp();
    runner.run(1, fakeScenario({ durationS: 1, failAtS: 0.5 }));
    await around.time.run();
    runner.run(2, fakeScenario({ durationS: -1 }));
    await around.time.run();
    runner.run(3, run(1));
    await around.time.run();
    expect(errors).toEqual([
      { id: 1, message: "The simulation stopped because of an error: the heap is upside down" },
      { id: 2, message: "The simulation stopped because of an error: duration must be at least 0 s" },
    ]);
    expect(shown.map((one) => one.id)).toEqual([3]);
  });
});

test("a run that becomes too large shows its partial result, and then the reason", async () => {
  const { around, shown, errors, runner } = setUp();
  runner.run(1, fakeScenario({ durationS: 1, tooLargeAtS: 0.5 }));
  await around.time.run();
  expect(shown.map(({ id, snapshot }) => [id, snapshot.done, snapshot.nowS])).toEqual([[1, false, 0.5]]);
  const message =
    "The run was stopped before its end, and is shown as far as it came: it needs more than 5 MB";
  expect(errors).toEqual([{ id: 1, message }]);
});

describe("a run that is stopped", () => {
  test("ends at the next slice with its partial result, also to a busy receiver", async () => {
    const { around, audience, shown, stopped, runner } = setUp();
    audience.taken = false;
    runner.run(1, run(1000));
    await around.time.run(500);
    runner.stop(1);
    await around.time.run();
    expect(shown).toEqual([]);
    expect(stopped).toMatchObject([{ id: 1, snapshot: { done: false } }]);
    expect(stopped[0].atMs).toBeLessThan(520);
    expect(stopped[0].snapshot.nowS).toBeCloseTo(stopped[0].atMs / 10, 0);
    expect(around.time.idle).toBe(true);
  });

  test("resumes when it is requested again, with nothing simulated twice", async () => {
    const { around, shown, stopped, runner } = setUp();
    runner.run(1, run(1000));
    await around.time.run(500);
    runner.stop(1);
    await around.time.run();
    runner.run(1, run(1000));
    await around.time.run();
    expect(around.created).toHaveLength(1);
    expect(stopped).toHaveLength(1);
    expect(shown.at(-1)).toMatchObject({ id: 1, snapshot: { done: true, nowS: 100 } });
    // The remaining time is estimated from the rate since the run was resumed.
    expect(shown.at(-2)?.snapshot.nowS).toBeGreaterThan(80);
  });

  test("is kept until another run starts", async () => {
    const { around, runner, stopped } = setUp();
    runner.run(1, run(1000));
    await around.time.run(500);
    runner.stop(1);
    await around.time.run();
    runner.run(2, run(1));
    await around.time.run();
    runner.run(1, run(1000));
    await around.time.run();
    expect(stopped).toHaveLength(1);
    expect(around.created).toHaveLength(3);
  });

  test("can no longer be stopped when it has ended, and a newer one is not affected", async () => {
    const { around, shown, stopped, runner } = setUp();
    runner.run(1, run(20));
    await around.time.run();
    runner.stop(1);
    runner.run(2, run(500));
    await around.time.run(around.time.nowMs + 100);
    runner.stop(1);
    await around.time.run();
    expect(stopped).toEqual([]);
    expect(shown.at(-1)).toMatchObject({ id: 2, snapshot: { done: true } });
  });
});

describe("the latest run wins", () => {
  test("a newer run replaces an older one at the next slice", async () => {
    const { around, shown, runner } = setUp();
    runner.run(1, run(1000));
    await around.time.run(20);
    runner.run(2, run(1));
    await around.time.run();
    expect(shown.map((one) => one.id)).toEqual([2]);
    expect(shown[0].atMs).toBeLessThan(32);
  });

  test("of several waiting runs only the newest is started", async () => {
    const { around, shown, runner } = setUp();
    for (let id = 1; id <= 5; id++) runner.run(id, run(1));
    await around.time.run();
    expect(shown.map((one) => one.id)).toEqual([5]);
    expect(around.created).toHaveLength(1);
  });

  test("runs that follow each other without a pause still show something, often enough for a drag", async () => {
    const { around, shown, runner } = setUp();
    for (let id = 1; id <= 60; id++) {
      runner.run(id, run(400));
      await around.time.run(id * 16);
    }
    const drag = shown.length;
    expect(drag).toBeGreaterThan(6);
    expect(shown.every((one) => !one.snapshot.done)).toBe(true);
    await around.time.run();
    expect(shown.at(-1)).toMatchObject({ id: 60, snapshot: { done: true } });
  });

  test("in any order and at any cost the newest run completes, and ids never go back", async () => {
    const step = fc.record({
      workMs: fc.integer({ min: 0, max: 300 }),
      pauseMs: fc.integer({ min: 0, max: 120 }),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 12 }), async (steps) => {
        const { around, shown, runner } = setUp();
        for (const [id, { workMs, pauseMs }] of steps.entries()) {
          runner.run(id, run(workMs));
          await around.time.run(around.time.nowMs + pauseMs);
        }
        await around.time.run();
        const ids = shown.map((one) => one.id);
        expect(ids).toEqual([...ids].sort((a, b) => a - b));
        expect(shown.at(-1)).toMatchObject({ id: steps.length - 1, snapshot: { done: true, nowS: 100 } });
        expect(new Set(shown.filter((one) => one.snapshot.done).map((one) => one.id)).size).toBe(
          shown.filter((one) => one.snapshot.done).length,
        );
        expect(around.time.idle).toBe(true);
      }),
      cases(30),
    );
  });
});

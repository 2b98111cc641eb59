import { afterEach, expect, test, vi } from "vitest";
import type { Scenario } from "../../src/engine/index.ts";
import { TooMuchMemory } from "../../src/engine/replays.ts";
import { PROGRAM_READER } from "../../src/teaching/document/file-programs.ts";
import { Pool, RunLimit } from "../../src/workers/pool.ts";
import { HeldMemory, type MemoryUser, RunMemory } from "../../src/workers/run-memory.ts";
import { SimClient } from "../../src/workers/sim-client.ts";
import { FakeSimulation, fakeScenario } from "./fake-simulation.ts";
import { FakeTimer, WorkerYard } from "./fake-workers.ts";

const MB = 1e6;

/** A worker that only asks for memory. */
class User implements MemoryUser {
  isIdle = false;
  isLasting = false;
  refused = "";
  readonly allowed: number[] = [];
  readonly memory: RunMemory;

  constructor(memory: RunMemory) {
    this.memory = memory;
  }

  ask(bytes: number): void {
    this.memory.ask(this, bytes, (allowed) => this.allowed.push(allowed));
  }

  end(): void {
    this.isIdle = true;
    this.memory.rest(this);
  }

  drop(): void {
    this.isIdle = true;
    this.memory.leave(this);
  }

  refuseMemory(message: string): void {
    this.refused = message;
  }
}

const users = (count: number) => {
  const memory = new RunMemory();
  return Array.from({ length: count }, () => new User(memory));
};

test("small runs take place at the same time, up to 40 MB together", () => {
  const all = users(4);
  for (const user of all) user.ask(16 * MB);
  expect(all.map(({ allowed }) => allowed[0])).toEqual([
    16 * MB,
    16 * MB,
    Number.POSITIVE_INFINITY,
    undefined,
  ]);
});

test("large runs take place one after another, in the order of their requests", () => {
  const [a, b, c] = users(3);
  for (const user of [a, b, c]) user.ask(100 * MB);
  expect([a, b, c].map(({ allowed }) => allowed.length)).toEqual([1, 0, 0]);
  a.end();
  expect([a, b, c].map(({ allowed }) => allowed.length)).toEqual([1, 1, 0]);
  b.drop();
  expect(c.allowed).toEqual([Number.POSITIVE_INFINITY]);
});

test.each(["ends", "fails to end"])(
  "a large run starts when the thread of the previous one %s",
  async (how) => {
    const [a, b, c] = users(3);
    for (const user of [a, b]) user.ask(100 * MB);
    let settle = () => {};
    const ended = new Promise<void>((resolve, reject) => {
      settle = how === "ends" ? resolve : () => reject(new Error("the thread is gone"));
    });
    a.memory.leave(a, ended);
    c.ask(16 * MB);
    // The worker whose thread is ending runs its next task on a new one.
    a.ask(100 * MB);
    await Promise.resolve();
    expect([a, b, c].map(({ allowed }) => allowed.length)).toEqual([1, 0, 1]);
    settle();
    await vi.waitFor(() => expect(b.allowed).toEqual([Number.POSITIVE_INFINITY]));
    b.end();
    expect(a.allowed).toHaveLength(2);
  },
);

test("the worker that may hold any amount does not wait for those that wait for it", () => {
  const [a, b] = users(2);
  for (const user of [a, b]) user.ask(100 * MB);
  a.ask(Number.POSITIVE_INFINITY);
  expect(a.allowed).toEqual([Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY]);
  a.end();
  expect(b.allowed).toEqual([Number.POSITIVE_INFINITY]);
});

test("an idle worker keeps a large run until another one needs its memory", () => {
  const [a, b] = users(2);
  const dropped = vi.spyOn(a, "drop");
  a.ask(100 * MB);
  a.end();
  expect(dropped).not.toHaveBeenCalled();
  b.ask(100 * MB);
  expect(dropped).toHaveBeenCalledOnce();
  expect(b.allowed).toHaveLength(1);
});

test("a worker that ends while it waits is forgotten", () => {
  const [a, b, c] = users(3);
  for (const user of [a, b, c]) user.ask(100 * MB);
  b.drop();
  a.end();
  expect([b, c].map(({ allowed }) => allowed.length)).toEqual([0, 1]);
});

test("beside a large live run, another large run is refused with a sentence", () => {
  const [live, other] = users(2);
  live.isLasting = true;
  live.ask(100 * MB);
  other.ask(100 * MB);
  expect(other.refused).toMatch(/^The live run needs so much memory .*\.$/);
  other.ask(16 * MB);
  expect(other.allowed).toEqual([16 * MB]);
});

test("a worker asks when its simulations need more than 8 MB, and again when they need more than was allowed", async () => {
  const asked: number[] = [];
  const held = new HeldMemory((bytes) => asked.push(bytes));
  const simulation = {
    ...new FakeSimulation(fakeScenario({ durationS: 1 }), { spend: () => {} }),
    heldBytes: 8 * MB,
  };
  held.watch(simulation as unknown as FakeSimulation);
  expect(held.isEnough).toBe(true);
  simulation.heldBytes = 17 * MB;
  expect(held.isEnough).toBe(false);
  const waits = [held.wait(), held.wait()];
  expect(asked).toEqual([32 * MB]);
  held.allow(32 * MB);
  await Promise.all(waits);
  expect(held.isEnough).toBe(true);
  simulation.heldBytes = 33 * MB;
  void held.wait();
  expect(asked).toEqual([32 * MB, 64 * MB]);
  held.allow(Number.POSITIVE_INFINITY);
  simulation.heldBytes = 280 * MB;
  expect(held.isEnough).toBe(true);
});

const SLICE_MS = 60;

/** A run that needs several slices of work. Counts the large runs in progress. */
class SlowRun extends FakeSimulation {
  static atOnce = 0;
  static most = 0;
  #slices = 0;

  override advance(untilS: number): boolean {
    const endMs = performance.now() + SLICE_MS;
    while (performance.now() < endMs);
    this.#slices++;
    if (this.#slices === 2) SlowRun.most = Math.max(SlowRun.most, ++SlowRun.atOnce);
    if (this.#slices < 3) return false;
    SlowRun.atOnce--;
    return super.advance(untilS);
  }
}

const closing: (() => void)[] = [];
afterEach(() => {
  for (const close of closing.splice(0)) close();
});

function slowYard(): WorkerYard {
  const yard = new WorkerYard("working");
  yard.create = (scenario) => new SlowRun(scenario, { spend: () => {} });
  Object.assign(SlowRun, { atOnce: 0, most: 0 });
  closing.push(() => yard.close());
  return yard;
}

test("a pool runs large jobs one at a time, with all results", async () => {
  const yard = slowYard();
  const timer = new FakeTimer();
  const pool = new Pool({ start: yard.start, timer, size: 3, memory: new RunMemory() });
  closing.push(() => pool.dispose());
  const jobs = ["a", "b", "c", "d"].map((key) => ({
    key,
    scenario: fakeScenario({ durationS: 1, name: key, heldBytes: 100 * MB }),
  }));
  const { outcomes } = await pool.run(jobs, "results");
  expect([...outcomes.values()].map(({ ok }) => ok)).toEqual([true, true, true, true]);
  expect(SlowRun.most).toBe(1);
});

test("a worker that has ended a large job is replaced, because what it leaves is collected late", async () => {
  const yard = slowYard();
  const pool = new Pool({ start: yard.start, timer: new FakeTimer(), size: 1, memory: new RunMemory() });
  closing.push(() => pool.dispose());
  const [small, large] = [1, 100].map((mb) =>
    ["a", "b"].map((key) => ({
      key: `${key} ${mb}`,
      scenario: fakeScenario({ durationS: 1, name: key, heldBytes: mb * MB }),
    })),
  );
  await pool.run(small, "results");
  expect(yard.started).toHaveLength(1);
  await pool.run(large, "results");
  expect(yard.started).toHaveLength(2);
  const stopped = { key: "stopped", scenario: fakeScenario({ durationS: 1, tooLargeAtS: 0.5 }) };
  expect((await pool.run([stopped], "results")).outcomes.get("stopped")?.ok).toBe(false);
  await pool.run(
    small.map((job) => ({ ...job, key: `${job.key} again` })),
    "results",
  );
  expect(yard.started).toHaveLength(4);
});

test.each([1, 2, 3, 8])(
  "a program that fills the memory of its run within one event is ended early, and its run repeated alone, with %i workers",
  async (size) => {
    const yard = slowYard();
    const created: (number | undefined)[] = [];
    yard.create = (scenario, _log, mostBytes) => {
      created.push(mostBytes);
      const run = new SlowRun(scenario, { spend: () => {} });
      run.wastedPackets = (cc) => (cc === "cubic" ? 2 : 1);
      if (run.heldBytes <= (mostBytes ?? 150 * MB)) return run;
      run.advance = () => {
        throw new TooMuchMemory("it needs more");
      };
      return run;
    };
    const pool = new Pool({ start: yard.start, timer: new FakeTimer(), size, memory: new RunMemory() });
    closing.push(() => pool.dispose());
    const withCubic = (scenario: Scenario) => ({
      ...scenario,
      flows: [...scenario.flows, { ...scenario.flows[0], cc: "cubic" }],
    });
    const jobs = [1, 100, 110, 200].map((mb) => ({
      key: `${mb}`,
      scenario: {
        ...withCubic(fakeScenario({ durationS: 1, name: `${mb}`, heldBytes: mb * MB })),
        programs: [PROGRAM_READER.read("// @sender Own\nfunction onAck(tcp) {}")],
      },
    }));
    const { outcomes } = await pool.run(jobs, "results");
    expect(jobs.map(({ key }) => outcomes.get(key)?.ok)).toEqual([true, true, true, false]);
    expect(outcomes.get("200")).toMatchObject({ atLimit: { wasteful: "cubic" } });
    expect(created.filter((mostBytes) => mostBytes === 16 * MB)).toHaveLength(4);
    expect(created.filter((mostBytes) => mostBytes === undefined)).toHaveLength(3);
    // A worker whose run has to wait is ended, because it would keep what it holds. Another one starts the run again.
    expect(yard.terminated).toBe(size === 1 ? 3 : 5);
  },
);

test("the time in which a program's run waits for memory does not count against its limit", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  closing.push(() => vi.useRealTimers());
  const yard = slowYard();
  const memory = new RunMemory();
  const [holder] = [new User(memory)];
  holder.ask(100 * MB);
  const pool = new Pool({ start: yard.start, timer: new FakeTimer(), size: 1, memory });
  closing.push(() => pool.dispose());
  const ask = vi.spyOn(memory, "ask");
  const limit = new RunLimit(1000);
  const job = { key: "a", limit, scenario: fakeScenario({ durationS: 1, heldBytes: 100 * MB }) };
  const run = pool.run([job], "results");
  while (ask.mock.calls.length === 0) await new Promise((resolve) => setImmediate(resolve));
  vi.advanceTimersByTime(60_000);
  expect(limit.isOver).toBe(false);
  holder.end();
  holder.drop();
  expect((await run).outcomes.get("a")?.ok).toBe(true);
});

test("a worker that waits for memory does not count as stuck, and can be cancelled", async () => {
  const yard = slowYard();
  const timer = new FakeTimer();
  const memory = new RunMemory();
  const [holder] = [new User(memory)];
  holder.ask(100 * MB);
  const pool = new Pool({ start: yard.start, timer, size: 1, memory });
  closing.push(() => pool.dispose());
  const control = new AbortController();
  const job = { key: "a", scenario: fakeScenario({ durationS: 1, heldBytes: 100 * MB }) };
  const cancelled = pool.run([job], "results", {}, control.signal);
  await vi.waitFor(() => expect([yard.started.length, timer.running]).toEqual([1, false]));
  timer.pass(60_000);
  expect(yard.started).toHaveLength(1);
  control.abort();
  expect((await cancelled).cancelled).toBe(true);
  holder.end();
  expect((await pool.run([job], "results")).outcomes.get("a")?.ok).toBe(true);
});

test("a state of the path waits until the run of the page has ended, and then takes its memory", async () => {
  const yard = slowYard();
  const client = new SimClient({ start: yard.start, timer: new FakeTimer(), memory: new RunMemory() });
  closing.push(() => client.dispose());
  const scenario = fakeScenario({ durationS: 1, heldBytes: 100 * MB });
  let isDone = false;
  const run = new Promise<void>((resolve, reject) =>
    client.run(scenario, {
      snapshot: ({ done }) => {
        isDone = done;
        if (done) resolve();
      },
      error: (message) => reject(new Error(message)),
      restarted: (message) => reject(new Error(message)),
    }),
  );
  const pathState = client.pathState(scenario, 0.5).then(() => expect(isDone).toBe(true));
  await Promise.all([run, pathState]);
  expect([SlowRun.most, yard.terminated]).toEqual([1, 1]);
});

import { afterEach, describe, expect, test } from "vitest";
import { defaultScenario, type Snapshot } from "../../src/engine/index.ts";
import type { LiveFrame } from "../../src/workers/live-client.ts";
import { type RunListener, SimClient } from "../../src/workers/sim-client.ts";
import type { LinkEvents, StartWorker, WorkerLink } from "../../src/workers/supervised-worker.ts";
import { fakeScenario } from "./fake-simulation.ts";
import { FakeTimer, type Kind, WorkerYard } from "./fake-workers.ts";

const open: { client: SimClient; yard: WorkerYard }[] = [];

function setUp(...kinds: Kind[]) {
  const yard = new WorkerYard(...(kinds.length > 0 ? kinds : (["working"] as const)));
  const timer = new FakeTimer();
  const client = new SimClient({ start: yard.start, timer });
  open.push({ client, yard });
  return { yard, timer, client };
}

afterEach(() => {
  for (const { client, yard } of open.splice(0)) {
    client.dispose();
    yard.close();
  }
});

/** Returns a listener that records everything it receives, and a promise of the end of its run. */
function listen() {
  const heard: { snapshots: Snapshot[]; errors: string[]; restarts: string[] } = {
    snapshots: [],
    errors: [],
    restarts: [],
  };
  let end = () => {};
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  const on: RunListener = {
    snapshot(snapshot) {
      heard.snapshots.push(snapshot);
      if (snapshot.done) end();
    },
    error(message) {
      heard.errors.push(message);
      end();
    },
    restarted: (message) => heard.restarts.push(message),
  };
  return { ...heard, on, ended };
}

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Messages through real ports take some time. Tests wait for a condition instead of assuming how long. */
async function until(condition: () => boolean): Promise<void> {
  for (let i = 0; i < 400 && !condition(); i++) await wait(5);
  expect(condition()).toBe(true);
}

const run = (name: string) => fakeScenario({ durationS: 10, name });

describe("run", () => {
  test("gives snapshots until one is complete, and then expects nothing more from the worker", async () => {
    const { client, timer } = setUp();
    const listener = listen();
    client.run(run("a"), listener.on);
    await listener.ended;
    expect(listener.snapshots.at(-1)).toMatchObject({ done: true, digest: "a@10" });
    expect(timer.running).toBe(false);
  });

  test("of runs requested at once only the newest is reported", async () => {
    const { client } = setUp();
    const listeners = ["a", "b", "c"].map((name) => {
      const listener = listen();
      client.run(run(name), listener.on);
      return listener;
    });
    await listeners[2].ended;
    await wait(20);
    // On a busy machine, the newest run may be shown while it is still in progress.
    expect(listeners.map((one) => one.snapshots.length > 0)).toEqual([false, false, true]);
  });

  test("a snapshot of a replaced run is a preview, and only until the newer one shows something", () => {
    const { client, yard } = setUp("silent");
    const [old, fresh] = [listen(), listen()];
    const previews: Snapshot[] = [];
    client.run(run("old"), { ...old.on, preview: (snapshot) => previews.push(snapshot) });
    client.run(run("fresh"), fresh.on);
    const say = (id: number, done = false) =>
      yard.started[0].message({ kind: "snapshot", id, snapshot: { done, nowS: id } as Snapshot });
    say(1);
    expect(previews).toHaveLength(1);
    say(2);
    say(1, true);
    expect([old.snapshots.length, fresh.snapshots.length, previews.length]).toEqual([0, 1, 1]);
  });

  test("an error becomes a message for users, and the client continues with a new worker", async () => {
    const { client, yard } = setUp();
    const bad = listen();
    client.run(fakeScenario({ durationS: 10, failAtS: 5 }), bad.on);
    await bad.ended;
    expect(bad.errors).toEqual(["The simulation stopped because of an error: the heap is upside down"]);
    const good = listen();
    client.run(run("b"), good.on);
    await good.ended;
    expect(good.snapshots.at(-1)?.digest).toBe("b@10");
    // The previous worker may have run out of memory, or may have failed to load a program, which it would never
    // request again.
    expect([yard.started.length, yard.terminated]).toEqual([2, 1]);
  });

  test("a scenario that cannot be sent is an error, not an exception", async () => {
    const { client } = setUp();
    const listener = listen();
    client.run({ ...run("a"), tcp: { mss: (() => 1) as unknown as number } }, listener.on);
    await listener.ended;
    expect(listener.errors[0]).toMatch(/^The scenario could not be handed to the simulation: /);
  });
});

/** Returns workers that only record their requests. The test sends their answers. */
function noted() {
  const calls: string[] = [];
  const workers: LinkEvents[] = [];
  const note = (what: string) => async (id: number) => void calls.push(`${what} ${id}`);
  const api = { run: note("run"), stopRun: note("stop") };
  const start: StartWorker = (events) => {
    workers.push(events);
    return { api: api as unknown as WorkerLink["api"], terminate: () => undefined };
  };
  const timer = new FakeTimer();
  const client = new SimClient({ start, timer });
  const listener = listen();
  const stopped: Snapshot[] = [];
  client.run(run("a"), { ...listener.on, stopped: (snapshot) => stopped.push(snapshot) });
  const say = (kind: "snapshot" | "stopped", nowS: number, id = 1) =>
    workers.at(-1)?.message({ kind, id, snapshot: { nowS, done: nowS === 10 } as Snapshot });
  return { client, timer, calls, workers, listener, stopped, say };
}

describe("a run that is stopped", () => {
  test("is reported once more, expects nothing of the worker, and resumes under its own name", () => {
    const { client, timer, calls, listener, stopped, say } = noted();
    say("snapshot", 3);
    client.stopRun();
    expect([calls, timer.running]).toEqual([["run 1", "stop 1"], true]);
    say("stopped", 4);
    expect([stopped.map(({ nowS }) => nowS), timer.running]).toEqual([[4], false]);
    client.goOn();
    expect([calls, timer.running]).toEqual([["run 1", "stop 1", "run 1"], true]);
    say("snapshot", 10);
    expect(listener.snapshots.map(({ nowS }) => nowS)).toEqual([3, 10]);
    client.stopRun();
    expect(calls).toHaveLength(3);
  });

  test("is stopped by the next worker if this one does not answer, unless it is to resume", async () => {
    const { client, timer, calls } = noted();
    client.stopRun();
    timer.pass(20_000);
    await wait(0);
    expect(calls).toEqual(["run 1", "stop 1", "run 1", "stop 1"]);
    client.goOn();
    await wait(0);
    expect(calls.at(-1)).toBe("run 1");
  });

  test("after a newer request has only a preview to show", () => {
    const { client, say, stopped } = noted();
    client.stopRun();
    const [fresh, previews] = [listen(), [] as Snapshot[]];
    client.run(run("b"), { ...fresh.on, preview: (snapshot) => previews.push(snapshot) });
    say("stopped", 4);
    say("snapshot", 2, 2);
    expect([stopped.length, previews.length, fresh.snapshots.length]).toEqual([0, 0, 1]);
  });
});

describe("a worker that does not answer", () => {
  test("is restarted after 5 s with a message, and the next one does the run", async () => {
    const { client, timer, yard } = setUp("silent", "working");
    const listener = listen();
    client.run(run("a"), listener.on);
    // The worker has not reported anything yet. It might still be loading, so it gets more time.
    timer.pass(5000);
    expect(listener.restarts).toHaveLength(0);
    timer.pass(15_000);
    expect(listener.restarts).toEqual([
      "The simulation's worker was restarted (it did not answer for 20 s) and the run begun again.",
    ]);
    await listener.ended;
    expect(listener.snapshots.at(-1)?.digest).toBe("a@10");
    expect(yard.terminated).toBe(1);
  });

  test("twice is an error that says the scenario is kept; the next run gets a new worker", async () => {
    const { client, timer } = setUp("silent", "silent", "working");
    const listener = listen();
    client.run(run("a"), listener.on);
    timer.pass(20_000);
    timer.pass(20_000);
    expect(listener.restarts).toHaveLength(1);
    expect(listener.errors).toEqual([
      "The simulation was stopped: its worker failed twice (it did not answer for 20 s). The scenario is kept.",
    ]);
    const next = listen();
    client.run(run("b"), next.on);
    await next.ended;
    expect(next.snapshots.at(-1)?.digest).toBe("b@10");
  });

  test("is only one that reports nothing at all: an occasional progress report is enough", () => {
    const { client, timer, yard } = setUp("silent");
    const listener = listen();
    client.run(run("a"), listener.on);
    for (let i = 0; i < 5; i++) {
      yard.started[0].message({ kind: "alive" });
      timer.pass(4500);
    }
    expect(listener.restarts).toEqual([]);
    timer.pass(500);
    expect(listener.restarts[0]).toContain("(it did not answer for 5 s)");
  });

  test("is ignored once another has replaced it, which has to load first", () => {
    const { client, timer, yard } = setUp("silent");
    const listener = listen();
    client.run(run("a"), listener.on);
    yard.started[0].message({ kind: "alive" });
    timer.pass(5000);
    expect([listener.restarts.length, yard.started.length]).toEqual([1, 2]);
    const late = { kind: "snapshot", id: 1, snapshot: { done: true } as Snapshot } as const;
    yard.started[0].message(late);
    timer.pass(19_500);
    expect([listener.snapshots, listener.errors]).toEqual([[], []]);
    yard.started[1].message(late);
    expect(listener.snapshots).toHaveLength(1);
  });

  test("that fails or cannot be loaded is treated the same", async () => {
    const { client, yard } = setUp("silent", "working");
    const listener = listen();
    client.run(run("a"), listener.on);
    yard.started[0].failure("it could not be loaded");
    await listener.ended;
    expect(listener.restarts[0]).toContain("(it could not be loaded)");
    expect(listener.snapshots.at(-1)?.done).toBe(true);
  });

  test("a state of the path is requested again from the next worker", async () => {
    const { client, timer } = setUp("working", "silent", "working");
    const pathState = client.pathState(run("a"), 3);
    timer.pass(20_000);
    expect(await pathState).toMatchObject({ nowS: 3 });
  });

  test("twice rejects the state of the path with a message", async () => {
    const { client, timer } = setUp("working", "silent");
    const pathState = client.pathState(run("a"), 3);
    timer.pass(20_000);
    timer.pass(20_000);
    await expect(pathState).rejects.toThrow("worker failed twice");
  });
});

describe("pathState", () => {
  test("newer calls replace older ones", async () => {
    const { client } = setUp();
    const pathStates = [1, 2, 3].map((atS) => client.pathState(run("a"), atS));
    expect((await Promise.all(pathStates)).map((pathState) => pathState?.nowS ?? null)).toEqual([
      null,
      null,
      3,
    ]);
  });

  test("rejects with a message for users when the scenario fails", async () => {
    const { client } = setUp();
    await expect(client.pathState(fakeScenario({ durationS: 10, failAtS: 5 }), 8)).rejects.toThrow(
      "The picture of the path could not be made: the heap is upside down",
    );
  });
});

describe("explanations", () => {
  const scenario = defaultScenario();
  const cut = { kind: "flow-event", event: "ecnReduction", flow: 0, atS: 0.9512 } as const;

  test("returns the story of an event; newer questions replace older ones", async () => {
    const { client } = setUp();
    const stories = await Promise.all([
      client.explain(scenario, { ...cut, atS: 90 }),
      client.explain(scenario, cut),
    ]);
    expect(stories.map((story) => story?.title ?? null)).toEqual([null, "Cut for a mark, flow 1"]);
  });

  test("rejects with a message for users when there is nothing to explain", async () => {
    const { client } = setUp();
    await expect(client.explain(scenario, { ...cut, event: "rto" })).rejects.toThrow(
      "This could not be told: Flow 1 has no such event in this run",
    );
    expect(await client.explain(scenario, cut)).not.toBeNull();
  });

  test("a question is sent again to the next worker", async () => {
    const { client, timer } = setUp("working", "silent", "working");
    const story = client.explain(scenario, cut);
    timer.pass(20_000);
    expect((await story)?.atS).toBe(1.0512416);
  });
});

describe("live", () => {
  function watch(client: SimClient, name = "a") {
    const frames: LiveFrame[] = [];
    const errors: string[] = [];
    const restarts: string[] = [];
    const session = client.live(run(name), {
      frame: (frame) => frames.push(frame),
      error: (message) => errors.push(message),
      restarted: (message) => restarts.push(message),
    });
    return { session, frames, errors, restarts };
  }

  test("frames are complete, and unchanged parts are the same objects", async () => {
    const { client } = setUp();
    const { session, frames } = watch(client);
    session.play(1);
    await until(() => frames.length >= 4);
    expect(frames.every((frame) => frame.snapshot && frame.scenario && frame.pathState)).toBe(true);
    expect(frames[3].scenario).toBe(frames[1].scenario);
    session.change({ atS: 0, flow: null, link: null, id: "beta-ecn", value: 0.8 });
    await until(() => frames.at(-1)?.scenario.changes.length === 1);
    session.stop();
  });

  test("the watchdog pauses while a session is paused", async () => {
    const { client, timer } = setUp();
    const { session, frames } = watch(client);
    await until(() => frames.length === 1 && !timer.running);
    session.step("rtt");
    expect(timer.running).toBe(true);
    await until(() => frames.at(-1)?.pathState.nowS === 0.1 && !timer.running);
    session.stop();
  });

  test("a failing worker's session is resumed with all requests", async () => {
    const { client, yard } = setUp();
    const { session, frames, restarts } = watch(client);
    session.change({ atS: 0, flow: null, link: null, id: "beta-ecn", value: 0.8 });
    session.stopAt("mark");
    session.step("rtt");
    session.step("rtt");
    await until(() => frames.at(-1)?.pathState.nowS === 0.2);
    yard.started.at(-1)?.failure("it ran out of memory");
    session.step("event");
    await until(() => (frames.at(-1)?.pathState.nowS ?? 0) > 0.2);
    expect(frames.at(-1)?.pathState.nowS).toBeCloseTo(0.201, 9);
    expect(frames.at(-1)?.stopAt).toBe("mark");
    expect(frames.at(-1)?.scenario.changes).toHaveLength(1);
    expect(restarts).toHaveLength(1);
  });

  test("requests to a worker that never answered are sent to the next one", async () => {
    const { client, timer } = setUp("working", "silent", "working");
    const { session, frames, restarts } = watch(client);
    session.step("rtt");
    session.change({ atS: 0, flow: null, link: null, id: "beta-ecn", value: 0.8 });
    timer.pass(20_000);
    await until(() => frames.at(-1)?.pathState.nowS === 0.1 && !timer.running);
    expect(frames.at(-1)?.scenario.changes).toHaveLength(1);
    expect(restarts).toHaveLength(1);
    session.stop();
  });

  test("a new session ends the previous one; after stop nothing is reported", async () => {
    const { client } = setUp();
    const first = watch(client, "a");
    first.session.play(1);
    await until(() => first.frames.length > 2);
    const second = watch(client, "b");
    const count = first.frames.length;
    second.session.play(1);
    await until(() => second.frames.length > 3);
    expect(first.frames).toHaveLength(count);
    first.session.play(1);
    first.session.step("event");
    first.session.stop();
    second.session.stop();
    const end = second.frames.length;
    await wait(80);
    expect(second.frames).toHaveLength(end);
  });
});

test("a closed client answers without doing anything, and can be closed twice", async () => {
  const { client } = setUp();
  const pending = client.pathState(run("a"), 5);
  client.dispose();
  client.dispose();
  expect(await pending).toBeNull();
  expect(await client.pathState(run("a"), 5)).toBeNull();
  expect(await client.explain(run("a"), { kind: "join", flow: 0, atS: 0 })).toBeNull();
  const listener = listen();
  client.run(run("a"), listener.on);
  client.stopRun();
  client.goOn();
  expect(listener.errors).toHaveLength(1);
  const errors: string[] = [];
  const session = client.live(run("a"), { frame: () => {}, error: (message) => errors.push(message) });
  session.play(1);
  session.stop();
  expect(errors).toHaveLength(1);
});

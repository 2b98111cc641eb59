import fc from "fast-check";
import { expect, onTestFinished, test, vi } from "vitest";
import type { WorkerMessage } from "../../src/workers/protocol.ts";
import {
  buffersOf,
  createMessageTick,
  createWorkerApi,
  LatestRequest,
  PathStateRunner,
} from "../../src/workers/worker-api.ts";
import { cases } from "../effort.ts";
import { FakeSimulation, fakeScenario } from "./fake-simulation.ts";
import { fakeSurroundings } from "./surroundings.ts";

test("finds the buffers of typed arrays at any depth, each once", () => {
  const shared = new Float32Array(8);
  const value = {
    nowS: 1,
    nothing: null,
    list: [{ series: shared }, { series: shared.subarray(2) }],
    deep: { deeper: { kind: new Uint8Array(3), text: "x" } },
  };
  expect(buffersOf(value)).toEqual([shared.buffer, value.deep.deeper.kind.buffer]);
});

test("a value without typed arrays has none", () => {
  expect(buffersOf({ a: 1, b: [undefined, "text", true] })).toEqual([]);
  expect(buffersOf(null)).toEqual([]);
});

test("earlier messages are handled first", async () => {
  const order: string[] = [];
  const inbox = new MessageChannel();
  inbox.port1.onmessage = () => order.push("message");
  const tick = createMessageTick();
  inbox.port2.postMessage(null);
  await tick().then(() => order.push("tick"));
  await tick();
  expect(order).toEqual(["message", "tick"]);
  inbox.port1.close();
});

test("a thousand ticks start no timer", async () => {
  const timers = vi.spyOn(globalThis, "setTimeout");
  onTestFinished(() => timers.mockRestore());
  const tick = createMessageTick();
  for (let i = 0; i < 1000; i++) await tick();
  expect(timers).not.toHaveBeenCalled();
});

test("a live session that cannot be created reports this, and the next one starts", async () => {
  const messages: WorkerMessage[] = [];
  const channel = new MessageChannel();
  channel.port1.onmessage = ({ data }: MessageEvent<WorkerMessage>) => messages.push(data);
  const scenario = fakeScenario({ durationS: 10 });
  let isBroken = true;
  const api = createWorkerApi({
    create(asked) {
      if (isBroken) throw new Error("no room");
      return new FakeSimulation(asked, { spend: () => {} });
    },
  });
  api.connect(channel.port2);
  api.live(1, { scenario, fromS: 0, playAt: null });
  await vi.waitFor(() => expect(messages.some(({ kind }) => kind === "error")).toBe(true));
  isBroken = false;
  api.live(2, { scenario, fromS: 0, playAt: null });
  api.liveCommand(2, 1, { kind: "step", step: "event" });
  await vi.waitFor(() => expect(messages.some(({ kind }) => kind === "frame")).toBe(true));
  expect(messages.find(({ kind }) => kind === "error")).toMatchObject({ id: 1, fatal: true });
  expect(messages.filter(({ kind }) => kind === "frame").at(-1)).toMatchObject({ id: 2 });
  channel.port1.close();
});

function setUp() {
  const around = fakeSurroundings();
  const runner = new PathStateRunner(around);
  const requests = new LatestRequest(around);
  const at = (...request: Parameters<PathStateRunner["at"]>) => requests.answer(runner.at(...request));
  const ask = async (...request: Parameters<PathStateRunner["at"]>) => {
    const pathState = at(...request);
    await around.time.run();
    return pathState;
  };
  return { around, at, ask };
}

const run = (costMs = 0, name = "run") => fakeScenario({ durationS: 100, costMs, name });

test("a state of the path is of the requested time", async () => {
  const { ask } = setUp();
  expect(await ask(run(), 12.5)).toMatchObject({ nowS: 12.5 });
});

test("one simulation is kept while the time grows for the same scenario", async () => {
  const { around, ask } = setUp();
  for (const atS of [1, 2, 2, 3.5]) expect(await ask(run(), atS)).toMatchObject({ nowS: atS });
  expect(around.created).toHaveLength(1);
});

test("an earlier time or another scenario starts from scratch", async () => {
  const { around, ask } = setUp();
  await ask(run(), 5);
  expect(await ask(run(), 3)).toMatchObject({ nowS: 3 });
  expect(await ask(run(0, "other"), 4)).toMatchObject({ nowS: 4 });
  expect(around.created).toHaveLength(3);
});

test("a time after the end gives the end", async () => {
  const { ask } = setUp();
  expect(await ask(run(), 1e6)).toMatchObject({ nowS: 100 });
});

test("a failing scenario rejects, and the next request works", async () => {
  const { around, at } = setUp();
  const failing = at(fakeScenario({ durationS: 10, failAtS: 5 }), 8);
  const caught = failing.catch((error: Error) => error.message);
  await around.time.run();
  expect(await caught).toBe("the heap is upside down");
  const next = at(run(), 8);
  await around.time.run();
  expect(await next).toMatchObject({ nowS: 8 });
});

test("the newest request is always answered, every older one either exactly or with null", async () => {
  const step = fc.record({
    atS: fc.integer({ min: 0, max: 100 }),
    name: fc.constantFrom("a", "b"),
    pauseMs: fc.integer({ min: 0, max: 60 }),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 10 }), async (steps) => {
      const { around, at } = setUp();
      const answers = [];
      for (const { atS, name, pauseMs } of steps) {
        answers.push(at(run(0.001, name), atS));
        await around.time.run(around.time.nowMs + pauseMs);
      }
      await around.time.run();
      const pathStates = await Promise.all(answers);
      expect(pathStates.at(-1)).not.toBeNull();
      for (const [i, pathState] of pathStates.entries())
        if (pathState !== null) expect(pathState.nowS).toBe(steps[i].atS);
    }),
    cases(40),
  );
});

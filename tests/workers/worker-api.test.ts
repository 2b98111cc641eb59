/** The worker's calls while the code of algorithms is still on its way. */
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { WorkerMessage } from "../../src/workers/protocol.ts";
import type { SimulationSource } from "../../src/workers/simulating.ts";
import { createWorkerApi } from "../../src/workers/worker-api.ts";
import { FakeSimulation, fakeScenario } from "./fake-simulation.ts";
import { replayOf } from "./fake-workers.ts";

beforeEach(() => void vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] }));
afterEach(() => void vi.useRealTimers());

/** A worker whose code comes, or does not, when the test says so. */
function setUp() {
  const messages: WorkerMessage[] = [];
  const channel = new MessageChannel();
  channel.port1.onmessage = ({ data }: MessageEvent<WorkerMessage>) => messages.push(data);
  const create = (scenario: ReturnType<typeof fakeScenario>) =>
    new FakeSimulation(scenario, { spend: () => {} });
  let arrive = () => {};
  let fail = (_error: Error) => {};
  const code = () =>
    new Promise<void>((resolve, reject) => {
      arrive = resolve;
      fail = reject;
    });
  const source: SimulationSource = {
    create: (scenario) => code().then(() => create(scenario)),
    complete: () => code().then(() => create),
    replay: (scenario) => code().then(() => replayOf(scenario)),
  };
  const api = createWorkerApi(source);
  api.connect(channel.port2);
  const seen = (kind: WorkerMessage["kind"]) =>
    vi.waitFor(() => {
      const message = messages.find((one) => one.kind === kind);
      if (message === undefined) throw new Error(`no ${kind} has come`);
      return message;
    });
  return { api, messages, seen, arrive: () => arrive(), fail: (error: Error) => fail(error) };
}

const start = { scenario: fakeScenario({ durationS: 10 }), fromS: 0, playAt: null };

test("a run waits for its code and says meanwhile that it is alive", async () => {
  const { api, messages, seen, arrive } = setUp();
  api.run(1, start.scenario);
  await vi.advanceTimersByTimeAsync(3000);
  await vi.waitFor(() =>
    expect(messages.filter(({ kind }) => kind === "alive").length).toBeGreaterThanOrEqual(2),
  );
  expect(messages.every(({ kind }) => kind === "alive")).toBe(true);
  arrive();
  expect(await seen("snapshot")).toMatchObject({ id: 1 });
});

test("what was commanded while a live session waited for its code is done when it begins, in order", async () => {
  const { api, messages, seen, arrive } = setUp();
  api.live(1, start);
  api.liveCommand(1, 1, { kind: "step", step: "event" });
  api.liveCommand(1, 2, { kind: "step", step: "event" });
  expect(messages).toEqual([]);
  await vi.advanceTimersByTimeAsync(0);
  arrive();
  expect(await seen("frame")).toMatchObject({ id: 1, seq: 2, picture: { nowS: 0.002 } });
});

test("a live session whose code does not come says so, and the next one tries again", async () => {
  const { api, seen, arrive, fail } = setUp();
  api.live(1, start);
  await vi.advanceTimersByTimeAsync(0);
  fail(new Error("no network"));
  expect(await seen("error")).toMatchObject({ id: 1, fatal: true, message: /no network/ });
  api.live(2, start);
  await vi.advanceTimersByTimeAsync(0);
  arrive();
  expect(await seen("frame")).toMatchObject({ id: 2 });
});

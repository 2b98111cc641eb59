import { expect, onTestFinished, test, vi } from "vitest";
import type { WorkerMessage } from "../../src/workers/protocol.ts";
import { buffersOf, createMessageTick, createWorkerApi } from "../../src/workers/worker-api.ts";
import { FakeSimulation, fakeScenario } from "./fake-simulation.ts";

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
  const api = createWorkerApi(
    (asked) => {
      if (isBroken) throw new Error("no room");
      return new FakeSimulation(asked, { spend: () => {} });
    },
    () => null,
  );
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

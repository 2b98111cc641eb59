import { expect, onTestFinished, test, vi } from "vitest";
import { createMessageTick } from "../../src/workers/message-tick.ts";

test("messages that came in before are handled first", async () => {
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

test("a thousand ticks wait for no timer", async () => {
  const timers = vi.spyOn(globalThis, "setTimeout");
  onTestFinished(() => timers.mockRestore());
  const tick = createMessageTick();
  for (let i = 0; i < 1000; i++) await tick();
  expect(timers).not.toHaveBeenCalled();
});

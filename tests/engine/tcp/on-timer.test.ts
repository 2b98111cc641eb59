import { expect, test } from "vitest";
import { scripted } from "./conformance/scripted.ts";

test("what the timer leads to is known to be its doing, and nothing after it", () => {
  const flow = scripted({ rttMs: 100 });
  const seen: boolean[] = [];
  const { observer } = flow.sender;
  const { onEvent } = observer;
  observer.onEvent = (kind, before, after) => {
    seen.push(flow.sender.isOnTimer);
    onEvent(kind, before, after);
  };
  flow.write(4).at(100).ack(0, [1, 4]).at(900);
  expect(flow.sender.isOnTimer).toBe(false);
  // By an ACK, and by the timeout.
  expect(seen).toEqual([false, true]);
});

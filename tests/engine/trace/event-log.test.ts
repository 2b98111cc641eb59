import { describe, expect, test } from "vitest";
import { EventLog } from "../../../src/engine/trace/event-log.ts";
import { timed } from "../core/timed.ts";

/** Event i happens at i seconds, to flow i mod 7. */
function logged(n: number, limit: number): EventLog {
  const { at } = timed((clock) => new EventLog(clock, limit));
  for (let i = 0; i < n; i++) at(i * 1e9).add(i % 7, i % 3, i, i / 2);
  return at(n * 1e9);
}

describe("event log", () => {
  test("keeps all events while there is room", () => {
    const { stride, timeS, flow, kind, before, after } = logged(600, 1024).flowEvents();
    expect([stride, timeS.length]).toEqual([1, 600]);
    for (let i = 0; i < 600; i++) {
      expect([timeS[i], flow[i], kind[i], before[i], after[i]]).toEqual([i, i % 7, i % 3, i, i / 2]);
    }
  });

  test.each([
    [8, 8, 1],
    [9, 8, 2],
    [16, 8, 2],
    [17, 8, 4],
    [1000, 64, 16],
    [20_000, 8192, 4],
  ])(
    "of %s events with a limit of %s, every %s-th is kept, evenly over the whole time",
    (n, limit, stride) => {
      const log = logged(n, limit);
      expect([log.stride, log.total]).toEqual([stride, n]);
      const { total, timeS, flow } = log.queueEvents();
      expect(total).toBe(n);
      expect(timeS.length).toBeLessThanOrEqual(limit);
      expect([...timeS]).toEqual(Array.from({ length: Math.ceil(n / stride) }, (_, i) => i * stride));
      expect([...flow]).toEqual([...timeS].map((i) => i % 7));
    },
  );

  test("a returned list is a copy", () => {
    const log = logged(3, 8);
    const events = log.queueEvents();
    log.add(1, 1, 1, 1);
    expect(events.timeS).toHaveLength(3);
  });
});

import { expect, test } from "vitest";
import type { TaskResult } from "../../../src/teaching/task-result.ts";
import { startHostPort } from "../../../src/ui/embed/host-port.ts";
import { Bench } from "../../../src/ui/state/bench.ts";
import {
  MadeAddress,
  MadeClock,
  MadeSimulator,
  madePrograms,
  madeSnapshot,
  withBeta,
} from "../state/made-runs.ts";

function surrounded() {
  const bench = new Bench(new MadeSimulator(), new MadeAddress(), new MadeClock(), madePrograms);
  bench.start(false);
  const said: { message: Record<string, unknown>; to: string }[] = [];
  const listeners = new Set<(event: MessageEvent) => void>();
  const parent = {
    postMessage: (message: unknown, to: string) =>
      said.push({ message: message as Record<string, unknown>, to }),
  };
  const end = startHostPort(bench, {
    parent,
    addEventListener: (_, listener) => listeners.add(listener),
    removeEventListener: (_, listener) => listeners.delete(listener),
  });
  const hear = (data: unknown, { origin = "https://a.example", source = parent as unknown } = {}) => {
    for (const listener of listeners) listener({ source, origin, data } as MessageEvent);
  };
  return { bench, said, hear, end, listeners };
}

const READ = { sawtooth: 1, id: 1, type: "read", metrics: [] };

test("says that it is ready without saying anything of the run, and answers only the page around", () => {
  const { said, hear } = surrounded();
  expect(said).toEqual([{ message: { sawtooth: 1, type: "ready" }, to: "*" }]);
  hear(READ, { source: {} });
  hear("hello");
  expect(said).toHaveLength(1);
  hear(READ);
  expect(said[1]).toMatchObject({ message: { type: "reply", id: 1, ok: true }, to: "https://a.example" });
  hear(READ, { origin: "null" });
  expect(said[2]).toMatchObject({ message: { type: "reply" }, to: "*" });
});

test("tells of finished changes and of complete runs those who have subscribed", () => {
  const { bench, said, hear, end, listeners } = surrounded();
  hear({ sawtooth: 1, id: "s", type: "subscribe", metrics: ["utilisation"] });
  said.length = 0;
  const { scenario, run } = bench.store.get();
  bench.edits.preview(withBeta(0.8, scenario));
  expect(said).toEqual([]);
  bench.edits.commit();
  expect(said.map(({ message }) => message.event)).toEqual(["settings"]);
  const now = bench.store.get().scenario;
  bench.store.set({ run: { ...run, scenario: now, snapshot: madeSnapshot({ done: false }) } });
  bench.store.set({ run: { ...run, scenario: now, snapshot: madeSnapshot() } });
  bench.store.set({ announcement: "…" });
  expect(said.map(({ message }) => message.event)).toEqual(["settings", "run"]);
  expect(said[1]).toMatchObject({
    to: "https://a.example",
    message: {
      type: "event",
      subscription: "s",
      state: {
        fragment: "v=2&beta-ecn=0.8&pin=v%3D2",
        run: { complete: true },
        metrics: { utilisation: { unit: "%" } },
      },
    },
  });
  hear({ sawtooth: 1, id: 2, type: "unsubscribe", subscription: "s" });
  bench.edits.undo();
  expect(said).toHaveLength(3);
  end();
  expect(listeners.size).toBe(0);
});

test("tells what came of a try at a task", () => {
  const { bench, said, hear } = surrounded();
  hear({ sawtooth: 1, id: "t", type: "subscribe", to: ["task"], metrics: [] });
  said.length = 0;
  const taskResult: TaskResult = {
    ...{ id: "a", digest: "b", name: "", tries: 1, triesLeft: null, met: 1, of: 2 },
    ...{ passed: false, score: 50, answer: "v=2", code: null },
  };
  bench.store.set({ taskResult });
  bench.store.set({ announcement: "…" });
  expect(said.map(({ message }) => [message.event, message.subscription, message.task])).toEqual([
    ["task", "t", taskResult],
  ]);
});

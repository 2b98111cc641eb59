import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { packTask, taskDigest } from "../../../../src/teaching/task.ts";
import { readMemory, writeMemory } from "../../../../src/ui/guides/memory.ts";
import { TaskSession } from "../../../../src/ui/guides/task/task-session.ts";
import { Bench } from "../../../../src/ui/state/bench.ts";
import { taskOf } from "../../../teaching/example-task.ts";
import { MadeCrew } from "../../runs/made-work.ts";
import { MadeAddress, MadeClock, MadeSimulator } from "../../state/made-runs.ts";

const kept = new Map<string, string>();

beforeEach(() => {
  kept.clear();
  const localStorage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
  };
  vi.stubGlobal("window", { localStorage });
});

afterEach(() => vi.unstubAllGlobals());

test("the device remembers tries of each task, and the name for all", () => {
  writeMemory("abc", { name: "Ana", tries: 2, hints: 1 });
  expect(readMemory("abc")).toEqual({ name: "Ana", tries: 2, hints: 1 });
  expect(readMemory("other")).toEqual({ name: "Ana", tries: 0, hints: 0 });
});

test("what was changed by hand is no harm", () => {
  for (const text of ["{", '{"tries":-1,"hints":"x"}', "7", "null"]) {
    kept.set("sawtooth.task.abc", text);
    expect(readMemory("abc")).toEqual({ name: "", tries: 0, hints: 0 });
  }
});

test("a try in another tab counts, too", async () => {
  const task = taskOf(["vary: rtt 40ms..80ms step 20ms\n", ""]);
  const text = packTask(task);
  const tabs = [1, 2].map(() => {
    const bench = new Bench(new MadeSimulator(), new MadeAddress(), new MadeClock());
    const crew = new MadeCrew(4);
    const session = new TaskSession(bench, crew);
    session.open({ kind: "task", text, step: 1, sets: true });
    return { crew, session };
  });
  for (const { crew, session } of tabs) {
    session.try();
    await new Promise((resolve) => setTimeout(resolve, 0));
    await crew.work();
  }
  expect(tabs.map(({ session }) => session.store.get().tries)).toEqual([1, 2]);
  expect(readMemory(taskDigest(task)).tries).toBe(2);
});

test("without a memory all begins anew", () => {
  vi.stubGlobal("window", {
    get localStorage(): never {
      throw new Error("blocked");
    },
  });
  writeMemory("abc", { name: "Ana", tries: 2, hints: 1 });
  expect(readMemory("abc")).toEqual({ name: "", tries: 0, hints: 0 });
});

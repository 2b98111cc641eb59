import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { readMemory, writeMemory } from "../../../src/ui/task/task-memory.ts";

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

test("without a memory all begins anew", () => {
  vi.stubGlobal("window", {
    get localStorage(): never {
      throw new Error("blocked");
    },
  });
  writeMemory("abc", { name: "Ana", tries: 2, hints: 1 });
  expect(readMemory("abc")).toEqual({ name: "", tries: 0, hints: 0 });
});

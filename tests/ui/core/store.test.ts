import { describe, expect, it, vi } from "vitest";
import { createStore } from "../../../src/ui/core/store.ts";

describe("store", () => {
  it("merges changes and tells its listeners", () => {
    const store = createStore({ a: 1, b: 2 });
    const listener = vi.fn();
    const stop = store.subscribe(listener);
    store.set({ a: 3 });
    store.set((state) => ({ b: state.a + 1 }));
    expect(store.get()).toEqual({ a: 3, b: 4 });
    expect(listener).toHaveBeenCalledTimes(2);
    stop();
    store.set({ a: 0 });
    expect(listener).toHaveBeenCalledTimes(2);
  });

  it("keeps unchanged parts the same objects", () => {
    const part = { x: 1 };
    const store = createStore({ part, n: 0 });
    store.set({ n: 1 });
    expect(store.get().part).toBe(part);
  });
});

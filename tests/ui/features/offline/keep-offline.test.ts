import { describe, expect, test } from "vitest";
import { createStore } from "../../../../src/ui/core/store.ts";
import { type Keeper, OfflineCopy } from "../../../../src/ui/features/offline/keep-offline.ts";
import type { NewVersionState } from "../../../../src/ui/features/offline/NewVersion.tsx";

/** A simulated browser that can store a page. */
class MadeKeeper implements Keeper {
  readonly registration = Object.assign(new EventTarget(), {
    waiting: null as { postMessage(message: unknown): void } | null,
    installing: null as EventTarget | null,
    updates: 0,
    update: () => {
      this.registration.updates++;
      return Promise.reject(new Error("no network"));
    },
  });
  readonly made = Object.assign(new EventTarget(), {
    controller: null as object | null,
    register: async () => this.registration,
  });
  readonly told: unknown[] = [];
  reloads = 0;
  now = 0;
  seen = () => {};
  readonly container = this.made as unknown as Keeper["container"];
  readonly onSeen = (listener: () => void) => {
    this.seen = listener;
  };
  readonly nowMs = () => this.now;
  readonly reload = () => {
    this.reloads++;
  };

  control(): void {
    this.made.controller = {};
    this.made.dispatchEvent(new Event("controllerchange"));
  }

  /** Simulates that a newer version has been loaded and waits. */
  update(): void {
    const installing = new EventTarget();
    this.registration.installing = installing;
    this.registration.dispatchEvent(new Event("updatefound"));
    this.registration.waiting = { postMessage: (message) => this.told.push(message) };
    installing.dispatchEvent(new Event("statechange"));
  }
}

async function started(keeper: MadeKeeper) {
  const store = createStore<NewVersionState>({ version: null, copy: null });
  const copy = new OfflineCopy(store, keeper);
  await copy.start("sw.js");
  return { store, copy };
}

describe("the copy on the device", () => {
  test("is silent on the first visit, when it takes over", async () => {
    const keeper = new MadeKeeper();
    const { store } = await started(keeper);
    keeper.update();
    keeper.control();
    expect(store.get().version).toBeNull();
  });

  test("of a newer version waits until the user requests it; then the page reloads", async () => {
    const keeper = new MadeKeeper();
    keeper.made.controller = {};
    const { store, copy } = await started(keeper);
    keeper.update();
    expect([store.get().version, keeper.told, keeper.reloads]).toEqual(["ready", [], 0]);
    copy.later();
    expect(store.get().version).toBeNull();
    copy.takeNewVersion();
    expect(keeper.told).toEqual(["use-new-version"]);
    keeper.control();
    expect(keeper.reloads).toBe(1);
  });

  test("that another tab has updated leaves this page unchanged, with a message", async () => {
    const keeper = new MadeKeeper();
    keeper.made.controller = {};
    const { store, copy } = await started(keeper);
    keeper.control();
    expect([store.get().version, keeper.reloads]).toEqual(["in-use", 0]);
    copy.takeNewVersion();
    expect(keeper.reloads).toBe(1);
  });

  test("is checked once an hour at most, and a failure has no effect", async () => {
    const keeper = new MadeKeeper();
    await started(keeper);
    keeper.seen();
    keeper.now = 3_600_000;
    keeper.seen();
    keeper.seen();
    expect(keeper.registration.updates).toBe(1);
  });

  test("that is forbidden changes nothing", async () => {
    const keeper = new MadeKeeper();
    keeper.made.register = () => Promise.reject(new DOMException("denied", "SecurityError"));
    const { store } = await started(keeper);
    expect(store.get().version).toBeNull();
  });
});

/**
 * A device's storage, with the windows of its tabs. Tests can fill it, block it, or replace it by that of another
 * folder.
 */
import { afterEach, beforeEach, vi } from "vitest";
import type { Bench } from "../../../src/ui/core/bench.ts";
import { madeBench } from "./made-runs.ts";

export class MadeDevice {
  readonly kept = new Map<string, string>();
  /** Room for names and values, in characters. Values that do not fit are not stored. */
  room = 5_000_000;
  isBlocked = false;
  readonly location = { protocol: "https:", pathname: "/a/index.html" };
  readonly #listeners = new Set<(event: { readonly key: string }) => void>();

  get localStorage() {
    if (this.isBlocked) throw new DOMException("blocked", "SecurityError");
    const { kept } = this;
    return {
      get length() {
        return kept.size;
      },
      key: (at: number) => [...kept.keys()][at] ?? null,
      getItem: (name: string) => kept.get(name) ?? null,
      setItem: (name: string, text: string) => {
        const used = [...kept].reduce(
          (sum, [one, own]) => sum + (one === name ? 0 : one.length + own.length),
          0,
        );
        if (used + name.length + text.length > this.room)
          throw new DOMException("full", "QuotaExceededError");
        kept.set(name, text);
      },
      removeItem: (name: string) => kept.delete(name),
    };
  }

  addEventListener(_: string, listener: (event: { readonly key: string }) => void) {
    this.#listeners.add(listener);
  }

  removeEventListener(_: string, listener: (event: { readonly key: string }) => void) {
    this.#listeners.delete(listener);
  }

  /** Informs all tabs except the one that writes, as a browser does. */
  tell(name: string): void {
    for (const listener of this.#listeners) listener({ key: name });
  }
}

/** Provides each test of a file with its own device. */
export function madeDevice(): () => MadeDevice {
  let device: MadeDevice;
  beforeEach(() => {
    device = new MadeDevice();
    vi.stubGlobal("window", device);
  });
  afterEach(() => vi.unstubAllGlobals());
  return () => device;
}

/** Returns the bench of a tab whose page has just opened. */
export function madeTab(): Bench {
  const bench = madeBench();
  bench.device.start();
  return bench;
}

export const inTurn = () => new Promise<void>((resolve) => queueMicrotask(resolve));

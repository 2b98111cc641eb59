/**
 * Notices a worker that gives no sign of life while it should be working. Silence is counted in ticks of a timer and
 * not by the clock: while the page itself stands still (a frozen tab, a closed lid) no tick is counted against the worker.
 */
export interface Timer {
  /** Calls `tick` every `intervalMs`; returns what ends it. */
  every(intervalMs: number, tick: () => void): () => void;
}

export const realTimer: Timer = {
  every(intervalMs, tick) {
    const handle = setInterval(tick, intervalMs);
    return () => clearInterval(handle);
  },
};

export const PATIENCE_MS = 5000;
const TICK_MS = 500;

export class Watchdog {
  #timer: Timer;
  #patienceMs: () => number;
  #bark: () => void;
  #end: (() => void) | null = null;
  #silentMs = 0;

  constructor(timer: Timer, patienceMs: () => number, bark: () => void) {
    this.#timer = timer;
    this.#patienceMs = patienceMs;
    this.#bark = bark;
  }

  /** Work has been asked for. Asking again does not excuse a silence that already lasts. */
  expect(): void {
    if (this.#end !== null) return;
    this.#silentMs = 0;
    this.#end = this.#timer.every(TICK_MS, () => this.#tick());
  }

  sign(): void {
    this.#silentMs = 0;
  }

  /** Nothing is expected any more. */
  rest(): void {
    this.#end?.();
    this.#end = null;
  }

  #tick(): void {
    this.#silentMs += TICK_MS;
    if (this.#silentMs < this.#patienceMs()) return;
    this.rest();
    this.#bark();
  }
}

/** Work that waits for the clock. Only the test advances this clock. */
interface Waiting {
  readonly atMs: number;
  readonly resolve: () => void;
}

export class FakeTime {
  nowMs = 0;
  #waiting: Waiting[] = [];

  readonly now = () => this.nowMs;
  readonly tick = () => this.sleep(0);

  sleep(ms: number): Promise<void> {
    return new Promise((resolve) => {
      this.#waiting.push({ atMs: this.nowMs + ms, resolve });
    });
  }

  /** Simulates work that takes this time. */
  spend(ms: number): void {
    this.nowMs += ms;
  }

  get idle(): boolean {
    return this.#waiting.length === 0;
  }

  /** Advances the clock and resumes waiting work in order of time, until `untilMs` or until nothing waits. */
  async run(untilMs = Number.POSITIVE_INFINITY): Promise<void> {
    for (;;) {
      await settle();
      const next = this.#takeNext(untilMs);
      if (next === null) break;
      this.nowMs = Math.max(this.nowMs, next.atMs);
      next.resolve();
    }
    if (untilMs !== Number.POSITIVE_INFINITY) this.nowMs = Math.max(this.nowMs, untilMs);
  }

  /** Resumes only the next waiting work. */
  async runOnce(): Promise<void> {
    await settle();
    const next = this.#takeNext(Number.POSITIVE_INFINITY);
    if (next !== null) {
      this.nowMs = Math.max(this.nowMs, next.atMs);
      next.resolve();
    }
    await settle();
  }

  #takeNext(untilMs: number): Waiting | null {
    let best: Waiting | null = null;
    for (const one of this.#waiting) if (best === null || one.atMs < best.atMs) best = one;
    if (best === null || best.atMs > untilMs) return null;
    this.#waiting.splice(this.#waiting.indexOf(best), 1);
    return best;
  }
}

/** Lets promises that are already resolved take effect. */
async function settle(): Promise<void> {
  for (let i = 0; i < 12; i++) await null;
}

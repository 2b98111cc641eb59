/** Ctrl-C, or a scheduler that wants the machine back: what is finished is kept, and a second signal ends at once. */

/** The programs between a terminal and this one pass the same Ctrl-C on, so that it may come twice. */
const SAME_SIGNAL_MS = 1000;

export class Interruption {
  readonly #control = new AbortController();
  readonly #onSignal = () => {
    if (this.#control.signal.aborted) return;
    this.#control.abort();
    setTimeout(() => this.end(), SAME_SIGNAL_MS).unref();
  };

  constructor() {
    process.on("SIGINT", this.#onSignal);
    process.on("SIGTERM", this.#onSignal);
  }

  get signal(): AbortSignal {
    return this.#control.signal;
  }

  /** Signals mean again what they usually mean. */
  end(): void {
    process.off("SIGINT", this.#onSignal);
    process.off("SIGTERM", this.#onSignal);
  }
}

/** The way to the loudspeaker: a browser may have none, or keep it shut until somebody has pressed something. */
import type { Clock } from "../../state/conductor.ts";

export type ContextMaker = () => AudioContext;

/** "missing": there is no Web Audio, or no more of it; "blocked": the browser keeps it shut. */
export type DoorAnswer = "open" | "missing" | "blocked";

/** A browser that keeps sound back does not say so: it only never begins. */
const PATIENCE_MS = 1500;

export class AudioDoor {
  readonly #make: ContextMaker;
  readonly #clock: Clock;
  #context: AudioContext | null = null;

  constructor(make: ContextMaker, clock: Clock) {
    this.#make = make;
    this.#clock = clock;
  }

  get context(): AudioContext | null {
    return this.#context;
  }

  /** Only at somebody's press. */
  async open(): Promise<DoorAnswer> {
    try {
      this.#context ??= this.#make();
    } catch {
      return "missing";
    }
    const context = this.#context;
    await Promise.race([context.resume().catch(() => undefined), this.#patience()]);
    if (context.state === "running") return "open";
    this.close();
    return "blocked";
  }

  #patience(): Promise<void> {
    return new Promise((resolve) => this.#clock.after(PATIENCE_MS, resolve));
  }

  /** While nothing sounds the loudspeaker is not held. */
  rest(): void {
    void this.#context?.suspend().catch(() => undefined);
  }

  wake(): void {
    void this.#context?.resume().catch(() => undefined);
  }

  close(): void {
    void this.#context?.close().catch(() => undefined);
    this.#context = null;
  }
}

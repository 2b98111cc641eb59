/** The way to the live mode, whose program comes with the first live run. */
import type { StopKind } from "../../engine/index.ts";
import type { Clock, Simulator } from "./conductor.ts";
import type { LivePort } from "./edits.ts";
import type { LiveMode } from "./live-mode.ts";
import type { AppState, PictureStore, StepKind, Store } from "./store.ts";

export type LiveProgram = typeof LiveMode;

export class LiveRun {
  readonly #store: Store<AppState>;
  readonly #made: (program: LiveProgram) => LiveMode;
  readonly #program: () => LiveProgram | Promise<LiveProgram>;
  #mode: LiveMode | null = null;
  #coming = false;

  /** `program`: a promise, kept at last, where it has to be fetched first. */
  constructor(
    store: Store<AppState>,
    simulator: Simulator,
    pictures: PictureStore,
    clock: Clock,
    program: () => LiveProgram | Promise<LiveProgram>,
  ) {
    this.#store = store;
    this.#made = (Live) => new Live(store, simulator, pictures, clock);
    this.#program = program;
  }

  start(): void {
    this.#store.subscribe(() => this.#follow());
    this.#follow();
  }

  port(): LivePort | null {
    return this.#mode?.port() ?? null;
  }

  again(): void {
    this.#mode?.again();
  }

  runOn(): void {
    this.#mode?.runOn();
  }

  play(): void {
    this.#mode?.play();
  }

  pause(): void {
    this.#mode?.pause();
  }

  stopAt(kind: StopKind | null): void {
    this.#mode?.stopAt(kind);
  }

  step(kind: StepKind): void {
    this.#mode?.step(kind);
  }

  #follow(): void {
    if (this.#coming || this.#store.get().mode !== "live") return;
    this.#coming = true;
    const program = this.#program();
    if (program instanceof Promise) void program.then((here) => this.#begin(here));
    else this.#begin(program);
  }

  #begin(program: LiveProgram): void {
    this.#mode = this.#made(program);
    this.#mode.start();
  }
}

/**
 * Workers without threads: either the real API behind real message ports in this thread, or a worker that never
 * answers.
 */
import * as Comlink from "comlink";
import { Simulation } from "../../src/engine/simulator.ts";
import type { CreateSimulation } from "../../src/workers/simulating.ts";
import type { Timer } from "../../src/workers/supervised-worker.ts";
import { type LinkEvents, linkWorker, type StartWorker } from "../../src/workers/supervised-worker.ts";
import { createWorkerApi } from "../../src/workers/worker-api.ts";
import { FakeSimulation } from "./fake-simulation.ts";

/** Creates a real simulation if the run needs a log for stories or counts; otherwise a fake one. */
const realOrFake: CreateSimulation = (scenario, log) =>
  log?.isOn === true ? new Simulation(scenario, log) : new FakeSimulation(scenario, { spend: () => {} });

export type Kind = "working" | "silent";

/** Starts workers of the given kinds in turn, repeats the last kind, and keeps a list of all of them. */
export class WorkerYard {
  readonly started: LinkEvents[] = [];
  terminated = 0;
  create = realOrFake;
  #kinds: readonly Kind[];
  #ports: MessagePort[] = [];

  constructor(...kinds: Kind[]) {
    this.#kinds = kinds;
  }

  readonly start: StartWorker = (events) => {
    const kind = this.#kinds[Math.min(this.started.length, this.#kinds.length - 1)];
    this.started.push(events);
    const calls = new MessageChannel();
    this.#ports.push(calls.port1, calls.port2);
    if (kind === "working") {
      Comlink.expose(createWorkerApi({ create: this.create }), calls.port2);
    }
    return linkWorker(calls.port1, events, () => {
      this.terminated += 1;
      calls.port1.close();
      calls.port2.close();
    });
  };

  close(): void {
    for (const port of this.#ports) port.close();
  }
}

/** A timer that ticks only when the test says so. */
export class FakeTimer implements Timer {
  #ticks = new Set<() => void>();
  #intervalMs = 0;

  every(intervalMs: number, tick: () => void): () => void {
    this.#intervalMs = intervalMs;
    this.#ticks.add(tick);
    return () => {
      this.#ticks.delete(tick);
    };
  }

  get running(): boolean {
    return this.#ticks.size > 0;
  }

  /** Ticks for `ms`, as long as the timer has listeners. */
  pass(ms: number): void {
    for (let at = 0; at < ms && this.running; at += this.#intervalMs)
      for (const tick of [...this.#ticks]) tick();
  }
}

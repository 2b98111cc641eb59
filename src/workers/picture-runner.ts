/**
 * Computes the state of a run at a given time, for the drawn path. Requests are answered one at a time, and a newer request
 * replaces an older one.
 */
import type { Picture, Scenario } from "../engine/index.ts";
import { EVENTS_PER_LOOK, type RunnerEnvironment, type Simulating, SLICE_MS } from "./simulating.ts";

/** Answers requests one at a time; a newer request replaces the current one. */
export class LatestWins {
  #around: RunnerEnvironment;
  #newest = 0;

  constructor(around: RunnerEnvironment) {
    this.#around = around;
  }

  /** Works through the steps in slices and returns the result. Returns null if a newer request arrives before the last step. */
  async answer<T>(begin: () => Generator<undefined, T>): Promise<T | null> {
    const request = ++this.#newest;
    const { nowMs, tick, alive } = this.#around;
    await tick();
    if (request !== this.#newest) return null;
    const steps = begin();
    let dueMs = nowMs() + SLICE_MS;
    for (let step = steps.next(); ; step = steps.next()) {
      if (step.done === true) return step.value;
      if (nowMs() < dueMs) continue;
      alive();
      await tick();
      if (request !== this.#newest) return null;
      dueMs = nowMs() + SLICE_MS;
    }
  }
}

/** Stores one simulation and advances it as long as the requested times increase. */
export class PictureRunner {
  #around: RunnerEnvironment;
  #latest: LatestWins;
  #kept: { readonly key: string; readonly simulation: Simulating } | null = null;

  constructor(around: RunnerEnvironment) {
    this.#around = around;
    this.#latest = new LatestWins(around);
  }

  /** Returns the exact state at that time; null if a newer request arrived. */
  at(scenario: Scenario, atS: number): Promise<Picture | null> {
    return this.#latest.answer(() => this.#picture(scenario, atS));
  }

  *#picture(scenario: Scenario, atS: number): Generator<undefined, Picture> {
    const key = JSON.stringify(scenario);
    if (this.#kept === null || this.#kept.key !== key || this.#kept.simulation.nowS > atS)
      this.#kept = { key, simulation: this.#around.create(scenario) };
    const { simulation } = this.#kept;
    try {
      while (!simulation.advance(atS, EVENTS_PER_LOOK)) yield;
      return simulation.picture();
    } catch (error) {
      this.#kept = null;
      throw error;
    }
  }
}

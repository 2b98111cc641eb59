/** The exact state at a time of a run: keeps one simulation and moves it on while the time asked for grows. */
import type { Picture, Scenario } from "../engine/index.ts";
import type { PatientSurroundings, Simulating } from "./simulating.ts";
import { advanceSlice, SLICE_MS } from "./slice.ts";

export class PictureRunner {
  #around: PatientSurroundings;
  #kept: { readonly key: string; readonly simulation: Simulating } | null = null;
  #newest = 0;

  constructor(around: PatientSurroundings) {
    this.#around = around;
  }

  /** Null when a newer request came before this one was done. */
  async at(scenario: Scenario, atS: number): Promise<Picture | null> {
    const request = ++this.#newest;
    await this.#around.tick();
    if (request !== this.#newest) return null;
    try {
      const simulation = await this.#simulationFor(scenario, atS);
      if (request !== this.#newest) return null;
      while (!advanceSlice(simulation, atS, SLICE_MS, this.#around.nowMs)) {
        this.#around.alive();
        await this.#around.tick();
        if (request !== this.#newest) return null;
      }
      return simulation.picture();
    } catch (error) {
      this.#kept = null;
      throw error;
    }
  }

  async #simulationFor(scenario: Scenario, atS: number): Promise<Simulating> {
    const key = JSON.stringify(scenario);
    if (this.#kept === null || this.#kept.key !== key || this.#kept.simulation.nowS > atS) {
      this.#kept = { key, simulation: await this.#around.create(scenario) };
    }
    return this.#kept.simulation;
  }
}

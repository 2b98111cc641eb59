/** Answers questions of a run, latest wins; what was seen of the run for one serves the next. */
import type { Question, Scenario, Story } from "../engine/index.ts";
import { Storyteller } from "../engine/storyteller.ts";
import type { ReplaySurroundings } from "./simulating.ts";
import { SLICE_MS } from "./slice.ts";

export class WhyRunner {
  #around: ReplaySurroundings;
  #kept: { readonly key: string; readonly teller: Storyteller } | null = null;
  #newest = 0;

  constructor(around: ReplaySurroundings) {
    this.#around = around;
  }

  /** Null when a newer question came before this one was answered. */
  async tell(scenario: Scenario, question: Question, seenS: number): Promise<Story | null> {
    const request = ++this.#newest;
    await this.#around.tick();
    if (request !== this.#newest) return null;
    try {
      const teller = await this.#tellerOf(scenario);
      const telling = teller.tell(question, seenS);
      let dueMs = this.#around.nowMs() + SLICE_MS;
      for (let step = telling.next(); ; step = telling.next()) {
        if (request !== this.#newest) return null;
        if (step.done === true) return step.value;
        if (this.#around.nowMs() < dueMs) continue;
        this.#around.alive();
        await this.#around.tick();
        dueMs = this.#around.nowMs() + SLICE_MS;
      }
    } catch (error) {
      this.#kept = null;
      throw error;
    }
  }

  async #tellerOf(scenario: Scenario): Promise<Storyteller> {
    const key = JSON.stringify(scenario);
    if (this.#kept?.key !== key) {
      this.#kept = { key, teller: new Storyteller(scenario, await this.#around.replay(scenario)) };
    }
    return this.#kept.teller;
  }
}

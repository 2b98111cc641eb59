/** Counts queue delays by flow, latest wins. */
import type { FlowDelays, Scenario } from "../engine/index.ts";
import { flowDelaysOf } from "../engine/storyteller.ts";
import type { ReplaySurroundings } from "./simulating.ts";
import { SLICE_MS } from "./slice.ts";

export class DelaysRunner {
  #around: ReplaySurroundings;
  #newest = 0;

  constructor(around: ReplaySurroundings) {
    this.#around = around;
  }

  /** At the link with that index, up to `untilS`; null when a newer request came before this one was done. */
  async count(scenario: Scenario, link: number, untilS: number): Promise<FlowDelays | null> {
    const request = ++this.#newest;
    const { replay, nowMs, tick, alive } = this.#around;
    await tick();
    const counting = flowDelaysOf(scenario, await replay(scenario), link, untilS);
    let dueMs = nowMs() + SLICE_MS;
    for (let step = counting.next(); ; step = counting.next()) {
      if (request !== this.#newest) return null;
      if (step.done === true) return step.value;
      if (nowMs() < dueMs) continue;
      alive();
      await tick();
      dueMs = nowMs() + SLICE_MS;
    }
  }
}

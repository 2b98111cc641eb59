/** How long the story of an event takes, beside a plain run of the same scenario. */
import type { Scenario } from "../../engine/index.ts";
import { runScenario, Simulation } from "../../engine/simulator.ts";
import { Storyteller } from "../../engine/storyteller.ts";

export interface WhyTiming {
  readonly runMs: number;
  /** Of the run's last cut: the first story of a run, and another one of the same run. */
  readonly firstMs: number;
  readonly nextMs: number;
}

const ROUNDS = 9;

/** Medians over rounds, each of a run, the first story and the next one. */
export function measureWhy(scenario: Scenario, rounds: number = ROUNDS): WhyTiming {
  const times: WhyTiming[] = [];
  for (let round = 0; round < rounds; round++) {
    const startMs = performance.now();
    const { flowEvents } = runScenario(scenario).snapshot();
    const runMs = performance.now() - startMs;
    const teller = new Storyteller(scenario, (witness) => new Simulation(scenario, witness));
    const atS = flowEvents.timeS[flowEvents.timeS.length - 1];
    times.push({ runMs, firstMs: storyMs(teller, atS), nextMs: storyMs(teller, atS) });
  }
  const median = (pick: (one: WhyTiming) => number) => times.map(pick).sort((a, b) => a - b)[rounds >> 1];
  return {
    runMs: median((one) => one.runMs),
    firstMs: median((one) => one.firstMs),
    nextMs: median((one) => one.nextMs),
  };
}

function storyMs(teller: Storyteller, atS: number): number {
  const startMs = performance.now();
  const telling = teller.tell(
    { kind: "flow-event", event: "ecnReduction", flow: 0, atS },
    Number.POSITIVE_INFINITY,
  );
  while (telling.next().done !== true);
  return performance.now() - startMs;
}

/** One line of text. */
export function describeWhy({ runMs, firstMs, nextMs }: WhyTiming): string {
  const ms = (value: number) => `${value.toFixed(0)} ms`;
  return (
    `why: the story of the last cut of a run of ${ms(runMs)}: ${ms(firstMs)}, ratio ${(firstMs / runMs).toFixed(2)}; ` +
    `another one ${ms(nextMs)}`
  );
}

/**
 * A part of the random scenarios. There are 500 in total with usual effort and 20,000 with more, spread over files
 * that run in parallel.
 */
import fc from "fast-check";
import { describe, test } from "vitest";
import { type Scenario, scenarioToUrl } from "../../src/engine/index.ts";
import { casesOrMore } from "../effort.ts";
import { expectInvariants } from "./invariants.ts";
import { anyScenario, anyWideScenario } from "./random-scenarios.ts";

const FILES = 4;
/** Number of tests per file, so that each stays far below the time limit even on a busy machine. */
const TESTS_OF_A_FILE = 25;
const USUAL = 500 / (FILES * TESTS_OF_A_FILE);
const LONG = 20_000 / (FILES * TESTS_OF_A_FILE);

interface Trial {
  readonly scenario: Scenario;
  readonly events: number;
}

const trial: fc.Arbitrary<Trial> = fc.record({
  scenario: fc.oneof({ weight: 2, arbitrary: anyWideScenario }, { weight: 1, arbitrary: anyScenario }),
  events: fc.oneof(
    { weight: 9, arbitrary: fc.constant(2500) },
    { weight: 1, arbitrary: fc.constant(20_000) },
  ),
});

export function tryRandomScenarios(): void {
  describe("properties of every run hold for random runs", () => {
    test.each(Array.from({ length: TESTS_OF_A_FILE }, (_, i) => i + 1))("part %s", () => {
      const property = fc.property(trial, ({ scenario, events }) => expectInvariants(scenario, events));
      const { failed, counterexample, seed, errorInstance } = fc.check(property, casesOrMore(USUAL, LONG));
      if (!failed || counterexample === null) return;
      const [{ scenario, events }] = counterexample;
      const link = `#${scenarioToUrl(scenario)}`;
      throw new Error(
        `seed ${seed}, ${events} events: ${link} (to be kept in tests/contract/kept-failures.test.ts)`,
        { cause: errorInstance },
      );
    });
  });
}

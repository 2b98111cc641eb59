/** A scenario as command-line arguments. */
import type { Scenario } from "./scenario.ts";
import { settingsOf } from "./settings-of.ts";

/** The arguments of `run` that repeat this run, for a shell; empty for the default scenario. */
export function scenarioToFlags(scenario: Scenario): string {
  return settingsOf(scenario)
    .map(({ key, text }) => `--${key} ${/^[\w.+-]+$/.test(text) ? text : `"${text}"`}`)
    .join(" ");
}

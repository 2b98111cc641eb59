/** Rules that concern several fields of a scenario at once. */
import { readNumber } from "../params/read.ts";
import { formatValue } from "../params/value-text.ts";
import { Problems } from "./problems.ts";
import { DURATION, WARMUP } from "./run-params.ts";
import type { FlowSpec, Scenario } from "./scenario.ts";
import { settleLoad } from "./settle-load.ts";
import { settlePath } from "./settle-path.ts";
import { settleValues } from "./settle-values.ts";

export const MOST_LINKS = 32;
export const MOST_ROUTES = 64;
export const MOST_FLOWS = 2000;
export const MOST_CHANGES = 1000;

/** The nearest scenario that keeps all rules; what had to change is added to `problems`. */
export function settle(scenario: Scenario, problems: Problems = new Problems()): Scenario {
  const settled = settleValues(settlePath(scenario, problems), problems);
  return settleWarmup(settleLoad(settleFlows(settled, problems), problems), problems);
}

function settleFlows(scenario: Scenario, problems: Problems): Scenario {
  const total = scenario.flows.reduce((sum, spec) => sum + spec.count, 0);
  if (total <= MOST_FLOWS) return scenario;
  let left = MOST_FLOWS;
  // Each group keeps a flow at least, so that changes of a group still mean the same one.
  const flows = scenario.flows.map((spec, i): FlowSpec => {
    const count = Math.min(spec.count, left - (scenario.flows.length - 1 - i));
    left -= count;
    return { ...spec, count };
  });
  const allowed = `at most ${MOST_FLOWS} in total`;
  problems.notAmong("", "flows", "Flows", String(total), allowed, String(MOST_FLOWS));
  return { ...scenario, flows };
}

function settleWarmup(scenario: Scenario, problems: Problems): Scenario {
  const durationS = readNumber(scenario.run, DURATION.id);
  const warmupS = readNumber(scenario.run, WARMUP.id);
  if (warmupS < durationS) return scenario;
  const usedS = (durationS * 9) / 10;
  const [given, duration, used] = [warmupS, durationS, usedS].map((s) => formatValue(WARMUP, s));
  problems.notAmong("", WARMUP.id, WARMUP.label, given, `below the duration of ${duration}`, used);
  return { ...scenario, run: { ...scenario.run, [WARMUP.id]: usedS } };
}

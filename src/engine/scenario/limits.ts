/** Rules that concern several fields of a scenario at once. */
import { readNumber } from "../params/read.ts";
import { formatValue } from "../params/value-text.ts";
import { withDuration } from "./defaults.ts";
import { CAPACITY } from "./path-params.ts";
import { Problems } from "./problems.ts";
import { DURATION, WARMUP } from "./run-params.ts";
import type { FlowSpec, Scenario } from "./scenario.ts";

export const MOST_FLOWS = 2000;
export const MOST_CHANGES = 1000;
/** A run of so many packets takes about a minute; more is refused. */
export const MOST_PACKETS = 200e6;

/** The nearest scenario that keeps all rules; what had to change is added to `problems`. */
export function settle(scenario: Scenario, problems: Problems = new Problems()): Scenario {
  return settleWarmup(settlePackets(settleFlows(scenario, problems), problems), problems);
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

function settlePackets(scenario: Scenario, problems: Problems): Scenario {
  const longestS = longestDurationS(scenario);
  const durationS = readNumber(scenario.run, DURATION.id);
  if (durationS <= longestS) return scenario;
  const used = Math.floor(longestS);
  const [given, allowed, taken] = [durationS, longestS, used].map((s) => formatValue(DURATION, s));
  problems.add({
    field: DURATION.id,
    given,
    allowed: `at most ${allowed}`,
    used: taken,
    fault:
      `Duration must be at most ${allowed}, got ${given}: the link could carry more than ` +
      `${MOST_PACKETS / 1e6} million packets in that time`,
  });
  return withDuration(scenario, used);
}

/** When the link, always busy, would have carried the most packets that a run may have. */
export function longestDurationS(scenario: Scenario): number {
  const packetBytes = readNumber(scenario.tcp, "mss") + readNumber(scenario.tcp, "overhead");
  let left = MOST_PACKETS * packetBytes * 8;
  let fromS = 0;
  let bps = readNumber(scenario.path, CAPACITY.id) * 1e6;
  for (const change of scenario.changes) {
    if (change.id !== CAPACITY.id || typeof change.value !== "number") continue;
    const bits = bps * (change.atS - fromS);
    if (bits >= left) break;
    left -= bits;
    fromS = change.atS;
    bps = change.value * 1e6;
  }
  return fromS + left / bps;
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

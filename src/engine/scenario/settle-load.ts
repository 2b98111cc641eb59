/** No run carries or begins more than can be simulated in about a minute: what is asked beyond that is refused with a reason. */
import { ratePattern } from "../net/pattern.ts";
import { readNumber, readText } from "../params/read.ts";
import { formatValue } from "../params/value-text.ts";
import type { LinkSpec } from "../topologies/topology.ts";
import { formatQuantity } from "../units.ts";
import { withDuration } from "./defaults.ts";
import { pathAfter } from "./path-after.ts";
import type { Problems } from "./problems.ts";
import { resolvePath, routeOf } from "./resolve-path.ts";
import { DURATION } from "./run-params.ts";
import type { FlowSpec, PathSpec, Scenario } from "./scenario.ts";
import { longestOffersS, mostOffers, settleOffers } from "./settle-offers.ts";

/** A run of so many packets takes about a minute. */
const MOST_PACKETS = 100e6;
const MOST = `${MOST_PACKETS / 1e6} million packets`;

/** First what would be too much for the shortest run, then the run's length. */
export function settleLoad(scenario: Scenario, problems: Problems): Scenario {
  const feasible = settleSegments(settleOffers(scenario, problems), problems);
  const carrier = resolvePath(feasible.path).links.length === 1 ? "the link" : "the links";
  const carried = settleDuration(
    feasible,
    longestDurationS(feasible),
    () => `${carrier} could carry more than ${MOST}`,
    problems,
  );
  const tooMany = () => `flows could begin more than ${mostOffers(carried)}`;
  return settleDuration(carried, longestOffersS(carried), tooMany, problems);
}

function settleDuration(
  scenario: Scenario,
  longestS: number,
  tooMany: () => string,
  problems: Problems,
): Scenario {
  const durationS = readNumber(scenario.run, DURATION.id);
  if (durationS <= longestS) return scenario;
  const used = Math.max(DURATION.min, Math.floor(longestS));
  const [given, allowed, taken] = [durationS, longestS, used].map((s) => formatValue(DURATION, s));
  problems.add({
    field: DURATION.id,
    given,
    allowed: `at most ${allowed}`,
    used: taken,
    fault: `Duration must be at most ${allowed}, got ${given}: ${tooMany()} in that time`,
  });
  return withDuration(scenario, used);
}

/** When the links that flows' data pass, always busy, would have carried the most packets that a run may have. */
export function longestDurationS(scenario: Scenario): number {
  let left = MOST_PACKETS * packetBytes(scenario) * 8;
  let fromS = 0;
  let { path } = scenario;
  let bps = busiestBps(path, scenario.flows);
  for (const change of scenario.changes) {
    const next = pathAfter(path, change);
    if (next === path) continue;
    const bits = bps * (change.atS - fromS);
    if (bits >= left) break;
    left -= bits;
    fromS = change.atS;
    path = next;
    bps = busiestBps(path, scenario.flows);
  }
  return fromS + left / bps;
}

function packetBytes({ tcp }: Scenario): number {
  return readNumber(tcp, "mss") + readNumber(tcp, "overhead");
}

/** Together, of all links with data on them, at the peaks of their patterns. */
function busiestBps(path: PathSpec, flows: readonly FlowSpec[]): number {
  const topology = resolvePath(path);
  const used = new Set(flows.flatMap((spec) => routeOf(topology, spec).forward));
  const links = topology.links.filter(({ id }) => used.has(id));
  return links.reduce((sum, { params }) => sum + readNumber(params, "capacity") * 1e6 * peak(params), 0);
}

function peak(params: LinkSpec["params"]): number {
  const pattern = ratePattern(readText(params, "capacity-pattern"));
  if (pattern === null) return 1;
  const before = pattern.steps[0].atNs > 0 ? 1 : 0;
  return Math.max(before, ...pattern.steps.map((step) => step.value));
}

/** Links so fast that even the shortest run would have too many packets carry larger ones. */
function settleSegments(scenario: Scenario, problems: Problems): Scenario {
  let settled = scenario;
  while (longestDurationS(settled) < DURATION.min) {
    const factor = DURATION.min / longestDurationS(settled);
    const mss = Math.ceil(packetBytes(settled) * factor) - readNumber(settled.tcp, "overhead");
    settled = { ...settled, tcp: { ...settled.tcp, mss } };
  }
  if (settled === scenario) return scenario;
  const [given, used] = [scenario, settled].map(({ tcp }) => formatQuantity(readNumber(tcp, "mss"), "B"));
  problems.notAmong("", "mss", "Segment size", given, `at least ${used} for links of this rate`, used);
  return settled;
}

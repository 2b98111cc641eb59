/** No run carries or begins more than can be simulated in about a minute: what is asked beyond that is refused with a reason. */
import { ratePattern } from "../net/pattern.ts";
import { readNumber, readText } from "../params/read.ts";
import { formatValue } from "../params/value-text.ts";
import type { LinkSpec } from "../topologies/topology.ts";
import { formatQuantity } from "../units.ts";
import { trafficById } from "./declared.ts";
import { DEFAULT_TRAFFIC, withDuration } from "./defaults.ts";
import { TRAFFIC } from "./known-names.ts";
import { pathAfter } from "./path-after.ts";
import { flowOwner, type Problems } from "./problems.ts";
import { resolvePath, routeOf } from "./resolve-path.ts";
import { DURATION } from "./run-params.ts";
import type { Change, FlowSpec, PathSpec, Scenario } from "./scenario.ts";
import { withTraffic } from "./with-algorithm.ts";

/** A run of so many packets takes about a minute. */
const MOST_PACKETS = 200e6;
const MOST = `${MOST_PACKETS / 1e6} million`;

/** First what would be too much for the shortest run, then the run's length. */
export function settleLoad(scenario: Scenario, problems: Problems): Scenario {
  const feasible = settleSegments(settleOffers(scenario, problems), problems);
  const carrier = resolvePath(feasible.path).links.length === 1 ? "the link" : "the links";
  const carried = settleDuration(
    feasible,
    longestDurationS(feasible),
    `${carrier} could carry`,
    "packets",
    problems,
  );
  const begun = longestOffersS(carried);
  return settleDuration(carried, begun, "flows could begin", "datagrams or transfers", problems);
}

function settleDuration(
  scenario: Scenario,
  longestS: number,
  couldDo: string,
  what: string,
  problems: Problems,
): Scenario {
  const durationS = readNumber(scenario.run, DURATION.id);
  if (durationS <= longestS) return scenario;
  const used = Math.floor(longestS);
  const [given, allowed, taken] = [durationS, longestS, used].map((s) => formatValue(DURATION, s));
  problems.add({
    field: DURATION.id,
    given,
    allowed: `at most ${allowed}`,
    used: taken,
    fault: `Duration must be at most ${allowed}, got ${given}: ${couldDo} more than ${MOST} ${what} in that time`,
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

/** When all flows together would have begun the most datagrams and transfers that a run may have. */
function longestOffersS({ flows, changes }: Scenario): number {
  const perS = flows.reduce((sum, spec, i) => sum + spec.count * offersPerS(spec, i, changes), 0);
  return perS === 0 ? Number.POSITIVE_INFINITY : MOST_PACKETS / perS;
}

/** Of one flow, with the changes that ask for most. */
function offersPerS(spec: FlowSpec, index: number, changes: readonly Change[]): number {
  const { offersPerS: offers } = trafficById(spec.traffic);
  if (offers === undefined) return 0;
  let { params } = spec;
  let most = offers(params);
  for (const { flow, link, id, value } of changes) {
    const concerns = link === null && (flow === null || flow === index) && Object.hasOwn(params, id);
    if (!concerns) continue;
    params = { ...params, [id]: value };
    most = Math.max(most, offers(params));
  }
  return most;
}

/** Of groups that offer more than the shortest run can hold, as many flows stay as fit; one that is too much is bulk data. */
function settleOffers(scenario: Scenario, problems: Problems): Scenario {
  if (longestOffersS(scenario) >= DURATION.min) return scenario;
  const allowed = `at most ${MOST} datagrams or transfers a second in total`;
  let left = MOST_PACKETS / DURATION.min;
  const flows = scenario.flows.map((spec, i): FlowSpec => {
    const perS = offersPerS(spec, i, scenario.changes);
    const count = perS === 0 ? spec.count : Math.min(spec.count, Math.floor(left / perS));
    left -= count * perS;
    if (count === spec.count) return spec;
    const owner = flowOwner(i, scenario.flows.length);
    const given = `${spec.count * perS}`;
    if (count > 0) {
      problems.notAmong(owner, "count", "Traffic", given, allowed, `${count} of ${spec.count} flows`);
      return { ...spec, count };
    }
    const used = formatValue(TRAFFIC, DEFAULT_TRAFFIC);
    problems.notAmong(owner, TRAFFIC.id, TRAFFIC.label, given, allowed, used);
    return withTraffic(spec, DEFAULT_TRAFFIC);
  });
  return { ...scenario, flows };
}

/**
 * Limits the load of a run, so that its simulation takes at most about a minute. The load consists of packets on links, and of
 * the datagrams, transfers and on-off periods of flows. A larger load is reduced, and the reason is reported.
 */

import { traceOf } from "../net/capacity-trace.ts";
import { ratePattern } from "../net/pattern.ts";
import { readNumber, readText } from "../params/read.ts";
import { formatValue, orList } from "../params/value-text.ts";
import { trafficById } from "../registered.ts";
import type { LinkSpec } from "../topologies/topology.ts";
import type { Offers } from "../traffic/traffic.ts";
import { formatQuantity } from "../units.ts";
import { DEFAULT_TRAFFIC, withDuration } from "./defaults.ts";
import { TRAFFIC } from "./names.ts";
import { pathAfter, resolvePath, routeOf } from "./path.ts";
import { flowOwner, type Problems } from "./problems.ts";
import { withTraffic } from "./replace.ts";
import { DURATION } from "./run-params.ts";
import type { Change, FlowSpec, PathSpec, Scenario } from "./scenario.ts";

/** Maximum number of packets in a run. Simulating this number takes about a minute. */
const MOST_PACKETS = 100e6;
const MOST_PACKETS_TEXT = `${MOST_PACKETS / 1e6} million packets`;

/** Reduces the load if it is too high even for the shortest run. Then shortens the run if necessary. */
export function normaliseLoad(scenario: Scenario, problems: Problems): Scenario {
  const feasible = normaliseSegments(normaliseOffers(scenario, problems), problems);
  const carrier = resolvePath(feasible.path).links.length === 1 ? "the link" : "the links";
  const carried = normaliseDuration(
    feasible,
    longestDurationS(feasible),
    () => `${carrier} could carry more than ${MOST_PACKETS_TEXT}`,
    problems,
  );
  const tooMany = () => `flows could start more than ${mostOffers(carried)}`;
  return normaliseDuration(carried, longestOffersS(carried), tooMany, problems);
}

function normaliseDuration(
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

/**
 * Returns the load of a run as a share of the largest that is allowed, which takes about a minute: packets on its links, and
 * datagrams, transfers and on-off periods of its flows.
 */
export function loadOf(scenario: Scenario): number {
  const durationS = readNumber(scenario.run, DURATION.id);
  return durationS / longestDurationS(scenario) + durationS / longestOffersS(scenario);
}

/**
 * Returns the longest possible duration (s): the time in which the links that carry data would carry the maximum number of
 * packets if they were always busy.
 */
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

/** Returns the sum of the rates of all links that carry data (bit/s), each at the peak of its pattern. */
function busiestBps(path: PathSpec, flows: readonly FlowSpec[]): number {
  const topology = resolvePath(path);
  const used = new Set(flows.flatMap((spec) => routeOf(topology, spec).forward));
  const links = topology.links.filter(({ id }) => used.has(id));
  return links.reduce((sum, { params }) => sum + readNumber(params, "capacity") * 1e6 * peak(params), 0);
}

function peak(params: LinkSpec["params"]): number {
  const text = readText(params, "capacity-pattern");
  const trace = traceOf(text);
  if (trace !== null) return trace.peakBps / trace.meanBps;
  const pattern = ratePattern(text);
  if (pattern === null) return 1;
  const before = pattern.steps[0].atNs > 0 ? 1 : 0;
  return Math.max(before, ...pattern.steps.map((step) => step.value));
}

/** Enlarges the segments if the links are so fast that even the shortest run would have too many packets. */
function normaliseSegments(scenario: Scenario, problems: Problems): Scenario {
  let normalised = scenario;
  while (longestDurationS(normalised) < DURATION.min) {
    const factor = DURATION.min / longestDurationS(normalised);
    const mss = Math.ceil(packetBytes(normalised) * factor) - readNumber(normalised.tcp, "overhead");
    normalised = { ...normalised, tcp: { ...normalised.tcp, mss } };
  }
  if (normalised === scenario) return scenario;
  const [given, used] = [scenario, normalised].map(({ tcp }) => formatQuantity(readNumber(tcp, "mss"), "B"));
  problems.notAmong("", "mss", "Segment size", given, `at least ${used} for links of this rate`, used);
  return normalised;
}

/**
 * Maximum numbers of datagrams, transfers and on-off periods in a run. Simulating them takes about a minute; on-off periods are
 * stored, and the maximum number takes 150 MB.
 */
const MOST_OFFERS: Readonly<Record<Offers["kind"], number>> = {
  datagrams: 100e6,
  transfers: 5e6,
  turns: 0.5e6,
};

/** Datagrams, transfers or on-off periods that one flow starts while it is active. */
interface Offer extends Offers {
  readonly count: number;
  readonly fromS: number;
  readonly toS: number;
  readonly each: number;
  /** Share of the run's limit that one flow uses up per second. */
  readonly share: number;
}

/**
 * Returns the time (s) after which all flows together would have started the maximum number of datagrams, transfers or on-off
 * periods.
 */
function longestOffersS(scenario: Scenario): number {
  const offers = offersOf(scenario);
  const times = [...new Set(offers.flatMap(({ fromS, toS }) => [fromS, toS]))].sort((a, b) => a - b);
  let left = 1;
  for (const [i, atS] of times.slice(0, -1).entries()) {
    const perS = offers.reduce(
      (sum, { count, share, fromS, toS }) => sum + (fromS <= atS && atS < toS ? count * share : 0),
      0,
    );
    const used = perS === 0 ? 0 : perS * (times[i + 1] - atS);
    if (used >= left) return atS + left / perS;
    left -= used;
  }
  return Number.POSITIVE_INFINITY;
}

/** Returns the limits that concern the scenario as text: "5 million transfers". */
function mostOffers(scenario: Scenario): string {
  return orList([...new Set(offersOf(scenario).map(({ kind }) => mostOf(kind)))]);
}

/**
 * Handles groups that exceed a limit even in the shortest run: reduces their number of flows. If even a single flow exceeds the
 * limit, its traffic becomes bulk data.
 */
function normaliseOffers(scenario: Scenario, problems: Problems): Scenario {
  if (longestOffersS(scenario) >= DURATION.min) return scenario;
  let left = 1;
  const flows = scenario.flows.map((spec, i): FlowSpec => {
    const offer = offerOf(spec, i, scenario.changes);
    if (offer === null) return spec;
    const inShortest = offer.share * Math.max(0, Math.min(offer.toS, DURATION.min) - offer.fromS);
    const count = inShortest === 0 ? spec.count : Math.min(spec.count, Math.floor(left / inShortest));
    left -= count * inShortest;
    if (count === spec.count) return spec;
    const owner = flowOwner(i, scenario.flows.length);
    const [given, allowed] = [
      `${spec.count * offer.each}`,
      `at most ${mostOf(offer.kind)} a second in total`,
    ];
    if (count > 0) {
      problems.notAmong(owner, "count", "Traffic", given, allowed, `${count} of ${spec.count} flows`);
      return { ...spec, count };
    }
    const used = formatValue(TRAFFIC, DEFAULT_TRAFFIC);
    problems.notAmong(owner, TRAFFIC.id, TRAFFIC.label, given, allowed, used);
    return withTraffic(spec, DEFAULT_TRAFFIC, scenario.programs);
  });
  return { ...scenario, flows };
}

function mostOf(kind: Offers["kind"]): string {
  return `${MOST_OFFERS[kind] / 1e6} million ${kind}`;
}

function offersOf({ flows, changes }: Scenario): Offer[] {
  return flows.flatMap((spec, i) => offerOf(spec, i, changes) ?? []);
}

/**
 * Returns what each flow of a group starts, at the settings with the highest demand during the run; null if a flow starts only a
 * few things.
 */
function offerOf(spec: FlowSpec, index: number, changes: readonly Change[]): Offer | null {
  const { offers } = trafficById(spec.traffic);
  if (offers === undefined) return null;
  let { params } = spec;
  let each = offers.perS(params);
  let toS = stopOf(params.stop);
  for (const { flow, link, id, value } of changes) {
    const concerns = link === null && (flow === null || flow === index) && Object.hasOwn(params, id);
    if (!concerns) continue;
    params = { ...params, [id]: value };
    each = Math.max(each, offers.perS(params));
    toS = Math.max(toS, stopOf(params.stop));
  }
  const fromS = readNumber(spec.params, "start");
  return { ...offers, count: spec.count, fromS, toS, each, share: each / MOST_OFFERS[offers.kind] };
}

function stopOf(stop: unknown): number {
  return typeof stop === "number" ? stop : Number.POSITIVE_INFINITY;
}

/**
 * Limits the load of a run, so that its simulation takes at most about a minute. The load consists of packets on links, and of
 * the datagrams, transfers and on-off periods of flows. A larger load is reduced, and the reason is reported.
 */

import { traceOf } from "../net/capacity-trace.ts";
import { ratePattern } from "../net/pattern.ts";
import type { ParamValue, ParamValues } from "../params/param.ts";
import { readNumber, readText } from "../params/read.ts";
import { formatValue, orList } from "../params/value-text.ts";
import { topologyById, trafficById } from "../registered.ts";
import { CAPACITY, LINK_PARAMS } from "../topologies/link-params.ts";
import type { Offers } from "../traffic/traffic.ts";
import { formatQuantity } from "../units.ts";
import { DEFAULT_TRAFFIC, withDuration } from "./defaults.ts";
import { TRAFFIC } from "./names.ts";
import { resolvePath, routeOf } from "./path.ts";
import { flowOwner, type Problems } from "./problems.ts";
import { withTraffic } from "./replace.ts";
import { DURATION } from "./run-params.ts";
import type { Change, FlowSpec, PathSpec, Scenario } from "./scenario.ts";

/** Maximum number of packets in a run. Simulating this number takes about a minute. */
const MOST_PACKETS = 100e6;
const MOST_PACKETS_TEXT = `${MOST_PACKETS / 1e6} million packets`;

/** Reduces the load if it is too high even for the shortest run. Then shortens the run if necessary. */
export function normaliseLoad(scenario: Scenario, problems: Problems): Scenario {
  const { offered, offers } = normaliseOffers(scenario, problems);
  const { feasible, longestS } = normaliseSegments(offered, problems);
  const carrier = resolvePath(feasible.path).links.length === 1 ? "the link" : "the links";
  const carried = normaliseDuration(
    feasible,
    longestS,
    () => `${carrier} could carry more than ${MOST_PACKETS_TEXT}`,
    problems,
  );
  const tooMany = () => `flows could start more than ${mostOffers(offers)}`;
  return normaliseDuration(carried, longestOffersS(offers), tooMany, problems);
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
  return durationS / longestDurationS(scenario) + durationS / longestOffersS(offersOf(scenario));
}

/**
 * Returns the longest possible duration (s): the time in which the links that carry data would carry the maximum number of
 * packets if they were always busy.
 */
export function longestDurationS(scenario: Scenario): number {
  let left = MOST_PACKETS * packetBytes(scenario) * 8;
  let fromS = 0;
  const rates = new CarryingLinks(scenario);
  let bps = rates.totalBps;
  for (const change of scenario.changes) {
    if (!rates.apply(change)) continue;
    const bits = bps * (change.atS - fromS);
    if (bits >= left) break;
    left -= bits;
    fromS = change.atS;
    bps = rates.totalBps;
  }
  return fromS + left / bps;
}

function packetBytes({ tcp }: Scenario): number {
  return readNumber(tcp, "mss") + readNumber(tcp, "overhead");
}

interface CarryingLink {
  readonly id: string;
  /** True if changes for all links apply to this link. */
  readonly isShared: boolean;
  /** True if the capacity follows a recording. Then no change of the capacity has an effect. */
  readonly isRecorded: boolean;
  /** Highest rate of the pattern, as a factor of the capacity. */
  readonly peak: number;
  capacityMbps: number;
}

/**
 * The links that carry data, with their capacities during the run. It gives the same capacities as `pathAfter`. Resolving the whole
 * path again for each change would take seconds for a short link with many changes, links and flows.
 */
class CarryingLinks {
  private path: PathSpec;
  private links: readonly CarryingLink[];
  /** Ids of the links that carry data. Links and routes cannot change during a run. */
  private readonly used: ReadonlySet<string>;
  /** Capacities that changes have set for single links, by id (Mbps). */
  private readonly changed = new Map<string, number>();
  private readonly peaks = new Map<string, number>();

  constructor({ path, flows }: Scenario) {
    this.path = path;
    const topology = resolvePath(path);
    // Many flows take few routes.
    const ofRoutes = new Map(flows.map((spec) => [spec.params.route, spec]));
    this.used = new Set([...ofRoutes.values()].flatMap((spec) => routeOf(topology, spec).forward));
    this.links = this.carrying();
  }

  /** Sum of the rates of all links (bit/s), each at the peak of its pattern. */
  get totalBps(): number {
    return this.links.reduce((sum, { capacityMbps, peak }) => sum + capacityMbps * 1e6 * peak, 0);
  }

  /** Applies a change during the run. Returns false if it does not concern the path. */
  apply({ flow, link, id, value }: Change): boolean {
    if (flow !== null) return false;
    const isOfLinks = LINK_PARAMS.some((param) => param.id === id);
    // Delay, losses and the other parameters of links have no effect on rates.
    if (isOfLinks && id !== CAPACITY.id) return true;
    if (link === null && topologyById(this.path.topology).params.some((param) => param.id === id)) {
      this.path = { ...this.path, params: { ...this.path.params, [id]: value } };
      this.links = this.carrying();
      return true;
    }
    if (!isOfLinks) return false;
    for (const one of this.links) {
      const isMeant = link === null ? one.isShared : one.id === link;
      if (!isMeant || one.isRecorded) continue;
      one.capacityMbps = Number(value);
      this.changed.set(one.id, one.capacityMbps);
    }
    return true;
  }

  private carrying(): CarryingLink[] {
    return resolvePath(this.path)
      .links.filter(({ id }) => this.used.has(id))
      .map(({ id, params, queue }) => {
        const pattern = readText(params, "capacity-pattern");
        const isRecorded = traceOf(pattern) !== null;
        const changed = isRecorded ? undefined : this.changed.get(id);
        const capacityMbps = changed ?? readNumber(params, CAPACITY.id);
        return { id, isShared: queue === null, isRecorded, peak: this.peakOf(pattern), capacityMbps };
      });
  }

  private peakOf(pattern: string): number {
    const known = this.peaks.get(pattern) ?? peak(pattern);
    this.peaks.set(pattern, known);
    return known;
  }
}

function peak(text: string): number {
  const trace = traceOf(text);
  if (trace !== null) return trace.peakBps / trace.meanBps;
  const pattern = ratePattern(text);
  if (pattern === null) return 1;
  const before = pattern.steps[0].atNs > 0 ? 1 : 0;
  return Math.max(before, ...pattern.steps.map((step) => step.value));
}

/**
 * Enlarges the segments if the links are so fast that even the shortest run would have too many packets. Returns the longest possible
 * duration, too (s).
 */
function normaliseSegments(
  scenario: Scenario,
  problems: Problems,
): { readonly feasible: Scenario; readonly longestS: number } {
  let feasible = scenario;
  let longestS = longestDurationS(scenario);
  while (longestS < DURATION.min) {
    const factor = DURATION.min / longestS;
    const mss = Math.ceil(packetBytes(feasible) * factor) - readNumber(feasible.tcp, "overhead");
    feasible = { ...feasible, tcp: { ...feasible.tcp, mss } };
    longestS = longestDurationS(feasible);
  }
  if (feasible !== scenario) {
    const [given, used] = [scenario, feasible].map(({ tcp }) => formatQuantity(readNumber(tcp, "mss"), "B"));
    problems.notAmong("", "mss", "Segment size", given, `at least ${used} for links of this rate`, used);
  }
  return { feasible, longestS };
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

/** Offers of each group of flows; null for a group that starts only a few things. */
type OffersOfFlows = readonly (Offer | null)[];

/**
 * Returns the time (s) after which all flows together would have started the maximum number of datagrams, transfers or on-off
 * periods.
 */
function longestOffersS(ofFlows: OffersOfFlows): number {
  const offers = ofFlows.filter((offer) => offer !== null);
  const starts = [...offers].sort((a, b) => a.fromS - b.fromS);
  const ends = [...offers].sort((a, b) => a.toS - b.toS);
  const times = [...new Set(offers.flatMap(({ fromS, toS }) => [fromS, toS]))].sort((a, b) => a - b);
  let left = 1;
  let perS = 0;
  let active = 0;
  let [started, ended] = [0, 0];
  for (const [i, atS] of times.slice(0, -1).entries()) {
    for (; started < starts.length && starts[started].fromS <= atS; started++) {
      const { count, share, toS } = starts[started];
      // A flow that stops before it starts never sends.
      if (toS <= atS) continue;
      perS += count * share;
      active++;
    }
    for (; ended < ends.length && ends[ended].toS <= atS; ended++) {
      const { count, share, fromS, toS } = ends[ended];
      if (toS <= fromS) continue;
      perS -= count * share;
      // The sum of no flows is 0 without a rounding error.
      if (--active === 0) perS = 0;
    }
    const used = perS === 0 ? 0 : perS * (times[i + 1] - atS);
    if (used >= left) return atS + left / perS;
    left -= used;
  }
  return Number.POSITIVE_INFINITY;
}

/** Returns the limits that concern the scenario as text: "5 million transfers". */
function mostOffers(offers: OffersOfFlows): string {
  return orList([...new Set(offers.flatMap((offer) => (offer === null ? [] : [mostOf(offer.kind)])))]);
}

/**
 * Handles groups that exceed a limit even in the shortest run: reduces their number of flows. If even a single flow exceeds the
 * limit, its traffic becomes bulk data. Returns the offers of the flows that are left, too.
 */
function normaliseOffers(
  scenario: Scenario,
  problems: Problems,
): { readonly offered: Scenario; readonly offers: OffersOfFlows } {
  const offers = offersOf(scenario);
  if (longestOffersS(offers) >= DURATION.min) return { offered: scenario, offers };
  let left = 1;
  const flows = scenario.flows.map((spec, i): FlowSpec => {
    const offer = offers[i];
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
  const offered = { ...scenario, flows };
  return { offered, offers: offersOf(offered) };
}

function mostOf(kind: Offers["kind"]): string {
  return `${MOST_OFFERS[kind] / 1e6} million ${kind}`;
}

/** Returns what each flow of a group starts, at the settings with the highest demand during the run. */
function offersOf({ flows, changes }: Scenario): OffersOfFlows {
  const kinds = new Map(
    [...new Set(flows.map(({ traffic }) => traffic))].map((traffic) => [
      traffic,
      new Demand(traffic, changes),
    ]),
  );
  return flows.map((spec, i) => kinds.get(spec.traffic)?.offerOf(spec, i) ?? null);
}

/** The demand of all flows with one kind of traffic. Flows with the same settings and changes share their result. */
class Demand {
  private readonly offers: Offers | undefined;
  /** Parameters that determine the demand. */
  private readonly ids: readonly string[];
  private readonly ofAll: readonly Change[];
  private readonly ofGroups = new Map<number, readonly Change[]>();
  private readonly known = new Map<string, Pick<Offer, "each" | "toS">>();

  constructor(traffic: string, changes: readonly Change[]) {
    const { offers, params } = trafficById(traffic);
    this.offers = offers;
    this.ids = [...params.map(({ id }) => id), STOP];
    const concerning = changes.filter(({ link, id }) => link === null && this.ids.includes(id));
    this.ofAll = concerning.filter(({ flow }) => flow === null);
    for (const group of new Set(concerning.map(({ flow }) => flow)))
      if (group !== null)
        this.ofGroups.set(
          group,
          concerning.filter(({ flow }) => flow === null || flow === group),
        );
  }

  offerOf({ params, count }: FlowSpec, index: number): Offer | null {
    const { offers } = this;
    if (offers === undefined) return null;
    const own = this.ofGroups.get(index);
    const key = this.ids.map((id) => params[id]).join("|");
    const highest =
      (own === undefined ? this.known.get(key) : undefined) ?? highestOf(params, own ?? this.ofAll, offers);
    if (own === undefined) this.known.set(key, highest);
    const fromS = readNumber(params, "start");
    return { ...offers, ...highest, count, fromS, share: highest.each / MOST_OFFERS[offers.kind] };
  }
}

/** Returns the highest demand and the latest end over all changes. */
function highestOf(
  start: ParamValues,
  changes: readonly Change[],
  { perS }: Offers,
): Pick<Offer, "each" | "toS"> {
  const params: Record<string, ParamValue> = { ...start };
  let each = perS(params);
  let toS = stopOf(params[STOP]);
  for (const { id, value } of changes) {
    params[id] = value;
    each = Math.max(each, perS(params));
    toS = Math.max(toS, stopOf(params[STOP]));
  }
  return { each, toS };
}

const STOP = "stop";

function stopOf(stop: unknown): number {
  return typeof stop === "number" ? stop : Number.POSITIVE_INFINITY;
}

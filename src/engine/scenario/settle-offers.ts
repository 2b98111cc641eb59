/** How much flows may begin in a run: datagrams, transfers, turns. What is beyond that is refused with a reason. */

import { trafficById } from "../algorithms.ts";
import { readNumber } from "../params/read.ts";
import { formatValue, orList } from "../params/value-text.ts";
import type { Offers } from "../traffic/traffic.ts";
import { DEFAULT_TRAFFIC } from "./defaults.ts";
import { TRAFFIC } from "./known-names.ts";
import { flowOwner, type Problems } from "./problems.ts";
import { DURATION } from "./run-params.ts";
import type { Change, FlowSpec, Scenario } from "./scenario.ts";
import { withTraffic } from "./with-algorithm.ts";

/** So many take about a minute; turns, each of which is remembered, 150 MB. */
const MOST: Readonly<Record<Offers["kind"], number>> = {
  datagrams: 100e6,
  transfers: 5e6,
  turns: 0.5e6,
};

/** What one flow of a group begins while it is there. */
interface Offer extends Offers {
  readonly count: number;
  readonly fromS: number;
  readonly toS: number;
  readonly each: number;
  /** Of what a run may have, in a second. */
  readonly share: number;
}

/** When all flows together would have begun as much as a run may have. */
export function longestOffersS(scenario: Scenario): number {
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

/** "5 million transfers", of the kinds that there are. */
export function mostOffers(scenario: Scenario): string {
  return orList([...new Set(offersOf(scenario).map(({ kind }) => mostOf(kind)))]);
}

/** Of groups that begin more than the shortest run can hold, as many flows stay as fit; one that is too much is bulk data. */
export function settleOffers(scenario: Scenario, problems: Problems): Scenario {
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
    return withTraffic(spec, DEFAULT_TRAFFIC);
  });
  return { ...scenario, flows };
}

function mostOf(kind: Offers["kind"]): string {
  return `${MOST[kind] / 1e6} million ${kind}`;
}

function offersOf({ flows, changes }: Scenario): Offer[] {
  return flows.flatMap((spec, i) => offerOf(spec, i, changes) ?? []);
}

/** With the changes that ask for most; null: few things. */
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
  return { ...offers, count: spec.count, fromS, toS, each, share: each / MOST[offers.kind] };
}

function stopOf(stop: unknown): number {
  return typeof stop === "number" ? stop : Number.POSITIVE_INFINITY;
}

/**
 * What a fair network would give each flow: max-min fairness, and proportional fairness.
 *
 * Assumptions: rates as a fluid; a flow uses all links of its route at once; a flow with a demand wants no more than that
 * (one that sends at a constant rate); flows of one entry are equal.
 *
 * Units: capacities, demands and rates in one unit, whichever; weights bare.
 *
 * Max-min: nobody gets more at the expense of somebody with less. Progressive filling: all rates rise together (by their
 * weights) until a link is full or a demand met; those flows stay there, the others go on.
 *
 * Proportional: maximises the sum of weight·log(rate). Its dual has a price for each link: a flow's rate is its weight
 * over the sum of its prices, and a link with a price is full. Newton's method follows the central path of the dual,
 * price·(unused capacity) = μ, down to a μ where the rates stand to about ten digits.
 *
 * Sources: D. Bertsekas, R. Gallager, "Data Networks" (2nd ed.), §6.5.2; F. P. Kelly, A. K. Maulloo, D. K. H. Tan, "Rate
 * control for communication networks" (1998).
 */
import { ratesByPrices } from "./price-solver.ts";

export interface ShareLink {
  readonly capacity: number;
}

export interface ShareRoute {
  /** Indices of the links it passes. */
  readonly links: readonly number[];
  /** So many equal flows; default 1. */
  readonly count?: number | undefined;
  readonly demand?: number | undefined;
  /** Default 1. */
  readonly weight?: number | undefined;
}

/** Per route, the rate of one of its flows; infinite where neither a link nor a demand limits it. */
export function maxMinShares(links: readonly ShareLink[], routes: readonly ShareRoute[]): number[] {
  const rates = routes.map(() => Number.POSITIVE_INFINITY);
  const left = links.map((link) => link.capacity);
  const rising = new Set(routes.keys());
  while (rising.size > 0) {
    const load = links.map(() => 0);
    for (const r of rising)
      for (const l of routes[r].links) load[l] += countOf(routes[r]) * weightOf(routes[r]);
    const levelOf = (r: number) => {
      const { demand, links: passed } = routes[r];
      const level = Math.min(...passed.map((l) => left[l] / load[l]));
      return Math.min(level, (demand ?? Number.POSITIVE_INFINITY) / weightOf(routes[r]));
    };
    const levels = new Map([...rising].map((r) => [r, levelOf(r)]));
    const lowest = Math.min(...levels.values());
    if (lowest === Number.POSITIVE_INFINITY) break;
    for (const [r, level] of levels) {
      // Rounding may leave a link less than nothing: the lowest level itself always goes, or this would never end.
      if (level > lowest && level > lowest * (1 + EQUAL)) continue;
      rates[r] = Math.max(0, lowest * weightOf(routes[r]));
      rising.delete(r);
      for (const l of routes[r].links) left[l] -= countOf(routes[r]) * rates[r];
    }
  }
  return rates;
}

/** Levels that differ by rounding only are the same. */
const EQUAL = 1e-12;

/** Per route, the rate of one of its flows; infinite where neither a link nor a demand limits it. */
export function proportionalShares(links: readonly ShareLink[], routes: readonly ShareRoute[]): number[] {
  const limited = [...routes.keys()].filter((r) => routes[r].links.length > 0);
  const used = [...links.keys()].filter((l) => limited.some((r) => routes[r].links.includes(l)));
  const rates = routes.map((route) => route.demand ?? Number.POSITIVE_INFINITY);
  // Nothing passes a link that is off; and a logarithm of nothing has no maximum.
  const isCut = (r: number) => routes[r].demand === 0 || routes[r].links.some((l) => links[l].capacity <= 0);
  for (const r of limited) if (isCut(r)) rates[r] = 0;
  const solved = limited.filter((r) => !isCut(r));
  if (solved.length === 0) return rates;

  // A demand is a link of one's own.
  const constraints = used.filter((l) => links[l].capacity > 0).map((l) => links[l].capacity);
  const place = new Map(used.filter((l) => links[l].capacity > 0).map((l, i) => [l, i]));
  const paths = solved.map((r) => {
    const { links: passed, demand } = routes[r];
    const path = passed.map((l) => place.get(l) as number);
    if (demand !== undefined) path.push(constraints.push(demand * countOf(routes[r])) - 1);
    return path;
  });
  const weights = solved.map((r) => countOf(routes[r]) * weightOf(routes[r]));
  const totals = ratesByPrices(constraints, paths, weights);
  for (const [i, r] of solved.entries()) rates[r] = totals[i] / countOf(routes[r]);
  return rates;
}

function countOf(route: ShareRoute): number {
  return route.count ?? 1;
}

function weightOf(route: ShareRoute): number {
  return route.weight ?? 1;
}

/**
 * Computes the rates that a fair network would give each flow: max-min fairness and proportional fairness.
 *
 * Assumptions: data is a fluid; a flow uses all links of its route at the same time; a flow with a demand, such as
 * one that sends at a constant rate, wants no more than its demand; flows of one entry are identical.
 *
 * Units: capacities, demands and rates in the same unit, which can be any; weights have no unit.
 *
 * Max-min: no flow can get more without taking from a flow with less. Progressive filling: all rates rise together
 * (by their weights) until a link is full or a demand is met; those flows stop there, the others continue.
 *
 * Proportional: maximises the sum of weight·log(rate). Its dual problem has a price for each link: a flow's rate is
 * its weight divided by the sum of its prices, and a link with a positive price is full. Newton's method follows the
 * central path of the dual, price·(unused capacity) = μ, down to a μ at which the rates are exact to about ten
 * digits.
 *
 * Sources: D. Bertsekas, R. Gallager, "Data Networks" (2nd ed.), §6.5.2; F. P. Kelly, A. K. Maulloo, D. K. H. Tan,
 * "Rate control for communication networks" (1998).
 */

/**
 * Computes the rates that maximise Σ weight·log(rate) if each path's rate counts against several constraints: the
 * numerical part of proportional fairness.
 *
 * Method: the dual, Σ price·capacity - Σ weight·log(sum of a path's prices) - μ·Σ log(price), is convex. Newton's
 * method minimises it for a sequence of μ, each a tenth of the previous one, from prices of the right magnitude.
 * Divided by μ the dual is self-concordant, as long as μ is at most each weight. Steps of 1/(1 + λ), with λ the
 * Newton decrement, therefore descend without a line search, and full steps converge quadratically once λ is small
 * (S. Boyd, L. Vandenberghe, "Convex Optimization", §9.6). Steps are relative to the prices, so that constraints with
 * slack, whose prices go to 0, do not spoil the linear system. This is not part of the simulation loop, so arrays are
 * allocated freely.
 */

/**
 * Value of μ at which the search ends, as a fraction of the sum of weights. It limits, per constraint, how far the rates are from
 * the optimum.
 */
const LAST_MU = 1e-12;
const NEWTON_STEPS = 200;
/**
 * Limits of the Newton decrement λ: below the first, a full step is taken, and intermediate points are exact enough; below the
 * second, the last point is exact enough.
 */
const WHOLE_STEP = 0.25;
const CONVERGED = 1e-7;

/** Returns the rate of each path. Capacities must be positive, and each path must pass at least one constraint. */
export function ratesByPrices(
  capacities: readonly number[],
  paths: readonly (readonly number[])[],
  weights: readonly number[],
): number[] {
  const all = weights.reduce((a, b) => a + b, 0);
  const problem: Problem = { capacities, paths, weights };
  let prices = capacities.map((capacity) => all / capacity);
  let mu = Math.min(...weights);
  for (; mu > all * LAST_MU; mu /= 10) prices = center(prices, mu, WHOLE_STEP, problem);
  prices = center(prices, mu, CONVERGED, problem);
  return paths.map((path, r) => weights[r] / priceOf(path, prices));
}

interface Problem {
  readonly capacities: readonly number[];
  readonly paths: readonly (readonly number[])[];
  readonly weights: readonly number[];
}

function center(start: number[], mu: number, enough: number, problem: Problem): number[] {
  let prices = start;
  for (let i = 0; i < NEWTON_STEPS; i++) {
    const { step, lambda } = newtonStep(prices, mu, problem);
    const size = lambda < WHOLE_STEP ? 1 : 1 / (1 + lambda);
    prices = prices.map((price, l) => price * (1 + size * step[l]));
    if (lambda < enough) break;
  }
  return prices;
}

/** Returns the change of each price relative to that price, and the Newton decrement. */
function newtonStep(
  prices: readonly number[],
  mu: number,
  problem: Problem,
): { step: number[]; lambda: number } {
  const { capacities, paths, weights } = problem;
  const gradient = prices.map((price, l) => price * capacities[l] - mu);
  const matrix = prices.map((_, i) => prices.map((_, j) => (i === j ? mu : 0)));
  for (const [r, path] of paths.entries()) {
    const total = priceOf(path, prices);
    for (const i of path) {
      gradient[i] -= (weights[r] * prices[i]) / total;
      for (const j of path) matrix[i][j] += (weights[r] * (prices[i] / total) * prices[j]) / total;
    }
  }
  const step = solve(
    matrix,
    gradient.map((g) => -g),
  );
  let decrement = 0;
  for (const [i, g] of gradient.entries()) decrement -= g * step[i];
  return { step, lambda: Math.sqrt(Math.max(0, decrement) / mu) };
}

function priceOf(path: readonly number[], prices: readonly number[]): number {
  let total = 0;
  for (const l of path) total += prices[l];
  return total;
}

/** Solves a linear system by Cholesky's method; the matrix is symmetric and positive definite. */
function solve(matrix: readonly (readonly number[])[], right: readonly number[]): number[] {
  const n = right.length;
  const lower = matrix.map((row) => [...row]);
  for (let j = 0; j < n; j++) {
    for (let k = 0; k < j; k++) for (let i = j; i < n; i++) lower[i][j] -= lower[i][k] * lower[j][k];
    const pivot = Math.sqrt(Math.max(lower[j][j], Number.MIN_VALUE));
    for (let i = j; i < n; i++) lower[i][j] /= pivot;
  }
  const x = [...right];
  for (let i = 0; i < n; i++) {
    for (let k = 0; k < i; k++) x[i] -= lower[i][k] * x[k];
    x[i] /= lower[i][i];
  }
  for (let i = n - 1; i >= 0; i--) {
    for (let k = i + 1; k < n; k++) x[i] -= lower[k][i] * x[k];
    x[i] /= lower[i][i];
  }
  return x;
}

/** A link with its capacity. */
export interface ShareLink {
  readonly capacity: number;
}

/** A route with the flows that take it. */
export interface ShareRoute {
  /** Indices of the links that the route passes. */
  readonly links: readonly number[];
  /** Number of identical flows; 1 if absent. */
  readonly count?: number | undefined;
  readonly demand?: number | undefined;
  /** Weight of each flow; 1 if absent. */
  readonly weight?: number | undefined;
}

/** Returns the max-min fair rate of one flow of each route; Infinity if neither a link nor a demand limits it. */
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
      // Rounding may leave slightly less than nothing of a link's capacity. The routes with the lowest level are always stopped;
      // otherwise the loop would not end.
      if (level > lowest && level > lowest * (1 + EQUAL)) continue;
      rates[r] = Math.max(0, lowest * weightOf(routes[r]));
      rising.delete(r);
      for (const l of routes[r].links) left[l] -= countOf(routes[r]) * rates[r];
    }
  }
  return rates;
}

/** Levels within this relative tolerance count as equal, because they differ only by rounding. */
const EQUAL = 1e-12;

/** Returns the proportionally fair rate of one flow of each route; Infinity if neither a link nor a demand limits it. */
export function proportionalShares(links: readonly ShareLink[], routes: readonly ShareRoute[]): number[] {
  const limited = [...routes.keys()].filter((r) => routes[r].links.length > 0);
  const used = [...links.keys()].filter((l) => limited.some((r) => routes[r].links.includes(l)));
  const rates = routes.map((route) => route.demand ?? Number.POSITIVE_INFINITY);
  // A route over a link without capacity gets the rate 0. It must be excluded, because log(0) has no value.
  const isCut = (r: number) => routes[r].demand === 0 || routes[r].links.some((l) => links[l].capacity <= 0);
  for (const r of limited) if (isCut(r)) rates[r] = 0;
  const solved = limited.filter((r) => !isCut(r));
  if (solved.length === 0) return rates;

  // A demand is treated as a link that only this flow uses.
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

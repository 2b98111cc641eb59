/**
 * Rates that maximise Σ weight·log(rate) where each path's rate counts on several constraints: the numerical part of
 * proportional fairness (fair-shares.ts).
 *
 * Method: the dual, Σ price·capacity - Σ weight·log(sum of a path's prices) - μ·Σ log(price), is convex; Newton's method
 * minimises it for μ falling tenfold each time, from prices of the right size. Divided by μ it is self-concordant (as
 * long as μ is at most each weight), so that steps of 1/(1 + λ), λ the Newton decrement, lead down without a search, and
 * whole steps converge quadratically once λ is small (S. Boyd, L. Vandenberghe, "Convex Optimization", §9.6). Steps are
 * taken relative to the prices, so that constraints with slack, whose prices go to 0, do not spoil the linear system.
 * Off the simulation's path, so arrays are made freely.
 */

/** Relative to all weights together: the gap between these rates and the best ones, per constraint. */
const LAST_MU = 1e-12;
const NEWTON_STEPS = 200;
/** λ below which whole steps are right, which is near enough on the way; and at which the last point counts as central. */
const WHOLE_STEP = 0.25;
const CONVERGED = 1e-7;

/** Capacities positive; each path passes at least one constraint. Returns the rate of each path. */
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

/** The step relative to each price, and the Newton decrement. */
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

/** Cholesky's method; the matrix is symmetric and positive definite. */
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

/** How a link's capacity moves over a run by its pattern, as steps; times in s. */
import { ratePattern } from "../net/pattern.ts";
import { NS_PER_S } from "../params/read.ts";

/** A pattern with more steps in the run than this counts by its mean. */
const MOST_STEPS = 1000;

/** From that time on, the factor of the declared capacity. */
export interface FactorStep {
  readonly fromS: number;
  readonly factor: number;
}

export function capacityFactors(pattern: string, durationS: number): FactorStep[] {
  const parsed = ratePattern(pattern);
  if (parsed === null) return [{ fromS: 0, factor: 1 }];
  const { steps, repeatNs } = parsed;
  const periodS = repeatNs === null ? Number.POSITIVE_INFINITY : repeatNs / NS_PER_S;
  const once = steps.map(({ atNs, value }) => ({ fromS: atNs / NS_PER_S, factor: value }));
  // Before its first step a pattern leaves the capacity alone, in the first period only.
  const first = once[0].fromS > 0 ? [{ fromS: 0, factor: 1 }] : [];
  if ((durationS / periodS) * once.length > MOST_STEPS) {
    return [{ fromS: 0, factor: meanFactor(once, periodS) }];
  }
  const all = [...first];
  const periods = repeatNs === null ? 1 : Math.ceil(durationS / periodS);
  for (let i = 0; i < periods; i++) {
    const startS = i === 0 ? 0 : i * periodS;
    for (const { fromS, factor } of once) {
      if (startS + fromS < durationS) all.push({ fromS: startS + fromS, factor });
    }
  }
  return all;
}

/** Over a period; what comes before its first step is the last step of the period before. */
function meanFactor(steps: readonly FactorStep[], periodS: number): number {
  let sum = steps[steps.length - 1].factor * steps[0].fromS;
  for (const [i, { fromS, factor }] of steps.entries()) {
    sum += factor * ((steps[i + 1]?.fromS ?? periodS) - fromS);
  }
  return sum / periodS;
}

export function factorAt(steps: readonly FactorStep[], timeS: number): number {
  let factor = 1;
  for (const step of steps) {
    if (step.fromS > timeS) break;
    factor = step.factor;
  }
  return factor;
}

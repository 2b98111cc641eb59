/** What each flow would get of a fair network, over the run: where both kinds of fairness agree, one line. */
import type { Scenario } from "../scenario/scenario.ts";
import type { Overlay } from "./overlay.ts";
import { asGoodput, fairSharesOverTime } from "./scenario-shares.ts";

/** Relative; the proportional shares are computed to about ten digits. */
const SAME = 1e-6;
const BITS_PER_MEGABIT = 1e6;
const IGNORED =
  "ACKs, losses and slow start are left out; a transfer of a given size counts until it is stopped; short flows and web pages want their mean load.";

interface Fairness {
  readonly id: string;
  readonly label: string;
  readonly sentence: string;
  readonly cite: string;
}

const MAX_MIN: Fairness = {
  id: "max-min-share",
  label: "Max-min share",
  sentence: `Payload per flow when no flow could have more without another that has less. ${IGNORED}`,
  cite: "Bertsekas and Gallager §6.5.2",
};
const PROPORTIONAL: Fairness = {
  id: "proportional-share",
  label: "Proportionally fair share",
  sentence: `Payload per flow when the sum of the logarithms of all rates is largest: long routes get less. ${IGNORED}`,
  cite: "Kelly et al. 1998",
};
const BOTH: Fairness = {
  id: "fair-share",
  label: "Fair share",
  sentence: `Payload per flow under max-min fairness, which here is proportional fairness too. ${IGNORED}`,
  cite: `${MAX_MIN.cite}; ${PROPORTIONAL.cite}`,
};

export function fairShareOverlays(scenario: Scenario): Overlay[] {
  const flows = scenario.flows.reduce((sum, { count }) => sum + count, 0);
  if (flows < 2) return [];
  const { timeS, maxMinBps, proportionalBps } = asGoodput(scenario, fairSharesOverTime(scenario));
  const lines = (fairness: Fairness, bps: readonly (readonly number[])[]): Overlay[] =>
    bps.map((rates, group) => ({
      ...fairness,
      kind: "rate",
      link: null,
      group,
      value: { form: "steps", timeS, values: rates.map((rate) => rate / BITS_PER_MEGABIT) },
    }));
  const agree = maxMinBps.every((rates, group) =>
    rates.every((rate, i) => isSame(rate, proportionalBps[group][i])),
  );
  if (agree) return lines(BOTH, maxMinBps);
  return [...lines(MAX_MIN, maxMinBps), ...lines(PROPORTIONAL, proportionalBps)];
}

function isSame(a: number, b: number): boolean {
  return Number.isNaN(a) || Math.abs(a - b) <= SAME * a;
}

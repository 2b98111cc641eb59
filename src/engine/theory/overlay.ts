/**
 * What theory says of a run, ready to be drawn over it: a name, the assumptions as a sentence, and values in the unit of
 * their kind. Pages loop over overlays and know none of them by name.
 */
import type { Unit } from "../params/param.ts";
import type { Scenario } from "../scenario/scenario.ts";
import type { RunResults } from "../trace/snapshot.ts";

/** What the values are of; says which chart or which number they belong to. */
export type OverlayKind = "utilisation" | "rate" | "queue" | "probability" | "cwnd" | "cycle";

/**
 * The unit of each kind's values: utilisation and probability are fractions, a rate is payload per flow in Mbps, a queue
 * counts packets, cwnd segments, and a cycle lasts so many seconds.
 */
export const OVERLAY_UNITS: Readonly<Record<OverlayKind, Unit>> = {
  utilisation: "ratio",
  rate: "Mbps",
  queue: "count",
  probability: "ratio",
  cwnd: "segments",
  cycle: "s",
};

export type OverlayValue =
  | { readonly form: "constant"; readonly value: number }
  | { readonly form: "band"; readonly low: number; readonly high: number }
  /** Value i holds from `timeS[i]` to the next time, the last one to the end of the run; NaN: nothing to draw. */
  | { readonly form: "steps"; readonly timeS: readonly number[]; readonly values: readonly number[] };

export interface Overlay {
  /** Stable name of what is said; with `link` and `group` unique in a scenario. */
  readonly id: string;
  readonly label: string;
  /** What it assumes, and of which numbers it is made. */
  readonly sentence: string;
  readonly cite: string;
  readonly kind: OverlayKind;
  /** Id of the link that it is about, or index of the group of flows, for each of which it holds; null: neither. */
  readonly link: string | null;
  readonly group: number | null;
  readonly value: OverlayValue;
  /** Id of the probe that it foretells: of the link's queue discipline, or of the group's congestion control. */
  readonly probe?: string;
}

/** Empty where the theory says nothing of the scenario. `results`: null before anything was simulated. */
export type OverlayRule = (scenario: Scenario, results: RunResults | null) => readonly Overlay[];

export function constant(value: number): OverlayValue {
  return { form: "constant", value };
}

/** A number in a sentence. */
export function short(value: number): string {
  return String(Number(value.toPrecision(2)));
}

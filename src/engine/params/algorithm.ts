/** What a registry says of an algorithm, whatever its kind: enough for menus, URL, CLI, validation and docs. */
import type { Param, ParamValues, Phase, Probe } from "./param.ts";

/** How something here differs, on purpose, from the text that defines it, from Linux or from ns-3. */
export interface Deviation {
  /** Of what: "burst allowance", "smallest RTT". */
  readonly subject: string;
  /** What the text or another implementation has; absent where they say nothing. */
  readonly text?: string;
  readonly here: string;
  /** Why, and what it changes; absent where that goes without saying. */
  readonly effect?: string;
}

/** Under which heading a menu lists an algorithm; the headings in menu order, those of all registries together. */
export const FAMILIES = [
  // Queue disciplines: what they go by.
  "Without signals",
  "By queue length",
  "By queue delay",
  "Flow queueing",
  // Congestion controls: what they are for, or what they go by.
  "Common",
  "Milder backoff for marks",
  "Fast long paths",
  "By delay or bandwidth",
  "Model-based",
  "Data centres and L4S",
  "Misbehaving",
  // Paths.
  "One bottleneck",
  "Several bottlenecks",
  "Your own",
] as const;

export type Family = (typeof FAMILIES)[number];

export interface AlgorithmDeclaration {
  /** Stable name in URL and CLI. */
  readonly id: string;
  readonly label: string;
  /** The heading of menus that it stands under; without one it stands after those that have one. */
  readonly family?: Family;
  /** One to three short sentences for a student: what it does, without parts of formulas. */
  readonly summary: string;
  /** The text that defines it. */
  readonly cite: string;
  readonly params: readonly Param[];
  readonly probes: readonly Probe[];
  /** What a sender does one after the other, beyond the phases of every sender (cc/phases.ts); absent: nothing else. */
  readonly phases?: readonly Phase[];
  /** Of a sender: why marks change nothing about it, by its values and its round trip without queues; null: they do. */
  readonly ignoresMarks?: (values: ParamValues, rttMs: number) => string | null;
  /** How it differs from the text that defines it; shown on its card and its page. */
  readonly deviations?: readonly Deviation[];
  /** Values that suit a path, offered as a button beside the parameters. */
  readonly suggestion?: Suggestion;
}

/** What a suggestion may depend on. */
export interface PathSummary {
  /** Of the link, full packets a second. */
  readonly packetsPerS: number;
  /** The longest propagation round trip over the link, in s. */
  readonly rttS: number;
  /** Flows over the link. */
  readonly flows: number;
}

export interface Suggestion {
  /** On the button: "design gains for this path". */
  readonly label: string;
  readonly help: string;
  /** Within the declared ranges; of the algorithm's own parameters. `values` are the present ones. */
  readonly values: (path: PathSummary, values: ParamValues) => ParamValues;
}

/** An entry of a registry by its id; one that is not there is a defect of the caller, said at once. */
export function byId<T extends { readonly id: string }>(registry: readonly T[], id: string, kind: string): T {
  const found = registry.find((entry) => entry.id === id);
  if (found === undefined) {
    throw new Error(`unknown ${kind}: ${id} (there are ${registry.map((entry) => entry.id).join(", ")})`);
  }
  return found;
}

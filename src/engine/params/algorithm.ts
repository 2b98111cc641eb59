/** The declaration of an algorithm of any kind: enough for menus, URL, CLI, validation and docs. */
import type { Param, ParamValues, Phase, Probe } from "./param.ts";

/** A deliberate deviation from the text that defines an algorithm, or from the behaviour of Linux or ns-3. */
export interface Deviation {
  /** Subject of the deviation: "burst allowance", "smallest RTT". */
  readonly subject: string;
  /** Behaviour of the defining text or of the other implementation; absent if they do not specify any. */
  readonly text?: string;
  readonly here: string;
  /** Reason and effect; absent if they are obvious. */
  readonly effect?: string;
}

/** Menu headings for algorithms, in menu order, for all registries together. */
export const FAMILIES = [
  // Headings of queue disciplines, by the measure that they use.
  "Without signals",
  "By queue length",
  "By queue delay",
  "Flow queueing",
  // Headings of congestion controls, by their purpose or by the measure that they use.
  "Common",
  "Milder backoff for marks",
  "Fast long paths",
  "By delay or bandwidth",
  "Model-based",
  "Data centres and L4S",
  "Misbehaving",
  // Headings of paths.
  "One bottleneck",
  "Several bottlenecks",
  "Your own",
] as const;

/** A menu heading for algorithms. */
type Family = (typeof FAMILIES)[number];

/** The declaration of an algorithm: name, summary, reference, parameters and probes. */
export interface AlgorithmDeclaration {
  /** Stable name in URL and CLI. */
  readonly id: string;
  readonly label: string;
  /** Menu heading; algorithms without a heading are listed last. */
  readonly family?: Family;
  /** One to three short sentences for a student: what the algorithm does, without formulas. */
  readonly summary: string;
  /** Reference that defines the algorithm. */
  readonly cite: string;
  readonly params: readonly Param[];
  readonly probes: readonly Probe[];
  /** Phases of a sender beyond those common to all senders (cc/phases.ts); absent if there are none. */
  readonly phases?: readonly Phase[];
  /**
   * Returns the reason why marks do not change a sender's behaviour, from its values and its RTT without queues; null
   * if marks do change it.
   */
  readonly ignoresMarks?: (values: ParamValues, rttMs: number) => string | null;
  /** Values that suit a path, offered by a button beside the parameters. */
  readonly suggestion?: Suggestion;
}

/** Properties of a path that a suggestion may use. */
export interface PathSummary {
  /** Rate of the link in full packets per second. */
  readonly packetsPerS: number;
  /** Longest propagation RTT over the link (s). */
  readonly rttS: number;
  /** Number of flows over the link. */
  readonly flows: number;
}

/** Parameter values that suit a path. */
export interface Suggestion {
  /** Label of the button: "design gains for this path". */
  readonly label: string;
  readonly help: string;
  /** Returns values for the algorithm's own parameters, within the declared ranges. `values` are the current values. */
  readonly values: (path: PathSummary, values: ParamValues) => ParamValues;
}

/**
 * Returns the entry of a registry with the given id. Throws if the registry has no such entry, because that is an
 * error of the caller.
 */
export function byId<T extends { readonly id: string }>(registry: readonly T[], id: string, kind: string): T {
  const found = registry.find((entry) => entry.id === id);
  if (found === undefined) {
    throw new Error(`unknown ${kind}: ${id} (there are ${registry.map((entry) => entry.id).join(", ")})`);
  }
  return found;
}

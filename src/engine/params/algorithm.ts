/** The declaration of an algorithm of any kind. Menus, URLs, the command line, validation and docs are derived from it. */
import type { Param, ParamValues, Phase, Probe } from "./param.ts";

/** A deliberate deviation from the text that defines an algorithm, or from the behaviour of Linux or ns-3. */
export interface Deviation {
  /** Subject of the deviation: "burst allowance", "smallest RTT". */
  readonly subject: string;
  /** Behaviour that the defining text or the other implementation has; absent if it is not specified. */
  readonly text?: string;
  readonly here: string;
  /** Reason for the deviation and its effect; absent if they are obvious. */
  readonly effect?: string;
}

/** Headings under which menus list algorithms, in menu order, for all registries together. */
export const FAMILIES = [
  // Headings of queue disciplines, by what they measure.
  "Without signals",
  "By queue length",
  "By queue delay",
  "Flow queueing",
  // Headings of congestion controls, by their purpose or by what they measure.
  "Common",
  "Milder backoff for marks",
  "Fast long paths",
  "By delay or bandwidth",
  "Model-based",
  "Data centres and L4S",
  "Misbehaving",
  // Headings of kinds of traffic.
  "Data over TCP",
  "Datagrams",
  // Headings of paths.
  "One bottleneck",
  "Several bottlenecks",
  "Your own",
] as const;

/** A menu heading for algorithms. */
type Family = (typeof FAMILIES)[number];

/** The declaration of an algorithm: name, summary, reference, parameters and probes. */
export interface AlgorithmDeclaration {
  /** Stable name in URLs and on the command line. */
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
  /** Phases of a sender in addition to those common to all senders (cc/phases.ts); absent if there are none. */
  readonly phases?: readonly Phase[];
  /**
   * If marks do not change a sender's behaviour, returns the reason as text, otherwise null. `values` are the sender's parameter
   * values, `rttMs` its RTT while queues are empty.
   */
  readonly ignoresMarks?: (values: ParamValues, rttMs: number) => string | null;
  /** Values that suit a given path. The page offers them with a button next to the parameters. */
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

/** Returns the entry of a registry with the given id. Throws if there is none, because callers must pass a known id. */
export function byId<T extends { readonly id: string }>(registry: readonly T[], id: string, kind: string): T {
  const found = registry.find((entry) => entry.id === id);
  if (found === undefined) {
    throw new Error(`unknown ${kind}: ${id} (there are ${registry.map((entry) => entry.id).join(", ")})`);
  }
  return found;
}

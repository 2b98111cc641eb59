/** What a registry says of an algorithm, whatever its kind: enough for menus, URL, CLI, validation and docs. */
import type { Deviation } from "./deviation.ts";
import type { Family } from "./families.ts";
import type { Param, ParamValues, Probe } from "./param.ts";

export interface AlgorithmDeclaration {
  /** Stable name in URL and CLI. */
  readonly id: string;
  readonly label: string;
  /** The heading of menus that it stands under; without one it stands after those that have one. */
  readonly family?: Family;
  /** One or two sentences for people: what it does and when one wants it. */
  readonly summary: string;
  /** The text that defines it. */
  readonly cite: string;
  readonly params: readonly Param[];
  readonly probes: readonly Probe[];
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

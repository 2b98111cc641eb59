/** What a registry says of an algorithm, whatever its kind: enough for menus, URL, CLI, validation and docs. */
import type { Param, Probe } from "./param.ts";

export interface AlgorithmDeclaration {
  /** Stable name in URL and CLI. */
  readonly id: string;
  readonly label: string;
  /** One or two sentences for people: what it does and when one wants it. */
  readonly summary: string;
  /** The text that defines it. */
  readonly cite: string;
  readonly params: readonly Param[];
  readonly probes: readonly Probe[];
}

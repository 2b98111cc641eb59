/** The traces of a real kernel that can be laid over a run, by the names of the presets that they belong to. */
import { presets } from "../../engine/index.ts";

export interface TraceListing {
  readonly name: string;
  readonly label: string;
}

export const TRACES: readonly TraceListing[] = presets.flatMap(({ label, trace }) =>
  trace === undefined ? [] : [{ name: trace, label }],
);

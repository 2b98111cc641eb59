/** The kernel traces that can be overlaid on a run: their names and files. */

import { presets } from "../../engine/index.ts";
import { fetched } from "../shared/lazy.tsx";
import { siteFile } from "../shared/site-file.ts";

export interface TraceListing {
  readonly name: string;
  readonly label: string;
}

/** The available traces, each from the preset that it belongs to. */
export const TRACES: readonly TraceListing[] = presets.flatMap(({ label, trace }) =>
  trace === undefined ? [] : [{ name: trace, label }],
);

export function traceName(file: string): string {
  return `The kernel's trace ${file}`;
}

interface TraceText {
  readonly label: string;
  /** A table of TCP_INFO samples. */
  readonly text: string;
}

/** Loads a trace file from the page's folder. Throws an error with a message for the user. */
export async function loadTrace(name: string): Promise<TraceText> {
  const response = await fetched(traceName(name), siteFile(`traces/${name}.csv`));
  if (!response.ok)
    throw new Error(`The kernel's trace ${name} could not be loaded (status ${response.status}).`);
  const label = TRACES.find((trace) => trace.name === name)?.label ?? name;
  return { label, text: await response.text() };
}

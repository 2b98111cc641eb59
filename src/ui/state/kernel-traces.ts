/** The traces of a real kernel that can be laid over a run: their names, and how their files are read. */

import { presets } from "../../engine/index.ts";
import { fetched } from "../shared/lazy.tsx";
import { siteFile } from "../shared/site-file.ts";

export interface TraceListing {
  readonly name: string;
  readonly label: string;
}

/** By the presets that they belong to. */
export const TRACES: readonly TraceListing[] = presets.flatMap(({ label, trace }) =>
  trace === undefined ? [] : [{ name: trace, label }],
);

export function traceName(file: string): string {
  return `The kernel's trace ${file}`;
}

/** A real kernel's trace, laid over ours. The arrays have one length; times ascend. */
export interface KernelTrace {
  readonly name: string;
  readonly t: Float32Array;
  readonly cwnd: Float32Array;
  readonly ssthresh: Float32Array;
  readonly srttMs: Float32Array;
}

const MICROSECONDS_PER_MS = 1000;

/** Reads the columns t, cwnd, ssthresh and srtt_us of the first flow; ssthresh -1 (infinite) becomes NaN. */
export function parseTrace(name: string, csv: string): KernelTrace {
  const [header, ...lines] = csv.trim().split(/\r?\n/);
  const columns = header.split(",");
  const column = (id: string) => {
    const at = columns.indexOf(id);
    if (at < 0) throw new Error(`The trace ${name} has no column "${id}".`);
    return at;
  };
  const [t, cwnd, ssthresh, srtt] = ["t", "cwnd", "ssthresh", "srtt_us"].map(column);
  const flow = columns.indexOf("flow");
  const rows = lines.map((line) => line.split(",")).filter((cells) => flow < 0 || cells[flow] === "0");
  const read = (at: number, scale = 1) => Float32Array.from(rows, (cells) => Number(cells[at]) / scale);
  return {
    name,
    t: read(t),
    cwnd: read(cwnd),
    ssthresh: read(ssthresh).map((value) => (value < 0 ? Number.NaN : value)),
    srttMs: read(srtt, MICROSECONDS_PER_MS),
  };
}

const loaded = new Map<string, Promise<KernelTrace>>();

export function loadTrace(name: string): Promise<KernelTrace> {
  const waiting = loaded.get(name) ?? fetchTrace(name);
  loaded.set(name, waiting);
  waiting.catch(() => loaded.delete(name));
  return waiting;
}

async function fetchTrace(name: string): Promise<KernelTrace> {
  const response = await fetched(traceName(name), siteFile(`traces/${name}.csv`));
  if (!response.ok)
    throw new Error(`The kernel's trace ${name} could not be loaded (status ${response.status}).`);
  const label = TRACES.find((trace) => trace.name === name)?.label ?? name;
  return parseTrace(label, await response.text());
}

/**
 * What is laid over the run: a measurement from a file, or a kernel's trace. Its curves stand in the plots of cwnd, queue delay and
 * throughput. What reads files and compares comes when something is laid (lay.ts).
 */

import { useEffect, useMemo, useState, useSyncExternalStore } from "react";
import type { BucketSeries } from "../../../engine/index.ts";
import type { MeasuredConnection, Measurement } from "../../../experiments/measured/measurement.ts";
import type { ChartModel } from "../../shared/chart/chart-model.ts";
import type { TimeView } from "../../shared/chart/plot-geometry.ts";
import { fetched } from "../../shared/lazy.tsx";
import { loadTrace, traceName } from "../../state/kernel-traces.ts";
import type { RunView } from "../../state/run-view.ts";
import { createStore } from "../../state/store.ts";
import { perBench, useBench, useBenchPart, useBenchState } from "../../state/use-store.ts";
import { traceDifferences } from "../setting-differences.ts";

/** The plots that have a curve of it, by their kinds. */
export type MeasuredKind = "cwnd" | "delay" | "rate";

export interface MeasuredLine {
  /** "cwnd", "in flight (estimated)". */
  readonly what: string;
  /** From the connection's first sample on. */
  readonly series: BucketSeries;
}

export type MeasuredLines = Readonly<Partial<Record<MeasuredKind, MeasuredLine>>>;

/** The plot with a curve over it, in its legend, its table and its summary. `steadyFromS`: the warm-up's end. */
type DrawOver = <M extends ChartModel>(
  model: M,
  measured: Pick<Measured, "name" | "lines">,
  kind: string,
  view: TimeView,
  steadyFromS: number,
) => M;

export interface Laid {
  /** Of the file, or of the trace. */
  readonly name: string;
  readonly measurement: Measurement;
  /** Index of the connection in the file, and that one. */
  readonly index: number;
  readonly connection: MeasuredConnection;
  readonly lines: MeasuredLines;
  readonly drawOver: DrawOver;
  /** The flow that it is compared with. */
  readonly flow: number;
  /** Where in the run it begins, in s; null: with its flow. */
  readonly fromS: number | null;
  /** The file, to read it again with other units; null: it is none of this device. */
  readonly source: File | null;
  /** Units that were set, by columns. */
  readonly units: Readonly<Record<string, string>>;
}

export const laidOf = perBench(() => createStore<{ readonly file: Laid | null }>({ file: null }));

const loaded = new Map<string, Promise<Laid>>();

function laidTrace(name: string): Promise<Laid> {
  const reading = async () => {
    const [{ layText }, { label, text }] = await Promise.all([
      fetched(traceName(name), import("./lay.ts")),
      loadTrace(name),
    ]);
    return { ...layText(label, text), fromS: 0 };
  };
  const waiting = loaded.get(name) ?? reading();
  loaded.set(name, waiting);
  waiting.catch(() => loaded.delete(name));
  return waiting;
}

/**
 * The file, or else the trace that the link names. A trace that cannot be loaded says so in a notice and is laid aside; over a
 * run of other settings its name says so wherever it stands.
 */
export function useLaid(): Laid | null {
  const bench = useBench();
  const { store } = bench;
  const files = laidOf(bench);
  const file = useSyncExternalStore(files.subscribe, () => files.get().file);
  const name = useBenchState((state) => state.trace);
  const fits = useBenchPart(
    ({ run, scenario }) => run.scenario ?? scenario,
    (scenario) => name === null || traceDifferences(name, scenario).length === 0,
  );
  const [trace, setTrace] = useState<{ name: string; laid: Laid } | null>(null);
  useEffect(() => {
    if (name === null) return;
    let wanted = true;
    laidTrace(name).then(
      (laid) => {
        if (wanted) setTrace({ name, laid });
      },
      (error: unknown) => {
        if (!wanted) return;
        const message = error instanceof Error ? error.message : String(error);
        store.set(({ notices }) => ({
          trace: null,
          notices: [...notices, { id: "trace", title: message, lines: [], link: null }],
        }));
      },
    );
    return () => {
      wanted = false;
    };
  }, [name, store]);
  return useMemo(() => {
    if (file !== null) return file;
    if (trace === null || trace.name !== name) return null;
    return fits ? trace.laid : { ...trace.laid, name: `${trace.laid.name} (other settings)` };
  }, [file, trace, name, fits]);
}

/** As the plots are given it: at its place in the run. */
export interface Measured {
  readonly name: string;
  readonly lines: MeasuredLines;
  readonly drawOver: DrawOver;
}

/** Where it begins in a run, in s. */
export function beginOf({ fromS, flow }: Laid, { snapshot }: Pick<RunView, "snapshot">): number {
  return fromS ?? snapshot.results.flows[flow]?.startS ?? 0;
}

export function useMeasured(run: RunView): Measured | null {
  const laid = useLaid();
  const beginsS = laid === null ? 0 : beginOf(laid, run);
  return useMemo(() => {
    if (laid === null) return null;
    const placed = Object.entries(laid.lines).map(([kind, { what, series }]) => {
      return [kind, { what, series: { ...series, startS: series.startS + beginsS } }];
    });
    return { name: laid.name, lines: Object.fromEntries(placed), drawOver: laid.drawOver };
  }, [laid, beginsS]);
}

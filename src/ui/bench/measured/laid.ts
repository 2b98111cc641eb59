/**
 * The measurement that is overlaid on the run: from a file or from a kernel trace. Its curves are drawn in the plots of cwnd,
 * queue delay and throughput. The code that reads and compares files (lay.ts) is loaded on first use.
 */

import { useEffect, useMemo, useState, useSyncExternalStore } from "react";
import type { BucketSeries } from "../../../engine/index.ts";
import type { LinuxRecord } from "../../../measured/linux/record.ts";
import type { MeasuredConnection, Measurement } from "../../../measured/measurement.ts";
import { loadTrace, traceName } from "../../core/kernel-traces.ts";
import type { RunView } from "../../core/run-view.ts";
import { createStore } from "../../core/store.ts";
import { perBench, useBench, useBenchPart, useBenchState } from "../../core/use-store.ts";
import type { OverlaidMeasurement } from "../../plots/chart-props.ts";
import type { ChartModel } from "../../shared/chart/chart-model.ts";
import type { TimeView } from "../../shared/chart/plot-geometry.ts";
import { fetched } from "../../shared/lazy.tsx";
import { traceDifferences } from "../setting-differences.ts";

/** The kinds of plots that can show a measured curve. */
export type MeasuredKind = "cwnd" | "delay" | "rate";

interface MeasuredLine {
  /** Name of the measured quantity: "cwnd", "in flight (estimated)". */
  readonly what: string;
  /** The values. Times count from the connection's first sample. */
  readonly series: BucketSeries;
}

export type MeasuredLines = Readonly<Partial<Record<MeasuredKind, MeasuredLine>>>;

/** Adds a curve to a plot, its legend, its table and its summary. `steadyFromS` is the end of the warm-up. */
type DrawOver = <M extends ChartModel>(
  model: M,
  measured: Pick<Laid, "name" | "lines">,
  kind: string,
  view: TimeView,
  steadyFromS: number,
) => M;

export interface Laid {
  /** Name of the file or of the trace. */
  readonly name: string;
  readonly measurement: Measurement;
  /** Index of the connection in the file, and the connection. */
  readonly index: number;
  readonly connection: MeasuredConnection;
  readonly lines: MeasuredLines;
  readonly drawOver: DrawOver;
  /** Index of the flow that the measurement is compared with. */
  readonly flow: number;
  /** Start of the measurement in the run (s); null means the start of the flow. */
  readonly fromS: number | null;
  /** The folder of a run on Linux, whose flows and times are those of the run; null for a single file. */
  readonly record: LinuxRecord | null;
  /** The file, kept to read it again with other units; null if it does not come from this device. */
  readonly source: File | null;
  /** Units that the user has set, by column. */
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
 * Returns the overlaid measurement: the file, or else the trace that the URL names. A trace that cannot be loaded is
 * dropped with a notice. If the run's settings differ from those of the trace, the trace's name says so everywhere.
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

/** Returns the start of the measurement in the run, in s. */
export function beginOf({ fromS, flow }: Laid, { snapshot }: Pick<RunView, "snapshot">): number {
  return fromS ?? snapshot.results.flows[flow]?.startS ?? 0;
}

/** Returns the measurement as the plots receive it, placed in the run. */
export function useMeasured(run: RunView): OverlaidMeasurement | null {
  const laid = useLaid();
  const beginsS = laid === null ? 0 : beginOf(laid, run);
  return useMemo(() => {
    if (laid === null) return null;
    const placed = Object.entries(laid.lines).map(([kind, { what, series }]) => {
      return [kind, { what, series: { ...series, startS: series.startS + beginsS } }];
    });
    const measured = { name: laid.name, lines: Object.fromEntries(placed) };
    return { drawOver: (model, ...rest) => laid.drawOver(model, measured, ...rest) };
  }, [laid, beginsS]);
}

/**
 * The measurement that is shown over the run: from a file, or a kernel trace that the URL names. Its curves are drawn in the
 * plots of cwnd, queue delay and throughput. The code that reads and compares files (read-files.ts) is loaded on first use.
 */

import { useEffect, useMemo, useState } from "react";
import { type BucketSeries, KERNEL_TRACES, presets, type Scenario } from "../../../engine/index.ts";
import type { LinuxRecord } from "../../../measured/linux/record.ts";
import type { MeasuredConnection, Measurement } from "../../../measured/measurement.ts";
import type { Bench } from "../../core/bench.ts";
import { problemOf } from "../../core/read-fragment.ts";
import type { RunView } from "../../core/run-view.ts";
import { type LinkPart, type Slice, sliceIn } from "../../core/slice.ts";
import { useBench, useBenchPart, useSlice } from "../../core/use-store.ts";
import { type SettingDifference, settingDifferences } from "../../parts/words/setting-differences.ts";
import type { OverlaidMeasurement } from "../../plots/chart-props.ts";
import type { ChartModel } from "../../shared/chart/chart-model.ts";
import type { TimeView } from "../../shared/chart/plot-geometry.ts";
import { fetched } from "../../shared/lazy.tsx";

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
  measured: Pick<ShownMeasurement, "name" | "lines">,
  kind: string,
  view: TimeView,
  steadyFromS: number,
) => M;

export interface ShownMeasurement {
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

interface MeasuredState {
  /** The measurement from a file; null if there is none. */
  readonly file: ShownMeasurement | null;
  /** Name of the kernel trace that is shown if there is no file; null for none. */
  readonly trace: string | null;
}

export const MEASURED: Slice<MeasuredState> = { id: "measured", initial: { file: null, trace: null } };

/** The kernel trace in the URL. */
export const TRACE_LINK: LinkPart<Bench, string> = {
  keys: ["trace"],
  valueIn: (state) => sliceIn(state, MEASURED).trace,
  write: (name) => `trace=${encodeURIComponent(name)}`,
  read({ trace = "" }, _, problems) {
    if (trace === "") return null;
    const known = KERNEL_TRACES.find((name) => name === trace);
    if (known === undefined) problems.push(problemOf("trace", trace, KERNEL_TRACES.join(", "), "none"));
    return known ?? null;
  },
  open: (bench, trace) => bench.setSlice(MEASURED, { trace }),
};

interface TraceListing {
  readonly name: string;
  readonly label: string;
}

/** The available traces, each from the preset that it belongs to. */
export const TRACES: readonly TraceListing[] = presets.flatMap(({ label, trace }) =>
  trace === undefined ? [] : [{ name: trace, label }],
);

/** Returns the settings in which a run differs from the run of a kernel trace, except its duration and seed. */
export function traceDifferences(trace: string, run: Scenario): SettingDifference[] {
  const preset = presets.find((one) => one.trace === trace);
  return preset === undefined ? [] : settingDifferences({ ...preset.scenario, run: run.run }, run);
}

/** Returns lines such as "Queue: PIE here, CoDel in the trace". */
export function traceDifferenceLines(trace: string, run: Scenario): string[] {
  return traceDifferences(trace, run).map(({ label, now, before }) => {
    const here = `${now} here, ${before} in the trace`;
    return label === "" ? here : `${label}: ${here}`;
  });
}

/**
 * Returns the overlaid measurement: the file, or else the trace that the URL names. A trace that cannot be loaded is
 * dropped with a notice. If the run's settings differ from those of the trace, the trace's name says so everywhere.
 */
export function useShownMeasurement(): ShownMeasurement | null {
  const bench = useBench();
  const { file, trace: name } = useSlice(MEASURED);
  const fits = useBenchPart(
    ({ run, scenario }) => run.scenario ?? scenario,
    (scenario) => name === null || traceDifferences(name, scenario).length === 0,
  );
  const [trace, setTrace] = useState<{ name: string; shown: ShownMeasurement } | null>(null);
  useEffect(() => {
    if (name === null) return;
    let wanted = true;
    const reader = fetched(`The kernel's trace ${name}`, import("./read-files.ts"));
    reader
      .then(({ measurementOfTrace }) => measurementOfTrace(name))
      .then(
        (shown) => {
          if (wanted) setTrace({ name, shown });
        },
        (error: unknown) => {
          if (!wanted) return;
          const message = error instanceof Error ? error.message : String(error);
          bench.setSlice(MEASURED, { trace: null });
          bench.notice({ id: "trace", title: message, lines: [], link: null });
        },
      );
    return () => {
      wanted = false;
    };
  }, [name, bench]);
  return useMemo(() => {
    if (file !== null) return file;
    if (trace === null || trace.name !== name) return null;
    return fits ? trace.shown : { ...trace.shown, name: `${trace.shown.name} (other settings)` };
  }, [file, trace, name, fits]);
}

/** Returns the start of the measurement in the run, in s. */
export function beginOf({ fromS, flow }: ShownMeasurement, { snapshot }: Pick<RunView, "snapshot">): number {
  return fromS ?? snapshot.results.flows[flow]?.startS ?? 0;
}

/** Returns the measurement as the plots receive it, placed in the run. */
export function useMeasured(run: RunView): OverlaidMeasurement | null {
  const shown = useShownMeasurement();
  const beginsS = shown === null ? 0 : beginOf(shown, run);
  return useMemo(() => {
    if (shown === null) return null;
    const placed = Object.entries(shown.lines).map(([kind, { what, series }]) => {
      return [kind, { what, series: { ...series, startS: series.startS + beginsS } }];
    });
    const measured = { name: shown.name, lines: Object.fromEntries(placed) };
    return { drawOver: (model, ...rest) => shown.drawOver(model, measured, ...rest) };
  }, [shown, beginsS]);
}

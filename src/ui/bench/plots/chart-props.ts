/** What the charts and the path strip ask of the page that mounts them. */
import type { ReactNode } from "react";
import type { DelayCdf, Scenario, Snapshot } from "../../../engine/index.ts";
import type { ChartModel } from "../../shared/chart/chart-model.ts";
import type { SliderScale } from "../../shared/slider-scale.ts";
import type { RunWords } from "../run-words.ts";
import type { CapacityLine } from "./capacity-steps.ts";
import type { TargetLine } from "./target-steps.ts";

/** The shared zoom of all time plots. */
export interface TimeView {
  readonly fromS: number;
  readonly toS: number;
}

export interface RunView {
  readonly scenario: Scenario;
  readonly snapshot: Snapshot;
  /** The scenario with its changes as it begins, where `scenario` is what is in force now: in a live run. */
  readonly recorded?: Scenario | undefined;
  /** What tells this run from the pinned one, e.g. "β_ecn 0.80"; "_" starts a subscript. */
  readonly label: string;
  /** Index of the watched link in `snapshot.links`: plots and numbers of "the queue" are about this one. */
  readonly link: number;
  /** Absent until they are there, and where there is nothing to say. */
  readonly words?: RunWords | undefined;
}

/** A real kernel's trace, laid over ours. The arrays have one length; times ascend. */
export interface KernelTrace {
  readonly name: string;
  readonly t: Float32Array;
  readonly cwnd: Float32Array;
  readonly ssthresh: Float32Array;
  readonly srttMs: Float32Array;
}

export interface TimeChartProps {
  readonly run: RunView;
  readonly pinned: RunView | null;
  readonly overlay: KernelTrace | null;
  readonly view: TimeView;
  /** Zoom (Ctrl + wheel, pinch, Shift + drag), pan (wheel sideways); a double click asks for the whole run. */
  onView(view: TimeView): void;
  /** The shared hover cursor, in s. */
  readonly cursorS: number | null;
  onCursor(timeS: number | null): void;
  readonly playheadS: number;
  /** A click or drag on the plot scrubs. */
  onPlayhead(timeS: number): void;
  /** Index of a flow (groups expanded) that stands out, or null. */
  readonly highlightFlow: number | null;
  /** What theory says of the run, where it is to be drawn. */
  readonly theory?: DrawnTheory | undefined;
  /** False where a plot below it carries the labels of the shared time axis. Default true. */
  readonly timeLabels?: boolean | undefined;
}

/** Each plot's model with the lines of theory over it. */
export interface DrawnTheory {
  overCwnd<M extends ChartModel>(model: M, highlightFlow: number | null): M;
  overRate<M extends ChartModel>(model: M, highlightFlow: number | null): M;
  overDelay<M extends ChartModel>(model: M): M;
  overProbe<M extends ChartModel>(model: M, source: "queue" | number, probe: string): M;
}

export interface CwndChartProps extends TimeChartProps {
  /** Whether the y axis shows the slow-start peak whole (true) or is scaled to the steady part (false). */
  readonly wholeRange: boolean;
  onWholeRange(whole: boolean): void;
  /** Dragging the drop on the sawtooth sets β_ecn; `final` at the end of the drag. Absent: not draggable. */
  readonly onBetaDrag?: ((beta: number, final: boolean) => void) | undefined;
}

export interface QueueDelayChartProps extends TimeChartProps {
  /** The AQM's target in ms; null where the discipline has none (no line is drawn). */
  readonly target: PathHandle | null;
  /** The target over the run. */
  readonly targets: TargetLine;
  /** The choice of the watched link, where there are several. */
  readonly linkMenu?: ReactNode;
}

export interface ThroughputChartProps extends TimeChartProps {
  readonly capacity: CapacityLine;
  /** In Mbps; null where the capacity cannot be dragged. */
  readonly handle: PathHandle | null;
}

export type FairnessChartProps = TimeChartProps;

export interface ProbeChartProps extends TimeChartProps {
  /** "queue", or the index of a flow (groups expanded). */
  readonly source: "queue" | number;
  readonly probeIds: readonly string[];
}

export type CdfScale = "linear" | "log" | "tail";

/** How long the packets of one flow waited. */
export interface FlowCurve {
  readonly flow: number;
  readonly name: string;
  readonly cdf: DelayCdf;
}

export interface DelayCdfProps {
  readonly run: RunView;
  readonly pinned: RunView | null;
  /** Curves beside that of all packets; empty where delays are not told by flow. */
  readonly byFlow: readonly FlowCurve[];
  readonly scale: CdfScale;
  onScale(scale: CdfScale): void;
}

export interface PhasePlotProps {
  readonly run: RunView;
  readonly pinned: RunView | null;
  readonly view: TimeView;
  readonly playheadS: number;
  readonly capacityMbps: number;
}

/** A value that can be dragged on a plot or in the path's picture. */
export interface PathHandle {
  readonly value: number;
  readonly scale: SliderScale;
  onDrag(value: number, final: boolean): void;
  /** Shown, and not to be dragged: it is kept, or another value is in force at the playhead than the one that is set. */
  readonly isFixed?: boolean;
}

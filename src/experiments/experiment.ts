/**
 * The interface of an experiment: a figure or table of a paper (or of this project) as data. It defines the runs, the
 * values kept of each, the figures and numbers computed from them, and the claims to check. All functions are pure,
 * so the command line, a cluster and the page produce the same bytes.
 */
import type { Scenario, Snapshot } from "../engine/index.ts";

/**
 * "quick" has few seeds and points, for tests and a first look; "full" is as in the paper, for the published results.
 */
export type StudySize = "quick" | "full";

/** Source of an experiment. */
export interface Paper {
  readonly id: "abe" | "kwon" | "feedback" | "ecodel" | "beyond" | "controls";
  /** Authors, title, venue and year. */
  readonly citation: string;
  /** Short name for menus, such as "ABE". */
  readonly label: string;
}

/** One run. */
export interface Job {
  /** Permanent name of the run within its experiment: "codel rtt=400ms beta=0.8 seed=3". */
  readonly key: string;
  /** Validated scenario, including the seed. */
  readonly scenario: Scenario;
}

/** Values stored of a run: small, plain JSON. Names contain the units; names of texts for users end with "Text". */
export type RunValues = Readonly<Record<string, number | string | null | readonly (number | null)[]>>;

/** The run with which a run is compared. */
export interface ComparedRun {
  readonly key: string;
  /** Short description of the compared run: "β_ecn 0.5". */
  readonly what: string;
}

/** Marks an experiment that repeats the runs of a different experiment with one change. */
interface Control {
  /** Id of the other experiment. */
  readonly of: string;
  /** Ids of the tested claims of the other experiment. */
  readonly claims: readonly string[];
  /** The only change, as a continuation of "with". */
  readonly changed: string;
}

/** Readings by job key; failed jobs are absent. */
export type Readings = ReadonlyMap<string, RunValues>;

/** An axis of a figure. */
export interface Axis {
  readonly label: string;
  /** Unit of the axis; "" if there is none. */
  readonly unit: string;
  readonly scale: "linear" | "log";
  /** Drawn range; by default the range of the data. */
  readonly from?: number;
  readonly to?: number;
  /**
   * Names for the values 0, 1, 2, … if the values are categories; a position between two values belongs to the nearer
   * one.
   */
  readonly names?: readonly string[];
}

/** A line of a figure. */
export interface Series {
  readonly label: string;
  readonly x: readonly number[];
  readonly y: readonly (number | null)[];
  /** Spread over seeds or runs; absent if there is none. */
  readonly low?: readonly (number | null)[];
  readonly high?: readonly (number | null)[];
  /** Minimum and maximum run of each point, if `low` and `high` are the 95 % interval of the mean. */
  readonly min?: readonly (number | null)[];
  readonly max?: readonly (number | null)[];
  /** Key of a job that shows each point; null if there is no such job. */
  readonly jobs?: readonly (string | null)[];
  /** Number of runs behind each point, if stated: "mean of 2 of 10 seeds". */
  readonly covers?: readonly string[];
  /** Source of the numbers. "paper": the text of the paper; "model": a closed formula; the default is "ours". */
  readonly source?: "ours" | "paper" | "model";
  /** Number of the series' colour, if several series of one run share it; by default its position among the series. */
  readonly hue?: number;
}

/** A figure with lines. */
export interface Figure {
  readonly id: string;
  readonly title: string;
  readonly kind: "lines" | "steps" | "points";
  readonly x: Axis;
  readonly y: Axis;
  readonly series: readonly Series[];
}

/** A figure with a cell for each pair of values. */
export interface HeatMap {
  readonly id: string;
  readonly title: string;
  readonly x: Axis;
  readonly y: Axis;
  readonly xs: readonly number[];
  readonly ys: readonly number[];
  /** Quantity shown in the cells. */
  readonly label: string;
  readonly unit: string;
  /** Values by row (y), then column (x). */
  readonly values: readonly (readonly (number | null)[])[];
  /** Half of the 95 % interval of each mean; absent if there is none. */
  readonly halfWidths?: readonly (readonly (number | null)[])[];
  readonly jobs: readonly (readonly (string | null)[])[];
  /** Number of runs behind each cell, as in a series. */
  readonly covers?: readonly (readonly string[])[];
}

/** A table of texts and numbers. */
export interface Table {
  readonly id: string;
  readonly title: string;
  readonly head: readonly string[];
  readonly rows: readonly (readonly (string | number | null)[])[];
}

/** A statement of the paper with the simulated result. */
export interface Claim {
  readonly id: string;
  /** The paper's statement, in one sentence. */
  readonly text: string;
  /** "ours" for a stricter or further check that is not in the paper's text. Absent if the statement is the paper's. */
  readonly basis?: "ours";
  /** The paper's number, or "shape" if the paper gives no number. */
  readonly paper: string;
  readonly ours: string;
  readonly holds: boolean;
  /** Tolerance and the reason for it: "within a third: the paper does not say its run length". */
  readonly tolerance: string;
  /** Cause that was found, if the claim does not hold. */
  readonly cause?: string;
}

/** All results that an experiment shows. */
export interface Outcome {
  readonly figures: readonly Figure[];
  readonly heatMaps: readonly HeatMap[];
  readonly tables: readonly Table[];
  readonly claims: readonly Claim[];
}

/** An experiment. */
export interface Experiment {
  /** Id as in the list of figures: "abe-4". Kebab case, never renamed. */
  readonly id: string;
  readonly paper: Paper;
  /** Place in the paper, such as "Figure 4" or "Table II"; "" for experiments of this project. */
  readonly where: string;
  readonly title: string;
  /** Result shown in the paper, in two or three sentences; for experiments of this project, the question. */
  readonly shows: string;
  /** Parameters that the paper does not state, and the chosen values. */
  readonly chosen: readonly string[];
  /** Known differences from the paper. */
  readonly differences: readonly string[];
  /** Runs in a fixed order. */
  readonly jobs: (size: StudySize) => readonly Job[];
  /**
   * Returns the run with which the pictures of a job compare it; absent or null if there is none. That run need not
   * be one of the jobs.
   */
  readonly comparedWith?: (key: string) => ComparedRun | null;
  /** Marks a controlled experiment; absent for other experiments. */
  readonly control?: Control;
  readonly read: (snapshot: Snapshot, job: Job) => RunValues;
  /** Computes the outcome. Pure and total: values that depend on missing runs are left out. */
  readonly reduce: (readings: Readings, size: StudySize) => Outcome;
}

/** A finished experiment as stored for the page and for readers: the same program produces the same bytes. */
export interface StoredOutcome {
  readonly schema: 1;
  readonly id: string;
  readonly version: string;
  readonly size: StudySize;
  /** Digest of the digests of all jobs, in their order. */
  readonly digest: string;
  readonly jobs: number;
  readonly packets: number;
  readonly outcome: Outcome;
}

/**
 * The interface of an experiment: a figure or table of a paper (or of this project) as data. An experiment defines its runs, the
 * values stored of each run, the figures and numbers computed from these values, and the claims to check. All functions are pure,
 * so the command line, a cluster and the page produce the same bytes.
 */
import type { Scenario, Snapshot } from "../engine/index.ts";

/** "quick" has few seeds and points, for tests and a first look. "full" is as in the paper, for the published results. */
export type StudySize = "quick" | "full";

/** Source of an experiment. */
export interface Paper {
  readonly id:
    | "abe"
    | "kwon"
    | "feedback"
    | "ecodel"
    | "sizing"
    | "dctcp"
    | "hock"
    | "ware"
    | "rfc8290"
    | "chiu-jain"
    | "dualpi2"
    | "beyond"
    | "controls";
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

/**
 * The values that are stored of a run: small, plain JSON. Names of numbers contain the unit; names of texts for users end with
 * "Text".
 */
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
  /** The only change, as text that continues a sentence after "with". */
  readonly changed: string;
}

/** Stored values of runs by job key. Jobs that failed are absent. */
export type Readings = ReadonlyMap<string, RunValues>;

/** An axis of a figure. */
export interface Axis {
  readonly label: string;
  /** Unit of the axis; "" if there is none. */
  readonly unit: string;
  readonly scale: "linear" | "log";
  /** Start of the drawn range; `to` is its end. By default the range of the data is drawn. */
  readonly from?: number;
  readonly to?: number;
  /** Names of the values 0, 1, 2, … if the axis has categories. A position between two values belongs to the nearer one. */
  readonly names?: readonly string[];
}

/** A line of a figure. */
export interface Series {
  readonly label: string;
  readonly x: readonly number[];
  readonly y: readonly (number | null)[];
  /** Lower end of the spread over seeds or runs, for each point; `high` is the upper end. Absent if there is no spread. */
  readonly low?: readonly (number | null)[];
  readonly high?: readonly (number | null)[];
  /** Minimum over the runs, for each point; `max` is the maximum. Present if `low` and `high` are the 95 % interval of the mean. */
  readonly min?: readonly (number | null)[];
  readonly max?: readonly (number | null)[];
  /** For each point, the key of a job that shows it; null if there is none. */
  readonly jobs?: readonly (string | null)[];
  /** For each point, the number of runs behind it as text: "mean of 2 of 10 seeds". */
  readonly covers?: readonly string[];
  /** Source of the numbers. "paper": the text of the paper; "model": a formula; "ours" (the default): the simulator. */
  readonly source?: "ours" | "paper" | "model";
  /**
   * Number of the colour, needed if several series of one run must have the same colour. The default is the position of the
   * series.
   */
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

/** A figure that has one cell for each pair of values. */
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
  /** Values of the cells: first index row (y), second index column (x). */
  readonly values: readonly (readonly (number | null)[])[];
  /** For each cell, half of the 95 % interval of the mean; absent if there is none. */
  readonly halfWidths?: readonly (readonly (number | null)[])[];
  readonly jobs: readonly (readonly (string | null)[])[];
  /** For each cell, the number of runs behind it as text, as in a series. */
  readonly covers?: readonly (readonly string[])[];
}

/** A table of texts and numbers. */
export interface Table {
  readonly id: string;
  readonly title: string;
  readonly head: readonly string[];
  readonly rows: readonly (readonly (string | number | null)[])[];
}

/** A statement of the paper together with the simulated result. */
export interface Claim {
  readonly id: string;
  /** The paper's statement, in one sentence. */
  readonly text: string;
  /** "ours" if the claim is a stricter or further check that is not in the paper. Absent if it is the paper's. */
  readonly basis?: "ours";
  /** The paper's number, or "shape" if the paper gives no number. */
  readonly paper: string;
  readonly ours: string;
  readonly holds: boolean;
  /** Allowed difference, with the reason: "within a third: the paper does not say its run length". */
  readonly tolerance: string;
  /** Cause that was found for a claim that does not hold. */
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
  /** Place in the paper: "Figure 4" or "Table II"; empty for experiments of this project. */
  readonly where: string;
  readonly title: string;
  /** Content of the paper's figure or table, in two or three sentences. For experiments of this project: the question. */
  readonly shows: string;
  /** Texts on parameters that the paper does not state, with the chosen values. */
  readonly chosen: readonly string[];
  /** Known differences from the paper. */
  readonly differences: readonly string[];
  /** Returns the runs, always in the same order. */
  readonly jobs: (size: StudySize) => readonly Job[];
  /** Returns the run with which pictures of a job compare it. It need not be one of the jobs. Absent or null if there is none. */
  readonly comparedWith?: (key: string) => ComparedRun | null;
  /** Present if this experiment repeats another one with one change. */
  readonly control?: Control;
  readonly read: (snapshot: Snapshot, job: Job) => RunValues;
  /** Computes the outcome from the stored values. Pure, and never throws: what depends on missing runs is left out. */
  readonly reduce: (readings: Readings, size: StudySize) => Outcome;
}

/** A finished experiment as it is stored. The same program always produces the same bytes. */
export interface StoredOutcome {
  readonly schema: 1;
  readonly id: string;
  readonly version: string;
  readonly size: StudySize;
  /** Digest of the digests of all runs, in the order of the jobs. */
  readonly digest: string;
  readonly jobs: number;
  readonly packets: number;
  readonly outcome: Outcome;
}

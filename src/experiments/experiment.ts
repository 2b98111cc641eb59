/**
 * The contract of an experiment: a figure or table of a paper (or of our own) as data. Which runs it takes, what is kept
 * of each, how that becomes pictures and numbers, and what must hold. Pure: the same everywhere, so that the command
 * line, a cluster and the page make the same bytes.
 */
import type { Scenario, Snapshot } from "../engine/index.ts";

/** "quick": few seeds and points, for tests and a first look; "full": as the paper, for the published results. */
export type Size = "quick" | "full";

/** Where an experiment comes from. */
export interface Paper {
  readonly id: "abe" | "kwon" | "feedback" | "ecodel" | "beyond" | "controls";
  /** Authors, title, venue and year. */
  readonly citation: string;
  /** Short, for menus: "ABE". */
  readonly label: string;
}

/** One run. */
export interface Job {
  /** Names it within its experiment, for ever: "codel rtt=400ms beta=0.8 seed=3". */
  readonly key: string;
  /** Valid, seed included. */
  readonly scenario: Scenario;
}

/** What is kept of a run: small, plain JSON. Units stand in the names; a text is what a person is told, and its name ends with "Text". */
export type Reading = Readonly<Record<string, number | string | null | readonly (number | null)[]>>;

/** The run that another one is compared with. */
export interface ComparedRun {
  readonly key: string;
  /** What it is, in a few words: "β_ecn 0.5". */
  readonly what: string;
}

/** Of an experiment that runs another one's runs again, with one thing changed. */
interface Control {
  /** Id of the other one. */
  readonly of: string;
  /** Its claims that are put to the test. */
  readonly claims: readonly string[];
  /** What alone is changed, as it goes on after "with". */
  readonly changed: string;
}

/** By job key; a job that failed is absent. */
export type Readings = ReadonlyMap<string, Reading>;

export interface Axis {
  readonly label: string;
  /** "" where it has none. */
  readonly unit: string;
  readonly scale: "linear" | "log";
  /** Drawn range; absent: that of the data. */
  readonly from?: number;
  readonly to?: number;
  /** What stands at 0, 1, 2, … where the values are names; a place between two belongs to the nearer. */
  readonly names?: readonly string[];
}

export interface Series {
  readonly label: string;
  readonly x: readonly number[];
  readonly y: readonly (number | null)[];
  /** Spread over seeds or runs, where there is one. */
  readonly low?: readonly (number | null)[];
  readonly high?: readonly (number | null)[];
  /** Smallest and largest run of each point, where `low` and `high` are the 95 % interval of the mean. */
  readonly min?: readonly (number | null)[];
  readonly max?: readonly (number | null)[];
  /** Per point the key of a job that shows it; null: none. */
  readonly jobs?: readonly (string | null)[];
  /** Per point what it is made of, where that is said: "mean of 2 of 10 seeds". */
  readonly covers?: readonly string[];
  /** "paper": numbers that the paper's text gives; "model": a closed form; default "ours". */
  readonly source?: "ours" | "paper" | "model";
}

export interface Figure {
  readonly id: string;
  readonly title: string;
  readonly kind: "lines" | "steps" | "points";
  readonly x: Axis;
  readonly y: Axis;
  readonly series: readonly Series[];
}

export interface HeatMap {
  readonly id: string;
  readonly title: string;
  readonly x: Axis;
  readonly y: Axis;
  readonly xs: readonly number[];
  readonly ys: readonly number[];
  /** What the cells show. */
  readonly label: string;
  readonly unit: string;
  /** Rows by y, then x. */
  readonly values: readonly (readonly (number | null)[])[];
  /** Half of the 95 % interval of each mean, where there is one. */
  readonly halfWidths?: readonly (readonly (number | null)[])[];
  readonly jobs: readonly (readonly (string | null)[])[];
  /** As of a series. */
  readonly covers?: readonly (readonly string[])[];
}

export interface Table {
  readonly id: string;
  readonly title: string;
  readonly head: readonly string[];
  readonly rows: readonly (readonly (string | number | null)[])[];
}

/** A statement of the paper beside what came out. */
export interface Claim {
  readonly id: string;
  /** What the paper says, in one sentence. */
  readonly text: string;
  /** "ours": no words or numbers of the paper, but a stricter or further check of what it shows. Absent: the paper's. */
  readonly basis?: "ours";
  /** Its number, or "shape" where it gives none. */
  readonly paper: string;
  readonly ours: string;
  readonly holds: boolean;
  /** What was asked for, and why no more: "within a third: the paper does not say its run length". */
  readonly tolerance: string;
  /** Where it does not hold: the cause as found. */
  readonly cause?: string;
}

export interface Outcome {
  readonly figures: readonly Figure[];
  readonly heatMaps: readonly HeatMap[];
  readonly tables: readonly Table[];
  readonly claims: readonly Claim[];
}

export interface Experiment {
  /** As in the plan of figures: "abe-4". Kebab case, never renamed. */
  readonly id: string;
  readonly paper: Paper;
  /** "Figure 4", "Table II", or "" for our own. */
  readonly where: string;
  readonly title: string;
  /** What the paper showed, in two or three sentences; for our own, what it asks. */
  readonly shows: string;
  /** Parameters that the paper does not state, and what was chosen. */
  readonly chosen: readonly string[];
  /** Known differences from the paper. */
  readonly differences: readonly string[];
  /** In a fixed order. */
  readonly jobs: (size: Size) => readonly Job[];
  /** By a job's key, the run that its pictures compare it with; absent or null: none. It need not be among the jobs. */
  readonly comparedWith?: (key: string) => ComparedRun | null;
  /** Absent: it stands for itself. */
  readonly control?: Control;
  readonly read: (snapshot: Snapshot, job: Job) => Reading;
  /** Pure and total: with some readings missing it leaves out what it cannot know. */
  readonly reduce: (readings: Readings, size: Size) => Outcome;
}

/** What a finished experiment is stored as, for the page and for people: the same bytes from the same program. */
export interface StoredOutcome {
  readonly schema: 1;
  readonly id: string;
  readonly version: string;
  readonly size: Size;
  /** Of all jobs' digests in order. */
  readonly digest: string;
  readonly jobs: number;
  readonly packets: number;
  readonly outcome: Outcome;
}

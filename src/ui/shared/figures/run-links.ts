/** How a point of a picture leads to the run that shows it. */

export interface RunLinks {
  /** The run on the bench as a link; null where there is no such run. */
  href(job: string): string | null;
  open(job: string): void;
  /** What comes along as the pinned run: "β_ecn 0.5"; null: nothing. */
  beside?(job: string): string | null;
}

/** What an exported file says of where it comes from, line by line. */
export type Stamp = () => readonly string[];

/** How far a long run is, and how long it will still take. */

/** How far a run is that takes its time. */
export interface RunProgress {
  /** The run on screen, or the pinned one that is simulated after it. */
  readonly of: "shown" | "pinned";
  readonly simulatedS: number;
  readonly endS: number;
  /** Guessed from the pace so far; null until there is something to guess from. */
  readonly leftS: number | null;
}

/** A run that takes longer says how far it is; usual ones are over before anybody could read it. */
export const LONG_RUN_MS = 1000;
/** What will be over so soon is not worth beginning to tell. */
const NEARLY_OVER_S = 0.7;

/** A stretch of simulating. */
export interface Stretch {
  readonly of: RunProgress["of"];
  /** Simulated time at its beginning, now, and at the end of the run. */
  readonly fromS: number;
  readonly simulatedS: number;
  readonly endS: number;
  readonly elapsedMs: number;
}

/** Null where there is nothing to tell (yet). What has once been told is told until the end. */
export function progressOf(stretch: Stretch, isTold: boolean): RunProgress | null {
  const { of, fromS, simulatedS, endS, elapsedMs } = stretch;
  if (elapsedMs < LONG_RUN_MS) return null;
  const doneS = simulatedS - fromS;
  const leftS = doneS > 0 ? ((elapsedMs / 1000) * (endS - simulatedS)) / doneS : null;
  if (!isTold && leftS !== null && leftS < NEARLY_OVER_S) return null;
  return { of, simulatedS, endS, leftS };
}

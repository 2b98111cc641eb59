/** What was read from the file of a trace, what was done with it, and what is wrong with it. */
import { counted, grouped } from "../../../experiments/counted.ts";

export function tooLongTrace(characters: number, most: number): string {
  return `The file has ${counted(characters, "character")}; at most ${grouped(most)} are read.`;
}

export function backInTime(line: number, ms: string): string {
  return `Line ${line} goes back in time: ${ms} ms.`;
}

export function notLater(line: number, timeS: string): string {
  return `Line ${line} is not later than the one before: ${timeS} s.`;
}

export function unexpectedLine(line: number, given: string, wanted: string): string {
  return `Line ${line} is "${given}"; expected ${wanted}.`;
}

export function tooFastTrace(mbps: number, most: number): string {
  return `The trace reaches ${mbps} Mbps; a link has at most ${most} Mbps.`;
}

export function mahimahiName(opportunities: number, everyS: number): string {
  return `Mahimahi trace, ${counted(opportunities, "opportunity", "opportunities")} counted every ${everyS} s`;
}

/** `averagedS`: null where each rate stands as it was. */
export function ratesName(rates: number, fromItsStart: boolean, averagedS: number | null): string {
  const from = fromItsStart ? "" : ", counted from its first line";
  const averaged = averagedS === null ? "" : `, averaged over ${averagedS} s`;
  return `Trace of ${counted(rates, "rate")}${from}${averaged}`;
}

interface Done {
  readonly steps: number;
  readonly mbps: number;
  readonly endS: number;
  readonly repeats: boolean;
  /** It stands still somewhere. */
  readonly idle: boolean;
}

export function traceWords(name: string, { steps, mbps, endS, repeats, idle }: Done): string {
  const after = repeats ? `, over and over every ${endS} s` : `; the last rate stays after ${endS} s`;
  const outage = idle ? " Where the trace stands still, a thousandth of the capacity is left." : "";
  return `${name}: ${counted(steps, "step")} as factors of ${mbps} Mbps, its highest rate${after}.${outage}`;
}

/** What the notebook says around its runs and their number. */
import { counted, grouped } from "../../../experiments/counted.ts";

/** What a run without a name is called. */
export function runNumber(number: number): string {
  return `run ${number}`;
}

export function nameFieldLabel(number: number): string {
  return `Name of ${runNumber(number)}`;
}

/** "Up: β_ecn 0.80": for buttons that stand at each run. */
export function ofRun(act: string, name: string): string {
  return `${act}: ${name}`;
}

export function notebookOpening(ofLink: boolean): string {
  const what = "Runs kept from the bench, beside each other. Each is computed here from its link.";
  return ofLink ? what : `${what} What you keep stays on this device.`;
}

export function deletedWords(name: string): string {
  return `“${name}” was deleted.`;
}

export function computedWords(complete: number, runs: number): string {
  return complete === runs ? counted(runs, "run") : `${complete} of ${counted(runs, "run")} computed`;
}

/** `left`: flows that have no curve there. */
export function smallCwndTitle(shown: number, left: number): string {
  return left > 0 ? `cwnd (segments), first ${counted(shown, "flow")}` : "cwnd (segments)";
}

export function alreadyKept(name: string): string {
  return `This run is in the notebook: “${name}”.`;
}

export function notebookFull(most: number): string {
  return `The notebook is full: it holds ${counted(most, "run")}.`;
}

/** `isStored`: it outlives the page. */
export function keptWords(name: string, isStored: boolean): string {
  const kept = `Kept in the notebook as “${name}”`;
  return isStored ? `${kept}.` : `${kept}, until this page is closed: the browser stores nothing here.`;
}

/** `own`: runs of the person's own notebook; `together`: with those that were to be added. */
export function tooManyTogether(own: number, together: number, most: number): string {
  return `Nothing was added: your notebook has ${counted(own, "run")}, together they would be ${together}, and it holds ${most}.`;
}

/** What heights mean. */
export function scalesWords(areOwn: boolean): string {
  const which = areOwn
    ? "Each run has scales of its own: compare the numbers at the axes, not the heights."
    : "All runs have the same scales.";
  return `${which} They fit the time after the warm-up; a higher peak at the start leaves the plot at its top.`;
}

/** A plot whose heights are not those of other runs says so. */
export function plotTitle(title: string, hasOwnScale: boolean): string {
  return hasOwnScale ? `${title}, own scale` : title;
}

export function fileTooLong(letters: number, most: number): string {
  return `The file has ${counted(letters, "letter")}; at most ${grouped(most)} are allowed.`;
}

export function noSuchLine(text: string): string {
  return `A line is "key: value"; this is "${text}".`;
}

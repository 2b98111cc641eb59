/** What is said of a link that was read: what in it was not allowed, and what was done instead. */
import { counted, ofNumber } from "../../experiments/counted.ts";

/** In front of what is wrong with the pinned run that a link brings along. */
export function pinProblem({ field, message }: { field: string; message: string }): {
  field: string;
  message: string;
} {
  return { field: `pin: ${field}`, message: `Pinned run: ${message}` };
}

/** `given`: as it may be shown. */
export function fromTheStart(given: string): string {
  return `at=${given} has no effect: a live run begins at 0 s.`;
}

export function secondsUpTo(endS: number): string {
  return `0 to ${endS} s`;
}

export function withoutKey(key: string): string {
  return `without ${key}`;
}

export function wholeUpTo(most: number): string {
  return `a whole number from 1 to ${most}`;
}

/** `near`: the names that are most like it. */
export function unknownName(field: string, name: string, near: readonly string[]): string {
  const hint = near.length > 0 ? `; ${near.join(" or ")}?` : ".";
  return `${field} names "${name}", which this page does not have${hint} It was left out.`;
}

export function notAllowed(field: string, given: string, allowed: string, used: string): string {
  return `${field} is "${given}"; allowed: ${allowed}. Used: ${used}.`;
}

export function wrongTitle(count: number): string {
  const many = count === 1 ? "One thing" : counted(count, "thing");
  return `${many} in this link ${ofNumber(count, "was", "were")} not allowed; the nearest valid run is shown.`;
}

export function harmlessTitle(count: number): string {
  const many = count === 1 ? "One setting" : counted(count, "setting");
  return `${many} in this link ${ofNumber(count, "has", "have")} no effect on this run.`;
}

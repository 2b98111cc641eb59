/** What the device keeps of reports, if it may: title, notes and choice of parts, for each run that was reported on. */
import { LONGEST_NAME, tidyName } from "../../../teaching/hand-in.ts";
import { readPreference, writePreference } from "../../state/preferences.ts";

export interface Draft {
  /** Empty: the suggested one. */
  readonly title: string;
  readonly notes: string;
  /** Ids of parts that are shown, or left out, against the usual. */
  readonly toggled: readonly string[];
}

export interface KeptReport extends Draft {
  /** Names the run. */
  readonly key: string;
}

export const NO_DRAFT: Draft = { title: "", notes: "", toggled: [] };
export const LONGEST_TITLE = 120;
export const LONGEST_NOTES = 20_000;
/** The oldest make room. */
export const MOST_REPORTS = 30;
const MOST_TOGGLED = 100;

const REPORTS = "reports";
/** Shared with tasks. */
const STUDENT = "student";

/** The newest first; read anew each time, because another tab may have written. */
export function readReports(): readonly KeptReport[] {
  try {
    const stored: unknown = JSON.parse(readPreference(REPORTS) ?? "[]");
    return Array.isArray(stored) ? stored.flatMap(keptReport).slice(0, MOST_REPORTS) : [];
  } catch {
    return [];
  }
}

function keptReport(stored: unknown): KeptReport[] {
  if (typeof stored !== "object" || stored === null) return [];
  const { key, title, notes, toggled } = stored as Readonly<Record<string, unknown>>;
  if (typeof key !== "string" || typeof title !== "string" || typeof notes !== "string") return [];
  const ids = Array.isArray(toggled) ? toggled.filter((id) => typeof id === "string") : [];
  return [{ key, ...tidyDraft({ title, notes, toggled: ids }) }];
}

export function tidyDraft({ title, notes, toggled }: Draft): Draft {
  return {
    title: title.replace(/\p{Cc}+/gu, " ").slice(0, LONGEST_TITLE),
    notes: notes.slice(0, LONGEST_NOTES),
    toggled: toggled.slice(0, MOST_TOGGLED),
  };
}

/** Returns whether it is kept. One without words is forgotten. */
export function keepReport(report: KeptReport): boolean {
  const others = readReports().filter(({ key }) => key !== report.key);
  const isEmpty = report.title === "" && report.notes === "" && report.toggled.length === 0;
  const all = isEmpty ? others : [report, ...others];
  return writePreference(REPORTS, JSON.stringify(all.slice(0, MOST_REPORTS)));
}

/** Whether anything can be kept at all. */
export function keepsReports(): boolean {
  return writePreference(REPORTS, readPreference(REPORTS) ?? "[]");
}

export function readStudent(): string {
  return tidyName(readPreference(STUDENT) ?? "").slice(0, LONGEST_NAME);
}

export function keepStudent(name: string): boolean {
  return writePreference(STUDENT, tidyName(name));
}

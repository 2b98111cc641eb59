/**
 * Reads the fragment of a URL into a state that the bench can open. A page without a fragment does not load this
 * module.
 */

import {
  missingTrace,
  NO_PROGRAMS,
  nearestNames,
  ORIGIN_FORM,
  type Problem,
  type ProgramReader,
  parseQuantity,
  type RunOrigin,
  readOrigin,
  type Scenario,
  scenarioFromUrl,
  shown,
  type UrlReading,
  version1Words,
} from "../../engine/index.ts";
import { counted, ofNumber } from "../../lib/counted.ts";
import { ACTS } from "../../teaching/document/change-rule.ts";
import { REGISTRIES } from "./choices.ts";
import type { Opening } from "./edits.ts";
import {
  type Frame,
  type Guide,
  type GuideKind,
  LINK_THEMES,
  optionsToFragment,
  WHOLE_PAGE,
} from "./page-options.ts";
import { everyParam } from "./rail.ts";
import { type LinkPart, readParts } from "./slice.ts";
import { durationOf, type Mode, type Notice } from "./store.ts";
import { linkIds } from "./url-sync.ts";

export interface Reading {
  readonly opening: Opening;
  readonly guide: Guide | null;
  readonly frame: Frame;
  /** The version and digest that the URL states for its run. */
  readonly madeBy: RunOrigin | null;
  readonly problems: readonly Problem[];
  /** True if the URL, or the pinned run in it, has format version 1. */
  readonly isOld: boolean;
  /** The fragment that was read. */
  readonly fragment?: string;
}

/** Names that a link may use, as the page has them. */
export interface KnownNames {
  /** Pieces of the page, including all plots. */
  readonly pieces: readonly string[];
  /** Plots that are shown only once they are switched on. */
  readonly optionalPlots: readonly string[];
}

/** The keys and guides that features add to URLs. */
export interface LinkContent {
  readonly links: readonly LinkPart<never>[];
  readonly guides: readonly GuideKind[];
}

const BARE: LinkContent = { links: [], guides: [] };

/** Reads a fragment. Without `content`, only the run and the frame are read. `reader` reads the custom programs in it. */
export function fragmentToState(
  fragment: string,
  known: KnownNames,
  content = BARE,
  reader: ProgramReader = NO_PROGRAMS,
): Reading {
  const { scenario, problems, view, isOld } = scenarioFromUrl(fragment.replace(/^#/, ""), reader);
  const found: Problem[] = [...problems];
  const pinned = readPin(view.pin, reader, found);
  const mode = readMode(view.mode, found);
  return {
    opening: {
      scenario,
      pinned: pinned?.scenario ?? null,
      mode,
      watch: readWatch(view.watch, linkIds(scenario), found),
      playheadS: readPlayhead(view.at, mode, durationOf(scenario), found),
      values: readParts(content.links, view, { scenario, mode }, found),
    },
    guide: readGuide(content.guides, view, fragment, found),
    frame: readFrame(view, scenario, known, found),
    madeBy: readMade(view.made, found),
    problems: found,
    isOld: isOld || pinned?.isOld === true,
    fragment,
  };
}

function readPin(text: string | undefined, reader: ProgramReader, problems: Problem[]): UrlReading | null {
  if (text === undefined || text === "") return null;
  const reading = scenarioFromUrl(text, reader, []);
  for (const problem of reading.problems) {
    problems.push({ ...problem, ...pinProblem(problem) });
  }
  return reading;
}

function readMode(text: string | undefined, problems: Problem[]): Mode {
  if (text === undefined || text === "whole") return "whole";
  if (text === "live") return "live";
  problems.push(problemOf("mode", text, "whole, live", "whole"));
  return "whole";
}

function readMade(text: string | undefined, problems: Problem[]): RunOrigin | null {
  if (text === undefined || text === "") return null;
  const origin = readOrigin(text);
  if (origin === null) problems.push(problemOf("made", text, ORIGIN_FORM, "none"));
  return origin;
}

function readWatch(text: string | undefined, links: readonly string[], problems: Problem[]): string | null {
  if (text === undefined || text === "" || text === links[0]) return null;
  if (links.includes(text)) return text;
  problems.push(problemOf("watch", text, links.join(", "), links[0]));
  return null;
}

function readPlayhead(
  text: string | undefined,
  mode: Mode,
  endS: number,
  problems: Problem[],
): number | null {
  if (text === undefined || text === "") return null;
  if (mode === "live") {
    const message = `at=${shown(text)} has no effect: a live run starts at 0 s.`;
    problems.push({
      field: "at",
      given: text,
      allowed: "without mode=live",
      used: "none",
      message,
      harmless: true,
    });
    return null;
  }
  const seconds = parseQuantity(text, "s");
  const nearest = seconds === null ? null : Math.min(endS, Math.max(0, seconds));
  if (nearest !== seconds || nearest === null) {
    const used = nearest === null ? "none" : `${nearest} s`;
    problems.push(problemOf("at", text, `0 to ${endS} s`, used));
  }
  return nearest;
}

function readGuide(
  guides: readonly GuideKind[],
  view: Readonly<Record<string, string>>,
  fragment: string,
  problems: Problem[],
): Guide | null {
  const [found, ...others] = guides.filter(({ kind }) => view[kind] !== undefined && view[kind] !== "");
  if (found === undefined) return null;
  const { kind, keys = [], onceKeys = [] } = found;
  for (const other of others)
    problems.push(problemOf(other.kind, view[other.kind], `without ${kind}`, "none"));
  const valuesOf = (all: readonly string[]) => {
    const given = all.filter((key) => view[key] !== undefined && view[key] !== "");
    return given.length === 0 ? null : Object.fromEntries(given.map((key) => [key, view[key]]));
  };
  const [kept, once] = [valuesOf(keys), valuesOf(onceKeys)];
  return {
    kind,
    text: view[kind],
    step: readStep(view["guide-step"], problems),
    sets: !OF_A_RUN.test(fragment),
    ...(kept && { kept }),
    ...(once && { once }),
  };
}

/** Matches "v=", which the page writes into each URL of a run. */
const OF_A_RUN = /(?:^|[#&;])v=/;

const MOST_STEPS = 1000;

function readStep(text: string | undefined, problems: Problem[]): number {
  if (text === undefined || text === "") return 1;
  const step = /^\d{1,4}$/.test(text) ? Number(text) : 0;
  if (step >= 1 && step <= MOST_STEPS) return step;
  problems.push(problemOf("guide-step", text, `a whole number from 1 to ${MOST_STEPS}`, "1"));
  return 1;
}

function readFrame(
  view: Readonly<Record<string, string>>,
  run: Scenario,
  known: KnownNames,
  problems: Problem[],
): Frame {
  const { embed, present, plots, more, hide, touch, host, theme } = view;
  const frame: Frame = {
    embed: readSwitch("embed", embed, problems),
    present: readSwitch("present", present, problems),
    plots: plots === undefined ? WHOLE_PAGE.plots : readNames("plots", plots, problems),
    more: more === undefined ? WHOLE_PAGE.more : readKnown("more", more, known.optionalPlots, problems),
    hide:
      hide === undefined ? WHOLE_PAGE.hide : readKnown("hide", hide, hideNames(run, known.pieces), problems),
    touch: touch === undefined ? null : readKnown("touch", touch, touchNames(run), problems),
    host: host === undefined ? WHOLE_PAGE.host : readOrigins(host, problems),
    theme: readTheme(theme, problems),
  };
  return optionsToFragment(null, frame) === "" ? WHOLE_PAGE : frame;
}

function readTheme(text: string | undefined, problems: Problem[]): Frame["theme"] {
  if (text === undefined || text === "") return null;
  const theme = LINK_THEMES.find((one) => one === text);
  if (theme === undefined) problems.push(problemOf("theme", text, LINK_THEMES.join(", "), "system"));
  return theme ?? null;
}

const MOST_HOSTS = 10;

/** Reads origins in the form that browsers use: "https://course.example", without a path. */
function readOrigins(text: string, problems: Problem[]): readonly string[] {
  const given = [...new Set(text.split(",").map((one) => one.trim()))].filter((one) => one !== "");
  const good = given.filter((one) => isOrigin(one)).slice(0, MOST_HOSTS);
  if (good.length < given.length)
    problems.push(problemOf("host", text, "origins like https://course.example", good.join(",") || "none"));
  return good;
}

function isOrigin(text: string): boolean {
  return /^https?:/.test(text) && URL.canParse(text) && new URL(text).origin === text;
}

/** Reads names that this page knows. For an unknown name, the problem lists the most similar ones. */
function readKnown(
  field: string,
  text: string,
  known: readonly string[],
  problems: Problem[],
): readonly string[] {
  const names = readNames(field, text, problems);
  const good = names.filter((name) => known.includes(name));
  for (const name of names.filter((one) => !good.includes(one))) {
    const near = nearestNames(name, known);
    const message = unknownName(field, name, near);
    problems.push({ field, given: name, allowed: near.join(", "), used: "none", message });
  }
  return good;
}

function readSwitch(field: string, text: string | undefined, problems: Problem[]): boolean {
  if (text === undefined || text === "0") return false;
  if (text === "1" || text === "") return true;
  problems.push(problemOf(field, text, "0, 1", "0"));
  return false;
}

const MOST_NAMES = 100;

/** Reads names without checking them. The pieces of the page and the parameters of the run are checked where they are used. */
function readNames(field: string, text: string, problems: Problem[]): readonly string[] {
  const names = [...new Set(text.split(",").map((name) => name.trim()))].filter((name) => name !== "");
  const good = names.filter((name) => /^[a-z0-9][a-z0-9.-]{0,40}$/.test(name)).slice(0, MOST_NAMES);
  if (good.length < names.length)
    problems.push(problemOf(field, text, "names with commas between them", good.join(",") || "none"));
  return good;
}

/** Returns the problem of a text that its key does not allow. */
export function problemOf(field: string, given: string, allowed: string, used: string): Problem {
  const message = `${field} is "${shown(given)}"; allowed: ${allowed}. Used: ${used}.`;
  return { field, given, allowed, used, message };
}

/** Returns the notices for a URL that was read. `link` is the same URL in the current format. */
export function noticesOf({ problems, isOld, fragment = "" }: Reading, link: string): Notice[] {
  const ofAge: Notice = { id: "old-link", title: version1Words("link"), lines: [], link: null };
  return [
    ...(problems.length > 0 ? [problemNotice(problems, link, fragment)] : []),
    ...(isOld ? [ofAge] : []),
  ];
}

function problemNotice(problems: readonly Problem[], correctedLink: string, fragment: string): Notice {
  const needed = problems.find(({ given }) => missingTrace(given) !== null);
  const wrong = problems.filter(({ harmless }) => harmless !== true);
  const harmless = problems.filter((problem) => problem.harmless === true);
  return {
    id: "link",
    title: wrong.length > 0 ? wrongTitle(wrong.length) : harmlessTitle(harmless),
    lines: wrong.map(({ message }) => message),
    also: harmless.map(({ message }) => message),
    link: correctedLink,
    ...(needed !== undefined && { needs: { trace: needed.given, fragment } }),
  };
}

/**
 * Returns the names for "touch": the parameters of all algorithms (the run may change its algorithm), the choices, and actions.
 */
export function touchNames(scenario: Scenario): readonly string[] {
  const choices = Object.values(REGISTRIES).map(({ choice }) => choice.id);
  return [...new Set([...choices, ...ACTS, ...everyParam(scenario).map(({ id }) => id)])];
}

/** Returns the names for "hide": pieces of the page, and controls by the parameter that they set. */
export function hideNames(scenario: Scenario, pieces: readonly string[]): readonly string[] {
  return [...new Set([...pieces, ...touchNames(scenario)])];
}

/** Returns a problem of the pinned run in a URL, with a prefix that says so. */
function pinProblem({ field, message }: { field: string; message: string }): {
  field: string;
  message: string;
} {
  return { field: `pin: ${field}`, message: `Pinned run: ${message}` };
}

/** Returns the message for an unknown name. `near` are the most similar names. */
function unknownName(field: string, name: string, near: readonly string[]): string {
  const hint = near.length > 0 ? `; ${near.join(" or ")}?` : ".";
  return `${field} names "${name}", which this page does not have${hint} It was ignored.`;
}

function wrongTitle(count: number): string {
  const many = count === 1 ? "One thing" : counted(count, "thing");
  return `${many} in this link ${ofNumber(count, "was", "were")} not allowed; the nearest valid run is shown.`;
}

/** Names what a guide's own scenario sets and the engine no longer has. */
export function removedNotice(guide: Guide["kind"], lines: readonly string[]): Notice {
  return { id: "link", title: removedTitle(lines.length, guide), lines: [...lines], link: null };
}

function removedTitle(count: number, place: string): string {
  const many = count === 1 ? "One setting" : counted(count, "setting");
  return `${many} in this ${place} no longer ${ofNumber(count, "exists", "exist")}.`;
}

function harmlessTitle(problems: readonly Problem[]): string {
  const removed = problems.filter(({ isRemoved }) => isRemoved === true);
  const { length: count } = removed.length > 0 ? removed : problems;
  const many = count === 1 ? "One setting" : counted(count, "setting");
  if (removed.length > 0) return removedTitle(count, "link");
  return `${many} in this link ${ofNumber(count, "has", "have")} no effect on this run.`;
}

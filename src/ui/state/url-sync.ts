/** The URL's fragment is always the state. Written at the end of a change, throttled; read on load and on history moves. */
import {
  type Problem,
  resolvePath,
  type Scenario,
  scenarioFromUrl,
  scenarioToUrl,
} from "../../engine/index.ts";
import type { Opening } from "./edits.ts";
import { screenToFragment } from "./screens.ts";
import type { AppState, Mode, Notice, Store } from "./store.ts";

/** Keys of the fragment that are the page's own, beside the scenario's. */
export const VIEW_KEYS = ["pin", "mode", "trace", "watch"] as const;

/** Browsers limit calls of the history interface: Safari allows 100 in 10 s. */
const SHORTEST_WRITE_INTERVAL_MS = 200;

type Shareable = Pick<AppState, "scenario" | "pinned" | "mode" | "trace" | "watch">;
type Shown = Shareable & Pick<AppState, "screen">;

/** Kept beside the fragment of a screen other than the bench. */
interface Behind {
  readonly bench: string;
}

function isBehind(state: unknown): state is Behind {
  return typeof state === "object" && state !== null && "bench" in state && typeof state.bench === "string";
}

/** The fragment of whatever is on the screen. */
function shownFragment(state: Shown): string {
  return state.screen.id === "bench" ? stateToFragment(state) : screenToFragment(state.screen);
}

export function stateToFragment(state: Shareable): string {
  let fragment = scenarioToUrl(state.scenario);
  if (state.pinned !== null) fragment += `&pin=${encodeURIComponent(scenarioToUrl(state.pinned.scenario))}`;
  if (state.mode === "live") fragment += "&mode=live";
  if (state.trace !== null) fragment += `&trace=${encodeURIComponent(state.trace)}`;
  if (state.watch !== null && linkIds(state.scenario).indexOf(state.watch) > 0)
    fragment += `&watch=${state.watch}`;
  return fragment;
}

export interface Reading {
  readonly opening: Opening;
  readonly problems: readonly Problem[];
}

export function fragmentToState(fragment: string, traces: readonly string[]): Reading {
  const { scenario, problems, view } = scenarioFromUrl(fragment.replace(/^#/, ""), VIEW_KEYS);
  const found: Problem[] = [...problems];
  const pinned = readPin(view.pin, found);
  return {
    opening: {
      scenario,
      pinned,
      mode: readMode(view.mode, found),
      trace: readTrace(view.trace, traces, found),
      watch: readWatch(view.watch, linkIds(scenario), found),
    },
    problems: found,
  };
}

function readPin(text: string | undefined, problems: Problem[]): Scenario | null {
  if (text === undefined || text === "") return null;
  const reading = scenarioFromUrl(text, []);
  for (const problem of reading.problems) {
    problems.push({ ...problem, field: `pin: ${problem.field}`, message: `Pinned run: ${problem.message}` });
  }
  return reading.scenario;
}

function readMode(text: string | undefined, problems: Problem[]): Mode {
  if (text === undefined || text === "whole") return "whole";
  if (text === "live") return "live";
  problems.push(problemOf("mode", text, "whole, live", "whole"));
  return "whole";
}

function readTrace(text: string | undefined, traces: readonly string[], problems: Problem[]): string | null {
  if (text === undefined || text === "") return null;
  if (traces.includes(text)) return text;
  problems.push(problemOf("trace", text, traces.join(", "), "none"));
  return null;
}

/** In the path's order: the first one is watched unless another is named. */
function linkIds({ path }: Scenario): string[] {
  return resolvePath(path).links.map(({ id }) => id);
}

function readWatch(text: string | undefined, links: readonly string[], problems: Problem[]): string | null {
  if (text === undefined || text === "" || text === links[0]) return null;
  if (links.includes(text)) return text;
  problems.push(problemOf("watch", text, links.join(", "), links[0]));
  return null;
}

function problemOf(field: string, given: string, allowed: string, used: string): Problem {
  const message = `${field} is "${given}"; allowed: ${allowed}. Used: ${used}.`;
  return { field, given, allowed, used, message };
}

export function problemNotice(problems: readonly Problem[], correctedLink: string): Notice {
  const wrong = problems.filter(({ harmless }) => harmless !== true);
  const harmless = problems.filter((problem) => problem.harmless === true);
  return {
    id: "link",
    title: wrong.length > 0 ? wrongTitle(wrong.length) : harmlessTitle(harmless.length),
    lines: wrong.map(({ message }) => message),
    also: harmless.map(({ message }) => message),
    link: correctedLink,
  };
}

function wrongTitle(count: number): string {
  const many = count === 1 ? "One thing in this link was" : `${count} things in this link were`;
  return `${many} not allowed; the nearest valid run is shown.`;
}

function harmlessTitle(count: number): string {
  const many = count === 1 ? "One setting in this link has" : `${count} settings in this link have`;
  return `${many} no effect on this run.`;
}

/** The part of `window` that is used: a test gives its own. */
export interface Address {
  readonly location: { readonly hash: string; readonly href: string };
  readonly history: Pick<History, "replaceState" | "pushState"> & { readonly state?: unknown };
  addEventListener(type: "hashchange" | "popstate", listener: () => void): void;
  setTimeout(handler: () => void, ms: number): unknown;
}

export class UrlSync {
  readonly #store: Store<AppState>;
  readonly #address: Address;
  readonly #load: (fragment: string) => void;
  #written: string;
  #last: Shown;
  #timer: unknown = null;

  constructor(store: Store<AppState>, address: Address, load: (fragment: string) => void) {
    this.#store = store;
    this.#address = address;
    this.#load = load;
    this.#written = address.location.hash.replace(/^#/, "");
    this.#last = shareable(store.get());
  }

  start(): void {
    this.#last = shareable(this.#store.get());
    this.#store.subscribe(() => this.#follow());
    const moved = () => this.#onMove();
    this.#address.addEventListener("popstate", moved);
    this.#address.addEventListener("hashchange", moved);
  }

  /** The link of the present state, whether or not it has been written yet. */
  link(): string {
    return `${this.#address.location.href.split("#")[0]}#${shownFragment(this.#store.get())}`;
  }

  /** What the bench was when this entry of the browser's history was left on another screen: outlives a reload. */
  benchBehind(): string | null {
    const { state } = this.#address.history;
    return isBehind(state) ? state.bench : null;
  }

  /** A new entry in the browser's history, for presets: Back returns to where one was. */
  push(): void {
    this.#write("pushState");
  }

  #follow(): void {
    const state = this.#store.get();
    if (state.changing !== null || sameShareable(state, this.#last)) return;
    this.#last = shareable(state);
    this.#timer ??= this.#address.setTimeout(() => this.#write("replaceState"), SHORTEST_WRITE_INTERVAL_MS);
  }

  #write(how: "replaceState" | "pushState"): void {
    this.#timer = null;
    const state = this.#store.get();
    this.#last = shareable(state);
    const fragment = shownFragment(state);
    if (fragment === this.#written) return;
    this.#written = fragment;
    const behind: Behind | null = state.screen.id === "bench" ? null : { bench: stateToFragment(state) };
    try {
      this.#address.history[how](behind, "", `#${fragment}`);
    } catch {
      // A browser that limits history calls throws: the next change writes again.
      this.#written = "";
    }
  }

  #onMove(): void {
    const fragment = this.#address.location.hash.replace(/^#/, "");
    if (fragment === this.#written) return;
    this.#written = fragment;
    this.#load(fragment);
    this.#last = shareable(this.#store.get());
  }
}

function shareable(state: AppState): Shown {
  const { scenario, pinned, mode, trace, watch, screen } = state;
  return { scenario, pinned, mode, trace, watch, screen };
}

function sameShareable(a: Shown, b: Shown): boolean {
  return (
    a.screen === b.screen &&
    a.scenario === b.scenario &&
    a.pinned?.scenario === b.pinned?.scenario &&
    a.mode === b.mode &&
    a.trace === b.trace &&
    a.watch === b.watch
  );
}

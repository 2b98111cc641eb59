/**
 * Keeps the URL's fragment equal to the state. The fragment is written at the end of a change, throttled, and read on
 * load and on history navigation.
 */
import {
  originOf,
  originText,
  type RunOrigin,
  resolvePath,
  type Scenario,
  scenarioToUrl,
} from "../../engine/index.ts";
import { originFigures } from "../../experiments/origin-figures.ts";
import { BUILD } from "../shared/version.ts";
import { type Frame, optionsToFragment, screenToFragment, WHOLE_PAGE } from "./page-options.ts";
import type { LinkedState, LinkPart } from "./slice.ts";
import type { AppState, Store } from "./store.ts";

/**
 * Interval of the checks. The fragment is written at the second check after the last change, because browsers limit
 * calls of the history interface (Safari allows 100 in 10 s) and Chromium fetches the page's icon again with each
 * call.
 */
const LOOK_MS = 100;

type Shareable = Pick<AppState, "scenario" | "pinned" | "mode" | "watch"> &
  Partial<Pick<AppState, "guide" | "frame" | "made">> & {
    /** The values of the features as texts: "key=text". */
    readonly added?: readonly string[];
  };
type Shown = Shareable & LinkedState & Pick<AppState, "screen">;

/** Data that a history entry stores beside its URL. Entries of other versions may store anything. */
interface EntryState {
  /** Fragment of the bench, for an entry of a different screen. */
  readonly bench?: unknown;
  /** The fragment of the entry below, for an entry that `openOver` has added. */
  readonly below?: unknown;
  /** Data that `keepOnLeave` stored when the page was left. */
  readonly left?: unknown;
}

function entryState({ history }: Pick<Address, "history">): EntryState {
  return Object(history.state);
}

/** Returns the fragment of the screen that is shown. */
function shownFragment(state: Shown, playheadS: number | null = null): string {
  return state.screen.id === "bench" ? stateToFragment(state, playheadS) : screenToFragment(state.screen);
}

/** Returns the fragment of a state. `playheadS` is the time to show, if any. A live run starts at its beginning. */
export function stateToFragment(state: Shareable, playheadS: number | null = null): string {
  let fragment = scenarioToUrl(state.scenario);
  const made = originIn(state);
  if (made !== null) fragment += `&made=${originText(made)}`;
  if (state.pinned !== null) fragment += `&pin=${encodeURIComponent(scenarioToUrl(state.pinned.scenario))}`;
  if (state.mode === "live") fragment += "&mode=live";
  if (state.watch !== null && linkIds(state.scenario).indexOf(state.watch) > 0)
    fragment += `&watch=${state.watch}`;
  if (playheadS !== null && state.mode !== "live") fragment += `&at=${Number(playheadS.toFixed(3))}s`;
  for (const text of state.added ?? []) fragment += `&${text}`;
  return fragment + optionsToFragment(state.guide ?? null, state.frame ?? WHOLE_PAGE);
}

/**
 * Returns the origin that a URL states for its run, until a setting is changed. A live run has no digest before its
 * end.
 */
function originIn({ made, scenario, mode }: Pick<Shareable, "made" | "scenario" | "mode">): RunOrigin | null {
  return made != null && made.scenario === scenario && mode !== "live" ? made.by : null;
}

/** Returns the state with this build as the origin of its run, and with the run's digest after the run is complete. */
function withOwnOrigin(state: AppState): AppState {
  const { scenario, run } = state;
  if (run.snapshot?.done !== true || run.scenario !== scenario) return state;
  const { digest, results } = run.snapshot;
  return { ...state, made: { by: originOf(BUILD, digest, originFigures(results)), scenario, fragment: "" } };
}

/** Returns the ids of the links in the path's order. The first link is watched unless a different one is named. */
export function linkIds({ path }: Scenario): string[] {
  return resolvePath(path).links.map(({ id }) => id);
}

/** The part of `window` that is used here. Tests pass a substitute. */
export interface Address {
  readonly location: { readonly hash: string; readonly href: string };
  readonly history: Pick<History, "replaceState" | "pushState" | "back"> & { readonly state?: unknown };
  /** The window of the page that contains this one; the page's own window if there is none. */
  readonly parent?: unknown;
  addEventListener(type: "hashchange" | "popstate" | "pagehide", listener: () => void): void;
  setTimeout(handler: () => void, ms: number): unknown;
}

/** Returns the features' values in a state, as they stand in URLs. */
function addedIn(state: LinkedState, parts: readonly LinkPart<never>[]): string[] {
  return parts.flatMap((part) => {
    const value = part.valueIn(state);
    return value === null ? [] : [part.write(value)];
  });
}

export class UrlSync {
  readonly #store: Store<AppState>;
  readonly #address: Address;
  readonly #parts: readonly LinkPart<never>[];
  readonly #load: (fragment: string) => void;
  #written: string;
  #last: Shown;
  #timer: unknown = null;
  #keepsEntry = false;
  /** True from the call of `closeOver` until the browser has returned to the entry below. */
  #isReturning = false;
  /** The object that `keepOnLeave` returned before the page was reloaded; null if there was none. */
  readonly left: unknown;
  /** True if nothing has changed since the last check. */
  #quiet = true;

  /** `parts` are the features' parts of the URL, in their order. */
  constructor(
    store: Store<AppState>,
    address: Address,
    load: (fragment: string) => void,
    parts: readonly LinkPart<never>[] = [],
  ) {
    this.#store = store;
    this.#address = address;
    this.#parts = parts;
    this.#load = load;
    this.#written = address.location.hash.replace(/^#/, "");
    this.#last = shareable(store.get());
    this.left = entryState(address).left ?? null;
  }

  /** Stores `moment()` in the current history entry when the page is left, so that it survives a reload. */
  keepOnLeave(moment: () => object | null): void {
    this.#address.addEventListener("pagehide", () => {
      const left = moment();
      const entry = entryState(this.#address);
      if (left !== null || entry.left != null) this.#address.history.replaceState({ ...entry, left }, "");
    });
  }

  start(): void {
    this.#last = shareable(this.#store.get());
    this.#store.subscribe(() => this.#follow());
    const moved = () => this.#onMove();
    this.#address.addEventListener("popstate", moved);
    this.#address.addEventListener("hashchange", moved);
  }

  /** Returns the URL of the current state, even if it has not been written to the address bar yet. */
  link(playheadS: number | null = null): string {
    return this.#linkTo(shownFragment(this.#whole(this.#store.get()), playheadS));
  }

  /** Returns the state with the features' values for its URL. */
  #whole<T extends LinkedState>(state: T): T & Pick<Shareable, "added"> {
    return { ...state, added: addedIn(state, this.#parts) };
  }

  /** Returns the URL to share. It states the version that computed the run, the run's digest and its main figures. */
  sharedLink(playheadS: number | null = null): string {
    return this.#linkTo(shownFragment(this.#whole(withOwnOrigin(this.#store.get())), playheadS));
  }

  /** Returns the URL to share for the bench, whichever screen is shown. */
  runLink(): string {
    return this.#linkTo(
      stateToFragment({ ...this.#whole(withOwnOrigin(this.#store.get())), frame: WHOLE_PAGE }),
    );
  }

  /** Returns the URL that opens the bench with this run and the given frame; by default with the whole page. */
  benchLink(frame: Frame = WHOLE_PAGE): string {
    return this.#linkTo(stateToFragment({ ...this.#whole(this.#store.get()), frame }));
  }

  /** Returns the URL that opens the bench in the given state. */
  linkOf(state: Shareable): string {
    return this.#linkTo(stateToFragment(state));
  }

  #linkTo(fragment: string): string {
    return `${this.#address.location.href.split("#")[0]}#${fragment}`;
  }

  /** Returns the bench's fragment at the time this history entry was left on another screen. It survives a reload. */
  benchBehind(): string | null {
    const { bench } = entryState(this.#address);
    return typeof bench === "string" ? bench : null;
  }

  /** Adds a history entry, for presets, so that Back returns to the previous state. */
  push(): void {
    this.#write("pushState");
  }

  /**
   * Adds a history entry for something that `open` opens over the current state, so that Back closes it and keeps the state. In a
   * page that contains this one, Back is for that page: no entry is added.
   */
  openOver(open: () => void): void {
    const { parent } = this.#address;
    if (this.#isReturning || (parent !== undefined && parent !== this.#address)) {
      open();
      return;
    }
    this.writeNow();
    const below = this.#written;
    open();
    this.#write("pushState", below);
  }

  /** Removes the entry of `openOver` after its content has been closed, unless the state below it has changed. */
  closeOver(): void {
    const { history } = this.#address;
    const state = this.#whole(this.#store.get());
    const fragment = shownFragment(state);
    if (entryState(this.#address).below !== fragment) return;
    this.#last = shareable(state);
    this.#written = fragment;
    this.#isReturning = true;
    history.back();
  }

  /** Writes the link of the current state at once, without waiting until changes have stopped. */
  writeNow(): void {
    this.#write(this.#keepsEntry ? "pushState" : "replaceState");
  }

  /** Gives the next change its own history entry, so that Back leads to this URL. */
  keepEntry(): void {
    this.#keepsEntry = true;
  }

  #isSame(a: Shown, b: Shown): boolean {
    return (
      sameShareable(a, b) &&
      (a.slices === b.slices || this.#parts.every((part) => part.valueIn(a) === part.valueIn(b)))
    );
  }

  #follow(): void {
    const state = this.#store.get();
    if (state.changing !== null || this.#isSame(state, this.#last)) return;
    this.#last = shareable(state);
    this.#quiet = false;
    this.#look();
  }

  #look(): void {
    this.#timer ??= this.#address.setTimeout(() => {
      this.#timer = null;
      if (this.#quiet && !this.#isReturning) this.writeNow();
      else {
        this.#quiet = true;
        this.#look();
      }
    }, LOOK_MS);
  }

  #write(
    how: "replaceState" | "pushState",
    below = how === "replaceState" ? entryState(this.#address).below : undefined,
  ): void {
    const state = this.#whole(this.#store.get());
    this.#last = shareable(state);
    const fragment = shownFragment(state);
    if (fragment === this.#written) return;
    this.#written = fragment;
    this.#keepsEntry = false;
    if (how === "pushState") this.#isReturning = false;
    const entry: EntryState = {
      ...(state.screen.id !== "bench" && { bench: stateToFragment(state) }),
      ...(below !== undefined && { below }),
    };
    try {
      this.#address.history[how](entry, "", `#${fragment}`);
    } catch {
      // A browser that limits history calls throws an error. The next change then writes the URL again.
      this.#written = "";
    }
  }

  #onMove(): void {
    this.#isReturning = false;
    const fragment = this.#address.location.hash.replace(/^#/, "");
    if (fragment === this.#written) return;
    this.#written = fragment;
    this.#load(fragment);
    this.#last = shareable(this.#store.get());
  }
}

function shareable(state: AppState): Shown {
  const { scenario, made, pinned, mode, watch, guide, frame, screen, slices } = state;
  return { scenario, made, pinned, mode, watch, guide, frame, screen, slices };
}

function sameShareable(a: Shown, b: Shown): boolean {
  return (
    a.screen === b.screen &&
    a.scenario === b.scenario &&
    a.made === b.made &&
    a.pinned?.scenario === b.pinned?.scenario &&
    a.mode === b.mode &&
    a.watch === b.watch &&
    a.guide === b.guide &&
    a.frame === b.frame
  );
}

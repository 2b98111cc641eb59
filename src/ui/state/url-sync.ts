/** The URL's fragment is always the state. Written at the end of a change, throttled; read on load and on history moves. */
import {
  originOf,
  originText,
  questionText,
  type RunOrigin,
  resolvePath,
  type Scenario,
  scenarioToUrl,
} from "../../engine/index.ts";
import { BUILD } from "../shared/program.ts";
import { type Frame, optionsToFragment, screenToFragment, WHOLE_PAGE } from "./page-options.ts";
import type { AppState, Asked, Store } from "./store.ts";

/**
 * Written at the second look after the last change. Browsers limit calls of the history interface (Safari allows 100 in
 * 10 s), and Chromium fetches the page's icon anew with each.
 */
const LOOK_MS = 100;

type Shareable = Pick<AppState, "scenario" | "pinned" | "mode" | "trace" | "watch"> &
  Partial<Pick<AppState, "guide" | "frame" | "made">> & { readonly why?: Pick<Asked, "question"> | null };
type Shown = Shareable & Pick<AppState, "screen">;

/** Kept beside the fragment of a screen other than the bench. */
interface Behind {
  readonly bench: string;
}

function isBehind(state: unknown): state is Behind {
  return typeof state === "object" && state !== null && "bench" in state && typeof state.bench === "string";
}

/** The fragment of whatever is on the screen. */
function shownFragment(state: Shown, playheadS: number | null = null): string {
  return state.screen.id === "bench" ? stateToFragment(state, playheadS) : screenToFragment(state.screen);
}

/** `playheadS`: where the page is to stand, if that is asked for. A live run begins at its beginning. */
export function stateToFragment(state: Shareable, playheadS: number | null = null): string {
  let fragment = scenarioToUrl(state.scenario);
  const made = originIn(state);
  if (made !== null) fragment += `&made=${originText(made)}`;
  if (state.pinned !== null) fragment += `&pin=${encodeURIComponent(scenarioToUrl(state.pinned.scenario))}`;
  if (state.mode === "live") fragment += "&mode=live";
  if (state.trace !== null) fragment += `&trace=${encodeURIComponent(state.trace)}`;
  if (state.watch !== null && linkIds(state.scenario).indexOf(state.watch) > 0)
    fragment += `&watch=${state.watch}`;
  if (playheadS !== null && state.mode !== "live") fragment += `&at=${Number(playheadS.toFixed(3))}s`;
  if (state.why && state.mode !== "live") fragment += `&why=${questionText(state.why.question)}`;
  return fragment + optionsToFragment(state.guide ?? null, state.frame ?? WHOLE_PAGE);
}

/** What a link says of its run, until a setting is changed; a live run has no digest before its end. */
export function originIn({
  made,
  scenario,
  mode,
}: Pick<Shareable, "made" | "scenario" | "mode">): RunOrigin | null {
  return made != null && made.scenario === scenario && mode !== "live" ? made.by : null;
}

/** The state with its own run in its links: this build, and the digest as soon as the run is complete. */
function withOwnOrigin(state: AppState): AppState {
  const { scenario, run } = state;
  if (run.snapshot?.done !== true || run.scenario !== scenario) return state;
  return { ...state, made: { by: originOf(BUILD, run.snapshot.digest), scenario, fragment: "" } };
}

/** What an entry of the browser's history keeps of a page that was left; null: nothing. */
function leftIn(state: unknown): unknown {
  return typeof state === "object" && state !== null && "left" in state ? state.left : null;
}

/** In the path's order: the first one is watched unless another is named. */
export function linkIds({ path }: Scenario): string[] {
  return resolvePath(path).links.map(({ id }) => id);
}

/** The part of `window` that is used: a test gives its own. */
export interface Address {
  readonly location: { readonly hash: string; readonly href: string };
  readonly history: Pick<History, "replaceState" | "pushState"> & { readonly state?: unknown };
  addEventListener(type: "hashchange" | "popstate" | "pagehide", listener: () => void): void;
  setTimeout(handler: () => void, ms: number): unknown;
}

export class UrlSync {
  readonly #store: Store<AppState>;
  readonly #address: Address;
  readonly #load: (fragment: string) => void;
  #written: string;
  #last: Shown;
  #timer: unknown = null;
  #keepsEntry = false;
  /** What `keepOnLeave` gave before the page was reloaded; null: nothing. */
  readonly left: unknown;
  /** Whether nothing has changed since the last look. */
  #quiet = true;

  constructor(store: Store<AppState>, address: Address, load: (fragment: string) => void) {
    this.#store = store;
    this.#address = address;
    this.#load = load;
    this.#written = address.location.hash.replace(/^#/, "");
    this.#last = shareable(store.get());
    this.left = leftIn(address.history.state);
  }

  /** When the page is left, this becomes part of its entry in the browser's history, and outlives a reload. */
  keepOnLeave(moment: () => object | null): void {
    this.#address.addEventListener("pagehide", () => {
      const left = moment();
      const { state } = this.#address.history;
      if (left === null && leftIn(state) === null) return;
      const behind = isBehind(state) ? { bench: state.bench } : {};
      this.#address.history.replaceState(left === null ? behind : { ...behind, left }, "");
    });
  }

  start(): void {
    this.#last = shareable(this.#store.get());
    this.#store.subscribe(() => this.#follow());
    const moved = () => this.#onMove();
    this.#address.addEventListener("popstate", moved);
    this.#address.addEventListener("hashchange", moved);
  }

  /** The link of the present state, whether or not it has been written yet. */
  link(playheadS: number | null = null): string {
    return this.#linkTo(shownFragment(this.#store.get(), playheadS));
  }

  /** To hand on: the link says which version computed the run, and its digest. */
  sharedLink(playheadS: number | null = null): string {
    return this.#linkTo(shownFragment(withOwnOrigin(this.#store.get()), playheadS));
  }

  /** The same of the bench, whatever screen is shown. */
  runLink(): string {
    return this.#linkTo(stateToFragment({ ...withOwnOrigin(this.#store.get()), frame: WHOLE_PAGE }));
  }

  /** To the bench with this run, shown as the frame says: all of it by default. */
  benchLink(frame: Frame = WHOLE_PAGE): string {
    return this.#linkTo(stateToFragment({ ...this.#store.get(), frame }));
  }

  #linkTo(fragment: string): string {
    return `${this.#address.location.href.split("#")[0]}#${fragment}`;
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

  /** The next change gets an entry of its own in the browser's history, so that Back leads to this link. */
  keepEntry(): void {
    this.#keepsEntry = true;
  }

  #follow(): void {
    const state = this.#store.get();
    if (state.changing !== null || sameShareable(state, this.#last)) return;
    this.#last = shareable(state);
    this.#quiet = false;
    this.#look();
  }

  #look(): void {
    this.#timer ??= this.#address.setTimeout(() => {
      this.#timer = null;
      if (this.#quiet) this.#write(this.#keepsEntry ? "pushState" : "replaceState");
      else {
        this.#quiet = true;
        this.#look();
      }
    }, LOOK_MS);
  }

  #write(how: "replaceState" | "pushState"): void {
    const state = this.#store.get();
    this.#last = shareable(state);
    const fragment = shownFragment(state);
    if (fragment === this.#written) return;
    this.#written = fragment;
    this.#keepsEntry = false;
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
  const { scenario, made, pinned, mode, trace, watch, guide, frame, screen, why } = state;
  return { scenario, made, pinned, mode, trace, watch, guide, frame, screen, why };
}

function sameShareable(a: Shown, b: Shown): boolean {
  return (
    a.screen === b.screen &&
    a.scenario === b.scenario &&
    a.made === b.made &&
    a.pinned?.scenario === b.pinned?.scenario &&
    a.mode === b.mode &&
    a.trace === b.trace &&
    a.watch === b.watch &&
    a.why?.question === b.why?.question &&
    a.guide === b.guide &&
    a.frame === b.frame
  );
}

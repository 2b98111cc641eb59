/** The parts of a URL other than the run: the guide, and which parts of the page are shown and may be changed. */

import type { ChangeRule } from "../../teaching/document/change-rule.ts";

/**
 * A screen of the page. The fragment of each screen except the bench begins with "screen=…", and that screen defines
 * the rest of the fragment. A fragment without "screen=" belongs to the bench, as in versions that had no other screens.
 */
export interface ScreenName {
  readonly id: string;
  readonly label: string;
}

export const BENCH_SCREEN: ScreenName = { id: "bench", label: "Bench" };

export interface Screen {
  readonly id: string;
  /** The screen's own state: the fragment without "screen". Empty for the bench, whose state is the page's. */
  readonly text: string;
}

export const BENCH: Screen = { id: "bench", text: "" };

/**
 * Returns the screen that a fragment names. `unknown` is a name that no screen has; the bench is then shown instead.
 */
export function screenOf(
  fragment: string,
  screens: readonly ScreenName[],
): Screen & { readonly unknown?: string } {
  const parts = fragment.replace(/^#/, "").split(/&(?:amp;)?/);
  const named = parts.filter((part) => part.startsWith(SCREEN)).map((part) => part.slice(SCREEN.length));
  const screen = screens.find(({ id }) => named.includes(id));
  const text = parts.filter((part) => part !== "" && !part.startsWith(SCREEN)).join("&");
  if (screen === undefined && named.length > 0) return { id: "bench", text, unknown: named[0] };
  return { id: screen?.id ?? "bench", text };
}

const SCREEN = "screen=";

/** Returns the fragment of a screen other than the bench. */
export function screenToFragment({ id, text }: Screen): string {
  return text === "" ? `screen=${id}` : `screen=${id}&${text}`;
}

/** A kind of documents that can be open next to the bench. Its name is its key in URLs, so it never changes. */
export interface GuideKind {
  readonly kind: string;
  /** Further keys of the guide that its URL keeps. */
  readonly keys?: readonly string[];
  /** Further keys that are read when the URL is opened, and not written again. */
  readonly onceKeys?: readonly string[];
}

export interface Guide {
  readonly kind: string;
  /** The name of a stored guide, or a whole guide as packed text. */
  readonly text: string;
  /** Number of the step, from 1. */
  readonly step: number;
  /** True if the guide sets the bench, because the URL contains no run. */
  readonly sets: boolean;
  /** Values of the further keys that the URL has and keeps. */
  readonly kept?: Readonly<Record<string, string>>;
  /** Values of the further keys that the opened URL had. */
  readonly once?: Readonly<Record<string, string>>;
}

/** Props of a guide's panel. */
export interface GuidePanelProps {
  readonly guide: Guide;
}

/** Themes that a URL can set. Otherwise the user's own theme applies. */
export const LINK_THEMES = ["light", "dark", "contrast"] as const;

/** What a URL says about the page around the run: which parts are shown, and which may be changed. */
export interface Frame {
  /** True inside a different page: the layout is compact, and nothing is stored. */
  readonly embed: boolean;
  /** True for a projector: large text, few controls. */
  readonly present: boolean;
  /** Names of the plots that a projector shows; empty for the usual plots. */
  readonly plots: readonly string[];
  /** Names of plots that are off by default and are switched on. */
  readonly more: readonly string[];
  /** Names of hidden pieces of the page. */
  readonly hide: readonly string[];
  /** Ids of the parameters that may be changed; null if all may be changed. */
  readonly touch: readonly string[] | null;
  /** Origins of pages that may control the run by messages when they embed this page. */
  readonly host: readonly string[];
  readonly theme: (typeof LINK_THEMES)[number] | null;
}

export const WHOLE_PAGE: Frame = {
  embed: false,
  present: false,
  plots: [],
  more: [],
  hide: [],
  touch: null,
  host: [],
  theme: null,
};

/**
 * Bounds on what may be changed on the bench. The same object must be kept while the bounds apply, because undo stops at the
 * state in which it was set.
 */
export interface Bounds extends ChangeRule {
  /** The source of the bounds, as controls name it: "The task". */
  readonly by: string;
}

interface Restricted {
  readonly frame: Frame;
  readonly bounds: Bounds | null;
}

/** Returns whether some controls may not be changed. */
export function isRestricted({ frame, bounds }: Restricted): boolean {
  return frame.touch !== null || bounds !== null;
}

/** Returns whether the URL or the guide locks the control with this id. */
export function isKept({ frame, bounds }: Restricted, id: string): boolean {
  return frame.touch?.includes(id) === false || bounds?.touch?.includes(id) === false;
}

/** Returns the options in canonical order, without defaults. */
export function optionsToFragment(guide: Guide | null, frame: Frame): string {
  const { embed, present, plots, more, hide, touch, host, theme } = frame;
  let text = "";
  if (guide !== null) {
    text += `&${guide.kind}=${encodeURIComponent(guide.text)}`;
    for (const [key, value] of Object.entries(guide.kept ?? {}))
      text += `&${key}=${encodeURIComponent(value)}`;
    if (guide.step > 1) text += `&guide-step=${guide.step}`;
  }
  if (embed) text += "&embed=1";
  if (present) text += "&present=1";
  if (plots.length > 0) text += `&plots=${plots.join(",")}`;
  if (more.length > 0) text += `&more=${more.join(",")}`;
  if (hide.length > 0) text += `&hide=${hide.join(",")}`;
  if (touch !== null) text += `&touch=${touch.join(",")}`;
  if (host.length > 0) text += `&host=${host.join(",")}`;
  if (theme !== null) text += `&theme=${theme}`;
  return text;
}

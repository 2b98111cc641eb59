/** What a link says beside the run: who leads through the bench, and what of the page is seen and may be touched. */

import type { ChangeRule } from "../../teaching/change-rule.ts";

/**
 * The screens of the page. The fragment of any but the bench begins with "screen=…"; what follows is that screen's own. A
 * fragment without it is the bench's, as it was before there were others.
 */

export const SCREENS = [
  { id: "bench", label: "Bench" },
  { id: "lessons", label: "Lessons" },
  { id: "papers", label: "Papers" },
  { id: "sweep", label: "Sweep" },
  { id: "notebook", label: "Notebook" },
  { id: "report", label: "Report" },
  { id: "class", label: "Class" },
] as const;

export type ScreenId = (typeof SCREENS)[number]["id"];

export interface Screen {
  readonly id: ScreenId;
  /** What the screen shows, in its own words: the fragment without "screen". The bench's is in the page's state. */
  readonly text: string;
}

export const BENCH: Screen = { id: "bench", text: "" };

/** `unknown`: what is named as a screen where there is none of that name; the bench is shown then. */
export function screenOf(fragment: string): Screen & { readonly unknown?: string } {
  const parts = fragment.replace(/^#/, "").split(/&(?:amp;)?/);
  const named = parts.filter((part) => part.startsWith(SCREEN)).map((part) => part.slice(SCREEN.length));
  const screen = SCREENS.find(({ id }) => named.includes(id));
  const text = parts.filter((part) => part !== "" && !part.startsWith(SCREEN)).join("&");
  if (screen === undefined && named.length > 0) return { id: "bench", text, unknown: named[0] };
  return { id: screen?.id ?? "bench", text };
}

const SCREEN = "screen=";

/** Of a screen other than the bench. */
export function screenToFragment({ id, text }: Screen): string {
  return text === "" ? `screen=${id}` : `screen=${id}&${text}`;
}

export const GUIDES = ["lesson", "task", "talk"] as const;
export type GuideKind = (typeof GUIDES)[number];

export interface Guide {
  readonly kind: GuideKind;
  /** The name of a stored one, or a whole one as a packed text. */
  readonly text: string;
  /** From 1. */
  readonly step: number;
  /** Whether it sets the bench: the link says nothing of a run itself. */
  readonly sets: boolean;
  /** A student's code, where the link is a hand-in. */
  readonly handIn?: string;
  /** Who works on a task, where the link says it: from a learning platform. */
  readonly student?: string;
  /** The code of his work so far, where the platform has kept it. */
  readonly last?: string;
}

/** What the panel of a guide is given. */
export interface GuidePanelProps {
  readonly guide: Guide;
}

/** The colours that a link can ask for; without it they are the reader's own. */
export const LINK_THEMES = ["light", "dark", "contrast"] as const;

export interface Frame {
  /** Inside another page: compact, and nothing is remembered. */
  readonly embed: boolean;
  /** For a projector: large, with few controls. */
  readonly present: boolean;
  /** Names of the plots that a projector shows; empty: the usual ones. */
  readonly plots: readonly string[];
  /** Names of pieces of the page that are not seen. */
  readonly hide: readonly string[];
  /** Ids of the parameters that may be changed; null: all. */
  readonly touch: readonly string[] | null;
  /** Origins of pages that may change the run by messages, where they have this one in a frame. */
  readonly host: readonly string[];
  readonly theme: (typeof LINK_THEMES)[number] | null;
}

export const WHOLE_PAGE: Frame = {
  embed: false,
  present: false,
  plots: [],
  hide: [],
  touch: null,
  host: [],
  theme: null,
};

/**
 * What may be changed on the bench, where that is not everything. Whoever sets it keeps the same object while it holds:
 * undo goes back no further than to where it began.
 */
export interface Bounds extends ChangeRule {
  /** Who says so, as a control tells it: "The task". */
  readonly by: string;
}

interface Restricted {
  readonly frame: Frame;
  readonly bounds: Bounds | null;
}

/** Whether what may be changed is not everything. */
export function isRestricted({ frame, bounds }: Restricted): boolean {
  return frame.touch !== null || bounds !== null;
}

/** Whether link or guide keep what has this id as it is. */
export function isKept({ frame, bounds }: Restricted, id: string): boolean {
  return frame.touch?.includes(id) === false || bounds?.touch?.includes(id) === false;
}

/** In canonical order, without what is as usual. */
export function optionsToFragment(guide: Guide | null, frame: Frame): string {
  const { embed, present, plots, hide, touch, host, theme } = frame;
  let text = "";
  if (guide !== null) {
    text += `&${guide.kind}=${encodeURIComponent(guide.text)}`;
    if (guide.student !== undefined) text += `&student=${encodeURIComponent(guide.student)}`;
    if (guide.step > 1) text += `&guide-step=${guide.step}`;
  }
  if (embed) text += "&embed=1";
  if (present) text += "&present=1";
  if (plots.length > 0) text += `&plots=${plots.join(",")}`;
  if (hide.length > 0) text += `&hide=${hide.join(",")}`;
  if (touch !== null) text += `&touch=${touch.join(",")}`;
  if (host.length > 0) text += `&host=${host.join(",")}`;
  if (theme !== null) text += `&theme=${theme}`;
  return text;
}

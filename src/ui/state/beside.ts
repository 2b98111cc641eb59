/** What a link says beside the run: who leads through the bench, and what of the page is seen and may be touched. */

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
}

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
}

export const WHOLE_PAGE: Frame = { embed: false, present: false, plots: [], hide: [], touch: null };

/** What may be changed on the bench, where that is not everything. */
export interface Bounds {
  /** Ids of parameters, "aqm" and "cc" among them; null: all. */
  readonly touch: readonly string[] | null;
  /** Of a number, in the parameter's unit. A parameter without an entry keeps its own range. */
  readonly ranges: ReadonlyMap<string, readonly [min: number, max: number]>;
  /** Who says so, as a control tells it: "The task". */
  readonly by: string;
}

/** In canonical order, without what is as usual. */
export function besideToFragment(guide: Guide | null, { embed, present, plots, hide, touch }: Frame): string {
  let text = "";
  if (guide !== null) {
    text += `&${guide.kind}=${encodeURIComponent(guide.text)}`;
    if (guide.step > 1) text += `&step=${guide.step}`;
  }
  if (embed) text += "&embed=1";
  if (present) text += "&present=1";
  if (plots.length > 0) text += `&plots=${plots.join(",")}`;
  if (hide.length > 0) text += `&hide=${hide.join(",")}`;
  if (touch !== null) text += `&touch=${touch.join(",")}`;
  return text;
}

/** A link in the making: how the page is shown, what of it is seen, what may be touched. */
import { type Frame, WHOLE_PAGE } from "../state/beside.ts";

export const SHOWN_AS = ["embed", "bench", "present"] as const;
export type ShownAs = (typeof SHOWN_AS)[number];

export const TOUCHES = ["all", "some", "none"] as const;
export type Touch = (typeof TOUCHES)[number];

export interface LinkDraft {
  readonly shownAs: ShownAs;
  readonly hide: readonly string[];
  readonly touch: Touch;
  /** What may be touched where that is some. */
  readonly named: readonly string[];
  readonly theme: Frame["theme"];
  /** As typed: the page around, where it is to set the run by messages. */
  readonly host: string;
  /** Of the frame, in px. */
  readonly width: number;
  readonly height: number;
}

export const START_DRAFT: LinkDraft = {
  shownAs: "embed",
  hide: [],
  touch: "all",
  named: [],
  theme: null,
  host: "",
  width: 900,
  height: 640,
};

/** Of a frame, in px. */
export const SMALLEST = 200;
export const LARGEST = 4000;

/** Sizes that pages and slides have room for. */
export const SIZES: readonly { readonly label: string; readonly width: number; readonly height: number }[] = [
  { label: "Phone", width: 360, height: 560 },
  { label: "Column of a page", width: 640, height: 560 },
  { label: "Page", width: 900, height: 640 },
  { label: "Whole width", width: 1200, height: 800 },
];

/** Where the page stands by itself, "https://course.example/week-3" is the page of "https://course.example". */
export function originOf(text: string): string | null {
  const given = text.trim();
  if (!/^https?:\/\//.test(given) || !URL.canParse(given)) return null;
  return new URL(given).origin;
}

export function frameOf({ shownAs, hide, touch, named, theme, host }: LinkDraft): Frame {
  const embed = shownAs === "embed";
  const origin = embed ? originOf(host) : null;
  return {
    ...WHOLE_PAGE,
    embed,
    present: shownAs === "present",
    // A projector chooses its plots by itself.
    hide: shownAs === "present" ? WHOLE_PAGE.hide : hide,
    touch: touch === "all" ? null : touch === "none" ? [] : named,
    host: origin === null ? WHOLE_PAGE.host : [origin],
    theme,
  };
}

export function withTick(list: readonly string[], id: string, on: boolean): readonly string[] {
  return on ? [...list.filter((one) => one !== id), id] : list.filter((one) => one !== id);
}

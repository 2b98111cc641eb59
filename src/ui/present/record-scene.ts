/** A scene of a talk from what the bench shows now. */
import type { WrittenScene } from "../../teaching/talk.ts";
import { WHOLE_PAGE } from "../state/beside.ts";
import type { AppState } from "../state/store.ts";
import { stateToFragment } from "../state/url-sync.ts";

export type Recorded = Pick<WrittenScene, "link" | "theory" | "peak" | "zoom">;

/** The run, the pinned one, the moment, the plots of a projector, what may be touched, and how the plots are seen. */
export function recordedScene(state: AppState): Recorded {
  const { view, playback } = state;
  const frame = { ...WHOLE_PAGE, plots: state.frame.plots, touch: state.frame.touch };
  const zoom = view.zoom && ([hundredths(view.zoom[0]), hundredths(view.zoom[1])] as const);
  return {
    link: stateToFragment({ ...state, guide: null, frame }, hundredths(playback.playheadS)),
    theory: view.theory,
    peak: view.wholeRange,
    zoom,
  };
}

function hundredths(seconds: number): number {
  return Math.round(seconds * 100) / 100;
}

/** The link with other plots, or with other controls; an empty list: the usual ones. */
export function withNames(link: string, key: "plots" | "touch", names: readonly string[]): string {
  const others = link.split("&").filter((part) => !part.startsWith(`${key}=`));
  return [...others, ...(names.length > 0 ? [`${key}=${names.join(",")}`] : [])].join("&");
}

/** What a link names there. */
export function namesIn(link: string, key: "plots" | "touch"): string[] {
  const part = link.split("&").find((one) => one.startsWith(`${key}=`));
  return part === undefined ? [] : namesOf(part.slice(key.length + 1));
}

/** Of a text with commas. */
export function namesOf(text: string): string[] {
  return text
    .split(",")
    .map((name) => name.trim())
    .filter((name) => name !== "");
}

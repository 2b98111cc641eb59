/** The spotlight: it points at a piece of the page, or at a time range on a plot. */

import { useEffect, useState, useSyncExternalStore } from "react";
import { createPortal } from "react-dom";
import type { TimeRange } from "../../../teaching/document/links.ts";
import type { Bench } from "../../core/bench.ts";
import { timeView } from "../../core/run-view.ts";
import { createStore } from "../../core/store.ts";
import { useBench } from "../../core/use-store.ts";
import { sharedMargins } from "../../shared/chart/plot-geometry.ts";
import { SymbolText } from "../../shared/SymbolText.tsx";
import { findPiece, PIECES } from "../pieces.ts";
import "./spotlight.css";

interface Spot {
  readonly piece: string;
  readonly stretch: TimeRange | null;
  /** Label of a few words that tells the user what to look at. */
  readonly label: string;
}

/** There is one spotlight on the page, since a reader looks at one place at a time. */
export const spotlight = createStore<{
  readonly spot: Spot | null;
  /** Number of times that the guide's panel was folded because it covered the piece. */
  readonly folds: number;
}>({ spot: null, folds: 0 });

export function darken(): void {
  if (spotlight.get().spot !== null) spotlight.set({ spot: null });
}

/** Interval (ms) and number of checks for a piece whose code is still loading. */
const OFTEN_MS = 150;
const TRIES = 20;

/** Points at a piece as soon as it exists, without taking the focus. The returned function stops this. */
export function pointAtSoon(bench: Bench, spot: Spot): () => void {
  let tries = 0;
  const timer = setInterval(() => {
    tries++;
    if (findPiece(spot.piece) === null && tries < TRIES) return;
    clearInterval(timer);
    pointAt(bench, spot, false);
  }, OFTEN_MS);
  return () => {
    clearInterval(timer);
    darken();
  };
}

/**
 * Points at a piece, or announces that it is missing. `asked`: true if the student requested it and may want to use the piece.
 */
export function pointAt(bench: Bench, spot: Spot, asked = true): void {
  const place = findPiece(spot.piece);
  if (place === null) {
    bench.announcer.say(`${spot.label} is not visible now.`);
    return;
  }
  openFolds(place);
  if (spot.stretch !== null) showStretch(bench, spot.stretch);
  // The control gets the focus, so that a keyboard user can use it immediately.
  if (asked && !PIECES.some(({ id }) => id === spot.piece))
    place.querySelector<HTMLElement>("input, select, button")?.focus({ preventScroll: true });
  place.scrollIntoView({ block: "nearest", inline: "nearest" });
  // The guide's panel is folded only at the user's request, because the user may be reading it. In a wide window it only becomes
  // lower.
  if (!asked && isSheet() && isCovered(place, HALF)) return;
  if (asked || !isSheet()) uncover(place);
  spotlight.set({ spot });
  const { stretch } = spot;
  const when = stretch === null ? "" : `, from ${stretch.fromS} s to ${stretch.toS} s`;
  bench.announcer.say(`Look at ${spot.label}${when}.`);
}

/** Scrolls to a piece of the page, and makes room if the guide's panel covers the piece or takes its place. */
export function uncover(place: HTMLElement, block: ScrollLogicalPosition = "nearest"): void {
  place.scrollIntoView({ block, inline: "nearest" });
  if (!isCovered(place, MOST)) return;
  spotlight.set(({ folds }) => ({ folds: folds + 1 }));
  requestAnimationFrame(() => place.scrollIntoView({ block, inline: "nearest" }));
}

/** Shares of a piece that must be visible beside the sheet of a narrow window: for a hint, and at the user's request. */
const HALF = 0.5;
const MOST = 0.8;

/** Returns whether the guide's panel is a sheet at the bottom of a narrow window, which can be folded. */
function isSheet(): boolean {
  const fold = document.querySelector(".guide__fold");
  return fold !== null && fold.getClientRects().length > 0;
}

function isCovered(place: HTMLElement, share: number): boolean {
  const guide = document.querySelector(".guide")?.getBoundingClientRect();
  if (guide === undefined) return false;
  return isCut(place.getBoundingClientRect(), guide, scrollerOf(place), isSheet() ? share : null);
}

/** Returns the box of the part of the page in which a piece scrolls; of the window if there is none. */
function scrollerOf(place: HTMLElement): Extent {
  for (let parent = place.parentElement; parent !== null; parent = parent.parentElement) {
    const { overflowY, display } = getComputedStyle(parent);
    // A column of a narrow window has no box of its own.
    if (/auto|scroll/.test(overflowY) && display !== "contents" && parent.parentElement !== null)
      return parent.getBoundingClientRect();
  }
  return { left: 0, right: innerWidth, top: 0, bottom: innerHeight };
}

interface Extent {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

/**
 * Returns whether the guide's panel leaves too little of a piece. Beside a sheet, `share` of the piece must be visible. In the
 * column of a wide window (`share` is null) all of it must be, unless it is higher than half of the column.
 */
export function isCut(piece: Extent, guide: Extent, scroller: Extent, share: number | null): boolean {
  if (guide.left >= piece.right || guide.right <= piece.left) return false;
  const top = Math.max(piece.top, scroller.top);
  const bottom = Math.min(piece.bottom, scroller.bottom, share === null ? piece.bottom : guide.top);
  const height = piece.bottom - piece.top;
  const needed = share === null ? Math.min(height, (scroller.bottom - guide.top) / 2) : height * share;
  return bottom - top < needed - 1;
}

function openFolds(place: HTMLElement): void {
  for (
    let fold = place.closest("details");
    fold !== null;
    fold = fold.parentElement?.closest("details") ?? null
  )
    fold.open = true;
}

/** Shows a time range. Resets a zoom that would hide it. */
function showStretch(bench: Bench, { fromS, toS }: TimeRange): void {
  const view = timeView(bench.store.get());
  if (fromS < view.fromS || toS > view.toS)
    bench.store.set((state) => ({ view: { ...state.view, zoom: null } }));
}

interface Box {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

const AROUND_PX = 4;

/** Returns the piece's current box in the window; null while it is not visible. */
function boxOf(bench: Bench, { piece, stretch }: Spot): Box | null {
  const place = findPiece(piece);
  const plot = stretch === null ? null : (place?.querySelector(".chart-box") ?? null);
  const box = (plot ?? place)?.getBoundingClientRect();
  if (place === null || box === undefined || box.width === 0) return null;
  if (plot === null || stretch === null) {
    // What has been scrolled out of sight is not framed.
    const seen = scrollerOf(place);
    const top = Math.max(box.top - AROUND_PX, seen.top);
    const bottom = Math.min(box.bottom + AROUND_PX, seen.bottom);
    if (bottom <= top) return null;
    return { left: box.left - AROUND_PX, top, width: box.width + 2 * AROUND_PX, height: bottom - top };
  }
  const { fromS, toS } = timeView(bench.store.get());
  const [from, to] = stretchPx(box.width, [fromS, toS], stretch);
  return { left: box.left + from, top: box.top, width: to - from, height: box.height };
}

/**
 * Converts a range of time to its start and end in a time plot (px from the left edge of the plot's box). A range that is too
 * narrow to be seen is widened.
 */
export function stretchPx(
  widthPx: number,
  [viewFromS, viewToS]: readonly [number, number],
  { fromS, toS }: TimeRange,
): [number, number] {
  const { left, right } = sharedMargins(widthPx, true);
  const at = (timeS: number) =>
    left + (widthPx - left - right) * Math.min(1, Math.max(0, (timeS - viewFromS) / (viewToS - viewFromS)));
  const [from, to] = [at(fromS), at(toS)];
  const missing = Math.max(0, LEAST_PX - (to - from)) / 2;
  return [from - missing, to + missing];
}

const LEAST_PX = 12;

const spotOf = () => spotlight.get().spot;

/** An outline around a piece, with everything else dimmed. It ignores clicks; the next action of the user removes it. */
export function Spotlight() {
  const spot = useSyncExternalStore(spotlight.subscribe, spotOf, spotOf);
  useEffect(() => darken, []);
  // Covers the whole page except the guide, whose text the reader still needs.
  return spot && createPortal(<Light spot={spot} />, document.body);
}

/** Room for the label above the outline. */
const LABEL_ROOM_PX = 40;

function Light({ spot }: { readonly spot: Spot }) {
  const box = useBox(spot);
  useEndByActs(spot);
  if (box === null) return null;
  const { top, left, width, height } = box;
  const over = top > LABEL_ROOM_PX + 52;
  return (
    <div className="spotlight" style={{ top, left, width, height }} aria-hidden="true">
      <span className={over ? "spotlight__label" : "spotlight__label spotlight__label--under"}>
        <SymbolText text={spot.label} />
      </span>
    </div>
  );
}

/** Follows every scroll and resize, and does no work while nothing moves. */
function useBox(spot: Spot): Box | null {
  const bench = useBench();
  const [box, setBox] = useState<Box | null>(null);
  useEffect(() => {
    const follow = () => setBox(boxOf(bench, spot));
    // A plot that has just been loaded moves what is below it.
    const sized = new ResizeObserver(() => {
      findPiece(spot.piece)?.scrollIntoView({ block: "nearest", inline: "nearest" });
      follow();
    });
    sized.observe(document.documentElement);
    for (const part of document.querySelectorAll(".chart-box, .rail")) sized.observe(part);
    document.addEventListener("scroll", follow, { capture: true, passive: true });
    return () => {
      sized.disconnect();
      document.removeEventListener("scroll", follow, { capture: true });
    };
  }, [bench, spot]);
  return box;
}

function useEndByActs(spot: Spot): void {
  useEffect(() => {
    void spot;
    const onKey = (event: KeyboardEvent) => {
      if (["Shift", "Control", "Alt", "Meta", "Tab"].includes(event.key)) return;
      if (event.key === "Escape") event.stopPropagation();
      darken();
    };
    document.addEventListener("pointerdown", darken, true);
    document.addEventListener("keydown", onKey, true);
    return () => {
      document.removeEventListener("pointerdown", darken, true);
      document.removeEventListener("keydown", onKey, true);
    };
  }, [spot]);
}

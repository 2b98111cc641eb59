/** What the eye is led to: a piece of the page, or a stretch of time on a plot. */

import { useEffect, useState, useSyncExternalStore } from "react";
import { createPortal } from "react-dom";
import type { Stretch } from "../../../teaching/links.ts";
import { sharedMargins } from "../../shared/chart/plot-geometry.ts";
import { SymbolText } from "../../shared/SymbolText.tsx";
import type { Bench } from "../../state/bench.ts";
import { findPiece, PIECES } from "../../state/pieces.ts";
import { timeView } from "../../state/run-view.ts";
import { createStore } from "../../state/store.ts";
import { useBench } from "../../state/use-store.ts";

interface Spot {
  readonly piece: string;
  readonly stretch: Stretch | null;
  /** What one is to see there, in a few words. */
  readonly label: string;
}

/** One for the page: there is one eye to lead. */
export const spotlight = createStore<{
  readonly spot: Spot | null;
  /** Counts how often the sheet of the guide has had to be folded because it covered what is pointed at. */
  readonly folds: number;
}>({ spot: null, folds: 0 });

export function darken(): void {
  if (spotlight.get().spot !== null) spotlight.set({ spot: null });
}

/** Of a program that is on its way. */
const OFTEN_MS = 150;
const TRIES = 20;

/** By itself: without taking the focus, and as soon as the piece is there. Ends with what it returns. */
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

/** Says so where there is no such piece. `asked`: by the student, who can then use it. */
export function pointAt(bench: Bench, spot: Spot, asked = true): void {
  const place = findPiece(spot.piece);
  if (place === null) {
    bench.announcer.say(`${spot.label} is not on the screen now.`);
    return;
  }
  openFolds(place);
  if (spot.stretch !== null) showStretch(bench, spot.stretch);
  // Whoever came by keyboard can use what is shown at once.
  if (asked && !PIECES.some(({ id }) => id === spot.piece))
    place.querySelector<HTMLElement>("input, select, button")?.focus({ preventScroll: true });
  place.scrollIntoView({ block: "nearest", inline: "nearest" });
  // The text that is being read is folded only at the reader's request.
  if (!asked && isCovered(place)) return;
  uncover(place);
  spotlight.set({ spot });
  const { stretch } = spot;
  const when = stretch === null ? "" : `, from ${stretch.fromS} s to ${stretch.toS} s`;
  bench.announcer.say(`Look at ${spot.label}${when}.`);
}

/** Scrolls to a piece of the page, and folds the sheet of the guide where that covers the piece. */
export function uncover(place: HTMLElement, block: ScrollLogicalPosition = "nearest"): void {
  place.scrollIntoView({ block, inline: "nearest" });
  if (!isCovered(place)) return;
  spotlight.set(({ folds }) => ({ folds: folds + 1 }));
  requestAnimationFrame(() => place.scrollIntoView({ block, inline: "nearest" }));
}

/** Half of it or more under the guide's own sheet. */
function isCovered(place: HTMLElement): boolean {
  const { left, top, height } = place.getBoundingClientRect();
  const sheet = document.querySelector(".guide")?.getBoundingClientRect();
  return sheet !== undefined && sheet.left <= left && sheet.top < top + height / 2;
}

function openFolds(place: HTMLElement): void {
  for (
    let fold = place.closest("details");
    fold !== null;
    fold = fold.parentElement?.closest("details") ?? null
  )
    fold.open = true;
}

/** A zoom that would hide it is given up. */
function showStretch(bench: Bench, { fromS, toS }: Stretch): void {
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

/** Where it lies in the window now; null while it cannot be seen. */
function boxOf(bench: Bench, { piece, stretch }: Spot): Box | null {
  const place = findPiece(piece);
  const plot = stretch === null ? null : (place?.querySelector(".chart-box") ?? null);
  const box = (plot ?? place)?.getBoundingClientRect();
  if (box === undefined || box.width === 0) return null;
  if (plot === null || stretch === null)
    return {
      left: box.left - AROUND_PX,
      top: box.top - AROUND_PX,
      width: box.width + 2 * AROUND_PX,
      height: box.height + 2 * AROUND_PX,
    };
  const { fromS, toS } = timeView(bench.store.get());
  const [from, to] = stretchPx(box.width, [fromS, toS], stretch);
  return { left: box.left + from, top: box.top, width: to - from, height: box.height };
}

/** From and to in px from the left of a time plot's box, at least as wide as can be seen. */
export function stretchPx(
  widthPx: number,
  [viewFromS, viewToS]: readonly [number, number],
  { fromS, toS }: Stretch,
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

/** An outline around what is pointed at, all else dimmed. It takes no clicks: the next act of any kind ends it. */
export function Spotlight() {
  const spot = useSyncExternalStore(spotlight.subscribe, spotOf, spotOf);
  useEffect(() => darken, []);
  // Over the whole page but the guide itself, whose text is to be read meanwhile.
  return spot && createPortal(<Light spot={spot} />, document.body);
}

/** Of a label over the outline. */
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

/** Follows whatever scrolls or changes its size; nothing runs while it rests. */
function useBox(spot: Spot): Box | null {
  const bench = useBench();
  const [box, setBox] = useState<Box | null>(null);
  useEffect(() => {
    const follow = () => setBox(boxOf(bench, spot));
    const sized = new ResizeObserver(follow);
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

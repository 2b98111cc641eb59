/**
 * A small copy of the projected picture in the speaker's window, updated when the picture changes. The copy is in a
 * frame with the size of the projected page, which gives it the same layout. Plots are copied as pixels.
 */
import { useEffect, useRef } from "react";
import { useBench } from "../../core/use-store.ts";
import { copyLooks } from "./open-speaker-window.ts";

/** Time in which changes are collected (ms). The copy is made after the changes have been painted. */
const GATHER_MS = 150;
/**
 * Time in ms after which the copy is made again. No event reports that a canvas has been painted, and a busy machine paints
 * late.
 */
const SETTLE_MS = 1200;

export function WallPicture() {
  const bench = useBench();
  const frame = useRef<HTMLIFrameElement>(null);
  useEffect(() => {
    const place = frame.current;
    const wall = document.querySelector(".projector");
    if (place === null || wall === null) return;
    let timer: ReturnType<typeof setTimeout> | null = null;
    let settling: ReturnType<typeof setTimeout> | undefined;
    const follow = () => {
      timer ??= setTimeout(() => {
        timer = null;
        copyInto(place, wall);
      }, GATHER_MS);
      clearTimeout(settling);
      settling = setTimeout(() => copyInto(place, wall), SETTLE_MS);
    };
    const observer = new MutationObserver(follow);
    // The parent element contains the dialogs too.
    const page = wall.parentElement ?? wall;
    observer.observe(page, { subtree: true, childList: true, characterData: true, attributes: true });
    const speaker = place.ownerDocument.defaultView;
    const leave = [bench.pathStates.subscribe(follow), bench.store.subscribe(follow)];
    // Firefox soon replaces the document of a new frame with a different empty document.
    place.addEventListener("load", follow);
    for (const view of [window, speaker]) view?.addEventListener("resize", follow);
    follow();
    return () => {
      observer.disconnect();
      for (const end of leave) end();
      place.removeEventListener("load", follow);
      for (const view of [window, speaker]) view?.removeEventListener("resize", follow);
      if (timer !== null) clearTimeout(timer);
      clearTimeout(settling);
    };
  }, [bench]);
  return (
    <div className="wall">
      <iframe ref={frame} className="wall__picture" title="The picture on the wall" tabIndex={-1} inert />
    </div>
  );
}

function copyInto(frame: HTMLIFrameElement, wall: Element): void {
  const [box, page] = [frame.parentElement, frame.contentDocument];
  if (box === null || page === null) return;
  const { innerWidth: width, innerHeight: height } = window;
  const scale = box.clientWidth / width;
  setStyle(box, { "--wall-height": `${height * scale}px` });
  setStyle(frame, { width: `${width}px`, height: `${height}px`, transform: `scale(${scale})` });
  copyLooks(page);
  const picture = page.importNode(wall, true);
  const finer = Math.min(1, scale * (page.defaultView?.devicePixelRatio ?? 1));
  copyWhatNoCloneHas(wall, picture, finer);
  const dialog = document.querySelector("dialog[open]");
  page.body.replaceChildren(picture, ...(dialog === null ? [] : [page.importNode(dialog, true)]));
}

function setStyle(element: HTMLElement, style: Record<string, string>): void {
  for (const [name, value] of Object.entries(style)) element.style.setProperty(name, value);
}

/**
 * Copies what cloning omits: pixels, values of fields, and styles of single elements. The page's policy allows such
 * styles only through the interface used here.
 */
function copyWhatNoCloneHas(wall: Element, picture: Element, finer: number): void {
  const copies = [picture, ...picture.querySelectorAll("*")];
  for (const [place, shown] of [wall, ...wall.querySelectorAll("*")].entries()) {
    const copy = copies[place];
    if ("style" in shown && shown.getAttribute("style") !== null)
      (copy as HTMLElement).style.cssText = (shown as HTMLElement).style.cssText;
    if (shown instanceof HTMLCanvasElement) copyPixels(shown, copy as HTMLCanvasElement, finer);
    else if (shown instanceof HTMLInputElement) (copy as HTMLInputElement).value = shown.value;
    else if (shown instanceof HTMLSelectElement)
      (copy as HTMLSelectElement).selectedIndex = shown.selectedIndex;
  }
}

function copyPixels(shown: HTMLCanvasElement, copy: HTMLCanvasElement, finer: number): void {
  if (shown.width === 0 || shown.height === 0) return;
  copy.width = Math.max(1, Math.round(shown.width * finer));
  copy.height = Math.max(1, Math.round(shown.height * finer));
  const paint = copy.getContext("2d");
  if (paint === null) return;
  paint.imageSmoothingQuality = "high";
  paint.drawImage(shown, 0, 0, copy.width, copy.height);
}

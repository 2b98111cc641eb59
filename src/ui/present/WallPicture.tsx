/**
 * The picture on the wall, small, in the speaker's window: a copy of what the projector shows, taken when that has changed.
 * A frame of the wall's own size holds it, so that it is laid out as it is there; drawn plots are copied as pixels.
 */
import { useEffect, useRef } from "react";
import { useBench } from "../state/use-store.ts";

/** All changes of one moment at once, when they have been painted. */
const GATHER_MS = 150;
/** Nothing tells that a canvas has been painted, and a machine with much to do paints late: looked at once more. */
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
    // With the place of the dialogs.
    const page = wall.parentElement ?? wall;
    observer.observe(page, { subtree: true, childList: true, characterData: true, attributes: true });
    const speaker = place.ownerDocument.defaultView;
    const leave = [bench.pictures.subscribe(follow), bench.store.subscribe(follow)];
    // Firefox puts another empty page into a frame a moment after it was made.
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

/** Pixels, what fields say, and styles of single elements, which the page's policy allows by this way alone. */
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

/** The looks of this page for another document of it: style sheets that are not there yet, and what its root says. */
export function copyLooks(page: Document): void {
  const there = new Set([...page.head.querySelectorAll("link, style")].map(nameOfSheet));
  for (const sheet of document.querySelectorAll<HTMLElement>('link[rel="stylesheet"], style')) {
    if (there.has(nameOfSheet(sheet))) continue;
    const copy = page.importNode(sheet, true);
    // The other document has no address of its own that theirs could be relative to.
    if (sheet instanceof HTMLLinkElement) copy.setAttribute("href", sheet.href);
    page.head.append(copy);
  }
  for (const { name, value } of document.documentElement.attributes)
    if (name !== "style") page.documentElement.setAttribute(name, value);
  const { defaultView: view } = page;
  if (view === null) return;
  // What a link hides is hidden by sheets without an element; such a sheet belongs to one document.
  page.adoptedStyleSheets = document.adoptedStyleSheets.map((sheet) => {
    const copy = new (view as Window & typeof globalThis).CSSStyleSheet();
    copy.replaceSync([...sheet.cssRules].map(({ cssText }) => cssText).join("\n"));
    return copy;
  });
}

function nameOfSheet(sheet: Element): string {
  return "href" in sheet ? String(sheet.href) : (sheet.textContent ?? "");
}

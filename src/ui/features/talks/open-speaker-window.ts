/** Opens the window of the speaker, and gives other documents the look of this page. */
import { nameHere } from "../../core/device.ts";

const FEATURES = "popup,width=1180,height=720";

/** Opens the speaker's window. Returns null if the browser blocks it. */
export function openSpeakerWindow(): Window | null {
  const opened = window.open("", nameHere("speaker"), FEATURES);
  if (opened === null) return null;
  const { document: page } = opened;
  page.title = "Speaker · Sawtooth";
  page.documentElement.lang = document.documentElement.lang;
  page.body.className = "speaker-page";
  page.body.replaceChildren();
  page.head.querySelectorAll("link, style").forEach((before) => {
    before.remove();
  });
  copyLooks(page);
  return opened;
}

/** Copies this page's style to another document: missing style sheets, and the attributes of the root element. */
export function copyLooks(page: Document): void {
  const there = new Set([...page.head.querySelectorAll("link, style")].map(nameOfSheet));
  for (const sheet of document.querySelectorAll<HTMLElement>('link[rel="stylesheet"], style')) {
    if (there.has(nameOfSheet(sheet))) continue;
    const copy = page.importNode(sheet, true);
    // The other document has no address that a relative link could refer to.
    if (sheet instanceof HTMLLinkElement) copy.setAttribute("href", sheet.href);
    page.head.append(copy);
  }
  for (const { name, value } of document.documentElement.attributes)
    if (name !== "style") page.documentElement.setAttribute(name, value);
  const { defaultView: view } = page;
  if (view === null) return;
  // Parts that the URL hides are hidden by constructed style sheets, which belong to one document.
  page.adoptedStyleSheets = document.adoptedStyleSheets.map((sheet) => {
    const copy = new (view as Window & typeof globalThis).CSSStyleSheet();
    copy.replaceSync([...sheet.cssRules].map(({ cssText }) => cssText).join("\n"));
    return copy;
  });
}

function nameOfSheet(sheet: Element): string {
  return "href" in sheet ? String(sheet.href) : (sheet.textContent ?? "");
}

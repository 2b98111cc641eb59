/** A second window for the speaker's own screen, empty but for this page's styles: what stands in it this page draws. */

const NAME = "sawtooth-speaker";
const FEATURES = "popup,width=900,height=620";

/** Null where the browser does not allow another window. */
export function openSpeakerWindow(): Window | null {
  const opened = window.open("", NAME, FEATURES);
  if (opened === null) return null;
  const { document: page } = opened;
  page.title = "Speaker · Sawtooth";
  page.documentElement.lang = document.documentElement.lang;
  page.body.className = "speaker-page";
  page.body.replaceChildren();
  page.head.querySelectorAll("link, style").forEach((before) => {
    before.remove();
  });
  for (const sheet of document.querySelectorAll<HTMLElement>('link[rel="stylesheet"], style')) {
    const copy = page.importNode(sheet, true);
    // The window has no address of its own that theirs could be relative to.
    if (sheet instanceof HTMLLinkElement) copy.setAttribute("href", sheet.href);
    page.head.append(copy);
  }
  return opened;
}

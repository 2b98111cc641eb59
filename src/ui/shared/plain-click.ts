/** Clicks on links that the page answers itself. */
import type { MouseEvent } from "react";

/** Any other click is the browser's: a new tab, a new window, a download. */
export function isPlainClick(event: MouseEvent): boolean {
  return event.button === 0 && !event.ctrlKey && !event.metaKey && !event.shiftKey && !event.altKey;
}

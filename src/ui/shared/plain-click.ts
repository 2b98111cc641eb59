/** Clicks on links that the page handles itself. */
import type { MouseEvent } from "react";

/**
 * Returns whether a click is plain. Clicks that are not plain are left to the browser: a new tab, a new window, a
 * download.
 */
export function isPlainClick(event: MouseEvent): boolean {
  return event.button === 0 && !event.ctrlKey && !event.metaKey && !event.shiftKey && !event.altKey;
}

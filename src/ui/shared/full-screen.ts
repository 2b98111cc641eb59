/** The whole screen for the page, where browser and frame allow it. */

const REFUSED =
  "The browser does not give this page the whole screen. Press F11, or open the page in a window of its own.";

export function mayFillScreen(): boolean {
  return document.fullscreenEnabled;
}

/** Says what to do instead where browser or frame refuses; null: it is done. */
export async function toggleFullScreen(): Promise<string | null> {
  try {
    if (document.fullscreenElement) await document.exitFullscreen();
    else if (mayFillScreen()) await document.documentElement.requestFullscreen();
    else return REFUSED;
    return null;
  } catch {
    return REFUSED;
  }
}

export function leaveFullScreen(): void {
  if (document.fullscreenElement) document.exitFullscreen().catch(() => undefined);
}

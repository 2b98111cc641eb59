/** Full screen for the page, if the browser and the frame allow it. */

const REFUSED = "The browser does not allow full screen here. Press F11, or open the page in its own window.";

export function mayFillScreen(): boolean {
  return document.fullscreenEnabled;
}

/** Toggles full screen. Returns null, or a sentence with an alternative if the browser or the frame refuses. */
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

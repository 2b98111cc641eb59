/** The whole screen for the page, where browser and frame allow it. */

export function mayFillScreen(): boolean {
  return document.fullscreenEnabled;
}

/** A browser that refuses leaves the page as it is. */
export function toggleFullScreen(): void {
  if (document.fullscreenElement !== null) void document.exitFullscreen();
  else if (mayFillScreen()) document.documentElement.requestFullscreen().catch(() => undefined);
}

export function leaveFullScreen(): void {
  if (document.fullscreenElement !== null) void document.exitFullscreen();
}

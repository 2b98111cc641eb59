/** What the page's frame says: its head, its screens, what is on its way and what could not be drawn. */

/** In the window's title. */
export function screenTitle(label: string): string {
  return `${label} · Sawtooth`;
}

/** As a message calls it that could not be drawn. */
export function screenName(label: string): string {
  return `The screen “${label}”`;
}

export function loadingWords(label: string): string {
  return `Loading ${label}…`;
}

export function simulatingWords(durationS: number): string {
  return `Simulating ${durationS} s, packet by packet…`;
}

/** `part`: with a capital. */
export function notDrawn(part: string): string {
  return `${part} could not be drawn.`;
}

/** `why`: begins in the middle of a sentence; null while that is being found out. */
export function notLoaded(part: string, why: string | null): string {
  return `${part} could not be loaded${why === null ? "." : `: ${why}`}`;
}

export function coloursWords(theme: string): string {
  return `Colours: ${theme}`;
}

/** Of a field that is shown where the clipboard is not allowed. */
export function byHandLabel(name: string): string {
  return `${name}: copy this text by hand`;
}

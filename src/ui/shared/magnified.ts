/**
 * The magnification of the page: 1, except on a projector, where the page is magnified as a whole. Canvases are painted at this
 * higher resolution, and pointer positions are converted back to px of the layout.
 */
let times = 1;

export function magnification(): number {
  return times;
}

export function magnify(by: number): void {
  times = by;
}

interface At {
  readonly clientX: number;
  readonly clientY: number;
}

/** Returns the pointer's position in the element's own px. */
export function placeIn(element: Element, { clientX, clientY }: At): [x: number, y: number] {
  const { left, top } = element.getBoundingClientRect();
  return [(clientX - left) / times, (clientY - top) / times];
}

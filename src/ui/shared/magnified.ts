/**
 * How many times larger the page is shown than it is laid out: 1, but on a projector, where all of it is magnified as one
 * picture. Canvases are painted that much finer, and what a pointer says is taken back into the layout's own px.
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

/** In the element's own px. */
export function placeIn(element: Element, { clientX, clientY }: At): [x: number, y: number] {
  const { left, top } = element.getBoundingClientRect();
  return [(clientX - left) / times, (clientY - top) / times];
}

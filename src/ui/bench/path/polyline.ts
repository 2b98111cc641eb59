/** A way of straight lines, walked by equal steps of length. */

export interface Point {
  readonly x: number;
  readonly y: number;
}

export interface Way {
  /** As the d of an SVG path. */
  readonly d: string;
  readonly lengthPx: number;
  at(fraction: number): Point;
}

export function polyline(points: readonly Point[]): Way {
  const ends = [0];
  for (let index = 1; index < points.length; index++) {
    const [a, b] = [points[index - 1], points[index]];
    ends.push(ends[index - 1] + Math.hypot(b.x - a.x, b.y - a.y));
  }
  const lengthPx = ends[ends.length - 1];
  return {
    d: `M${points.map(({ x, y }) => `${x.toFixed(1)},${y.toFixed(1)}`).join("L")}`,
    lengthPx,
    at(fraction) {
      const way = Math.min(1, Math.max(0, fraction)) * lengthPx;
      let index = 1;
      while (index < points.length - 1 && ends[index] < way) index++;
      const [a, b] = [points[index - 1], points[index]];
      const share = (way - ends[index - 1]) / (ends[index] - ends[index - 1] || 1);
      return { x: a.x + (b.x - a.x) * share, y: a.y + (b.y - a.y) * share };
    },
  };
}

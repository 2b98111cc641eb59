/** The curve that a student draws on a plot, as the plots show it. */
import type { DrawingTask, DrawnPoint } from "../../../teaching/document/drawing.ts";
import { createStore } from "../../core/store.ts";

export interface Prediction {
  readonly task: DrawingTask;
  readonly points: readonly DrawnPoint[];
  /** Receives the drawing; null once the drawing is final and the run is shown. */
  readonly onPoints: ((points: readonly DrawnPoint[]) => void) | null;
}

/** The current drawing. The page has at most one. */
export const prediction = createStore<{ readonly shown: Prediction | null }>({ shown: null });

const FIRST_POINTS = 7;
const FIRST_HEIGHT = 0.2;

/** Returns the initial drawing: a low line with a few points. */
export function firstPoints({ fromS, toS, top }: DrawingTask): DrawnPoint[] {
  return Array.from({ length: FIRST_POINTS }, (_, i) => ({
    timeS: fromS + ((toS - fromS) * i) / (FIRST_POINTS - 1),
    value: top * FIRST_HEIGHT,
  }));
}

/** Returns the points with one moved, limited to the axes and to its neighbours. */
export function movedPoint(
  points: readonly DrawnPoint[],
  index: number,
  to: DrawnPoint,
  task: DrawingTask,
): DrawnPoint[] {
  const leastS = (task.toS - task.fromS) / 500;
  const fromS = index === 0 ? task.fromS : points[index - 1].timeS + leastS;
  const toS = index === points.length - 1 ? task.toS : points[index + 1].timeS - leastS;
  const timeS =
    index === 0 ? task.fromS : index === points.length - 1 ? task.toS : clamp(to.timeS, fromS, toS);
  const moved = { timeS, value: clamp(to.value, 0, task.top) };
  return points.map((point, i) => (i === index ? moved : point));
}

/** Returns the points with one point added after the given one, halfway to the next point. */
export function withPointAfter(points: readonly DrawnPoint[], index: number): DrawnPoint[] {
  const [a, b] = [points[index], points[index + 1]];
  if (b === undefined || points.length >= MOST_POINTS) return [...points];
  const between = { timeS: (a.timeS + b.timeS) / 2, value: (a.value + b.value) / 2 };
  return [...points.slice(0, index + 1), between, ...points.slice(index + 1)];
}

/** Returns the points without the given one. The first and the last point cannot be removed. */
export function withoutPoint(points: readonly DrawnPoint[], index: number): DrawnPoint[] {
  return index === 0 || index === points.length - 1 ? [...points] : points.filter((_, i) => i !== index);
}

const NEAR_END = 0.04;
const MOST_POINTS = 60;

/** Returns the points with a stroke that replaces the drawing at the same times. */
export function withStroke(
  points: readonly DrawnPoint[],
  stroke: readonly DrawnPoint[],
  task: DrawingTask,
): DrawnPoint[] {
  const drawn = [...stroke].sort((a, b) => a.timeS - b.timeS).map((point) => within(point, task));
  if (drawn.length < 2) return [...points];
  const [first, last] = [drawn[0], drawn[drawn.length - 1]];
  // A stroke that ends close to an edge of the sheet is extended to that edge.
  const nearS = (task.toS - task.fromS) * NEAR_END;
  const before = first.timeS - task.fromS < nearS ? [] : points.filter(({ timeS }) => timeS < first.timeS);
  const after = task.toS - last.timeS < nearS ? [] : points.filter(({ timeS }) => timeS > last.timeS);
  const ends = [
    ...(before.length === 0 ? [{ ...first, timeS: task.fromS }] : before),
    ...simplified(drawn, task),
    ...(after.length === 0 ? [{ ...last, timeS: task.toS }] : after),
  ];
  return ends.filter(({ timeS }, i) => i === 0 || timeS > ends[i - 1].timeS).slice(0, MOST_POINTS);
}

function within({ timeS, value }: DrawnPoint, { fromS, toS, top }: DrawingTask): DrawnPoint {
  return { timeS: clamp(timeS, fromS, toS), value: clamp(value, 0, top) };
}

function clamp(value: number, low: number, high: number): number {
  return Math.min(high, Math.max(low, value));
}

/** Reduces a stroke to the fewest points that keep it within 1/50 of the height (Ramer–Douglas–Peucker). */
function simplified(stroke: readonly DrawnPoint[], task: DrawingTask): DrawnPoint[] {
  const [a, b] = [stroke[0], stroke[stroke.length - 1]];
  const span = b.timeS - a.timeS || 1;
  let [farthest, distance] = [0, task.top / 50];
  stroke.forEach(({ timeS, value }, i) => {
    const apart = Math.abs(value - (a.value + ((b.value - a.value) * (timeS - a.timeS)) / span));
    if (apart > distance) [farthest, distance] = [i, apart];
  });
  if (farthest === 0) return [a, b];
  return [
    ...simplified(stroke.slice(0, farthest + 1), task),
    ...simplified(stroke.slice(farthest), task).slice(1),
  ];
}

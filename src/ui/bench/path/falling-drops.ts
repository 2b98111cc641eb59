/** Packets that fall out of a queue, or off a link: seen for a moment, then gone. */
import type { Trace } from "../../shared/chart/symbols.ts";
import type { ChartColours } from "../../shared/chart/theme-colours.ts";
import type { Point } from "./polyline.ts";

interface Falling {
  readonly bornMs: number;
  readonly offset: number;
}

const FALL_MS = 700;
const FALL_PX = 34;
/** More drops between two pictures than this fall as so many. */
const MOST_AT_ONCE = 6;
const SYMBOL_PX = 5;

export class FallingDrops {
  readonly #trace: Trace;
  #falling: Falling[] = [];
  #seen: { readonly run: unknown; readonly nowS: number; readonly count: number } | null = null;

  /** `trace`: the shape that tells what falls. */
  constructor(trace: Trace) {
    this.#trace = trace;
  }

  /** Takes notice of a picture; a picture of another run or of an earlier time only sets the count. */
  notice(run: unknown, nowS: number, count: number, nowMs: number): void {
    const before = this.#seen;
    this.#seen = { run, nowS, count };
    if (before === null || before.run !== run || nowS <= before.nowS) return;
    const fresh = Math.min(MOST_AT_ONCE, count - before.count);
    for (let index = 0; index < fresh; index++) {
      this.#falling.push({ bornMs: nowMs + index * 40, offset: (index % 3) * 9 });
    }
  }

  /** Draws what still falls from `at` downwards; false when nothing does. With reduced motion they stand and fade. */
  draw(
    context: CanvasRenderingContext2D,
    at: Point,
    nowMs: number,
    colours: ChartColours,
    reducedMotion: boolean,
  ): boolean {
    this.#falling = this.#falling.filter(({ bornMs }) => nowMs - bornMs < FALL_MS);
    for (const { bornMs, offset } of this.#falling) {
      const age = Math.max(0, (nowMs - bornMs) / FALL_MS);
      context.globalAlpha = 1 - age * age;
      context.fillStyle = colours.loss;
      context.beginPath();
      this.#trace(context, at.x + offset, at.y + (reducedMotion ? 10 : FALL_PX * age * age), SYMBOL_PX);
      context.fill();
    }
    context.globalAlpha = 1;
    return this.#falling.length > 0;
  }
}

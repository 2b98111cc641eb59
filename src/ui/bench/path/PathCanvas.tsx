/** The canvas of the diagram. It is painted for each state of the path, while the rest of the page is not rendered. */
import { use, useEffect, useRef } from "react";
import type { PathState, Scenario } from "../../../engine/index.ts";
import { type ChartColours, useChartColours } from "../../shared/chart/colours.ts";
import { InSightContext } from "../../shared/chart/InSight.tsx";
import { cancelDraw, readyContext, scheduleDraw } from "../../shared/chart/PlotLayers.tsx";
import type { Size } from "../../shared/chart/plot-geometry.ts";
import { cross, type Trace, triangle } from "../../shared/chart/symbols.ts";
import { type DrawGround, drawPath } from "./drawn-path.ts";
import type { PathScene, PathStripProps, Point } from "./scene.ts";

interface PathCanvasProps {
  readonly strip: PathStripProps;
  readonly size: Size;
  readonly scene: PathScene;
  readonly drawGround: DrawGround;
}

/** Packets that fall at a link: dropped from its queue, or lost on the link. */
interface Falls {
  readonly drops: FallingDrops;
  readonly losses: FallingDrops;
}

export function PathCanvas({ strip, size, scene, drawGround }: PathCanvasProps) {
  const { pathStates, reducedMotion } = strip;
  // Drops are counted from one state of a run to the next. For a different run the count starts from scratch.
  const { scenario } = strip.run;
  const canvas = useRef<HTMLCanvasElement>(null);
  const falling = useRef<Falls[]>([]);
  const colours = useChartColours();
  const inSight = use(InSightContext);
  useEffect(() => {
    const follow = () => {
      const { pathState } = pathStates.get();
      if (pathState !== null) notice(falling.current, pathState, scenario);
    };
    follow();
    return pathStates.subscribe(follow);
  }, [pathStates, scenario]);
  useEffect(() => {
    if (!inSight) return;
    const paint = () => {
      const context = canvas.current && readyContext(canvas.current, size);
      if (!context) return;
      drawPath(context, colours, { drawGround, scene, pathStates });
      const nowMs = performance.now();
      const still = falling.current.map(({ drops, losses }, link) => {
        const at = scene.falls[link];
        if (at === undefined) return false;
        const lost = losses.draw(context, at.losses, nowMs, colours, reducedMotion);
        return drops.draw(context, at.drops, nowMs, colours, reducedMotion) || lost;
      });
      if (still.includes(true)) scheduleDraw(paint);
    };
    const follow = () => scheduleDraw(paint);
    follow();
    const leave = pathStates.subscribe(follow);
    return () => {
      leave();
      cancelDraw(paint);
    };
  }, [size, scene, drawGround, pathStates, colours, reducedMotion, inSight]);
  return <canvas ref={canvas} className="path-canvas" />;
}

function notice(falling: Falls[], { links, nowS }: PathState, run: Scenario): void {
  const nowMs = performance.now();
  for (const [index, { drops, losses }] of links.entries()) {
    falling[index] ??= { drops: new FallingDrops(triangle), losses: new FallingDrops(cross) };
    falling[index].drops.notice(run, nowS, drops - losses, nowMs);
    falling[index].losses.notice(run, nowS, losses, nowMs);
  }
}

const FALL_MS = 700;
const FALL_PX = 34;
/** Maximum number of drops that are drawn falling between two states. */
const MOST_AT_ONCE = 6;
const SYMBOL_PX = 5;

/** Packets that fall out of a queue or off a link. They are visible for a moment. */
export class FallingDrops {
  readonly #trace: Trace;
  #falling: { readonly bornMs: number; readonly offset: number }[] = [];
  #seen: { readonly run: unknown; readonly nowS: number; readonly count: number } | null = null;

  /** `trace` sets the shape of the falling packets. */
  constructor(trace: Trace) {
    this.#trace = trace;
  }

  /**
   * Counts the drops since the last state. If the state is of a different run or of an earlier time, only the
   * count is set.
   */
  notice(run: unknown, nowS: number, count: number, nowMs: number): void {
    const before = this.#seen;
    this.#seen = { run, nowS, count };
    if (before === null || before.run !== run || nowS <= before.nowS) return;
    const fresh = Math.min(MOST_AT_ONCE, count - before.count);
    for (let index = 0; index < fresh; index++) {
      this.#falling.push({ bornMs: nowMs + index * 40, offset: (index % 3) * 9 });
    }
  }

  /**
   * Draws the falling packets from `at` downwards. Returns false if there are none. With reduced motion the packets
   * stand still and fade.
   */
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

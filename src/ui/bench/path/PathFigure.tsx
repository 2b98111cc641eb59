/** The path outside the page: in saved pictures and reports. */
import { type ReactNode, useEffect, useSyncExternalStore } from "react";
import { resolvePath } from "../../../engine/index.ts";
import { hasSeveralLinks, type RunView, watchedLink } from "../../core/run-view.ts";
import { useBench } from "../../core/use-store.ts";
import type { ChartColours } from "../../shared/chart/colours.ts";
import type { Surface } from "../../shared/chart/symbols.ts";
import { groundOf as dumbbellGroundOf, endFlows, recordedRun, spokenPath } from "./Dumbbell.tsx";
import { type DrawGround, drawPath } from "./drawn-path.ts";
import {
  type DumbbellProps,
  dumbbellQueueScale,
  dumbbellScene,
  linkShare,
  pathEnds,
  pathLayout,
  pathWays,
  STRIP_HEIGHT_PX,
} from "./dumbbell-layout.ts";
import { groundOf as graphGroundOf, spokenGraph } from "./Graph.tsx";
import { graphLayout } from "./graph-layout.ts";
import { graphScene, routesOf } from "./graph-scene.ts";
import { hasHandles, usePathStrip } from "./LivingPath.tsx";
import { dashWords, hasEcn, hasSyn, keyEntries, NOTHING, SIGNS, type SignLook } from "./PathKey.tsx";
import { type PathScene, type PathStripProps, pathStateOf } from "./scene.ts";

/** A path in a saved picture or a report. */
export interface DrawnPath {
  readonly widthPx: number;
  readonly heightPx: number;
  draw(surface: Surface, colours: ChartColours): void;
  /** Entries of the legend. */
  readonly key: readonly PathSign[];
  /** Description for screen readers. */
  readonly spoken: string;
}

/** An entry of the legend. */
interface PathSign extends SignLook {
  readonly text: string;
}

interface PathFigureProps {
  readonly run: RunView;
  /** Receives a function that draws the path at a width, with the packets of the current time; null if there is nothing to draw. */
  readonly children: (pathAt: (widthPx: number) => DrawnPath | null) => ReactNode;
}

/** Hands the path over to its children. It shows nothing itself. */
export function PathFigure({ run, children }: PathFigureProps) {
  const { player, pathStates } = useBench();
  useEffect(() => player.setPathInSight(true), [player]);
  useSyncExternalStore(pathStates.subscribe, pathStates.get);
  const strip = usePathStrip(run);
  return children((widthPx) => pathAt(strip, widthPx));
}

/** Returns the path with the packets of the current time; null if there is nothing to draw. */
export function pathAt(strip: PathStripProps, widthPx: number): DrawnPath | null {
  if (hasSeveralLinks(strip.run)) return graphAt(strip, widthPx);
  return hasHandles(strip) ? dumbbellAt(strip, widthPx) : null;
}

function dumbbellAt(strip: DumbbellProps, widthPx: number): DrawnPath {
  const { run, rtt, capacity, target, queueLabel } = strip;
  const ends = pathEnds(endFlows(run));
  const layout = pathLayout(widthPx, ends, rtt, capacity);
  const ways = pathWays(layout, ends);
  const scale = dumbbellQueueScale(strip, layout);
  const queueNames = (watchedLink(run).queues ?? []).map(({ name }) => name);
  const scene = dumbbellScene({ layout, ends, ways, scale, linkShare: linkShare(run.scenario), queueNames });
  const [queue] = scene.queues;
  const parts = { layout, ways, ends, queue, queueNames, rtt, capacity, target, queueLabel };
  const ground = { ...parts, recorded: recordedRun(run), pathStates: strip.pathStates };
  return drawnPath(strip, {
    ...{ scene, widthPx, heightPx: STRIP_HEIGHT_PX, spoken: spokenPath(strip) },
    drawGround: dumbbellGroundOf(ground),
  });
}

function graphAt(strip: PathStripProps, widthPx: number): DrawnPath {
  const { scenario, snapshot } = strip.run;
  const layout = graphLayout(resolvePath(scenario.path), routesOf(scenario), widthPx);
  const scene = graphScene(scenario, snapshot.results.flows, layout);
  return drawnPath(strip, {
    ...{ scene, widthPx: layout.width, heightPx: layout.height, spoken: spokenGraph(scenario) },
    drawGround: graphGroundOf(strip, layout, scene),
  });
}

interface PathParts extends Pick<DrawnPath, "widthPx" | "heightPx" | "spoken"> {
  readonly scene: PathScene;
  readonly drawGround: DrawGround;
}

function drawnPath({ run, pathStates }: PathStripProps, parts: PathParts): DrawnPath {
  const { scene, drawGround, ...rest } = parts;
  const pathState = pathStateOf(pathStates, scene.queues.length);
  const dash = pathState === null ? NOTHING.dash : dashWords(scene, pathState);
  const needs = { dash, ecn: hasEcn(run), syn: pathState !== null && hasSyn(pathState) };
  return {
    ...rest,
    draw: (surface, colours) => drawPath(surface, colours, { drawGround, scene, pathStates }),
    key: keyEntries(needs, rest.widthPx).map(({ sign, text }) => ({ ...SIGNS[sign], text })),
  };
}

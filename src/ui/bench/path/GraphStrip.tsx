/** A path with several links, each with its queue as a living picture; one of them is watched. */
import { type RefObject, useCallback, useEffect, useMemo, useRef } from "react";
import { type Picture, resolvePath } from "../../../engine/index.ts";
import { useSize } from "../../shared/chart/plot-size.ts";
import type { ChartColours } from "../../shared/chart/theme-colours.ts";
import type { PathStripProps } from "../plots/chart-props.ts";
import { drawGraph, placedGraph } from "./draw-graph.ts";
import { GraphDrawing } from "./GraphDrawing.tsx";
import { GraphHandles } from "./GraphHandles.tsx";
import { type GraphLayout, graphLayout } from "./graph-layout.ts";
import { graphScene, routesOf } from "./graph-scene.ts";
import { spokenGraph } from "./graph-words.ts";
import { LinkChoice } from "./LinkChoice.tsx";
import { PathKey } from "./PathKey.tsx";
import { PathPicture } from "./PathPicture.tsx";

/** Around the beginning of a lane. */
const SENDER_REACH_PX = 12;
/** Room for the bar where the path is wider than the page. */
const SCROLLBAR_PX = 12;

export function GraphStrip(props: PathStripProps) {
  const { run } = props;
  const { scenario, snapshot, link } = run;
  const scroller = useRef<HTMLDivElement>(null);
  const ground = useRef<HTMLDivElement>(null);
  const size = useSize(scroller);
  const layout = useLayout(run.scenario, size?.width ?? 0);
  const { flows } = snapshot.results;
  const scene = useMemo(() => graphScene(scenario, flows, layout), [scenario, flows, layout]);
  const draw = useCallback(
    (context: CanvasRenderingContext2D, now: Picture | null, colours: ChartColours) =>
      drawGraph(context, scene, now, colours),
    [scene],
  );
  const asked = useMemo(
    () => ({
      placed: (now: Picture) => placedGraph(scene, now),
      senders: layout.lanes.map(({ start }, group) => ({
        at: start,
        reachPx: SENDER_REACH_PX,
        flow: Math.max(
          0,
          flows.findIndex((flow) => flow.group === group),
        ),
      })),
    }),
    [scene, layout, flows],
  );
  const watched = layout.links[link];
  const falls = useMemo(() => fallPlaces(layout), [layout]);
  useWatchedInSight(scroller, layout, link);
  const { width, height } = layout;
  const dpr = size?.dpr ?? 1;
  const canvasSize = useMemo(() => ({ width, height, dpr }), [width, height, dpr]);
  const barPx = size !== null && width > size.width + 1 ? SCROLLBAR_PX : 0;
  return (
    <figure className="path-strip path-strip-graph">
      <figcaption className="path-spoken">{spokenGraph(scenario)}</figcaption>
      <div className="path-scroll" ref={scroller} style={{ height: height + barPx }}>
        {size !== null && (
          <div className="path-graph" ref={ground} style={{ width, height }}>
            <GraphDrawing layout={layout} scene={scene} strip={props} />
            <PathPicture
              strip={props}
              size={canvasSize}
              draw={draw}
              falls={falls}
              ground={ground}
              scene={asked}
              queue={watched ?? null}
            />
            <LinkChoice layout={layout} strip={props} />
            <GraphHandles layout={layout} scene={scene} strip={props} />
          </div>
        )}
      </div>
      <PathKey strip={props} widthPx={size?.width ?? 0} placed={asked.placed} />
    </figure>
  );
}

/** Made anew only where links or routes are others, not for each value that is dragged. */
function useLayout(scenario: PathStripProps["run"]["scenario"], width: number): GraphLayout {
  const { nodes, links, routes } = resolvePath(scenario.path);
  const ends = links.map(({ id, from, to }) => ({ id, from, to }));
  const shape = JSON.stringify({ nodes, links: ends, routes, ways: routesOf(scenario) });
  return useMemo(() => {
    const { ways, ...topology } = JSON.parse(shape);
    return graphLayout(topology, ways, width);
  }, [shape, width]);
}

function fallPlaces({ links }: GraphLayout) {
  return links.map(({ box, direction, line }) => ({
    drops: { x: direction === 1 ? box.left + 6 : box.right - 24, y: box.bottom + 4 },
    losses: { x: line.at(0.5).x, y: line.at(0.5).y + 4 },
  }));
}

/** Air beside a link that was scrolled to. */
const BESIDE_PX = 40;

function useWatchedInSight(scroller: RefObject<HTMLDivElement | null>, layout: GraphLayout, link: number) {
  useEffect(() => {
    const box = scroller.current;
    const watched = layout.links[link];
    if (box === null || watched === undefined || box.scrollWidth <= box.clientWidth) return;
    const isInSight = watched.left >= box.scrollLeft && watched.right <= box.scrollLeft + box.clientWidth;
    if (!isInSight) box.scrollTo({ left: watched.left - BESIDE_PX });
  }, [scroller, layout, link]);
}

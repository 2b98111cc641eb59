/** Animated diagram of a path with several links, each with its queue. One of the links is watched. */

import { type RefObject, useEffect, useId, useMemo, useRef } from "react";
import {
  congestionControls,
  type FlowSpec,
  type LinkSpec,
  resolvePath,
  routeOf,
  type Scenario,
  topologies,
  trafficKinds,
} from "../../../engine/index.ts";
import { counted } from "../../../lib/counted.ts";
import { groupNames } from "../../parts/words/flow-differences.ts";
import { labelOf } from "../../parts/words/setting-differences.ts";
import { numbered } from "../../shared/chart/chart-model.ts";
import { useSize } from "../../shared/chart/PlotLayers.tsx";
import { useAlike } from "../../shared/hooks.ts";
import { LazyPlace } from "../../shared/lazy.tsx";
import { usePlace } from "../feature.ts";
import type { DrawGround } from "./drawn-path.ts";
import { drawGraph, firstFlow, graphGround } from "./graph-drawing.ts";
import { type GraphLayout, graphLayout, type PlacedLink } from "./graph-layout.ts";
import { graphScene, routesOf } from "./graph-scene.ts";
import { PathCanvas } from "./PathCanvas.tsx";
import { CAPACITY_HANDLE_PX, CapacitySlider, TargetSlider, useHeld } from "./PathHandles.tsx";
import { PathKey } from "./PathKey.tsx";
import { aqmLabel, headX, type PathScene, type PathStripProps, rateAt, rateText } from "./scene.ts";
import { useShownPath } from "./shown-path.ts";

/** Room for the scroll bar if the path is wider than the page. */
const SCROLLBAR_PX = 12;

export function Graph(props: PathStripProps) {
  const { run } = props;
  const { scenario, snapshot, link } = run;
  const scroller = useRef<HTMLDivElement>(null);
  const Layer = usePlace("pathLayer");
  const ground = useRef<HTMLDivElement>(null);
  const size = useSize(scroller);
  const layout = useLayout(run.scenario, size?.width ?? 0);
  const { flows } = snapshot.results;
  const scene = useMemo(() => graphScene(scenario, flows, layout), [scenario, flows, layout]);
  useWatchedInSight(scroller, layout, link);
  const { width, height } = layout;
  const dpr = size?.dpr ?? 1;
  const canvasSize = useMemo(() => ({ width, height, dpr }), [width, height, dpr]);
  const barPx = size !== null && width > size.width + 1 ? SCROLLBAR_PX : 0;
  const { target, highlightFlow, pathStates } = props;
  const shown = useAlike({ run, target, highlightFlow, pathStates });
  const drawGround = useMemo(() => groundOf(shown, layout, scene), [shown, layout, scene]);
  const figure = useShownPath(props, size?.width ?? 0);
  return (
    <figure className="path-strip path-strip-graph" ref={figure}>
      <figcaption className="path-spoken">{spokenGraph(scenario)}</figcaption>
      <div className="path-scroll" ref={scroller} style={{ height: height + barPx }}>
        {size !== null && (
          <div className="path-graph" ref={ground} style={{ width, height }}>
            <PathCanvas strip={props} size={canvasSize} scene={scene} drawGround={drawGround} />
            <Lanes layout={layout} strip={props} />
            {Layer && layout.links[link] !== undefined && (
              <LazyPlace part="The explanation of the path">
                <Layer strip={props} ground={ground} scene={scene} />
              </LazyPlace>
            )}
            <LinkChoice layout={layout} strip={props} />
            {layout.isRoomy && layout.links[link] !== undefined && (
              <Handles link={layout.links[link]} scene={scene} strip={props} />
            )}
          </div>
        )}
      </div>
      <PathKey strip={props} widthPx={size?.width ?? 0} scene={scene} />
    </figure>
  );
}

/** Returns the layout. Computed again only if links or routes change, and not for each value during a drag. */
function useLayout(scenario: Scenario, width: number): GraphLayout {
  const { nodes, links, routes } = resolvePath(scenario.path);
  const ends = links.map(({ id, from, to }) => ({ id, from, to }));
  const shape = JSON.stringify({ nodes, links: ends, routes, ways: routesOf(scenario) });
  return useMemo(() => {
    const { ways, ...topology } = JSON.parse(shape);
    return graphLayout(topology, ways, width);
  }, [shape, width]);
}

/** Margin next to a link that was scrolled into view. */
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

/** Returns the flow's congestion control, or its traffic if it has none. */
function controlOf({ cc, traffic }: FlowSpec, { programs }: Scenario): string {
  const kind = trafficKinds.find(({ id }) => id === traffic);
  return kind?.transport === "udp" ? kind.label : labelOf(congestionControls, cc, programs);
}

/** Returns the description of the path for screen readers. It omits values that change many times a second. */
export function spokenGraph(scenario: Scenario): string {
  const topology = resolvePath(scenario.path);
  const links = topology.links.map((link) => spokenLink(scenario, link));
  const names = groupNames(scenario);
  const flows = scenario.flows.map((spec, group) => {
    const passed = routeOf(topology, spec).forward.map((id) => labelOf(topology.links, id));
    return `${names[group]}: ${counted(spec.count, "flow")} of ${controlOf(spec, scenario)} over ${passed.join(", ")}`;
  });
  return `${labelOf(topologies, scenario.path.topology)}. Links: ${links.join("; ")}. Routes: ${flows.join("; ")}.`;
}

/** Returns "Hop 1 from R1 to R2, 10 Mbps, CoDel". */
function spokenLink(scenario: Scenario, { id, label, from, to, params }: LinkSpec): string {
  const { nodes } = resolvePath(scenario.path);
  const rate = rateText({ value: Number(params.capacity) });
  return `${label} from ${labelOf(nodes, from)} to ${labelOf(nodes, to)}, ${rate}, ${aqmLabel(scenario, id)}`;
}

/** Handles for the capacity and the target of the watched link, if its diagram has room for them. */
function Handles({ link, scene, strip }: Omit<DrawingProps, "layout"> & { readonly link: PlacedLink }) {
  const { capacity, target, queueLabel, run } = strip;
  const [queue, onHold] = useHeld(scene.queues[run.link]);
  const { direction, middleY } = link;
  return (
    <>
      {target !== null && <TargetSlider queue={queue} target={target} label={queueLabel} onHold={onHold} />}
      {capacity !== null && (
        <CapacitySlider
          at={{ x: headX(link) + direction * CAPACITY_HANDLE_PX, y: middleY }}
          capacity={capacity}
        />
      )}
    </>
  );
}

/** Reach of a link's click target: above its middle, below its middle, and at both sides. */
const REACH_UP_PX = 32;
const REACH_DOWN_PX = 16;
const AIR_PX = 4;

/** The choice of the watched link on the path: by pointer, or by the arrow keys of a radio group. */
function LinkChoice({ layout, strip }: Omit<DrawingProps, "scene">) {
  const { run, onWatch } = strip;
  const name = useId();
  return (
    <div role="radiogroup" aria-label="Watched link">
      {resolvePath(run.scenario.path).links.map((link, index) => {
        const { left, right, middleY } = layout.links[index];
        const [width, height] = [right - left + 2 * AIR_PX, REACH_UP_PX + REACH_DOWN_PX];
        return (
          <label
            key={link.id}
            className="path-choice"
            style={{ left: left - AIR_PX, top: middleY - REACH_UP_PX, width, height }}
          >
            <input
              type="radio"
              name={name}
              value={link.id}
              checked={index === run.link}
              onChange={() => onWatch(link.id)}
            />
            <span className="path-spoken">{spokenLink(run.scenario, link)}</span>
          </label>
        );
      })}
    </div>
  );
}

interface DrawingProps {
  readonly layout: GraphLayout;
  readonly scene: PathScene;
  readonly strip: PathStripProps;
}

/** The lanes of the flows, which are highlighted under the pointer. */
function Lanes({ layout, strip }: Omit<DrawingProps, "scene">) {
  return (
    <svg className="path-touch" width={layout.width} height={layout.height} aria-hidden="true">
      {numbered(layout.lanes).map(([group, { way }]) => (
        <polyline
          key={group}
          className="path-lane"
          points={way.points.map(({ x, y }) => `${x},${y}`).join(" ")}
          strokeWidth={layout.pitch}
          onPointerEnter={() => strip.onHighlight(firstFlow(strip.run, group))}
          onPointerLeave={() => strip.onHighlight(null)}
        />
      ))}
    </svg>
  );
}

/** The rates of the links are those at the time of the packets. */
export function groundOf(
  strip: Parameters<typeof graphGround>[0] & Parameters<typeof rateAt>[0],
  layout: GraphLayout,
  scene: PathScene,
): DrawGround {
  const ground = graphGround(strip, layout, scene);
  return (pen) =>
    drawGraph(
      pen,
      ground,
      strip.run.snapshot.links.map((_, link) => rateAt(strip, link)),
    );
}

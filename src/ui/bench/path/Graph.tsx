/** Animated diagram of a path with several links, each with its queue. One of the links is watched. */

import { memo, type RefObject, useEffect, useId, useMemo, useRef } from "react";
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
import { flowColour } from "../../shared/chart/colours.ts";
import { useSize } from "../../shared/chart/PlotLayers.tsx";
import { LazyPlace } from "../../shared/lazy.tsx";
import { usePlace } from "../feature.ts";
import { QueueBox, TargetLine, useRateNow } from "./Dumbbell.tsx";
import {
  type GraphLayout,
  graphLayout,
  NODE_HALF_PX,
  type PlacedLane,
  type PlacedLink,
} from "./graph-layout.ts";
import { graphScene, laneLabels, routesOf } from "./graph-scene.ts";
import { CAPACITY_HANDLE_PX, CapacitySlider, TargetSlider, useHeld } from "./PathHandles.tsx";
import { PathKey } from "./PathKey.tsx";
import { PictureCanvas } from "./PictureCanvas.tsx";
import { aqmLabel, headX, type PathScene, type PathStripProps, rateText } from "./scene.ts";

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
  return (
    <figure className="path-strip path-strip-graph">
      <figcaption className="path-spoken">{spokenGraph(scenario)}</figcaption>
      <div className="path-scroll" ref={scroller} style={{ height: height + barPx }}>
        {size !== null && (
          <div className="path-graph" ref={ground} style={{ width, height }}>
            <Drawing layout={layout} scene={scene} strip={props} />
            <PictureCanvas strip={props} size={canvasSize} scene={scene} />
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

/** The choice of the watched link in the picture: by pointer, or by the arrow keys of a radio group. */
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

/** The static part of the picture: lanes of the flows, links, nodes, queues and their labels. */
const Drawing = memo(function Drawing({ layout, scene, strip }: DrawingProps) {
  const { width, height, nodes } = layout;
  const { run, target } = strip;
  const links = resolvePath(run.scenario.path).links.map(({ id }, index) => ({
    id,
    link: layout.links[index],
  }));
  const watched = scene.queues[run.link];
  return (
    <svg className="path-drawing notranslate" width={width} height={height} aria-hidden="true">
      <Lanes layout={layout} strip={strip} />
      {links.map(({ id, link }, index) => (
        <LinkLine key={id} link={link} index={index} strip={strip} />
      ))}
      {nodes.map(({ id, label, x, top, bottom }) => (
        <g key={id}>
          <rect
            className="path-router"
            x={x - NODE_HALF_PX}
            y={top}
            width={2 * NODE_HALF_PX}
            height={bottom - top}
            rx={NODE_HALF_PX}
          />
          <text x={x} y={bottom + 13} textAnchor="middle" className="path-halo">
            {label}
          </text>
        </g>
      ))}
      {links.map(({ id, link }, index) => (
        <LinkQueue key={id} link={link} index={index} strip={strip} gap={layout.gap} />
      ))}
      {target !== null && layout.isRoomy && watched !== undefined && (
        <TargetLine queue={watched} targetMs={target.value} risePx={3} />
      )}
    </svg>
  );
});

function Lanes({ layout, strip }: Omit<DrawingProps, "scene">) {
  const { run, highlightFlow } = strip;
  const { flows } = run.snapshot.results;
  const front = highlightFlow === null ? null : (flows[highlightFlow]?.group ?? null);
  const names = useMemo(() => laneLabels(run.scenario), [run.scenario]);
  return layout.lanes.map((lane, group) => {
    const first = flows.findIndex((flow) => flow.group === group);
    const state = front === null ? "" : front === group ? "path-lane-front" : "path-lane-behind";
    return (
      <g
        key={lane.way.d}
        className={`path-lane ${state}`}
        style={{ color: flowColour(Math.max(0, first)) }}
        onPointerEnter={() => strip.onHighlight(first)}
        onPointerLeave={() => strip.onHighlight(null)}
      >
        <path className="path-lane-reach" d={lane.way.d} strokeWidth={layout.pitch} />
        <path className="path-lane-line" d={lane.way.d} />
        <circle cx={lane.start.x} cy={lane.start.y} r="3" />
        <path d={arrowHead(lane)} />
        {layout.isNamed && (
          <text
            x={lane.start.x + lane.startDirection * LABEL_FROM_PX}
            y={lane.start.y + 3.5}
            textAnchor={lane.startDirection === 1 ? "start" : "end"}
            className="path-halo"
          >
            {names[group]}
          </text>
        )}
      </g>
    );
  });
}

const LABEL_FROM_PX = 7;
const ARROW_PX = 4;

function arrowHead({ end, direction }: PlacedLane): string {
  const back = end.x - direction * ARROW_PX * 1.5;
  return `M${end.x},${end.y}L${back},${end.y - ARROW_PX}L${back},${end.y + ARROW_PX}Z`;
}

interface LinkProps {
  readonly link: PlacedLink;
  readonly index: number;
  readonly strip: PathStripProps;
}

function LinkLine({ link, index, strip }: LinkProps) {
  const thickness = linkThickness(useRateNow(strip, index));
  return (
    <>
      <path className="path-feed" d={link.feed.d} />
      <path className="path-wire" d={link.line.d} strokeWidth={thickness} />
    </>
  );
}

const RATE_FROM_PX = 5;
/** Width of a label's character, in px. */
const CHARACTER_PX = 5.9;
/** Width to leave free around a label in a link's gap. */
const AROUND_LABEL_PX = 24;

function LinkQueue({ link, index, strip, gap }: LinkProps & { readonly gap: number }) {
  const { scenario, link: watched } = strip.run;
  const { id, label } = resolvePath(scenario.path).links[index];
  const { box, direction, middleY } = link;
  const mbps = useRateNow(strip, index);
  const inFull = `${label} · ${aqmLabel(scenario, id)}`;
  const anchor = direction === 1 ? "start" : "end";
  return (
    <g className={index === watched ? "path-watched" : ""}>
      <QueueBox box={box} rx={7} />
      <text
        x={direction === 1 ? box.left : box.right}
        y={box.top - 8}
        textAnchor={anchor}
        className="path-link-name"
      >
        {inFull.length * CHARACTER_PX <= gap - AROUND_LABEL_PX ? inFull : label}
      </text>
      <text
        x={headX(link) + direction * RATE_FROM_PX}
        y={middleY - 10}
        textAnchor={anchor}
        className="path-halo"
      >
        {rateText({ value: mbps })}
      </text>
    </g>
  );
}

const THINNEST_PX = 1.5;
const THICKEST_PX = 7;
const SLOWEST_MBPS = 0.05;
const FASTEST_MBPS = 10_000;

function linkThickness(mbps: number): number {
  const share = Math.log(Math.max(mbps, SLOWEST_MBPS) / SLOWEST_MBPS) / Math.log(FASTEST_MBPS / SLOWEST_MBPS);
  return THINNEST_PX + (THICKEST_PX - THINNEST_PX) * Math.min(1, share);
}

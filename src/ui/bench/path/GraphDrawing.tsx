/** The standing part of a path with several links: lanes of the flows, links, nodes, queues and their labels. */
import { memo, useSyncExternalStore } from "react";
import { type LinkTrace, resolvePath } from "../../../engine/index.ts";
import { flowColour } from "../../shared/chart/flow-style.ts";
import type { PathStripProps } from "../plots/chart-props.ts";
import { targetX } from "./GraphHandles.tsx";
import type { GraphLayout, PlacedLane, PlacedLink } from "./graph-layout.ts";
import type { GraphScene } from "./graph-scene.ts";
import { aqmLabel } from "./graph-words.ts";
import { rateText } from "./path-words.ts";

interface GraphDrawingProps {
  readonly layout: GraphLayout;
  readonly scene: GraphScene;
  readonly strip: PathStripProps;
}

export const GraphDrawing = memo(function GraphDrawing({ layout, scene, strip }: GraphDrawingProps) {
  const { width, height } = layout;
  const { links } = resolvePath(strip.run.scenario.path);
  return (
    <svg className="path-drawing" width={width} height={height} aria-hidden="true">
      <Lanes layout={layout} scene={scene} strip={strip} />
      {links.map(({ id }, index) => (
        <LinkLine key={id} link={layout.links[index]} index={index} strip={strip} />
      ))}
      <Nodes layout={layout} />
      {links.map(({ id }, index) => (
        <LinkQueue key={id} link={layout.links[index]} index={index} strip={strip} gap={layout.gap} />
      ))}
      <TargetLine layout={layout} scene={scene} strip={strip} />
    </svg>
  );
});

function Lanes({ layout, scene, strip }: GraphDrawingProps) {
  const { run, highlightFlow } = strip;
  const { flows } = run.snapshot.results;
  const front = highlightFlow === null ? null : (flows[highlightFlow]?.group ?? null);
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
            {scene.names[group]}
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

function Nodes({ layout }: { readonly layout: GraphLayout }) {
  return layout.nodes.map(({ id, label, x, top, bottom }) => (
    <g key={id}>
      <rect className="path-router" x={x - 7} y={top} width="14" height={bottom - top} rx="7" />
      <text x={x} y={bottom + 13} textAnchor="middle" className="path-halo">
        {label}
      </text>
    </g>
  ));
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

function LinkQueue({ link, index, strip, gap }: LinkProps & { readonly gap: number }) {
  const { run } = strip;
  const { scenario } = run;
  const { id, label } = resolvePath(scenario.path).links[index];
  const { box, direction, middleY } = link;
  const watched = index === run.link;
  const headX = direction === 1 ? box.right : box.left;
  const mbps = useRateNow(strip, index);
  return (
    <g className={watched ? "path-watched" : ""}>
      <rect
        className="path-queue"
        x={box.left}
        y={box.top}
        width={box.right - box.left}
        height={box.bottom - box.top}
        rx="7"
      />
      <text
        x={direction === 1 ? box.left : box.right}
        y={box.top - 8}
        textAnchor={direction === 1 ? "start" : "end"}
        className="path-link-name"
      >
        {fitting([`${label} · ${aqmLabel(scenario, id)}`, label], gap)}
      </text>
      <text
        x={headX + direction * RATE_FROM_PX}
        y={middleY - 10}
        textAnchor={direction === 1 ? "start" : "end"}
        className="path-halo"
      >
        {rateText({ value: mbps })}
      </text>
    </g>
  );
}

/** Of the watched queue, where it can be dragged. */
function TargetLine({ layout, scene, strip }: GraphDrawingProps) {
  const { target, run } = strip;
  const link = layout.links[run.link];
  if (target === null || link === undefined || !layout.isRoomy) return null;
  const x = targetX(target.value, link, scene.scales[run.link].pxPerMs);
  return (
    <g className="path-target">
      <line x1={x} x2={x} y1={link.box.top - 3} y2={link.box.bottom} />
    </g>
  );
}

const RATE_FROM_PX = 5;
/** A character of a label, in px. */
const CHARACTER_PX = 5.9;

/** The first text that fits into the gap between two nodes; the last one whatever it takes. */
function fitting(texts: readonly string[], gap: number): string {
  return texts.find((text) => text.length * CHARACTER_PX <= gap - 24) ?? texts[texts.length - 1];
}

/** In Mbps, at the picture's time: a capacity that follows a pattern is seen to move. */
function useRateNow({ run, pictures }: PathStripProps, index: number): number {
  return useSyncExternalStore(pictures.subscribe, () => {
    const { samples, links, results } = run.snapshot;
    const { rateBps }: LinkTrace = links[index];
    const nowS = pictures.get().picture?.nowS ?? 0;
    const sample = Math.min(samples.length - 1, Math.floor(nowS / samples.intervalS));
    return (rateBps[sample] ?? results.links[index].rateBps) / 1e6;
  });
}

const THINNEST_PX = 1.5;
const THICKEST_PX = 7;
const SLOWEST_MBPS = 0.05;
const FASTEST_MBPS = 10_000;

function linkThickness(mbps: number): number {
  const share = Math.log(Math.max(mbps, SLOWEST_MBPS) / SLOWEST_MBPS) / Math.log(FASTEST_MBPS / SLOWEST_MBPS);
  return THINNEST_PX + (THICKEST_PX - THINNEST_PX) * Math.min(1, share);
}

/**
 * Animated diagram of one link between senders and receivers, with its queue. RTT, capacity and target can be changed
 * by dragging.
 */

import { memo, useMemo, useRef, useSyncExternalStore } from "react";
import { isTraceText, resolvePath } from "../../../engine/index.ts";
import { counted } from "../../../lib/counted.ts";
import { watchedLink } from "../../core/run-view.ts";
import { flowColour } from "../../shared/chart/colours.ts";
import { useSize } from "../../shared/chart/PlotLayers.tsx";
import { useAlike } from "../../shared/hooks.ts";
import { LazyPlace } from "../../shared/lazy.tsx";
import { usePlace } from "../feature.ts";
import {
  type DumbbellProps,
  dumbbellQueueScale,
  dumbbellScene,
  linkShare,
  type PathEnds,
  type PathLayout,
  type PathWays,
  pathEnds,
  pathLayout,
  pathWays,
  receiverLabel,
  STRIP_HEIGHT_PX,
} from "./dumbbell-layout.ts";
import { CAPACITY_HANDLE_PX, CapacitySlider, RttSlider, TargetSlider, useHeld } from "./PathHandles.tsx";
import { PathKey } from "./PathKey.tsx";
import { PictureCanvas } from "./PictureCanvas.tsx";
import { delayText, delayX, QUEUE_NAME, type QueuePlace, queueRows, rateText } from "./scene.ts";

export function Dumbbell(props: DumbbellProps) {
  const { run, rtt, capacity, target, queueLabel } = props;
  const Layer = usePlace("pathLayer");
  const ground = useRef<HTMLDivElement>(null);
  const size = useSize(ground);
  const width = size?.width ?? 0;
  const ends = useEnds(run);
  const layout = useMemo(() => pathLayout(width, ends, rtt, capacity), [width, ends, rtt, capacity]);
  const ways = useMemo(() => pathWays(layout, ends), [layout, ends]);
  const [scale, onHoldScale] = useHeld(useAlike(dumbbellQueueScale(props, layout)));
  const share = useMemo(() => linkShare(run.scenario), [run.scenario]);
  const named = (watchedLink(run).queues ?? []).map(({ name }) => name).join(" ");
  const queueNames = useMemo(() => (named === "" ? [] : named.split(" ")), [named]);
  const scene = useMemo(
    () => dumbbellScene({ layout, ends, ways, scale, linkShare: share, queueNames }),
    [layout, ends, ways, scale, share, queueNames],
  );
  const [queue] = scene.queues;
  return (
    <figure className="path-strip" style={{ height: STRIP_HEIGHT_PX }}>
      <figcaption className="path-spoken">{spokenPath(props)}</figcaption>
      <div className="path-box" ref={ground}>
        {size !== null && (
          <>
            <Drawing
              run={run}
              pictures={props.pictures}
              layout={layout}
              ways={ways}
              ends={ends}
              queue={queue}
              rtt={rtt}
              capacity={capacity}
              target={target}
              queueLabel={queueLabel}
              queueNames={queueNames}
            />
            <PictureCanvas strip={props} size={size} scene={scene} />
            {Layer && (
              <LazyPlace part="The explanation of the path">
                <Layer strip={props} ground={ground} scene={scene} />
              </LazyPlace>
            )}
            {target !== null && (
              <TargetSlider queue={queue} target={target} label={queueLabel} onHold={onHoldScale} />
            )}
            <CapacitySlider
              at={{ x: layout.box.right + CAPACITY_HANDLE_PX, y: layout.middleY }}
              capacity={capacity}
            />
            {!ends.isMixed && <RttSlider layout={layout} ends={ends} strip={props} />}
            <PathKey strip={props} widthPx={width} scene={scene} />
          </>
        )}
      </div>
    </figure>
  );
}

/** Returns each flow's propagation delay beyond the link, in ms. */
function ownRtts({ scenario, snapshot }: DumbbellProps["run"]): number[] {
  return snapshot.results.flows.map(({ group }) => Number(scenario.flows[group]?.params.rtt ?? 0));
}

/** Returns the senders and receivers to draw. Computed again only if the flows or their round trips change. */
function useEnds(run: DumbbellProps["run"]): PathEnds {
  const groups = run.snapshot.results.flows.map(({ group }) => group);
  const shape = JSON.stringify([groups, ownRtts(run)]);
  return useMemo(() => {
    const [ofFlows, rtts]: [number[], number[]] = JSON.parse(shape);
    return pathEnds(ofFlows.map((group, flow) => ({ group, rttMs: rtts[flow] })));
  }, [shape]);
}

/** Maximum number of items in a spoken list. */
const MOST_LISTED = 6;

function listed(texts: readonly string[]): string {
  const [more, some] = [texts.length - MOST_LISTED, texts.slice(0, MOST_LISTED)];
  if (more > 0) return `${some.join(", ")} and ${more} more`;
  return `${some.slice(0, -1).join(", ")} and ${some[some.length - 1]}`;
}

/** Returns the description of the path for screen readers. It omits values that change many times a second. */
function spokenPath({ run, rtt, capacity, target, queueLabel }: DumbbellProps): string {
  const rtts = ownRtts(run).map((value) => delayText({ value }));
  const flows = rtts.length;
  const different = [...new Set(rtts)];
  const round =
    different.length === 1 ? `round-trip time ${delayText(rtt)}` : `round-trip times ${listed(different)}`;
  const senders = flows === 1 ? "One sender" : counted(flows, "sender");
  const aim = target === null ? "" : ` with a target of ${delayText(target)}`;
  return `${senders}, a ${queueLabel} queue${aim}, a link of ${rateText(capacity)}, ${round} (propagation only).`;
}

type Drawn = "run" | "pictures" | "rtt" | "capacity" | "target" | "queueLabel";

interface DrawingProps extends Pick<DumbbellProps, Drawn> {
  readonly layout: PathLayout;
  readonly queue: QueuePlace;
  readonly queueNames: readonly string[];
  readonly ways: PathWays;
  readonly ends: PathEnds;
}

/** The static part of the picture. The canvas draws what moves with the packets. */
const Drawing = memo(function Drawing(props: DrawingProps) {
  const { layout, queue, queueNames, ways, ends, target, queueLabel } = props;
  const { box, middleY } = layout;
  const back = useMemo(() => [...new Set(ways.back)], [ways]);
  return (
    <svg
      className="path-drawing notranslate"
      width={layout.width}
      height={STRIP_HEIGHT_PX}
      aria-hidden="true"
    >
      {back.map(({ d }) => (
        <path key={d} className="path-back" d={d} />
      ))}
      <Nodes layout={layout} ends={ends} side="sender" />
      <line
        className="path-link"
        x1={box.right}
        x2={layout.linkEndX}
        y1={middleY}
        y2={middleY}
        strokeWidth={layout.linkThickness}
      />
      <Nodes layout={layout} ends={ends} side="receiver" />
      {queueRows(box, Math.max(1, queueNames.length)).map((row, at) => (
        <g key={row.top}>
          <QueueBox box={row} rx={queueNames.length > 1 ? 6 : 9} />
          {queueNames[at] !== undefined && (
            <text x={row.left - 5} y={(row.top + row.bottom) / 2 + 4} textAnchor="end" className="path-halo">
              {queueNames[at]}
            </text>
          )}
        </g>
      ))}
      <Labels {...props} />
      {target !== null && (
        <TargetLine queue={queue} targetMs={target.value} risePx={5}>
          {`${queueLabel} target ${delayText(target)}`}
        </TargetLine>
      )}
    </svg>
  );
});

export function QueueBox({
  box: { left, right, top, bottom },
  rx,
}: Pick<QueuePlace, "box"> & { rx: number }) {
  return <rect className="path-queue" x={left} y={top} width={right - left} height={bottom - top} rx={rx} />;
}

interface TargetLineProps {
  readonly queue: QueuePlace;
  readonly targetMs: number;
  /** Height above the box (px). */
  readonly risePx: number;
  readonly children?: string;
}

export function TargetLine({ queue, targetMs, risePx, children }: TargetLineProps) {
  const { top, bottom } = queue.box;
  const x = delayX(queue, targetMs);
  return (
    <g className="path-target">
      <line x1={x} x2={x} y1={top - risePx} y2={bottom} />
      {children && (
        <text className={QUEUE_NAME} x={x} y={bottom + 19} textAnchor="middle">
          {children}
        </text>
      )}
    </g>
  );
}

interface NodesProps {
  readonly layout: PathLayout;
  readonly ends: PathEnds;
  readonly side: "sender" | "receiver";
}

/** The senders or receivers, one per row, in their flow's hue. The last row may only state how many more there are. */
function Nodes({ layout, ends, side }: NodesProps) {
  const { middleY, box, nodeRadius, rows, senderX, linkEndX, forkPx } = layout;
  const isSender = side === "sender";
  return (
    <g>
      {rows.map(({ y, receiverX }, row) => {
        const x = isSender ? senderX : receiverX;
        const access = isSender
          ? `M${x},${y}L${box.left},${middleY}`
          : `M${linkEndX},${middleY}L${linkEndX + forkPx},${y}H${x}`;
        const flow = ends.drawn[row];
        return (
          <g key={y}>
            {(isSender || rows.length > 1) && <path className="path-access" d={access} />}
            {flow === undefined ? (
              <text x={x} y={y + 3.5} textAnchor="middle" className="path-halo">
                {`+ ${ends.more} more`}
              </text>
            ) : (
              <circle
                className="path-node"
                cx={x}
                cy={y}
                r={nodeRadius}
                style={{ stroke: flowColour(flow) }}
              />
            )}
            {flow !== undefined && isSender && rows.length > 1 && (
              <text x={senderX - nodeRadius - 4} y={y + 3.5} textAnchor="end" className="path-small">
                {flow + 1}
              </text>
            )}
            {flow !== undefined && !isSender && ends.isMixed && (
              <text {...receiverLabel(layout, row)} className="path-halo path-small">
                {delayText({ value: ends.rttMs[flow] })}
              </text>
            )}
          </g>
        );
      })}
    </g>
  );
}

function Labels({ run, pictures, layout, ends, rtt, capacity }: DrawingProps) {
  const { receiverX, box, middleY, nodeRadius, rows, width } = layout;
  const above = rows[0].y - nodeRadius - 7;
  const count = ends.rttMs.length;
  const receivers = count === 1 ? "receiver" : counted(count, "receiver");
  return (
    <g>
      {ends.isMixed ? (
        <text x={width - 4} y={above} textAnchor="end">
          {`${receivers} with different RTTs`}
        </text>
      ) : (
        <>
          <text x={receiverX} y={above} textAnchor="middle">
            {receivers}
          </text>
          <text x={(box.right + receiverX) / 2} y={middleY + 28} textAnchor="middle">
            {`RTT ${delayText(rtt)}`}
          </text>
        </>
      )}
      <text x={box.right + (ends.isMixed ? 8 : 48)} y={middleY - 15} textAnchor="start" className="path-halo">
        {rateText({ value: useRecordedRate({ run, pictures }) ?? capacity.value })}
      </text>
    </g>
  );
}

/** Returns the current rate of a recorded capacity; null if the capacity is set by hand. */
function useRecordedRate(strip: Pick<DumbbellProps, "run" | "pictures">): number | null {
  const rate = useRateNow(strip, 0);
  const [{ params }] = resolvePath(strip.run.scenario.path).links;
  return isTraceText(String(params["capacity-pattern"])) ? rate : null;
}

/** Returns the capacity in Mbps at the picture's time, because a capacity that follows a pattern changes during the run. */
export function useRateNow(
  { run, pictures }: Pick<DumbbellProps, "run" | "pictures">,
  index: number,
): number {
  return useSyncExternalStore(pictures.subscribe, () => {
    const { samples, links, results } = run.snapshot;
    const nowS = pictures.get().picture?.nowS ?? 0;
    const sample = Math.min(samples.length - 1, Math.floor(nowS / samples.intervalS));
    return (links[index].rateBps[sample] ?? results.links[index].rateBps) / 1e6;
  });
}

/**
 * Animated diagram of one link between senders and receivers, with its queue. RTT, capacity and target can be changed
 * by dragging.
 */

import { useMemo, useRef } from "react";
import { isTraceText, resolvePath } from "../../../engine/index.ts";
import { counted } from "../../../lib/counted.ts";
import { watchedLink } from "../../core/run-view.ts";
import { useSize } from "../../shared/chart/PlotLayers.tsx";
import { useAlike } from "../../shared/hooks.ts";
import { LazyPlace } from "../../shared/lazy.tsx";
import { usePlace } from "../feature.ts";
import type { DrawGround } from "./drawn-path.ts";
import { type DumbbellGround, drawDumbbell, targetName } from "./dumbbell-drawing.ts";
import {
  type DumbbellProps,
  dumbbellQueueScale,
  dumbbellScene,
  linkShare,
  type PathEnds,
  pathEnds,
  pathLayout,
  pathWays,
  STRIP_HEIGHT_PX,
} from "./dumbbell-layout.ts";
import { PathCanvas } from "./PathCanvas.tsx";
import { CAPACITY_HANDLE_PX, CapacitySlider, RttSlider, TargetSlider, useHeld } from "./PathHandles.tsx";
import { PathKey } from "./PathKey.tsx";
import { delayText, QUEUE_NAME, rateAt, rateText } from "./scene.ts";
import { useShownPath } from "./shown-path.ts";

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
  const { pathStates } = props;
  const parts = { layout, ways, ends, queue, queueNames, rtt, capacity, target, queueLabel };
  const still = useAlike({ ...parts, recorded: recordedRun(run), pathStates });
  const drawGround = useMemo(() => groundOf(still), [still]);
  const name = targetName(parts);
  const figure = useShownPath(props, width);
  return (
    <figure className="path-strip" style={{ height: STRIP_HEIGHT_PX }} ref={figure}>
      <figcaption className="path-spoken">{spokenPath(props)}</figcaption>
      <div className="path-box" ref={ground}>
        {size !== null && (
          <>
            <PathCanvas strip={props} size={size} scene={scene} drawGround={drawGround} />
            {name && (
              <svg
                className="path-touch notranslate"
                width={width}
                height={STRIP_HEIGHT_PX}
                aria-hidden="true"
              >
                <text className={QUEUE_NAME} x={name.x} y={name.y} textAnchor="middle">
                  {name.text}
                </text>
              </svg>
            )}
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

/** Returns the group and the propagation delay beyond the link (ms) of each flow. */
export function endFlows({ scenario, snapshot }: DumbbellProps["run"]) {
  return snapshot.results.flows.map(({ group }) => {
    return { group, rttMs: Number(scenario.flows[group]?.params.rtt ?? 0) };
  });
}

/** Returns the senders and receivers to draw. Computed again only if the flows or their round trips change. */
function useEnds(run: DumbbellProps["run"]): PathEnds {
  const shape = JSON.stringify(endFlows(run));
  return useMemo(() => pathEnds(JSON.parse(shape)), [shape]);
}

/** Maximum number of items in a spoken list. */
const MOST_LISTED = 6;

function listed(texts: readonly string[]): string {
  const [more, some] = [texts.length - MOST_LISTED, texts.slice(0, MOST_LISTED)];
  if (more > 0) return `${some.join(", ")} and ${more} more`;
  return `${some.slice(0, -1).join(", ")} and ${some[some.length - 1]}`;
}

/** Returns the description of the path for screen readers. It omits values that change many times a second. */
export function spokenPath({ run, rtt, capacity, target, queueLabel }: DumbbellProps): string {
  const rtts = endFlows(run).map(({ rttMs }) => delayText({ value: rttMs }));
  const flows = rtts.length;
  const different = [...new Set(rtts)];
  const round =
    different.length === 1 ? `round-trip time ${delayText(rtt)}` : `round-trip times ${listed(different)}`;
  const senders = flows === 1 ? "One sender" : counted(flows, "sender");
  const aim = target === null ? "" : ` with a target of ${delayText(target)}`;
  return `${senders}, a ${queueLabel} queue${aim}, a link of ${rateText(capacity)}, ${round} (propagation only).`;
}

/** Returns the run if its capacity is recorded; otherwise null. Only then does the drawing change with the packets. */
export function recordedRun(run: DumbbellProps["run"]): DumbbellProps["run"] | null {
  const [{ params }] = resolvePath(run.scenario.path).links;
  return isTraceText(String(params["capacity-pattern"])) ? run : null;
}

interface GroundParts extends Omit<DumbbellGround, "mbps">, Pick<DumbbellProps, "pathStates"> {
  readonly recorded: DumbbellProps["run"] | null;
}

/** Draws the rate of the setting, or of a recorded capacity the current rate. */
export function groundOf({ recorded, pathStates, ...parts }: GroundParts): DrawGround {
  return (pen) => {
    const mbps = recorded === null ? parts.capacity.value : rateAt({ run: recorded, pathStates }, 0);
    drawDumbbell(pen, { ...parts, mbps });
  };
}

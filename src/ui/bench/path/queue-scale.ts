/** How the queue's box is scaled for a scenario. */
import { type QueueSpec, queueOfLink, type Scenario } from "../../../engine/index.ts";
import { watchedLink } from "../../state/watched-link.ts";
import type { DumbbellProps } from "../plots/chart-props.ts";
import { BOX_PADDING_PX } from "./draw-picture.ts";
import { type PathLayout, type QueueScale, queueScale } from "./path-layout.ts";

const DEFAULT_PACKET_BYTES = 1500;

export function packetBytes({ tcp }: Scenario): number {
  const { mss, overhead } = tcp;
  return typeof mss === "number" && typeof overhead === "number" ? mss + overhead : DEFAULT_PACKET_BYTES;
}

/** Time one packet takes on a link. */
export function packetMs(scenario: Scenario, capacityMbps: number): number {
  return (packetBytes(scenario) * 8) / (capacityMbps * 1000);
}

/** The buffer in packets, whether it is set as "1000p" or as "1500000B". */
export function limitPackets(scenario: Scenario, queue: QueueSpec): number {
  const match = /^(\d+)(p|B)$/.exec(String(queue.params.limit));
  if (match === null) return 1000;
  return match[2] === "p" ? Number(match[1]) : Math.ceil(Number(match[1]) / packetBytes(scenario));
}

export function queueScaleOf({ run, capacity, target }: DumbbellProps, { box }: PathLayout): QueueScale {
  const inner = box.right - box.left - 2 * BOX_PADDING_PX;
  const perPacketMs = packetMs(run.scenario, capacity.value);
  const limit = limitPackets(run.scenario, queueOfLink(run.scenario, watchedLink(run).id));
  return queueScale(Math.max(20, inner), perPacketMs, target?.value ?? null, limit);
}

/** Where in the box a delay stands: at the head nothing has waited yet. */
export function delayX(delayMs: number, layout: PathLayout, scale: QueueScale): number {
  const { left, right } = layout.box;
  return Math.max(left + 3, right - BOX_PADDING_PX - delayMs * scale.pxPerMs);
}

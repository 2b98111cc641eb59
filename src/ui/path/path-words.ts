/** What the path's picture says in words. */
import type { DumbbellProps, PathHandle } from "../charts/chart-props.ts";

export function rateText({ value }: Pick<PathHandle, "value">): string {
  return value >= 1000 ? `${short(value / 1000)} Gbps` : `${short(value)} Mbps`;
}

export function delayText({ value }: Pick<PathHandle, "value">): string {
  return value >= 10_000 ? `${short(value / 1000)} s` : `${short(value)} ms`;
}

function short(value: number): string {
  return String(Number(value.toPrecision(4)));
}

export function packetsText(packets: number): string {
  return packets === 1 ? "1 packet" : `${packets} packets`;
}

/** "receiver", "3 receivers". */
export function countText(count: number, noun: string): string {
  return count === 1 ? noun : `${count} ${noun}s`;
}

/** Of each flow, in ms: propagation beyond the link. */
export function ownRtts({ scenario, snapshot }: DumbbellProps["run"]): number[] {
  return snapshot.results.flows.map(({ group }) => Number(scenario.flows[group]?.params.rtt ?? 0));
}

/** More would not be listened to. */
const MOST_LISTED = 6;

function listed(texts: readonly string[]): string {
  const [more, some] = [texts.length - MOST_LISTED, texts.slice(0, MOST_LISTED)];
  if (more > 0) return `${some.join(", ")} and ${more} more`;
  return `${some.slice(0, -1).join(", ")} and ${some[some.length - 1]}`;
}

/** For a reader of the screen; what moves many times a second is not in it. */
export function spokenPath({ run, rtt, capacity, target, queueLabel }: DumbbellProps): string {
  const rtts = ownRtts(run).map((value) => delayText({ value }));
  const flows = rtts.length;
  const different = [...new Set(rtts)];
  const round =
    different.length === 1 ? `round-trip time ${delayText(rtt)}` : `round-trip times ${listed(different)}`;
  const senders = flows === 1 ? "One sender" : `${flows} senders`;
  const aim = target === null ? "" : ` with a target of ${delayText(target)}`;
  return `${senders}, a ${queueLabel} queue${aim}, a link of ${rateText(capacity)}, ${round} (propagation only).`;
}

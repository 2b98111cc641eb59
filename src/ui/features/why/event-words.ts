/**
 * The names of events and their symbols. The symbols are those of the plots, so that the shape identifies the kind in
 * the list, too.
 */

import { FLOW_EVENT } from "../../../engine/index.ts";
import { counted } from "../../../lib/counted.ts";
import type { EventKind, RunEvent } from "../../core/run-events.ts";
import type { RunView } from "../../core/run-view.ts";
import { flowName } from "../../plots/flow-names.ts";
import type { Paint } from "../../shared/chart/colours.ts";
import { EVENT_LOOKS } from "../../shared/chart/symbols.ts";

interface EventWords {
  readonly name: string;
  readonly glyph: string;
  readonly paint: Paint;
}

const look = (kind: keyof typeof EVENT_LOOKS, name: string): EventWords => {
  const { glyph, paint } = EVENT_LOOKS[kind];
  return { name, glyph, paint };
};

/** The kinds of events in the order of the list's filter. */
export const EVENT_KINDS: Readonly<Record<EventKind, EventWords>> = {
  mark: { name: "CE mark", glyph: "♦", paint: "mark" },
  aqmDrop: { name: "early drop (AQM)", glyph: "▼", paint: "loss" },
  overflowDrop: { name: "drop, queue full", glyph: "▼", paint: "loss" },
  linkLoss: { name: "random loss", glyph: "×", paint: "loss" },
  ecnReduction: look(FLOW_EVENT.ecnReduction, "cut for a CE mark"),
  lossReduction: look(FLOW_EVENT.lossReduction, "cut for a loss"),
  rto: look(FLOW_EVENT.rto, "timeout"),
  slowStartExit: look(FLOW_EVENT.slowStartExit, "slow start ends"),
  synTimeout: look(FLOW_EVENT.synTimeout, "SYN sent again"),
  notOpened: look(FLOW_EVENT.notOpened, "connection failed"),
  lossProbe: look(FLOW_EVENT.lossProbe, "loss probe"),
  undo: look(FLOW_EVENT.undo, "cut undone"),
  phase: { name: "new phase", glyph: "▬", paint: "inkSoft" },
  join: { name: "flow joins", glyph: "│", paint: "inkSoft" },
};

export function eventName({ kind, isAck, phase }: RunEvent): string {
  if (phase !== undefined) return `enters ${phase.words}`;
  const { name } = EVENT_KINDS[kind];
  return isAck ? `${name} of an ACK` : name;
}

/** Returns the title of an event: "CE mark at 12.41 s"; with several flows, the title also names the flow. */
export function eventTitle(run: RunView, event: RunEvent): string {
  const whose = run.snapshot.results.flows.length > 1 ? `, ${flowName(run, event.flow)}` : "";
  return `${eventName(event)} at ${event.atS.toFixed(2)} s${whose}`;
}

/**
 * Returns the change of the window as text, "90 → 45", if the log contains it; "3 SYNs" before the connection has a
 * window.
 */
export function windowText({ kind, before, after }: RunEvent): string {
  if (kind === "synTimeout") return counted(after ?? 0, "SYN");
  if (kind === "notOpened") return counted(before ?? 0, "SYN");
  if (before === null || after === null || Number.isNaN(before + after)) return "";
  // For the end of slow start the logged value is ssthresh; cwnd does not change.
  return before === after || kind === "slowStartExit"
    ? before.toFixed(0)
    : `${before.toFixed(0)} → ${after.toFixed(0)}`;
}

/** Returns a number with groups of three digits from five digits on, as in explanations: "12 345". */
export function thousands(count: number): string {
  return count < 10_000 ? String(count) : String(count).replace(/\B(?=(?:\d{3}){1,7}$)/g, "\u00a0");
}

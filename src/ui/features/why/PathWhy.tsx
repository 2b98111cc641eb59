/**
 * Explains parts of the drawn path. Packets, senders and queues can be clicked, and the packets of the watched queue can be
 * visited by keyboard. The packets stand still while they are visited.
 */

import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import {
  handshakeName,
  type PathState,
  phaseAt,
  type Question,
  type Snapshot,
} from "../../../engine/index.ts";
import type { PathLayerProps } from "../../bench/feature.ts";
import { type FoundPacket, packetAt, queuedPackets } from "../../bench/path/packets.ts";
import type { Box, PathScene, Point } from "../../bench/path/scene.ts";
import { pathStateOf, QUEUE_NAME } from "../../bench/path/scene.ts";
import type { Bench } from "../../core/bench.ts";
import { phaseEvent, type RunEvent } from "../../core/run-events.ts";
import type { RunView } from "../../core/run-view.ts";
import { watchedLink } from "../../core/run-view.ts";
import { useBench } from "../../core/use-store.ts";
import { queueCard, showCard } from "../../parts/algorithm-card.ts";
import { flowName } from "../../plots/flow-names.ts";
import { placeIn } from "../../shared/magnified.ts";
import { askingOf, latestEvent, questionOf } from "./asking.tsx";
import { thousands } from "./event-words.ts";

export function PathWhy(props: PathLayerProps) {
  const bench = useBench();
  const sign = useRef<HTMLDivElement>(null);
  const latest = useRef(props);
  useEffect(() => {
    latest.current = props;
  });
  const { ground } = props;
  useEffect(() => {
    const element = ground.current;
    if (element === null) return;
    return listen(
      element,
      bench,
      () => latest.current,
      (text, at) => place(sign.current, text, at),
    );
  }, [bench, ground]);
  return (
    <>
      <QueueCursor {...props} />
      <div className="why-sign" ref={sign} hidden aria-hidden="true" />
    </>
  );
}

/** Shows what a click would open; null shows nothing. */
type Show = (text: string | null, at: Point) => void;

function listen(ground: HTMLElement, bench: Bench, latest: () => PathLayerProps, show: Show): () => void {
  const stop = new AbortController();
  const { signal } = stop;
  const hitOf = (event: MouseEvent): [PathHit | null, Point] => {
    const [x, y] = placeIn(ground, event);
    const point = { x, y };
    return [hitAt(latest(), point, event.target), point];
  };
  const cardOf = ({ target }: MouseEvent) => {
    if (!(target instanceof Element && target.classList.contains(QUEUE_NAME))) return null;
    const { run } = latest().strip;
    return queueCard(run.scenario, watchedLink(run).id);
  };
  const hide = () => {
    ground.style.cursor = "";
    show(null, { x: 0, y: 0 });
  };
  ground.addEventListener(
    "pointermove",
    (event) => {
      const { strip } = latest();
      const [hit, point] = event.buttons === 0 && event.pointerType !== "touch" ? hitOf(event) : [null, null];
      if (point !== null && cardOf(event) !== null) show(`What is ${strip.queueLabel}?`, point);
      else if (hit !== null && point !== null)
        show(`Why? ${hitWords(strip.run, hit)}`, hit.found?.at ?? point);
      else {
        hide();
        return;
      }
      ground.style.cursor = "pointer";
    },
    { signal },
  );
  ground.addEventListener("pointerleave", hide, { signal });
  ground.addEventListener(
    "click",
    (event) => {
      const card = cardOf(event);
      const [hit] = hitOf(event);
      if (card !== null) showCard(bench, card);
      else if (hit !== null) askingOf(bench).ask(hit.question);
      else return;
      hide();
    },
    { signal },
  );
  return () => stop.abort();
}

/**
 * Returns the part under the pointer. Handles are excluded because they are for dragging; a link can be asked about
 * only after it is watched.
 */
function hitAt(
  { scene, strip: { run, pathStates } }: PathLayerProps,
  point: Point,
  target: EventTarget | null,
): PathHit | null {
  const pathState = pathStateOf(pathStates, run.snapshot.links.length);
  if (pathState === null || (target instanceof Element && target.closest(".path-handle") !== null))
    return null;
  const hit = pathHit(scene, pathState, run.snapshot, point);
  return hit?.link !== null && hit?.link !== run.link ? null : hit;
}

/** The question about a place in the drawn path: a packet, a sender's latest event, or the queue's last signal. */
interface PathHit {
  readonly question: Question;
  readonly what: "packet" | "sender" | "queue";
  readonly found: FoundPacket | null;
  /** Index of the link that the place is on; null if it is not on a link. */
  readonly link: number | null;
}

/** Radius in px in which the pointer hits a packet, which gives a target 24 px across. */
const REACH_PX = 12;

export function pathHit(
  scene: PathScene,
  pathState: PathState,
  snapshot: Snapshot,
  point: Point,
): PathHit | null {
  const found = packetAt(scene, pathState, point, REACH_PX);
  if (found !== null) {
    return { question: packetQuestion(found, pathState), what: "packet", found, link: found.packet.link };
  }
  const awayPx = ({ at }: { readonly at: Point }) => Math.hypot(at.x - point.x, at.y - point.y);
  // Several senders above each other may be in reach; the nearest one is chosen.
  const [sender] = scene.senders
    .filter((one) => awayPx(one) <= one.reachPx)
    .sort((a, b) => awayPx(a) - awayPx(b));
  if (sender !== undefined) {
    const question = senderQuestion(snapshot, pathState.nowS, sender.flow);
    return question && { question, what: "sender", found: null, link: null };
  }
  const link = scene.queues.findIndex(({ box }) => isInside(box, point));
  if (link < 0) return null;
  return { question: queueQuestion(snapshot, pathState, link), what: "queue", found: null, link };
}

function isInside({ left, right, top, bottom }: Box, { x, y }: Point): boolean {
  return x >= left && x <= right && y >= top && y <= bottom;
}

function packetQuestion({ packet }: FoundPacket, { nowS }: PathState): Question {
  return { kind: "packet", packet, atS: nowS };
}

/**
 * Returns the question about the phase of a sender that moves between phases without cuts, or about its latest event; null
 * before its first event.
 */
function senderQuestion(snapshot: Snapshot, nowS: number, flow: number): Question | null {
  const trace = snapshot.flows.find((one) => one.flow === flow);
  const row = trace === undefined ? -1 : phaseAt(trace.phases, nowS);
  if (trace !== undefined && row >= 0 && trace.phases.phases[trace.phases.phase[row]].isWhole === true)
    return questionOf(phaseEvent(trace, row, snapshot.nowS));
  const isIts = (event: RunEvent) => event.flow === flow && event.link === null && event.kind !== "phase";
  const latest = latestEvent(snapshot, nowS, isIts);
  return latest && questionOf(latest);
}

/** Length of the range on each side of the playhead, as a share of the run. */
const STRETCH_SHARE = 0.02;

/**
 * Returns the question about the queue's latest signal. If the queue is empty or has sent no signal, asks about the time around
 * the playhead.
 */
function queueQuestion(snapshot: Snapshot, { nowS, links }: PathState, link: number): Question {
  const latest =
    links[link].queuePackets === 0 ? null : latestEvent(snapshot, nowS, (event) => event.link === link);
  if (latest !== null) return questionOf(latest);
  const beside = snapshot.nowS * STRETCH_SHARE;
  const [fromS, toS] = [Math.max(0, nowS - beside), Math.min(snapshot.nowS, nowS + beside)];
  return { kind: "stretch", of: "queue", link, flow: null, fromS, toS };
}

const SIGN_LIFT_PX = 34;

function place(sign: HTMLElement | null, text: string | null, at: Point): void {
  if (sign === null) return;
  sign.hidden = text === null;
  if (text === null) return;
  sign.textContent = text;
  sign.style.transform = `translate(${Math.round(at.x)}px, ${Math.round(Math.max(0, at.y - SIGN_LIFT_PX))}px) translateX(-50%)`;
}

function hitWords(run: RunView, { what, found, question, link }: PathHit): string {
  if (found !== null) return foundWords(run, found);
  if (what === "sender")
    return `what ${flowName(run, "flow" in question ? (question.flow ?? 0) : 0)} ${question.kind === "stretch" ? "does" : "did last"}`;
  if (question.kind !== "stretch") return "the last signal of the queue";
  return `the queue at ${run.snapshot.links[link ?? 0].label}`;
}

/** Returns "packet 12 345 of flow 1, marked CE". */
function foundWords(run: RunView, { packet, flow, isSignal }: FoundPacket): string {
  const whose = flowName(run, flow);
  const handshake = handshakeName(packet);
  if (handshake !== null) return `${handshake} of ${whose}`;
  if (packet.isAck) return `ACK${isSignal ? " with ECE" : ""} to ${whose}`;
  return `packet ${thousands(packet.seq)} of ${whose}${isSignal ? ", marked CE" : ""}`;
}

const KEYS =
  "Left and right arrow: previous or next packet. Home, End: head or tail of the queue. Enter: explain the packet.";

interface Chosen {
  /** The state that contains the packet; null before the first state. */
  readonly pathState: PathState | null;
  /** Position of the packet, counted from the head of the queue. */
  readonly index: number;
  readonly count: number;
  /** The packet at this position; null if the queue is empty. */
  readonly found: FoundPacket | null;
}

function chosenPacket({ scene, strip: { run, pathStates } }: PathLayerProps, wanted: number): Chosen {
  const pathState = pathStateOf(pathStates, run.snapshot.links.length);
  if (pathState === null) return { pathState, index: 0, count: 0, found: null };
  const packets = queuedPackets(scene.queues[run.link], pathState.links[run.link], run.link);
  const index = Math.max(0, Math.min(packets.length - 1, wanted));
  return { pathState, index, count: packets.length, found: packets[index] ?? null };
}

/** A slider along the queue, like the one along the time axis of a plot. */
function QueueCursor(props: PathLayerProps) {
  const { run, pathStates } = props.strip;
  const { box, direction } = props.scene.queues[run.link];
  const bench = useBench();
  const [chosen, setChosen] = useState<Chosen>({ pathState: null, index: 0, count: 0, found: null });
  const { index, count, found } = chosen;
  const choose = (wanted: number) => {
    bench.player.pause();
    setChosen(chosenPacket(props, wanted));
  };
  const ask = () => {
    const now = chosen.pathState === pathStates.get().pathState ? chosen : chosenPacket(props, index);
    if (now.pathState === null) return;
    const question =
      now.found === null
        ? queueQuestion(run.snapshot, now.pathState, run.link)
        : packetQuestion(now.found, now.pathState);
    askingOf(bench).ask(question);
  };
  return (
    <div
      className="path-cursor"
      style={{ left: box.left, top: box.top, width: box.right - box.left, height: box.bottom - box.top }}
      role="slider"
      aria-roledescription="queue"
      aria-label={`Packets in the queue at ${watchedLink(run).label}`}
      aria-description={KEYS}
      aria-valuemin={Math.min(1, count)}
      aria-valuemax={count}
      aria-valuenow={found === null ? 0 : index + 1}
      aria-valuetext={
        found === null ? "no packet" : `${index + 1} of ${count} from the head: ${foundWords(run, found)}`
      }
      tabIndex={0}
      data-keys="own"
      onFocus={() => setChosen(chosenPacket(props, 0))}
      onKeyDown={(event) => onQueueKey(event, { index, direction, choose, ask })}
    >
      {found !== null && chosen.pathState === pathStates.get().pathState && (
        <span
          className="path-chosen"
          style={{ transform: `translate(${found.at.x - box.left}px, ${found.at.y - box.top}px)` }}
        />
      )}
    </div>
  );
}

interface QueueKeys {
  readonly index: number;
  readonly direction: 1 | -1;
  choose(index: number): void;
  ask(): void;
}

/** Handles a key with the queue's current content, because packets may have arrived since then. */
export function onQueueKey(event: KeyboardEvent, { index, direction, choose, ask }: QueueKeys): void {
  if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
  const moves: Readonly<Record<string, () => void>> = {
    ArrowRight: () => choose(index - direction),
    ArrowLeft: () => choose(index + direction),
    ArrowUp: () => choose(index - 1),
    ArrowDown: () => choose(index + 1),
    Home: () => choose(0),
    End: () => choose(Number.POSITIVE_INFINITY),
    Enter: ask,
  };
  const act = moves[event.key];
  if (act === undefined) return;
  event.preventDefault();
  event.stopPropagation();
  act();
}

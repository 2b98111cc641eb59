/**
 * The list of all events of the run in order: the symbols of the plots as text, for searching and for screen readers.
 */

import { memo, type RefObject, useEffect, useId, useMemo, useRef, useState } from "react";
import type { Snapshot } from "../../../engine/index.ts";
import { type EventKind, type RunEvent, runEvents } from "../../core/run-events.ts";
import type { RunView } from "../../core/run-view.ts";
import { hasSeveralLinks } from "../../core/run-view.ts";
import { useBench, useBenchState } from "../../core/use-store.ts";
import { flowName } from "../../plots/flow-names.ts";
import { warmupS } from "../../plots/run-metrics.ts";
import { Button, IconButton } from "../../shared/Button.tsx";
import { numbered } from "../../shared/chart/chart-model.ts";
import { cssPaint } from "../../shared/chart/colours.ts";
import { ordinal } from "../../shared/chart/symbols.ts";
import { askingOf, questionOf, SAME_TIME_S } from "./asking.tsx";
import { EVENT_KINDS, eventName, thousands, windowText } from "./event-words.ts";
import "./story.css";

export function EventList({ run }: { readonly run: RunView }) {
  const bench = useBench();
  const panel = useRef<HTMLElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const titleId = useId();
  useGivenFocus(panel, heading, null);
  const [choice, setChoice] = useState(ALL_EVENTS);
  const [turned, setTurned] = useState<number | null>(null);
  const rested = useRested(run);
  const all = useMemo(() => runEvents(rested.snapshot), [rested]);
  const chosen = useMemo(() => chosenEvents(all, choice), [all, choice]);
  const choose = (next: EventChoice) => {
    setChoice(next);
    setTurned(null);
  };
  return (
    <section className="why__list" ref={panel} aria-labelledby={titleId}>
      <header className="why__head">
        <h2 id={titleId} ref={heading} tabIndex={-1}>
          {`Events of the run: ${thousands(chosen.length)}`}
        </h2>
        <IconButton
          icon="close"
          className="quiet"
          label="Close the list"
          title="Close (Esc)"
          onClick={() => askingOf(bench).toggleEvents()}
        />
      </header>
      <Filters run={rested} events={all} choice={choice} onChoice={choose} />
      <p className="why__note">{[coverWords(rested, chosen), leftOutWords(rested.snapshot)].join(" ")}</p>
      <Pages run={rested} events={chosen} turned={turned} onTurn={setTurned} />
    </section>
  );
}

/** Returns the run. During a drag the previous run is returned, so that the list does not change. */
function useRested(run: RunView): RunView {
  const changing = useBenchState((state) => state.changing !== null);
  const [held, setHeld] = useState(run);
  if (!changing && held !== run) setHeld(run);
  return changing ? held : run;
}

interface FiltersProps {
  readonly run: RunView;
  readonly events: readonly RunEvent[];
  readonly choice: EventChoice;
  onChoice(choice: EventChoice): void;
}

function Filters({ run, events, choice, onChoice }: FiltersProps) {
  const counts = useMemo(() => {
    const found = new Map<EventKind, number>();
    for (const { kind } of events) found.set(kind, (found.get(kind) ?? 0) + 1);
    return found;
  }, [events]);
  const kinds = (Object.keys(EVENT_KINDS) as EventKind[]).filter(
    (kind) => counts.has(kind) || kind === choice.kind,
  );
  const { flows } = run.snapshot.results;
  return (
    <p className="why__filters">
      <select
        className="menu"
        aria-label="Kind of event"
        value={choice.kind ?? ""}
        onChange={({ currentTarget: { value } }) =>
          onChoice({ ...choice, kind: value === "" ? null : (value as EventKind) })
        }
      >
        <option value="">all kinds</option>
        {kinds.map((kind) => (
          <option key={kind} value={kind}>
            {`${EVENT_KINDS[kind].name} (${thousands(counts.get(kind) ?? 0)})`}
          </option>
        ))}
      </select>
      {flows.length > 1 && (
        <select
          className="menu"
          aria-label="Flow"
          value={choice.flow ?? ""}
          onChange={({ currentTarget: { value } }) =>
            onChoice({ ...choice, flow: value === "" ? null : Number(value) })
          }
        >
          <option value="">all flows</option>
          {flows.map(({ id }) => (
            <option key={id} value={id}>
              {flowName(run, id)}
            </option>
          ))}
        </select>
      )}
    </p>
  );
}

interface PagesProps {
  readonly run: RunView;
  readonly events: readonly RunEvent[];
  /** The page that the user opened; null means the page with the playhead. */
  readonly turned: number | null;
  onTurn(page: number | null): void;
}

function Pages({ run, events, turned, onTurn }: PagesProps) {
  const playheadS = useBenchState(({ playback }) => playback.playheadS);
  const { page, pages, rows, current } = eventPage(events, turned, playheadS);
  const scroller = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const row = scroller.current?.querySelector(`tbody tr:nth-child(${current + 1})`);
    // A list does not scroll automatically while the pointer or the focus is inside it.
    if (current >= 0 && row && scroller.current?.contains(document.activeElement) === false)
      row.scrollIntoView({ block: "nearest" });
  }, [current]);
  if (rows.length === 0) return <p className="why__note">None.</p>;
  return (
    <>
      <div className="why__rows" ref={scroller}>
        <Rows run={run} rows={rows} current={current} />
      </div>
      {pages > 1 && (
        <nav className="why__pages" aria-label="Pages of the list">
          <TurnButton words="Earlier" to={page - 1} pages={pages} onTurn={onTurn} />
          <span>{`page ${page + 1} of ${pages}`}</span>
          <TurnButton words="Later" to={page + 1} pages={pages} onTurn={onTurn} />
          <Button look="small" onClick={() => onTurn(null)}>
            At the playhead
          </Button>
        </nav>
      )}
    </>
  );
}

interface TurnButtonProps {
  readonly words: string;
  readonly to: number;
  readonly pages: number;
  onTurn(page: number): void;
}

function TurnButton({ words, to, pages, onTurn }: TurnButtonProps) {
  return (
    <Button look="small" disabled={to < 0 || to >= pages} onClick={() => onTurn(to)}>
      {words}
    </Button>
  );
}

interface RowsProps {
  readonly run: RunView;
  readonly rows: readonly RunEvent[];
  readonly current: number;
}

function Rows({ run, rows, current }: RowsProps) {
  const several = run.snapshot.results.flows.length > 1 || hasSeveralLinks(run);
  return (
    <table>
      <thead>
        <tr>
          <th scope="col">Time (s)</th>
          <th scope="col">What</th>
          {several && <th scope="col">{hasSeveralLinks(run) ? "Where" : "Flow"}</th>}
          <th scope="col">cwnd</th>
        </tr>
      </thead>
      <tbody>
        {numbered(rows).map(([index, event]) => (
          <Row key={index} run={run} event={event} several={several} isCurrent={index === current} />
        ))}
      </tbody>
    </table>
  );
}

interface RowProps {
  readonly run: RunView;
  readonly event: RunEvent;
  readonly several: boolean;
  readonly isCurrent: boolean;
}

const Row = memo(function Row({ run, event, several, isCurrent }: RowProps) {
  const bench = useBench();
  const { glyph, paint } = EVENT_KINDS[event.kind];
  return (
    <tr aria-current={isCurrent ? "time" : undefined}>
      <td className="why__time">{event.atS.toFixed(3)}</td>
      <td>
        <button type="button" className="link" onClick={() => askingOf(bench).ask(questionOf(event))}>
          <span aria-hidden="true" style={{ color: cssPaint(paint) }}>{`${glyph} `}</span>
          <span>{eventName(event)}</span>
        </button>
      </td>
      {several && <td>{whereText(run, event)}</td>}
      <td>{windowText(event)}</td>
    </tr>
  );
});

function whereText(run: RunView, { flow, link }: RunEvent): string {
  if (!hasSeveralLinks(run)) return String(flow + 1);
  const name = flowName(run, flow);
  return link !== null ? `${name}, ${run.snapshot.links[link].label}` : name;
}

interface EventChoice {
  /** The kind to list; null means all kinds. */
  readonly kind: EventKind | null;
  readonly flow: number | null;
}

export const ALL_EVENTS: EventChoice = { kind: null, flow: null };

export function chosenEvents(events: readonly RunEvent[], { kind, flow }: EventChoice): readonly RunEvent[] {
  if (kind === null && flow === null) return events;
  return events.filter(
    (event) => (kind === null || event.kind === kind) && (flow === null || event.flow === flow),
  );
}

export const PAGE_ROWS = 100;

interface EventPage {
  /** Index of the page, from 0. */
  readonly page: number;
  readonly pages: number;
  readonly rows: readonly RunEvent[];
  /** Row of the latest event at the playhead; -1 if it is on another page or nothing has happened yet. */
  readonly current: number;
}

/** Returns the page that the user opened, or the page with the playhead. */
export function eventPage(events: readonly RunEvent[], turned: number | null, playheadS: number): EventPage {
  const pages = Math.max(1, Math.ceil(events.length / PAGE_ROWS));
  const latest = latestIndex(events, playheadS);
  const page = Math.min(pages - 1, turned ?? Math.max(0, Math.floor(latest / PAGE_ROWS)));
  const from = page * PAGE_ROWS;
  const current = latest - from;
  return {
    page,
    pages,
    rows: events.slice(from, from + PAGE_ROWS),
    current: latest >= from && current < PAGE_ROWS ? current : -1,
  };
}

/** Returns the index of the last event at or before a time in an ascending list; -1 if there is none. */
function latestIndex(events: readonly RunEvent[], atS: number): number {
  let low = 0;
  let high = events.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (events[middle].atS <= atS + SAME_TIME_S) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

/** Returns a phrase for each log that was thinned: "every 4th of 12 345 marks and drops at Hop 1". */
function thinnedLogs({ flowEvents, links }: Pick<Snapshot, "flowEvents" | "links">): string[] {
  const several = links.length > 1;
  return [
    ...links.map(({ events, label }) => ({
      ...events,
      what: several ? `marks and drops at ${label}` : "marks and drops",
    })),
    { ...flowEvents, what: "events of senders" },
  ]
    .filter(({ stride }) => stride > 1)
    .map(({ stride, total, what }) => `every ${ordinal(stride)} of ${thousands(total)} ${what}`);
}

/** Returns a text on the events that the list omits; empty if it contains all events. */
export function leftOutWords(snapshot: Pick<Snapshot, "flowEvents" | "links" | "flows" | "results">): string {
  const logs = thinnedLogs(snapshot);
  const { flows } = snapshot;
  const [all, traced] = [snapshot.results.flows.length, flows.length];
  return [
    ...(logs.length > 0 ? [`There were too many to keep all of them. Listed: ${logs.join("; ")}.`] : []),
    ...flows
      .filter(({ phases }) => phases.shortestS > 0)
      .map(
        ({ flow, phases }) =>
          `Phases of flow ${flow + 1} shorter than ${Number(phases.shortestS.toPrecision(2))} s are not listed.`,
      ),
    ...(traced < all ? [`Cuts and timeouts are listed for the first ${traced} of ${all} flows.`] : []),
  ].join(" ");
}

/**
 * Returns a text on the covered part of the run: the list starts with the run, whereas numbers and lessons start
 * after the warm-up.
 */
export function coverWords(
  { scenario, snapshot: { nowS } }: Pick<RunView, "scenario" | "snapshot">,
  chosen: readonly RunEvent[],
): string {
  const fromS = warmupS(scenario);
  const cover = `The list covers 0 s to ${Number(nowS.toFixed(1))} s.`;
  if (fromS === 0) return `${cover} The numbers cover the same time.`;
  const later = chosen.filter(({ atS }) => atS >= fromS).length;
  const share = nowS <= fromS ? "" : `: ${thousands(later)} of these ${thousands(chosen.length)} occur later`;
  return `${cover} The numbers leave out the first ${fromS} s${chosen.length === 0 ? "" : share}.`;
}

/**
 * Moves the focus into a panel when it opens, and back to the previous element when it closes. Moves the focus again
 * when `occasion` changes while the focus is outside.
 */
export function useGivenFocus(
  panel: RefObject<HTMLElement | null>,
  heading: RefObject<HTMLElement | null>,
  occasion: unknown,
): void {
  const before = useRef<HTMLElement | null>(null);
  useEffect(() => {
    void occasion;
    const focused = document.activeElement;
    if (panel.current?.contains(focused) === true) return;
    before.current = focused instanceof HTMLElement ? focused : null;
    heading.current?.focus({ preventScroll: true });
  }, [panel, heading, occasion]);
  useEffect(() => {
    const opened = panel.current;
    return () => {
      const focused = document.activeElement;
      const isLost = focused === null || focused === document.body || opened?.contains(focused) === true;
      if (isLost && before.current?.isConnected === true) before.current.focus({ preventScroll: true });
    };
  }, [panel]);
}

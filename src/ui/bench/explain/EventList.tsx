/** All events of the run in order: the twin of the plots' symbols, for those who search and for those who do not see them. */

import { memo, useEffect, useId, useMemo, useRef, useState } from "react";
import { numbered } from "../../shared/chart/chart-model.ts";
import { cssPaint } from "../../shared/chart/colours.ts";
import { IconButton } from "../../shared/IconButton.tsx";
import { type EventKind, questionOf, type RunEvent, runEvents } from "../../state/run-events.ts";
import type { RunView } from "../../state/run-view.ts";
import { hasSeveralLinks } from "../../state/run-view.ts";
import { useBench, useBenchState } from "../../state/use-store.ts";

import { flowName } from "../plots/flow-names.ts";
import { ALL_EVENTS, chosenEvents, type EventChoice, eventPage } from "./event-pages.ts";
import { EVENT_KINDS, eventName, windowText } from "./event-words.ts";
import { useGivenFocus } from "./use-given-focus.ts";
import { listTitle, pageWords, thinningWords, thousands } from "./why-words.ts";

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
          {listTitle(chosen.length)}
        </h2>
        <IconButton
          icon="close"
          className="quiet"
          label="Close the list"
          title="Close (Esc)"
          onClick={() => bench.asking.showEvents(false)}
        />
      </header>
      <Filters run={rested} events={all} choice={choice} onChoice={choose} />
      <Thinning run={rested} />
      <Pages run={rested} events={chosen} turned={turned} onTurn={setTurned} />
    </section>
  );
}

/** While a control is dragged the list stands still. */
function useRested(run: RunView): RunView {
  const changing = useBenchState((state) => state.changing !== null);
  const [held, setHeld] = useState(run);
  if (!changing && held !== run) setHeld(run);
  return changing ? held : run;
}

function Thinning({ run }: { readonly run: RunView }) {
  const words = thinningWords(run.snapshot);
  return words && <p className="why__note">{words}</p>;
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
  /** Null: the page with the playhead. */
  readonly turned: number | null;
  onTurn(page: number | null): void;
}

function Pages({ run, events, turned, onTurn }: PagesProps) {
  const playheadS = useBenchState(({ playback }) => playback.playheadS);
  const { page, pages, rows, current } = eventPage(events, turned, playheadS);
  const scroller = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const row = scroller.current?.querySelector(`tbody tr:nth-child(${current + 1})`);
    // What the hand or the focus is on must not be moved away.
    if (current >= 0 && row && scroller.current?.contains(document.activeElement) === false)
      row.scrollIntoView({ block: "nearest" });
  }, [current]);
  if (rows.length === 0) return <p className="why__note">There is none.</p>;
  return (
    <>
      <div className="why__rows" ref={scroller}>
        <Rows run={run} rows={rows} current={current} />
      </div>
      {pages > 1 && (
        <nav className="why__pages" aria-label="Pages of the list">
          <TurnButton words="Earlier" to={page - 1} pages={pages} onTurn={onTurn} />
          <span>{pageWords(page + 1, pages)}</span>
          <TurnButton words="Later" to={page + 1} pages={pages} onTurn={onTurn} />
          <button type="button" className="button button--small" onClick={() => onTurn(null)}>
            At the playhead
          </button>
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
    <button
      type="button"
      className="button button--small"
      disabled={to < 0 || to >= pages}
      onClick={() => onTurn(to)}
    >
      {words}
    </button>
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
        <button type="button" className="link" onClick={() => bench.asking.ask(questionOf(event))}>
          <span aria-hidden="true" style={{ color: cssPaint(paint) }}>{`${glyph} `}</span>
          {eventName(event)}
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

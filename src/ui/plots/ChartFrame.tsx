/** The frame of every chart: title, remarks, tools, the plot's box, and the data table below it. */

import { createContext, type ReactNode, type RefObject, use, useEffect, useRef, useState } from "react";
import { BAND_ALPHA, type ChartNote, numbered, type TableData } from "../shared/chart/chart-model.ts";
import { cssPaint } from "../shared/chart/colours.ts";
import { GlossaryText } from "../shared/glossary/GlossaryText.tsx";
import { useRovingTabindex } from "../shared/roving-tabindex.ts";
import { SymbolText } from "../shared/SymbolText.tsx";
// Table is imported before the components that use it, so that their style sheets override the one of Table.
import { Table } from "../shared/Table.tsx";
import { PlotPartsContext, type ShownPlot } from "./chart-props.ts";

/** The plot's name in URLs; null if it has no name (a plot inside an algorithm). */
export const PlotIdContext = createContext<string | null>(null);

interface ChartFrameProps extends ShownPlot {
  /** The menu of the chart, right after the title. */
  readonly menu?: ReactNode;
  readonly tools?: ReactNode;
  /** The box whose size is measured. The plot's layers are its children. */
  readonly box: RefObject<HTMLDivElement | null>;
  readonly children: ReactNode;
}

/** The buttons around the plot share one Tab stop. The plot and its handles have their own Tab stops. */
const TOOLS = ":scope > figcaption button, :scope > .chart-table > summary";

export function ChartFrame(props: ChartFrameProps) {
  const { kind, title, unit, menu, notes, tools, table, box, children } = props;
  const group = useRovingTabindex(TOOLS, "row");
  const { Menu } = use(PlotPartsContext);
  return (
    <figure className={`chart chart-${kind}`} ref={group}>
      <figcaption className="chart-head">
        <span className="chart-title">
          {LONE_WORD.test(title) ? <GlossaryText text={title} /> : <SymbolText text={title} />}
          {unit !== "" && <span translate="no">{` (${unit})`}</span>}
        </span>
        {menu}
        {notes.length > 0 && <Legend notes={notes} />}
        {tools}
        {Menu && <Menu {...props} />}
      </figcaption>
      <div className="chart-box" ref={box}>
        {children}
      </div>
      <DataTable caption={`${title.replaceAll("_", " ")}${unit === "" ? "" : ` (${unit})`}`} table={table} />
    </figure>
  );
}

const NO_TABLE: TableData = { head: [], rows: [] };

/** The rows exist only while the table is open, so that a drag does not rebuild them. */
function DataTable({ caption, table }: { caption: string; table: () => TableData }) {
  const [open, setOpen] = useState(false);
  const { head, rows } = open ? table() : NO_TABLE;
  return (
    <details className="chart-table" open={open} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{`Data table: ${caption}`}</summary>
      {open && (
        <div className="chart-table-scroll">
          <button type="button" onClick={() => setOpen(false)}>
            Close table
          </button>
          <Table caption={caption} head={head} rows={rows.map((cells) => ({ key: cells[0], cells }))} />
        </div>
      )}
    </details>
  );
}

/**
 * The legend of a plot's lines and symbols in one line. Entries that do not fit are counted on a button, which opens the whole
 * legend with full names.
 */
function Legend({ notes }: { readonly notes: readonly ChartNote[] }) {
  const box = useRef<HTMLSpanElement>(null);
  const inLine = notes.filter(({ isAside }) => !isAside);
  const shown = useFitting(box, inLine.length, inLine.length < notes.length);
  const rest = notes.length - shown;
  return (
    <span className="chart-notes" ref={box}>
      <span className="chart-notes-line">
        {numbered(inLine).map(([place, note]) => (
          <span key={place} className="chart-note" title={note.inFull} data-cut={place >= shown}>
            <Note note={note} text={note.text} />
          </span>
        ))}
        <span className="chart-tool chart-notes-measure" aria-hidden="true">
          {moreWords(notes.length)}
        </span>
      </span>
      {rest > 0 && <Rest notes={notes} words={shown === 0 ? `key (${rest})` : moreWords(rest)} />}
    </span>
  );
}

const moreWords = (count: number) => `+ ${count} more`;

/** Returns how many notes fit into the line. A ResizeObserver reports their widths, which avoids a forced layout. */
function useFitting(box: RefObject<HTMLElement | null>, count: number, more: boolean): number {
  const [fitting, setFitting] = useState(count);
  useEffect(() => {
    const line = box.current?.firstElementChild;
    if (!box.current || !line) return;
    const sizes = new Map<Element, ResizeObserverSize>();
    const observer = new ResizeObserver((entries) => {
      for (const { target, borderBoxSize } of entries) sizes.set(target, borderBoxSize[0]);
      const [room, button, ...fits] = observed.map((element) => sizes.get(element)?.inlineSize ?? 0);
      setFitting(fittingNotes(fits, room, { more, buttonPx: button + BUTTON_GAP_PX }));
    });
    const entries = [...line.children];
    const observed: Element[] = [box.current, ...entries.slice(count), ...entries.slice(0, count)];
    for (const element of observed) observer.observe(element);
    return () => observer.disconnect();
  }, [box, count, more]);
  return Math.min(count, fitting);
}

function Rest({ notes, words }: { readonly notes: readonly ChartNote[]; readonly words: string }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      {/* Keyboard focus does not stop at the button until it has been used, because a different member of the group always holds the group's single Tab stop. */}
      <button
        type="button"
        className="chart-tool chart-notes-more"
        tabIndex={-1}
        aria-expanded={isOpen}
        title="All lines and symbols"
        onClick={() => setOpen((before) => !before)}
        onBlur={() => setOpen(false)}
        onKeyDown={(event) => {
          if (event.key !== "Escape" || !isOpen) return;
          event.stopPropagation();
          setOpen(false);
        }}
      >
        {words}
      </button>
      {isOpen && (
        <ul className="chart-legend" aria-label="All lines and symbols">
          {numbered(notes).map(([place, note]) => (
            <li key={place} className="chart-note">
              <Note note={note} text={note.inFull ?? note.text} />
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

/** An entry of the legend: a sample of the line, area or symbol, and its name. */
export function Note({
  note: { paint, dash, glyph, isBand, alpha = BAND_ALPHA },
  text,
}: {
  readonly note: ChartNote;
  readonly text: string;
}) {
  const colour = paint === undefined ? undefined : cssPaint(paint);
  return (
    <>
      {isBand && <BandSample colour={colour} alpha={alpha} />}
      {dash !== undefined && <LineSample dash={dash} colour={colour} />}
      {glyph !== undefined && (
        <span style={{ color: colour }} aria-hidden="true">
          {glyph}
        </span>
      )}
      <span>{LONE_WORD.test(text) ? <GlossaryText text={text} /> : <SymbolText text={text} />}</span>
    </>
  );
}

/** Matches a name of one word, such as "ssthresh". With several words, each word could end up on its own line. */
const LONE_WORD = /^[\w-]+$/;

function BandSample({ colour, alpha }: Pick<LineSampleProps, "colour"> & { readonly alpha: number }) {
  return (
    <svg className="chart-sample" width="22" height="10" aria-hidden="true">
      <rect width="22" height="10" fillOpacity={alpha} style={{ fill: colour }} />
    </svg>
  );
}

interface LineSampleProps {
  readonly dash: readonly number[];
  readonly colour: string | undefined;
}

/** A sample of a line, as drawn in the plot. */
export function LineSample({ dash, colour }: LineSampleProps) {
  return (
    <svg className="chart-sample" width="22" height="8" aria-hidden="true">
      <line x1="0" x2="22" y1="4" y2="4" strokeDasharray={dash.join(" ")} style={{ stroke: colour }} />
    </svg>
  );
}

/** The gap of `.chart-notes`, between the line and the button that states how many entries are omitted. */
const BUTTON_GAP_PX = 4;
/** Tolerance in px, because widths are fractions. */
const SLACK_PX = 0.5;

interface LegendButton {
  /** Width of the button that states how many entries are omitted, with the gap before it. */
  readonly buttonPx: number;
  /** True if the button is needed in any case, because the opened legend contains more. */
  readonly more: boolean;
}

/** Returns how many of the notes with these widths fit. */
export function fittingNotes(
  widthsPx: readonly number[],
  roomPx: number,
  { buttonPx, more }: LegendButton,
): number {
  const fitting = (px: number) => {
    let endPx = 0;
    return widthsPx.filter((width) => {
      endPx += width;
      return endPx <= px + SLACK_PX;
    }).length;
  };
  const all = more ? 0 : fitting(roomPx);
  return all === widthsPx.length ? all : fitting(roomPx - buttonPx);
}

/** The frame of every chart: title, remarks, tools, the plot's box and the data table behind it. */

import { type ReactNode, type RefObject, useEffect, useRef, useState } from "react";
import { BAND_ALPHA, type ChartNote, numbered, type TableData } from "../../shared/chart/chart-model.ts";
import { cssPaint } from "../../shared/chart/colours.ts";
import { GlossaryText } from "../../shared/glossary/GlossaryText.tsx";
import { useRovingTabindex } from "../../shared/roving-tabindex.ts";
import { SymbolText } from "../../shared/SymbolText.tsx";
// Before what stands in it: a later style sheet wins.
import { Table } from "../../shared/Table.tsx";
import { SavePicture, type ShownPlot } from "../pictures/SavePicture.tsx";

interface ChartFrameProps extends ShownPlot {
  /** Right after the title: what the chart is of. */
  readonly menu?: ReactNode;
  readonly tools?: ReactNode;
  /** The box that is measured; the plot's layers are its children. */
  readonly box: RefObject<HTMLDivElement | null>;
  readonly children: ReactNode;
}

/** What stands around the plot is one Tab stop; the plot itself and its handles are theirs. */
const TOOLS = ":scope > figcaption button, :scope > .chart-table > summary";

export function ChartFrame(props: ChartFrameProps) {
  const { kind, title, unit, menu, notes, tools, table, box, children } = props;
  const group = useRovingTabindex(TOOLS, "row");
  return (
    <figure className={`chart chart-${kind}`} ref={group}>
      <figcaption className="chart-head">
        <span className="chart-title">
          <SymbolText text={title} />
          {unit !== "" && <span translate="no">{` (${unit})`}</span>}
        </span>
        {menu}
        {notes.length > 0 && <Legend notes={notes} />}
        {tools}
        <SavePicture {...props} />
      </figcaption>
      <div className="chart-box" ref={box}>
        {children}
      </div>
      <DataTable caption={`${title.replaceAll("_", " ")}${unit === "" ? "" : ` (${unit})`}`} table={table} />
    </figure>
  );
}

const NO_TABLE: TableData = { head: [], rows: [] };

/** The rows exist only while the table is open: a drag must not rebuild them. */
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
 * What the lines and symbols of a plot stand for, in one line. What that has no room for is not cut off: a button says how
 * much it is, and opens the whole with the full names.
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
      </span>
      {rest > 0 && <Rest notes={notes} words={shown === 0 ? `key (${rest})` : `+ ${rest} more`} />}
    </span>
  );
}

/** How many notes the line has room for; the browser tells their widths, and no layout is waited for. */
function useFitting(box: RefObject<HTMLElement | null>, count: number, more: boolean): number {
  const [fitting, setFitting] = useState(count);
  useEffect(() => {
    const line = box.current?.firstElementChild;
    if (!box.current || !line) return;
    const sizes = new Map<Element, ResizeObserverSize>();
    const observer = new ResizeObserver((entries) => {
      for (const { target, borderBoxSize } of entries) sizes.set(target, borderBoxSize[0]);
      const [room, ...fits] = observed.map((element) => sizes.get(element)?.inlineSize ?? 0);
      const linePx = sizes.get(observed[1])?.blockSize ?? 0;
      setFitting(fittingNotes(fits, room, { more, linePx }));
    });
    const observed: Element[] = [box.current, ...[...line.children].slice(0, count)];
    for (const element of observed) observer.observe(element);
    return () => observer.disconnect();
  }, [box, count, more]);
  return Math.min(count, fitting);
}

function Rest({ notes, words }: { readonly notes: readonly ChartNote[]; readonly words: string }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      {/* Out of the tab order until it was used: the group's other members always hold its one stop. */}
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

/** A piece of the legend: how something is drawn, and what it is. */
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

/** Such as "ssthresh": of more words each would have its own line under it. */
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

/** A piece of a line, as it is drawn in the plot. */
export function LineSample({ dash, colour }: LineSampleProps) {
  return (
    <svg className="chart-sample" width="22" height="8" aria-hidden="true">
      <line x1="0" x2="22" y1="4" y2="4" strokeDasharray={dash.join(" ")} style={{ stroke: colour }} />
    </svg>
  );
}

/** For the button that says how much is left out, and the air before it: so many lines' heights. */
export const MORE_LINES = 3;
/** Widths are fractions of a px. */
const SLACK_PX = 0.5;

interface LegendLine {
  readonly linePx: number;
  /** Whether there is something to be opened besides. */
  readonly more: boolean;
}

/** So many of the notes, of these widths, fit. */
export function fittingNotes(
  widthsPx: readonly number[],
  roomPx: number,
  { linePx, more }: LegendLine,
): number {
  const fitting = (px: number) => {
    let endPx = 0;
    return widthsPx.filter((width) => {
      endPx += width;
      return endPx <= px + SLACK_PX;
    }).length;
  };
  const all = more ? 0 : fitting(roomPx);
  return all === widthsPx.length ? all : fitting(roomPx - MORE_LINES * linePx);
}

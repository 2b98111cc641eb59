/** The frame of a figure, heat map or table: title, export buttons, legend, picture, and its data as a table. */

import { type KeyboardEvent, type MouseEvent, memo, type ReactNode, useState } from "react";
import type { Axis, Outcome, Table } from "../../../experiments/experiment.ts";
import { outcomeCsv, wasRun } from "../../../experiments/figure-series.ts";
import { counted } from "../../../lib/counted.ts";
import { csvStamp } from "../../../lib/csv.ts";
import { plainNumber } from "../chart/chart-model.ts";
import type { Plot } from "../chart/plot-geometry.ts";
import { placeIn } from "../magnified.ts";
import { isPlainClick } from "../plain-click.ts";
import { SymbolSpans, SymbolText } from "../SymbolText.tsx";
import { saveFile } from "../site-file.ts";
import { PROGRAM } from "../version.ts";
import { axisWords, spoken, uniqueKeys, xWords } from "./figure-words.ts";
import "./figures.css";

interface FigureFrameProps {
  /** The content: its title, and the base of its file names. */
  readonly figure: { readonly id: string; readonly title: string };
  /** Returns the data as a table; absent if the content is a table. */
  readonly table?: () => Table;
  readonly csv: Partial<Outcome>;
  readonly svg?: (head: readonly string[]) => string;
  readonly stamp: Stamp;
  readonly legend?: ReactNode;
  readonly children: ReactNode;
  readonly foot?: ReactNode;
}

export function FigureFrame({
  figure: subject,
  table,
  csv,
  svg,
  stamp,
  legend,
  children,
  foot,
}: FigureFrameProps) {
  const [open, setOpen] = useState(false);
  const head = () => [PROGRAM, ...stamp()];
  const tool = (text: string, words: string, onClick: () => void, pressed?: boolean) => (
    <button
      type="button"
      className="chart-tool"
      aria-pressed={pressed}
      aria-label={`${words}: ${spoken(subject.title)}`}
      onClick={onClick}
    >
      {text}
    </button>
  );
  return (
    <figure className="picture">
      <figcaption className="picture__head">
        <h3 className="picture__title">
          <SymbolText text={subject.title} />
        </h3>
        <span className="picture__tools">
          {table && tool("Table", "Table", () => setOpen(!open), open)}
          {tool("CSV", "Save as CSV", () =>
            saveFile(`${subject.id}.csv`, "text/csv", csvStamp(head()) + figureCsv(csv)),
          )}
          {svg &&
            tool("SVG", "Save as SVG", () => saveFile(`${subject.id}.svg`, "image/svg+xml", svg(head())))}
        </span>
      </figcaption>
      {legend}
      {children}
      {foot}
      {open && table && <DataTable table={table()} />}
    </figure>
  );
}

const NOTHING: Outcome = { figures: [], heatMaps: [], tables: [], claims: [] };

/** Returns the data as CSV. Points that a quick look has not run are omitted with a remark. */
export function figureCsv(source: Partial<Outcome>): string {
  const outcome = { ...NOTHING, ...source };
  const [all, kept] = [outcomeCsv(outcome), outcomeCsv(outcome, wasRun)];
  const missing = all.split("\n").length - kept.split("\n").length;
  return missing === 0 ? kept : `# Not run, left out: ${counted(missing, "place")} of the picture\n${kept}`;
}

interface ValueCursorProps<Place extends object> {
  readonly kind: "chart" | "heat map";
  /** Description of the picture for screen readers. */
  readonly label: string;
  /** Description of the keys for screen readers. */
  readonly keys: string;
  /** The selected point, its number and the total, and its text. */
  readonly place: Place | null;
  readonly at: number;
  readonly last: number;
  readonly text: string;
  onPlace(place: Place | null): void;
  /** Returns the nearest point; null if no point is near. */
  placeAt(x: number, y: number): Place | null;
  /** Returns the point that a key leads to; null if there is no such point. */
  placeForKey(key: string): Place | null;
  jobOf(place: Place): string | null | undefined;
  readonly links: RunLinks;
  /** True if the first click opens the run, for pictures whose values can be read without a selection. */
  readonly opensAtOnce?: boolean;
}

/**
 * The surface of a picture for pointer and keyboard: hovering shows a value, a click selects it, a second click opens the run.
 */
export function ValueCursor<Place extends object>(props: ValueCursorProps<Place>) {
  const { place, onPlace, placeAt, links } = props;
  const [held, setHeld] = useState(false);
  const open = (from: Place | null) => {
    const job = from === null ? null : (props.jobOf(from) ?? null);
    if (job !== null && links.href(job) !== null) links.open(job);
  };
  const choose = (next: Place | null) => {
    setHeld(next !== null);
    onPlace(next);
  };
  const under = (event: MouseEvent) => placeAt(...placeIn(event.currentTarget, event));
  const onClick = (event: MouseEvent) => {
    const next = under(event);
    if (props.opensAtOnce === true && next !== null) open(next);
    else if (held && next !== null && JSON.stringify(next) === JSON.stringify(place)) open(next);
    else choose(next);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const next = props.placeForKey(event.key);
    if (event.key === "Enter") open(place);
    else if (event.key === "Escape") choose(null);
    else if (next !== null) choose(next);
    // An arrow key at the edge does nothing, but must not scroll the page either.
    else if (!event.key.startsWith("Arrow")) return;
    event.preventDefault();
  };
  return (
    <div
      className="chart-surface"
      role="slider"
      aria-roledescription={props.kind}
      aria-label={props.label}
      aria-description={props.keys}
      aria-valuemin={0}
      aria-valuemax={props.last}
      aria-valuenow={props.at}
      aria-valuetext={props.text}
      tabIndex={0}
      onKeyDown={onKeyDown}
      onPointerMove={(event) => {
        if (!held && event.pointerType === "mouse") onPlace(under(event) ?? place);
      }}
      onClick={onClick}
    />
  );
}

/** Links from the points of a picture to their runs. */
export interface RunLinks {
  /** Returns the URL that opens a run on the bench; null if there is no such run. */
  href(job: string): string | null;
  open(job: string): void;
  /** Returns the name of the run that is pinned together with the opened run: "β_ecn 0.5"; null if there is none. */
  beside?(job: string): string | null;
}

/** Returns the lines about the origin of the results that an exported file contains. */
export type Stamp = () => readonly string[];

interface RunLinkProps {
  readonly job: string | null;
  readonly links: RunLinks;
  readonly text: string;
  /** Full name of the link, because its text alone does not identify the run. */
  readonly label: string;
}

/** A link from a point, cell or row to its run. Renders nothing if there is no run. */
function RunLink({ job, links, text, label }: RunLinkProps) {
  const href = job === null ? null : links.href(job);
  if (job === null || href === null) return null;
  return (
    <a
      className="strip__link"
      href={href}
      aria-label={label}
      onClick={(event) => {
        if (!isPlainClick(event)) return;
        event.preventDefault();
        links.open(job);
      }}
    >
      <span>
        <SymbolText text={text} />
      </span>
    </a>
  );
}

interface PointStripProps {
  /** Text of the selected point; null if no point is selected. */
  readonly words: string | null;
  readonly colour?: string | undefined;
  /** Name of the run behind the point. */
  readonly job: string | null;
  readonly links: RunLinks;
}

/** The text of the selected point below a picture, and the link to its run. */
export function PointStrip({ words, colour, job, links }: PointStripProps) {
  if (words === null) {
    return (
      <p className="strip strip--hint">
        Point at a value, or use the arrow keys, to read it or open its run.
      </p>
    );
  }
  const beside = (job !== null && links.beside?.(job)) || null;
  const text =
    beside === null ? "Open this run in the simulator" : `Open this run in the simulator, beside ${beside}`;
  return (
    <p className="strip">
      <span className="strip__words">
        {colour !== undefined && <span className="strip__dot" style={{ background: colour }} />}
        <SymbolText text={words} />
      </span>
      <RunLink job={job} links={links} text={text} label={`${spoken(text)}: ${words}`} />
    </p>
  );
}

interface AxisWordsProps {
  readonly plot: Pick<Plot, "width" | "height" | "right" | "bottom">;
  readonly x: Axis;
  readonly y: Axis;
  /** Largest value beyond the end of the axis, if some data is not drawn. */
  readonly undrawn?: number | null;
}

/** Distances of the baselines from the upper edge and from the lower end of the plot, in px. */
export const Y_WORDS_PX = 12;
export const X_WORDS_PX = 36;

/** The labels of the axes: above the vertical axis, and below the end of the horizontal one. */
export const AxisWords = memo(function AxisWords({ plot, x, y, undrawn = null }: AxisWordsProps) {
  return (
    <svg className="chart-labels notranslate" width={plot.width} height={plot.height} aria-hidden="true">
      <text x={0} y={Y_WORDS_PX}>
        <SymbolSpans text={axisWords(y)} />
      </text>
      <text x={plot.right} y={plot.bottom + X_WORDS_PX} textAnchor="end">
        <SymbolSpans text={xWords(x, undrawn)} />
      </text>
    </svg>
  );
});

/** Makes a wide table focusable, so that the arrow keys can scroll it. */
const SCROLLED_BY_KEYS = { tabIndex: 0 };

const MANY_COLUMNS = 8;

/** The runs behind the rows. */
interface RowRuns {
  readonly jobs: readonly (string | null)[];
  /** Names of the rows for their links: "RTT of all flows 20ms, aqm codel". */
  readonly names: readonly string[];
  readonly links: RunLinks;
}

interface DataTableProps {
  readonly table: Table;
  readonly runs?: RowRuns | undefined;
}

export function DataTable({ table, runs }: DataTableProps) {
  const { title, head, rows } = table;
  const [keys, columns] = [uniqueKeys(rows.map(([first]) => String(first))), uniqueKeys(head)];
  const looks = head.map((_, column) => lookOf(rows.map((row) => row[column])));
  return (
    <section
      className={head.length > MANY_COLUMNS ? "data-table data-table--dense" : "data-table"}
      aria-label={`Table: ${spoken(title)}`}
      {...SCROLLED_BY_KEYS}
    >
      <table>
        <caption className="unseen">{spoken(title)}</caption>
        <thead>
          <tr>
            {head.map((name, column) =>
              name === "" ? (
                <td key={columns[column]} className="data-table__head" />
              ) : (
                <th key={columns[column]} scope="col" className={`data-table__head ${looks[column] ?? ""}`}>
                  <SymbolText text={name} />
                </th>
              ),
            )}
            {runs && <td className="data-table__head" />}
          </tr>
        </thead>
        <tbody>
          {rows.map(([name, ...cells], row) => (
            <tr key={keys[row]} className={rows[row].includes("paper") ? "data-table__paper" : undefined}>
              <th scope="row" className={looks[0]}>
                <Cell value={name} />
              </th>
              {cells.map((cell, place) => (
                <td key={columns[place + 1]} className={looks[place + 1]}>
                  <Cell value={cell} />
                </td>
              ))}
              {runs && (
                <td>
                  <RunLink
                    job={runs.jobs[row] ?? null}
                    links={runs.links}
                    text="Open in the simulator"
                    label={`Open in the simulator: ${spoken(runs.names[row] ?? "")}`}
                  />
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

/** Length of a cell's text up to which it stays on one line next to columns of numbers (characters). */
const LONGEST_LINE = 26;

function lookOf(cells: readonly (string | number | null)[]): string | undefined {
  const texts = cells.filter((cell) => typeof cell === "string");
  if (texts.length === 0) return undefined;
  const isLong = texts.some(({ length }) => length > LONGEST_LINE);
  return isLong ? "data-table__text data-table__text--long" : "data-table__text";
}

function Cell({ value }: { readonly value: string | number | null }) {
  return typeof value === "string" ? (
    <SymbolText text={value} />
  ) : (
    <span translate="no">{value === null ? "–" : plainNumber(value)}</span>
  );
}

interface OutcomeTableProps {
  readonly table: Table;
  readonly stamp: Stamp;
  readonly runs?: RowRuns;
}

/** A table of an outcome in its frame. */
export const OutcomeTable = memo(function OutcomeTable({ table, stamp, runs }: OutcomeTableProps) {
  return (
    <FigureFrame figure={table} csv={{ tables: [table] }} stamp={stamp}>
      <DataTable table={table} runs={runs} />
    </FigureFrame>
  );
});

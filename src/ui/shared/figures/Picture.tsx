/** The frame of a figure, heat map or table: title, ways to take it away, legend, picture, and its data as a table. */

import { memo, type ReactNode, useState } from "react";
import type { Axis, Table } from "../../../experiments/experiment.ts";
import { isPlainClick } from "../plain-click.ts";
import { SymbolSpans, SymbolText } from "../SymbolText.tsx";
import { saveFile } from "../site-file.ts";
import { pictureCsv, stamped } from "./export-text.ts";
import { axisWords, plainNumber, spoken, uniqueKeys, xWords } from "./figure-words.ts";

interface PictureFrameProps {
  readonly title: string;
  /** Null where the picture is the table itself. */
  readonly table: (() => Table) | null;
  readonly onCsv: () => void;
  readonly onSvg: (() => void) | null;
  readonly legend?: ReactNode;
  readonly children: ReactNode;
  readonly foot?: ReactNode;
}

export function PictureFrame({ title, table, onCsv, onSvg, legend, children, foot }: PictureFrameProps) {
  const [open, setOpen] = useState(false);
  const named = (what: string) => `${what}: ${spoken(title)}`;
  return (
    <figure className="picture">
      <figcaption className="picture__head">
        <h3 className="picture__title">
          <SymbolText text={title} />
        </h3>
        <span className="picture__tools">
          {table !== null && (
            <button
              type="button"
              className="chart-tool"
              aria-pressed={open}
              aria-label={named("Table")}
              onClick={() => setOpen(!open)}
            >
              Table
            </button>
          )}
          <button type="button" className="chart-tool" aria-label={named("Save as CSV")} onClick={onCsv}>
            CSV
          </button>
          {onSvg !== null && (
            <button type="button" className="chart-tool" aria-label={named("Save as SVG")} onClick={onSvg}>
              SVG
            </button>
          )}
        </span>
      </figcaption>
      {legend}
      {children}
      {foot}
      {open && table !== null && <DataTable table={table()} />}
    </figure>
  );
}

/** How a point of a picture leads to the run that shows it. */
export interface RunLinks {
  /** The run on the bench as a link; null where there is no such run. */
  href(job: string): string | null;
  open(job: string): void;
  /** What comes along as the pinned run: "β_ecn 0.5"; null: nothing. */
  beside?(job: string): string | null;
}

/** What an exported file says of where it comes from, line by line. */
export type Stamp = () => readonly string[];

interface RunLinkProps {
  readonly job: string | null;
  readonly links: RunLinks;
  readonly text: string;
  /** Where the text alone does not say which run. */
  readonly label?: string;
}

/** The way from a point, cell or row to the run behind it; nothing where there is none. */
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
  /** Null while nothing is chosen. */
  readonly words: string | null;
  readonly colour?: string | undefined;
  /** The run that shows the point. */
  readonly job: string | null;
  readonly links: RunLinks;
}

/** Under a picture: what the chosen point says, and the way to the run behind it. */
export function PointStrip({ words, colour, job, links }: PointStripProps) {
  if (words === null) {
    return (
      <p className="strip strip--hint">
        Point at a value, or use the arrow keys, to read it and to open its run.
      </p>
    );
  }
  const beside = (job !== null && links.beside?.(job)) || null;
  const text =
    beside === null ? "Open this run on the bench" : `Open this run on the bench, beside ${beside}`;
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
  readonly plot: {
    readonly width: number;
    readonly height: number;
    readonly right: number;
    readonly bottom: number;
  };
  readonly x: Axis;
  readonly y: Axis;
  /** Where the data go on to beyond the end of the axis. */
  readonly undrawn?: number | null;
}

/** Of the baselines, in px from the upper edge and from the lower end of the plot. */
export const Y_WORDS_PX = 12;
export const X_WORDS_PX = 36;

/** What the axes are of: above the vertical one, and under the end of the horizontal one. */
export const AxisWords = memo(function AxisWords({ plot, x, y, undrawn = null }: AxisWordsProps) {
  return (
    <svg className="chart-labels" width={plot.width} height={plot.height} aria-hidden="true">
      <text x={0} y={Y_WORDS_PX}>
        <SymbolSpans text={axisWords(y)} />
      </text>
      <text x={plot.right} y={plot.bottom + X_WORDS_PX} textAnchor="end">
        <SymbolSpans text={xWords(x, undrawn)} />
      </text>
    </svg>
  );
});

/** A table may be wider than its place: what has the focus is scrolled by the arrow keys. */
const SCROLLED_BY_KEYS = { tabIndex: 0 };

const MANY_COLUMNS = 8;

/** The runs that show the rows. */
interface RowRuns {
  readonly jobs: readonly (string | null)[];
  /** What a row is, for its link: "RTT of all flows 20ms, aqm codel". */
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
        <DataHead head={head} looks={looks} opens={runs !== undefined} />
        <tbody>
          {rows.map((row, number) => (
            <tr key={keys[number]} className={row.includes("paper") ? "data-table__paper" : undefined}>
              {row.map((cell, column) =>
                column === 0 ? (
                  <th key={columns[column]} scope="row" className={looks[column]}>
                    <Cell value={cell} />
                  </th>
                ) : (
                  <td key={columns[column]} className={looks[column]}>
                    <Cell value={cell} />
                  </td>
                ),
              )}
              {runs !== undefined && <RunCell runs={runs} row={number} />}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

interface DataHeadProps {
  readonly head: readonly string[];
  readonly looks: readonly (string | undefined)[];
  /** Each row leads to its run. */
  readonly opens: boolean;
}

function DataHead({ head, looks, opens }: DataHeadProps) {
  const columns = uniqueKeys(head);
  return (
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
        {opens && <td className="data-table__head" />}
      </tr>
    </thead>
  );
}

interface RunCellProps {
  readonly runs: RowRuns;
  readonly row: number;
}

function RunCell({ runs: { jobs, names, links }, row }: RunCellProps) {
  return (
    <td>
      <RunLink
        job={jobs[row] ?? null}
        links={links}
        text="Open on the bench"
        label={`Open on the bench: ${spoken(names[row] ?? "")}`}
      />
    </td>
  );
}

/** Words of one line are not broken into three because numbers stand beside them. */
const LONGEST_LINE = 26;

function lookOf(cells: readonly (string | number | null)[]): string | undefined {
  const texts = cells.filter((cell) => typeof cell === "string");
  if (texts.length === 0) return undefined;
  const isLong = texts.some(({ length }) => length > LONGEST_LINE);
  return isLong ? "data-table__text data-table__text--long" : "data-table__text";
}

function Cell({ value }: { readonly value: string | number | null }) {
  if (value === null) return "–";
  return typeof value === "number" ? plainNumber(value) : <SymbolText text={value} />;
}

interface OutcomeTableProps {
  readonly table: Table;
  readonly stamp: Stamp;
  readonly runs?: RowRuns;
}

/** A table of an outcome in its frame. */
export const OutcomeTable = memo(function OutcomeTable({ table, stamp, runs }: OutcomeTableProps) {
  return (
    <PictureFrame
      title={table.title}
      table={null}
      onCsv={() => saveFile(`${table.id}.csv`, "text/csv", stamped(stamp(), pictureCsv({ tables: [table] })))}
      onSvg={null}
    >
      <DataTable table={table} runs={runs} />
    </PictureFrame>
  );
});

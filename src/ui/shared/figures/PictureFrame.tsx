/** The frame of a figure, heat map or table: title, ways to take it away, legend, picture, and its data as a table. */
import { type ReactNode, useState } from "react";
import type { Table } from "../../../experiments/experiment.ts";
import { SymbolText } from "../SymbolText.tsx";
import { DataTable } from "./DataTable.tsx";
import { spoken } from "./figure-words.ts";
import "./figures.css";

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

/** The frame of every chart: title, remarks, tools, the plot's box and the data table behind it. */

import { type ReactNode, type RefObject, useState } from "react";
import { SavePicture } from "../pictures/SavePicture.tsx";
import { tableTitle } from "./chart-words.ts";
import "./chart.css";
import type { ChartNote, TableData } from "../../shared/chart/chart-model.ts";
import { useOneStop } from "../../shared/one-stop.ts";
import { SymbolText } from "../../shared/SymbolText.tsx";
import { Legend } from "./Legend.tsx";

export interface ChartFrameProps {
  /** For the style sheet: "cwnd" gives the class "chart-cwnd". */
  readonly kind: string;
  readonly title: string;
  readonly unit: string;
  /** Right after the title: what the chart is of. */
  readonly menu?: ReactNode;
  readonly notes: readonly ChartNote[];
  readonly tools?: ReactNode;
  readonly table: (rows?: number) => TableData;
  /** What a saved picture's legend says besides: on the page it stands elsewhere. */
  readonly besides?: readonly ChartNote[];
  /** The box that is measured; the plot's layers are its children. */
  readonly box: RefObject<HTMLDivElement | null>;
  readonly children: ReactNode;
}

/** What stands around the plot is one Tab stop; the plot itself and its handles are theirs. */
const TOOLS = ":scope > figcaption button, :scope > .chart-table > summary";

export function ChartFrame(props: ChartFrameProps) {
  const { kind, title, unit, menu, notes, tools, table, box, children } = props;
  const group = useOneStop(TOOLS, "row");
  return (
    <figure className={`chart chart-${kind}`} ref={group}>
      <figcaption className="chart-head">
        <span className="chart-title">
          <SymbolText text={title} />
          {unit !== "" && ` (${unit})`}
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

/** The rows exist only while the table is open: a drag must not rebuild them. */
function DataTable({ caption, table }: { caption: string; table: () => TableData }) {
  const [open, setOpen] = useState(false);
  return (
    <details className="chart-table" open={open} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{tableTitle(caption)}</summary>
      {open && (
        <div className="chart-table-scroll">
          <button type="button" onClick={() => setOpen(false)}>
            Close table
          </button>
          <TableOf caption={caption} data={table()} />
        </div>
      )}
    </details>
  );
}

function TableOf({ caption, data }: { caption: string; data: TableData }) {
  return (
    <table>
      <caption>{caption}</caption>
      <thead>
        <tr>
          {data.head.map((name) => (
            <th key={name} scope="col">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {data.rows.map(([first, ...rest]) => (
          <tr key={first}>
            <th scope="row">{first}</th>
            {rest.map((cell, column) => (
              <td key={data.head[column + 1]}>{cell}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

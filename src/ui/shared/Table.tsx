/** A table with a name for each row. */
import type { ReactNode } from "react";

export interface TableRow {
  readonly key: string;
  /** Cells of the row. The first cell is the row's name. */
  readonly cells: readonly ReactNode[];
}

interface TableProps {
  readonly className?: string;
  readonly caption?: string;
  /** Names of all columns. A table with only one column of values needs no names. */
  readonly head?: readonly string[];
  /** True if the head is for screen readers only. */
  readonly isHeadUnseen?: boolean;
  readonly rows: readonly TableRow[];
}

export function Table({ className, caption, head = [], isHeadUnseen = false, rows }: TableProps) {
  return (
    <table className={className}>
      {caption !== undefined && <caption>{caption}</caption>}
      {head.length > 0 && (
        <thead className={isHeadUnseen ? "unseen" : undefined}>
          <tr>
            {head.map((name) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
      )}
      <tbody>
        {rows.map(({ key, cells: [name, ...values] }) => (
          <tr key={key}>
            <th scope="row">{name}</th>
            {values.map((value, at) => (
              <td key={head[at + 1] ?? ""}>{value}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

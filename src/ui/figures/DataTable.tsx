/** A table of an outcome: text to the left, numbers to the right. */
import type { Table } from "../../experiments/experiment.ts";
import { SymbolText } from "../SymbolText.tsx";
import { plainNumber, spoken } from "./figure-words.ts";
import { uniqueKeys } from "./unique-keys.ts";

/** A table may be wider than its place: what has the focus is scrolled by the arrow keys. */
const SCROLLED_BY_KEYS = { tabIndex: 0 };

export function DataTable({ table }: { readonly table: Table }) {
  const { title, head, rows } = table;
  const isText = head.map((_, column) => rows.some((row) => typeof row[column] === "string"));
  const keys = uniqueKeys(rows.map(([first]) => String(first)));
  const look = (column: number) => (isText[column] ? "data-table__text" : undefined);
  return (
    <section className="data-table" aria-label={`Table: ${spoken(title)}`} {...SCROLLED_BY_KEYS}>
      <table>
        <caption className="unseen">{spoken(title)}</caption>
        <thead>
          <tr>
            {head.map((name, column) => (
              <th key={name} scope="col" className={look(column)}>
                <SymbolText text={name} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, number) => (
            <tr key={keys[number]}>
              {row.map((cell, column) =>
                column === 0 ? (
                  <th key={head[column]} scope="row" className={look(column)}>
                    <Cell value={cell} />
                  </th>
                ) : (
                  <td key={head[column]} className={look(column)}>
                    <Cell value={cell} />
                  </td>
                ),
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function Cell({ value }: { readonly value: string | number | null }) {
  if (value === null) return "–";
  return typeof value === "number" ? plainNumber(value) : <SymbolText text={value} />;
}

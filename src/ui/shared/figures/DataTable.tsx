/** A table of an outcome: text to the left, numbers to the right. */
import type { Table } from "../../../experiments/experiment.ts";
import { SymbolText } from "../SymbolText.tsx";
import { openRowLabel, plainNumber, spoken, tableLabel } from "./figure-words.ts";
import { RunLink } from "./RunLink.tsx";
import type { RunLinks } from "./run-links.ts";
import { uniqueKeys } from "./unique-keys.ts";

/** A table may be wider than its place: what has the focus is scrolled by the arrow keys. */
const SCROLLED_BY_KEYS = { tabIndex: 0 };

const MANY_COLUMNS = 8;

/** The runs that show the rows. */
export interface RowRuns {
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
      aria-label={tableLabel(title)}
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
        label={openRowLabel(names[row] ?? "")}
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

/** The runs as columns: settings that differ, and numbers with their differences from the base. */
import { SymbolText } from "../../shared/SymbolText.tsx";
import { differingSettings, type NotebookRow, notebookNumbers } from "./notebook-table.ts";
import { runNumber } from "./notebook-words.ts";
import type { ShownRun } from "./shown-runs.ts";

interface NotebookTableProps {
  readonly runs: readonly ShownRun[];
  readonly base: number;
  readonly onBase: (base: number) => void;
}

/** A table may be wider than its place: what has the focus is scrolled by the arrow keys. */
const SCROLLED_BY_KEYS = { tabIndex: 0 };

export function NotebookTable({ runs, base, onBase }: NotebookTableProps) {
  const settings = differingSettings(
    runs.map(({ scenario }) => scenario),
    base,
  );
  const numbers = notebookNumbers(
    runs.map(({ run }) => run),
    base,
  );
  return (
    <>
      <h3>Numbers</h3>
      <p className="notebook__acts">
        <label>
          Differences from{" "}
          <select
            className="menu"
            value={base}
            onChange={(event) => onBase(Number(event.currentTarget.value))}
          >
            {runs.map(({ link, name }, at) => (
              <option key={link} value={at}>
                {name === "" ? runNumber(at + 1) : name}
              </option>
            ))}
          </select>
        </label>
      </p>
      <section className="notebook__table" aria-label="Table of the runs" {...SCROLLED_BY_KEYS}>
        <table>
          <thead>
            <tr>
              <td />
              {runs.map(({ link, name }, at) => (
                <th key={link} scope="col">
                  {name === "" ? runNumber(at + 1) : name}
                  {at === base && <span className="notebook__base">base</span>}
                </th>
              ))}
            </tr>
          </thead>
          <Rows rows={settings} runs={runs} />
          <Rows rows={numbers} runs={runs} />
        </table>
      </section>
      <p className="control__note">
        Numbers cover the time after each run’s warm-up. Only runs of the same time and the same watched link
        are compared.
      </p>
    </>
  );
}

function Rows({ rows, runs }: { readonly rows: readonly NotebookRow[]; readonly runs: readonly ShownRun[] }) {
  return (
    <tbody>
      {rows.map(({ label, cells }) => (
        <tr key={`${label} ${cells.map(({ value }) => value).join()}`}>
          <th scope="row">
            <SymbolText text={label} />
          </th>
          {cells.map(({ value, difference, tone }, at) => (
            <td key={runs[at].link}>
              {value}
              {difference !== null && (
                <span className={`notebook__change notebook__change--${tone}`}>{difference}</span>
              )}
            </td>
          ))}
        </tr>
      ))}
    </tbody>
  );
}

/** The table of runs next to each other, in the notebook and in a comparison. */
import { cssPaint, type Paint } from "../../shared/chart/colours.ts";
import { SymbolText } from "../../shared/SymbolText.tsx";
import type { ShownRun } from "./notebook-store.ts";
import { differingSettings, type NotebookRow, notebookNumbers } from "./notebook-table.ts";
import "./runs.css";

interface RunsTableProps {
  readonly runs: readonly ShownRun[];
  readonly base: number;
  readonly onBase: (base: number) => void;
  /** The colour of each run in the plots next to the table. */
  readonly paints?: readonly Paint[];
  /** Labels of the rows to show; absent for all rows. */
  readonly only?: readonly string[] | undefined;
}

/** Makes a wide table focusable, so that the arrow keys can scroll it. */
const SCROLLED_BY_KEYS = { tabIndex: 0 };

/** The runs as columns: settings that differ, and numbers with their differences from the base. */
export function RunsTable({ runs, base, onBase, paints, only }: RunsTableProps) {
  const isShown = ({ label }: NotebookRow) => only?.includes(label) !== false;
  const settings = differingSettings(
    runs.map(({ scenario }) => scenario),
    base,
  );
  const numbers = notebookNumbers(
    runs.map(({ run }) => run),
    base,
  );
  const names = runs.map(({ name }, at) => (name === "" ? `run ${at + 1}` : name));
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
            {runs.map(({ link }, at) => (
              <option key={link} value={at}>
                {names[at]}
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
              {runs.map(({ link }, at) => (
                <th key={link} scope="col">
                  {paints && <span className="run-dot" style={{ background: cssPaint(paints[at]) }} />}
                  <span>{names[at]}</span>
                  {at === base && <span className="notebook__base">base</span>}
                </th>
              ))}
            </tr>
          </thead>
          <Rows rows={settings.filter(isShown)} runs={runs} />
          <Rows rows={numbers.filter(isShown)} runs={runs} />
        </table>
      </section>
      <p className="control__note">
        Numbers cover the time after each run’s warm-up. Only runs with the same duration and watched link are
        compared.
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
              <span translate="no">{value}</span>
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

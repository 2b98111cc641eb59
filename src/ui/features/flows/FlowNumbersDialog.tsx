/** The table of each flow's numbers, sortable by any column, with the choice of flows for Jain's index. */

import { useMemo, useState } from "react";
import { scenarioToUrl } from "../../../engine/index.ts";
import { countedFlows, THIN } from "../../../experiments/metrics.ts";
import { grouped } from "../../../lib/counted.ts";
import { useRuns } from "../../bench/BenchScreen.tsx";
import type { RunView } from "../../core/run-view.ts";
import { watchedLink, withFlow } from "../../core/run-view.ts";
import { useBench } from "../../core/use-store.ts";
import { Dialog } from "../../parts/Dialog.tsx";
import {
  cellText,
  FLOW_COLUMNS,
  type FlowColumnId,
  type FlowOrder,
  type FlowRow,
  flowRows,
  flowsCsv,
  inOrder,
  nextOrder,
  OWN_ORDER,
  sharesWords,
} from "../../parts/runs/flow-table.ts";
import { useFlowDelays } from "../../plots/DelayDistribution.tsx";
import { isWarmingUp, measured, soFar, warmupS } from "../../plots/run-metrics.ts";
import { Button } from "../../shared/Button.tsx";
import { flowColour } from "../../shared/chart/colours.ts";
import { saveFile } from "../../shared/site-file.ts";

export function FlowNumbersDialog() {
  const { run } = useRuns();
  return (
    <Dialog name="flows" title="Numbers per flow">
      {run === null ? <p>There is no run yet.</p> : <FlowNumbers run={run} />}
    </Dialog>
  );
}

function FlowNumbers({ run }: { readonly run: RunView }) {
  const [order, setOrder] = useState(OWN_ORDER);
  const { delays, error } = useFlowDelays(run, true);
  const rows = useMemo(() => flowRows(run, measured(run).capacityBps, delays), [run, delays]);
  const ordered = useMemo(() => inOrder(rows, order), [rows, order]);
  const covered = coveredWords(warmupS(run.scenario), soFar(run));
  const isCounting = delays === null && error === null;
  if (isWarmingUp(run)) return <p>{`Numbers count from ${warmupS(run.scenario)} s on.`}</p>;
  return (
    <>
      <p>
        {`${covered}. Delays, marks and drops are those at ${watchedLink(run).label}${isCounting ? ": being computed." : "."}`}
      </p>
      {error !== null && <p role="alert">{error}</p>}
      <FlowNumbersTable
        rows={ordered}
        order={order}
        onOrder={(column) => setOrder(nextOrder(order, column))}
      />
      <p>{sharesWords(rows, measured(run).capacityBps)}</p>
      <JainLine run={run} />
      <p>
        <SaveButton rows={ordered} covered={covered} />
      </p>
    </>
  );
}

function JainLine({ run }: { readonly run: RunView }) {
  const { store } = useBench();
  const { sharing } = run.snapshot.results.fairness;
  const index = Number.isNaN(sharing.jain) || sharing.flows.length < 2 ? "none" : sharing.jain.toFixed(3);
  return (
    <p className="flow-numbers__jain">
      <span>{`Jain's index ${index} ${countedFlows(sharing)}. ${sharing.thin.length > 0 ? THIN : ""}`}</span>
      {sharing.chosen === true && (
        <button
          type="button"
          className="link"
          onClick={() => store.set(({ view }) => ({ view: { ...view, chosenFlows: null } }))}
        >
          count all flows except thin flows
        </button>
      )}
    </p>
  );
}

export function coveredWords(warmup: number, unfinished: string | null): string {
  const from = warmup > 0 ? `After ${warmup} s of warm-up` : "The whole run";
  return unfinished === null ? from : `${from}, ${unfinished}`;
}

function SaveButton({ rows, covered }: { readonly rows: readonly FlowRow[]; readonly covered: string }) {
  const { store } = useBench();
  const save = () => {
    const { scenario } = store.get().run;
    const link = scenario === null ? "" : `#${scenarioToUrl(scenario)}`;
    saveFile("sawtooth-flows.csv", "text/csv", flowsCsv(rows, link, covered));
  };
  return <Button onClick={save}>Save as CSV</Button>;
}

/** The table of the flows' numbers. Column heads sort it; check boxes select the flows for Jain's index. */
interface FlowNumbersTableProps {
  readonly rows: readonly FlowRow[];
  readonly order: FlowOrder;
  onOrder(column: FlowColumnId | null): void;
}

/** Maximum number of rows shown. The file contains all rows. */
const MOST_ROWS = 100;

export function FlowNumbersTable({ rows, order, onOrder }: FlowNumbersTableProps) {
  const left = rows.length - MOST_ROWS;
  return (
    <>
      <section className="flow-numbers" aria-label="Numbers per flow">
        <table>
          <thead>
            <tr>
              <Head
                label="Flow"
                help="Sorts the table by flow number."
                column={null}
                order={order}
                onOrder={onOrder}
              />
              {FLOW_COLUMNS.map(({ id, label, help }) => (
                <Head key={id} label={label} help={help} column={id} order={order} onOrder={onOrder} />
              ))}
              <th scope="col" title="Counts in Jain's index">
                In Jain's
              </th>
            </tr>
          </thead>
          <tbody>
            {rows.slice(0, MOST_ROWS).map((row) => (
              <Row key={row.flow} row={row} counted={rows} />
            ))}
          </tbody>
        </table>
      </section>
      {left > 0 && <p>{`and ${grouped(left)} more; the saved file has all`}</p>}
    </>
  );
}

interface HeadProps {
  readonly label: string;
  readonly help: string;
  readonly column: FlowColumnId | null;
  readonly order: FlowOrder;
  onOrder(column: FlowColumnId | null): void;
}

function Head({ label, help, column, order, onOrder }: HeadProps) {
  const isOrder = order.column === column;
  const direction = order.descending ? "descending" : "ascending";
  return (
    <th scope="col" aria-sort={isOrder ? direction : "none"}>
      <button type="button" className="flow-numbers__head" title={help} onClick={() => onOrder(column)}>
        <span>{label}</span>
        <span aria-hidden="true">{isOrder ? (order.descending ? " ▾" : " ▴") : ""}</span>
      </button>
    </th>
  );
}

function Row({ row, counted }: { readonly row: FlowRow; readonly counted: readonly FlowRow[] }) {
  const { store } = useBench();
  const choose = (isIn: boolean) => {
    const now = counted.filter(({ isCounted }) => isCounted).map(({ flow }) => flow);
    const chosenFlows = withFlow(now, counted.length, row.flow, isIn);
    store.set(({ view }) => ({ view: { ...view, chosenFlows } }));
  };
  return (
    <tr>
      <th scope="row">
        <span className="flows__dot" style={{ background: flowColour(row.flow) }} /> <span>{row.name}</span>
        {row.isThin && <small> thin</small>}
      </th>
      {FLOW_COLUMNS.map((column) => (
        <td key={column.id}>{cellText(row, column)}</td>
      ))}
      <td>
        <label className="flow-numbers__box">
          <input
            type="checkbox"
            aria-label={`${row.name} counts in Jain's index`}
            checked={row.isCounted}
            onChange={(event) => choose(event.currentTarget.checked)}
          />
        </label>
      </td>
    </tr>
  );
}

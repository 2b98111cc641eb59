/** The numbers of a report as tables: of the run, of its flows, of requests, and theoretical predictions. */

import type { FlowDelays } from "../../../engine/index.ts";
import { counted } from "../../../lib/counted.ts";
import { CheckedWords } from "../../bench/numbers/CheckedBadge.tsx";
import { ResponseTimes } from "../../bench/numbers/Numbers.tsx";
import type { RunView } from "../../core/run-view.ts";
import { hasSeveralLinks, watchedLink } from "../../core/run-view.ts";
import { cellText, FLOW_COLUMNS, flowRows } from "../../parts/runs/flow-table.ts";
import { deafToMarks, failedStarts, lostEcn } from "../../parts/words/run-sentences.ts";
import {
  isWarmingUp,
  type MetricRow,
  measured,
  metricRows,
  soFar,
  warmupS,
  whyNotCompared,
} from "../../plots/run-metrics.ts";
import { theoryEntries } from "../../plots/theory.ts";
import { SymbolText } from "../../shared/SymbolText.tsx";
import { Table } from "../../shared/Table.tsx";
import { ReportSection, Wide } from "./ReportSection.tsx";

interface ReportNumbersProps {
  readonly run: RunView;
  readonly pinned: RunView | null;
  readonly delays: FlowDelays | null;
  readonly hasTheory: boolean;
}

export function ReportNumbers({ run, pinned, delays, hasTheory }: ReportNumbersProps) {
  const { groups, remarks } = reportNumbers(run, pinned);
  return (
    <ReportSection title="Numbers">
      <table className="report__numbers">
        <thead>
          <tr>
            <th scope="col">Quantity</th>
            <th scope="col">This run</th>
            {pinned !== null && <th scope="col">Pinned run</th>}
            {pinned !== null && <th scope="col">Difference</th>}
          </tr>
        </thead>
        {groups.map(({ title, rows }) => (
          <tbody key={title ?? ""}>
            {title !== null && (
              <tr>
                <th scope="rowgroup" colSpan={pinned === null ? 2 : 4}>
                  {title}
                </th>
              </tr>
            )}
            {rows.map((row) => (
              <Row key={row.id} row={row} />
            ))}
          </tbody>
        ))}
      </table>
      <p className="report__small">
        {[...remarks, ...failedStarts(run), ...lostEcn(run), ...deafToMarks(run)].join(" ")}
      </p>
      {run.snapshot.results.flows.length > 1 && <Flows run={run} delays={delays} />}
      <ResponseTimes run={run} />
      {hasTheory && <Theory run={run} />}
      <div className="report__small">
        <CheckedWords scenario={run.scenario} />
      </div>
    </ReportSection>
  );
}

function Row({ row: { label, note, value, pinned, difference } }: { readonly row: ReportRow }) {
  return (
    <tr>
      <th scope="row">
        <SymbolText text={label} />
        {note !== "" && <small>{note}</small>}
      </th>
      <td>{value}</td>
      {pinned !== null && <td>{pinned}</td>}
      {pinned !== null && <td>{difference ?? "–"}</td>}
    </tr>
  );
}

/** Maximum number of flows in a table. More rows would fill pages. */
const MOST_FLOWS = 24;

function Flows({ run, delays }: Pick<ReportNumbersProps, "run" | "delays">) {
  const rows = flowRows(run, measured(run).capacityBps, delays);
  const left = rows.length - MOST_FLOWS;
  // Columns that are counted per flow at the queue are omitted until counting ends.
  const columns = FLOW_COLUMNS.filter(({ id }) => rows.some(({ values }) => values[id] !== null));
  const place = hasSeveralLinks(run) ? watchedLink(run).label : "the bottleneck";
  const what = delays === null ? "share of capacity" : "share of capacity, delays, marks and drops";
  return (
    <>
      <Wide label="Numbers of each flow">
        <Table
          className="report__flows"
          caption={`Each of ${counted(rows.length, "flow")}; ${what} at ${place}`}
          head={["Flow", ...columns.map(({ label }) => label)]}
          rows={rows.slice(0, MOST_FLOWS).map((row) => ({
            key: String(row.flow),
            cells: [row.name.replaceAll("_", " "), ...columns.map((column) => cellText(row, column))],
          }))}
        />
      </Wide>
      {left > 0 && (
        <p className="report__small">{`and ${left} more, listed in the simulator under “Numbers per flow”`}</p>
      )}
    </>
  );
}

function Theory({ run }: { readonly run: RunView }) {
  const entries = theoryEntries(run);
  if (entries.length === 0) return null;
  return (
    <Table
      className="report__theory"
      caption="Theory"
      head={["Model", "Value", "Assumptions and source"]}
      rows={entries.map(({ id, label, value, sentence, cite }) => ({
        key: id,
        cells: [
          <SymbolText key="label" text={label} />,
          value,
          <SymbolText key="source" text={[sentence, cite].filter(Boolean).join(" ")} />,
        ],
      }))}
    />
  );
}

interface ReportRow {
  readonly id: string;
  readonly label: string;
  readonly note: string;
  readonly value: string;
  /** Text of the pinned run's value; null if no run is pinned. */
  readonly pinned: string | null;
  readonly difference: string | null;
}

interface RowGroup {
  /** Title of the table; null if there is only one table. */
  readonly title: string | null;
  readonly rows: readonly ReportRow[];
}

interface Numbers {
  /** Numbers of all flows, and of the watched link if there are several. */
  readonly groups: readonly RowGroup[];
  /** Remarks on the covered time, and on why nothing is compared. */
  readonly remarks: readonly string[];
}

/** Returns this run's numbers, the pinned run's, and their difference. */
export function reportNumbers(run: RunView, pinned: RunView | null): Numbers {
  const reason = pinned === null ? null : whyNotCompared(run, pinned);
  const compared = pinned !== null && reason === null ? measured(pinned) : null;
  const { before, link, after } = metricRows(measured(run), compared);
  const known = pinned && metricRows(measured(pinned), null);
  const all = known && [...known.before, ...known.link, ...known.after];
  const rows = (list: readonly MetricRow[]) =>
    list.map((row) => ({ ...row, pinned: all && (all.find(({ id }) => id === row.id)?.value ?? "–") }));
  const unfinished = soFar(run);
  return {
    groups: hasSeveralLinks(run)
      ? [
          { title: "All flows", rows: rows([...before, ...after]) },
          { title: `At ${watchedLink(run).label}`, rows: rows(link) },
        ]
      : [{ title: null, rows: rows([...before, ...link, ...after]) }],
    remarks: [
      coveredTime(run),
      ...(unfinished === null ? [] : [`The run is not complete: ${unfinished}.`]),
      ...(reason === null
        ? []
        : [`No differences from the pinned run are given: ${reason.replace(/^not compared: /, "")}.`]),
    ],
  };
}

function coveredTime(run: RunView): string {
  const from = warmupS(run.scenario);
  if (isWarmingUp(run)) return `The run is warming up: numbers count from ${from} s on.`;
  const covered = `All numbers cover ${from} s to ${Number(run.snapshot.nowS.toFixed(3))} s`;
  return from > 0 ? `${covered}, after ${from} s of warm-up.` : `${covered}.`;
}

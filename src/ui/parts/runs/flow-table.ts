/** The table of flow numbers: columns, rows sorted by any column, and the table as a file. */

import type { FlowDelays, FlowResult } from "../../../engine/index.ts";
import { grouped } from "../../../lib/counted.ts";
import { csvText } from "../../../lib/csv.ts";
import type { RunView } from "../../core/run-view.ts";
import { flowName, passesWatched } from "../../plots/flow-names.ts";
import { rateText, waitText } from "../../plots/run-metrics.ts";
import { PROGRAM } from "../../shared/version.ts";

export interface FlowRow {
  readonly flow: number;
  readonly name: string;
  /** True if the flow counts in Jain's index. */
  readonly isCounted: boolean;
  readonly isThin: boolean;
  readonly values: Readonly<Record<FlowColumnId, number | null>>;
}

export type FlowColumnId = (typeof FLOW_COLUMNS)[number]["id"];

interface FlowColumn {
  readonly id: string;
  readonly label: string;
  /** Unit in the file. */
  readonly unit: string;
  readonly help: string;
  readonly text: (value: number) => string;
}

const count = (value: number) => grouped(value);

export const FLOW_COLUMNS = [
  {
    id: "goodput",
    label: "Goodput",
    unit: "bit/s",
    help: "Payload received in order, per second of the flow's lifetime after the warm-up",
    text: rateText,
  },
  {
    id: "share",
    label: "Of capacity",
    unit: "%",
    help: "Goodput as a share of the watched link's capacity; the rest is headers and idle time",
    text: (value: number) => `${value.toFixed(1)} %`,
  },
  {
    id: "delay-p50",
    label: "Delay p50",
    unit: "ms",
    help: "50 % of the flow's packets waited at most this long in the watched queue",
    text: waitText,
  },
  {
    id: "delay-p99",
    label: "Delay p99",
    unit: "ms",
    help: "99 % of the flow's packets waited at most this long in the watched queue",
    text: waitText,
  },
  { id: "marks", label: "Marks", unit: "packets", help: "CE marks at the watched queue", text: count },
  { id: "drops", label: "Drops", unit: "packets", help: "Packets lost at the watched link", text: count },
  {
    id: "retransmissions",
    label: "Retrans.",
    unit: "packets",
    help: "Retransmitted segments",
    text: count,
  },
  {
    id: "srtt",
    label: "SRTT",
    unit: "ms",
    help: "Average of the sender's smoothed round-trip time",
    text: waitText,
  },
] as const satisfies readonly FlowColumn[];

/** Returns the rows. `delays` is null while the delays are being counted. */
export function flowRows(run: RunView, capacityBps: number, delays: FlowDelays | null): FlowRow[] {
  const { flows, fairness } = run.snapshot.results;
  const { sharing } = fairness;
  return flows.map((flow) => ({
    flow: flow.id,
    name: flowName(run, flow.id),
    isCounted: sharing.flows.includes(flow.id),
    isThin: sharing.thin.includes(flow.id),
    values: valuesOf(flow, passesWatched(run, flow.id) ? capacityBps : null, delays),
  }));
}

/** Returns a text on what the shares refer to and what is missing to 100 %; empty if no flow passes the link. */
export function sharesWords(rows: readonly FlowRow[], capacityBps: number): string {
  const shares = rows.flatMap(({ values }) => values.share ?? []);
  if (shares.length === 0) return "";
  const sum = shares.reduce((all, share) => all + share, 0);
  return `Together the flows have ${sum.toFixed(1)} % of the capacity of ${rateText(capacityBps)} as payload in order; the rest is headers, retransmissions and idle time.`;
}

function valuesOf(
  flow: FlowResult,
  capacityBps: number | null,
  delays: FlowDelays | null,
): FlowRow["values"] {
  const at = delays?.flows[flow.id];
  const isTcp = flow.cc !== "udp";
  return {
    goodput: flow.goodputBps,
    share: capacityBps === null || capacityBps === 0 ? null : (100 * flow.goodputBps) / capacityBps,
    "delay-p50": at?.sojournMs?.p50 ?? null,
    "delay-p99": at?.sojournMs?.p99 ?? null,
    marks: at?.marks ?? null,
    drops: at?.drops ?? null,
    retransmissions: isTcp ? flow.retransmissions : null,
    srtt: flow.srttMs?.mean ?? null,
  };
}

export interface FlowOrder {
  /** Column to sort by; null means the flows' own order. */
  readonly column: FlowColumnId | null;
  readonly descending: boolean;
}

export const OWN_ORDER: FlowOrder = { column: null, descending: false };

/** Returns the rows sorted. Rows without the value come last in both directions. */
export function inOrder(rows: readonly FlowRow[], { column, descending }: FlowOrder): readonly FlowRow[] {
  if (column === null) return descending ? [...rows].reverse() : rows;
  return [...rows].sort((a, b) => {
    const [one, other] = [a.values[column], b.values[column]];
    if (one === null || other === null) return Number(one === null) - Number(other === null);
    return descending ? other - one : one - other;
  });
}

/** Returns the order after a click on a column's head: largest first, and the opposite at the second click. */
export function nextOrder(order: FlowOrder, column: FlowColumnId | null): FlowOrder {
  if (order.column === column) return { column, descending: !order.descending };
  return { column, descending: column !== null };
}

export function cellText({ values }: FlowRow, column: (typeof FLOW_COLUMNS)[number]): string {
  const value = values[column.id];
  return value === null ? "–" : column.text(value);
}

/**
 * Returns the table as CSV with unrounded numbers. `link` is a URL that opens the run; `covered` states the time that
 * the numbers cover.
 */
export function flowsCsv(rows: readonly FlowRow[], link: string, covered: string): string {
  const head = [
    "flow",
    "name",
    "in_jain",
    ...FLOW_COLUMNS.map(({ id, unit }) => `${id.replace("-", "_")} (${unit})`),
  ];
  const lines = rows.map((row) => [
    row.flow + 1,
    row.name,
    row.isCounted ? 1 : 0,
    ...FLOW_COLUMNS.map(({ id }) => sevenDigits(row.values[id])),
  ]);
  const isCounted = rows.some(({ values }) => values.marks !== null);
  const missing = "not included: queue delays, marks and drops by flow, which were not counted yet";
  return csvText([PROGRAM, link, covered, ...(isCounted ? [] : [missing])], [head, ...lines]);
}

function sevenDigits(value: number | null): number | null {
  return value === null ? null : Number(value.toPrecision(7));
}

/** Response and completion times of flows that make requests or many transfers, as rows of a table. */

import { delayText, type FlowResult, type Responses } from "../../../engine/index.ts";
import { grouped } from "../../../experiments/counted.ts";

export interface ResponseRow {
  /** The flow; null where the row is of a whole group. */
  readonly flow: number | null;
  readonly group: number;
  readonly flows: number;
  readonly n: string;
  readonly mean: string;
  readonly p90: string;
  readonly max: string;
}

/** Groups of more flows have one row. */
const LISTED_FLOWS = 4;

export function responseRows(flows: readonly FlowResult[]): ResponseRow[] {
  const answered = flows.filter(({ responses }) => responses !== null);
  const groups = [...new Set(answered.map(({ group }) => group))];
  return groups.flatMap((group) => {
    const members = answered.filter((flow) => flow.group === group);
    return answered.length <= LISTED_FLOWS ? members.map(flowRow) : [groupRow(group, members)];
  });
}

/** Requests of all flows that could not be made: they are in no row. */
export function refusedRequests(flows: readonly FlowResult[]): number {
  return flows.reduce((sum, flow) => sum + (flow.responses?.refused ?? flow.refused ?? 0), 0);
}

/** Where nothing was answered that a table could be of. */
export function onlyRefused(refused: number): string {
  return `No request has been answered; ${grouped(refused)} were refused, too many being open.`;
}

function flowRow({ id, group, responses }: FlowResult): ResponseRow {
  const { n, meanS, p90S, maxS } = responses as Responses;
  return { flow: id, group, flows: 1, n: countText(n), mean: text(meanS), p90: text(p90S), max: text(maxS) };
}

/** Quantiles of parts do not give that of the whole; but it is no larger than the largest of theirs. */
function groupRow(group: number, members: readonly FlowResult[]): ResponseRow {
  const all = members.map(({ responses }) => responses as Responses);
  const n = all.reduce((sum, each) => sum + each.n, 0);
  const totalS = all.reduce((sum, each) => sum + each.n * each.meanS, 0);
  const p90 = text(Math.max(...all.map(({ p90S }) => p90S)));
  return {
    flow: members.length === 1 ? members[0].id : null,
    group,
    flows: members.length,
    n: countText(n),
    mean: text(totalS / n),
    p90: members.length === 1 ? p90 : `≤ ${p90}`,
    max: text(Math.max(...all.map(({ maxS }) => maxS))),
  };
}

function countText(n: number): string {
  return grouped(n);
}

/** Three digits, in ms below a second. */
function text(seconds: number): string {
  const digits = (value: number) => value.toFixed(value >= 99.95 ? 0 : value >= 9.995 ? 1 : 2);
  return seconds < 0.9995 ? delayText(seconds * 1000, digits) : `${digits(seconds)} s`;
}

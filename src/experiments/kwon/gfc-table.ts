/** Tables II to IV: one row per sender, ours beside the paper's. */

import type { Readings, Table } from "../experiment.ts";
import type { Cell } from "../series.ts";
import { meanOver } from "./wan.ts";

/** A row of the paper: response times in s, goodput in Mbps, drops in %. */
export interface PaperRow {
  readonly responseMeanS: number;
  readonly responseMaxS: number;
  readonly httpMbps: number;
  readonly udpMbps: number;
  readonly ftpMbps: number;
  readonly httpDropPercent: number;
  readonly udpDropPercent: number;
  readonly ftpDropPercent: number;
  readonly totalDropPercent: number;
}

export type Field = keyof PaperRow;

/** In the order of the paper's columns. */
export function paperRow(...numbers: readonly number[]): PaperRow {
  return Object.fromEntries(COLUMNS.map(([field], i) => [field, numbers[i]])) as Record<Field, number>;
}

const COLUMNS: readonly (readonly [Field, string])[] = [
  ["responseMeanS", "Response, mean (s)"],
  ["responseMaxS", "Response, longest (s)"],
  ["httpMbps", "HTTP (Mbps)"],
  ["udpMbps", "UDP (Mbps)"],
  ["ftpMbps", "FTP (Mbps)"],
  ["httpDropPercent", "HTTP drops (%)"],
  ["udpDropPercent", "UDP drops (%)"],
  ["ftpDropPercent", "FTP drops (%)"],
  ["totalDropPercent", "All drops (%)"],
];

export const paperTotalMbps = ({ httpMbps, udpMbps, ftpMbps }: PaperRow): number =>
  httpMbps + udpMbps + ftpMbps;

/** "43.14, 44.48, 47.11 Mbps" */
export const listed = (values: readonly number[], unit: string): string =>
  `${values.map((value) => value.toFixed(2)).join(", ")} ${unit}`;

export interface Row {
  readonly label: string;
  readonly keys: readonly string[];
  readonly paper: PaperRow;
}

export function gfcTable(id: string, title: string, rows: readonly Row[], readings: Readings): Table {
  const cells = rows.flatMap(({ label, keys, paper }): Cell[][] => [
    [
      label,
      "ours",
      ...COLUMNS.map(([field]) => meanOver(readings, keys, field)),
      meanOver(readings, keys, "totalMbps"),
      meanOver(readings, keys, "laterDropPercent"),
      meanOver(readings, keys, "utilisationPercent"),
    ],
    [label, "paper", ...COLUMNS.map(([field]) => paper[field]), paperTotalMbps(paper), null, null],
  ]);
  return {
    id,
    title,
    head: [
      "Sender",
      "",
      ...COLUMNS.map(([, name]) => name),
      "Total (Mbps)",
      "All drops after 5 s (%)",
      "Links busy (%)",
    ],
    rows: cells,
  };
}

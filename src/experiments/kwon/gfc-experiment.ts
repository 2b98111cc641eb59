/** Tables II to IV: goodput, drops and response times in GFC-2, our rows beside the paper's. */
import type { Claim, Experiment, Job, Size } from "../experiment.ts";
import { KWON } from "./chosen.ts";
import { readTable } from "./gfc.ts";
import type { Column } from "./gfc-claims.ts";
import { gfcTable, type Row } from "./gfc-table.ts";
import { meanOver } from "./wan.ts";

interface GfcTable {
  readonly id: string;
  readonly title: string;
  readonly rows: (size: Size) => readonly Row[];
}

interface GfcExperiment
  extends Pick<Experiment, "id" | "where" | "title" | "shows" | "chosen" | "differences"> {
  readonly jobs: (size: Size) => Job[];
  /** The claims are of the first one's rows. */
  readonly tables: readonly [GfcTable, ...GfcTable[]];
  readonly claims: (column: Column) => Claim[];
}

export function gfcExperiment({ tables, claims, ...rest }: GfcExperiment): Experiment {
  return {
    ...rest,
    paper: KWON,
    read: readTable,
    reduce: (readings, size) => ({
      figures: [],
      heatMaps: [],
      tables: tables.map(({ id, title, rows }) => gfcTable(id, title, rows(size), readings)),
      claims: claims((field) => tables[0].rows(size).map(({ keys }) => meanOver(readings, keys, field))),
    }),
  };
}

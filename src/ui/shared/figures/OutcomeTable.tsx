/** A table of an outcome in its frame. */
import { memo } from "react";
import type { Table } from "../../../experiments/experiment.ts";
import { saveFile } from "../save-file.ts";
import { DataTable, type RowRuns } from "./DataTable.tsx";
import { pictureCsv, stamped } from "./export-text.ts";
import { PictureFrame } from "./PictureFrame.tsx";
import type { Stamp } from "./run-links.ts";

interface OutcomeTableProps {
  readonly table: Table;
  readonly stamp: Stamp;
  readonly runs?: RowRuns;
}

export const OutcomeTable = memo(function OutcomeTable({ table, stamp, runs }: OutcomeTableProps) {
  return (
    <PictureFrame
      title={table.title}
      table={null}
      onCsv={() => saveFile(`${table.id}.csv`, "text/csv", stamped(stamp(), pictureCsv({ tables: [table] })))}
      onSvg={null}
    >
      <DataTable table={table} runs={runs} />
    </PictureFrame>
  );
});

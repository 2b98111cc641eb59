/** Writes the table of packets as a Parquet file. Each column has its declared type. */
import { ByteWriter, type ColumnSource, ParquetWriter, type SchemaElement } from "hyparquet-writer";
import { COLUMN_KINDS, type ColumnKind, PACKET_COLUMNS, type PacketRow } from "../engine/replays.ts";

/** Number of rows that are compressed together. A reader that needs only a part of the run can skip the other groups of rows. */
const ROWS_OF_GROUP = 100_000;

const TYPES: Readonly<Record<ColumnKind, Omit<SchemaElement, "name">>> = {
  text: { type: "BYTE_ARRAY", converted_type: "UTF8" },
  whole: { type: "INT32" },
  number: { type: "DOUBLE" },
};

/** Yields the file as one piece, after the last row. `remarks` describe the run; they become part of the file's metadata. */
export function* packetParquetOf(
  rows: Iterable<PacketRow>,
  program: string,
  remarks: readonly string[],
): Generator<Uint8Array, void> {
  const bytes = new ByteWriter();
  const columns = PACKET_COLUMNS.map((name): SchemaElement => {
    return { ...TYPES[COLUMN_KINDS[name]], name, repetition_type: "OPTIONAL" };
  });
  const writer = new ParquetWriter({
    writer: bytes,
    schema: [{ name: "packets", num_children: columns.length }, ...columns],
    kvMetadata: [{ key: "sawtooth", value: remarks.join("\n") }],
    createdBy: program,
  });
  let group = emptyGroup();
  const write = () => {
    if (group[0].data.length > 0) writer.write({ columnData: group });
    group = emptyGroup();
  };
  for (const row of rows) {
    for (const { name, data } of group) data.push(row[name]);
    if (group[0].data.length === ROWS_OF_GROUP) write();
  }
  write();
  writer.finish();
  yield bytes.getBytes();
}

function emptyGroup() {
  return PACKET_COLUMNS.map((name) => {
    return { name, data: [] as PacketRow[keyof PacketRow][] } satisfies ColumnSource;
  });
}

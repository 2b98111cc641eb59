/** Writes the table of packets as a Parquet file: each column has the type with which it is declared. */
import { ByteWriter, type ColumnSource, ParquetWriter, type SchemaElement } from "hyparquet-writer";
import { COLUMN_KINDS, type ColumnKind, PACKET_COLUMNS, type PacketRow } from "../engine/replays.ts";

/**
 * Number of rows that are compressed together, so that a reader that needs only an interval can skip the other
 * groups.
 */
const ROWS_OF_GROUP = 100_000;

const TYPES: Readonly<Record<ColumnKind, Omit<SchemaElement, "name">>> = {
  text: { type: "BYTE_ARRAY", converted_type: "UTF8" },
  whole: { type: "INT32" },
  number: { type: "DOUBLE" },
};

/** Yields the file in one piece once the last row is known. `remarks` describe the run, for the file's metadata. */
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

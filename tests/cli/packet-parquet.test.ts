import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parquetMetadata, parquetReadObjects } from "hyparquet";
import { expect, test } from "vitest";
import { packetRows } from "../../src/engine/library.ts";
import { sim } from "./command-line.ts";
import { scratchFolder } from "./scratch-folder.ts";

const FLAGS = "--duration 5s --warmup 0s --capacity 20Mbps --flow cc=cubic --flow traffic=cbr";

test("a file that ends in .parquet contains the rows of the library, with one type per column", async () => {
  const file = join(scratchFolder(), "p.parquet");
  expect((await sim("run", ...FLAGS.split(" "), "--packets", file)).status).toBe(0);
  const { buffer, byteOffset, byteLength } = readFileSync(file);
  const bytes = buffer.slice(byteOffset, byteOffset + byteLength) as ArrayBuffer;
  const rows = await parquetReadObjects({ file: bytes });
  expect(rows).toEqual([...packetRows(FLAGS)]);
  const { schema, key_value_metadata: remarks } = parquetMetadata(bytes);
  const types = Object.fromEntries(schema.slice(1).map(({ name, type }) => [name, type]));
  expect(types).toMatchObject({ time_s: "DOUBLE", packet: "INT32", sack: "BYTE_ARRAY", srtt_ms: "DOUBLE" });
  expect(remarks?.find(({ key }) => key === "sawtooth")?.value).toMatch(/^#v=2.*\ndigest [0-9a-f]{16}$/);
});

test("a Parquet file is not compressed twice", async () => {
  const { status, notes } = await sim("run", "--packets", join(scratchFolder(), "p.parquet.gz"));
  expect({ status, notes }).toMatchObject({ status: 2, notes: [expect.stringContaining("FILE.parquet")] });
});

import { afterEach, expect, test } from "vitest";
import { scenarioFromUrl } from "../../src/engine/index.ts";
import { packetCsvOf, pcapngOf, qlogOf, SNAP_BYTES } from "../../src/engine/replays.ts";
import { Simulation } from "../../src/engine/simulator.ts";
import type { PacketLog } from "../../src/engine/trace/packet-log.ts";
import type { PacketFileWish } from "../../src/workers/protocol.ts";
import { PacketFileClient } from "../../src/workers/sim-client.ts";
import { WorkerYard } from "./fake-workers.ts";

const { scenario } = scenarioFromUrl("duration=2s&flow=cc=cubic&flow=cc=newreno");
const make = (log: PacketLog) => new Simulation(scenario, log);
const wish: PacketFileWish = {
  format: "csv",
  point: { at: "out", link: "bottleneck" },
  fromS: 0.5,
  toS: 2,
  program: "Sawtooth",
  stamp: ["a link", "a digest"],
};
const stretch = { fromS: 0.5, toS: 2 };
let yard: WorkerYard;

afterEach(() => yard.close());

test.each([
  ["csv", () => packetCsvOf(scenario, make, { ...stretch, stamp: "# Sawtooth\n# a link\n# a digest\n" })],
  ["qlog", () => qlogOf(scenario, make, { ...stretch, title: "Sawtooth", description: "a link a digest" })],
  [
    "pcapng",
    () =>
      pcapngOf(scenario, make, {
        ...stretch,
        points: [wish.point],
        snapBytes: SNAP_BYTES,
        program: "Sawtooth",
        comments: wish.stamp,
      }),
  ],
] as const)("a %s file is the same from a worker", async (format, here) => {
  yard = new WorkerYard("working");
  const client = new PacketFileClient({ start: yard.start });
  expect(yard.started).toHaveLength(0);
  const pieces = await client.write(scenario, { ...wish, format });
  const bytes = async (all: readonly (string | Uint8Array<ArrayBuffer>)[]) =>
    Buffer.from(await new Blob([...all]).arrayBuffer());
  expect((await bytes(pieces ?? [])).equals(await bytes([...here()]))).toBe(true);
  client.dispose();
  expect(yard.terminated).toBe(1);
});

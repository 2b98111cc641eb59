/** Exports what repeats or observes runs: explanations, delays of each flow, the steps of a live run. */

export type { CaptureOptions } from "./capture/capture.ts";
export {
  COLUMN_KINDS,
  type ColumnKind,
  PACKET_COLUMNS,
  type PacketRow,
} from "./capture/file-formats.ts";
export { packetCsvOf, packetRowsOf } from "./capture/packet-csv.ts";
export {
  type CapturePoint,
  MOST_SNAP_BYTES,
  pcapngOf,
  pointNamed,
  SNAP_BYTES,
} from "./capture/pcapng.ts";
export { qlogOf } from "./capture/qlog.ts";
export { LiveWatch } from "./explain/live-watch.ts";
export { Storyteller } from "./explain/storyteller.ts";
export { TooLargeRun, TooMuchMemory } from "./net/packet.ts";
export type { Look } from "./next-event.ts";
export { flowDelaysOf } from "./trace/flow-delays.ts";
export { LOG } from "./trace/log-rows.ts";
export { PacketLog } from "./trace/packet-log.ts";

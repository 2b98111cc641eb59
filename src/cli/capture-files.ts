/** `run --packets`, `--pcap`, `--qlog`: the packets of a run in files for other programs. */

import { parseQuantity, type Scenario, scenarioToUrl } from "../engine/index.ts";
import {
  type CaptureOptions,
  type CapturePoint,
  MOST_SNAP_BYTES,
  packetCsvOf,
  packetRowsOf,
  pcapngOf,
  pointNamed,
  qlogOf,
  SNAP_BYTES,
} from "../engine/replays.ts";
import { Simulation } from "../engine/simulator.ts";
import { csvStamp } from "../lib/csv.ts";
import { prepareRun } from "../workers/interpreter.ts";
import { type Arguments, type OptionGroup, orUsageError, UsageError } from "./command.ts";
import { prepareFile, writeNamed } from "./named-files.ts";
import { programName } from "./project.ts";

export const captureGroup: OptionGroup = {
  title:
    "Packet files for other programs (these run the scenario a second time; a name ending in .gz selects gzip)",
  options: [
    {
      name: "packets",
      value: "FILE.csv",
      help: "Write one row per packet event, in time order, as CSV; as Parquet if the name ends in .parquet.",
    },
    {
      name: "pcap",
      value: "FILE.pcapng",
      help: "Write the packets as a capture file for Wireshark and tshark.",
    },
    {
      name: "pcap-at",
      value: "POINT",
      help: "Capture point: sender, receiver, LINK:in or LINK:out (default: sender). Separate several points by commas; each becomes an interface of the capture.",
    },
    {
      name: "pcap-snap",
      value: "BYTES",
      help: `Number of bytes captured of each packet, ${SNAP_BYTES} to ${MOST_SNAP_BYTES} (default: ${SNAP_BYTES}, all headers). The payload consists of zeros.`,
    },
    { name: "qlog", value: "FILE.sqlog", help: "Write the senders' events in qlog format, for qvis." },
    { name: "packets-from", value: "TIME", help: "Start of the packet files (default: 0s)." },
    { name: "packets-to", value: "TIME", help: "End of the packet files (default: end of the run)." },
  ],
};

/** The requested capture files of a run. */
export interface CaptureFiles {
  /** True if the user asked for any file. */
  readonly isAny: boolean;
  /** Writes the files. Each contains `digest`, the digest of the run. */
  write(digest: string): Promise<void>;
}

/** Reads the options. Throws before the run if a file could not be written after it. */
export async function prepareCaptures(args: Arguments, scenario: Scenario): Promise<CaptureFiles> {
  const durationS = Number(scenario.run.duration);
  const stretch = stretchOf(args, durationS);
  const snapBytes = snapOf(args);
  const points = pointsOf(args, scenario);
  const prepared = await prepareRun(scenario);
  const make = (log: ConstructorParameters<typeof Simulation>[1]) => new Simulation(prepared, log);
  const link = `#${scenarioToUrl(scenario)}`;
  const program = programName();
  const isWhole = stretch.fromS === 0 && stretch.toS === durationS;
  const part = isWhole ? [] : [`from ${stretch.fromS} s to ${stretch.toS} s only`];
  const isParquet = args.text("packets")?.toLowerCase().endsWith(".parquet") === true;
  // The code that writes Parquet is loaded only if it is needed.
  const parquetOf = isParquet ? (await import("./packet-parquet.ts")).packetParquetOf : null;
  const makers: Readonly<Record<string, (list: readonly string[]) => Iterable<string | Uint8Array>>> = {
    packets: (values) =>
      parquetOf === null
        ? packetCsvOf(scenario, make, { ...stretch, stamp: csvStamp([program, ...values]) })
        : parquetOf(packetRowsOf(scenario, make, stretch), program, values),
    pcap: (comments) => pcapngOf(scenario, make, { ...stretch, points, snapBytes, program, comments }),
    qlog: (entries) => qlogOf(scenario, make, { ...stretch, title: program, description: entries.join(" ") }),
  };
  const files = Object.keys(makers).flatMap((name) => {
    const file = args.text(name);
    return file === null ? [] : [{ name, file }];
  });
  for (const { name, file } of files) {
    if (/\.parquet\.gz$/i.test(file))
      throw new UsageError(
        `--${name} ${file}: Parquet files are already compressed; name the file FILE.parquet.`,
      );
    prepareFile(file, `--${name} ${file}`);
  }
  return {
    isAny: files.length > 0,
    async write(digest) {
      const lines = [link, `digest ${digest}`, ...part];
      for (const { name, file } of files) await writeNamed(file, makers[name](lines));
    },
  };
}

function stretchOf(args: Arguments, durationS: number): Required<CaptureOptions> {
  const [fromS, toS] = [
    { name: "packets-from", usual: 0 },
    { name: "packets-to", usual: durationS },
  ].map(({ name, usual }) => {
    const text = args.text(name);
    const seconds = text === null ? usual : parseQuantity(text, "s");
    if (seconds === null || seconds < 0 || seconds > durationS)
      throw new UsageError(`--${name} ${text}: expected a time within the run, from 0 s to ${durationS} s.`);
    return seconds;
  });
  if (toS <= fromS) throw new UsageError(`--packets-to ${toS}s must be later than --packets-from ${fromS}s.`);
  return { fromS, toS };
}

function snapOf(args: Arguments): number {
  const text = args.text("pcap-snap");
  if (text === null) return SNAP_BYTES;
  const bytes = Number(text);
  if (!Number.isInteger(bytes) || bytes < SNAP_BYTES || bytes > MOST_SNAP_BYTES)
    throw new UsageError(
      `--pcap-snap ${text}: expected a whole number from ${SNAP_BYTES} to ${MOST_SNAP_BYTES}.`,
    );
  return bytes;
}

function pointsOf(args: Arguments, scenario: Scenario): CapturePoint[] {
  const text = args.text("pcap-at") ?? "sender";
  return text
    .split(",")
    .map((one) => orUsageError(`--pcap-at ${one}`, () => pointNamed(one.trim(), scenario)));
}

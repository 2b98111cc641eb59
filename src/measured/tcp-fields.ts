/**
 * Names of a connection's values and their meaning: in TCP_INFO (include/uapi/linux/tcp.h), in the trace event tcp:tcp_probe, in
 * structures of the kernel, and in common scripts.
 */

import type { OpenUnit } from "./column-units.ts";
import type { ConnectionBuilder } from "./measurement.ts";
import { USUAL_MSS } from "./measurement.ts";

type Meaning =
  | "time"
  | "connection"
  | "cwnd"
  | "cwndBytes"
  | "ssthresh"
  | "srttMs"
  | "inflight"
  | "unacked"
  | "sacked"
  | "lost"
  | "retrans"
  | "ackedBytes"
  | "deliveredSegments"
  | "rateBps"
  | "mss"
  | "sndNxt"
  | "sndUna";

/** Meaning of a name, and its unit. */
export interface TcpField {
  readonly meaning: Meaning;
  /** Factor that converts the value to the program's unit. */
  readonly scale: number;
  /** Remark on the unit that is assumed if the name does not contain it. */
  readonly assumed?: string;
  /** Kind of unit, if the name does not contain the unit and tables use different ones. */
  readonly open?: OpenUnit;
}

const open = (meaning: Meaning, unit: OpenUnit, names: string, scale = 1): [string, TcpField][] =>
  names.split(" ").map((name) => [name, { meaning, scale, open: unit }]);

const plain = (meaning: Meaning, names: string): [string, TcpField][] =>
  names.split(" ").map((name) => [name, { meaning, scale: 1 }]);

/** Returns the same names, each with a suffix that states the unit. */
const inUnits = (
  meaning: Meaning,
  names: string,
  units: Readonly<Record<string, number>>,
): [string, TcpField][] =>
  names
    .split(" ")
    .flatMap((name) =>
      Object.entries(units).map(([unit, scale]): [string, TcpField] => [
        `${name}_${unit}`,
        { meaning, scale },
      ]),
    );

const SECONDS = { s: 1, sec: 1, ms: 1e-3, us: 1e-6, usec: 1e-6, ns: 1e-9, nsec: 1e-9 };
const MILLISECONDS = { s: 1e3, ms: 1, us: 1e-3, usec: 1e-3, ns: 1e-6 };
const BITS = { bps: 1, kbps: 1e3, mbps: 1e6, gbps: 1e9 };

const FIELDS: ReadonlyMap<string, TcpField> = new Map([
  ...open("time", "time", "t time ts timestamp elapsed"),
  ...plain("time", "sec secs seconds datetime"),
  ...inUnits("time", "t time ts timestamp elapsed", SECONDS),
  ...plain("time", "nsecs ns").map(([name]): [string, TcpField] => [name, { meaning: "time", scale: 1e-9 }]),
  ...plain(
    "connection",
    "flow conn connection connection_id id src dst source dest destination saddr daddr sport dport local peer remote laddr raddr lport rport cookie sock_cookie socket sock sk skaddr",
  ),
  ...open("cwnd", "window", "cwnd snd_cwnd"),
  ...plain("cwnd", "cwnd_segments cwnd_packets cwnd_pkts"),
  ...plain("cwndBytes", "cwnd_bytes snd_cwnd_bytes"),
  // ssthresh is in the same unit as cwnd.
  ...plain("ssthresh", "ssthresh snd_ssthresh ssthresh_segments ssthresh_packets"),
  // TCP_INFO and tcp_probe use µs.
  ...open("srttMs", "rtt", "srtt rtt"),
  ...inUnits("srttMs", "srtt rtt", MILLISECONDS),
  ...plain("inflight", "inflight in_flight inflight_segments packets_in_flight pif"),
  ...plain("unacked", "unacked packets_out"),
  ...plain("sacked", "sacked sacked_out"),
  ...plain("lost", "lost lost_out"),
  ...plain("retrans", "retrans_out"),
  ...plain("ackedBytes", "bytes_acked acked_bytes"),
  ...plain("deliveredSegments", "delivered"),
  // TCP_INFO uses bytes per second.
  [
    "delivery_rate",
    {
      meaning: "rateBps",
      scale: 8,
      assumed: "“delivery_rate” has no unit; it is read as bytes per second, as in TCP_INFO.",
    },
  ],
  ...inUnits("rateBps", "delivery_rate throughput goodput bitrate", BITS),
  ...plain("rateBps", "bits_per_second"),
  ...open("rateBps", "rate", "throughput goodput bitrate"),
  ...plain("mss", "mss snd_mss mss_bytes mss_cache"),
  ...plain("sndNxt", "snd_nxt"),
  ...plain("sndUna", "snd_una"),
]);

const ENDS: readonly { readonly host: readonly string[]; readonly port: readonly string[] }[] = [
  { host: ["src", "source", "saddr", "local", "laddr"], port: ["sport", "lport"] },
  { host: ["dst", "dest", "destination", "daddr", "peer", "remote", "raddr"], port: ["dport", "rport"] },
];

/**
 * Returns the name of a connection. It consists of both ends if the columns have them, otherwise of all columns that can
 * distinguish connections.
 */
export function connectionName(parts: readonly (readonly [name: string, value: string])[]): string {
  const valueFor = (names: readonly string[]) =>
    parts.find(([name]) => names.includes(plainName(name)))?.[1] ?? "";
  const ends = ENDS.map(({ host, port }) =>
    [valueFor(host), valueFor(port)].filter((text) => text !== "").join(":"),
  ).filter((end) => end !== "");
  if (ends.length > 0) return ends.join(" → ");
  const [first] = parts;
  return first === undefined ? "the connection" : `${plainName(first[0])} ${first[1]}`;
}

/** Returns the field of a name; null for an unknown name. */
export function fieldNamed(name: string): TcpField | null {
  return FIELDS.get(plainName(name)) ?? null;
}

/** Names in plain form. A file repeats its names in each line. */
const plainNames = new Map<string, string>();
const MOST_PLAIN_NAMES = 1000;
const LONGEST_PLAIN_NAME = 100;

function plainName(name: string): string {
  const known = plainNames.get(name);
  if (known !== undefined) return known;
  const made = plainForm(name);
  if (name.length > LONGEST_PLAIN_NAME) return made;
  if (plainNames.size >= MOST_PLAIN_NAMES) plainNames.clear();
  plainNames.set(name, made);
  return made;
}

function plainForm(name: string): string {
  return name
    .trim()
    .replace(/^"|"$/g, "")
    .toLowerCase()
    .replace(/[[(]\s*([a-zµ/]+)\s*[\])]$/, "_$1")
    .replace("µ", "u")
    .replace(/[\s.-]+/g, "_")
    .replace(/_+/g, "_")
    .replace(/^(?:tcpi_|args_|tp_)/, "");
}

/** Values of one line in the program's units. A value is absent if the line does not contain it. */
export type Values = Partial<Record<Meaning, number>>;

/** Number that stands for infinity, as a 32-bit number of the kernel (signed or not) and in TCP_INFO. */
const INFINITE_SSTHRESH = 0x7fff_ffff;
const WORD = 0x1_0000_0000;

/** Combines the lines of one connection. Sequence numbers wrap at 2³², and files have different kinds of byte counters. */
export class StateFollower {
  private una = Number.NaN;
  private acked = 0;

  add(builder: ConnectionBuilder, timeS: number, values: Values): void {
    const { cwnd, cwndBytes, ssthresh = Number.NaN, srttMs = Number.NaN, mss, sndNxt, sndUna } = values;
    const segment = mss !== undefined && mss > 0 ? mss : USUAL_MSS;
    const usesSegment =
      values.cwndBytes !== undefined || values.deliveredSegments !== undefined || sndNxt !== undefined;
    if (usesSegment && segment !== mss)
      builder.assumed.add(
        `Segments of ${USUAL_MSS} B: assumed, because the file does not contain the segment size.`,
      );
    builder.add("cwnd", timeS, cwnd ?? (cwndBytes ?? Number.NaN) / segment);
    if (ssthresh > 0 && ssthresh < INFINITE_SSTHRESH) builder.add("ssthresh", timeS, ssthresh);
    if (srttMs > 0) builder.add("srttMs", timeS, srttMs);
    builder.add("inflight", timeS, this.inflight(values, segment));
    builder.add("rateBps", timeS, values.rateBps ?? Number.NaN);
    if (values.ackedBytes !== undefined) builder.add("ackedBytes", timeS, values.ackedBytes);
    else if (sndUna !== undefined && Number.isFinite(sndUna)) {
      const step = Number.isNaN(this.una) ? 0 : (sndUna - this.una + WORD) % WORD;
      // If a number seems to increase by half of its range or more, the lines are in the wrong order.
      if (step < WORD / 2) {
        this.acked += step;
        this.una = sndUna;
      }
      builder.add("ackedBytes", timeS, this.acked);
    } else if (values.deliveredSegments !== undefined)
      builder.add("ackedBytes", timeS, values.deliveredSegments * segment);
  }

  private inflight(values: Values, segment: number): number {
    const { inflight, unacked, sacked, lost, retrans, sndNxt, sndUna } = values;
    if (inflight !== undefined) return inflight;
    if (unacked !== undefined) {
      if (sacked === undefined || lost === undefined) return unacked;
      return Math.max(0, unacked - sacked - lost + (retrans ?? 0));
    }
    if (sndNxt === undefined || sndUna === undefined) return Number.NaN;
    return ((sndNxt - sndUna + WORD) % WORD) / segment;
  }
}

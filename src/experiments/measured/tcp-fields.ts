/**
 * The names that TCP_INFO (include/uapi/linux/tcp.h), the trace event tcp:tcp_probe, kernel structures and people's scripts give
 * to the state of a connection, and what they mean.
 */
import type { ConnectionBuilder } from "./measurement.ts";
import { USUAL_MSS } from "./measurement.ts";
import type { OpenUnit } from "./units.ts";

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

export interface Field {
  readonly meaning: Meaning;
  /** To the unit that is used here. */
  readonly scale: number;
  /** Said where the name does not give its unit. */
  readonly assumed?: string;
  /** The name gives no unit, and tables differ in it. */
  readonly open?: OpenUnit;
}

const open = (meaning: Meaning, unit: OpenUnit, names: string, scale = 1): [string, Field][] =>
  names.split(" ").map((name) => [name, { meaning, scale, open: unit }]);

const plain = (meaning: Meaning, names: string): [string, Field][] =>
  names.split(" ").map((name) => [name, { meaning, scale: 1 }]);

/** The same names with a unit behind. */
const inUnits = (
  meaning: Meaning,
  names: string,
  units: Readonly<Record<string, number>>,
): [string, Field][] =>
  names
    .split(" ")
    .flatMap((name) =>
      Object.entries(units).map(([unit, scale]): [string, Field] => [`${name}_${unit}`, { meaning, scale }]),
    );

const SECONDS = { s: 1, sec: 1, ms: 1e-3, us: 1e-6, usec: 1e-6, ns: 1e-9, nsec: 1e-9 };
const MILLISECONDS = { s: 1e3, ms: 1, us: 1e-3, usec: 1e-3, ns: 1e-6 };
const BITS = { bps: 1, kbps: 1e3, mbps: 1e6, gbps: 1e9 };

const FIELDS: ReadonlyMap<string, Field> = new Map([
  ...open("time", "time", "t time ts timestamp elapsed"),
  ...plain("time", "sec secs seconds datetime"),
  ...inUnits("time", "t time ts timestamp elapsed", SECONDS),
  ...plain("time", "nsecs ns").map(([name]): [string, Field] => [name, { meaning: "time", scale: 1e-9 }]),
  ...plain(
    "connection",
    "flow conn connection connection_id id src dst source dest destination saddr daddr sport dport local peer remote laddr raddr lport rport cookie sock_cookie socket sock sk skaddr",
  ),
  ...open("cwnd", "window", "cwnd snd_cwnd"),
  ...plain("cwnd", "cwnd_segments cwnd_packets cwnd_pkts"),
  ...plain("cwndBytes", "cwnd_bytes snd_cwnd_bytes"),
  // In the unit of cwnd.
  ...plain("ssthresh", "ssthresh snd_ssthresh ssthresh_segments ssthresh_packets"),
  // TCP_INFO and tcp_probe have µs.
  ...open("srttMs", "rtt", "srtt rtt"),
  ...inUnits("srttMs", "srtt rtt", MILLISECONDS),
  ...plain("inflight", "inflight in_flight inflight_segments packets_in_flight pif"),
  ...plain("unacked", "unacked packets_out"),
  ...plain("sacked", "sacked sacked_out"),
  ...plain("lost", "lost lost_out"),
  ...plain("retrans", "retrans_out"),
  ...plain("ackedBytes", "bytes_acked acked_bytes"),
  ...plain("deliveredSegments", "delivered"),
  // TCP_INFO has bytes per second.
  [
    "delivery_rate",
    {
      meaning: "rateBps",
      scale: 8,
      assumed: "“delivery_rate” has no unit: bytes per second, as in TCP_INFO.",
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

/** Of columns or names that tell connections apart, with their values: both ends where they are there, else what there is. */
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

/** Null for a name that means nothing here. */
export function fieldNamed(name: string): Field | null {
  return FIELDS.get(plainName(name)) ?? null;
}

function plainName(name: string): string {
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

/** Of one line, in the units that are used here; NaN where it does not say. */
export type Values = Partial<Record<Meaning, number>>;

/** Infinite in a kernel's 32 bits, signed or not, and in TCP_INFO. */
const INFINITE_SSTHRESH = 0x7fff_ffff;
const WORD = 0x1_0000_0000;

/** Adds up lines of one connection: sequence numbers begin again after 2³², and counters of bytes come in several kinds. */
export class StateFollower {
  private una = Number.NaN;
  private acked = 0;

  add(builder: ConnectionBuilder, timeS: number, values: Values): void {
    const { cwnd, cwndBytes, ssthresh = Number.NaN, srttMs = Number.NaN, mss, sndNxt, sndUna } = values;
    const segment = mss !== undefined && mss > 0 ? mss : USUAL_MSS;
    const usesSegment =
      values.cwndBytes !== undefined || values.deliveredSegments !== undefined || sndNxt !== undefined;
    if (usesSegment && segment !== mss)
      builder.assumed.add(`Segments of ${USUAL_MSS} B: the file does not say their size.`);
    builder.add("cwnd", timeS, cwnd ?? (cwndBytes ?? Number.NaN) / segment);
    if (ssthresh > 0 && ssthresh < INFINITE_SSTHRESH) builder.add("ssthresh", timeS, ssthresh);
    if (srttMs > 0) builder.add("srttMs", timeS, srttMs);
    builder.add("inflight", timeS, this.inflight(values, segment));
    builder.add("rateBps", timeS, values.rateBps ?? Number.NaN);
    if (values.ackedBytes !== undefined) builder.add("ackedBytes", timeS, values.ackedBytes);
    else if (sndUna !== undefined && Number.isFinite(sndUna)) {
      const step = Number.isNaN(this.una) ? 0 : (sndUna - this.una + WORD) % WORD;
      // What seems to be half the space is a line that came late.
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

/**
 * GFC-2 with bulk, UDP and web flows: the runs of tables II to IV and figure 12, with and without a burst, and the values that
 * the tables use.
 */
import { type FlowResult, type LinkTrace, QUEUE_EVENT, type Snapshot } from "../../engine/index.ts";
import { rounded } from "../../lib/statistics.ts";
import type { RunValues } from "../experiment.ts";
import type { Runs } from "../study.ts";
import {
  BUFFER_BYTES,
  GFC_CHOSEN,
  type KwonSender,
  PACKET_BYTES,
  PAYLOAD_BYTES,
  RENO_FLOW,
  redUrl,
  SCALE,
  SENDERS,
  START_JITTER_MS,
  TCP_URL,
} from "./paper.ts";
import { goodputMbps, total } from "./wan.ts";

/** Direction of bulk flows: one only, or both (§V). */
export type Direction = "one-way" | "each-way";

export const DIRECTIONS: readonly Direction[] = ["one-way", "each-way"];

/** Paths for both cases. If flows send in both directions, half the rates carry the same amount of data. */
const PATH: Readonly<Record<Direction, string>> = {
  "one-way": `path=gfc-2&scale=${SCALE}`,
  "each-way": `path=gfc-2&both-ways=on&scale=${SCALE / 2}`,
};

export const DIRECTION_LABELS: Readonly<Record<Direction, string>> = {
  "each-way": "22 bulk flows each way",
  "one-way": "22 bulk flows one way",
};

/** Routes of the configuration with their numbers of flows. A flow takes the first route by default. */
const ROUTES = [
  ["A1", 1],
  ["A2", 1],
  ["A3", 1],
  ["B1", 1],
  ["B2", 1],
  ["B3", 1],
  ["C", 3],
  ["D", 1],
  ["E", 2],
  ["F", 1],
  ["G", 7],
  ["H", 2],
] as const;

/** Routes over several links. Each has one of the UDP flows; GFC_CHOSEN gives the reason. */
export const LONG_ROUTES = ["A1", "A2", "A3", "B1", "B2", "B3"] as const;
/** Routes over a single link, in the order from R1 to R7. */
const LINK_ROUTES = ["D", "E", "F", "H", "C", "G"] as const;

/** Route from R1 to R7 that all web pages take. */
const WEB_ROUTE = "B1";
const WEB_CLIENTS = 22;

/** RTT of the access links: at both ends, hosts have a delay of 5 ms to their routers. */
const ACCESS = "rtt=20ms";
const UDP_MBPS = 0.5;

export const durationS = (size: Runs["size"]): number => (size === "full" ? 60 : 12);

/**
 * Settings of web traffic. A session of the paper is a page of the simulator's web client, and a page of the paper is one of its
 * objects.
 */
const HTTP = `traffic=http,object-gap=1s,page-objects=10,session-pages=1,session-gap=5s,transfer-size=${10 * PAYLOAD_BYTES},size-distribution=pareto,size-shape=1.2`;

/** The flows of a run, in addition to the ones that all runs have. */
export interface Load {
  readonly direction: Direction;
  /** Settings of each bulk flow. */
  readonly flow: string;
  /** Routes that have a UDP flow. */
  readonly udpRoutes: readonly string[];
  /** Further bulk flows from R2 to R6, which send only during a part of the run. */
  readonly extra?: { readonly count: number; readonly fromS: number; readonly toS: number };
}

const onRoute = (route: string): string => (route === ROUTES[0][0] ? "" : `,route=${route}`);

function flowsUrl({ direction, flow, udpRoutes, extra }: Load): string {
  const bulk = (suffix: string) =>
    ROUTES.map(([route, count]) => `${flow},count=${count},${ACCESS}${onRoute(`${route}${suffix}`)}`);
  // With this payload rate each datagram has the size of the paper's packets on the wire.
  const payloadMbps = (UDP_MBPS * PAYLOAD_BYTES) / PACKET_BYTES;
  const udp = udpRoutes.map(
    (route) => `traffic=cbr,cbr-rate=${payloadMbps},cbr-packet=${PAYLOAD_BYTES},${ACCESS}${onRoute(route)}`,
  );
  const http = `${RENO_FLOW},${HTTP},count=${WEB_CLIENTS},${ACCESS}${onRoute(WEB_ROUTE)}`;
  const more =
    extra === undefined
      ? []
      : [`${flow},count=${extra.count},${ACCESS}${onRoute("A2")},start=${extra.fromS}s,stop=${extra.toS}s`];
  const groups = [...bulk(""), ...(direction === "each-way" ? bulk("-back") : []), ...udp, http, ...more];
  return groups.map((group) => `flow=${group}`).join("&");
}

/** Returns the URL text of a run. */
export function gfcUrl(load: Load, seed: number, size: Runs["size"]): string {
  const run = `duration=${durationS(size)}s&warmup=0s&start-jitter=${START_JITTER_MS}ms&seed=${seed}`;
  return `${run}&${PATH[load.direction]}&${redUrl(BUFFER_BYTES)}&${TCP_URL}&${flowsUrl(load)}`;
}

/** Number of seeds (§V). */
export const SEEDS = { full: 5, quick: 1 } as const;

/** Start and end of the burst, from a third of the run to two thirds (§V). */
export const burstFromS = (size: Runs["size"]): number => durationS(size) / 3;
export const burstToS = (size: Runs["size"]): number => (2 * durationS(size)) / 3;

export const BURST_CHOSEN: readonly string[] = [
  ...GFC_CHOSEN,
  "The ten more flows go from R2 to R6, so that they pass the queues of R2 and R3.",
  "Six more UDP flows of 0.5 Mbps, one over each single link: table III has twice the UDP goodput of table II, and its FTP goodput is lower by just their 3 Mbps.",
];

/** Returns the URL text of a run with a burst: ten more bulk flows during a part of the run, as in table III and figure 12. */
export function burstUrl(
  { sender, seed }: { readonly sender: KwonSender; readonly seed: number },
  size: Runs["size"],
): string {
  const extra = { count: 10, fromS: burstFromS(size), toS: burstToS(size) };
  const udpRoutes = [...LONG_ROUTES, ...LINK_ROUTES];
  return gfcUrl({ direction: "one-way", flow: SENDERS[sender].flow, udpRoutes, extra }, seed, size);
}

const CLASSES = ["http", "udp", "ftp"] as const;
type Class = (typeof CLASSES)[number];

const TRAFFIC: Readonly<Record<string, Class>> = { http: "http", cbr: "udp", bulk: "ftp" };

/** Time by which the overshoot of slow start is over (s). The tables include it. */
const START_S = 5;

/** Reads response times over all clients, and goodput and drops: of each kind of traffic and in total. */
export function readTable({ results, links, nowS }: Snapshot): RunValues {
  const { flows } = results;
  const flowsOf = (kind: Class) => flows.filter(({ traffic }) => TRAFFIC[traffic] === kind);
  const dropped = dropsPerFlow(links, flows.length, 0);
  const later = dropsPerFlow(links, flows.length, START_S);
  const dropPercent = (some: readonly FlowResult[], drops: readonly number[]) => {
    const lost = some.reduce((sum, { id }) => sum + drops[id], 0);
    return rounded((100 * lost) / total(some, ({ packetsSent }) => packetsSent));
  };
  return {
    ...readResponses(flowsOf("http")),
    ...Object.fromEntries(CLASSES.map((kind) => [`${kind}Mbps`, goodputMbps(flowsOf(kind), nowS)])),
    totalMbps: goodputMbps(flows, nowS),
    utilisationPercent: rounded(
      (100 * results.links.reduce((sum, { utilisation }) => sum + utilisation, 0)) / results.links.length,
    ),
    ...Object.fromEntries(CLASSES.map((kind) => [`${kind}DropPercent`, dropPercent(flowsOf(kind), dropped)])),
    totalDropPercent: dropPercent(flows, dropped),
    laterDropPercent: dropPercent(flows, later),
  };
}

function readResponses(clients: readonly FlowResult[]): RunValues {
  const responses = clients.map((flow) => flow.responses).filter((one) => one !== null);
  const n = responses.reduce((sum, one) => sum + one.n, 0);
  const seconds = responses.reduce((sum, one) => sum + one.n * one.meanS, 0);
  return {
    responses: n,
    responseMeanS: n === 0 ? null : rounded(seconds / n),
    responseMaxS: n === 0 ? null : rounded(Math.max(...responses.map(({ maxS }) => maxS))),
  };
}

/**
 * Returns the number of data packets of each flow that queues dropped after `fromS`. They are counted in the links' event logs,
 * which contain all events or every n-th one.
 */
function dropsPerFlow(links: readonly LinkTrace[], flows: number, fromS: number): number[] {
  const drops = Array.from({ length: flows }, () => 0);
  for (const { events } of links) {
    for (const [i, kind] of events.kind.entries()) {
      const isDrop = kind === QUEUE_EVENT.aqmDrop || kind === QUEUE_EVENT.overflowDrop;
      if (isDrop && events.isAck[i] === 0 && events.timeS[i] >= fromS) drops[events.flow[i]] += events.stride;
    }
  }
  return drops;
}

/**
 * Generic Fairness Configuration 2: seven routers in a row and twenty-two flows over parts of the row. The fair share is
 * different on each link. Reference: Simcoe, ATM Forum 94-0557 (1994); Kwon and Fahmy §V-B.
 */
import { type BooleanParam, type NumberParam, type ParamValues, range } from "../params/param.ts";
import { readBoolean, readNumber } from "../params/read.ts";
import type { RouteSpec } from "../scenario/scenario.ts";
import { link } from "./link-params.ts";
import type { FlowSketch, LinkSpec, Topology, TopologyDefinition } from "./topology.ts";

/** Unit delay D of the configuration (ms). */
const D_MS = 5;

/** Rates of the links from R1 to R7. The next constant holds their delays as multiples of D. */
const LINKS_MBPS = [50, 100, 50, 150, 150, 50];
const LINKS_D = [4, 2, 1, 1, 1, 2];

/** First and last router of each route, and its number of flows. */
const ROUTES: readonly (readonly [id: string, from: number, to: number, flows: number])[] = [
  ["A1", 1, 6, 1],
  ["A2", 2, 6, 1],
  ["A3", 3, 6, 1],
  ["B1", 1, 7, 1],
  ["B2", 2, 7, 1],
  ["B3", 4, 7, 1],
  ["C", 5, 6, 3],
  ["D", 1, 2, 1],
  ["E", 2, 3, 2],
  ["F", 3, 4, 1],
  ["G", 6, 7, 7],
  ["H", 4, 5, 2],
];

/** RTT that the access links add (ms): D in each direction at both ends. */
const ACCESS_RTT_MS = 4 * D_MS;

const SCALE: NumberParam = {
  id: "scale",
  label: "Scale of the rates",
  unit: "ratio",
  ...range({ default: 0.1, min: 0.01, max: 10, step: 0.01, scale: "log" }),
  help: "Factor applied to the rates of 50, 100 and 150 Mbps. One tenth matches the goodput that the paper reports.",
};

const BOTH_WAYS: BooleanParam = {
  kind: "boolean",
  id: "both-ways",
  label: "Both ways",
  default: false,
  help: "Adds the same links and twenty-two flows in the opposite direction; ACKs then queue among their data.",
  live: false,
  whyNotLive: "Links and routes cannot change during a run.",
};

function build(values: ParamValues): Topology {
  const scale = readNumber(values, SCALE.id);
  const isTwoWay = readBoolean(values, BOTH_WAYS.id);
  const reverse = LINKS_MBPS.map((_, i) => hop(i, scale, true)).reverse();
  return {
    nodes: Array.from({ length: 7 }, (_, i) => ({ id: router(i), label: router(i) })),
    links: [...LINKS_MBPS.map((_, i) => hop(i, scale, false)), ...(isTwoWay ? reverse : [])],
    routes: [
      ...ROUTES.map((one) => route(one, false, isTwoWay)),
      ...(isTwoWay ? ROUTES.map((one) => route(one, true, true)) : []),
    ],
  };
}

const router = (index: number) => `R${index + 1}`;
const linkId = (index: number, isBack: boolean) =>
  isBack ? `R${index + 2}-R${index + 1}` : `R${index + 1}-R${index + 2}`;

function hop(index: number, scale: number, isBack: boolean): LinkSpec {
  const [from, to] = isBack ? [router(index + 1), router(index)] : [router(index), router(index + 1)];
  const ends = { id: linkId(index, isBack), label: `${from} to ${to}`, from, to };
  // Rates are rounded to whole bits per second. They can then be written as text without loss.
  const capacity = Math.round(LINKS_MBPS[index] * scale * 1e6) / 1e6;
  return link(ends, { capacity, delay: LINKS_D[index] * D_MS });
}

function route([id, from, to]: (typeof ROUTES)[number], isBack: boolean, isTwoWay: boolean): RouteSpec {
  const hops = Array.from({ length: to - from }, (_, i) => from - 1 + i);
  const there = hops.map((index) => linkId(index, false));
  const back = hops.map((index) => linkId(index, true)).reverse();
  if (isBack) return { id: `${id}-back`, label: `${id}: R${to} to R${from}`, forward: back, back: there };
  return { id, label: `${id}: R${from} to R${to}`, forward: there, back: isTwoWay ? back : [] };
}

function flows(values: ParamValues): FlowSketch[] {
  const suffixes = readBoolean(values, BOTH_WAYS.id) ? ["", "-back"] : [""];
  return suffixes.flatMap((suffix) =>
    ROUTES.map(([id, , , count]) => ({ route: `${id}${suffix}`, count, params: { rtt: ACCESS_RTT_MS } })),
  );
}

export const gfc2: TopologyDefinition = {
  id: "gfc-2",
  label: "GFC-2",
  family: "Several bottlenecks",
  summary:
    "Seven routers in a row, and twenty-two flows over parts of it: several bottlenecks and round trips at once.",
  cite: "Simcoe, ATM Forum 94-0557; Kwon and Fahmy §V-B",
  params: [SCALE, BOTH_WAYS],
  probes: [],
  build,
  flows,
};

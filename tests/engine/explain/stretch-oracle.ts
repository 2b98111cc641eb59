/**
 * Looks up facts about a time range in the log of a whole run. It shares no code with src/engine/explain: everything
 * is counted again from the rows. Values that no row contains, such as which flows compete, are recorded in a
 * separate replay.
 */
import type { Fact } from "../../../src/engine/explain/facts.ts";
import type { Network } from "../../../src/engine/network.ts";
import { readNumber } from "../../../src/engine/params/read.ts";
import { Simulation } from "../../../src/engine/simulator.ts";
import { Connection } from "../../../src/engine/tcp/connection.ts";
import { overlaysFor } from "../../../src/engine/theory/overlays.ts";
import { asGoodput, fairSharesOverTime } from "../../../src/engine/theory/scenario-shares.ts";
import { LOG } from "../../../src/engine/trace/log-rows.ts";
import { PacketLog } from "../../../src/engine/trace/packet-log.ts";
import { FLOW_EVENT, QUEUE_EVENT } from "../../../src/engine/trace/snapshot.ts";
import type { LoggedRun, Row } from "./oracle.ts";

const NS_PER_S = 1e9;
const BITS_PER_BYTE = 8;

type Of<K extends Fact["kind"]> = Extract<Fact, { kind: K }>;

/** Facts that this file handles. */
type StretchFact = Of<
  | "delay"
  | "idle"
  | "stretch-signals"
  | "stretch-probe"
  | "link-rate"
  | "window"
  | "windows"
  | "asked"
  | "cuts"
  | "growth"
  | "srtt"
  | "under-way-mean"
  | "rate"
  | "reached"
  | "best-second"
  | "fair-share"
  | "part-of-share"
  | "packets"
  | "held"
  | "released"
  | "jain"
  | "empty"
  | "together"
  | "back"
  | "others"
  | "joined"
  | "holds"
  | "theory"
  | "enters"
  | "in-phase"
  | "phase-share"
  | "limited"
>;

export function stretchTruth(run: LoggedRun, fact: StretchFact): number {
  switch (fact.kind) {
    case "delay": {
      const waits = within(run, fact)
        .filter(isLeaving(fact.link))
        .map(({ a }) => a);
      if (waits.length === 0) return Number.NaN;
      return fact.of === "mean" ? mean(waits) : fact.of === "min" ? least(waits) : most(waits);
    }
    case "idle":
      return idleNs(run, fact) / (fact.toNs - fact.fromNs);
    case "stretch-signals": {
      const kind = numberOf(QUEUE_EVENT, fact.event);
      return within(run, fact).filter(
        (row) =>
          (row.kind === LOG.marked || row.kind === LOG.dropped) &&
          row.link === fact.link &&
          row.detail === kind,
      ).length;
    }
    case "stretch-probe":
      return probeAt(run, fact);
    case "link-rate": {
      const rates = ratesOf(run, fact.link, fact);
      return fact.of === "min" ? least(rates) : most(rates);
    }
    case "window":
      return windowOf(run, fact);
    case "windows":
    case "asked":
      return togetherIn(run, fact);
    case "cuts":
      return run.rows.filter(
        (row) =>
          isIn(fact, row) &&
          isCut(row) &&
          (fact.flow === null || row.flow === fact.flow) &&
          (fact.event === null || row.detail === numberOf(FLOW_EVENT, fact.event)),
      ).length;
    case "growth":
      return growthOf(run, fact);
    case "srtt":
      return srttOf(run, fact);
    case "under-way-mean":
      return mean(readBy(run, fact).map(({ sender }) => sender?.inflight ?? Number.NaN));
    case "rate":
      return rateOf(run, fact);
    case "reached":
      return reached(run, fact);
    case "best-second":
      return bestSecond(run, fact);
    case "fair-share":
      return fairShare(run, fact);
    case "part-of-share":
      return rateOf(run, { ...fact, kind: "rate", of: "in-order" }) / fairShare(run, fact);
    case "packets":
      return packetsOf(run, fact);
    case "enters": {
      const there = phasesOf(run, fact.flow).filter(({ timeNs }) => timeNs === fact.atNs);
      return there.at(-1)?.id === fact.phase ? fact.atNs : Number.NaN;
    }
    case "in-phase":
      return Number(phaseBefore(run, fact.flow, fact.atNs, fact.end) === fact.phase);
    case "phase-share":
      return phaseShare(run, fact);
    case "limited": {
      const limits = readBy(run, fact).map(({ sender }) => sender?.limit);
      return limits.filter((one) => one === fact.by).length / limits.length;
    }
    case "held":
    case "released":
      return heldOf(run, fact);
    case "jain": {
      const rates = fact.flows.map((flow) => rateOf(run, { ...fact, kind: "rate", of: "in-order", flow }));
      return sum(rates) ** 2 / (rates.length * sum(rates.map((bps) => bps * bps)));
    }
    case "empty":
      return emptyAt(run, fact);
    case "together":
      return togetherAt(run, fact);
    case "back":
      return backNs(run, fact);
    case "others":
      return run.network.flows.filter(
        ({ index, startNs, stopNs }) => index !== fact.flow && startNs <= fact.atNs && stopNs > fact.atNs,
      ).length;
    case "joined":
      return run.network.flows[fact.flow].startNs;
    case "holds":
      return holdsOf(run, fact);
    case "theory": {
      const { group } = run.network.flows[fact.flow];
      const model = overlaysFor(run.scenario, run.snapshot.results).find(
        (one) => one.label === fact.model && one.group === group && one.kind === "rate",
      );
      return model?.value.form === "constant" ? model.value.value * 1e6 : Number.NaN;
    }
  }
}

// Sums and extremes of numbers follow.

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
const mean = (values: readonly number[]) => sum(values) / values.length;
const least = (values: readonly number[]) => values.reduce((one, other) => Math.min(one, other), Infinity);
const most = (values: readonly number[]) => values.reduce((one, other) => Math.max(one, other), -Infinity);

function numberOf(kinds: Readonly<Record<string, number>>, name: string): number {
  return kinds[name] ?? Number.NaN;
}

// Rows of a time range.

interface Between {
  readonly fromNs: number;
  readonly toNs: number;
}

const isIn = ({ fromNs, toNs }: Between, { timeNs }: Row) => timeNs >= fromNs && timeNs <= toNs;
const within = (run: LoggedRun, between: Between) => run.rows.filter((row) => isIn(between, row));
const isLeaving = (link: number) => (row: Row) => row.kind === LOG.dequeued && row.link === link;
const isData = ({ isAck, epoch }: Row) => !isAck && epoch >= 0;
const isCut = ({ kind, detail }: Row) => kind === LOG.window && detail <= FLOW_EVENT.rto;

const sentBy = (run: LoggedRun, fact: Between & { readonly flow: number }) =>
  within(run, fact).filter((row) => row.kind === LOG.sent && row.flow === fact.flow && isData(row));

const readBy = (run: LoggedRun, fact: Between & { readonly flow: number }) =>
  within(run, fact).filter((row) => row.kind === LOG.ackRead && row.flow === fact.flow && row.epoch >= 0);

function packetsOf(run: LoggedRun, fact: Of<"packets">): number {
  const sent = sentBy(run, fact);
  const own = within(run, fact).filter((row) => row.flow === fact.flow && isData(row));
  switch (fact.of) {
    case "sent":
      return sent.length;
    case "sent-again":
      return sent.filter(({ isRetransmission }) => isRetransmission).length;
    case "lost":
      return own.filter(({ kind }) => kind === LOG.dropped).length;
    case "marked":
      return own.filter(({ kind }) => kind === LOG.marked).length;
  }
}

const networks = new WeakMap<LoggedRun, Map<number, Network>>();

/**
 * Returns the network at a time, from a replay. Replays are cached, because most facts about a range need one of its
 * ends.
 */
function networkAt(run: LoggedRun, atNs: number): Network {
  const known = networks.get(run) ?? new Map<number, Network>();
  networks.set(run, known);
  const found = known.get(atNs);
  if (found !== undefined) return found;
  const log = new PacketLog({ kinds: [] });
  new Simulation(run.scenario, log).advance(atNs / NS_PER_S);
  known.set(atNs, log.network);
  return log.network;
}

function ratesOf(run: LoggedRun, link: number, { fromNs, toNs }: Between): number[] {
  const { samples, links } = run.snapshot;
  const [from, to] = [fromNs, toNs].map((ns) => Math.round(ns / NS_PER_S / samples.intervalS));
  return [...links[link].rateBps].slice(from, to + 1);
}

/** Returns how many packets or bytes fit into a round trip of the flow, without queues, at the link's rate. */
function holdsOf(run: LoggedRun, { link, flow, fromNs, toNs }: Of<"holds">): number {
  const network = networkAt(run, toNs);
  const { propagationNs } = network.groups[network.flows[flow].group];
  const bps = least(ratesOf(run, link, { fromNs, toNs }));
  return Math.floor((bps * propagationNs) / NS_PER_S / packetBits(run.network));
}

// Phases of senders follow.

const phasesOf = (run: LoggedRun, flow: number, end?: number) =>
  run.rows
    .filter((row) => row.kind === LOG.phase && row.flow === flow && (end === undefined || row.end === end))
    .map(({ timeNs, detail }) => ({ timeNs, id: run.phaseIds[detail] }));

function phaseBefore(run: LoggedRun, flow: number, atNs: number, end?: number): string | undefined {
  return phasesOf(run, flow, end).findLast(({ timeNs }) => timeNs < atNs)?.id;
}

function phaseShare(run: LoggedRun, { phase, flow, fromNs, toNs }: Of<"phase-share">): number {
  const before = phaseBefore(run, flow, fromNs);
  const within = phasesOf(run, flow).filter((one) => one.timeNs >= fromNs && one.timeNs <= toNs);
  const all = [...(before === undefined ? [] : [{ timeNs: fromNs, id: before }]), ...within];
  const lasts = all.map(({ timeNs, id }, i) => (id === phase ? (all[i + 1]?.timeNs ?? toNs) - timeNs : 0));
  return sum(lasts) / (toNs - fromNs);
}

// Times at which a link sent nothing follow.

/** Returns the start and end of each pause in the whole run. */
function pausesOf(run: LoggedRun, link: number): [number, number][] {
  const pauses: [number, number][] = [];
  let freeNs = 0;
  for (const { timeNs, b } of run.rows.filter(isLeaving(link))) {
    if (timeNs > freeNs) pauses.push([freeNs, timeNs]);
    freeNs = timeNs + b;
  }
  if (run.endNs > freeNs) pauses.push([freeNs, Infinity]);
  return pauses;
}

function idleNs(run: LoggedRun, { link, fromNs, toNs }: Of<"idle">): number {
  const shared = pausesOf(run, link).map(([from, to]) => Math.min(to, toNs) - Math.max(from, fromNs));
  return sum(shared.filter((ns) => ns > 0));
}

/** Returns the time that the fact claims if a pause starts or ends at this time. */
function emptyAt(run: LoggedRun, { link, of, value }: Of<"empty">): number {
  const found = pausesOf(run, link).some(([from, to]) => (of === "from" ? from : to) === value);
  return found ? value : Number.NaN;
}

// Queues and windows at a time follow. Rows contain them only in part.

function probeAt(run: LoggedRun, { link, id, toNs }: Of<"stretch-probe">): number {
  const { port, definition } = networkAt(run, toNs).links[link];
  return port.discipline.probe(definition.probes.findIndex((probe) => probe.id === id));
}

/** Matches rows with cwnd of a flow: when it sends, or after it has read an ACK. */
const seesWindow = (flow: number) => (row: Row) =>
  row.flow === flow &&
  row.epoch >= 0 &&
  (row.kind === LOG.ackRead || (row.kind === LOG.sent && !row.isAck && !Number.isNaN(row.a)));

function cwndAt(run: LoggedRun, flow: number, atNs: number): number {
  return networkAt(run, atNs).flows[flow].current?.sender.state.cwnd ?? Number.NaN;
}

function windowOf(run: LoggedRun, { flow, of, fromNs, toNs }: Of<"window">): number {
  const first = cwndAt(run, flow, fromNs === 0 ? 0 : fromNs - 1);
  const last = cwndAt(run, flow, toNs);
  if (of === "first") return first;
  if (of === "last") return last;
  const seen = within(run, { fromNs, toNs }).filter(
    (row) => seesWindow(flow)(row) || (row.flow === flow && isCut(row)),
  );
  const values = [...seen.map(({ a }) => a), last, ...(Number.isNaN(first) ? [] : [first])];
  return of === "min" ? least(values) : most(values);
}

function growthOf(run: LoggedRun, fact: Of<"growth">): number {
  const { flow, fromNs, toNs } = fact;
  const taken = within(run, fact)
    .filter((row) => row.flow === flow && row.kind === LOG.window)
    .filter((row) => isCut(row) || row.detail === FLOW_EVENT.undo)
    .map(({ a, b }) => a - b);
  const ends = (of: "first" | "last") => windowOf(run, { ...fact, kind: "window", of });
  const grown = ends("last") - ends("first") + sum(taken);
  if (fact.per === "stretch") return grown;
  return (grown * srttOf(run, { ...fact, kind: "srtt" })) / (toNs - fromNs);
}

function srttOf(run: LoggedRun, fact: Between & { readonly flow: number; readonly kind: "srtt" }): number {
  return mean(
    readBy(run, fact).flatMap(({ sender }) => (sender !== null && sender.srttNs > 0 ? [sender.srttNs] : [])),
  );
}

/** The sum of the windows of all flows over a link, in segments, and the sum of their rates, at a time. */
interface Together {
  readonly timeNs: number;
  readonly segments: number;
  readonly bps: number;
}

const packetBits = ({ tcp }: Network) =>
  (readNumber(tcp, "mss") + readNumber(tcp, "overhead")) * BITS_PER_BYTE;

function sumOver(network: Network, link: number): Together | null {
  const over = network.flows.filter(
    (flow) =>
      network.groups[flow.group].forward.includes(network.links[link]) &&
      flow.isActive() &&
      flow.current !== null,
  );
  if (over.length === 0) return null;
  const cwnd = (flow: (typeof over)[number]) => flow.current?.sender.state.cwnd ?? Number.NaN;
  return {
    timeNs: network.clock.nowNs,
    segments: sum(over.map(cwnd)),
    bps: sum(
      over.map(
        (flow) => (cwnd(flow) * packetBits(network) * NS_PER_S) / network.groups[flow.group].propagationNs,
      ),
    ),
  };
}

function togetherIn(run: LoggedRun, { kind, of, link, fromNs, toNs }: Of<"windows" | "asked">): number {
  const known = sums.get(run) ?? new Map<string, readonly Together[]>();
  sums.set(run, known);
  const key = [link, fromNs, toNs].join();
  const seen = known.get(key) ?? sumsIn(run, link, { fromNs, toNs });
  known.set(key, seen);
  const values = seen.map(({ segments, bps }) => (kind === "windows" ? segments : bps));
  return of === "min" ? least(values) : most(values);
}

const sums = new WeakMap<LoggedRun, Map<string, readonly Together[]>>();

/**
 * Returns these sums at the start of the range, and at each time at which one of the flows sends or has read an ACK.
 */
function sumsIn(run: LoggedRun, link: number, { fromNs, toNs }: Between): readonly Together[] {
  const seen: (Together | null)[] = [];
  const log: PacketLog = new PacketLog({
    kinds: [LOG.sent, LOG.ackRead],
    onRecord: (row) => {
      const { columns, network } = log;
      const isSeen = columns.kind[row] === LOG.ackRead || !Number.isNaN(columns.a[row]);
      const isOurs = columns.epoch[row] >= 0 && network.clock.nowNs >= fromNs;
      if (isSeen && isOurs) seen.push(sumOver(network, link));
    },
  });
  const again = new Simulation(run.scenario, log);
  if (fromNs > 0) again.advance((fromNs - 1) / NS_PER_S);
  seen.push(sumOver(log.network, link));
  again.advance(toNs / NS_PER_S);
  return seen.filter((one) => one !== null);
}

/** Returns the flow's own window after an event plus the other flows' windows at that time. */
function togetherAt(run: LoggedRun, { flow, atNs, event, unit }: Of<"together">): number {
  let seen = Number.NaN;
  const log: PacketLog = new PacketLog({
    kinds: [LOG.window],
    onRecord: (row) => {
      const { columns, network } = log;
      const isIt = columns.flow[row] === flow && columns.timeNs[row] === atNs;
      if (!isIt || columns.detail[row] !== numberOf(FLOW_EVENT, event)) return;
      const group = network.groups[network.flows[flow].group];
      const narrowest = group.forward.reduce((one, next) =>
        next.port.rateBps < one.port.rateBps ? next : one,
      );
      const others = network.flows.filter(
        (one) =>
          one.index !== flow && one.isActive() && network.groups[one.group].forward.includes(narrowest),
      );
      const cwnds = others.map((one) => one.current?.sender.state.cwnd ?? Number.NaN);
      const rounds = others.map((one) => network.groups[one.group].propagationNs);
      // The end of slow start does not change cwnd.
      const own = columns.detail[row] === FLOW_EVENT.slowStartExit ? columns.a[row] : columns.b[row];
      if (unit === "segments") seen = own + sum(cwnds);
      else
        seen =
          packetBits(network) *
          NS_PER_S *
          (own / group.propagationNs + sum(cwnds.map((cwnd, i) => cwnd / rounds[i])));
    },
  });
  new Simulation(run.scenario, log).advance(atNs / NS_PER_S);
  return seen;
}

/** Returns the time at which the reduced window reached its former value again. */
function backNs(run: LoggedRun, { flow, atNs }: Of<"back">): number {
  const at = run.rows.findIndex((row) => row.flow === flow && row.timeNs === atNs && isCut(row));
  const cut = run.rows[at];
  if (cut === undefined) return Number.NaN;
  let wasBelow = false;
  for (const row of run.rows.slice(at)) {
    if (row.kind !== LOG.ackRead || row.end !== cut.end) continue;
    if (row.a < cut.a) wasBelow = true;
    else if (wasBelow) return row.timeNs;
  }
  return Number.NaN;
}

// Deliveries by receivers, put in order again, follow.

interface Step {
  readonly timeNs: number;
  readonly flow: number;
  readonly end: number;
  readonly bytes: number;
  /** Number of segments that were delivered in order with this arrival. */
  readonly released: number;
  readonly releasedBytes: number;
  /** Time since which data has been held back at this end, just before and just after; NaN if there is none. */
  readonly heldSinceNs: number;
  readonly openSinceNs: number;
}

const stepsOf = new WeakMap<LoggedRun, Step[]>();

function arrivalsOf(run: LoggedRun): Step[] {
  const known = stepsOf.get(run);
  if (known !== undefined) return known;
  const isTcp = (row: Row) => run.network.ends[row.end] instanceof Connection;
  const ends = new Map<string, { next: number; held: Map<number, number>; sinceNs: number }>();
  const steps: Step[] = [];
  const delivered = run.rows.filter((row) => row.kind === LOG.delivered && isData(row));
  for (const row of delivered) {
    const { timeNs, flow, bytes } = row;
    const key = `${row.end} ${row.epoch}`;
    const end = ends.get(key) ?? { next: 0, held: new Map<number, number>(), sinceNs: Number.NaN };
    ends.set(key, end);
    const heldSinceNs = end.sinceNs;
    let [released, releasedBytes] = [0, 0];
    if (!isTcp(row)) [released, releasedBytes] = [1, bytes];
    else {
      if (row.seq >= end.next) end.held.set(row.seq, bytes);
      for (let held = end.held.get(end.next); held !== undefined; held = end.held.get(end.next)) {
        end.held.delete(end.next++);
        released++;
        releasedBytes += held;
      }
      if (released > 0 || Number.isNaN(end.sinceNs)) end.sinceNs = end.held.size > 0 ? timeNs : Number.NaN;
    }
    steps.push({
      timeNs,
      flow,
      end: row.end,
      bytes,
      released,
      releasedBytes,
      heldSinceNs,
      openSinceNs: end.sinceNs,
    });
  }
  stepsOf.set(run, steps);
  return steps;
}

function rateOf(
  run: LoggedRun,
  { of, flow, fromNs, toNs }: Between & Pick<Of<"rate">, "of" | "flow" | "kind">,
): number {
  const steps = arrivalsOf(run).filter(
    (one) => one.timeNs >= fromNs && one.timeNs <= toNs && (flow === null || one.flow === flow),
  );
  const bytes = sum(steps.map((one) => (of === "arrived" ? one.bytes : one.releasedBytes)));
  return (bytes * BITS_PER_BYTE * NS_PER_S) / (toNs - fromNs);
}

/** Returns the longest time in which arrivals of one connection were held back. */
function heldOf(run: LoggedRun, { kind, flow, fromNs, toNs }: Of<"held" | "released">): number {
  const own = arrivalsOf(run).filter((one) => one.flow === flow && one.timeNs <= toNs);
  const ended = own.filter(
    (one) => one.released > 0 && one.timeNs >= fromNs && one.heldSinceNs <= one.timeNs,
  );
  const lengths = ended.map((one) => one.timeNs - Math.max(fromNs, one.heldSinceNs));
  const longest = most(lengths);
  if (kind === "released") {
    return most(ended.map(({ released }) => released));
  }
  // A pause in delivery that lasts beyond the end of the range counts up to the end.
  return Math.max(longest, openAt(run, flow, fromNs, toNs));
}

/** Returns for how long the flow's receivers have been holding data back at the end of the range. */
function openAt(run: LoggedRun, flow: number, fromNs: number, toNs: number): number {
  const last = new Map<number, Step>();
  for (const step of arrivalsOf(run)) if (step.flow === flow && step.timeNs <= toNs) last.set(step.end, step);
  const open = [...last.values()].flatMap(({ openSinceNs: since }) => (Number.isNaN(since) ? [] : [since]));
  return Math.max(0, ...open.map((since) => toNs - Math.max(fromNs, since)));
}

// Shares of the link follow.

function fairShare(run: LoggedRun, { flow, fromNs, toNs }: Between & { readonly flow: number }): number {
  const shares = asGoodput(run.scenario, fairSharesOverTime(run.scenario));
  const own = shares.maxMinBps[run.network.flows[flow].group];
  const edges = [...shares.timeS.map((s) => s * NS_PER_S), Infinity];
  let [area, time] = [0, 0];
  own.forEach((bps, i) => {
    const ns = Math.min(toNs, edges[i + 1]) - Math.max(fromNs, edges[i]);
    if (ns <= 0 || Number.isNaN(bps)) return;
    area += bps * ns;
    time += ns;
  });
  return area / time;
}

/** Returns the flow's rate over the second before each sample. */
function secondsOf(run: LoggedRun, flow: number, fromNs: number, toNs: number): number[] {
  const stepNs = run.snapshot.samples.intervalS * NS_PER_S;
  const spanNs = Math.round(NS_PER_S / stepNs) * stepNs;
  const rates: number[] = [];
  for (let ns = Math.ceil(fromNs / stepNs) * stepNs + spanNs; ns <= toNs + 1; ns += stepNs) {
    const before = { fromNs: ns - spanNs + 0.5, toNs: ns + 0.5 };
    rates.push(rateOf(run, { ...before, kind: "rate", of: "in-order", flow }));
  }
  return rates;
}

function bestSecond(run: LoggedRun, { flow, fromNs, toNs }: Of<"best-second">): number {
  return most(secondsOf(run, flow, fromNs, toNs));
}

/**
 * Returns the claimed share if the last second of the range is the first in which the flow had this share of its fair
 * rate; otherwise the share in the last second. The fair rate is the one until the next flow joins.
 */
function reached(run: LoggedRun, { flow, fromNs, toNs, value }: Of<"reached">): number {
  const wholeNs = run.network.flows.map(({ startNs }) => startNs).filter((ns) => ns > fromNs + NS_PER_S);
  const fair = fairShare(run, { flow, fromNs, toNs: Math.min(run.endNs, ...wholeNs) });
  const parts = secondsOf(run, flow, fromNs, toNs).map((bps) => bps / fair);
  const last = parts[parts.length - 1] ?? Number.NaN;
  return last >= value && parts.slice(0, -1).every((part) => part < value) ? value : last;
}

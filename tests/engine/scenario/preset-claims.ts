/** Checks the sentence of each preset against its run. A sentence that is no longer true fails. */

import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import {
  type BucketSeries,
  FLOW_EVENT,
  type FlowDelay,
  type Preset,
  QUEUE_EVENT,
  resolvePath,
  type Snapshot,
} from "../../../src/engine/index.ts";
import { Simulation } from "../../../src/engine/simulator.ts";
import { flowDelaysOf } from "../../../src/engine/trace/flow-delays.ts";
import { LOG } from "../../../src/engine/trace/log-rows.ts";
import { PacketLog } from "../../../src/engine/trace/packet-log.ts";
import { cumulativeAt, lastAt, ratesBps } from "../../../src/experiments/read-run.ts";

/** The data of a run that checks of sentences use. */
interface PresetRun extends Snapshot {
  readonly preset: Preset;
}

const TRACES = resolve(import.meta.dirname, "../../../public/traces");

interface Cut {
  readonly timeS: number;
  readonly flow: number;
  readonly kind: number;
  readonly before: number;
  readonly factor: number;
}

/** Returns the reductions after a time, because the peak of slow start is not part of the sawtooth. */
export function cutsOf({ flowEvents }: Pick<Snapshot, "flowEvents">, fromS = 10): Cut[] {
  const { timeS, flow, kind, before, after } = flowEvents;
  return [...timeS.keys()]
    .map((i) => ({
      timeS: timeS[i],
      flow: flow[i],
      kind: kind[i],
      before: before[i],
      factor: after[i] / before[i],
    }))
    .filter((cut) => cut.kind !== FLOW_EVENT.slowStartExit && cut.timeS >= fromS);
}

/** Returns whether a reduction keeps this share of cwnd, to one segment, because cwnd is in whole segments. */
function isNear({ before, factor }: Cut, share: number): boolean {
  return Math.abs(before * (factor - share)) <= 1;
}

/** Checks that every reduction is of this kind, by default for a mark, and keeps this share of cwnd. */
function keeps(share: number, kind: number = FLOW_EVENT.ecnReduction, fromS = 10) {
  return (run: PresetRun) => {
    const all = cutsOf(run, fromS);
    return all.length > 0 && all.every((cut) => cut.kind === kind && isNear(cut, share));
  };
}

export const within = (value: number, from: number, to: number) => value >= from && value <= to;
const utilisation = ({ results }: PresetRun) => results.links[0].utilisation;
const isPartlyIdle = (run: PresetRun) => within(utilisation(run), 0.6, 0.95);
const goodputs = ({ results }: PresetRun) => results.flows.map(({ goodputBps }) => goodputBps);
const delay = ({ results }: PresetRun, link = 0) =>
  results.links[link].sojournMs ?? { p50: Number.NaN, p99: Number.NaN, mean: Number.NaN, max: Number.NaN };
const srttMs = ({ results }: PresetRun, flow: number) => results.flows[flow].srttMs?.mean ?? Number.NaN;
const ofFlows = ({ preset }: PresetRun) => preset.scenario.flows;

/** Returns the flow's mean rate in each whole second, in Mbps. */
function mbpsPerSecond({ samples, nowS }: PresetRun, flow: number): number[] {
  const n = Math.floor(nowS);
  return ratesBps(samples, samples.receivedBytes[flow], { fromS: 0, toS: n, n }).map(
    (bps) => (bps ?? 0) / 1e6,
  );
}

export function goodputBetween(
  { samples }: Pick<Snapshot, "samples">,
  flow: number,
  fromS: number,
  toS: number,
): number {
  const column = samples.receivedBytes[flow];
  return ((cumulativeAt(samples, column, toS) - cumulativeAt(samples, column, fromS)) * 8) / (toS - fromS);
}

function valuesFrom({ startS, bucketS, last, length }: BucketSeries, fromS: number): number[] {
  const values = [...last.subarray(Math.max(0, Math.ceil((fromS - startS) / bucketS)), length)];
  return values.filter((value) => !Number.isNaN(value));
}

/**
 * Returns the mean growth over all cycles together, so that short cycles count little. cwnd does not grow in the
 * round of a reduction.
 */
function meanGrowthPerRound(run: PresetRun, flow: number): number {
  const own = cutsOf(run).filter((cut) => cut.flow === flow);
  const grown = own.slice(1).reduce((sum, cut, i) => sum + cut.before - own[i].before * own[i].factor, 0);
  const spanMs = (own[own.length - 1].timeS - own[0].timeS) * 1000;
  return grown / (spanMs / srttMs(run, flow) - (own.length - 1));
}

/** Returns whether cwnd is curved between two reductions: steep in one part and nearly flat in another. */
function growsInCurves(run: PresetRun): boolean {
  const all = cutsOf(run);
  const { cwnd } = run.flows[0];
  return all.slice(1).every((cut, i) => {
    const spanS = cut.timeS - all[i].timeS;
    const parts = Array.from(
      { length: 9 },
      (_, part) => lastAt(cwnd, all[i].timeS + (part + 1) * 0.1 * spanS) ?? 0,
    );
    const steps = parts.slice(1).map((value, part) => value - parts[part]);
    return Math.max(...steps) >= 3 * Math.max(1, Math.min(...steps));
  });
}

const kernelCwnd = new Map<string, { t: number; cwnd: number }[]>();

function kernelTrace({ preset }: PresetRun): { t: number; cwnd: number }[] {
  const name = preset.trace ?? "";
  const rows =
    kernelCwnd.get(name) ??
    readFileSync(join(TRACES, `${name}.csv`), "utf8")
      .trim()
      .split("\n")
      .slice(1)
      .map((line) => line.split(","))
      .map(([t, , cwnd]) => ({ t: Number(t), cwnd: Number(cwnd) }));
  kernelCwnd.set(name, rows);
  return rows;
}

/** Compares the time averages of the run, without the warm-up, with the kernel's. */
function isNearTheKernel(run: PresetRun): boolean {
  const theirs = kernelTrace(run).filter(({ t }) => t >= 30);
  const mean = theirs.reduce((sum, { cwnd }) => sum + cwnd, 0) / theirs.length;
  const ours = run.results.flows[0].cwndSegments?.mean ?? Number.NaN;
  return within(ours / mean, 0.85, 1.15);
}

function signalsOf({ links }: PresetRun, link: number, flow: number, kind: number): number {
  const { events } = links[link];
  return [...events.kind.keys()].filter((i) => events.kind[i] === kind && events.flow[i] === flow).length;
}

/** Returns the delays at the first link, by flow. */
function delaysByFlow({ preset: { scenario }, nowS }: PresetRun): readonly FlowDelay[] {
  const counting = flowDelaysOf(scenario, (witness) => new Simulation(scenario, witness), 0, nowS);
  for (let step = counting.next(); ; step = counting.next()) if (step.done === true) return step.value.flows;
}

/** The parts of a sentence, each with a check of the run. */
export type Claims = Readonly<Record<string, (run: PresetRun) => boolean>>;

export const PRESET_CLAIMS: Readonly<Record<string, Claims>> = {
  "one-flow": {
    "a mark halves cwnd": keeps(0.5),
    "the link is partly idle": isPartlyIdle,
  },
  abe: {
    "keeps 80 % of cwnd on a mark": keeps(0.8),
    "the same flow": (run) => ofFlows(run).length === 1 && ofFlows(run)[0].cc === "newreno",
  },
  pie: {
    "marks at random: not at equal distances": ({ links }) => {
      const { timeS } = links[0].events;
      const gaps = [...timeS.keys()].slice(1).map((i) => timeS[i] - timeS[i - 1]);
      return gaps.length > 5 && Math.max(...gaps) > 3 * Math.min(...gaps);
    },
    "a probability that it keeps adjusting": ({ links }) =>
      new Set(valuesFrom(links[0].queue.probes[0].series, 10)).size > 50,
    "by how far the delay is from its target: it is on both sides": (run) =>
      valuesFrom(run.links[0].queue.sojournMs, 10).some((ms) => ms > 15) && delay(run).p50 < 15,
  },
  cubic: {
    "keeps 70 %": keeps(0.7),
    "returns to the old peak": (run) => cutsOf(run).every(({ before }) => within(before, 88, 91)),
    "along a cubic curve": growsInCurves,
  },
  bufferbloat: {
    "fills a queue of a thousand packets": ({ results }) =>
      results.links[0].queuePackets.max === 1000 && results.links[0].drops.overflow > 0,
    "twelve times what the path holds": ({ results }) =>
      Math.round(1000 / ((results.links[0].rateBps * 0.1) / 8 / 1500)) === 12,
  },
  "small-buffer": {
    "a fifth of the bandwidth-delay product": ({ results }) =>
      within(17 / ((results.links[0].rateBps * 0.1) / 8 / 1500), 0.19, 0.21),
    "little delay": (run) => delay(run).mean < 10,
    "cuts to half": keeps(0.5, FLOW_EVENT.lossReduction),
    "the link is partly idle": isPartlyIdle,
  },
  "long-path": {
    "two and a half segments a second": ({ flows: [{ cwnd }] }) =>
      within(((lastAt(cwnd, 80) ?? 0) - (lastAt(cwnd, 20) ?? 0)) / 60, 2.3, 2.6),
    "a full window that is halved takes more than a minute": (run) => {
      const [last] = cutsOf(run, 20);
      return Math.abs(last.factor - 0.5) < 0.01 && (last.before * last.factor) / 2.6 > 60;
    },
  },
  "late-comer": {
    "joins after 30 s": ({ results }) => results.flows[1].startS === 30,
    "near its half within seconds": (run) => {
      const share =
        goodputBetween(run, 1, 32, 42) / (goodputBetween(run, 0, 32, 42) + goodputBetween(run, 1, 32, 42));
      const [join] = run.results.fairness.sharing.joins;
      return within(share, 0.4, 0.6) && (join.settledS ?? Number.POSITIVE_INFINITY) < 5;
    },
  },
  "mixed-rtts": {
    "20, 80 and 200 ms": ({ results }) => results.flows.map(({ rttMs }) => rttMs).join() === "20,80,200",
    "the shorter the path, the more a flow gets": (run) => {
      const [short, middle, long] = goodputs(run);
      return short > middle && middle > long;
    },
  },
  "abe-against-loss": {
    "CUBIC with ABE sees marks": ({ results: { flows } }) =>
      flows[0].ecnReductions > 0 && flows[0].lossReductions === 0,
    "NewReno without ECN sees drops": ({ results: { flows } }) =>
      flows[1].ecnReductions === 0 && flows[1].lossReductions > 0,
  },
  change: {
    "0.5 before half-way": (run) =>
      cutsOf(run)
        .filter(({ timeS }) => timeS < 50)
        .every(({ factor }) => Math.abs(factor - 0.5) < 0.01),
    "0.8 from then on": keeps(0.8, FLOW_EVENT.ecnReduction, 50),
  },
  "red-ecn-ab": {
    "keep 87.5 % on a mark": keeps(0.875),
    "a fifth of a segment per round trip": (run) =>
      [0, 1].every((flow) => within(meanGrowthPerRound(run, flow), 0.19, 0.21)),
  },
  pi: {
    "near twenty packets": ({ results }) => within(results.links[0].queuePackets.mean, 18, 22),
    "ten flows": ({ results }) => results.flows.length === 10,
  },
  dctcp: {
    "every packet that meets more than ten others is marked, and no other": ({ preset, results }) => {
      const log = new PacketLog({ kinds: [LOG.enqueued, LOG.marked] });
      new Simulation(preset.scenario, log).advance(0.5);
      const { kind, link, a } = log.columns;
      const rows = Array.from({ length: log.length }, (_, row) => row);
      const isMet = (row: number) => kind[row] === LOG.enqueued && link[row] === 0 && a[row] > 10;
      const marked = rows.filter((row) => kind[row] === LOG.marked).length;
      return marked > 1000 && marked === rows.filter(isMet).length && results.links[0].drops.aqm === 0;
    },
    "cuts by how many marks it sees: to half where all are marked, by little later": (run) =>
      Math.min(...cutsOf(run, 0).map(({ factor }) => factor)) < 0.6 &&
      cutsOf(run, 1).every(({ factor }) => factor > 0.8),
  },
  "bbr-against-cubic": {
    "hardly reacts to losses": ({ results: { flows } }) =>
      flows[0].retransmissions > 100 && flows[0].lossReductions === 0,
    "leaves CUBIC little": (run) => goodputs(run)[1] < 0.25 * goodputs(run)[0],
    "a buffer of one bandwidth-delay product": ({ results }) =>
      Math.floor((results.links[0].rateBps * 0.1) / 8 / 1500) === results.links[0].queuePackets.max,
  },
  "fq-codel": {
    "two downloads share about evenly": ({ results }) => results.fairness.sharing.jain > 0.98,
    "despite their round trips": ({ results: { flows } }) => flows[0].rttMs === 5 * flows[1].rttMs,
    "the call hardly waits": (run) => {
      const [first, second, call] = delaysByFlow(run).map(({ sojournMs }) => sojournMs?.p99 ?? Number.NaN);
      return call < 5 && call < first / 2 && call < second / 2;
    },
    "a call of 0.5 Mbps": (run) => within(goodputs(run)[2], 0.495e6, 0.505e6),
  },
  l4s: {
    "a short queue and a longer one": (run) => srttMs(run, 1) - 20 > 5 * (srttMs(run, 0) - 20),
    "windows about alike": ({ results: { flows } }) =>
      within((flows[0].cwndSegments?.mean ?? 0) / (flows[1].cwndSegments?.mean ?? 1), 0.7, 1.4),
    "not their rates: 1:1 is expected by many": (run) => {
      const [prague, cubic] = goodputs(run);
      return within(prague / cubic / (srttMs(run, 1) / srttMs(run, 0)), 0.7, 1.4);
    },
    // The kernel's share is 68 % (tests/reference/linux-l4s.json, L8, 40 Mbps, 20 ms).
    "it gets about 69 %": (run) => {
      const [prague, cubic] = goodputs(run);
      return within(prague / (prague + cubic), 0.66, 0.72);
    },
    "Prague's is shorter": (run) => srttMs(run, 0) < srttMs(run, 1),
  },
  "parking-lot": {
    "three bottlenecks": ({ results }) =>
      results.links.length === 3 && results.links.every((link) => link.utilisation > 0.9),
    "another flow at each": ({ results }) =>
      results.flows
        .slice(1)
        .map(({ route }) => route)
        .join() === "hop1,hop2,hop3",
    "sees the marks of all three": (run) =>
      [0, 1, 2].every((link) => signalsOf(run, link, 0, QUEUE_EVENT.mark) > 0),
  },
  "gfc-2": {
    "twenty-two flows, seven routers": ({ results, preset }) =>
      results.flows.length === 22 &&
      results.links.length === 6 &&
      resolvePath(preset.scenario.path).nodes.length >= 7,
    "a tenth of the rates": ({ results }) =>
      results.links.map(({ rateBps }) => rateBps / 1e6).join() === "5,10,5,15,15,5",
  },
  "dc-wan": {
    "one flow crosses both of the two links": ({ results }) =>
      results.flows.filter(({ route }) => route === "both").length === 1,
    "three others at each": ({ results }) =>
      ["dc", "wan"].every((one) => results.flows.filter(({ route }) => route === one).length === 3),
    "on for twelve seconds and off for twelve": (run) =>
      [1, 4].every((flow) => {
        const rates = mbpsPerSecond(run, flow);
        const isOff = (s: number) => within(s % 24, 13, 23);
        return rates.every((mbps, s) => s === 0 || (isOff(s) ? mbps === 0 : s % 24 < 12 ? mbps > 0 : true));
      }),
  },
  "six-flows": {
    "both senders on each of three paths": ({ results: { flows } }) => {
      const rtts = (cc: string) =>
        flows
          .filter((flow) => flow.cc === cc)
          .map(({ rttMs }) => rttMs)
          .join();
      return rtts("ecn-ab") === "20,60,120" && rtts("newreno") === "20,60,120";
    },
    "one RED queue": ({ results, preset }) =>
      results.links.length === 1 && preset.scenario.queue.aqm === "red",
  },
  "reverse-congestion": {
    "from 50 s on an upload": ({ results }) => results.flows[1].startS === 50,
    "the download's ACKs wait": (run) => {
      const srtt = run.flows[0].srttMs;
      const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
      const later = mean(valuesFrom(srtt, 55));
      return later > 1.3 * mean(valuesFrom(srtt, 20).slice(0, Math.floor(25 / srtt.bucketS)));
    },
  },
  "changing-link": {
    "a quarter for ten of every twenty seconds": ({ links: [{ rateBps }], samples }) =>
      [...rateBps].every((bps, i) => {
        const phase = (i * samples.intervalS) % 20;
        const isEdge = Math.min(phase % 10, 10 - (phase % 10)) < 0.1;
        return isEdge || bps === (phase < 10 ? 10e6 : 2.5e6);
      }),
  },
  web: {
    "ten people beside one download": ({ results: { flows } }) =>
      flows.filter(({ traffic }) => traffic === "http").length === 10 && flows[0].traffic === "bulk",
    "four objects a page, each over a connection of its own": (run) => {
      const { params } = ofFlows(run)[1];
      return params["page-objects"] === 4 && params.persistent === false;
    },
    "most of them small: most pages come within a few round trips, some take long": ({
      results: { flows },
    }) => {
      const pages = flows.flatMap(({ responses }) => responses ?? []);
      return pages.every(({ p50S }) => p50S < 0.2) && Math.max(...pages.map(({ maxS }) => maxS)) > 1;
    },
  },
  "linux-newreno": {
    "β_ecn 0.5": keeps(0.5, FLOW_EVENT.ecnReduction, 30),
    "beside a Linux 6.1 kernel": isNearTheKernel,
  },
  "linux-abe": {
    "β_ecn 0.8": keeps(0.8, FLOW_EVENT.ecnReduction, 30),
    "beside a Linux 6.1 kernel": isNearTheKernel,
  },
  "linux-pie": {
    "β_ecn 0.8": keeps(0.8, FLOW_EVENT.ecnReduction, 30),
    "marks fall at random": (run) => {
      const { timeS } = run.links[0].events;
      return timeS.length > 5 && new Set([...timeS].map((t) => (t % 1).toFixed(1))).size > 5;
    },
    "the pattern agrees with a Linux 6.1 kernel": isNearTheKernel,
  },
  "linux-at-once": {
    "over 400 ms": ({ results }) => results.flows[0].rttMs === 400,
    "cwnd is reduced at once": (run) =>
      cutsOf(run, 30).every(({ timeS, before, factor }) => {
        const next = lastAt(run.flows[0].cwnd, timeS + run.flows[0].cwnd.bucketS) ?? 0;
        return Math.abs(next - before * factor) <= 1;
      }),
    "beside a Linux 6.1 kernel": isNearTheKernel,
  },
  "linux-cubic": {
    "20 Mbps and 80 ms": ({ results }) => results.links[0].rateBps === 20e6 && results.flows[0].rttMs === 80,
    "beside a Linux 6.1 kernel": isNearTheKernel,
  },
};

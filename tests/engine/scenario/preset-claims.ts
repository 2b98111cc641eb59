/** What each preset's sentence says, as questions to its run: a sentence that is no longer true of it fails. */
import { FLOW_EVENT, QUEUE_EVENT, resolvePath } from "../../../src/engine/index.ts";
import { lastAt } from "../../../src/experiments/read-run.ts";
import {
  cuts,
  delay,
  delaysByFlow,
  goodputBetween,
  goodputs,
  growsInCurves,
  isNearTheKernel,
  isPartlyIdle,
  keeps,
  mbpsPerSecond,
  meanGrowthPerRound,
  ofFlows,
  type PresetRun,
  signalsOf,
  srttMs,
  valuesFrom,
  within,
} from "./preset-readings.ts";

/** A part of the sentence, and whether it is true of the run. */
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
    "returns to the old peak": (run) => cuts(run).every(({ before }) => within(before, 88, 91)),
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
      const [last] = cuts(run, 20);
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
      cuts(run)
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
    "marked when it meets more than ten others": ({ results }) =>
      results.links[0].marks > 1000 && results.links[0].queuePackets.max < 20,
    "cuts by how many marks it sees: to half where all are marked, by little later": (run) =>
      Math.min(...cuts(run, 0).map(({ factor }) => factor)) < 0.6 &&
      cuts(run, 1).every(({ factor }) => factor > 0.9),
  },
  "bbr-against-cubic": {
    "hardly heeds losses": ({ results: { flows } }) =>
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
    "rates go as 1 over the round trip, queue included": (run) => {
      const [prague, cubic] = goodputs(run);
      return within(prague / cubic / (srttMs(run, 1) / srttMs(run, 0)), 0.7, 1.4);
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
    "one flow crosses both": ({ results }) =>
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
    "beside a kernel": isNearTheKernel,
  },
  "linux-abe": { "β_ecn 0.8": keeps(0.8, FLOW_EVENT.ecnReduction, 30), "beside a kernel": isNearTheKernel },
  "linux-pie": {
    "β_ecn 0.8": keeps(0.8, FLOW_EVENT.ecnReduction, 30),
    "marks fall at random": (run) => {
      const { timeS } = run.links[0].events;
      return timeS.length > 5 && new Set([...timeS].map((t) => (t % 1).toFixed(1))).size > 5;
    },
    "the pattern agrees": isNearTheKernel,
  },
  "linux-at-once": {
    "over 400 ms": ({ results }) => results.flows[0].rttMs === 400,
    "cwnd is reduced at once": (run) =>
      cuts(run, 30).every(({ timeS, before, factor }) => {
        const next = lastAt(run.flows[0].cwnd, timeS + run.flows[0].cwnd.bucketS) ?? 0;
        return Math.abs(next - before * factor) <= 1;
      }),
    "beside a kernel": isNearTheKernel,
  },
  "linux-cubic": {
    "20 Mbps and 80 ms": ({ results }) => results.links[0].rateBps === 20e6 && results.flows[0].rttMs === 80,
    "beside a kernel": isNearTheKernel,
  },
};

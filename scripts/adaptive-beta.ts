/** Measures the tables of docs/adaptive-beta.md again: `npx tsx scripts/adaptive-beta.ts`. Takes some minutes. */
import { FORMAT_VERSION, scenarioFromUrl } from "../src/engine/index.ts";
import { runScenario } from "../src/engine/simulator.ts";

interface Sender {
  readonly name: string;
  /** The flow's settings as in a URL, without its RTT. */
  readonly flow: string;
}

const FIXED: readonly Sender[] = [
  { name: "β_ecn 0.5", flow: "cc=newreno" },
  { name: "β_ecn 0.7", flow: "cc=newreno,beta-ecn=0.7" },
  { name: "β_ecn 0.8", flow: "cc=newreno,beta-ecn=0.8" },
  { name: "β_ecn 0.9", flow: "cc=newreno,beta-ecn=0.9" },
];
const ADAPTIVE: Sender = { name: "adaptive", flow: "cc=adaptive-abe" };
const WITH_NEWRENO_GROWTH: Sender = {
  name: "adaptive, NewReno's growth",
  flow: "cc=adaptive-abe,adaptive-fair-growth=off",
};
const SENDERS = [...FIXED, ADAPTIVE, WITH_NEWRENO_GROWTH];
const RIVALS: readonly Sender[] = [
  { name: "NewReno, β_ecn 0.5", flow: "cc=newreno" },
  { name: "NewReno, β_ecn 0.8", flow: "cc=newreno,beta-ecn=0.8" },
  { name: "CUBIC, β_ecn 0.85", flow: "cc=cubic,beta-ecn=0.85" },
  { name: "NewReno without ECN", flow: "cc=newreno,ecn=off" },
];
const QUEUES = [
  { name: "CoDel", aqm: "codel", seeds: 1 },
  { name: "PIE", aqm: "pie", seeds: 5 },
];
const RTTS_MS = [10, 20, 40, 100, 200, 400];

alone();
beside();
joining();

/** Prints utilisation (%) and the 90th percentile of the queueing delay (ms) of a single flow, from 60 s to 300 s. */
function alone(): void {
  for (const { name, aqm, seeds } of QUEUES) {
    for (const count of [1, 4, 20]) {
      title(`${name}, flows: ${count}`, ["", ...RTTS_MS.map((rtt) => `${rtt} ms`)]);
      for (const sender of SENDERS) {
        row([sender.name, ...RTTS_MS.map((rtt) => linkFigures(aqm, sender, rtt, count, seeds))]);
      }
    }
  }
}

function linkFigures(aqm: string, sender: Sender, rttMs: number, count: number, seeds: number): string {
  const links = seedsUpTo(seeds).map(
    (seed) =>
      results(
        `aqm=${aqm}&flow=${sender.flow},rtt=${rttMs}ms,count=${count}&duration=300s&warmup=60s&seed=${seed}`,
      ).links[0],
  );
  const utilisation = mean(links.map((link) => link.utilisation));
  const p90 = mean(links.map((link) => link.sojournMs?.p90 ?? Number.NaN));
  return `${(100 * utilisation).toFixed(1)} / ${p90.toFixed(0)}`;
}

/**
 * Prints a flow's goodput relative to that of a competing flow, from 100 s to 400 s: the median for three start times within one
 * second.
 */
function beside(): void {
  for (const { name, aqm } of QUEUES) {
    for (const rttMs of [20, 100, 400]) {
      title(`Beside others: ${name}, ${rttMs} ms`, ["", ...RIVALS.map((rival) => rival.name)]);
      for (const sender of SENDERS) {
        row([sender.name, ...RIVALS.map((rival) => share(aqm, rttMs, sender, rival).toFixed(2))]);
      }
    }
  }
}

function share(aqm: string, rttMs: number, sender: Sender, rival: Sender): number {
  const ratios = seedsUpTo(3).map((seed) => {
    const both = [sender, rival].map(({ flow }) => `flow=${flow},rtt=${rttMs}ms`).join("&");
    const { flows } = results(`aqm=${aqm}&${both}&start-jitter=1s&duration=400s&warmup=100s&seed=${seed}`);
    return flows[0].goodputBps / flows[1].goodputBps;
  });
  return median(ratios);
}

/** Prints the time until F(t) >= 0.95 after an equal flow has joined (s), for seven join times around 60 s: median and maximum. */
function joining(): void {
  for (const { name, aqm } of QUEUES) {
    title(`An equal flow joins: ${name}`, ["", ...RTTS_MS.map((rtt) => `${rtt} ms`)]);
    for (const sender of SENDERS) {
      row([sender.name, ...RTTS_MS.map((rtt) => convergence(aqm, sender, rtt))]);
    }
  }
}

function convergence(aqm: string, { flow }: Sender, rttMs: number): string {
  const seconds = seedsUpTo(7).map((seed) => {
    const late = (60 + 0.37 * seed).toFixed(2);
    const { fairness } = results(
      `aqm=${aqm}&flow=${flow},rtt=${rttMs}ms&flow=${flow},rtt=${rttMs}ms,start=${late}s&duration=400s&seed=${seed}`,
    );
    return fairness.convergenceS[0] ?? Number.POSITIVE_INFINITY;
  });
  const longest = Math.max(...seconds);
  return `${median(seconds).toFixed(0)} / ${Number.isFinite(longest) ? longest.toFixed(0) : "not within 340"}`;
}

function results(url: string) {
  const { scenario, problems } = scenarioFromUrl(`v=${FORMAT_VERSION}&${url}`);
  if (problems.length > 0) throw new Error(problems.map(({ message }) => message).join(" "));
  return runScenario(scenario).results();
}

function seedsUpTo(n: number): number[] {
  return Array.from({ length: n }, (_, i) => i + 1);
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];
}

function title(text: string, head: readonly string[]): void {
  console.log(`\n${text}\n`);
  row(head);
  row(head.map(() => "---"));
}

function row(cells: readonly string[]): void {
  console.log(`| ${cells.join(" | ")} |`);
}

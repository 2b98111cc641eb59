import { NO_TEXT } from "../../../src/engine/capture/file-formats.ts";
import { scenarioFromUrl } from "../../../src/engine/index.ts";
import { packetCsvOf } from "../../../src/engine/replays.ts";
import { Simulation } from "../../../src/engine/simulator.ts";
import type { PacketLog } from "../../../src/engine/trace/packet-log.ts";

export function scenarioOf(url: string) {
  const { scenario, problems } = scenarioFromUrl(url);
  if (problems.length > 0) throw new Error(problems.map(({ message }) => message).join(" "));
  return scenario;
}

export function makeOf(url: string) {
  const scenario = scenarioOf(url);
  return (log: PacketLog) => new Simulation(scenario, log);
}

/** Returns the results of a run without warm-up. */
export function resultsOf(url: string) {
  const simulation = new Simulation(scenarioOf(url));
  simulation.advance(Number.POSITIVE_INFINITY);
  return simulation.results();
}

export type CsvRow = Readonly<Record<string, string>>;

const wholeRuns = new Map<string, readonly CsvRow[]>();

/** Returns the rows of the whole run, computed once for all tests. */
export function csvRowsOf(url: string): readonly CsvRow[] {
  const rows = wholeRuns.get(url) ?? csvStretchOf(url, {});
  wholeRuns.set(url, rows);
  return rows;
}

export function csvStretchOf(
  url: string,
  stretch: { readonly fromS?: number; readonly toS?: number },
): CsvRow[] {
  return rowsOf([...packetCsvOf(scenarioOf(url), makeOf(url), { stamp: "", ...stretch })].join(""));
}

/** Cells that do not apply are empty, in columns of texts as well. */
export function rowsOf(text: string): CsvRow[] {
  const [head, ...lines] = text.trimEnd().split("\n");
  const names = head.split(",");
  return lines.map((line) => {
    const cells = line.split(",");
    return Object.fromEntries(names.map((name, i) => [name, cells[i] === NO_TEXT ? "" : cells[i]]));
  });
}

/**
 * Runs that together contain marks, drops, losses on links, overtaking packets, several links, short transfers,
 * datagrams and accurate feedback.
 */
export const RUNS: Readonly<Record<string, string>> = {
  "NewReno over CoDel": "v=2&warmup=0s&duration=12s",
  "a full buffer": "v=2&warmup=0s&duration=12s&aqm=droptail&cc=cubic&ecn=off&limit=60p",
  "drops of PIE": "v=2&warmup=0s&duration=12s&aqm=pie&ecn=off&flows=3",
  "random losses": "v=2&warmup=0s&duration=10s&loss=0.5%&rtt=40ms",
  "packets that overtake": "v=2&warmup=0s&duration=10s&jitter=3ms&jitter-overtakes=on",
  "Prague beside CUBIC": "v=2&warmup=0s&duration=10s&aqm=dualpi2&flow=cc=prague&flow=cc=cubic",
  "DCTCP over a step": "v=2&warmup=0s&duration=10s&aqm=step&cc=dctcp&rtt=20ms",
  "AccECN that gives bytes to its option":
    "v=2&warmup=0s&duration=8s&aqm=red&loss=0.5%&rtt=40ms&flow=cc=cubic,ecn=on,accecn=on&flow=cc=cubic,ecn=on,accecn=on,traffic=bulk,size=100kB&flow=cc=newreno",
  "no SACK": "v=2&warmup=0s&duration=10s&aqm=droptail&ecn=off&sack=off&limit=40p",
  "several links": "v=2&warmup=0s&duration=8s&path=parking-lot",
  "web pages and datagrams": "v=2&warmup=0s&duration=8s&flow=traffic=http&flow=traffic=cbr,cbr-rate=2Mbps",
};

/** Every series of a run as one long table, for a spreadsheet or a script: series, flow or link, time, smallest, largest, last. */
import type { BucketSeries, Probe, Snapshot } from "../../engine/index.ts";

const HEADER = "series,unit,flow,link,t_s,min,max,last";

export function seriesCsv(snapshot: Snapshot, link: string): string {
  const rows: string[] = [`# ${link}`, `# digest ${snapshot.digest}`, HEADER];
  for (const flow of snapshot.flows) {
    const of = { flow: flow.flow };
    addBuckets(rows, "cwnd", "segments", of, flow.cwnd);
    addBuckets(rows, "ssthresh", "segments", of, flow.ssthresh);
    addBuckets(rows, "inflight", "segments", of, flow.inflight);
    addBuckets(rows, "srtt", "ms", of, flow.srttMs);
    for (const { probe, series } of flow.probes) addBuckets(rows, nameOf(probe), probe.unit, of, series);
  }
  for (const { id, queue } of snapshot.links) {
    const of = { link: id };
    addBuckets(rows, "queue delay", "ms", of, queue.sojournMs);
    addBuckets(rows, "queue length", "packets", of, queue.lengthPackets);
    for (const { probe, series } of queue.probes) addBuckets(rows, nameOf(probe), probe.unit, of, series);
  }
  addSamples(rows, snapshot);
  return `${rows.join("\n")}\n`;
}

function nameOf(probe: Probe): string {
  return `probe ${probe.id}`;
}

/** Flows count from 1 on for people; what is neither of a flow nor of a link has both columns empty. */
interface Owner {
  readonly flow?: number;
  readonly link?: string;
}

function ownerText({ flow, link }: Owner): string {
  return `${flow === undefined ? "" : flow + 1},${link ?? ""}`;
}

function addBuckets(rows: string[], name: string, unit: string, of: Owner, series: BucketSeries): void {
  for (let i = 0; i < series.length; i++) {
    if (Number.isNaN(series.last[i])) continue;
    const time = number(series.startS + i * series.bucketS);
    rows.push(
      `${name},${unit},${ownerText(of)},${time},${number(series.min[i])},${number(series.max[i])},${number(series.last[i])}`,
    );
  }
}

function addSamples(rows: string[], { samples, links }: Snapshot): void {
  const add = (name: string, unit: string, of: Owner, values: ArrayLike<number>) => {
    for (let i = 0; i < samples.length; i++) {
      if (Number.isNaN(values[i])) continue;
      const value = number(values[i]);
      rows.push(
        `${name},${unit},${ownerText(of)},${number(i * samples.intervalS)},${value},${value},${value}`,
      );
    }
  };
  samples.receivedBytes.forEach((values, flow) => {
    add("received", "B", { flow }, values);
  });
  for (const { id, sentBytes, rateBps } of links) {
    add("sent", "B", { link: id }, sentBytes);
    add("capacity", "bit/s", { link: id }, rateBps);
  }
  add("Jain momentary", "", {}, samples.jainMomentary);
  add("Jain running F(t)", "", {}, samples.jainRunning);
}

/** Seven digits say all that a 32-bit series holds. */
function number(value: number): string {
  return Number.isInteger(value) ? String(value) : String(Number(value.toPrecision(7)));
}

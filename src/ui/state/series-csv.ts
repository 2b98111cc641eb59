/** Every series of a run as one long table, for a spreadsheet or a script: series, flow, time, smallest, largest, last. */
import type { BucketSeries, Probe, Snapshot } from "../../engine/index.ts";

const HEADER = "series,unit,flow,t_s,min,max,last";

export function seriesCsv(snapshot: Snapshot, link: string): string {
  const rows: string[] = [`# ${link}`, `# digest ${snapshot.digest}`, HEADER];
  for (const flow of snapshot.flows) {
    addBuckets(rows, "cwnd", "segments", flow.flow, flow.cwnd);
    addBuckets(rows, "ssthresh", "segments", flow.flow, flow.ssthresh);
    addBuckets(rows, "inflight", "segments", flow.flow, flow.inflight);
    addBuckets(rows, "srtt", "ms", flow.flow, flow.srttMs);
    for (const { probe, series } of flow.probes)
      addBuckets(rows, nameOf(probe), probe.unit, flow.flow, series);
  }
  addBuckets(rows, "queue delay", "ms", null, snapshot.queue.sojournMs);
  addBuckets(rows, "queue length", "packets", null, snapshot.queue.lengthPackets);
  for (const { probe, series } of snapshot.queue.probes)
    addBuckets(rows, nameOf(probe), probe.unit, null, series);
  addSamples(rows, snapshot);
  return `${rows.join("\n")}\n`;
}

function nameOf(probe: Probe): string {
  return `probe ${probe.id}`;
}

function addBuckets(
  rows: string[],
  name: string,
  unit: string,
  flow: number | null,
  series: BucketSeries,
): void {
  for (let i = 0; i < series.length; i++) {
    if (Number.isNaN(series.last[i])) continue;
    const time = number(series.startS + i * series.bucketS);
    rows.push(
      `${name},${unit},${flow === null ? "" : flow + 1},${time},${number(series.min[i])},${number(series.max[i])},${number(series.last[i])}`,
    );
  }
}

function addSamples(rows: string[], { samples }: Snapshot): void {
  const add = (name: string, unit: string, flow: string, values: ArrayLike<number>) => {
    for (let i = 0; i < samples.length; i++) {
      if (Number.isNaN(values[i])) continue;
      const value = number(values[i]);
      rows.push(`${name},${unit},${flow},${number(i * samples.intervalS)},${value},${value},${value}`);
    }
  };
  samples.receivedBytes.forEach((values, flow) => {
    add("received", "B", String(flow + 1), values);
  });
  add("sent over the bottleneck", "B", "", samples.linkBytes);
  add("Jain momentary", "", "", samples.jainMomentary);
  add("Jain running F(t)", "", "", samples.jainRunning);
}

/** Seven digits say all that a 32-bit series holds. */
function number(value: number): string {
  return Number.isInteger(value) ? String(value) : String(Number(value.toPrecision(7)));
}

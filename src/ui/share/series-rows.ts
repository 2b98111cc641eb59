/** Every series of a run as rows of one long table: series, unit, flow or link, time, smallest, largest, last. */
import type { BucketSeries, Probe, Snapshot } from "../../engine/index.ts";

export const COLUMNS = "series,unit,flow,link,t_s,min,max,last";

export function seriesRows(snapshot: Snapshot): string[] {
  const rows: string[] = [];
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
  return rows;
}

function nameOf(probe: Probe): string {
  return `probe ${probe.id}`;
}

/** Flows count from 1 on for people; what is neither of a flow nor of a link has both columns empty. */
export interface Owner {
  readonly flow?: number;
  readonly link?: string;
}

export interface Row {
  readonly name: string;
  readonly unit: string;
  readonly of: Owner;
  readonly timeS: number;
  readonly min: number;
  readonly max: number;
  readonly last: number;
}

export function rowText({ name, unit, of, timeS, min, max, last }: Row): string {
  return `${name},${unit},${ownerText(of)},${number(timeS)},${number(min)},${number(max)},${number(last)}`;
}

function ownerText({ flow, link }: Owner): string {
  return `${flow === undefined ? "" : flow + 1},${link ?? ""}`;
}

function addBuckets(rows: string[], name: string, unit: string, of: Owner, series: BucketSeries): void {
  for (let i = 0; i < series.length; i++) {
    if (Number.isNaN(series.last[i])) continue;
    const timeS = series.startS + i * series.bucketS;
    const [min, max, last] = [series.min[i], series.max[i], series.last[i]];
    rows.push(rowText({ name, unit, of, timeS, min, max, last }));
  }
}

function addSamples(rows: string[], { samples, links }: Snapshot): void {
  const add = (name: string, unit: string, of: Owner, values: ArrayLike<number>) => {
    for (let i = 0; i < samples.length; i++) {
      if (Number.isNaN(values[i])) continue;
      const value = values[i];
      rows.push(
        rowText({ name, unit, of, timeS: i * samples.intervalS, min: value, max: value, last: value }),
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

/** `run --csv DIR`: every series of a run as CSV files; each names the link and the digest of its run. */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type BucketSeries, type Snapshot, scenarioToUrl } from "../engine/index.ts";
import { projectVersion } from "./project.ts";
import { type FinishedRun, runJson } from "./run-json.ts";

type Row = readonly (string | number)[];

export function writeSeries(folder: string, finished: FinishedRun): void {
  mkdirSync(folder, { recursive: true });
  const snapshot = finished.simulation.snapshot();
  const stamp = stampOf(finished);
  for (const [name, rows] of Object.entries(tablesOf(snapshot))) {
    writeFileSync(join(folder, `${name}.csv`), stamp + rows.map(rowText).join(""));
  }
  writeFileSync(join(folder, "run.json"), `${JSON.stringify(runJson(finished), null, 2)}\n`);
}

/** Lines at the head of every file: readers skip what begins with "#". */
export function stampOf({ simulation }: FinishedRun): string {
  const link = `#${scenarioToUrl(simulation.scenario)}`;
  return `# Sawtooth ${projectVersion()}\n# ${link}\n# digest ${simulation.digest()}\n`;
}

/** Text with a comma is quoted; 32-bit series hold seven digits. */
export function rowText(row: Row): string {
  const cell = (value: string | number) => {
    if (typeof value === "string") return value.includes(",") ? `"${value}"` : value;
    if (Number.isNaN(value)) return "";
    return Number.isInteger(value) ? String(value) : String(Number(value.toPrecision(10)));
  };
  return `${row.map(cell).join(",")}\n`;
}

function tablesOf(snapshot: Snapshot): Record<string, Row[]> {
  return {
    "flow-series": [["flow", "series", "unit", "t_s", "min", "max", "last"], ...flowRows(snapshot)],
    "queue-series": [["link", "series", "unit", "t_s", "min", "max", "last"], ...queueRows(snapshot)],
    samples: sampleRows(snapshot),
    "queue-delay-cdf": [["link", "delay_ms", "fraction"], ...cdfRows(snapshot)],
  };
}

function flowRows({ flows }: Snapshot): Row[] {
  return flows.flatMap((flow) => {
    const named: [string, string, BucketSeries][] = [
      ["cwnd", "segments", flow.cwnd],
      ["ssthresh", "segments", flow.ssthresh],
      ["inflight", "segments", flow.inflight],
      ["srtt", "ms", flow.srttMs],
      ...flow.probes.map(({ probe, series }): [string, string, BucketSeries] => [
        probe.id,
        probe.unit,
        series,
      ]),
    ];
    return named.flatMap(([name, unit, series]) => bucketRows([flow.flow + 1, name, unit], series));
  });
}

function queueRows({ links }: Snapshot): Row[] {
  return links.flatMap(({ id, queue }) => [
    ...bucketRows([id, "delay", "ms"], queue.sojournMs),
    ...bucketRows([id, "length", "packets"], queue.lengthPackets),
    ...queue.probes.flatMap(({ probe, series }) => bucketRows([id, probe.id, probe.unit], series)),
  ]);
}

/** Buckets before the first record are left out. */
function bucketRows(head: Row, series: BucketSeries): Row[] {
  const rows: Row[] = [];
  for (let i = 0; i < series.length; i++) {
    if (Number.isNaN(series.last[i])) continue;
    const values = [series.min[i], series.max[i], series.last[i]];
    rows.push([...head, series.startS + i * series.bucketS, ...values.map(single)]);
  }
  return rows;
}

function sampleRows({ samples, links }: Snapshot): Row[] {
  const flows = samples.receivedBytes.map((_, i) => `received_bytes_${i + 1}`);
  const ofLinks = links.flatMap(({ id }) => [`sent_bytes_${id}`, `rate_bps_${id}`]);
  const rows: Row[] = [["t_s", "jain_momentary", "jain_running", ...ofLinks, ...flows]];
  for (let i = 0; i < samples.length; i++) {
    const received = samples.receivedBytes.map((bytes) => bytes[i]);
    const jain = [single(samples.jainMomentary[i]), single(samples.jainRunning[i])];
    const atLinks = links.flatMap(({ sentBytes, rateBps }) => [sentBytes[i], rateBps[i]]);
    rows.push([i * samples.intervalS, ...jain, ...atLinks, ...received]);
  }
  return rows;
}

function cdfRows({ links }: Snapshot): Row[] {
  return links.flatMap(({ id, delayCdf }) =>
    Array.from(delayCdf.ms, (ms, i) => [id, single(ms), single(delayCdf.fraction[i])]),
  );
}

function single(value: number): number {
  return Number(value.toPrecision(7));
}

/** Reads a measurement file and converts it to curves that the plots can draw. The file never leaves the device. */

import { type BucketSeries, scenarioFromUrl, scenarioToUrl } from "../../../engine/index.ts";
import { visibleText } from "../../../lib/visible-text.ts";
import { scaleOf, type UnitOptions } from "../../../measured/column-units.ts";
import { RATE_WINDOW_S, usualStepS } from "../../../measured/fit.ts";
import { connectionWords } from "../../../measured/fit-words.ts";
import {
  isLinuxRecord,
  isOfRecord,
  type LinuxRecord,
  readLinuxRecord,
} from "../../../measured/linux/record.ts";
import {
  type MeasuredConnection,
  type MeasuredSeries,
  type Measurement,
  MOST_MEASURED_BYTES_ON_PAGE,
} from "../../../measured/measurement.ts";
import { isMeasurement, readMeasurement, wholeReading } from "../../../measured/read-measurement.ts";
import type { DroppedKind, NamedFile } from "../../bench/feature.ts";
import type { Bench } from "../../core/bench.ts";
import { BENCH } from "../../core/page-options.ts";
import { refusalToOpen } from "../../core/permission.ts";
import { type ChartModel, shortNumber } from "../../shared/chart/chart-model.ts";
import { niceFromZero, type TimeView } from "../../shared/chart/plot-geometry.ts";
import { extentIn, valueAt } from "../../shared/chart/recorded-series.ts";
import { fetched } from "../../shared/lazy.tsx";
import { megabytes, siteFile } from "../../shared/site-file.ts";
import {
  MEASURED,
  type MeasuredKind,
  type MeasuredLines,
  type ShownMeasurement,
  TRACES,
} from "./shown-measurement.ts";

/** Number of bytes that are enough to recognise a measurement. */
const HEAD_BYTES = 65_536;

export async function isMeasurementFile(file: File): Promise<boolean> {
  return isMeasurement(new Uint8Array(await file.slice(0, HEAD_BYTES).arrayBuffer()));
}

/** Reads files that were dropped on the page; null if they are no measurement. Throws an error with a message for the user. */
export async function readDroppedFiles(
  bench: Bench,
  files: readonly NamedFile[],
): Promise<DroppedKind | null> {
  if (isLinuxRecord(files)) {
    const record = await readRecord(files);
    return { what: "The run on Linux", sets: null, open: () => showRecord(bench, record) };
  }
  const [{ path, file }] = files;
  // A file in a folder may be a hand-in.
  if (files.length > 1 || path !== file.name || !(await isMeasurementFile(file))) return null;
  const measurement = await readFile(file, unitsFor(bench));
  return { what: "The measurement", sets: null, open: () => showMeasurement(bench, file, measurement) };
}

/** Shows chosen files over the run. `say` receives the progress, and at the end an empty text. */
export async function showFiles(
  bench: Bench,
  files: readonly File[],
  say: (text: string) => void,
): Promise<void> {
  if (files.length > 1) {
    showRecord(bench, await readRecord(files.map((file) => ({ path: file.name, file }))));
    say("");
    return;
  }
  const [file] = files;
  const measurement = await readFile(file, unitsFor(bench), (share) =>
    say(`Reading: ${Math.floor(100 * share)} %`),
  );
  say("");
  showMeasurement(bench, file, measurement);
}

/** Time in ms after which reading pauses, so that the page stays responsive. */
const SLICE_MS = 12;

/** Reads a file. Throws an error with a message for the user. */
export async function readFile(
  file: File,
  options: UnitOptions,
  onShare?: (share: number) => void,
): Promise<Measurement> {
  if (file.size > MOST_MEASURED_BYTES_ON_PAGE)
    throw new Error(
      `“${file.name}” has ${megabytes(file.size)}; the limit is ${megabytes(MOST_MEASURED_BYTES_ON_PAGE)}. Shorten a capture to part of the time, or capture fewer bytes of each packet (tcpdump -s 128).`,
    );
  const reading = readMeasurement(new Uint8Array(await file.arrayBuffer()), `“${file.name}”`, options);
  let sliceMs = performance.now();
  for (;;) {
    const { done, value } = reading.next();
    if (done === true) return value;
    if (performance.now() - sliceMs < SLICE_MS) continue;
    onShare?.(value);
    await new Promise((resolve) => setTimeout(resolve));
    sliceMs = performance.now();
  }
}

/** Returns the units to assume for columns that state none, from the run of the bench. */
function unitsFor(bench: Bench, set: UnitOptions["set"] = {}): UnitOptions {
  return { scale: scaleOf(bench.store.get().settings), set };
}

/** Reads the file again with a different unit for a column. */
export async function withUnit(
  bench: Bench,
  shown: ShownMeasurement,
  column: string,
  unit: string,
): Promise<void> {
  if (shown.source === null) return;
  const set = { ...shown.units, [column]: unit };
  const measurement = await readFile(shown.source, unitsFor(bench, set));
  const { name, index, flow, fromS, source } = shown;
  bench.setSlice(MEASURED, {
    file: { ...measurementFrom(name, measurement, index, flow), fromS, source, units: set },
  });
}

/** Overlays a measurement. It replaces a trace or a different file. */
function showMeasurement(bench: Bench, file: File, measurement: Measurement): void {
  const name = `“${visibleText(file.name)}”`;
  bench.setSlice(MEASURED, { trace: null, file: { ...measurementFrom(name, measurement), source: file } });
  bench.showScreen(BENCH);
  bench.notice({
    id: "measured",
    title: `${name} is shown over the run.`,
    lines: [
      `${capital(measurement.format)}: ${connectionWords(measurement, 0)}.`,
      "It is dashed in the plots. Compare, in the controls, shows how well the measurement fits the run.",
    ],
    link: null,
  });
}

/** Reads the folder of a run on Linux. Throws an error with a message for the user. */
async function readRecord(files: readonly NamedFile[]): Promise<LinuxRecord> {
  const texts = files.filter(({ path }) => isOfRecord(path));
  const bytes = texts.reduce((sum, { file }) => sum + file.size, 0);
  if (bytes > MOST_MEASURED_BYTES_ON_PAGE)
    throw new Error(
      `The folder’s measurements have ${megabytes(bytes)}; the limit is ${megabytes(MOST_MEASURED_BYTES_ON_PAGE)}.`,
    );
  return readLinuxRecord(
    await Promise.all(
      texts.map(async ({ path, file }) => ({ path, bytes: new Uint8Array(await file.arrayBuffer()) })),
    ),
  );
}

/**
 * Overlays a run on Linux and opens its scenario, which can be undone. The present run stays where the user may not
 * change it, and where the scenario contains a program.
 */
function showRecord(bench: Bench, record: LinuxRecord): void {
  const { scenario, problems } = scenarioFromUrl(record.scenario);
  const isOther = scenarioToUrl(scenario) !== scenarioToUrl(bench.store.get().scenario);
  const opens =
    isOther &&
    refusalToOpen(bench.store.get()) === null &&
    scenario.programs === undefined &&
    problems.every(({ harmless }) => harmless);
  if (opens) bench.openRun(scenario);
  bench.setSlice(MEASURED, { trace: null, file: measurementOfFlow(record, record.connectionFlows[0]) });
  bench.showScreen(BENCH);
  bench.notice({
    id: "measured",
    title: "The run on Linux is shown over the run.",
    lines: [
      ...record.about.slice(0, 1),
      "It is dashed in the plots. Compare, in the controls, shows how close both are.",
      ...(opens ? ["Its scenario was opened. Undo opens the previous one again."] : []),
    ],
    link: null,
  });
}

/** Returns the overlay of a flow of a run on Linux. Throws an error with a message for the user if it has none. */
export function measurementOfFlow(record: LinuxRecord, flow: number): ShownMeasurement {
  const index = record.connectionFlows.indexOf(flow);
  if (index < 0) throw new Error("The folder has no TCP flow.");
  return { ...measurementFrom("Linux", record.measurement, index, flow), record };
}

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

export function measurementOfText(name: string, text: string): ShownMeasurement {
  return measurementFrom(name, wholeReading(readMeasurement(new TextEncoder().encode(text))));
}

const loaded = new Map<string, Promise<ShownMeasurement>>();

/** Loads a kernel trace from the page's folder. Rejects with a message for the user. */
export function measurementOfTrace(name: string): Promise<ShownMeasurement> {
  const waiting = loaded.get(name) ?? loadTrace(name);
  loaded.set(name, waiting);
  waiting.catch(() => loaded.delete(name));
  return waiting;
}

async function loadTrace(name: string): Promise<ShownMeasurement> {
  const response = await fetched(`The kernel's trace ${name}`, siteFile(`traces/${name}.csv`));
  if (!response.ok)
    throw new Error(`The kernel's trace ${name} could not be loaded (status ${response.status}).`);
  const label = TRACES.find((trace) => trace.name === name)?.label ?? name;
  return { ...measurementOfText(label, await response.text()), fromS: 0 };
}

/** Returns the overlay of a measurement. `flow`: the flow of the run to compare with. */
export function measurementFrom(
  name: string,
  measurement: Measurement,
  index = 0,
  flow = 0,
): ShownMeasurement {
  const connection = measurement.connections[index];
  const fromS = measurement.isOfRun ? connection.startS : null;
  return {
    name,
    measurement,
    index,
    connection,
    flow,
    fromS,
    lines: linesOf(measurement, connection),
    drawOver: withMeasured,
    record: null,
    source: null,
    units: {},
  };
}

const BUCKETS = 6000;
/**
 * Limits on the time for which a sample is valid: until the next sample, but not across a gap. The fit uses the same
 * limits.
 */
const HOLDS = { steps: 20, leastS: 1 } as const;

function linesOf({ assumed }: Measurement, { series, lengthS }: MeasuredConnection): MeasuredLines {
  const isEstimated = assumed.some((text) => text.includes("estimates"));
  const withOrigin = (what: string) => (isEstimated ? `${what} (estimated)` : what);
  const { cwnd, inflight, srttMs } = series;
  const window = cwnd ?? inflight;
  const least =
    srttMs === undefined ? 0 : srttMs.value.reduce((low, value) => Math.min(low, value), Infinity);
  const rate = rateOf(series, lengthS);
  return {
    ...(window !== undefined && {
      cwnd: {
        what: withOrigin(cwnd === undefined ? "in flight" : "cwnd"),
        series: bucketsOf(window, lengthS),
      },
    }),
    ...(srttMs !== undefined && {
      delay: {
        what: withOrigin(`srtt above its minimum, ${Number(least.toPrecision(3))} ms`),
        series: bucketsOf({ ...srttMs, value: srttMs.value.map((value) => value - least) }, lengthS),
      },
    }),
    ...(rate !== null && { rate: { what: withOrigin(rate.what), series: bucketsOf(rate, lengthS) } }),
  };
}

const BPS_PER_MBPS = 1e6;
const RATE_STEPS = 3000;

function rateOf(
  { ackedBytes, rateBps }: MeasuredConnection["series"],
  lengthS: number,
): (MeasuredSeries & { readonly what: string }) | null {
  if (ackedBytes === undefined)
    return rateBps === undefined
      ? null
      : {
          what: "delivery rate",
          timeS: rateBps.timeS,
          value: rateBps.value.map((bps) => bps / BPS_PER_MBPS),
        };
  const { timeS, value } = ackedBytes;
  const windowS = Math.max(RATE_WINDOW_S, usualStepS(timeS) ?? 0);
  const lastS = timeS[timeS.length - 1];
  const stepS = Math.max(lengthS / RATE_STEPS, 0.01);
  const times: number[] = [];
  const rates: number[] = [];
  let [at, before] = [0, 0];
  for (let endS = timeS[0] + windowS; endS <= lastS; endS += stepS) {
    while (at + 1 < timeS.length && timeS[at + 1] <= endS) at++;
    while (before + 1 < timeS.length && timeS[before + 1] <= endS - windowS) before++;
    const bytes = between(timeS, value, at, endS) - between(timeS, value, before, endS - windowS);
    times.push(endS);
    rates.push((bytes * 8) / windowS / BPS_PER_MBPS);
  }
  return {
    what: "throughput, acknowledged data, over 1 s",
    timeS: Float64Array.from(times),
    value: Float64Array.from(rates),
  };
}

/** Interpolates linearly between a sample and the next. */
function between(timeS: Float64Array, value: Float64Array, at: number, wantedS: number): number {
  const stepS = at + 1 < timeS.length ? timeS[at + 1] - timeS[at] : 0;
  if (!(stepS > 0) || wantedS <= timeS[at]) return value[at];
  return value[at] + (value[at + 1] - value[at]) * Math.min(1, (wantedS - timeS[at]) / stepS);
}

/** Converts a measured series to the form in which the run's own series are drawn. */
function bucketsOf({ timeS, value }: MeasuredSeries, lengthS: number): BucketSeries {
  const bucketS = Math.max(lengthS / BUCKETS, 1e-6);
  const length = Math.floor(lengthS / bucketS) + 1;
  const [min, max, last] = [0, 1, 2].map(() => new Float32Array(length).fill(Number.NaN));
  for (const [i, t] of timeS.entries()) {
    const bucket = Math.min(length - 1, Math.floor(t / bucketS));
    min[bucket] = Number.isNaN(min[bucket]) ? value[i] : Math.min(min[bucket], value[i]);
    max[bucket] = Number.isNaN(max[bucket]) ? value[i] : Math.max(max[bucket], value[i]);
    last[bucket] = value[i];
  }
  const holds = Math.ceil(Math.max(HOLDS.leastS, HOLDS.steps * (usualStepS(timeS) ?? 0)) / bucketS);
  let since = Number.POSITIVE_INFINITY;
  for (let bucket = 0; bucket < length; bucket++) {
    since = Number.isNaN(last[bucket]) ? since + 1 : 0;
    if (since === 0 || since > holds) continue;
    last[bucket] = last[bucket - 1];
    min[bucket] = last[bucket];
    max[bucket] = last[bucket];
  }
  return { startS: 0, bucketS, length, min, max, last };
}

// Style of a measured curve.

const LOOK = { paint: "ink", px: 1.2, dash: [4, 3] } as const;
/** Maximum length of the file's name in a legend. */
const MOST_NAMED = 28;

export function withMeasured<M extends ChartModel>(
  model: M,
  { name, lines }: Pick<ShownMeasurement, "name" | "lines">,
  kind: string,
  view: TimeView,
  steadyFromS: number,
): M {
  const line = lines[kind as MeasuredKind];
  if (line === undefined) return model;
  const { what, series } = line;
  const steady = extentIn(series, { fromS: Math.max(view.fromS, steadyFromS), toS: view.toS });
  const [low, high] = model.yDomain;
  const short = name.length > MOST_NAMED ? `${name.slice(0, MOST_NAMED)}…` : name;
  return {
    ...model,
    yDomain: steady !== null && steady.high > high ? niceFromZero(steady.high) : [low, high],
    marks: [...model.marks, { mark: "line", data: series, style: LOOK }],
    notes: (widthPx) => [
      ...(model.notes?.(widthPx) ?? []),
      { text: short, inFull: `${name}: ${what}`, paint: LOOK.paint, dash: LOOK.dash },
    ],
    readAt: (timeS) => {
      const value = valueAt(series, timeS);
      const text = kind === "rate" ? `${shortNumber(value)} Mbps` : shortNumber(value);
      return [...model.readAt(timeS), { name, shortName: "measured", value, text, paint: LOOK.paint }];
    },
    summary: () => {
      const range =
        steady === null
          ? "no value in this stretch"
          : `from ${shortNumber(steady.low)} to ${shortNumber(steady.high)} ${model.unit}`;
      return `${model.summary()} Shown over it: ${name}: ${what}, ${range}.`;
    },
  };
}

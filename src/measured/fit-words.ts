/** Describes how well a measurement agrees with a run, in words and numbers. The page and the terminal use the same texts. */
import { counted } from "../lib/counted.ts";
import { minus } from "../lib/number-text.ts";
import type { CutFit, Fit, FitFigures, FitRow } from "./fit.ts";
import type { MeasuredConnection, Measurement } from "./measurement.ts";

/** A line of the table: the quantity, its value in the file, its value in the run, and how the run differs from the file. */
export interface FitLine {
  readonly label: string;
  readonly measured: string;
  readonly run: string;
  readonly difference: string;
}

const LABELS: Readonly<Record<FitRow["id"], string>> = {
  cwnd: "cwnd",
  inflight: "in flight",
  srtt: "srtt",
  throughput: "throughput",
};

const UNITS: Readonly<Record<FitRow["unit"], { readonly text: string; readonly scale: number }>> = {
  segments: { text: "segments", scale: 1 },
  ms: { text: "ms", scale: 1 },
  bps: { text: "Mbps", scale: 1e-6 },
};

/** Returns the lines of the table. */
export function fitLines({ rows, cuts }: Fit): FitLine[] {
  return [...rows.flatMap(linesOfRow), ...(cuts === null ? [] : linesOfCuts(cuts))];
}

function linesOfRow({ id, unit, measured, run }: FitRow): FitLine[] {
  const { text, scale } = UNITS[unit];
  const line = (subject: keyof FitFigures, name: string): FitLine => ({
    label: `${LABELS[id]}, ${name} (${text})`,
    measured: threeDigits(measured[subject] * scale),
    run: threeDigits(run[subject] * scale),
    difference: percentText(run[subject], measured[subject]),
  });
  return [line("mean", "mean"), line("p90", "90th percentile")];
}

function linesOfCuts({ measuredS, runS, spacingS }: CutFit): FitLine[] {
  const difference = runS.length - measuredS.length;
  const count: FitLine = {
    label: "cuts",
    measured: String(measuredS.length),
    run: String(runS.length),
    difference: difference === 0 ? "as many" : minus(`${difference > 0 ? "+" : ""}${difference}`),
  };
  if (spacingS.measured === null || spacingS.run === null) return [count];
  return [
    count,
    {
      label: "from cut to cut, mean (s)",
      measured: threeDigits(spacingS.measured),
      run: threeDigits(spacingS.run),
      difference: percentText(spacingS.run, spacingS.measured),
    },
  ];
}

/** Maximum number of pairs of reductions whose times are listed. */
const LISTED_PAIRS = 8;

/**
 * Returns sentences for what the table does not show: the compared part of the run, how far reductions are apart, and what is not
 * compared.
 */
export function fitSentences(fit: Fit): string[] {
  const { stretch, rows, cuts, isAfterWarmup, notCompared } = fit;
  if (stretch === null)
    return [
      "Nothing is compared, because the measurement and the run do not overlap in time. Move the measurement.",
    ];
  const { fromS, toS } = stretch;
  const lengthS = toS - fromS;
  const why = isAfterWarmup ? ", after the warm-up" : "";
  const short = rows.filter(({ coveredS }) => coveredS < SHORT_SHARE * lengthS);
  return [
    `Both values cover the same time: ${secondsText(fromS)} to ${secondsText(toS)} of the run${why}.`,
    ...short.map(
      ({ id, coveredS }) => `${LABELS[id]}: over ${secondsText(coveredS)} of that, where both have values.`,
    ),
    ...(cuts === null ? [] : cutSentences(cuts)),
    ...notCompared.map((text) => `Not compared: ${text}`),
  ];
}

/** If a row covers less than this share of the compared time, it says so. */
const SHORT_SHARE = 0.97;

/** Times below this value are not written as a number (s). */
const AT_ONCE_S = 0.0005;

function cutSentences({ pairs, medianApartS, measuredS, runS }: CutFit): string[] {
  if (medianApartS === null) return [];
  const shown = pairs
    .slice(0, LISTED_PAIRS)
    .map(
      (pair) =>
        `${secondsText(pair.measuredS)} and ${secondsText(pair.runS)} (${signedSeconds(pair.runS - pair.measuredS)})`,
    );
  const more = pairs.length - shown.length;
  const alone = measuredS.length + runS.length - 2 * pairs.length;
  return [
    `${counted(pairs.length, "pair")} of nearest cuts; half of them are ${medianApartS < AT_ONCE_S ? "at the same time" : `at most ${secondsText(medianApartS)} apart`}${alone > 0 ? `, and ${counted(alone, "cut has", "cuts have")} no partner` : ""}.`,
    `Cuts in the file and in the run: ${shown.join(", ")}${more > 0 ? `, and ${more} more` : ""}.`,
  ];
}

/**
 * Returns the name of a connection: "10.0.0.1:5001 → 10.0.0.2:80, 1 of 3 connections: the connection with the most bytes".
 */
export function connectionWords({ connections }: Measurement, index: number): string {
  const { name } = connections[index];
  if (connections.length === 1) return name;
  const which = index === 0 ? "the one with the most bytes" : `number ${index + 1} by bytes`;
  return `${name} (of ${counted(connections.length, "connection")}, ${which})`;
}

/** Returns remarks on the file, and on what was assumed for the connection. */
export function assumedOf({ assumed }: Measurement, connection: MeasuredConnection): string[] {
  return [...assumed, ...connection.assumed];
}

/** Returns a number with three significant digits. */
function threeDigits(value: number): string {
  const size = Math.abs(value);
  if (!Number.isFinite(value)) return "–";
  return minus(size >= 1000 ? value.toFixed(0) : String(Number(value.toPrecision(3))));
}

/** If the ratio is larger than this, it is written as a multiple, because the percentage would be hard to read. */
const MANY_TIMES = 10;

/** Returns the difference of the run from the measurement: in per cent, or as a multiple if it is large. */
export function percentText(run: number, measured: number): string {
  if (!(Math.abs(measured) > 0)) return "–";
  if (Math.abs(run) > MANY_TIMES * Math.abs(measured)) return `${threeDigits(run / measured)} times`;
  const percent = (100 * (run - measured)) / measured;
  const text = Math.abs(percent) < 10 ? percent.toFixed(1) : percent.toFixed(0);
  if (Number(text) === 0) return "0 %";
  return `${minus(percent > 0 ? `+${text}` : text)} %`;
}

function secondsText(seconds: number): string {
  return `${minus(String(Number(seconds.toFixed(Math.abs(seconds) < 1 ? 3 : 2))))} s`;
}

function signedSeconds(seconds: number): string {
  return seconds > 0 ? `+${secondsText(seconds)}` : secondsText(seconds);
}

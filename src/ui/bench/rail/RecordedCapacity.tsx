/** A recorded capacity in its control: drawn, in words, and whether it repeats. Comes with the first recording. */
import { useMemo } from "react";
import {
  bitsUntil,
  type CapacityTrace,
  capacityShapes,
  isTraceNamed,
  knowShapes,
  missingTrace,
  readTraceFile,
  type TraceFileReading,
  traceNameOf,
  traceOf,
  withRepeat,
} from "../../../engine/index.ts";
import { counted } from "../../../experiments/counted.ts";
import type { TraceSource } from "./TextField.tsx";

export interface RecordedCapacityProps {
  readonly id: string;
  readonly text: string;
  readonly refusal: string | null;
  onText(text: string): void;
}

export function readSource(source: TraceSource): TraceFileReading {
  if ("contents" in source) return readTraceFile(source.contents, true);
  const shape = capacityShapes.find(({ id }) => id === source.shape);
  if (shape === undefined) return { error: "There is no such recording." };
  return { text: shape.text(), said: `Made up: ${shape.help}` };
}

/** Why the file is not the recording that a link names; null: it is. */
export function otherThan(name: string, contents: string): string | null {
  const read = readTraceFile(contents, true);
  if ("error" in read) return read.error;
  if (isTraceNamed(name, read.text)) return null;
  return `This file is another recording: it is ${traceNameOf(read.text)}, and the link names ${traceNameOf(name)}.`;
}

/** Afterwards a link that names one of the made-up recordings can be read. */
export function isMadeUp(name: string): boolean {
  knowShapes();
  return missingTrace(name) === null;
}

const WIDTH = 240;
const HEIGHT = 44;
/** In stretches as wide as two pixels. */
const STRETCHES = 120;

export function RecordedCapacity({ id, text, refusal, onText }: RecordedCapacityProps) {
  const trace = useMemo(() => traceOf(text), [text]);
  if (trace === null) return null;
  return (
    <>
      <svg
        id={id}
        className="recorded"
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={`Capacity over ${secondsOf(trace)}: ${figuresOf(trace)}`}
      >
        <path className="recorded__area" d={areaOf(trace)} />
      </svg>
      <p className="control__note">{`${linesOf(trace)} in ${secondsOf(trace)} · ${figuresOf(trace)}`}</p>
      <p className="starts">
        {[true, false].map((repeats) => (
          <button
            key={String(repeats)}
            type="button"
            className="chip"
            aria-pressed={trace.repeats === repeats}
            disabled={refusal !== null}
            onClick={() => onText(withRepeat(text, repeats))}
          >
            {repeats ? "repeats" : "ends"}
          </button>
        ))}
      </p>
    </>
  );
}

function linesOf({ kind, lines }: CapacityTrace): string {
  return kind === "rates" ? counted(lines, "rate") : counted(lines, "opportunity", "opportunities");
}

function secondsOf({ periodNs }: CapacityTrace): string {
  return `${short(periodNs / 1e9)} s`;
}

/** "mean 5.06 Mbps, at most 9.9 Mbps in a second, no capacity for 0.4 s at most". */
function figuresOf({ meanBps, peakBps, longestOutageNs }: CapacityTrace): string {
  const most = peakBps > meanBps ? `, up to ${short(peakBps / 1e6)} Mbps in a second` : "";
  const without = longestOutageNs > 0 ? `, without capacity for up to ${short(longestOutageNs / 1e9)} s` : "";
  return `mean ${short(meanBps / 1e6)} Mbps${most}${without}`;
}

function short(value: number): string {
  return String(Number(value.toPrecision(3)));
}

/** Means over equal stretches, as steps. */
function areaOf(trace: CapacityTrace): string {
  const { periodNs } = trace;
  const until = (i: number) => bitsUntil(trace, Math.min(periodNs - 1, (i * periodNs) / STRETCHES));
  const bits = Array.from({ length: STRETCHES }, (_, i) => until(i + 1) - until(i));
  const most = Math.max(...bits);
  const width = WIDTH / STRETCHES;
  const steps = bits.map((one, i) => {
    const y = (HEIGHT * (1 - one / most)).toFixed(1);
    return `L${i * width} ${y}H${(i + 1) * width}`;
  });
  return `M0 ${HEIGHT}${steps.join("")}V${HEIGHT}Z`;
}

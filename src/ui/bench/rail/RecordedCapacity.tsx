/** A recorded capacity in its control: a drawing, a description, and whether it repeats. Loaded with the first recording. */
import { useEffect, useMemo, useState } from "react";
import { type CapacityTrace, missingTrace, traceOf } from "../../../engine/index.ts";
import {
  bitsUntil,
  capacityShapes,
  isTraceNamed,
  readTraceFile,
  registerCapacityShapes,
  type TraceFileReading,
  traceNameOf,
  withRepeat,
} from "../../../engine/recordings.ts";
import { counted } from "../../../lib/counted.ts";
import type { Bench } from "../../core/bench.ts";
import type { Notice } from "../../core/store.ts";
import { useBench } from "../../core/use-store.ts";
import type { RecordedCapacityProps } from "./TextField.tsx";
import { FileChip, type TraceSource } from "./TextField.tsx";

export function readSource(source: TraceSource): TraceFileReading {
  if ("contents" in source) return readTraceFile(source.contents, true);
  const shape = capacityShapes.find(({ id }) => id === source.shape);
  if (shape === undefined) return { error: "This recording does not exist." };
  return { text: shape.text(), description: `Synthetic: ${shape.help}` };
}

const WIDTH = 240;
const HEIGHT = 44;
/** Number of intervals whose mean capacity is drawn. */
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

/** Returns "mean 5.06 Mbps, at most 9.9 Mbps in a second, no capacity for 0.4 s at most". */
function figuresOf({ meanBps, peakBps, longestOutageNs }: CapacityTrace): string {
  const most = peakBps > meanBps ? `, up to ${short(peakBps / 1e6)} Mbps in a second` : "";
  const without = longestOutageNs > 0 ? `, without capacity for up to ${short(longestOutageNs / 1e9)} s` : "";
  return `mean ${short(meanBps / 1e6)} Mbps${most}${without}`;
}

function short(value: number): string {
  return String(Number(value.toPrecision(3)));
}

/** Returns the means over equal intervals as a path of steps. */
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

export interface NeededTraceProps {
  /** Id of the notice that asks the user for the file. */
  readonly notice: string;
  readonly needs: NonNullable<Notice["needs"]>;
}

/**
 * A file field for a URL that names a recorded capacity without containing it. When the user chooses the file, the
 * URL is opened again.
 */
export function NeededTrace({ notice, needs: { trace, fragment } }: NeededTraceProps) {
  const bench = useBench();
  const [error, setError] = useState<string | null>(null);
  useEffect(() => {
    // Generated recordings are registered, because they need no file.
    registerCapacityShapes();
    if (missingTrace(trace) === null) openAgain(bench, notice, fragment);
  }, [bench, notice, trace, fragment]);
  const take = (contents: string) => {
    const wrong = otherThan(trace, contents);
    if (wrong === null) openAgain(bench, notice, fragment);
    else setError(wrong);
  };
  return (
    <p className="notice__acts">
      <FileChip onFile={take} onError={setError} />
      {error !== null && <span role="alert">{error}</span>}
    </p>
  );
}

function openAgain(bench: Bench, notice: string, fragment: string): void {
  bench.dismissNotice(notice);
  bench.openFragment(fragment);
}

/** Returns a message if the file is not the recording that the URL names; otherwise null. */
function otherThan(name: string, contents: string): string | null {
  const read = readTraceFile(contents, true);
  if ("error" in read) return read.error;
  if (isTraceNamed(name, read.text)) return null;
  return `This is a different recording: the file is ${traceNameOf(read.text)}, but the link needs ${traceNameOf(name)}.`;
}

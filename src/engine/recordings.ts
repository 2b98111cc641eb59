/** The door to files of recorded capacities: for the command line, and for the part of the page that comes with the first. */
export { capacityShapes, knowShapes } from "./net/capacity-shapes.ts";
export { bitsUntil, isTraceNamed, meanRateBps, traceNameOf, withRepeat } from "./net/capacity-trace.ts";
export { readTraceFile, type TraceFileReading } from "./net/trace-file.ts";

/**
 * Exports the functions for files with recorded capacities. The command line uses them, and the part of the page that is loaded
 * first.
 */
export { capacityShapes, registerCapacityShapes } from "./net/capacity-shapes.ts";
export { bitsUntil, isTraceNamed, traceNameOf, withRepeat } from "./net/capacity-trace.ts";
export { readTraceFile, type TraceFileReading } from "./net/trace-file.ts";

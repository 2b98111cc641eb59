/** Reads a whole measurement from a text, from bytes, or from a file beside the tests. */
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import type { MeasuredConnection, Measurement } from "../../src/measured/measurement.ts";
import { readMeasurement, wholeReading } from "../../src/measured/read-measurement.ts";

export function bytesOfText(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

export function sample(name: string): Uint8Array {
  return new Uint8Array(readFileSync(resolve(import.meta.dirname, "samples", name)));
}

export function readAll(content: string | Uint8Array): Measurement {
  return wholeReading(readMeasurement(typeof content === "string" ? bytesOfText(content) : content));
}

export function valuesOf(connection: MeasuredConnection, name: keyof MeasuredConnection["series"]): number[] {
  return Array.from(connection.series[name]?.value ?? []);
}

export function timesOf(connection: MeasuredConnection, name: keyof MeasuredConnection["series"]): number[] {
  return Array.from(connection.series[name]?.timeS ?? [], (timeS) => Number(timeS.toFixed(6)));
}

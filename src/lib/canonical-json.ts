/**
 * Writes JSON so that equal data gives equal text: keys are sorted, numbers are rounded to seven digits (as many as a 32-bit
 * series has), and lists of plain values are on one line. Reviews can then show what changed.
 */
import { rounded } from "./statistics.ts";

/** Returns the canonical JSON text of a value. */
export function canonicalJson(value: unknown): string {
  return `${written(value, "")}\n`;
}

function written(value: unknown, indent: string): string {
  if (Array.isArray(value)) return writtenList(value, indent);
  if (typeof value === "object" && value !== null) return writtenObject(value, indent);
  return plain(value);
}

function plain(value: unknown): string {
  return JSON.stringify(typeof value === "number" ? rounded(value) : value);
}

function writtenList(items: readonly unknown[], indent: string): string {
  if (items.length === 0) return "[]";
  const isPlain = items.every((item) => typeof item !== "object" || item === null);
  if (isPlain) return `[${items.map(plain).join(",")}]`;
  const inner = `${indent} `;
  return `[\n${items.map((item) => inner + written(item, inner)).join(",\n")}\n${indent}]`;
}

/** Undefined values are left out, as in JSON. */
function writtenObject(object: object, indent: string): string {
  const entries = Object.entries(object)
    .filter(([, value]) => value !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1));
  if (entries.length === 0) return "{}";
  const inner = `${indent} `;
  const lines = entries.map(([key, value]) => `${inner}${JSON.stringify(key)}: ${written(value, inner)}`);
  return `{\n${lines.join(",\n")}\n${indent}}`;
}

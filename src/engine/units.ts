/**
 * Converts quantities as users write them ("5ms", "10 Mbit/s", "168kB") to numbers in a declared unit, and back. Factors are
 * powers of ten and are applied to the decimal text, so that "1.001s" is exactly 1001 ms.
 */
import type { Unit } from "./params/param.ts";

type Powers = Readonly<Record<string, number>>;

/** Spellings of units, each with its power of ten relative to s, bit/s, byte, or the plain number. */
const SECONDS: Powers = { s: 0, sec: 0, ms: -3, us: -6, µs: -6, μs: -6, ns: -9 };
const BYTES: Powers = { B: 0, byte: 0, bytes: 0, kB: 3, KB: 3, MB: 6, GB: 9, TB: 12 };
const BITS_PER_S: Powers = { "": 0, k: 3, m: 6, g: 9 };
const RATES: Powers = { "/s": 0, "1/s": 0, "per-s": 0, Hz: 0 };

/** For each declared unit: its power of ten (`own`), its spellings, and the text after the number in canonical form. */
const UNITS: Readonly<Record<Unit, { own: number; powers: Powers; suffix: string }>> = {
  s: { own: 0, powers: SECONDS, suffix: "s" },
  ms: { own: -3, powers: SECONDS, suffix: "ms" },
  Mbps: { own: 6, powers: {}, suffix: "Mbps" },
  B: { own: 0, powers: BYTES, suffix: "B" },
  ratio: { own: 0, powers: { "%": -2 }, suffix: "" },
  count: { own: 0, powers: {}, suffix: "" },
  segments: { own: 0, powers: { segments: 0, segment: 0 }, suffix: "" },
  "per-s": { own: 0, powers: RATES, suffix: "" },
};

const NUMBER = String.raw`[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d{1,3})?`;
const QUANTITY = new RegExp(`^(${NUMBER})(.*)`, "s");
const RATE = /^([kmg]?)(?:bps|bit|bit\/s|bits\/s|b\/s)$/i;

/** Returns a quantity as a number in `unit`; null if the text is not a quantity. A number without a unit is taken as in `unit`. */
export function parseQuantity(text: string, unit: Unit): number | null {
  const match = QUANTITY.exec(text.trim());
  if (match === null) return null;
  const power = powerOf(match[2].trim(), unit);
  if (power === null) return null;
  const value = timesTen(match[1], power - UNITS[unit].own);
  return Number.isFinite(value) ? value : null;
}

function powerOf(spelling: string, unit: Unit): number | null {
  const { own, powers } = UNITS[unit];
  if (spelling === "") return own;
  if (unit === "Mbps") {
    const rate = RATE.exec(spelling);
    return rate === null ? null : BITS_PER_S[rate[1].toLowerCase()];
  }
  return Object.hasOwn(powers, spelling) ? powers[spelling] : null;
}

/** Multiplies a number by a power of ten by moving the decimal point in its text. No precision is lost. */
function timesTen(number: string, power: number): number {
  const [mantissa, exponent = "0"] = number.toLowerCase().split("e");
  return Number(`${mantissa}e${Number(exponent) + power}`);
}

/** Returns the canonical text with its unit, such as "5ms": the shortest text from which the same number is read. */
export function quantityText(value: number, unit: Unit): string {
  return `${value === 0 ? 0 : value}${UNITS[unit].suffix}`;
}

const DIGITS_FOR_PEOPLE = 6;
const PREFIXES: readonly (readonly [number, string])[] = [
  [1e12, "TB"],
  [1e9, "GB"],
  [1e6, "MB"],
  [1e3, "kB"],
];
/** Sizes below this number of bytes are written in bytes, such as 1448 B. */
const BYTES_SPELLED_OUT = 10_000;

/** Returns a text for users, rounded to a readable precision: "5 ms", "10 Mbps", "168 kB". */
export function formatQuantity(value: number, unit: Unit): string {
  if (unit === "B") return formatBytes(value);
  const number = Number.isInteger(value)
    ? String(value)
    : String(Number(value.toPrecision(DIGITS_FOR_PEOPLE)));
  if (unit === "ratio" || unit === "count") return number;
  if (unit === "per-s") return `${number}/s`;
  if (unit === "segments") return `${number} segment${value === 1 ? "" : "s"}`;
  return `${number} ${unit}`;
}

/** Returns a range as text: "0.1 to 200 ms". If both ends have the same unit, the unit is written once. */
export function formatRange(min: number, max: number, unit: Unit): string {
  const [low, high] = [formatQuantity(min, unit), formatQuantity(max, unit)];
  const suffix = /(?<![^\d.])[^\d.]*$/.exec(high)?.[0] ?? "";
  const singular = unit === "segments" ? low.replace(/segment$/, "segments") : low;
  return `${singular.endsWith(suffix) ? singular.slice(0, singular.length - suffix.length) : singular} to ${high}`;
}

function formatBytes(bytes: number): string {
  if (bytes >= BYTES_SPELLED_OUT) {
    for (const [size, name] of PREFIXES) {
      // A larger unit is used only if no digit is lost.
      if (bytes >= size && (bytes / size) * 1000 === Math.round((bytes / size) * 1000))
        return `${bytes / size} ${name}`;
    }
  }
  return `${bytes} B`;
}

const SIZE = /^(\d+(?:\.\d*)?|\.\d+)\s*([A-Za-z]*)$/;
const PACKETS = ["p", "packet", "packets", "pkt", "pkts"];

/** A length in packets or bytes. */
export interface PacketsOrBytes {
  readonly amount: number;
  readonly unit: "p" | "B";
}

/** Reads a length in packets or bytes; a bare number counts packets. Null if the text is not a length. */
export function parseSize(text: string): PacketsOrBytes | null {
  const match = SIZE.exec(text.trim());
  if (match === null) return null;
  if (match[2] === "" || PACKETS.includes(match[2])) return { amount: Number(match[1]), unit: "p" };
  const bytes = parseQuantity(text, "B");
  return bytes === null ? null : { amount: bytes, unit: "B" };
}

/** Returns the canonical text of a size. */
export function sizeText(size: PacketsOrBytes): string {
  return `${size.amount}${size.unit}`;
}

/** Returns the text of a size for users. */
export function formatSize(size: PacketsOrBytes): string {
  if (size.unit === "B") return formatBytes(size.amount);
  return `${size.amount} packet${size.amount === 1 ? "" : "s"}`;
}

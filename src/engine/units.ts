/**
 * Converts quantities as users write them ("5ms", "10 Mbit/s", "168kB") to numbers in a declared unit, and back. Factors are
 * powers of ten and are applied to the decimal text, so that "1.001s" is exactly 1001 ms.
 */
import type { Unit } from "./params/param.ts";

type Powers = Readonly<Record<string, number>>;

/** A physical dimension: the spellings of its units, each with its power of ten. */
interface Dimension {
  /** Power of ten for each spelling. Spellings of `ignoresCase` are in lower case. */
  readonly powers: Powers;
  readonly ignoresCase?: boolean;
  /** Units that messages name. */
  readonly named: readonly string[];
}

const RATE_WORDS = ["bps", "bit", "bit/s", "bits/s", "b/s"];
const RATE_PREFIXES = { "": 0, k: 3, m: 6, g: 9 };

const TIME: Dimension = {
  powers: {
    ...{ s: 0, sec: 0, second: 0, seconds: 0, ms: -3, msec: -3, millisecond: -3, milliseconds: -3 },
    ...{ us: -6, µs: -6, μs: -6, usec: -6, ns: -9 },
  },
  named: ["s", "ms", "µs"],
};
const BYTES: Dimension = {
  powers: { B: 0, byte: 0, bytes: 0, kB: 3, KB: 3, MB: 6, GB: 9, TB: 12 },
  named: ["B", "kB", "MB"],
};
const BIT_RATE: Dimension = {
  powers: Object.fromEntries(
    Object.entries(RATE_PREFIXES).flatMap(([prefix, power]) =>
      RATE_WORDS.map((word) => [`${prefix}${word}`, power] as const),
    ),
  ),
  ignoresCase: true,
  named: ["kbps", "Mbps", "Gbps"],
};
const FREQUENCY: Dimension = { powers: { "/s": 0, "1/s": 0, "per-s": 0, Hz: 0 }, named: ["/s", "Hz"] };
const SHARE: Dimension = { powers: { "%": -2 }, named: ["%"] };
const PACKETS: Dimension = { powers: { p: 0, packet: 0, packets: 0, pkt: 0, pkts: 0 }, named: ["packets"] };
/** A packet carries one segment. */
const SEGMENTS: Dimension = { powers: { segment: 0, segments: 0, ...PACKETS.powers }, named: ["segments"] };
const NUMBER_ALONE: Dimension = { powers: {}, named: [] };

/** Dimensions in which a unit is looked up by its spelling. */
const DIMENSIONS = [TIME, BYTES, BIT_RATE, FREQUENCY, SHARE, PACKETS, SEGMENTS];

/** For each declared unit: its dimension, its power of ten (`own`), and the text after the number in canonical form. */
const UNITS: Readonly<Record<Unit, { own: number; dimension: Dimension; suffix: string }>> = {
  s: { own: 0, dimension: TIME, suffix: "s" },
  ms: { own: -3, dimension: TIME, suffix: "ms" },
  Mbps: { own: 6, dimension: BIT_RATE, suffix: "Mbps" },
  B: { own: 0, dimension: BYTES, suffix: "B" },
  ratio: { own: 0, dimension: SHARE, suffix: "" },
  count: { own: 0, dimension: NUMBER_ALONE, suffix: "" },
  segments: { own: 0, dimension: SEGMENTS, suffix: "" },
  "per-s": { own: 0, dimension: FREQUENCY, suffix: "" },
};

const NUMBER = String.raw`[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d{1,3})?`;
const QUANTITY = new RegExp(`^(${NUMBER})(.*)`, "s");

/** Returns a quantity as a number in `unit`; null if the text is not a quantity. A number without a unit is taken as in `unit`. */
export function parseQuantity(text: string, unit: Unit): number | null {
  const { own, dimension } = UNITS[unit];
  return quantityOf(text, own, (spelling) => powerIn(dimension, spelling));
}

/**
 * Returns a quantity as a number in a unit that is only known by its spelling, such as the unit of a measure or of a question:
 * "24.2 ms" in "s" is 0.0242. A unit that no dimension has is read alone.
 */
export function parseQuantityIn(text: string, unit: string): number | null {
  const dimension = dimensionOf(unit);
  const own = dimension === null ? 0 : (powerIn(dimension, unit) ?? 0);
  return quantityOf(text, own, (spelling) =>
    spelling === unit ? own : dimension === null ? null : powerIn(dimension, spelling),
  );
}

/** Returns the units that a text may have for a unit, for use in a message: ["s", "ms", "µs"]. */
export function unitsFor(unit: string): readonly string[] {
  const named = dimensionOf(unit)?.named ?? [];
  return unit === "" || named.includes(unit) ? named : [unit, ...named];
}

function dimensionOf(unit: string): Dimension | null {
  return DIMENSIONS.find((dimension) => powerIn(dimension, unit) !== null) ?? null;
}

function quantityOf(text: string, own: number, powerFor: (spelling: string) => number | null): number | null {
  const match = QUANTITY.exec(text.trim());
  if (match === null) return null;
  const spelling = match[2].trim();
  const power = spelling === "" ? own : powerFor(spelling);
  if (power === null) return null;
  const value = timesTen(match[1], power - own);
  return Number.isFinite(value) ? value : null;
}

function powerIn({ powers, ignoresCase = false }: Dimension, spelling: string): number | null {
  const key = ignoresCase ? spelling.toLowerCase() : spelling;
  return Object.hasOwn(powers, key) ? powers[key] : null;
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

/** A length in packets or bytes. */
export interface PacketsOrBytes {
  readonly amount: number;
  readonly unit: "p" | "B";
}

/** Reads a length in packets or bytes; a bare number counts packets. Null if the text is not a length. */
export function parseSize(text: string): PacketsOrBytes | null {
  const match = SIZE.exec(text.trim());
  if (match === null) return null;
  if (match[2] === "" || powerIn(PACKETS, match[2]) !== null) return { amount: Number(match[1]), unit: "p" };
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

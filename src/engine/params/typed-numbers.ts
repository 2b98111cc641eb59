/**
 * Reads numbers that users type, with a decimal point or a decimal comma. Both signs can also separate thousands: "1.000" means a
 * thousand in Brazil, "1,000" in China. A comma could also separate the values of a list. If a text is ambiguous, the field asks
 * the user. URLs and files are different: there, a point is always decimal, and a comma separates values.
 */
import type { Param, ParamValue } from "./param.ts";
import { parseValue } from "./value-text.ts";

/** A text in which the decimal separator is a point, or an error if the text is ambiguous. */
export type Pointed = { readonly text: string } | { readonly error: string };

const NUMBERS = /\d[\d.,]*|[.,]\d[\d.,]*/g;
const WITH_COMMA = /^(\d*),(\d*)$/;
/** Matches ambiguous numbers such as "1,500" and "1.500": one to three digits, a separator, three digits. */
const THOUSANDS = /^[1-9]\d{0,2}[.,]\d{3}$/;

/**
 * Converts a number with its unit, in which a comma can only be a decimal comma or separate thousands. `isPointKnown` is true if
 * a point can only be decimal.
 */
export function pointed(text: string, isPointKnown = false): Pointed {
  let error = "";
  const result = text.replace(NUMBERS, (number) => {
    const match = WITH_COMMA.exec(number);
    if (match === null && number.includes(","))
      error ||= `${number} has more than one point or comma; write it like 1234.5 or 1234,5`;
    else if (THOUSANDS.test(number) && !(isPointKnown && number.includes("."))) error ||= question(number);
    return match === null ? number : `${match[1]}.${match[2]}`;
  });
  return error === "" ? { text: result } : { error };
}

function question(number: string): string {
  const [whole, part] = number.split(/[.,]/);
  const thousands = `${whole}${part}`;
  const decimal = String(Number(`${whole}.${part}`));
  return `${number} can mean ${thousands} or ${decimal}; write ${thousands} or ${withoutDoubt(decimal)}`;
}

/** Appends a zero to a number with three decimals, so that its point cannot be read as a thousands separator. */
export function withoutDoubt(text: string): string {
  const ends = text.split("..");
  return ends.map((end) => end.replace(NUMBERS, (one) => (THOUSANDS.test(one) ? `${one}0` : one))).join("..");
}

/** Reads a value that a user has typed. An error is a sentence for the user. */
export function parseTyped(param: Param, text: string): { value: ParamValue } | { error: string } {
  if (param.kind === "enum" || param.kind === "boolean") return parseValue(param, text);
  // In a pattern, a point is always decimal.
  const plain = pointed(text, param.kind === "text");
  return "error" in plain ? plain : parseValue(param, plain.text);
}

/** Matches a comma that is not followed by a space, as in "0,5" and "1,2,4". */
const TIGHT = /,(?=\S)/;
const NOT_TIGHT = /,(?=\s|$)/;

/**
 * Converts a typed list to "1,2,4", the form used in URLs. Values may be separated by semicolons, by a comma and a space, or by
 * commas alone if none of them can be a decimal comma. `isWhole` is true if only whole numbers are allowed.
 */
export function pointedList(text: string, isWhole: boolean): Pointed {
  if (text.includes(";")) return joined(text.split(";"));
  if (NOT_TIGHT.test(text)) return spacedList(text);
  const values = text.split(",");
  const bare = values.filter((value) => /^\s*\d+\s*$/.test(value));
  const isPlain = isWhole || text.includes(".") || bare.length === 0;
  return isPlain || isOddRow(values, bare) ? joined(values) : { error: unclear(text) };
}

/**
 * Returns true for a list such as "1,2,4": read as decimal commas, it would leave one number without a partner. "0,5,1" is
 * excluded, because it starts like a decimal number.
 */
function isOddRow(values: readonly string[], bare: readonly string[]): boolean {
  return bare.length === values.length && bare.length % 2 === 1 && !bare.slice(0, -1).includes("0");
}

/**
 * Converts a list whose values are separated by a comma and a space. Commas without a space must then be decimal, in all values
 * or in none.
 */
function spacedList(text: string): Pointed {
  const values = text.split(NOT_TIGHT);
  const tight = values.filter((value) => TIGHT.test(value));
  if (tight.length > 0 && tight.length < values.length) return { error: unclear(text) };
  return joined(values);
}

function joined(values: readonly string[]): Pointed {
  const isPointKnown = values.some((value) => POINT.test(value) && !THOUSANDS.test(numberIn(value)));
  const read = values.map((value) => pointed(value.trim(), isPointKnown));
  const wrong = read.find((one) => "error" in one);
  return wrong ?? { text: read.map((one) => ("text" in one ? one.text : "")).join(",") };
}

const POINT = /\.\d/;

function numberIn(value: string): string {
  return value.match(NUMBERS)?.[0] ?? "";
}

function unclear(text: string): string {
  return `${text.trim()}: a comma here can be a decimal comma or can separate two values; separate values by semicolons, like 0,5; 0,8`;
}

/**
 * Numbers as people type them, with a decimal point or a decimal comma. Either can also part thousands: "1.000" is a
 * thousand in Brazil, "1,000" in China. Where it could, or where a comma could part the values of a list, the field asks:
 * a number must not be taken for another. Links and files are not typed; in them a decimal has a point and a comma
 * parts values.
 */
import type { Param, ParamValue } from "./param.ts";
import { parseValue } from "./value-text.ts";

/** The text with points for its decimal commas, or why that cannot be known. */
export type Pointed = { readonly text: string } | { readonly error: string };

const NUMBERS = /\d[\d.,]*|[.,]\d[\d.,]*/g;
const WITH_COMMA = /^(\d*),(\d*)$/;
/** "1,500" and "1.500": one to three digits, then three. */
const THOUSANDS = /^[1-9]\d{0,2}[.,]\d{3}$/;

/** Of a text in which commas have no other use: a number with its unit. `isPointKnown`: no point parts thousands in it. */
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

/** With another digit behind three decimals, as nobody parts thousands. */
export function withoutDoubt(text: string): string {
  const ends = text.split("..");
  return ends.map((end) => end.replace(NUMBERS, (one) => (THOUSANDS.test(one) ? `${one}0` : one))).join("..");
}

/** Reads what a person typed; the error is a sentence. */
export function parseTyped(param: Param, text: string): { value: ParamValue } | { error: string } {
  if (param.kind === "enum" || param.kind === "boolean") return parseValue(param, text);
  // A pattern's points are its grammar's.
  const plain = pointed(text, param.kind === "text");
  return "error" in plain ? plain : parseValue(param, plain.text);
}

/** A comma with nothing around it, as in "0,5" and "1,2,4". */
const TIGHT = /,(?=\S)/;
const NOT_TIGHT = /,(?=\s|$)/;

/**
 * A list as "1,2,4", the form of links, from whatever parts the typed one: semicolons, commas with a space behind, or
 * commas alone where no decimal comma can be meant. `isWhole`: only whole numbers are asked for.
 */
export function pointedList(text: string, isWhole: boolean): Pointed {
  if (text.includes(";")) return joined(text.split(";"));
  if (NOT_TIGHT.test(text)) return spacedList(text);
  const values = text.split(",");
  const bare = values.filter((value) => /^\s*\d+\s*$/.test(value));
  const isPlain = isWhole || text.includes(".") || bare.length === 0;
  return isPlain || isOddRow(values, bare) ? joined(values) : { error: unclear(text) };
}

/** "1,2,4": decimal commas would leave one without; "0,5,1" begins with what looks like one all the same. */
function isOddRow(values: readonly string[], bare: readonly string[]): boolean {
  return bare.length === values.length && bare.length % 2 === 1 && !bare.slice(0, -1).includes("0");
}

/** Commas with a space behind part the values; those without are decimal ones, in all of the values or in none. */
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
  return `${text.trim()}: a comma can be a decimal comma or part two values here; put semicolons between the values, like 0,5; 0,8`;
}

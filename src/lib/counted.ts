/** Texts for numbers in sentences, with the counted noun in singular or plural. */

/**
 * The format is created only once, because live plots format numbers with each frame, and `toLocaleString` would look
 * up the locale each time.
 */
const GROUPED = new Intl.NumberFormat("en-GB");

/** Returns a number as text with separators: "10,433". */
export function grouped(count: number): string {
  return GROUPED.format(count);
}

/** Returns a count as text: "1 flow", "2 flows", "10,433 packets". `many` is the plural if it is irregular. */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${grouped(count)} ${ofNumber(count, one, many)}`;
}

/** Returns only the word that fits the number: "is" or "are", "try" or "tries". */
export function ofNumber(count: number, one: string, many = `${one}s`): string {
  return count === 1 ? one : many;
}

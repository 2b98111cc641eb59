/** Texts for numbers in sentences, with the counted noun in singular or plural. */

/**
 * The format is created once. Plots of a live run format numbers in each frame, and `toLocaleString` would look up the locale
 * each time.
 */
const GROUPED = new Intl.NumberFormat("en-GB");

/** Returns a number as text with separators: "10,433". */
export function grouped(count: number): string {
  return GROUPED.format(count);
}

/** Returns a count with its noun: "1 flow", "2 flows", "10,433 packets". `many` is the plural, needed if it is irregular. */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${grouped(count)} ${ofNumber(count, one, many)}`;
}

/** Returns the word that fits the number, without the number: "is" or "are", "try" or "tries". */
export function ofNumber(count: number, one: string, many = `${one}s`): string {
  return count === 1 ? one : many;
}

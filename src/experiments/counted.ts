/** Numbers in sentences, and what they count: the one place that knows of one and of many. */

/** Made once: live plots count with each frame, and a number that is asked for a text in a language looks for that language anew. */
const GROUPED = new Intl.NumberFormat("en-GB");

/** "10,433". */
export function grouped(count: number): string {
  return GROUPED.format(count);
}

/** "1 flow", "2 flows", "10,433 packets". `many`: where it is not the word with an s. */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${grouped(count)} ${ofNumber(count, one, many)}`;
}

/** The word alone: "is" and "are", "try" and "tries". */
export function ofNumber(count: number, one: string, many = `${one}s`): string {
  return count === 1 ? one : many;
}

/** A number and what it counts: the one place that knows of one and of many. */

/** "1 flow", "2 flows", "10,433 packets". `many`: where it is not the word with an s. */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${count.toLocaleString("en-GB")} ${ofNumber(count, one, many)}`;
}

/** The word alone: "is" and "are", "try" and "tries". */
export function ofNumber(count: number, one: string, many = `${one}s`): string {
  return count === 1 ? one : many;
}

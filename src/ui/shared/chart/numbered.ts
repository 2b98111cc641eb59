/**
 * Things whose only name is their place in the row, as keys for React: those that say something new keep their elements,
 * which costs less than new ones.
 */
export function numbered<T>(items: readonly T[]): [number, T][] {
  return [...items.entries()];
}

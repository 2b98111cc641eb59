/** Algorithms whose code comes when it is wanted. */

/** Those of one kind, by id: each comes with its kin. */
export type OnDemand<T> = Readonly<Record<string, () => Promise<T>>>;

/** Those of these names that have to be fetched, each once; the others are at hand. */
export function onDemandOf(pieces: OnDemand<unknown>, names: readonly string[]): readonly string[] {
  return [...new Set(names)].filter((name) => Object.hasOwn(pieces, name));
}

export function fetchPieces<T>(pieces: OnDemand<T>, names: readonly string[]): Promise<T[]> {
  return Promise.all(names.map((name) => pieces[name]()));
}

/** An entry of a registry by its id; one that is not there is a defect of the caller, said at once. */
export function byId<T extends { readonly id: string }>(registry: readonly T[], id: string, kind: string): T {
  const found = registry.find((entry) => entry.id === id);
  if (found === undefined) {
    throw new Error(`unknown ${kind}: ${id} (there are ${registry.map((entry) => entry.id).join(", ")})`);
  }
  return found;
}

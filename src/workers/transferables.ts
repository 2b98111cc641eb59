/** The distinct buffers of all typed arrays in a plain value: what can change hands instead of being copied. */
export function buffersOf(value: unknown): ArrayBuffer[] {
  const buffers = new Set<ArrayBuffer>();
  collect(value, buffers);
  return [...buffers];
}

function collect(value: unknown, into: Set<ArrayBuffer>): void {
  if (typeof value !== "object" || value === null) return;
  if (ArrayBuffer.isView(value)) {
    if (value.buffer instanceof ArrayBuffer) into.add(value.buffer);
    return;
  }
  for (const member of Array.isArray(value) ? value : Object.values(value)) collect(member, into);
}

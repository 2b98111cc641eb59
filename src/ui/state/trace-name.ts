/** What a kernel's trace that is laid over a run is called. */

export function traceName(file: string): string {
  return `The kernel's trace ${file}`;
}

/** Durations and counts of long work, for people. */

/** "12 s", "4 min", "1.5 h". */
export function timeWords(seconds: number): string {
  if (seconds < 100) return `${Math.max(1, Math.ceil(seconds))} s`;
  const minutes = Math.ceil(seconds / 60);
  return minutes < 100 ? `${minutes} min` : `${(minutes / 60).toFixed(1)} h`;
}

const large = new Intl.NumberFormat("en", {
  notation: "compact",
  compactDisplay: "long",
  maximumFractionDigits: 1,
});

/** "3.2 billion". */
export function largeNumber(value: number): string {
  return large.format(value);
}

export function countWords(count: number, one: string): string {
  return `${count.toLocaleString("en")} ${one}${count === 1 ? "" : "s"}`;
}

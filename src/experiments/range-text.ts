/** "7 to 12"; one number where both ends are alike. */
export function rangeText(values: readonly number[], digits: number): string {
  const [low, high] = [Math.min(...values), Math.max(...values)].map((value) => value.toFixed(digits));
  return low === high ? low : `${low} to ${high}`;
}

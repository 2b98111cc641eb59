/** Of a list that is cut: "and 2,990 more". */
export function andMore(count: number): string {
  return `and ${count.toLocaleString("en-GB")} more`;
}

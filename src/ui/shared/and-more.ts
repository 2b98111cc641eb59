/** Returns the remark below a list that was cut: "and 2,990 more". */
import { grouped } from "../../lib/counted.ts";
export function andMore(count: number): string {
  return `and ${grouped(count)} more`;
}

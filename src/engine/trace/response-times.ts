/** Response times and completion times of a flow's requests: exact mean and maximum, and percentiles from a log-linear histogram. */
import { NS_PER_MS, NS_PER_S } from "../params/read.ts";
import { DelayHistogram } from "./histogram.ts";
import type { Responses } from "./snapshot.ts";

const MS_PER_S = NS_PER_S / NS_PER_MS;

/** Response times of one flow. */
export class ResponseTimes {
  /** Null until the first request, because most flows make no requests. */
  private histogram: DelayHistogram | null = null;
  /** Number of requests refused because too many connections were open. */
  refused = 0;

  add(seconds: number): void {
    this.histogram ??= new DelayHistogram();
    this.histogram.add(Math.round(seconds * NS_PER_S));
  }

  restart(): void {
    this.histogram?.clear();
    this.refused = 0;
  }

  /** Returns the summary; null if there were no requests. */
  summary(): Responses | null {
    const times = this.histogram?.percentiles() ?? null;
    if (times === null) return null;
    return {
      n: times.n,
      meanS: times.mean / MS_PER_S,
      p50S: times.p50 / MS_PER_S,
      p90S: times.p90 / MS_PER_S,
      p99S: times.p99 / MS_PER_S,
      maxS: times.max / MS_PER_S,
      refused: this.refused,
    };
  }
}

/** What the small plots of a kept run say to the ear. */

import { waitText, warmupS } from "../../bench/numbers/metrics.ts";
import type { RunView } from "../../bench/plots/chart-props.ts";
import { watchedResult } from "../../state/watched-link.ts";

type Watched = Pick<RunView, "scenario" | "snapshot" | "link">;

export function smallPlotWords(run: Watched): Readonly<Record<"cwnd" | "delay" | "distribution", string>> {
  const { flows } = run.snapshot.results;
  const covered = `from ${warmupS(run.scenario)} s to ${run.snapshot.nowS} s`;
  const windows = flows.flatMap(({ cwndSegments }) => (cwndSegments === null ? [] : [cwndSegments]));
  const { sojournMs } = watchedResult(run);
  const cwnd =
    windows.length === 0
      ? "no window"
      : `${Math.min(...windows.map(({ min }) => min)).toFixed(0)} to ${Math.max(...windows.map(({ max }) => max)).toFixed(0)} segments`;
  const packets = "no packets";
  return {
    cwnd: `cwnd over time: ${cwnd} ${covered}`,
    delay: `Queue delay over time: ${sojournMs === null ? packets : `at most ${waitText(sojournMs.max)}`} ${covered}`,
    distribution: `Queue delay, cumulative: ${sojournMs === null ? packets : `p50 ${waitText(sojournMs.p50)}, p90 ${waitText(sojournMs.p90)}, p99 ${waitText(sojournMs.p99)}`} ${covered}`,
  };
}

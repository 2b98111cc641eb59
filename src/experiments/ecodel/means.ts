/** Means over the runs of one scenario and queue. */
import type { Readings, Size } from "../experiment.ts";
import { valuesOf } from "../grid.ts";
import { mean } from "../statistics.ts";
import { type AnyQueueId, keysFor, type ScenarioId } from "./runs.ts";

/** Null where no run has the field. */
export function meanFor(
  scenario: ScenarioId,
  queue: AnyQueueId,
  field: string,
  readings: Readings,
  size: Size,
  rttMs?: number,
): number | null {
  return mean(valuesOf(readings, keysFor(scenario, queue, size, rttMs), field));
}

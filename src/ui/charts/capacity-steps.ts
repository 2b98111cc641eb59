/** The bottleneck's capacity over time: what it starts with, and what changes in mid-run make of it. */
import type { Scenario } from "../../engine/index.ts";
import { numberOr } from "./run-facts.ts";
import type { Step } from "./sliding-rate.ts";

export function capacitySteps({ path, changes }: Scenario): Step[] {
  const later = changes.flatMap(({ id, atS, value }) =>
    id === "capacity" && typeof value === "number" ? [{ fromS: atS, value }] : [],
  );
  return [{ fromS: 0, value: numberOr(path.capacity, 0) }, ...later];
}

/** The line on the throughput plot: the step that the handle stands for has the handle's value. */
export interface CapacityLine {
  readonly steps: readonly Step[];
  readonly held: number;
}

export function capacityLine(scenario: Scenario, held: number, heldMbps: number): CapacityLine {
  const steps = capacitySteps(scenario).map((step, index) =>
    index === held ? { ...step, value: heldMbps } : step,
  );
  return { steps, held };
}

export function highestOf(steps: readonly Step[]): number {
  return steps.reduce((highest, { value }) => Math.max(highest, value), 0);
}

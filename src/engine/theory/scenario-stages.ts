/** A run cut at its changes: parts in which no parameter changes. What a closed form can be taken of. */
import { pathAfter } from "../scenario/path.ts";
import type { Change, FlowSpec, PathSpec, Scenario } from "../scenario/scenario.ts";

export interface Stage {
  readonly fromS: number;
  readonly path: PathSpec;
  readonly flows: readonly FlowSpec[];
}

/** The run from change to change, the first stage from 0. */
export function stagesOf(scenario: Scenario): Stage[] {
  const stages: Stage[] = [{ fromS: 0, path: scenario.path, flows: scenario.flows }];
  for (const change of scenario.changes) {
    const last = stages[stages.length - 1];
    const stage: Stage = {
      fromS: change.atS,
      path: pathAfter(last.path, change),
      flows: last.flows.map((spec, i) => specAfter(spec, i, change)),
    };
    if (change.atS <= last.fromS) stages.pop();
    stages.push(stage);
  }
  return stages;
}

function specAfter(spec: FlowSpec, index: number, change: Change): FlowSpec {
  if (change.link !== null || (change.flow !== null && change.flow !== index)) return spec;
  if (!Object.hasOwn(spec.params, change.id)) return spec;
  return { ...spec, params: { ...spec.params, [change.id]: change.value } };
}

export function stageAt(stages: readonly Stage[], timeS: number): Stage {
  let found = stages[0];
  for (const stage of stages) if (stage.fromS <= timeS) found = stage;
  return found;
}

/** Throughput per flow, with the capacity as a line to be dragged and the fair share where flows compete. */
import { useMemo, useState } from "react";
import type { ThroughputChartProps } from "./chart-props.ts";
import { LineHandle } from "./LineHandle.tsx";
import type { Domain } from "./plot-geometry.ts";
import { rateModel } from "./rate-model.ts";
import { isLogParam } from "./run-facts.ts";
import { TimeFrame } from "./TimeFrame.tsx";

export function ThroughputChart(props: ThroughputChartProps) {
  const { run, pinned, view, highlightFlow, capacity } = props;
  const [held, setHeld] = useState<Domain | null>(null);
  const model = useMemo(
    () => rateModel({ run, pinned, view, highlightFlow, capacity }),
    [run, pinned, view, highlightFlow, capacity],
  );
  const capacityMbps = capacity.steps[capacity.held]?.value ?? 0;
  return (
    <TimeFrame kind="rate" chart={props} model={model} heldDomain={held}>
      {(plot) => (
        <LineHandle
          plot={plot}
          label="Capacity, on the throughput plot"
          value={capacityMbps}
          text={`capacity ${Number(capacityMbps.toPrecision(4))} Mbps`}
          range={{
            min: props.capacityMin,
            max: props.capacityMax,
            log: isLogParam(run.scenario, { scope: "path" }, "capacity"),
          }}
          paint="inkSoft"
          untilS={capacity.steps[capacity.held + 1]?.fromS}
          bare={capacity.steps.length > 1}
          onHold={(grabbed) => setHeld(grabbed ? model.yDomain : null)}
          onChange={props.onCapacityDrag}
        />
      )}
    </TimeFrame>
  );
}

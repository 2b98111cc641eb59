/** Queue delay over time, with the AQM's target as a line to be dragged. */
import { useMemo, useState } from "react";
import type { QueueDelayChartProps } from "./chart-props.ts";
import { LineHandle } from "./LineHandle.tsx";
import { PeakTool } from "./PeakTool.tsx";
import type { Domain } from "./plot-geometry.ts";
import { queueDelayModel } from "./queue-delay-model.ts";
import { isLogParam } from "./run-facts.ts";
import { TimeFrame } from "./TimeFrame.tsx";

export function QueueDelayChart(props: QueueDelayChartProps) {
  const { run, pinned, view, targetMs } = props;
  const [wholeRange, setWholeRange] = useState(false);
  const [held, setHeld] = useState<Domain | null>(null);
  const model = useMemo(
    () => queueDelayModel({ run, pinned, view, targetMs, wholeRange }),
    [run, pinned, view, targetMs, wholeRange],
  );
  return (
    <TimeFrame
      kind="delay"
      chart={props}
      model={model}
      heldDomain={held}
      tools={<PeakTool range={model.range} unit="ms" whole={wholeRange} onWhole={setWholeRange} />}
    >
      {(plot) =>
        targetMs !== null && (
          <LineHandle
            plot={plot}
            label="Target, on the queue delay plot"
            value={targetMs}
            text={`target ${Number(targetMs.toPrecision(4))} ms`}
            range={{
              min: props.targetMin,
              max: props.targetMax,
              log: isLogParam(run.scenario, { scope: "queue" }, "target"),
            }}
            paint="mark"
            onHold={(grabbed) => setHeld(grabbed ? model.yDomain : null)}
            onChange={props.onTargetDrag}
          />
        )
      }
    </TimeFrame>
  );
}

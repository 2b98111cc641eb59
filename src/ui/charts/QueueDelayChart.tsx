/** The watched link's queue delay over time, with the AQM's target as a line to be dragged. */
import { useMemo, useState } from "react";
import type { QueueDelayChartProps } from "./chart-props.ts";
import { LineHandle } from "./LineHandle.tsx";
import { PeakTool } from "./PeakTool.tsx";
import type { Domain } from "./plot-geometry.ts";
import { queueDelayModel } from "./queue-delay-model.ts";
import { TimeFrame } from "./TimeFrame.tsx";
import { delayTheory, withTheory } from "./theory-lines.ts";

export function QueueDelayChart(props: QueueDelayChartProps) {
  const { run, pinned, view, theory, target, linkMenu } = props;
  const targetMs = target?.value ?? null;
  const [wholeRange, setWholeRange] = useState(false);
  const [held, setHeld] = useState<Domain | null>(null);
  const model = useMemo(
    () =>
      withTheory(queueDelayModel({ run, pinned, view, targetMs, wholeRange }), delayTheory({ run, theory })),
    [run, pinned, view, theory, targetMs, wholeRange],
  );
  return (
    <TimeFrame
      kind="delay"
      of="queue"
      chart={props}
      model={model}
      heldDomain={held}
      menu={linkMenu}
      tools={<PeakTool range={model.range} unit="ms" whole={wholeRange} onWhole={setWholeRange} />}
    >
      {(plot) =>
        target !== null && (
          <LineHandle
            plot={plot}
            label="Target, on the queue delay plot"
            value={target.value}
            text={`target ${Number(target.value.toPrecision(4))} ms`}
            scale={target.scale}
            paint="mark"
            onHold={(grabbed) => setHeld(grabbed ? model.yDomain : null)}
            onChange={target.onDrag}
          />
        )
      }
    </TimeFrame>
  );
}

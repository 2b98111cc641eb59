/** The watched link's queue delay over time, with the AQM's target as a line to be dragged. */

import { useMemo, useState } from "react";
import type { Domain } from "../../shared/chart/plot-geometry.ts";
import type { QueueDelayChartProps } from "./chart-props.ts";
import { targetValue } from "./chart-words.ts";
import { LineHandle, Rule } from "./LineHandle.tsx";
import { PeakTool } from "./PeakTool.tsx";
import { queueDelayModel } from "./queue-delay-model.ts";
import { TimeFrame } from "./TimeFrame.tsx";

export function QueueDelayChart(props: QueueDelayChartProps) {
  const { run, pinned, view, theory, target, linkMenu } = props;
  const { steps, own } = props.targets;
  const targets = [target?.value ?? null, ...steps.map(({ ms }) => ms)].filter((ms) => ms !== null);
  const targetMs = targets.length > 0 ? Math.max(...targets) : null;
  const [wholeRange, setWholeRange] = useState(false);
  const [held, setHeld] = useState<Domain | null>(null);
  const model = useMemo(() => {
    const plain = queueDelayModel({ run, pinned, view, targetMs, wholeRange });
    return theory?.overDelay(plain) ?? plain;
  }, [run, pinned, view, theory, targetMs, wholeRange]);
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
      {(plot) => (
        <>
          {steps.map(({ fromS, ms }, i) =>
            i === own || ms === null ? null : (
              <Rule
                key={fromS}
                plot={plot}
                value={ms}
                paint="mark"
                fromS={fromS}
                untilS={steps[i + 1]?.fromS}
              />
            ),
          )}
          {target !== null && (
            <LineHandle
              plot={plot}
              label="Target, on the queue delay plot"
              value={target.value}
              text={targetValue(target.value)}
              scale={target.scale}
              fixed={target.isFixed}
              paint="mark"
              fromS={steps[own]?.fromS}
              untilS={steps[own + 1]?.fromS}
              onHold={(grabbed) => setHeld(grabbed ? model.yDomain : null)}
              onChange={target.onDrag}
            />
          )}
        </>
      )}
    </TimeFrame>
  );
}

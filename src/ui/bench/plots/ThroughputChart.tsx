/** Throughput per flow, with the watched link's capacity as a line to be dragged and the fair share where flows compete. */

import { useMemo, useState } from "react";
import type { Domain } from "../../shared/chart/plot-geometry.ts";
import type { ThroughputChartProps } from "./chart-props.ts";
import { capacityText } from "./chart-words.ts";
import { fairShareLines } from "./fair-share-lines.ts";
import { LineHandle } from "./LineHandle.tsx";
import { rateModel } from "./rate-model.ts";
import { flowsCompete } from "./share-line.ts";
import { TimeFrame } from "./TimeFrame.tsx";

export function ThroughputChart(props: ThroughputChartProps) {
  const { run, pinned, view, highlightFlow, theory, capacity, handle } = props;
  const [held, setHeld] = useState<Domain | null>(null);
  const shares = useMemo(
    () => (flowsCompete(run) ? fairShareLines(run, highlightFlow) : []),
    [run, highlightFlow],
  );
  const model = useMemo(() => {
    const plain = rateModel({ run, pinned, view, highlightFlow, capacity, shares });
    return theory?.overRate(plain, highlightFlow) ?? plain;
  }, [run, pinned, view, highlightFlow, theory, capacity, shares]);
  const grip = capacity.handle;
  return (
    <TimeFrame kind="rate" of="throughput" chart={props} model={model} heldDomain={held}>
      {(plot) =>
        grip !== null &&
        handle !== null && (
          <LineHandle
            plot={plot}
            label="Capacity, on the throughput plot"
            value={grip.mbps}
            text={capacityText(String(Number(grip.mbps.toPrecision(4))), null)}
            scale={handle.scale}
            fixed={handle.isFixed}
            paint="inkSoft"
            untilS={grip.untilS}
            bare={capacity.steps.length > 1}
            onHold={(grabbed) => setHeld(grabbed ? model.yDomain : null)}
            onChange={handle.onDrag}
          />
        )
      }
    </TimeFrame>
  );
}

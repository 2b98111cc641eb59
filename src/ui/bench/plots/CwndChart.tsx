/** The sawtooth: cwnd over time, its events, and the drop that can be dragged to set β_ecn. */

import { useMemo, useState } from "react";
import type { Domain } from "../../shared/chart/plot-geometry.ts";
import type { HeldDrop } from "./BetaHandle.tsx";
import { BetaHandle } from "./BetaHandle.tsx";
import type { CwndChartProps } from "./chart-props.ts";
import { cwndModel } from "./cwnd-model.ts";
import { PeakTool } from "./PeakTool.tsx";
import { TimeFrame } from "./TimeFrame.tsx";

export function CwndChart(props: CwndChartProps) {
  const { run, pinned, overlay, view, highlightFlow, theory, wholeRange, onWholeRange, onBetaDrag } = props;
  const model = useMemo(() => {
    const plain = cwndModel({ run, pinned, overlay, view, highlightFlow, wholeRange });
    return theory?.overCwnd(plain, highlightFlow) ?? plain;
  }, [run, pinned, overlay, view, highlightFlow, theory, wholeRange]);
  const [held, setHeld] = useState<{ domain: Domain; drop: HeldDrop } | null>(null);
  return (
    <TimeFrame
      kind="cwnd"
      of="cwnd"
      chart={props}
      model={model}
      heldDomain={held?.domain ?? null}
      tools={<PeakTool range={model.range} unit="segments" whole={wholeRange} onWhole={onWholeRange} />}
    >
      {(plot) =>
        onBetaDrag && (
          <BetaHandle
            plot={plot}
            run={run}
            flow={highlightFlow ?? 0}
            held={held?.drop ?? null}
            onHold={(drop) => setHeld(drop && { domain: model.yDomain, drop })}
            onBeta={onBetaDrag}
          />
        )
      }
    </TimeFrame>
  );
}

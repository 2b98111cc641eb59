/** "Inside the algorithm": one small plot per declared observable; no algorithm is named here. */
import { useMemo } from "react";
import type { ProbeChartProps } from "./chart-props.ts";
import { probeModel } from "./probe-model.ts";
import { TimeFrame } from "./TimeFrame.tsx";

export function ProbeChart(props: ProbeChartProps) {
  const last = props.probeIds.at(-1);
  return props.probeIds.map((id) => (
    <OneProbe key={id} chart={props} probeId={id} timeLabels={id === last ? props.timeLabels : false} />
  ));
}

interface OneProbeProps {
  readonly chart: ProbeChartProps;
  readonly probeId: string;
  readonly timeLabels: boolean | undefined;
}

function OneProbe({ chart, probeId, timeLabels }: OneProbeProps) {
  const { run, pinned, view, source, theory } = chart;
  const model = useMemo(() => {
    const probe = probeModel({ run, pinned, view, source, probeId });
    return probe && (theory?.overProbe(probe, source, probeId) ?? probe);
  }, [run, pinned, view, source, theory, probeId]);
  if (model === null) return null;
  const of = source === "queue" ? "queue" : "cwnd";
  return <TimeFrame kind="probe" of={of} chart={{ ...chart, timeLabels }} model={model} />;
}

/** Jain's index over time: the running F(t) since the newest flow joined, and the momentary one as a thin line. */
import { useMemo } from "react";
import type { FairnessChartProps } from "./chart-props.ts";
import { fairnessModel } from "./fairness-model.ts";
import { TimeFrame } from "./TimeFrame.tsx";

export function FairnessChart(props: FairnessChartProps) {
  const { run, pinned, view } = props;
  const model = useMemo(() => fairnessModel({ run, pinned, view }), [run, pinned, view]);
  return <TimeFrame kind="fairness" of="fairness" chart={props} model={model} />;
}

/** The path strip with its handles: what can be dragged in the picture has its twin in the rail. */
import { useCallback } from "react";
import type { RunView } from "../charts/chart-props.ts";
import { watchedLink } from "../charts/watched-link.ts";
import { aqmLabel } from "../path/graph-words.ts";
import { PathStrip } from "../path/PathStrip.tsx";
import { capacitySetting, targetSetting } from "../state/link-handles.ts";
import { useHighlightFlow } from "../state/use-chart-props.ts";
import { FLOWS, useHandle, useLinkHandle } from "../state/use-handle.ts";
import { useMediaQuery } from "../state/use-runs.ts";
import { useBench, useBenchState } from "../state/use-store.ts";

export function LivingPath({ run }: { readonly run: RunView }) {
  const bench = useBench();
  const { id } = watchedLink(run);
  const picture = useBenchState((state) => state.playback.picture);
  const reducedMotion = useMediaQuery("(prefers-reduced-motion: reduce)");
  const onHighlight = useCallback(
    (highlightFlow: number | null) => bench.store.set(({ view }) => ({ view: { ...view, highlightFlow } })),
    [bench],
  );
  return (
    <PathStrip
      run={run}
      picture={picture}
      reducedMotion={reducedMotion}
      rtt={useHandle(FLOWS, "rtt")}
      capacity={useLinkHandle(id, capacitySetting)}
      target={useLinkHandle(id, targetSetting)}
      queueLabel={aqmLabel(run.scenario, id)}
      highlightFlow={useHighlightFlow(run)}
      onHighlight={onHighlight}
      onWatch={(link) => bench.watchLink(link)}
    />
  );
}

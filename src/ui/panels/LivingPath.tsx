/** The path strip with its handles: what can be dragged in the picture has its twin in the rail. */
import { useCallback, useEffect, useRef } from "react";
import type { RunView } from "../charts/chart-props.ts";
import { InSightContext, useInSight } from "../charts/in-sight.ts";
import { watchedLink } from "../charts/watched-link.ts";
import { useHighlightFlow } from "../hooks/use-chart-props.ts";
import { FLOWS, useHandle, useLinkHandle } from "../hooks/use-handle.ts";
import { useMediaQuery } from "../hooks/use-runs.ts";
import { useBench } from "../hooks/use-store.ts";
import { aqmLabel } from "../path/graph-words.ts";
import { PathStrip } from "../path/PathStrip.tsx";
import { capacitySetting, targetSetting } from "../state/link-handles.ts";

export function LivingPath({ run }: { readonly run: RunView }) {
  const bench = useBench();
  const { id } = watchedLink(run);
  const reducedMotion = useMediaQuery("(prefers-reduced-motion: reduce)");
  const onHighlight = useCallback(
    (highlightFlow: number | null) => bench.store.set(({ view }) => ({ view: { ...view, highlightFlow } })),
    [bench],
  );
  const box = useRef<HTMLDivElement>(null);
  const inSight = useInSight(box);
  useEffect(() => bench.player.setPathInSight(inSight), [bench, inSight]);
  const onWatch = useCallback((link: string) => bench.watchLink(link), [bench]);
  return (
    <div className="path-place" ref={box}>
      <InSightContext value={inSight}>
        <PathStrip
          run={run}
          pictures={bench.pictures}
          reducedMotion={reducedMotion}
          rtt={useHandle(FLOWS, "rtt")}
          capacity={useLinkHandle(id, capacitySetting)}
          target={useLinkHandle(id, targetSetting)}
          queueLabel={aqmLabel(run.scenario, id)}
          highlightFlow={useHighlightFlow(run)}
          onHighlight={onHighlight}
          onWatch={onWatch}
        />
      </InSightContext>
    </div>
  );
}

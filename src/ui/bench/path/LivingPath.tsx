/**
 * Animated diagram of the path: a dumbbell whose values can be dragged, or any other path with all its links. Each
 * value that can be dragged in the diagram also has a control in the rail.
 */

import { useCallback, useEffect, useMemo, useRef } from "react";
import type { Scenario } from "../../../engine/index.ts";
import { capacitySetting, targetSetting } from "../../core/link-handles.ts";
import { settingsAt } from "../../core/live-changes.ts";
import { type RailPlace, readAt } from "../../core/rail.ts";
import type { RunView } from "../../core/run-view.ts";
import { hasSeveralLinks, watchedLink } from "../../core/run-view.ts";
import { useBench, useBenchState } from "../../core/use-store.ts";
import { useHighlightFlow } from "../../plots/chart-props.ts";
import { recordedOf } from "../../plots/run-facts.ts";
import type { PathHandle } from "../../plots/use-handle.ts";
import { FLOWS, useHandle, useLinkHandle } from "../../plots/use-handle.ts";
import { InSightContext, useInSight } from "../../shared/chart/InSight.tsx";
import { useMediaQuery } from "../../shared/hooks.ts";
import { LazyPlace, lazyPart } from "../../shared/lazy.tsx";
import { Dumbbell } from "./Dumbbell.tsx";
import { aqmLabel, type PathStripProps } from "./scene.ts";

/**
 * The diagram of several links is loaded separately, with the first run that has several links, because most runs
 * have one link.
 */
const Graph = lazyPart<PathStripProps>(async () => (await import("./Graph.tsx")).Graph);

export function LivingPath({ run: shown }: { readonly run: RunView }) {
  const bench = useBench();
  const run = useRunInForce(shown);
  const { id } = watchedLink(run);
  const inForce = (handle: PathHandle | null, settingOf: (scenario: Scenario) => Setting) =>
    handleInForce(handle, shown.scenario, run.scenario, settingOf);
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
          rtt={inForce(useHandle(FLOWS, "rtt"), () => RTT)}
          capacity={inForce(useLinkHandle(id, capacitySetting), (scenario) => capacitySetting(scenario, id))}
          target={inForce(useLinkHandle(id, targetSetting), (scenario) => targetSetting(scenario, id))}
          queueLabel={aqmLabel(run.scenario, id)}
          highlightFlow={useHighlightFlow(run)}
          onHighlight={onHighlight}
          onWatch={onWatch}
        />
      </InSightContext>
    </div>
  );
}

function PathStrip(props: PathStripProps) {
  const { run, rtt, capacity } = props;
  if (hasSeveralLinks(run))
    return (
      <LazyPlace part="The picture of the path">
        <Graph {...props} />
      </LazyPlace>
    );
  return rtt && capacity && <Dumbbell {...props} rtt={rtt} capacity={capacity} />;
}

interface Setting {
  readonly place: RailPlace;
  readonly id: string;
}

const RTT: Setting = { place: FLOWS, id: "rtt" };

/** Returns the run with the settings that apply at the playhead. */
function useRunInForce(run: RunView): RunView {
  const scenario = useBenchState(({ playback }) => settingsAt(recordedOf(run), playback.playheadS));
  return useMemo(() => (scenario === run.scenario ? run : { ...run, scenario }), [run, scenario]);
}

/** The handles of a live run already show its current settings. */
function handleInForce(
  handle: PathHandle | null,
  atStart: Scenario,
  now: Scenario,
  settingOf: (scenario: Scenario) => Setting,
): PathHandle | null {
  if (handle === null || now === atStart) return handle;
  const read = (scenario: Scenario) => {
    const { place, id } = settingOf(scenario);
    return readAt(scenario, place, id);
  };
  const value = read(now);
  if (value === read(atStart)) return handle;
  return typeof value === "number" ? { ...handle, value, isFixed: true } : null;
}

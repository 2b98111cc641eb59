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
import type { DumbbellProps } from "./dumbbell-layout.ts";
import { aqmLabel, type PathStripProps } from "./scene.ts";

/**
 * The diagram of several links is loaded separately, with the first run that has several links, because most runs
 * have one link.
 */
const Graph = lazyPart<PathStripProps>(async () => (await import("./Graph.tsx")).Graph);

export function LivingPath({ run }: { readonly run: RunView }) {
  const { player } = useBench();
  const box = useRef<HTMLDivElement>(null);
  const inSight = useInSight(box);
  useEffect(() => player.setPathInSight(inSight), [player, inSight]);
  const strip = usePathStrip(run);
  return (
    <div className="path-place" ref={box}>
      <InSightContext value={inSight}>
        {hasSeveralLinks(strip.run) ? (
          <LazyPlace part="The picture of the path">
            <Graph {...strip} />
          </LazyPlace>
        ) : (
          hasHandles(strip) && <Dumbbell {...strip} />
        )}
      </InSightContext>
    </div>
  );
}

/** Returns whether the path can be drawn with one link. */
export function hasHandles(strip: PathStripProps): strip is DumbbellProps {
  return strip.rtt !== null && strip.capacity !== null;
}

/** Returns everything that a drawing of the path needs. */
export function usePathStrip(shown: RunView): PathStripProps {
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
  const onWatch = useCallback((link: string) => bench.watchLink(link), [bench]);
  return {
    run,
    pathStates: bench.pathStates,
    reducedMotion,
    rtt: inForce(useHandle(FLOWS, "rtt"), () => RTT),
    capacity: inForce(useLinkHandle(id, capacitySetting), (scenario) => capacitySetting(scenario, id)),
    target: inForce(useLinkHandle(id, targetSetting), (scenario) => targetSetting(scenario, id)),
    queueLabel: aqmLabel(run.scenario, id),
    highlightFlow: useHighlightFlow(run),
    onHighlight,
    onWatch,
  };
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

/** The watched link's queue delay, with the target that can be dragged. */

import { useMemo } from "react";
import { queueOfLink } from "../../../engine/index.ts";
import { targetSetting } from "../../state/link-handles.ts";
import type { RunView, TargetStep } from "../../state/run-view.ts";
import { useBenchState } from "../../state/use-store.ts";
import { watchedLink } from "../../state/watched-link.ts";

import { useLinkMenu } from "./LinkMenu.tsx";
import { definePlot } from "./plot.ts";
import { QueueDelayChart } from "./QueueDelayChart.tsx";
import { targetLine } from "./target-steps.ts";
import { useLinkHandle } from "./use-handle.ts";

export const queueDelay = definePlot({
  id: "delay",
  place: "stage",
  heightPx: 100,
  stays: true,
  share: 1.05,
  useProps(chart) {
    const { run } = chart;
    const { id } = watchedLink(run);
    const target = useLinkHandle(id, targetSetting);
    const linkMenu = useLinkMenu(run, "at");
    const presentS = useBenchState(({ mode }) => mode === "live") ? run.snapshot.nowS : null;
    const targetMs = target?.value ?? null;
    const targets = useMemo(
      () => targetLine(run.words?.targets[run.link] ?? steady(run, id), targetMs, presentS),
      [run, id, targetMs, presentS],
    );
    return { ...chart, target, targets, linkMenu };
  },
  Chart: QueueDelayChart,
});

/** Of a run without words: nothing changes in it. */
function steady({ scenario }: RunView, link: string): TargetStep[] {
  const { target } = queueOfLink(scenario, link).params;
  return typeof target === "number" ? [{ fromS: 0, ms: target }] : [];
}

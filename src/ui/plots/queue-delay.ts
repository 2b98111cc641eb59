/** The watched link's queue delay, with the target that can be dragged. */
import { QueueDelayChart } from "../charts/QueueDelayChart.tsx";
import { watchedLink } from "../charts/watched-link.ts";
import { useLinkHandle } from "../hooks/use-handle.ts";
import { useLinkMenu } from "../panels/LinkMenu.tsx";
import { targetSetting } from "../state/link-handles.ts";
import { definePlot } from "./plot.ts";

export const queueDelay = definePlot({
  id: "delay",
  place: "stage",
  heightPx: 100,
  stays: true,
  share: 1.05,
  useProps(chart) {
    const target = useLinkHandle(watchedLink(chart.run).id, targetSetting);
    const linkMenu = useLinkMenu(chart.run, "at");
    return { ...chart, target, linkMenu };
  },
  Chart: QueueDelayChart,
});

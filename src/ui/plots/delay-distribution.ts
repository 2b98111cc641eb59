/** How long packets waited at the watched link. */
import { useLinkMenu } from "../panels/LinkMenu.tsx";
import { Distribution } from "./Distribution.tsx";
import { definePlot } from "./plot.ts";

export const delayDistribution = definePlot({
  id: "distribution",
  place: "over-numbers",
  heightPx: 240,
  useProps: ({ run, pinned }) => ({ run, pinned, menu: useLinkMenu(run, "Queue at") }),
  Chart: Distribution,
});

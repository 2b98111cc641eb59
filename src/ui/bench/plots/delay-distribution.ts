/** How long packets waited at the watched link. */

import { Distribution } from "./Distribution.tsx";
import { useLinkMenu } from "./LinkMenu.tsx";
import { definePlot } from "./plot.ts";

export const delayDistribution = definePlot({
  id: "distribution",
  place: "over-numbers",
  heightPx: 240,
  useProps: ({ run, pinned }) => ({ run, pinned, menu: useLinkMenu(run, "Queue at") }),
  Chart: Distribution,
});

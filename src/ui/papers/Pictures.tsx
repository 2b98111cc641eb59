/** All pictures of an outcome: figures, heat maps, tables. */
import { memo } from "react";
import type { Outcome } from "../../experiments/experiment.ts";
import { FigureChart } from "../shared/figures/FigureChart.tsx";
import { HeatMapChart } from "../shared/figures/HeatMapChart.tsx";
import type { RunLinks, Stamp } from "../shared/figures/Picture.tsx";
import { OutcomeTable } from "../shared/figures/Picture.tsx";

interface PicturesProps {
  readonly outcome: Outcome;
  /** Whose axes are kept while points arrive. */
  readonly steady: Outcome | null;
  readonly links: RunLinks;
  readonly stamp: Stamp;
}

export const Pictures = memo(function Pictures({ outcome, steady, links, stamp }: PicturesProps) {
  const { figures, heatMaps, tables } = outcome;
  return (
    <div className={figures.length + heatMaps.length > 1 ? "pictures pictures--many" : "pictures"}>
      {figures.map((figure) => (
        <FigureChart
          key={figure.id}
          figure={figure}
          steady={steady?.figures.find(({ id }) => id === figure.id) ?? null}
          links={links}
          stamp={stamp}
        />
      ))}
      {heatMaps.map((map) => (
        <HeatMapChart key={map.id} map={map} links={links} stamp={stamp} />
      ))}
      {tables.map((table) => (
        <OutcomeTable key={table.id} table={table} stamp={stamp} />
      ))}
    </div>
  );
});

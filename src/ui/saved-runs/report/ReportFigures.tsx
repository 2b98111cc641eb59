/** The figures of a report, numbered in the order of the page. */
import type { PageFigure } from "../../bench/pictures/shown-plots.ts";
import { SymbolText } from "../../shared/SymbolText.tsx";
import { captionText, figureName } from "./report-words.ts";
import { Wide } from "./Wide.tsx";

export interface ShownFigure extends PageFigure {
  readonly id: string;
}

export function ReportFigures({ figures }: { readonly figures: readonly ShownFigure[] }) {
  return figures.map(({ id, title, svg, covered, spoken }, index) => {
    const [name, caption] = [figureName(index + 1), captionText(title, covered)];
    return (
      <figure key={id} className="report__figure">
        <Wide label={name}>
          <img src={`data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`} alt={spoken} />
        </Wide>
        <figcaption>
          <b>{name}</b> <SymbolText text={caption} />
        </figcaption>
      </figure>
    );
  });
}

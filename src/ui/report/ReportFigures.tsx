/** The figures of a report, numbered in the order of the page. */
import type { PageFigure } from "../export/shown-plots.ts";
import { SymbolText } from "../SymbolText.tsx";
import { captionText, figureName } from "../words/report-words.ts";
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

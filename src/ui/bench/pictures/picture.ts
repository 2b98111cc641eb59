/** A plot or the path as an SVG file, without cursor and playhead. */
import type { PlotFrame } from "../../plots/chart-props.ts";
import { drawPlot } from "../../shared/chart/chart-drawing.ts";
import type { ChartNote } from "../../shared/chart/chart-model.ts";
import { type ChartColours, canvasPaint, readColours } from "../../shared/chart/colours.ts";
import { Pen } from "../../shared/chart/pen.ts";
import { drawnAsSvg } from "../../shared/chart/svg-surface.ts";
import type { DrawnPath } from "../path/PathFigure.tsx";
import { type LegendEntry, pictureSvg } from "./picture-svg.ts";

/** Height of the labels of a time axis that the page draws below another plot. */
const TIME_LABELS_PX = 16;

/** The look of a picture for a publication. */
export interface PaperLook {
  readonly isTitled: boolean;
  readonly font: string;
  readonly widthCm: number;
}

/** Returns the picture of a plot. Without `paper`, it has the size and the font of the page. */
export function plotPicture(frame: PlotFrame, caption: readonly string[], paper?: PaperLook): string {
  const { kind, title, drawn, notes, besides = [], xWords } = frame;
  if (drawn === null) throw new Error("The plot is still empty.");
  const colours = paperColours(paper?.font);
  const { width, height } = drawn.plot;
  const unit = frame.yWords ?? frame.unit;
  return pictureSvg(
    {
      title: unit === "" ? title : `${title} (${unit})`,
      width,
      height: height + (drawn.x.labelled ? 0 : TIME_LABELS_PX),
      drawing: drawnAsSvg(kind, (surface) => drawPlot(new Pen(surface, drawn.plot, colours), drawn)),
      legend: [...notes, ...besides].map((note) => noteEntry(note, colours)),
      xWords,
      caption,
      isTitled: paper?.isTitled,
    },
    colours,
    paper?.widthCm,
  );
}

/** Returns the picture of a path. */
export function pathPicture(path: DrawnPath, title: string, caption: readonly string[]): string {
  const colours = paperColours();
  return pictureSvg(
    {
      title,
      width: path.widthPx,
      height: path.heightPx,
      drawing: drawnAsSvg("path", (surface) => path.draw(surface, colours)),
      legend: path.key.map(({ paint, ...sign }) => ({ ...sign, colour: canvasPaint(paint, colours) })),
      xWords: "",
      caption,
    },
    colours,
  );
}

/** Fonts by names that most systems have, because the file is opened on other machines. */
const FONTS =
  'system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", "Helvetica Neue", Arial, sans-serif';

/** Returns the colours and the font of pictures on paper. A white sheet next to the page is read and removed. */
export function paperColours(font = FONTS): ChartColours {
  const sheet = document.createElement("div");
  sheet.className = "sheet";
  sheet.inert = true;
  document.body.append(sheet);
  try {
    return { ...readColours(sheet), paper: "#fff", font };
  } finally {
    sheet.remove();
  }
}

function noteEntry(
  { text, inFull, paint, dash, glyph, isBand }: ChartNote,
  colours: ChartColours,
): LegendEntry {
  const colour = paint === undefined ? colours.inkSoft : canvasPaint(paint, colours);
  return { text: inFull ?? text, colour, dash, glyph, isBand };
}

/** Small plots of a kept run as figures of the page. */
import { createElement, memo, type ReactNode, useId } from "react";
import { Note } from "../../plots/ChartFrame.tsx";
import type { WatchedRun } from "../../plots/run-metrics.ts";
import { numbered } from "../../shared/chart/chart-model.ts";
import { type ChartColours, cssPaint, FLOW_HUES, type Paint } from "../../shared/chart/colours.ts";
import { type SvgShape, shapesOf } from "../../shared/chart/svg-surface.ts";
import { drawSmall, type NotebookScales, SMALL_PLOTS, SMALL_SIZE, smallPicture } from "./small-plots.ts";
import "./runs.css";

/** The palette as CSS, for drawings that are part of the page and follow its theme. */
const CSS_COLOURS: ChartColours = {
  ink: cssPaint("ink"),
  inkSoft: cssPaint("inkSoft"),
  mark: cssPaint("mark"),
  loss: cssPaint("loss"),
  good: cssPaint("good"),
  ghost: cssPaint("ghost"),
  hairline: "var(--hairline)",
  paper: "var(--paper)",
  accent: "var(--accent)",
  flows: Array.from({ length: FLOW_HUES }, (_, hue) => cssPaint(hue)),
  font: "inherit",
  line: 1.6,
};

interface SmallPlotProps {
  readonly run: WatchedRun;
  readonly scales: NotebookScales;
}

/** All small plots of a run. */
export const SmallPlots = memo(function SmallPlots(props: SmallPlotProps) {
  return (
    <div className="kept__plots">
      {SMALL_PLOTS.map(({ id }) => (
        <SmallPlot key={id} id={id} {...props} />
      ))}
    </div>
  );
});

interface OneProps extends SmallPlotProps {
  readonly id: string;
  /** Colour of the run, if each run has one. */
  readonly paint?: Paint;
}

/** One small plot; the first plot of the page if the named one cannot be drawn small. */
export const SmallPlot = memo(function SmallPlot({ id, run, scales, paint }: OneProps) {
  const record = SMALL_PLOTS.find((plot) => plot.id === id) ?? SMALL_PLOTS[0];
  const picture = smallPicture(record, run, scales, paint);
  const name = useId().replace(/\W/g, "");
  const shapes = shapesOf(name, (surface) => drawSmall(surface, picture, CSS_COLOURS));
  return (
    <figure className="small-plot">
      <figcaption>{picture.title}</figcaption>
      <svg
        className="notranslate"
        viewBox={`0 0 ${SMALL_SIZE.width} ${SMALL_SIZE.height}`}
        role="img"
        aria-label={picture.words}
      >
        {shapes.map(elementOf)}
      </svg>
      <p className="small-plot__x">
        {numbered(picture.notes).map(([place, note]) => (
          <span key={place} className="chart-note">
            <Note note={note} text={note.text} />
          </span>
        ))}
        <span className="small-plot__axis">{picture.xWords}</span>
      </p>
    </figure>
  );
});

/** Returns a shape as an element. React names attributes in camel case. */
function elementOf({ name, attributes, content }: SvgShape, key: number): ReactNode {
  const named = Object.entries(attributes).map(([attribute, value]) => {
    return [attribute.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase()), value];
  });
  const children = typeof content === "string" ? content : content?.map(elementOf);
  return createElement(name, { key, ...Object.fromEntries(named) }, children);
}

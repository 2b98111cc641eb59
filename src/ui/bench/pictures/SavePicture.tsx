/** The menu in a plot's head, which saves the plot as a picture or saves its numbers. */
import { memo, use, useLayoutEffect, useRef, useState } from "react";
import { perBench, useBench } from "../../core/use-store.ts";
import { PlotIdContext } from "../../plots/ChartFrame.tsx";
import type { ShownPlot } from "../../plots/chart-props.ts";
import { fetched } from "../../shared/lazy.tsx";
import { saveFile } from "../../shared/site-file.ts";

/** The plots on the page, with the data of their frames. The code that makes pictures is loaded on first use. */
export const SHOWN = new Map<Element, ShownPlot>();

export function SavePicture({ kind, title, unit, xWords, yWords, notes, besides, drawn, table }: ShownPlot) {
  const place = useRef<HTMLSpanElement>(null);
  useLayoutEffect(() => {
    const figure = place.current?.closest("figure");
    if (!figure) return;
    SHOWN.set(figure, { kind, title, unit, xWords, yWords, notes, besides, drawn, table });
    return () => void SHOWN.delete(figure);
  }, [kind, title, unit, xWords, yWords, notes, besides, drawn, table]);
  return (
    <span className="save-picture" ref={place}>
      <SaveMenu title={title} />
    </span>
  );
}

type Format = "SVG" | "PNG" | "CSV";

const FORMATS: readonly { readonly format: Format; readonly help: string }[] = [
  { format: "SVG", help: "Vector graphic, sharp at any size, in light colours" },
  { format: "PNG", help: "Bitmap, as wide as a slide" },
  { format: "CSV", help: "The numbers that the plot shows" },
];

/** The plot that the open dialog is about, and whether a control is shown next to it. */
export const askedPlotOf = perBench(() => ({ id: "", withSlider: false }));

/** The entries of a plot's menu and the dialogs that they open. */
const WAYS: readonly { readonly words: string; readonly dialog: string; readonly withSlider: boolean }[] = [
  { words: "Picture for a paper", dialog: "picture", withSlider: false },
  { words: "Only this plot", dialog: "plot", withSlider: false },
  { words: "This plot and a control", dialog: "plot", withSlider: true },
];

/** The menu is rendered once per plot title, however often the plot is rendered. */
const SaveMenu = memo(function SaveMenu({ title }: { readonly title: string }) {
  const bench = useBench();
  const id = use(PlotIdContext);
  const box = useRef<HTMLSpanElement>(null);
  const [isOpen, setOpen] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const spoken = title.replaceAll("_", " ");
  const save = async (format: Format) => {
    const figure = box.current?.closest("figure");
    if (!figure) return;
    try {
      const [{ plotCsv, savedPlot }, { pngOf }] = await fetched(
        "The picture",
        Promise.all([import("./shown-plots.ts"), import("./picture-svg.ts")]),
      );
      const { name, svg } = savedPlot(bench, figure);
      if (format === "CSV") saveFile(`${name}.csv`, "text/csv", plotCsv(bench, figure));
      if (format === "SVG") saveFile(`${name}.svg`, "image/svg+xml", svg);
      if (format === "PNG") saveFile(`${name}.png`, "image/png", await pngOf(svg));
      setError(null);
      bench.announcer.say(`${name} saved as ${format}`);
    } catch (problem) {
      setError(problem instanceof Error ? problem.message : String(problem));
    }
  };
  return (
    <span
      ref={box}
      role="toolbar"
      aria-label={`Picture: ${spoken}`}
      onBlur={({ currentTarget, relatedTarget }) => {
        // The menu still has the focus inside the page: only the window lost it, for example to Firefox's list of
        // downloads.
        const stays = currentTarget.contains(document.activeElement);
        if (!stays && !currentTarget.contains(relatedTarget)) setOpen(false);
      }}
      onKeyDown={(event) => {
        if (event.key !== "Escape" || !isOpen) return;
        event.stopPropagation();
        setOpen(false);
        event.currentTarget.querySelector("button")?.focus();
      }}
    >
      <button
        type="button"
        className="chart-tool save-picture__open"
        aria-expanded={isOpen}
        aria-label={`Save picture: ${spoken}`}
        title="Save picture, or share this plot"
        onClick={() => setOpen(!isOpen)}
      >
        <svg className="icon icon--line" viewBox="0 0 16 16" aria-hidden="true">
          <path d="M8 2.5v7.5M4.8 7 8 10.2 11.2 7M3 13h10" />
        </svg>
      </button>
      {isOpen && (
        <span className="save-picture__menu">
          {FORMATS.map(({ format, help }) => (
            <button
              key={format}
              type="button"
              className="chart-tool"
              title={help}
              aria-label={`Save as ${format}: ${spoken}`}
              onClick={() => void save(format)}
            >
              {format}
            </button>
          ))}
          {id !== null &&
            WAYS.map(({ words, dialog, withSlider }) => (
              <button
                key={words}
                type="button"
                className="chart-tool save-picture__way"
                aria-haspopup="dialog"
                onClick={() => {
                  Object.assign(askedPlotOf(bench), { id, withSlider });
                  setOpen(false);
                  bench.showDialog(dialog);
                }}
              >
                {`${words}…`}
              </button>
            ))}
          {error !== null && <span role="alert">{error}</span>}
        </span>
      )}
    </span>
  );
});

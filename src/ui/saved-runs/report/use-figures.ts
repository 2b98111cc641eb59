/** The figures of a report, drawn anew when what stands on the stage has changed. */
import { type RefObject, useEffect, useState } from "react";
import { type PageFigure, pathFigure, plotFigure } from "../../bench/pictures/shown-plots.ts";
import type { RunView } from "../../bench/plots/chart-props.ts";
import type { Bench } from "../../state/bench.ts";
import { useBench } from "../../state/use-store.ts";

export interface Figures {
  /** The run that they show; null before the first ones. */
  readonly run: RunView | null;
  readonly byId: ReadonlyMap<string, PageFigure>;
}

/** All changes of one moment at once; a run that grows is drawn a few times a second. */
const GATHER_MS = 200;

export function useFigures(
  place: RefObject<HTMLElement | null>,
  run: RunView | null,
  pinned: RunView | null,
): Figures {
  const bench = useBench();
  const [figures, setFigures] = useState<Figures>({ run: null, byId: new Map() });
  useEffect(() => {
    const stage = place.current;
    if (stage === null) return;
    void pinned;
    let timer: ReturnType<typeof setTimeout> | null = null;
    const follow = () => {
      timer ??= setTimeout(() => {
        timer = null;
        setFigures({ run, byId: figuresOn(bench, stage) });
      }, GATHER_MS);
    };
    const observer = new MutationObserver(follow);
    observer.observe(stage, { subtree: true, childList: true, characterData: true, attributes: true });
    const leave = bench.pictures.subscribe(follow);
    follow();
    return () => {
      observer.disconnect();
      leave();
      if (timer !== null) clearTimeout(timer);
    };
  }, [bench, place, run, pinned]);
  return figures;
}

/** What of the stage is drawn by now, by name. */
export function figuresOn(bench: Bench, stage: HTMLElement): ReadonlyMap<string, PageFigure> {
  const found = new Map<string, PageFigure>();
  for (const place of stage.querySelectorAll<HTMLElement>("[data-figure]")) {
    const { figure: id = "" } = place.dataset;
    const [path, plot] = [place.querySelector("figure.path-strip"), place.querySelector("figure.chart")];
    const drawn = path ? pathFigure(bench, path) : plot ? plotFigure(bench, plot) : null;
    if (drawn !== null) found.set(id, drawn);
  }
  return found;
}

/** The bench on paper is the report of its run, with what has been written in it: there is one printed page and no other. */
import { type RefObject, Suspense, useEffect, useRef, useState } from "react";
import { createPortal, flushSync } from "react-dom";
import type { RunView } from "../../bench/plots/chart-props.ts";
import { useRuns } from "../../bench/use-runs.ts";
import { drawNow } from "../../shared/chart/draw-scheduler.ts";
import { useTitle } from "../../shared/use-title.ts";
import type { Bench } from "../../state/bench.ts";
import { useBench } from "../../state/use-store.ts";
import { FigureStage } from "./FigureStage.tsx";
import { ReportPage } from "./ReportPage.tsx";
import { reportDeskOf } from "./report-desk.ts";
import { type Figures, figuresOn } from "./use-figures.ts";
import { drawnOf, useReport } from "./use-report.ts";

export function PrintedReport() {
  const bench = useBench();
  const stage = useRef<HTMLDivElement>(null);
  const figures = usePrinted(bench, stage);
  return figures && createPortal(<Sheet figures={figures} stage={stage} />, document.body);
}

const NOT_YET: Figures["byId"] = new Map();

/** Null while nothing is printed. The page on paper must be complete when the browser asks for it: it waits for nothing. */
function usePrinted(bench: Bench, stage: RefObject<HTMLElement | null>): Figures["byId"] | null {
  const [figures, setFigures] = useState<Figures["byId"] | null>(null);
  useEffect(() => {
    const media = window.matchMedia("print");
    const begin = () => {
      reportDeskOf(bench).readDraft();
      flushSync(() => setFigures((drawn) => drawn ?? NOT_YET));
      drawNow();
      const place = stage.current;
      if (place !== null) flushSync(() => setFigures(figuresOn(bench, place)));
    };
    const end = () => setFigures(null);
    const follow = () => (media.matches ? begin() : end());
    const over = new AbortController();
    window.addEventListener("beforeprint", begin, { signal: over.signal });
    window.addEventListener("afterprint", end, { signal: over.signal });
    media.addEventListener("change", follow, { signal: over.signal });
    return () => over.abort();
  }, [bench, stage]);
  return figures;
}

interface SheetProps {
  readonly figures: Figures["byId"];
  readonly stage: RefObject<HTMLDivElement | null>;
}

/** Before the first run there is nothing to report on: the page is printed as it is. */
function Sheet(props: SheetProps) {
  const { run, pinned } = useRuns();
  return run && <OfRun {...props} run={run} pinned={pinned} />;
}

interface OfRunProps extends SheetProps {
  readonly run: RunView;
  readonly pinned: RunView | null;
}

function OfRun({ figures, stage, run, pinned }: OfRunProps) {
  const matter = useReport(reportDeskOf(useBench()), run);
  const { title, name, state, inside, shown, has } = matter;
  const page = useRef<HTMLElement>(null);
  useTitle(title);
  return (
    <div className="printed">
      <Suspense>
        <ReportPage
          title={title}
          name={name}
          notes={state.draft.notes}
          run={run}
          pinned={pinned}
          delays={null}
          figures={drawnOf(figures, shown)}
          has={has}
          page={page}
        />
        <FigureStage
          run={run}
          pinned={pinned}
          probes={inside.filter(({ id }) => state.draft.toggled.includes(id))}
          place={stage}
        />
      </Suspense>
    </div>
  );
}

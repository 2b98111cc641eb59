/** When the bench is printed, the result is the report of its run, with the author's text. No other page is printed. */

import { type RefObject, Suspense, useEffect, useRef, useState } from "react";
import { createPortal, flushSync } from "react-dom";
import { useRuns } from "../../bench/BenchScreen.tsx";
import type { Bench } from "../../core/bench.ts";
import type { RunView } from "../../core/run-view.ts";
import { useBench } from "../../core/use-store.ts";
import { drawNow } from "../../shared/chart/PlotLayers.tsx";
import { useTitle } from "../../shared/hooks.ts";
import { figuresOn } from "./FigureStage.tsx";
import { InReport, ReportPage, useReport } from "./ReportPage.tsx";
import { reportOf } from "./report-store.ts";

export function PrintedReport() {
  const bench = useBench();
  const stage = useRef<HTMLDivElement>(null);
  const figures = usePrinted(bench, stage);
  return (
    <InReport>{figures && createPortal(<Sheet figures={figures} stage={stage} />, document.body)}</InReport>
  );
}

type DrawnFigures = ReturnType<typeof figuresOn>;

const NOT_YET: DrawnFigures = new Map();

/**
 * Returns the figures to print; null while nothing is printed. The page must be complete when the browser requests
 * it, so nothing may load at that time.
 */
function usePrinted(bench: Bench, stage: RefObject<HTMLElement | null>): DrawnFigures | null {
  const [figures, setFigures] = useState<DrawnFigures | null>(null);
  useEffect(() => {
    const media = window.matchMedia("print");
    const begin = () => {
      reportOf(bench).readDraft();
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
  readonly figures: DrawnFigures;
  readonly stage: RefObject<HTMLDivElement | null>;
}

/** Before the first run there is no report, and the page is printed as it is. */
function Sheet(props: SheetProps) {
  const { run, pinned } = useRuns();
  return run && <OfRun {...props} run={run} pinned={pinned} />;
}

interface OfRunProps extends SheetProps {
  readonly run: RunView;
  readonly pinned: RunView | null;
}

function OfRun(props: OfRunProps) {
  const matter = useReport(reportOf(useBench()), props.run);
  const page = useRef<HTMLElement>(null);
  useTitle(matter.title);
  return (
    <div className="printed">
      <Suspense>
        <ReportPage {...props} matter={matter} delays={null} page={page} />
      </Suspense>
    </div>
  );
}

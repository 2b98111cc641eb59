/** When the bench is printed, the result is the report of its run, with the author's text. No other page is printed. */

import { Suspense, useEffect, useRef, useState } from "react";
import { createPortal, flushSync } from "react-dom";
import { useRuns } from "../../bench/BenchScreen.tsx";
import type { Bench } from "../../core/bench.ts";
import type { RunView } from "../../core/run-view.ts";
import { useBench } from "../../core/use-store.ts";
import { useTitle } from "../../shared/hooks.ts";
import { useFigures } from "./ReportFigures.tsx";
import { InReport, ReportPage, useReport } from "./ReportPage.tsx";
import { reportOf } from "./report-store.ts";
import "./report.css";

export function PrintedReport() {
  const isPrinting = usePrinting(useBench());
  return <InReport>{isPrinting && createPortal(<Sheet />, document.body)}</InReport>;
}

/**
 * Returns true while the page is printed. The page must be complete when the browser requests it, so nothing may load at that
 * time.
 */
function usePrinting(bench: Bench): boolean {
  const [isPrinting, setPrinting] = useState(false);
  useEffect(() => {
    const media = window.matchMedia("print");
    const begin = () => {
      reportOf(bench).readDraft();
      flushSync(() => setPrinting(true));
    };
    const end = () => setPrinting(false);
    const follow = () => (media.matches ? begin() : end());
    const over = new AbortController();
    window.addEventListener("beforeprint", begin, { signal: over.signal });
    window.addEventListener("afterprint", end, { signal: over.signal });
    media.addEventListener("change", follow, { signal: over.signal });
    return () => over.abort();
  }, [bench]);
  return isPrinting;
}

/** Before the first run there is no report, and the page is printed as it is. */
function Sheet() {
  const { run, pinned } = useRuns();
  return run && <OfRun run={run} pinned={pinned} />;
}

interface OfRunProps {
  readonly run: RunView;
  readonly pinned: RunView | null;
}

function OfRun(props: OfRunProps) {
  const matter = useReport(reportOf(useBench()), props.run);
  const figures = useFigures();
  const page = useRef<HTMLElement>(null);
  useTitle(matter.title);
  return (
    <div className="printed">
      <Suspense>
        <ReportPage {...props} matter={matter} figures={figures} delays={null} page={page} />
      </Suspense>
    </div>
  );
}

/** The report: figures, numbers, settings and the author's own notes on the bench's run as one page, to be printed or saved. */
import "./report.css";
import { useEffect, useMemo, useRef } from "react";
import { Notices } from "../../bench/Notices.tsx";
import { RunStatus } from "../../bench/player/RunStatus.tsx";
import type { RunView } from "../../bench/plots/chart-props.ts";
import { useFlowDelays } from "../../bench/plots/use-flow-delays.ts";
import { RunError } from "../../bench/RunError.tsx";
import { useRuns } from "../../bench/use-runs.ts";
import { saveFile } from "../../shared/save-file.ts";
import { useBench, useBenchState } from "../../state/use-store.ts";
import { FigureStage } from "./FigureStage.tsx";
import { ReportForm } from "./ReportForm.tsx";
import { ReportPage } from "./ReportPage.tsx";
import { type ReportDesk, reportDeskOf } from "./report-desk.ts";
import fileStyle from "./report-file.css?inline";
import { reportFileName } from "./report-words.ts";
import { savedPage } from "./saved-page.ts";
import { useFigures } from "./use-figures.ts";
import { drawnOf, useReport } from "./use-report.ts";

export function ReportScreen() {
  const bench = useBench();
  const desk = useMemo(() => reportDeskOf(bench), [bench]);
  const text = useBenchState((state) => state.screen.text);
  const { run, pinned } = useRuns();
  useFollowedLink(desk, text);
  return (
    <main className="report-screen">
      <h2 className="unseen">Report</h2>
      {run === null ? <NoRunYet /> : <ReportOf desk={desk} run={run} pinned={pinned} />}
    </main>
  );
}

function NoRunYet() {
  return (
    <div className="report-place">
      <RunError />
      <RunStatus />
      <p role="status">The run is being computed.</p>
    </div>
  );
}

interface ReportOfProps {
  readonly desk: ReportDesk;
  readonly run: RunView;
  readonly pinned: RunView | null;
}

function ReportOf({ desk, run, pinned }: ReportOfProps) {
  const { state, title, name, student, plots, inside, parts, shown, has } = useReport(desk, run);
  const [stage, page] = [useRef<HTMLDivElement>(null), useRef<HTMLElement>(null)];
  const { toggled, notes } = state.draft;
  usePrintedTitle(title);
  const flows = run.snapshot.results.flows.length;
  const delays = useFlowDelays(run, flows > 1);
  const figures = useFigures(stage, run, pinned);
  const drawn = drawnOf(figures.byId, shown);
  const isDrawn = figures.run === run && drawn.length === shown.length;
  const isWhole = isDrawn && (flows === 1 || delays.delays !== null || delays.error !== null);
  const save = () => {
    if (page.current !== null)
      saveFile(reportFileName(title), "text/html", savedPage(page.current, title, fileStyle));
  };
  return (
    <>
      <ReportForm
        desk={desk}
        state={state}
        title={title}
        student={student}
        choices={[
          { legend: "Figures", list: plots },
          { legend: "Parts", list: parts },
          { legend: "Inside the algorithms", list: inside },
        ]}
        figures={isWhole ? drawn.length : null}
        onPrint={() => window.print()}
        onSave={save}
      />
      <div className="report-place">
        <Notices />
        <RunError />
        <RunStatus />
        <ReportPage
          title={title}
          name={name}
          notes={notes}
          run={run}
          pinned={pinned}
          delays={delays.delays}
          figures={drawn}
          has={has}
          page={page}
        />
        <FigureStage
          run={run}
          pinned={pinned}
          probes={inside.filter(({ id }) => toggled.includes(id))}
          place={stage}
        />
      </div>
    </>
  );
}

/** The link says which run it is of; where the run has become another one, the link follows. */
function useFollowedLink(desk: ReportDesk, text: string): void {
  const scenario = useBenchState((state) => state.scenario);
  const pinned = useBenchState((state) => state.pinned?.scenario);
  const mode = useBenchState((state) => state.mode);
  useEffect(() => void desk.open(text), [desk, text]);
  useEffect(() => {
    void [scenario, pinned, mode];
    desk.follow();
  }, [desk, scenario, pinned, mode]);
}

/** A browser names the PDF after the page's title. */
function usePrintedTitle(title: string): void {
  useEffect(() => {
    let before: string | null = null;
    const over = new AbortController();
    const begin = () => {
      before ??= document.title;
      document.title = title;
    };
    const end = () => {
      if (before !== null) document.title = before;
      before = null;
    };
    window.addEventListener("beforeprint", begin, { signal: over.signal });
    window.addEventListener("afterprint", end, { signal: over.signal });
    return () => {
      end();
      over.abort();
    };
  }, [title]);
}

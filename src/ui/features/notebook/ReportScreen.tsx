/**
 * The report: figures, numbers, settings and the author's notes on the bench's run on one page that can be printed or
 * saved.
 */

import { sha256 } from "@noble/hashes/sha2.js";
import { type ReactNode, useEffect, useId, useRef, useState } from "react";
import { counted, grouped, ofNumber } from "../../../lib/counted.ts";
import { LONGEST_NAME } from "../../../teaching/answer/hand-in.ts";
import { useRuns } from "../../bench/BenchScreen.tsx";
import { Notices } from "../../bench/Notices.tsx";
import { RunStatus } from "../../bench/player/RunStatus.tsx";
import { RunError } from "../../bench/RunError.tsx";
import type { RunView } from "../../core/run-view.ts";
import { useBench, useBenchState } from "../../core/use-store.ts";
import { KeptBoundary, KeptNote } from "../../parts/kept-on-device.tsx";
import { useFlowDelays } from "../../plots/DelayDistribution.tsx";
import { Button, Check } from "../../shared/Button.tsx";
import { CopyButton } from "../../shared/CopyButton.tsx";
import { escaped } from "../../shared/figures/svg-text.ts";
import { SymbolText } from "../../shared/SymbolText.tsx";
import { saveFile } from "../../shared/site-file.ts";
import { type FigureChoice, isShown, useFigures } from "./ReportFigures.tsx";
import { InReport, type ReportMatter, ReportPage, useReport } from "./ReportPage.tsx";
import { printPage } from "./ReportSection.tsx";
import fileStyle from "./report-file.css?inline";
import { LONGEST_NOTES, LONGEST_TITLE, REPORT, type ReportStore, reportOf } from "./report-store.ts";
import "./report.css";

export function ReportScreen() {
  return (
    <InReport>
      <OpenReport />
    </InReport>
  );
}

function OpenReport() {
  const report = reportOf(useBench());
  const { run, pinned } = useRuns();
  useFollowedLink(report);
  return (
    <main className="report-screen">
      <h2 className="unseen">Report</h2>
      {run === null ? (
        <div className="report-place">
          <RunError />
          <RunStatus />
          <p role="status">Computing the run…</p>
        </div>
      ) : (
        <ReportOf report={report} run={run} pinned={pinned} />
      )}
    </main>
  );
}

interface ReportOfProps {
  readonly report: ReportStore;
  readonly run: RunView;
  readonly pinned: RunView | null;
}

function ReportOf({ report, run, pinned }: ReportOfProps) {
  const matter = useReport(report, run);
  const { title, shown } = matter;
  const page = useRef<HTMLElement>(null);
  usePrintedTitle(title);
  const flows = run.snapshot.results.flows.length;
  const delays = useFlowDelays(run, flows > 1);
  const figures = useFigures();
  const isDrawn = shown.every(({ id }) => figures.byId.get(id)?.run === run);
  const isWhole = isDrawn && (flows === 1 || delays.delays !== null || delays.error !== null);
  const save = () => {
    if (page.current !== null)
      saveFile(reportFileName(title), "text/html", savedPage(page.current, title, fileStyle));
  };
  return (
    <>
      <ReportForm report={report} matter={matter} isWhole={isWhole} onSave={save} />
      <div className="report-place">
        <Notices />
        <RunError />
        <RunStatus />
        <KeptBoundary kept={REPORT} which={matter.state.key ?? ""} part="The report" value={matter.state}>
          <ReportPage
            matter={matter}
            run={run}
            pinned={pinned}
            delays={delays.delays}
            figures={figures}
            page={page}
          />
        </KeptBoundary>
      </div>
    </>
  );
}

/** Keeps the screen's URL equal to the URL of the report's run when the run changes. */
function useFollowedLink(report: ReportStore): void {
  const text = useBenchState((state) => state.screen.text);
  const scenario = useBenchState((state) => state.scenario);
  const pinned = useBenchState((state) => state.pinned?.scenario);
  const mode = useBenchState((state) => state.mode);
  useEffect(() => report.open(text), [report, text]);
  useEffect(() => {
    void [scenario, pinned, mode];
    report.follow();
  }, [report, scenario, pinned, mode]);
}

/** Sets the document title, because browsers name the PDF after it. */
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

interface ReportFormProps {
  readonly report: ReportStore;
  readonly matter: ReportMatter;
  /** True if all chosen figures have been drawn. */
  readonly isWhole: boolean;
  onSave(): void;
}

/** The form for the author's text and choices, with the buttons to print and save. */
function ReportForm({ report, matter, isWhole, onSave }: ReportFormProps) {
  const { key, draft, last, name, kept } = matter.state;
  const student = matter.task?.student ?? "";
  const { plots, parts, inside } = matter;
  return (
    <form className="report-form" aria-label="Your report" onSubmit={(event) => event.preventDefault()}>
      <Acts figures={isWhole ? matter.shown.length : null} onSave={onSave} />
      <OfLiveRun />
      <Field label="Title">
        {(id) => (
          <input
            id={id}
            className="text-field"
            maxLength={LONGEST_TITLE}
            autoComplete="off"
            placeholder={matter.title}
            value={draft.title}
            onChange={(event) => report.write({ title: event.currentTarget.value })}
          />
        )}
      </Field>
      <Field label="Name or number (optional)">
        {(id) => (
          <input
            id={id}
            className="text-field"
            maxLength={LONGEST_NAME}
            autoComplete="name"
            readOnly={student !== ""}
            value={student || name}
            onChange={(event) => report.setName(event.currentTarget.value)}
          />
        )}
      </Field>
      <Field label="Notes">
        {(id) => (
          <>
            <textarea
              id={id}
              className="text-field report-form__notes"
              rows={9}
              maxLength={LONGEST_NOTES}
              value={draft.notes}
              aria-describedby={`${id}-help`}
              onChange={(event) => report.write({ notes: event.currentTarget.value })}
            />
            <span id={`${id}-help`} className="control__note">
              {`Plain text, or Markdown: **bold**, lists, tables.${roomLeft(draft.notes.length, LONGEST_NOTES)}`}
            </span>
          </>
        )}
      </Field>
      {last !== null && (
        <Button onClick={() => report.takeLast()}>{`Use the notes of “${last.title || "Report"}”`}</Button>
      )}
      <p className="control__note" role="status">
        {kept
          ? "Title, name and notes are stored on this device, together with this run."
          : "This browser does not store data for this page: save or print the report before you close it."}
      </p>
      <KeptNote kept={REPORT} which={key ?? ""} isSaid onTake={() => report.takeKept()} />
      <Choices legend="Figures" list={plots} report={report} toggled={draft.toggled} />
      <Choices legend="Parts" list={parts} report={report} toggled={draft.toggled} />
      <Choices legend="Inside the algorithms" list={inside} report={report} toggled={draft.toggled} />
    </form>
  );
}

interface FieldProps {
  readonly label: string;
  readonly children: (id: string) => ReactNode;
}

function Field({ label, children }: FieldProps) {
  const id = useId();
  return (
    <p className="report-form__field">
      <label htmlFor={id}>{label}</label>
      {children(id)}
    </p>
  );
}

/** Returns a text on the number of remaining characters, when it becomes small. */
export function roomLeft(used: number, most: number): string {
  const left = most - used;
  return used < 0.9 * most
    ? ""
    : ` ${grouped(left)} of ${counted(most, "letter")} ${ofNumber(left, "is", "are")} left.`;
}

interface ChoicesProps {
  readonly legend: string;
  readonly list: readonly FigureChoice[];
  readonly report: ReportStore;
  readonly toggled: readonly string[];
}

function Choices({ legend, list, report, toggled }: ChoicesProps) {
  if (list.length === 0) return null;
  return (
    <fieldset className="report-form__choices">
      <legend>{legend}</legend>
      {list.map((choice) => (
        <Check key={choice.id} checked={isShown(choice, toggled)} onCheck={() => report.toggle(choice.id)}>
          <span>
            <SymbolText text={choice.label} />
          </span>
        </Check>
      ))}
    </fieldset>
  );
}

interface ActsProps extends Pick<ReportFormProps, "onSave"> {
  /** Number of figures; null while they are being drawn. */
  readonly figures: number | null;
}

function Acts({ figures, onSave }: ActsProps) {
  const { url } = useBench();
  const refusal = figures === null ? "The figures are not drawn yet" : null;
  const [printed, setPrinted] = useState(true);
  return (
    <div className="report-form__acts">
      <Button look="main" refusal={refusal} onClick={() => void printPage().then(setPrinted)}>
        Print or save as PDF
      </Button>
      <Button refusal={refusal} onClick={onSave}>
        Save as one HTML file
      </Button>
      <CopyButton text={url.link()} label="Copy link" />
      {!printed && (
        <p role="alert">
          The browser does not allow this page to print. Save it as one HTML file, open that, and print it.
        </p>
      )}
      <p className="control__note" role="status">
        {figures === null
          ? "The figures are being drawn."
          : `${counted(figures, "figure")} ${ofNumber(figures, "is", "are")} drawn.`}
      </p>
    </div>
  );
}

function OfLiveRun() {
  const bench = useBench();
  const live = useBenchState((state) => state.mode === "live");
  if (!live) return null;
  return (
    <div>
      <p className="control__note">
        This is the live run as far as it has come. When the page is reloaded it starts again; the whole run
        has the same changes.
      </p>
      <Button look="small" onClick={() => bench.setMode("whole")}>
        Report on the whole run
      </Button>
    </div>
  );
}

/** Returns the name of a report file: "tcp-lab-2.html". */
export function reportFileName(title: string): string {
  const name = title
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, "-")
    .replace(/^-|-$/g, "")
    .slice(0, 60);
  return `${name === "" ? "report" : name}.html`;
}

/**
 * Returns a report as one HTML file that opens without the app. It contains no scripts, and its policy allows none.
 * `article` is the page on the screen, whose text the browser escapes. `style` contains all style sheets.
 */
function savedPage(article: Element, title: string, style: string): string {
  const copy = article.cloneNode(true) as Element;
  // Tables that scroll on a small screen are complete in the file.
  for (const place of copy.querySelectorAll("[tabindex]")) {
    for (const name of ["tabindex", "role", "aria-label"]) place.removeAttribute(name);
  }
  for (const styled of copy.querySelectorAll("[style]")) styled.removeAttribute("style");
  return `<!doctype html>
<html lang="${escaped(document.documentElement.lang)}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policyFor(style)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="generator" content="Sawtooth">
<title>${escaped(title)}</title>
<style>${style}</style>
</head>
<body>
<main>${copy.outerHTML}</main>
</body>
</html>
`;
}

/**
 * Returns a content security policy that allows only this style sheet, by its digest, so that nothing in the notes can load or
 * run. The digest is computed here, because browsers offer SHA-256 only on secure origins, and a lab's server may not be one.
 */
function policyFor(style: string): string {
  const digest = btoa(String.fromCharCode(...sha256(new TextEncoder().encode(style))));
  const sources = {
    "default-src": "'none'",
    "img-src": "data:",
    "style-src": `'sha256-${digest}'`,
    "base-uri": "'none'",
    "form-action": "'none'",
  };
  return Object.entries(sources)
    .map(([name, source]) => `${name} ${source}`)
    .join("; ");
}

/** The page as it is printed and saved: black on white, without controls except links. */
import { Fragment, type PropsWithChildren, type Ref, use, useMemo, useSyncExternalStore } from "react";
import {
  defaultScenario,
  type FlowDelays,
  presets,
  type Scenario,
  scenarioToUrl,
} from "../../../engine/index.ts";
import { counted } from "../../../lib/counted.ts";
import { usePlace } from "../../bench/feature.ts";
import { runStamp } from "../../bench/pictures/shown-plots.ts";
import type { RunView } from "../../core/run-view.ts";
import { durationOf } from "../../core/store.ts";
import { useBench, useBenchState } from "../../core/use-store.ts";
import { ReportedTaskContext, type TaskInReport } from "../../parts/guide/task-in-report.ts";
import { KeptBoundary } from "../../parts/kept-on-device.tsx";
import { MarkdownText } from "../../parts/markdown/Markdown.tsx";
import { nameOf } from "../../parts/my-programs.ts";
import { runLabels } from "../../parts/words/run-labels.ts";
import { differenceSentence, presentState, type SentencePart } from "../../parts/words/run-sentences.ts";
import { scenarioWords } from "../../parts/words/setting-differences.ts";
import { PaperContext } from "../../shared/paper-context.ts";
import { qrPath } from "../../shared/QrCode.tsx";
import { SymbolText } from "../../shared/SymbolText.tsx";
import { commandFor } from "../../shared/version.ts";
import {
  type Figures as DrawnFigures,
  type FigureChoice,
  FigureMaker,
  isShown,
  isWide,
  type ProbeFigure,
  plotFigures,
  probeFigures,
} from "./ReportFigures.tsx";
import { ReportNumbers } from "./ReportNumbers.tsx";
import { dateWords, ReportSection, Wide } from "./ReportSection.tsx";
import { ReportSettings } from "./ReportSettings.tsx";
import { REPORT, type ReportState, type ReportStore } from "./report-store.ts";

/** Parts of a report other than figures. */
const PARTS: readonly FigureChoice[] = [
  { id: "task", label: "The task", isUsual: true },
  { id: "numbers", label: "Numbers", isUsual: true },
  { id: "theory", label: "Theory", isUsual: false },
  { id: "settings", label: "Settings", isUsual: true },
  { id: "programs", label: "Programs", isUsual: true },
];

/** The content of a report on the bench's run, for the report's screen and for printing the bench. */
export interface ReportMatter {
  readonly state: ReportState;
  readonly title: string;
  readonly name: string;
  readonly task: TaskInReport | null;
  readonly plots: readonly FigureChoice[];
  readonly inside: readonly ProbeFigure[];
  readonly parts: readonly FigureChoice[];
  /** The chosen figures. */
  readonly shown: readonly FigureChoice[];
  readonly has: (part: string) => boolean;
}

/** Adds what other features know about the run, such as its task. */
export function InReport({ children }: PropsWithChildren) {
  const Around = usePlace("report") ?? Fragment;
  return <Around>{children}</Around>;
}

export function useReport(report: ReportStore, run: RunView): ReportMatter {
  const state = useSyncExternalStore(report.store.subscribe, report.store.get);
  const scenario = useBenchState((own) => own.scenario);
  const useTask = use(ReportedTaskContext);
  const task = useTask();
  const { title, toggled } = state.draft;
  const plots = useMemo(() => plotFigures(run), [run]);
  const inside = useMemo(() => probeFigures(run), [run]);
  const shown = useMemo(
    () => [...plots, ...inside].filter((choice) => isShown(choice, toggled)),
    [plots, inside, toggled],
  );
  const hasPrograms = (scenario.programs ?? []).length > 0;
  const parts = PARTS.filter(
    ({ id }) => (id !== "task" || task !== null) && (id !== "programs" || hasPrograms),
  );
  return {
    state,
    title: title.trim() || suggestedTitle(scenario, task?.title ?? null),
    name: task?.student || state.name,
    task,
    plots,
    inside,
    parts,
    shown,
    has: (id) => parts.some((part) => part.id === id && isShown(part, toggled)),
  };
}

/**
 * Returns the title if the author has not written one: the title of the task, the title of the unchanged preset, or a
 * general one.
 */
export function suggestedTitle(scenario: Scenario, task: string | null): string {
  const url = scenarioToUrl(scenario);
  return task ?? presets.find((preset) => scenarioToUrl(preset.scenario) === url)?.label ?? "Report";
}

interface ReportPageProps {
  readonly matter: ReportMatter;
  readonly run: RunView;
  readonly pinned: RunView | null;
  /** Delays by flow; null while the delays are being counted, and for a single flow. */
  readonly delays: FlowDelays | null;
  /** The figures that have been drawn so far. */
  readonly figures: DrawnFigures;
  readonly page: Ref<HTMLElement>;
}

export function ReportPage({ matter, run, pinned, delays, figures, page }: ReportPageProps) {
  const { title, name, task, shown, inside, has } = matter;
  const { notes } = matter.state.draft;
  return (
    <PaperContext value={true}>
      <article className="report" ref={page} aria-label={title}>
        <header className="report__head">
          <h1>
            <SymbolText text={title} />
          </h1>
          <p className="report__by">
            {name !== "" && <span>{name}</span>}
            <time>{dateWords(new Date())}</time>
          </p>
        </header>
        {task !== null && has("task") && <task.Section under={title} />}
        <Run run={run} pinned={pinned} />
        <Figures shown={shown} drawn={figures.byId} />
        {has("numbers") && (
          <ReportNumbers run={run} pinned={pinned} delays={delays} hasTheory={has("theory")} />
        )}
        {notes.trim() !== "" && (
          <KeptBoundary kept={REPORT} which={matter.state.key ?? ""} part="The notes" value={notes}>
            <Notes notes={notes} />
          </KeptBoundary>
        )}
        {has("settings") && <ReportSettings />}
        {has("programs") && <Programs codes={(run.scenario.programs ?? []).map(({ code }) => code)} />}
        <Origin run={run} />
      </article>
      <FigureMaker run={run} pinned={pinned} shown={shown} probes={inside} onDrawn={figures.onDrawn} />
    </PaperContext>
  );
}

/** The text of each custom program in the run. */
function Programs({ codes }: { readonly codes: readonly string[] }) {
  return codes.map((code) => (
    <section key={code} className="report__program">
      <h2>{`Program: ${nameOf({ name: "", kind: "sender", text: code })}`}</h2>
      <pre translate="no">{code}</pre>
    </section>
  ));
}

/** Sentences about the run and its results. */
function Run({ run, pinned }: Pick<ReportPageProps, "run" | "pinned">) {
  const scenario = useBenchState((state) => state.scenario);
  const before = useBenchState((state) => state.pinned?.scenario);
  const sentences = [
    ...runSentences(scenario),
    ...(before === undefined ? [] : [comparedWith(before, scenario)]),
  ];
  const difference = pinned === null ? [] : differenceSentence(run, pinned);
  const result: readonly SentencePart[] = difference.length === 0 ? presentState(run) : difference;
  return (
    <ReportSection title="The run">
      <p>
        <SymbolText text={sentences.join(" ")} />
      </p>
      <p className="report__result">
        <SymbolText text={`${result.map(({ text }) => text).join("")}.`} />
      </p>
    </ReportSection>
  );
}

/** Returns sentences about senders, queue and path. Duration, seed and changes have their own sentences. */
export function runSentences(scenario: Scenario): string[] {
  const count = scenario.changes.length;
  const changes = count === 0 ? "" : `, with ${counted(count, "change")} during the run`;
  const usual = { ...scenario, run: { ...scenario.run, ...defaultScenario().run }, changes: [] };
  return [
    `${scenarioWords(usual)}.`,
    `Simulated for ${durationOf(scenario)} s with seed ${scenario.run.seed}${changes}.`,
  ];
}

/** Returns "Compared with the pinned run, β_ecn 0.50 (grey in the figures)." */
export function comparedWith(pinned: Scenario, now: Scenario): string {
  const { pinned: name } = runLabels(pinned, now);
  const comparison = { before: "with other settings", "the same": "with the same settings" }[name] ?? name;
  return `Compared with the pinned run, ${comparison} (grey in the figures).`;
}

interface FiguresProps {
  /** The chosen figures. */
  readonly shown: readonly FigureChoice[];
  readonly drawn: DrawnFigures["byId"];
}

/** The figures, numbered in the order of the page. */
function Figures({ shown, drawn }: FiguresProps) {
  const figures = shown.flatMap(({ id }) => {
    const figure = drawn.get(id)?.figure ?? null;
    return figure === null ? [] : [{ id, ...figure }];
  });
  if (figures.length === 0) return null;
  return (
    <ReportSection title="Figures">
      <div className="report__figures">
        {figures.map(({ id, title, svg, covered, spoken }, index) => (
          <figure key={id} className={isWide(id) ? "report__figure report__figure--wide" : "report__figure"}>
            <Wide label={`Figure ${index + 1}.`}>
              <img src={`data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`} alt={spoken} />
            </Wide>
            <figcaption>
              <b>{`Figure ${index + 1}.`}</b> <SymbolText text={captionText(title, covered)} />
            </figcaption>
          </figure>
        ))}
      </div>
    </ReportSection>
  );
}

/** Returns the text below a figure after its name. Symbols keep their lower case. */
export function captionText(title: string, covered: readonly string[]): string {
  const name = /^(?:cwnd|ssthresh|\p{L}_?\b)/u.test(title)
    ? title
    : `${title.charAt(0).toUpperCase()}${title.slice(1)}`;
  return [`${name}.`, ...covered].join(" ");
}

function Notes({ notes }: { readonly notes: string }) {
  return (
    <ReportSection title="Notes">
      <div className="report__notes">
        <MarkdownText text={notes} lang="" />
      </div>
    </ReportSection>
  );
}

/** Instructions to repeat the run: the URL as text and QR code, the command, version, seed and digest. */
function Origin({ run }: { readonly run: RunView }) {
  const { url } = useBench();
  const scenario = useBenchState((state) => state.scenario);
  // The URL contains both runs.
  const pinned = useBenchState((state) => state.pinned?.scenario);
  const link = url.runLink();
  return (
    <ReportSection title="Repeat this run">
      <div className="report__origin">
        <div>
          <p>
            {`The link opens this run${pinned === undefined ? "" : ", and the pinned one,"} on the bench; with identical results on every computer.`}
          </p>
          <p className="report__link" translate="no">
            <a href={link}>{link}</a>
          </p>
          <p>In a terminal, in a copy of the project:</p>
          <pre translate="no">{commandFor(scenario)}</pre>
          <p translate="no">{runStamp(scenario, run.snapshot)}</p>
        </div>
        <Qr link={link} />
      </div>
    </ReportSection>
  );
}

/** Size of a QR module in mm that a camera can read, and the minimum size of the code. */
const MODULE_MM = 0.45;
const LEAST_MM = 28;

function Qr({ link }: { readonly link: string }) {
  const code = qrPath(link);
  if (code === null) return null;
  const { size, path } = code;
  const mm = Math.max(LEAST_MM, size * MODULE_MM);
  return (
    <svg
      viewBox={`0 0 ${size} ${size}`}
      width={`${mm}mm`}
      height={`${mm}mm`}
      role="img"
      aria-label="QR code of the link"
    >
      <path fill="#fff" d={`M0 0h${size}v${size}H0z`} />
      <path fill="#000" d={path} />
    </svg>
  );
}

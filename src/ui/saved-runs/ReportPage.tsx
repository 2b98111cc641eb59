/** The page itself, as it is printed and saved: black on white, with nothing on it that can be pressed but links. */
import {
  type ComponentType,
  createContext,
  type Ref,
  type RefObject,
  use,
  useMemo,
  useSyncExternalStore,
} from "react";
import {
  defaultScenario,
  type FlowDelays,
  presets,
  type Scenario,
  scenarioToFlags,
  scenarioToUrl,
} from "../../engine/index.ts";
import { counted } from "../../experiments/counted.ts";
import { KeptBoundary } from "../bench/kept-on-device.tsx";
import { MarkdownText } from "../bench/markdown/Markdown.tsx";
import { differenceSentence, presentState, type SentencePart } from "../bench/numbers/difference.ts";
import { type PageFigure, runStamp } from "../bench/pictures/shown-plots.ts";
import { runLabels } from "../bench/run-words.ts";
import { scenarioWords } from "../bench/setting-differences.ts";
import { PaperContext, readColours } from "../shared/chart/colours.ts";
import { qrPath } from "../shared/QrCode.tsx";
import { SymbolText } from "../shared/SymbolText.tsx";
import { nameOf } from "../state/my-programs.ts";
import type { RunView } from "../state/run-view.ts";
import { durationOf } from "../state/store.ts";
import { useBench, useBenchState } from "../state/use-store.ts";
import {
  type FigureChoice,
  FigureStage,
  isShown,
  isWide,
  type ProbeFigure,
  plotFigures,
  probeFigures,
} from "./FigureStage.tsx";
import { ReportNumbers } from "./ReportNumbers.tsx";
import { dateWords, ReportSection, Wide } from "./ReportSection.tsx";
import { ReportSettings } from "./ReportSettings.tsx";
import { REPORT, type ReportState, type ReportStore } from "./report-store.ts";

/** The task that the run answers, as the feature of tasks tells it. */
export interface ReportedTask {
  readonly title: string;
  /** Empty where anybody may write a name. */
  readonly student: string;
  /** `under`: the page's title; the task's is not said twice. */
  readonly Section: ComponentType<{ readonly under: string }>;
}

/** A hook, given by the shell, which knows tasks; it returns null where the run answers none. */
export const ReportedTaskContext = createContext<() => ReportedTask | null>(() => null);

/** Parts beside the figures. */
const PARTS: readonly FigureChoice[] = [
  { id: "task", label: "The task", isUsual: true },
  { id: "numbers", label: "Numbers", isUsual: true },
  { id: "theory", label: "What theory says", isUsual: false },
  { id: "settings", label: "Settings", isUsual: true },
  { id: "programs", label: "Programs", isUsual: true },
];

/** What a report of the bench's run is made of: on the screen where it is written, and where the bench itself is printed. */
export interface ReportMatter {
  readonly state: ReportState;
  readonly title: string;
  readonly name: string;
  readonly task: ReportedTask | null;
  readonly plots: readonly FigureChoice[];
  readonly inside: readonly ProbeFigure[];
  readonly parts: readonly FigureChoice[];
  /** The figures that are asked for. */
  readonly shown: readonly FigureChoice[];
  readonly has: (part: string) => boolean;
}

export function useReport(report: ReportStore, run: RunView): ReportMatter {
  const state = useSyncExternalStore(report.store.subscribe, report.store.get);
  const scenario = useBenchState((own) => own.scenario);
  const useTask = use(ReportedTaskContext);
  const task = useTask();
  const { title, toggled } = state.draft;
  const plots = plotFigures(run.snapshot.results.flows.length);
  const inside = useMemo(() => probeFigures(run), [run]);
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
    shown: [...plots, ...inside].filter((choice) => isShown(choice, toggled)),
    has: (id) => parts.some((part) => part.id === id && isShown(part, toggled)),
  };
}

/** Where nobody has written one: the task's, that of the preset that is shown unchanged, or a general one. */
export function suggestedTitle(scenario: Scenario, task: string | null): string {
  const url = scenarioToUrl(scenario);
  return task ?? presets.find((preset) => scenarioToUrl(preset.scenario) === url)?.label ?? "Report";
}

interface ReportPageProps {
  readonly matter: ReportMatter;
  readonly run: RunView;
  readonly pinned: RunView | null;
  /** Null while they are counted, and of one flow. */
  readonly delays: FlowDelays | null;
  /** As far as they are drawn. */
  readonly figures: ReadonlyMap<string, PageFigure>;
  readonly page: Ref<HTMLElement>;
  /** Where figures are drawn. */
  readonly stage: RefObject<HTMLDivElement | null>;
}

export function ReportPage({ matter, run, pinned, delays, figures, page, stage }: ReportPageProps) {
  const { title, name, task, shown, inside, has } = matter;
  const { notes, toggled } = matter.state.draft;
  // The stage's pixels are seen by nobody: its plots are drawn again as vectors, in the colours of paper.
  const paper = useMemo(() => ({ colours: readColours(), dpr: 1 }), []);
  const probes = inside.filter(({ id }) => toggled.includes(id));
  return (
    <PaperContext value={paper}>
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
        <Figures shown={shown} drawn={figures} />
        {has("numbers") && (
          <ReportNumbers run={run} pinned={pinned} delays={delays} hasTheory={has("theory")} />
        )}
        {notes.trim() !== "" && (
          <KeptBoundary of={REPORT} which={matter.state.key ?? ""} part="The notes" value={notes}>
            <Notes notes={notes} />
          </KeptBoundary>
        )}
        {has("settings") && <ReportSettings />}
        {has("programs") && <Programs codes={run.scenario.programs ?? []} />}
        <Origin run={run} />
      </article>
      <FigureStage run={run} pinned={pinned} probes={probes} place={stage} />
    </PaperContext>
  );
}

/** The text of every custom program in the run. */
function Programs({ codes }: { readonly codes: readonly string[] }) {
  return codes.map((code) => (
    <section key={code} className="report__program">
      <h2>{`Program: ${nameOf({ name: "", kind: "sender", text: code })}`}</h2>
      <pre translate="no">{code}</pre>
    </section>
  ));
}

/** What was run, and what came of it, in sentences. */
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

/** Senders, queue and path; duration, seed and changes have a sentence of their own. */
export function runSentences(scenario: Scenario): string[] {
  const count = scenario.changes.length;
  const changes = count === 0 ? "" : `, with ${counted(count, "change")} in mid-run`;
  const usual = { ...scenario, run: { ...scenario.run, ...defaultScenario().run }, changes: [] };
  return [
    `${scenarioWords(usual)}.`,
    `Simulated for ${durationOf(scenario)} s with seed ${scenario.run.seed}${changes}.`,
  ];
}

/** "Compared with the pinned run, β_ecn 0.50 (grey in the figures)." */
export function comparedWith(pinned: Scenario, now: Scenario): string {
  const { pinned: name } = runLabels(pinned, now);
  const said = { before: "with other settings", "the same": "with the same settings" }[name] ?? name;
  return `Compared with the pinned run, ${said} (grey in the figures).`;
}

interface FiguresProps {
  /** Those that are asked for. */
  readonly shown: readonly FigureChoice[];
  readonly drawn: ReportPageProps["figures"];
}

/** Numbered in the order of the page. */
function Figures({ shown, drawn }: FiguresProps) {
  const figures = shown.flatMap(({ id }) => {
    const figure = drawn.get(id);
    return figure === undefined ? [] : [{ id, ...figure }];
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

/** What stands under a figure, behind its name. Symbols keep their small letters. */
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

/** How to have the same run again: the link in letters and as a QR code, the command, version, seed and digest. */
function Origin({ run }: { readonly run: RunView }) {
  const { url } = useBench();
  const scenario = useBenchState((state) => state.scenario);
  // The link has both runs.
  const pinned = useBenchState((state) => state.pinned?.scenario);
  const link = url.runLink();
  return (
    <ReportSection title="To run it again">
      <div className="report__origin">
        <div>
          <p>
            {`The link opens this run${pinned === undefined ? "" : ", and the pinned one,"} on the bench; the bits are the same on every machine.`}
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

/** Repeats the run in a terminal. */
export function commandFor(scenario: Scenario): string {
  return `npm run -s sim -- run ${scenarioToFlags(scenario)}`.trim();
}

/** A module of the code must be large enough for a camera. */
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

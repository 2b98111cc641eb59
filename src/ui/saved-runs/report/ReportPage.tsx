/** The page itself, as it is printed and saved: black on white, with nothing on it that can be pressed but links. */
import "./report-page.css";
import { type Ref, useMemo } from "react";
import { defaultScenario, type FlowDelays, type Scenario } from "../../../engine/index.ts";
import { tokensOf } from "../../../teaching/document.ts";
import { scenarioWords } from "../../bench/base-words.ts";
import { differenceSentence, type SentencePart } from "../../bench/numbers/difference.ts";
import { presentState } from "../../bench/numbers/present-sentence.ts";
import type { RunView } from "../../bench/plots/chart-props.ts";
import { PaperContext } from "../../shared/chart/paper.ts";
import { readColours } from "../../shared/chart/theme-colours.ts";
import { Markdown } from "../../shared/markdown/Markdown.tsx";
import { SymbolText } from "../../shared/SymbolText.tsx";
import { useBenchState } from "../../state/use-store.ts";
import { ReportFigures, type ShownFigure } from "./ReportFigures.tsx";
import { ReportNumbers } from "./ReportNumbers.tsx";
import { ReportOrigin } from "./ReportOrigin.tsx";
import { ReportSection } from "./ReportSection.tsx";
import { ReportSettings } from "./ReportSettings.tsx";
import { ReportTask } from "./ReportTask.tsx";
import { comparedWith, dateWords, runSentences } from "./report-words.ts";

export interface ReportPageProps {
  readonly title: string;
  readonly name: string;
  readonly notes: string;
  readonly run: RunView;
  readonly pinned: RunView | null;
  /** Null while they are counted, and of one flow. */
  readonly delays: FlowDelays | null;
  readonly figures: readonly ShownFigure[];
  readonly has: (part: string) => boolean;
  readonly page: Ref<HTMLElement>;
}

export function ReportPage(props: ReportPageProps) {
  const { title, name, notes, run, pinned, delays, figures, has, page } = props;
  const paper = useMemo(() => ({ colours: readColours(), dpr: 1 }), []);
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
        {has("task") && <ReportTask under={title} />}
        <Run run={run} pinned={pinned} />
        {figures.length > 0 && (
          <ReportSection title="Figures">
            <ReportFigures figures={figures} />
          </ReportSection>
        )}
        {has("numbers") && (
          <ReportNumbers run={run} pinned={pinned} delays={delays} hasTheory={has("theory")} />
        )}
        {notes.trim() !== "" && <Notes notes={notes} />}
        {has("settings") && <ReportSettings />}
        <ReportOrigin run={run} />
      </article>
    </PaperContext>
  );
}

/** What was run, and what came of it, in sentences. */
function Run({ run, pinned }: Pick<ReportPageProps, "run" | "pinned">) {
  const scenario = useBenchState((state) => state.scenario);
  const before = useBenchState((state) => state.pinned?.scenario);
  const sentences = [
    ...runSentences(scenario, scenarioWords(withUsualRun(scenario))),
    ...(before === undefined ? [] : [comparedWith(before, scenario)]),
  ];
  return (
    <ReportSection title="The run">
      <p>
        <SymbolText text={sentences.join(" ")} />
      </p>
      <p className="report__result">
        <SymbolText text={`${textOf(resultOf(run, pinned))}.`} />
      </p>
    </ReportSection>
  );
}

/** Duration, seed and changes have a sentence of their own. */
function withUsualRun(scenario: Scenario): Scenario {
  return { ...scenario, run: { ...scenario.run, ...defaultScenario().run }, changes: [] };
}

function resultOf(run: RunView, pinned: RunView | null): readonly SentencePart[] {
  const difference = pinned === null ? [] : differenceSentence(run, pinned);
  return difference.length === 0 ? presentState(run) : difference;
}

function textOf(parts: readonly SentencePart[]): string {
  return parts.map(({ text }) => text).join("");
}

function Notes({ notes }: { readonly notes: string }) {
  const tokens = useMemo(() => tokensOf(notes), [notes]);
  return (
    <ReportSection title="Notes">
      <div className="report__notes">
        <Markdown tokens={tokens} lang="" />
      </div>
    </ReportSection>
  );
}

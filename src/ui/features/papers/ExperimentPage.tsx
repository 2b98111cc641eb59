/**
 * The page of one figure or table: what the paper showed, our pictures, the claims, our assumptions, and a button to run it
 * again.
 */

import { memo, useCallback, useEffect, useId, useMemo, useRef, useState } from "react";
import { isPaper } from "../../../experiments/claim-tally.ts";
import type {
  Claim,
  Experiment,
  Figure,
  Outcome,
  Paper,
  Series,
  StoredOutcome,
  StudySize,
} from "../../../experiments/experiment.ts";
import { counted, ofNumber } from "../../../lib/counted.ts";
import { useBench } from "../../core/use-store.ts";
import { FigureChart } from "../../shared/figures/FigureChart.tsx";
import { OutcomeTable, type RunLinks, type Stamp } from "../../shared/figures/FigureFrame.tsx";
import { sourceOf } from "../../shared/figures/figure-shapes.ts";
import { HeatMapChart } from "../../shared/figures/HeatMapChart.tsx";
import { GlossaryText } from "../../shared/glossary/GlossaryText.tsx";
import { ErrorBoundary } from "../../shared/lazy.tsx";
import { SymbolText } from "../../shared/SymbolText.tsx";
import { largeNumber, partOfRuns } from "../../shared/time-words.ts";
import { ClaimsList, PutToTheTest } from "./ClaimsList.tsx";
import { FigureLink, Prose } from "./FigureLink.tsx";
import { type FigureRuns, usePapers, useRunsState, useStored } from "./papers-store.ts";
import { besidePublished, leftOutWords, seedWords } from "./quick-look.ts";
import type { Shown } from "./RunBar.tsx";
import { RunBar } from "./RunBar.tsx";
import { neighboursOf, paperPlace, placeWords, shelvesOf, sizeName } from "./shelves.ts";
import type { Loaded } from "./stored-results.ts";

export function ExperimentPage({ experiment }: { readonly experiment: Experiment }) {
  const figureRuns = usePapers().figureRuns(experiment);
  const loaded = useStored(experiment.id);
  const status = useRunsState(figureRuns.runs, (state) => state.status);
  const [wanted, setWanted] = useState<Shown>(status === "idle" ? "published" : "here");
  // Without published results, only results computed here can be shown.
  const shown =
    loaded?.stored == null && status !== "idle" ? "here" : status === "idle" ? "published" : wanted;
  const start = useCallback(
    (size: StudySize) => {
      figureRuns.start(size);
      setWanted("here");
    },
    [figureRuns],
  );
  return (
    <div className="papers-page">
      <FigureRail experiment={experiment} />
      <main className="study" aria-labelledby="study-title">
        <Heading experiment={experiment} />
        <RunBar figureRuns={figureRuns} loaded={loaded} shown={shown} onShow={setWanted} onStart={start} />
        <ErrorBoundary part="The pictures">
          <Results experiment={experiment} figureRuns={figureRuns} loaded={loaded} shown={shown} />
        </ErrorBoundary>
        <Neighbours experiment={experiment} />
      </main>
    </div>
  );
}

function Heading({ experiment }: { readonly experiment: Experiment }) {
  const { paper, title, shows } = experiment;
  const heading = useRef<HTMLHeadingElement>(null);
  // A new figure is shown from its top, for the eye and for screen readers.
  useEffect(() => {
    window.scrollTo(0, 0);
    heading.current?.focus({ preventScroll: true });
  }, []);
  return (
    <header className="study__head">
      <p className="study__crumbs">
        <FigureLink id={null}>Papers</FigureLink>
        <span aria-hidden="true"> › </span>
        <span>{paperPlace(experiment)}</span>
      </p>
      <h2 id="study-title" ref={heading} tabIndex={-1}>
        <Prose text={title} />
      </h2>
      <p className="study__shows">
        <Prose text={shows} />
      </p>
      <p className="study__citation">{paper.citation}</p>
    </header>
  );
}

interface ResultsProps {
  readonly experiment: Experiment;
  readonly figureRuns: FigureRuns;
  readonly loaded: Loaded | null;
  readonly shown: Shown;
}

function Results({ experiment, figureRuns, loaded, shown }: ResultsProps) {
  const stored = loaded?.stored ?? null;
  const here = useRunsState(figureRuns.runs, (state) => state.outcome);
  const status = useRunsState(figureRuns.runs, (state) => state.status);
  const size = shown === "here" ? figureRuns.size : (stored?.size ?? "full");
  const whole = stored !== null && stored.size === "full" ? stored.outcome : null;
  const left = useLeftOut(figureRuns, size);
  const outcome = useShownOutcome(shown === "here" ? here : (stored?.outcome ?? null), whole, left);
  const links = useRunLinks(experiment, figureRuns, size);
  const tested = useCallback(
    (claim: Claim) => <PutToTheTest of={experiment.id} claim={claim} />,
    [experiment.id],
  );
  const stamp = useStamp(experiment, figureRuns, shown, size, stored, left);
  useReturn(experiment, outcome !== null);
  const curves = outcome === null ? "" : paperCurveWords(outcome.figures, experiment.paper);
  return (
    <div className={isShort(outcome) ? "study__columns study__columns--short" : "study__columns"}>
      <div className="study__pictures">
        {outcome === null ? (
          <NoOutcome loaded={loaded} shown={shown} />
        ) : (
          <>
            {shown === "here" && status !== "done" && (
              <p className="study__left-out">
                Some runs are still in progress: each point and its spread cover the completed seeds.
              </p>
            )}
            {left !== null && <p className="study__left-out">{left.words}</p>}
            {curves !== "" && (
              <p className="study__curves">
                <SymbolText text={curves} />
              </p>
            )}
            <Figures
              outcome={outcome}
              steady={shown === "here" ? (stored?.outcome ?? null) : null}
              links={links}
              stamp={stamp}
            />
          </>
        )}
      </div>
      <div className="study__claims">
        <ClaimsList
          claims={outcome?.claims ?? []}
          paper={experiment.paper}
          published={whole?.claims ?? null}
          tested={tested}
          pending={shown === "here" && status !== "done"}
          size={size}
        />
      </div>
      {loaded !== null && (
        <div className="study__sources">
          <Sources experiment={experiment} stored={stored} />
        </div>
      )}
    </div>
  );
}

/** A description of what a quick look omits. */
interface LeftOut {
  readonly words: string;
  readonly seeds: string;
}

/** Returns what the quick look omits; null at full size, and if its runs cannot be determined. */
function useLeftOut(figureRuns: FigureRuns, size: StudySize): LeftOut | null {
  return useMemo(() => {
    const counts = size === "full" ? null : [figureRuns.links.count("quick"), figureRuns.links.count("full")];
    if (counts === null || counts.includes(null)) return null;
    const [quick, full] = [figureRuns.links.jobs("quick"), figureRuns.links.jobs("full")];
    return { words: leftOutWords(quick, full), seeds: seedWords(quick, full) };
  }, [figureRuns, size]);
}

/** Returns the results to show. A quick look keeps the positions of the full figure. */
function useShownOutcome(
  outcome: Outcome | null,
  whole: Outcome | null,
  left: LeftOut | null,
): Outcome | null {
  return useMemo(
    () => (outcome === null || left === null ? outcome : besidePublished(outcome, whole, left.seeds)),
    [outcome, whole, left],
  );
}

/** Number of pictures up to which the notes fit below them, next to the claims. */
const FEW_PICTURES = 3;

function isShort(outcome: Outcome | null): boolean {
  if (outcome === null) return false;
  const { figures, heatMaps, tables } = outcome;
  return figures.length + heatMaps.length + tables.length <= FEW_PICTURES;
}

/** Restores the scroll position after a visit to the bench, as soon as the pictures make the page long enough. */
function useReturn({ id }: Experiment, isDrawn: boolean): void {
  const study = usePapers();
  useEffect(() => {
    if (!isDrawn || study.left === null) return;
    if (study.left.id === id) window.scrollTo(0, study.left.scrolledTo);
    study.left = null;
  }, [study, id, isDrawn]);
}

function NoOutcome({ loaded, shown }: Pick<ResultsProps, "loaded" | "shown">) {
  if (shown === "here") return <p className="waiting">The first runs are in progress…</p>;
  if (loaded === null) return <p className="waiting">Fetching the published results…</p>;
  return (
    <p className="waiting">
      There are no published results. Run the figure here: its points appear as they are computed.
    </p>
  );
}

function useRunLinks({ id }: Experiment, figureRuns: FigureRuns, size: StudySize): RunLinks {
  const bench = useBench();
  const study = usePapers();
  return useMemo(
    () => ({
      href: (job) => figureRuns.links.href(size, job),
      open: (job) => {
        const scenario = figureRuns.links.scenario(size, job);
        if (scenario === null) return;
        study.left = { id, scrolledTo: window.scrollY };
        bench.openRun(scenario, figureRuns.links.compared(size, job)?.scenario);
      },
      beside: (job) => figureRuns.links.compared(size, job)?.what ?? null,
    }),
    [bench, study, figureRuns, size, id],
  );
}

/** Returns the lines that a saved file contains: the figure, what computed it, and its address. */
function useStamp(
  experiment: Experiment,
  figureRuns: FigureRuns,
  shown: Shown,
  size: StudySize,
  stored: StoredOutcome | null,
  left: LeftOut | null,
) {
  const bench = useBench();
  return useCallback(() => {
    const by = shown === "published" && stored !== null ? byVersion(stored) : byBrowser(partOf(figureRuns));
    return [stampWords(experiment, size, by), bench.url.link(), ...(left === null ? [] : [left.words])];
  }, [experiment, figureRuns, shown, size, stored, left, bench]);
}

/** Returns the progress; null after all runs are complete. */
function partOf({ runs }: FigureRuns): { done: number; total: number } | null {
  const { status, done, total } = runs.store.get();
  return status === "done" ? null : { done, total };
}

function Neighbours({ experiment }: { readonly experiment: Experiment }) {
  const { before, after } = neighboursOf(experiment, usePapers().experiments);
  return (
    <nav className="study__neighbours" aria-label="Neighbouring figures">
      {before === null ? (
        <span />
      ) : (
        <FigureLink id={before.id}>
          <span>
            ← <SymbolText text={neighbourName(before)} />
          </span>
        </FigureLink>
      )}
      {after !== null && (
        <FigureLink id={after.id}>
          <span>
            <SymbolText text={neighbourName(after)} /> →
          </span>
        </FigureLink>
      )}
    </nav>
  );
}

/**
 * The list of all other figures, by paper, next to a figure. If there is no room for the list, the overview replaces
 * it.
 */
const FigureRail = memo(function FigureRail({ experiment }: { readonly experiment: Experiment }) {
  const { experiments } = usePapers();
  const rail = useRef<HTMLElement>(null);
  useEffect(() => {
    rail.current?.querySelector("[aria-current]")?.scrollIntoView({ block: "nearest" });
  }, []);
  return (
    <nav className="figure-rail" aria-label="Figures" ref={rail}>
      {shelvesOf(experiments).map(({ paper, experiments: own }) => (
        <section key={paper.id}>
          <h2>{paper.label}</h2>
          <ul>
            {own.map((one) => (
              <li key={one.id}>
                <FigureLink id={one.id} current={one.id === experiment.id} className="figure-rail__link">
                  {one.where !== "" && <span className="figure-rail__where">{placeWords(one)}</span>}
                  <span>
                    <SymbolText text={one.title} />
                  </span>
                </FigureLink>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </nav>
  );
});

interface FiguresProps {
  readonly outcome: Outcome;
  /** The outcome whose axes are kept while points arrive. */
  readonly steady: Outcome | null;
  readonly links: RunLinks;
  readonly stamp: Stamp;
}

/** All pictures of an outcome: figures, heat maps, tables. */
const Figures = memo(function Figures({ outcome, steady, links, stamp }: FiguresProps) {
  const { figures, heatMaps, tables } = outcome;
  return (
    <div className={figures.length + heatMaps.length > 1 ? "pictures pictures--many" : "pictures"}>
      {figures.map((figure) => (
        <FigureChart
          key={figure.id}
          figure={figure}
          steady={steady?.figures.find(({ id }) => id === figure.id) ?? null}
          links={links}
          stamp={stamp}
        />
      ))}
      {heatMaps.map((map) => (
        <HeatMapChart key={map.id} map={map} links={links} stamp={stamp} />
      ))}
      {tables.map((table) => (
        <OutcomeTable key={table.id} table={table} stamp={stamp} />
      ))}
    </div>
  );
});

interface SourcesProps {
  readonly experiment: Experiment;
  readonly stored: StoredOutcome | null;
}

/** The assumptions where the paper is silent, our differences from it, and the version that computed the published results. */
export const Sources = memo(function Sources({ experiment, stored }: SourcesProps) {
  return (
    <>
      <Remarks
        title={isPaper(experiment.paper) ? "Choices where the paper gives no value" : "Choices"}
        lines={experiment.chosen}
      />
      <Remarks title="Known differences" lines={experiment.differences} />
      {stored !== null && <Origin stored={stored} />}
    </>
  );
});

function Remarks({ title, lines }: { readonly title: string; readonly lines: readonly string[] }) {
  const titleId = useId();
  if (lines.length === 0) return null;
  return (
    <section className="remarks" aria-labelledby={titleId}>
      <h3 id={titleId}>{title}</h3>
      <ul>
        {lines.map((line) => (
          <li key={line}>
            <Prose text={line} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function Origin({ stored }: { readonly stored: StoredOutcome }) {
  const titleId = useId();
  const { id, size, digest } = stored;
  return (
    <section className="remarks" aria-labelledby={titleId}>
      <h3 id={titleId}>Origin of the published results</h3>
      <p>
        <span>
          <GlossaryText text={originWords(stored)} />
        </span>
        <code translate="no">{digest}</code>
      </p>
      <p>
        On a command line:{" "}
        <code translate="no">{`npm run -s sim -- reproduce ${id}${size === "quick" ? " --quick" : ""} -o results`}</code>
      </p>
    </section>
  );
}

/**
 * Returns which of the paper's curves are drawn: only those whose values its text gives. Nothing is measured from a picture.
 * Empty without a paper or curve.
 */
export function paperCurveWords(figures: readonly Figure[], paper: Pick<Paper, "id">): string {
  if (!isPaper(paper) || figures.length === 0) return "";
  const figuresGiven = (wanted: Given) => figures.filter((figure) => givenOf(figure) === wanted);
  const [whole, part, none] = [figuresGiven("whole"), figuresGiven("part"), figuresGiven("none")];
  if (none.length === figures.length) {
    return "The text of the paper gives no values of its curves, so none are drawn.";
  }
  const inThese = (some: readonly Figure[]) => (some.length === figures.length ? "" : ` in ${named(some)}`);
  return [
    ...(whole.length === 0
      ? []
      : [
          `The paper’s text gives its curves value by value${inThese(whole)}: they are drawn dotted or hollow.`,
        ]),
    ...(part.length === 0
      ? []
      : [
          `The paper’s text gives single values, levels or bounds${inThese(part)}: they are drawn dotted or hollow, and the shape of its curves between them is not known.`,
        ]),
    ...(none.length === 0 ? [] : [`It gives no curves in ${named(none)}.`]),
  ].join(" ");
}

/** How much of a picture the paper's text gives. */
type Given = "whole" | "part" | "none";

/** Returns "whole" if there are several series, each with a value at every position of ours. */
function givenOf({ series }: Figure): Given {
  const seriesFrom = (source: Series["source"]) => series.filter((one) => sourceOf(one) === source);
  const paper = seriesFrom("paper");
  if (paper.length === 0) return "none";
  const values = ({ y }: Series) => y.filter((value) => value !== null).length;
  const most = Math.max(...seriesFrom("ours").map(({ x }) => x.length));
  return paper.length > 1 && paper.every((one) => values(one) === most) ? "whole" : "part";
}

const MOST_TITLES = 2;

function named(figures: readonly Figure[]): string {
  if (figures.length > MOST_TITLES) return `${figures.length} pictures`;
  return figures.map(({ title }) => `“${title}”`).join(" and ");
}

/** Returns the source of published results. The digest of the results follows this text. */
export function originWords({ jobs, packets, version, size }: StoredOutcome): string {
  const runs =
    jobs === 0
      ? "Closed forms, computed without runs"
      : `${counted(jobs, "run")}, ${largeNumber(packets)} ${ofNumber(packets, "packet")}`;
  return `${runs}, by version ${version}, ${sizeName(size)}. Digest of all runs: `;
}

/** Returns the name of a figure in the list of its neighbours. */
function neighbourName({ paper, where, title }: Pick<Experiment, "paper" | "where" | "title">): string {
  return where === "" ? title : `${paper.label}, ${where}`;
}

/** Returns the line for a saved file. `by` is the source of the results. */
export function stampWords(
  experiment: Pick<Experiment, "paper" | "where" | "id">,
  size: StudySize,
  by: string,
): string {
  return `Sawtooth: ${paperPlace(experiment)} (${experiment.id}), ${sizeName(size)}, ${by}`;
}

export function byVersion({ version, digest }: Pick<StoredOutcome, "version" | "digest">): string {
  return `version ${version}, digest ${digest}`;
}

/** Returns a text on results computed in the browser. `part` is null if all runs are complete. */
export function byBrowser(part: { readonly done: number; readonly total: number } | null): string {
  const computed = "computed in the browser";
  return part === null ? computed : `${computed}, ${partOfRuns(part.done, part.total)}`;
}

/** One figure or table: what the paper showed, our pictures, what holds, what was chosen, and the way to run it again. */
import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import type { Claim, Experiment, Outcome, Size, StoredOutcome } from "../../experiments/experiment.ts";
import type { RunLinks } from "../shared/figures/Picture.tsx";
import { ErrorBoundary } from "../shared/lazy.tsx";
import { SymbolText } from "../shared/SymbolText.tsx";
import { useBench } from "../state/use-store.ts";
import { besidePublished } from "./beside-published.ts";
import { ClaimsList } from "./ClaimsList.tsx";
import { FigureLink } from "./FigureLink.tsx";
import { FigureRail } from "./FigureRail.tsx";
import { neighboursOf } from "./library.ts";
import type { Loaded } from "./load-stored.ts";
import { PaperCurves } from "./PaperCurves.tsx";
import { Pictures } from "./Pictures.tsx";
import { Prose } from "./Prose.tsx";
import { PutToTheTest } from "./PutToTheTest.tsx";
import { byBrowser, byVersion, neighbourName, paperPlace, stampWords } from "./paper-words.ts";
import { leftOutWords, seedWords } from "./quick-words.ts";
import { RunBar } from "./RunBar.tsx";
import { Sources } from "./Sources.tsx";
import { type Desk, useRunsState, useStored, useStudy } from "./study.ts";

/** Which results are shown: the published ones, or those of the run on this device. */
export type Shown = "published" | "here";

export function ExperimentPage({ experiment }: { readonly experiment: Experiment }) {
  const desk = useStudy().desk(experiment);
  const loaded = useStored(experiment.id);
  const status = useRunsState(desk.runs, (state) => state.status);
  const [wanted, setWanted] = useState<Shown>(status === "idle" ? "published" : "here");
  // Without published results there is nothing else to show than what is run here.
  const shown =
    loaded?.stored == null && status !== "idle" ? "here" : status === "idle" ? "published" : wanted;
  const start = useCallback(
    (size: Size) => {
      desk.start(size);
      setWanted("here");
    },
    [desk],
  );
  return (
    <div className="papers-page">
      <FigureRail experiment={experiment} />
      <main className="study" aria-labelledby="study-title">
        <Heading experiment={experiment} />
        <RunBar desk={desk} loaded={loaded} shown={shown} onShow={setWanted} onStart={start} />
        <ErrorBoundary part="The pictures">
          <Results experiment={experiment} desk={desk} loaded={loaded} shown={shown} />
        </ErrorBoundary>
        <Neighbours experiment={experiment} />
      </main>
    </div>
  );
}

function Heading({ experiment }: { readonly experiment: Experiment }) {
  const { paper, title, shows } = experiment;
  const heading = useRef<HTMLHeadingElement>(null);
  // A new figure begins at its top, for the eye as for a reader of the screen.
  useEffect(() => {
    window.scrollTo(0, 0);
    heading.current?.focus({ preventScroll: true });
  }, []);
  return (
    <header className="study__head">
      <p className="study__crumbs">
        <FigureLink id={null}>Papers</FigureLink>
        <span aria-hidden="true"> › </span>
        {paperPlace(experiment)}
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
  readonly desk: Desk;
  readonly loaded: Loaded | null;
  readonly shown: Shown;
}

function Results({ experiment, desk, loaded, shown }: ResultsProps) {
  const stored = loaded?.stored ?? null;
  const here = useRunsState(desk.runs, (state) => state.outcome);
  const status = useRunsState(desk.runs, (state) => state.status);
  const size = shown === "here" ? desk.size : (stored?.size ?? "full");
  const whole = stored !== null && stored.size === "full" ? stored.outcome : null;
  const left = useLeftOut(desk, size);
  const outcome = useShownOutcome(shown === "here" ? here : (stored?.outcome ?? null), whole, left);
  const links = useRunLinks(experiment, desk, size);
  const tested = useCallback(
    (claim: Claim) => <PutToTheTest of={experiment.id} claim={claim} />,
    [experiment.id],
  );
  const stamp = useStamp(experiment, desk, shown, size, stored, left);
  useReturn(experiment, outcome !== null);
  return (
    <div className={isShort(outcome) ? "study__columns study__columns--short" : "study__columns"}>
      <div className="study__pictures">
        {outcome === null ? (
          <NoOutcome loaded={loaded} shown={shown} />
        ) : (
          <>
            {shown === "here" && status !== "done" && (
              <p className="study__left-out">
                Not all runs are done: each point is of the seeds that are, and its spread of these alone.
              </p>
            )}
            {left !== null && <p className="study__left-out">{left.words}</p>}
            <PaperCurves figures={outcome.figures} paper={experiment.paper} />
            <Pictures outcome={outcome} steady={steadyOf(stored, shown)} links={links} stamp={stamp} />
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

/** What a quick look leaves out, in words. */
interface LeftOut {
  readonly words: string;
  readonly seeds: string;
}

/** Null of the full size, and where its runs cannot be laid out. */
function useLeftOut(desk: Desk, size: Size): LeftOut | null {
  return useMemo(() => {
    const counts = size === "full" ? null : [desk.links.count("quick"), desk.links.count("full")];
    if (counts === null || counts.includes(null)) return null;
    const [quick, full] = [desk.links.jobs("quick"), desk.links.jobs("full")];
    return { words: leftOutWords(quick, full), seeds: seedWords(quick, full) };
  }, [desk, size]);
}

/** A quick look is drawn on the places of the whole figure. */
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

/** Few pictures leave room below them, which the notes fill while the claims stand beside. */
const FEW_PICTURES = 3;

function isShort(outcome: Outcome | null): boolean {
  if (outcome === null) return false;
  const { figures, heatMaps, tables } = outcome;
  return figures.length + heatMaps.length + tables.length <= FEW_PICTURES;
}

/** Back from a run the page is where it was left, as soon as there are pictures that make it long enough. */
function useReturn({ id }: Experiment, isDrawn: boolean): void {
  const study = useStudy();
  useEffect(() => {
    if (!isDrawn || study.left === null) return;
    if (study.left.id === id) window.scrollTo(0, study.left.scrolledTo);
    study.left = null;
  }, [study, id, isDrawn]);
}

function steadyOf(stored: StoredOutcome | null, shown: Shown): Outcome | null {
  return shown === "here" && stored !== null ? stored.outcome : null;
}

function NoOutcome({ loaded, shown }: Pick<ResultsProps, "loaded" | "shown">) {
  if (shown === "here") return <p className="waiting">The first runs are under way…</p>;
  if (loaded === null) return <p className="waiting">Fetching the published results…</p>;
  return (
    <p className="waiting">
      There are no published results to show. Run the figure here: its points appear as they are computed.
    </p>
  );
}

function useRunLinks({ id }: Experiment, desk: Desk, size: Size): RunLinks {
  const bench = useBench();
  const study = useStudy();
  return useMemo(
    () => ({
      href: (job) => desk.links.href(size, job),
      open: (job) => {
        const scenario = desk.links.scenario(size, job);
        if (scenario === null) return;
        study.left = { id, scrolledTo: window.scrollY };
        bench.openRun(scenario, desk.links.compared(size, job)?.scenario);
      },
      beside: (job) => desk.links.compared(size, job)?.what ?? null,
    }),
    [bench, study, desk, size, id],
  );
}

/** Lines for a file that is taken away: which figure, computed by what, and where it can be seen. */
function useStamp(
  experiment: Experiment,
  desk: Desk,
  shown: Shown,
  size: Size,
  stored: StoredOutcome | null,
  left: LeftOut | null,
) {
  const bench = useBench();
  return useCallback(() => {
    const by = shown === "published" && stored !== null ? byVersion(stored) : byBrowser(partOf(desk));
    return [stampWords(experiment, size, by), bench.url.link(), ...(left === null ? [] : [left.words])];
  }, [experiment, desk, shown, size, stored, left, bench]);
}

/** Null once all are done. */
function partOf({ runs }: Desk): { done: number; total: number } | null {
  const { status, done, total } = runs.store.get();
  return status === "done" ? null : { done, total };
}

function Neighbours({ experiment }: { readonly experiment: Experiment }) {
  const { before, after } = neighboursOf(experiment, useStudy().experiments);
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

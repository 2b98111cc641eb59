/**
 * The bar that shows which results are displayed and runs them again on this device: progress and cancel. Leaving the screen
 * pauses the runs.
 */

import { useEffect, useRef, useState } from "react";
import type { StoredOutcome, StudySize } from "../../../experiments/experiment.ts";
import { counted } from "../../../lib/counted.ts";
import { useBench } from "../../core/use-store.ts";
import { Button } from "../../shared/Button.tsx";
import { GlossaryText } from "../../shared/glossary/GlossaryText.tsx";
import { RunProgress } from "../../shared/runs/RunProgress.tsx";
import { Segments } from "../../shared/Segments.tsx";
import { cancelledWords, failuresWords, timeWords } from "../../shared/time-words.ts";
import { type FigureRuns, useRunsState } from "./papers-store.ts";
import { sizeName } from "./shelves.ts";
import type { Loaded } from "./stored-results.ts";

/** The results that are shown: the published ones, or those computed on this device. */
export type Shown = "published" | "here";

interface RunBarProps {
  readonly figureRuns: FigureRuns;
  readonly loaded: Loaded | null;
  readonly shown: Shown;
  onShow(shown: Shown): void;
  onStart(size: StudySize): void;
}

export function RunBar({ figureRuns, loaded, shown, onShow, onStart }: RunBarProps) {
  const status = useRunsState(figureRuns.runs, (state) => state.status);
  const isBusy = status === "running" || status === "paused";
  const isMissing = loaded !== null && loaded.stored === null;
  const counts = useRunCounts(figureRuns, loaded);
  useAnnouncement(figureRuns);
  // An experiment without runs is computed immediately.
  useEffect(() => {
    if (isMissing && counts.full === 0 && status === "idle") onStart("full");
  }, [isMissing, counts, status, onStart]);
  return (
    <section className="run-bar" aria-label="Results">
      {isMissing && (
        <p className="run-bar__missing" role="status">
          {notHere(loaded.problem, counts.full !== 0)}
        </p>
      )}
      {!isMissing && status !== "idle" && (
        <Segments aria-label="Results shown" options={SHOWN} value={shown} onChoose={onShow} />
      )}
      {loaded?.stored != null && status === "idle" && <Published stored={loaded.stored} />}
      {isBusy ? (
        <RunProgress runs={figureRuns.runs} what={sizeName(figureRuns.size)} />
      ) : (
        <StartButtons counts={counts} again={!isMissing || status !== "idle"} onStart={onStart} />
      )}
      {(status === "done" || status === "cancelled") && <Ending figureRuns={figureRuns} loaded={loaded} />}
    </section>
  );
}

interface Counts {
  /** Number of runs of the quick size; null until it is known. */
  readonly quick: number | null;
  readonly full: number | null;
}

interface StartButtonsProps extends Pick<RunBarProps, "onStart"> {
  readonly counts: Counts;
  /** True if results already exist. */
  readonly again: boolean;
}

function StartButtons({ counts, again, onStart }: StartButtonsProps) {
  if (counts.full === 0) return null;
  return (
    <div className="run-bar__again">
      <span>{again ? "Run again here" : "Run here"}</span>
      {(["quick", "full"] as const).map((size) => (
        <Button key={size} look="small" onClick={() => onStart(size)}>
          <span>{size === "quick" ? "Quick" : "Full"}</span>
          {counts[size] !== null && <small>{counted(counts[size], "run")}</small>}
        </Button>
      ))}
    </div>
  );
}

function Published({ stored }: { readonly stored: StoredOutcome }) {
  return <p>{publishedWords(stored)}</p>;
}

/** Returns the numbers of runs. Counted when the page is idle, because determining a large grid takes a while. */
function useRunCounts(figureRuns: FigureRuns, loaded: Loaded | null): Counts {
  const [counts, setCounts] = useState<Counts>({ quick: null, full: null });
  useEffect(() => {
    if (loaded === null) return;
    const known = loaded.stored?.size === "full" ? loaded.stored.jobs : null;
    const handle = setTimeout(() => {
      const { links } = figureRuns;
      setCounts({ quick: links.count("quick"), full: known ?? links.count("full") });
      // The runs are counted in advance, so that the first click on a point does not have to wait.
      if (loaded.stored !== null) links.count(loaded.stored.size);
    }, REST_MS);
    return () => clearTimeout(handle);
  }, [figureRuns, loaded]);
  return counts;
}

const REST_MS = 400;

const SHOWN = [
  { value: "published", label: "Published" },
  { value: "here", label: "Run here" },
] as const;

function Ending({ figureRuns, loaded }: Pick<RunBarProps, "figureRuns" | "loaded">) {
  const { status, done, total, tookS, failures, sum, error } = useRunsState(
    figureRuns.runs,
    (state) => state,
  );
  if (error !== null) {
    return (
      <p className="run-bar__ending" role="alert">
        {`The computation failed: ${error}`}
      </p>
    );
  }
  const stored = loaded?.stored ?? null;
  const isComparable = sum !== null && stored !== null && stored.size === figureRuns.size;
  const [before, after] = digestWords(isComparable ? sum.digest === stored.digest : null);
  return (
    <p className="run-bar__ending">
      <span>
        {`${status === "done" ? ranWords(total, tookS) : cancelledWords(done, total)} ${failuresWords(failures)}`.trim()}
      </span>
      {sum !== null && (
        <>
          <span>
            <GlossaryText text={` ${before}`} />
          </span>
          <code translate="no">{sum.digest}</code>
          <span>{after}</span>
        </>
      )}
    </p>
  );
}

/** Announces the end or the cancellation of a figure's runs to screen readers. */
function useAnnouncement(figureRuns: FigureRuns): void {
  const { announcer } = useBench();
  const status = useRunsState(figureRuns.runs, (state) => state.status);
  const announcedStatus = useRef(status);
  useEffect(() => {
    if (announcedStatus.current === status) return;
    announcedStatus.current = status;
    const { total } = figureRuns.runs.store.get();
    if (status === "done") announcer.say(allDone(total));
    if (status === "cancelled") announcer.say("The runs were cancelled.");
  }, [status, figureRuns, announcer]);
}

/**
 * Returns the text about the comparison of digests. `same` is null if there is nothing to compare with. The digest is
 * inserted between the two parts.
 */
function notHere(reason: string, canBeComputed: boolean): string {
  const missing = `The published results are not available: ${reason}`;
  return canBeComputed ? `${missing} You can compute them here.` : missing;
}

export function publishedWords({ size, jobs }: Pick<StoredOutcome, "size" | "jobs">): string {
  return jobs === 0
    ? "Computed from formulas, so there are no runs to repeat"
    : `Published results: ${sizeName(size)}, ${counted(jobs, "run")}`;
}

function ranWords(total: number, tookS: number): string {
  return `Run here: ${counted(total, "run")} in ${timeWords(tookS)}.`;
}

/** `same`: null if there is nothing to compare with. The digest is inserted between the two parts. */
function digestWords(same: boolean | null): readonly [before: string, after: string] {
  if (same === null) return ["Digest ", ""];
  return [
    "Digest ",
    same ? ", identical to the published results, bit for bit." : ", different from the published results.",
  ];
}

function allDone(total: number): string {
  return total === 1 ? "The run is complete." : `All ${counted(total, "run")} are complete.`;
}

/** The results of a sweep so far: a line or a heat map, all points as a table, and the progress. */

import { useCallback, useEffect, useMemo, useState, useSyncExternalStore } from "react";
import { scenarioToUrl } from "../../../engine/index.ts";
import type { Outcome, Readings } from "../../../experiments/experiment.ts";
import { figuresCsv } from "../../../experiments/figure-series.ts";
import type { MetricId } from "../../../experiments/metrics.ts";
import { sweepToText } from "../../../experiments/sweep.ts";
import type { Sweep } from "../../../experiments/sweep-jobs.ts";
import { perSeedTable, sweepLines } from "../../../experiments/sweep-outcome.ts";
import { pointTable, seedLines } from "../../../experiments/sweep-points.ts";
import { counted } from "../../../lib/counted.ts";
import { useBench } from "../../core/use-store.ts";
import { Button } from "../../shared/Button.tsx";
import { FigureChart } from "../../shared/figures/FigureChart.tsx";
import { OutcomeTable, type RunLinks, type Stamp } from "../../shared/figures/FigureFrame.tsx";
import { HeatMapChart } from "../../shared/figures/HeatMapChart.tsx";
import { RunProgress } from "../../shared/runs/RunProgress.tsx";
import type { RunsState } from "../../shared/runs/run-batch.ts";
import { SymbolText } from "../../shared/SymbolText.tsx";
import { saveFile } from "../../shared/site-file.ts";
import { cancelledWords, failuresWords, partOfRuns, timeWords } from "../../shared/time-words.ts";
import { PROGRAM } from "../../shared/version.ts";
import { rowsOf, type SweepState, type SweepStore, sameRuns } from "./sweep-store.ts";

interface SweepResultsProps {
  readonly sweeps: SweepStore;
  readonly state: SweepState;
}

export function SweepResults({ sweeps, state }: SweepResultsProps) {
  const runs = useSyncExternalStore(sweeps.runs.store.subscribe, sweeps.runs.store.get);
  const { sweep, shown, notices, ofAge } = state;
  const standing = useStanding(runs.outcome, shown, sweeps.runs.readings);
  const [perSeed, setPerSeed] = useState(false);
  const isBusy = runs.status === "running" || runs.status === "paused";
  const isStale = shown !== null && (sweep === null || !sameRuns(sweep, shown));
  const visible = useLateness(isBusy);
  return (
    <main className="sweep__stage" aria-label="Results" aria-busy={isBusy}>
      {notices.length > 0 && (
        <LinkNotice
          title="Some settings in this link were not allowed; the nearest valid scenario is used."
          lines={notices}
        />
      )}
      {ofAge !== "" && <LinkNotice title={ofAge} lines={[]} />}
      <div className="sweep__bar">
        {isBusy && visible ? (
          <RunProgress runs={sweeps.runs} what="sweep" />
        ) : (
          <p role="status">{isBusy ? "" : stateWords(runs, shown, isStale, sweep === null)}</p>
        )}
        {standing !== null && !isBusy && (
          <SavePoints sweeps={sweeps} standing={standing} perSeed={perSeed} onPerSeed={setPerSeed} />
        )}
      </div>
      {runs.failures.length > 0 && (
        <p className="sweep__failed" role="alert">
          {failuresWords(runs.failures)}
        </p>
      )}
      {standing !== null && <SeedNotice standing={standing} />}
      {standing !== null && <Coverage standing={standing} />}
      {standing === null ? (
        <Invitation />
      ) : (
        <Outcomes sweeps={sweeps} standing={standing} shown={shown} isStale={isStale} perSeed={perSeed} />
      )}
    </main>
  );
}

/** A picture and the sweep that it belongs to. */
interface Standing {
  readonly outcome: Outcome;
  readonly sweep: Sweep;
  readonly readings: Readings;
}

/** Returns the picture. The previous picture stays until the first points of new runs arrive. */
function useStanding(outcome: Outcome | null, sweep: Sweep | null, readings: Readings): Standing | null {
  const [standing, setStanding] = useState<Standing | null>(null);
  if (outcome === null || sweep === null || standing?.outcome === outcome) return standing;
  const next = { outcome, sweep, readings };
  setStanding(next);
  return next;
}

const LATE_MS = 250;

/** Returns true after a delay, so that short work shows no progress bar. */
function useLateness(isBusy: boolean): boolean {
  const [late, setLate] = useState(false);
  useEffect(() => {
    if (!isBusy) {
      setLate(false);
      return;
    }
    const handle = setTimeout(() => setLate(true), LATE_MS);
    return () => clearTimeout(handle);
  }, [isBusy]);
  return late;
}

function stateWords(runs: RunsState, shown: Sweep | null, isStale: boolean, isFaulty: boolean): string {
  if (runs.error !== null) return `The computation failed: ${runs.error}`;
  if (runs.status === "idle") return "";
  if (isStale) return staleWords(!isFaulty);
  if (runs.status === "cancelled") return cancelledWords(runs.done, runs.total);
  return sweptWords(runs.total, runs.tookS, shown?.seeds ?? null);
}

/** The covered time of the numbers, the settings that were replaced, and the drawn intervals. */
function Coverage({ standing: { sweep, outcome } }: { readonly standing: Standing }) {
  const sentences = [coverWords(sweep), ...sweep.remarks.map(({ text }) => text), ...drawnWords(outcome)];
  return (
    <p className="sweep__covers">
      <SymbolText text={sentences.join(" ")} />
    </p>
  );
}

/** Returns a text on the drawn intervals; an empty list if no interval is drawn. */
function drawnWords({ figures }: Outcome): string[] {
  const hasInterval = figures.some(({ series }) =>
    series.some(({ min, low }) => min !== undefined && low?.some((edge) => edge !== null)),
  );
  if (!hasInterval) return [];
  return ["Bars and bands: 95 % interval of the mean. Thin lines: smallest to largest run."];
}

/** The notice that different seeds give the same run, with a suggestion of what to vary instead. */
function SeedNotice({ standing: { sweep, readings } }: { readonly standing: Standing }) {
  const [title, ...lines] = seedLines(sweep, readings);
  return title === undefined ? null : <LinkNotice title={title} lines={lines} />;
}

function Invitation() {
  return (
    <p className="waiting">
      Each point is a run of the scenario with another value. Choose what to vary and run the sweep; points
      appear as they are computed.
    </p>
  );
}

function LinkNotice({ title, lines }: { readonly title: string; readonly lines: readonly string[] }) {
  return (
    <section className="notice" role="status" aria-label="Notice">
      <div>
        <p className="notice__title">{title}</p>
        {lines.length > 0 && (
          <ul>
            {lines.map((line) => (
              <li key={line}>
                <SymbolText text={line} />
              </li>
            ))}
          </ul>
        )}
      </div>
    </section>
  );
}

interface SavePointsProps {
  readonly sweeps: SweepStore;
  readonly standing: Standing;
  readonly perSeed: boolean;
  onPerSeed(perSeed: boolean): void;
}

/** The table as the command line writes it: every point with mean, standard deviation and interval. */
function SavePoints({ sweeps, standing: { sweep, readings }, perSeed, onPerSeed }: SavePointsProps) {
  const stamp = useStamp(sweeps);
  const save = () => {
    const { head, rows } = pointTable(sweep, readings, perSeed);
    saveFile("sweep.csv", "text/csv", figuresCsv([PROGRAM, ...stamp()], [head, ...rows]));
  };
  return (
    <span className="sweep__save">
      {sweep.seeds > 1 && (
        <label className="sweep__per-seed">
          <input
            type="checkbox"
            checked={perSeed}
            onChange={(event) => onPerSeed(event.currentTarget.checked)}
          />
          One row per seed
        </label>
      )}
      <Button look="small" onClick={save}>
        Save all points (CSV)
      </Button>
    </span>
  );
}

interface OutcomesProps {
  readonly sweeps: SweepStore;
  readonly standing: Standing;
  /** The sweep whose runs are currently known. */
  readonly shown: Sweep | null;
  readonly isStale: boolean;
  readonly perSeed: boolean;
}

function Outcomes({ sweeps, standing, shown, isStale, perSeed }: OutcomesProps) {
  const links = useRunLinks(sweeps, standing.sweep, shown);
  const stamp = useStamp(sweeps);
  const { figures, heatMaps, tables } = standing.outcome;
  const { sweep, readings } = standing;
  const rows = rowsOf(sweep);
  const runs = { jobs: rows.map(({ job }) => job), names: rows.map(({ name }) => name), links };
  const [points, ...differences] = tables;
  // A picture of numbers makes their table redundant. Names are easier to read in a table.
  const hasNumbers = [sweep.x, sweep.y].some((axis) => axis !== null && axis.numbers !== null);
  return (
    <div className={isStale ? "pictures pictures--stale" : "pictures"}>
      {figures.map((figure) => (
        <FigureChart key={figure.id} figure={figure} steady={null} links={links} stamp={stamp} />
      ))}
      {heatMaps.map((map) => (
        <HeatMapChart key={map.id} map={map} links={links} stamp={stamp} />
      ))}
      {!hasNumbers && <OutcomeTable table={points} stamp={stamp} runs={runs} />}
      {differences.map((table) => (
        <OutcomeTable key={table.id} table={table} stamp={stamp} />
      ))}
      {perSeed && sweep.seeds > 1 && (
        <SeedTable sweep={sweep} readings={readings} links={links} stamp={stamp} />
      )}
    </div>
  );
}

interface SeedTableProps {
  readonly sweep: Sweep;
  readonly readings: Readings;
  readonly links: RunLinks;
  readonly stamp: Stamp;
}

/** The table with one row per run. */
function SeedTable({ sweep, readings, links, stamp }: SeedTableProps) {
  const { keys, ...table } = perSeedTable(sweep, readings);
  return <OutcomeTable table={table} stamp={stamp} runs={{ jobs: keys, names: keys, links }} />;
}

function useRunLinks(sweeps: SweepStore, sweep: Sweep, shown: Sweep | null): RunLinks {
  const bench = useBench();
  return useMemo(() => {
    const scenarioOf = sweeps.runsOf(sweep, shown);
    return {
      href: (key) => {
        const scenario = scenarioOf(key);
        return scenario === null ? null : `#${scenarioToUrl(scenario)}`;
      },
      open: (key) => {
        const scenario = scenarioOf(key);
        if (scenario !== null) bench.openRun(scenario);
      },
    };
  }, [bench, sweeps, sweep, shown]);
}

/** Returns the stamp of the sweep in the picture, which may differ from the one that is being edited. */
function useStamp(sweeps: SweepStore): () => readonly string[] {
  const bench = useBench();
  return useCallback(() => {
    const { sum, total, done, status } = sweeps.runs.store.get();
    const { shown } = sweeps.store.get();
    const { readings } = sweeps.runs;
    const [page] = bench.url.link().split("#");
    return [
      ...(shown === null ? [] : [`${page}#screen=sweep&${sweepToText(shown)}`]),
      sweepStamp(status === "done" ? null : done, total, sum?.digest ?? null),
      ...(shown === null ? [] : [...sweepLines(shown, readings), coverWords(shown)]),
    ];
  }, [bench, sweeps]);
}

/** Metrics that count from the start of a flow. */
const FROM_ITS_START: readonly MetricId[] = ["fct", "convergence", "convergence-first"];

export function coverWords({ base, x, y, metrics }: Pick<Sweep, "base" | "x" | "y" | "metrics">): string {
  if (metrics.every(({ metric }) => FROM_ITS_START.some((id) => id === metric.id))) {
    return "Times count from each flow’s start.";
  }
  const isSwept = [x.name, y?.name].some((name) => name === "duration" || name === "warmup");
  if (isSwept) return "Numbers cover each run from the end of its warm-up.";
  const { duration, warmup } = base.run;
  return `Numbers cover ${warmup} s to ${duration} s of each run: the warm-up is left out.`;
}

/**
 * Returns the remark that the definition has changed since the start. `canRun` is true if nothing prevents a new
 * start.
 */
function staleWords(canRun: boolean): string {
  return `The picture shows the sweep before the last change${canRun ? ": run it again" : ""}.`;
}

function sweptWords(total: number, tookS: number, seeds: number | null): string {
  const spread = seeds === 1 ? " One seed per point: the spread is unknown." : "";
  return `${counted(total, "run")} in ${timeWords(tookS)}.${spread} Press a point to open its run.`;
}

/** Returns the line for a saved file. `digest` is null while runs are in progress. */
function sweepStamp(done: number | null, total: number, digest: string | null): string {
  const runs = done === null ? counted(total, "run") : partOfRuns(done, total);
  return digest === null ? runs : `digest ${digest} of ${runs}`;
}

/** Two to four runs of the same traffic: one distribution, cwnd and delay on shared axes, one table, and one picture of all. */
import { useCallback, useEffect, useId, useMemo, useRef, useState, useSyncExternalStore } from "react";
import { scenarioToUrl } from "../../../engine/index.ts";
import { METRICS } from "../../../experiments/metrics.ts";
import { counted } from "../../../lib/counted.ts";
import { paperColours } from "../../bench/pictures/picture.ts";
import { pngOf } from "../../bench/pictures/picture-svg.ts";
import { runStamp } from "../../bench/pictures/shown-plots.ts";
import { useBench, useBenchState } from "../../core/use-store.ts";
import { HeldRuns, NoPlotsYet } from "../../parts/runs/HeldRuns.tsx";
import { keptScenario } from "../../parts/runs/keep.ts";
import type { ShownRun } from "../../parts/runs/notebook-store.ts";
import type { NotebookRun } from "../../parts/runs/notebook-table.ts";
import { RunsTable } from "../../parts/runs/RunsTable.tsx";
import { SmallPlot } from "../../parts/runs/SmallPlots.tsx";
import { type NotebookScales, notebookScales } from "../../parts/runs/small-plots.ts";
import { Button, Check } from "../../shared/Button.tsx";
import { CopyButton } from "../../shared/CopyButton.tsx";
import { cssPaint, flowColour, flowDash } from "../../shared/chart/colours.ts";
import { FigureChart } from "../../shared/figures/FigureChart.tsx";
import type { RunLinks } from "../../shared/figures/FigureFrame.tsx";
import { ErrorBoundary } from "../../shared/lazy.tsx";
import { SymbolText } from "../../shared/SymbolText.tsx";
import { saveFile } from "../../shared/site-file.ts";
import { CompareRail } from "./CompareRail.tsx";
import { comparedFlows, delayFigure, isSpread, runHue, sharedView } from "./compare-figures.ts";
import { COMPARED_PLOTS, comparePicture } from "./compare-picture.ts";
import { type CompareStore, comparedRuns, compareStoreOf } from "./compare-store.ts";
import { type Comparison, comparisonFromText, comparisonToText, FEWEST } from "./comparison.ts";
import "./compare.css";

export function CompareScreen() {
  const bench = useBench();
  const compare = compareStoreOf(bench);
  const state = useSyncExternalStore(compare.store.subscribe, compare.store.get);
  const { comparison, shown, computed, held } = state;
  const runs = useMemo(() => comparedRuns({ shown, computed, held }), [shown, computed, held]);
  useFragment(compare);
  useEffect(() => {
    compare.compute();
    return () => compare.leave();
  }, [compare]);
  const write = useCallback((next: Comparison) => compare.write(next), [compare]);
  const { isProjected } = comparison;
  useProjector(comparison, write);
  return (
    <div className={isProjected ? "compare compare--wall" : "compare"}>
      {!isProjected && <CompareRail state={state} onWrite={write} />}
      <ErrorBoundary part="The comparison">
        <main className="compare__stage" aria-label="Comparison">
          {state.notices.map((notice) => (
            <p key={notice} className="notice" role="status">
              {notice}
            </p>
          ))}
          <HeldRuns held={state.held} onCompute={() => compare.compute(true)} />
          {runs.length < FEWEST ? (
            <p className="waiting">Choose two to four runs to see them side by side.</p>
          ) : (
            <Compared comparison={comparison} runs={runs} onWrite={write} />
          )}
        </main>
      </ErrorBoundary>
    </div>
  );
}

/** Writes the comparison to the page's fragment, and reads the comparison from a fragment that is opened. */
function useFragment(compare: CompareStore): void {
  const bench = useBench();
  const text = useBenchState((state) => state.screen.text);
  const isWaiting = useRef(false);
  useEffect(() => {
    isWaiting.current = false;
    if (text === comparisonToText(compare.store.get().comparison)) return;
    if (text === "") {
      const { scenario, watch } = bench.store.get();
      compare.take(scenario, watch);
    } else {
      // The URL stays as it is until the reader of its programs is loaded.
      isWaiting.current = true;
      bench.readText(
        (reader) => comparisonFromText(text, reader),
        ({ comparison, notices }) => {
          const { screen } = bench.store.get();
          if (screen.id !== "compare" || screen.text !== text) return;
          isWaiting.current = false;
          compare.write(comparison, notices);
        },
      );
    }
  }, [text, compare, bench]);
  useEffect(() => {
    const follow = () => {
      const written = comparisonToText(compare.store.get().comparison);
      const { screen } = bench.store.get();
      if (screen.id === "compare" && screen.text !== written && !isWaiting.current)
        bench.showScreen({ id: "compare", text: written }, "replace");
    };
    follow();
    return compare.store.subscribe(follow);
  }, [compare, bench]);
}

/** The P key switches the projector view on and off, as on the bench. Escape switches it off. */
function useProjector(comparison: Comparison, onWrite: (next: Comparison) => void): void {
  const bench = useBench();
  const { isProjected } = comparison;
  useEffect(() => {
    document.documentElement.classList.toggle("projected", isProjected);
    return () => document.documentElement.classList.remove("projected");
  }, [isProjected]);
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const { dialog, singleKeys } = bench.store.get();
      const isTyped = event.target instanceof HTMLElement && event.target.matches("input, select, textarea");
      if (dialog !== null || isTyped || event.ctrlKey || event.metaKey || event.altKey) return;
      const isToggled = singleKeys && event.key.toLowerCase() === "p";
      if (isToggled || (isProjected && event.key === "Escape"))
        onWrite({ ...comparison, isProjected: !isProjected });
    };
    window.addEventListener("keydown", onKeyDown);
    return () => window.removeEventListener("keydown", onKeyDown);
  }, [bench, comparison, isProjected, onWrite]);
}

/** Rows of the table in the projector view: few enough to be readable from the last row of a hall. */
const ON_THE_WALL = (["utilisation", "delay-p50", "delay-p99", "marks", "queue-drops", "jain"] as const).map(
  (id) => METRICS[id].short,
);

interface ComparedProps {
  readonly comparison: Comparison;
  readonly runs: readonly ShownRun[];
  onWrite(next: Comparison): void;
}

function Compared({ comparison, runs, onWrite }: ComparedProps) {
  const bench = useBench();
  const [isWhole, setWhole] = useState(false);
  const complete = useMemo(() => runs.flatMap(({ run }) => run ?? []), [runs]);
  const isComplete = complete.length === runs.length;
  const teeth = useMemo(() => sharedView(complete), [complete]);
  const scales = useMemo(() => {
    const shared = notebookScales(complete, "shared");
    return teeth === null || isWhole ? shared : { ...shared, view: teeth };
  }, [complete, teeth, isWhole]);
  const isLog = comparison.isLog ?? isSpread(complete);
  const figure = useMemo(() => delayFigure(complete, isLog), [complete, isLog]);
  const paints = runs.map((_, at) => runHue(at));
  const [page] = bench.url.link().split("#");
  const link = `${page}#screen=compare&${comparisonToText({ ...comparison, isProjected: false })}`;
  const caption = () => [
    "Same seed, traffic and path, except for the settings in the names. Numbers cover the time after each run’s warm-up.",
    ...complete.map(({ name, scenario, snapshot }) => `${name}: ${runStamp(scenario, snapshot)}`),
    link,
  ];
  const svgOf = () => {
    const { against } = comparison;
    return comparePicture({ runs: complete, figure, scales, against, caption: caption() }, paperColours());
  };
  return (
    <>
      <div className="compare__head">
        <h2>
          <SymbolText text={runs.map(({ name }) => name).join(" · ")} />
        </h2>
        {comparison.isProjected ? (
          <Button title="Escape, or P" onClick={() => onWrite({ ...comparison, isProjected: false })}>
            Leave the projector view
          </Button>
        ) : (
          <Acts
            isComplete={isComplete}
            link={link}
            svgOf={svgOf}
            onProject={() => onWrite({ ...comparison, isProjected: true })}
          />
        )}
      </div>
      {runs.flatMap(({ name, problems }) =>
        problems.map((problem) => (
          <p key={name + problem} className="control__note" role="alert">{`${name}: ${problem}`}</p>
        )),
      )}
      <p className="control__note" role="status">
        {isComplete
          ? "Same seed, traffic and path, except for the settings in the names."
          : `${complete.length} of ${counted(runs.length, "run")} computed`}
      </p>
      <div className="compare__body">
        <div className="compare__distribution">
          <FigureChart figure={figure} steady={null} links={useRunLinks(complete)} stamp={caption} />
          {!comparison.isProjected && (
            <Check checked={isLog} onCheck={(on) => onWrite({ ...comparison, isLog: on })}>
              Delay on a logarithmic axis
            </Check>
          )}
        </div>
        <div className="compare__runs">
          <div className="compare__flows">
            <FlowLegend flows={comparedFlows(complete)} />
            {teeth !== null && !comparison.isProjected && (
              <Check checked={isWhole} onCheck={setWhole}>
                Show the whole run (otherwise about ten sawtooth cycles)
              </Check>
            )}
          </div>
          <div className="compare__panels">
            {runs.map((shown, at) => (
              <Panel key={shown.link + shown.name} shown={shown} at={at} scales={scales} />
            ))}
          </div>
        </div>
        <div className="compare__numbers">
          <RunsTable
            runs={runs}
            base={comparison.against}
            onBase={(against) => onWrite({ ...comparison, against })}
            paints={paints}
            only={comparison.isProjected ? ON_THE_WALL : undefined}
          />
        </div>
      </div>
    </>
  );
}

interface ActsProps {
  readonly isComplete: boolean;
  readonly link: string;
  svgOf(): string;
  onProject(): void;
}

function Acts({ isComplete, link, svgOf, onProject }: ActsProps) {
  const [error, setError] = useState<string | null>(null);
  const refusal = isComplete ? null : "The runs are not complete yet";
  const save = async (format: "svg" | "png") => {
    try {
      const svg = svgOf();
      if (format === "svg") saveFile("sawtooth-comparison.svg", "image/svg+xml", svg);
      else saveFile("sawtooth-comparison.png", "image/png", await pngOf(svg));
      setError(null);
    } catch (problem) {
      setError(problem instanceof Error ? problem.message : String(problem));
    }
  };
  return (
    <p className="compare__acts">
      <CopyButton text={link} label="Copy link" />
      <Button refusal={refusal} onClick={() => void save("svg")}>
        Save as SVG
      </Button>
      <Button refusal={refusal} onClick={() => void save("png")}>
        Save as PNG
      </Button>
      <Button title="P" onClick={onProject}>
        Projector
      </Button>
      {error !== null && <span role="alert">{error}</span>}
    </p>
  );
}

/** Makes each point of the distribution a link that opens its run on the bench. */
function useRunLinks(runs: readonly NotebookRun[]): RunLinks {
  const bench = useBench();
  return useMemo(
    () => ({
      href: (job) => `#${scenarioToUrl(runs[Number(job)].scenario)}`,
      open: (job) => bench.openRun(runs[Number(job)].scenario),
    }),
    [bench, runs],
  );
}

function FlowLegend({ flows }: { readonly flows: readonly string[] }) {
  return (
    <ul className="compare__legend" aria-label="Flows">
      {flows.map((name, flow) => (
        <li key={name}>
          <svg width="26" height="10" aria-hidden="true">
            <line
              x1="0"
              x2="26"
              y1="5"
              y2="5"
              strokeWidth="2"
              strokeDasharray={flowDash(flow).join(" ") || undefined}
              style={{ stroke: flowColour(flow) }}
            />
          </svg>
          <span>{name}</span>
        </li>
      ))}
    </ul>
  );
}

interface PanelProps {
  readonly shown: ShownRun;
  readonly at: number;
  readonly scales: NotebookScales;
}

function Panel({ shown: { name, link, run, isHeld, problems }, at, scales }: PanelProps) {
  const bench = useBench();
  const titleId = useId();
  const open = () => {
    const { scenario, watch } = keptScenario(link);
    bench.openRun(scenario);
    bench.watchLink(watch);
  };
  return (
    <section className="compare__panel" aria-labelledby={titleId}>
      <header className="compare__name">
        <span className="run-dot" style={{ background: cssPaint(runHue(at)) }} />
        <h3 id={titleId}>
          <SymbolText text={name} />
        </h3>
        <Button
          look="small"
          aria-label={`Open in the simulator: ${name.replaceAll("_", " ")}`}
          onClick={open}
        >
          Open
        </Button>
      </header>
      {run !== null ? (
        COMPARED_PLOTS.map(({ id, isOfRun }) => (
          <SmallPlot key={id} id={id} run={run} scales={scales} {...(isOfRun && { paint: runHue(at) })} />
        ))
      ) : (
        <NoPlotsYet isHeld={isHeld} problems={problems} />
      )}
    </section>
  );
}

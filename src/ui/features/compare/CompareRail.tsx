/** The rail of a comparison: a setting with its values, or runs from the bench and the notebook. */
import { useMemo } from "react";
import { counted } from "../../../lib/counted.ts";
import { openingOf } from "../../core/edits.ts";
import { stateToFragment } from "../../core/url-sync.ts";
import { useBench, useBenchState } from "../../core/use-store.ts";
import { AxisEditor } from "../../parts/axis/AxisEditor.tsx";
import { axisChoices } from "../../parts/axis/axis-choices.ts";
import { BaseScenario } from "../../parts/axis/BaseScenario.tsx";
import { keptScenario, NOTEBOOK, suggestedName } from "../../parts/runs/keep.ts";
import type { KeptRun } from "../../parts/runs/notebook.ts";
import { Check } from "../../shared/Button.tsx";
import { Segments } from "../../shared/Segments.tsx";
import { SymbolText } from "../../shared/SymbolText.tsx";
import type { CompareState } from "./compare-store.ts";
import { type Comparison, FEWEST, firstAxis, MOST } from "./comparison.ts";

interface CompareRailProps {
  readonly state: CompareState;
  onWrite(next: Comparison): void;
}

const KINDS = [
  { value: "values", label: "Values" },
  { value: "runs", label: "Runs" },
] as const;

export function CompareRail({ state, onWrite }: CompareRailProps) {
  const { comparison, meaning } = state;
  const { base, axis, runs } = comparison;
  const groups = useMemo(() => axisChoices(base), [base]);
  const candidates = useCandidates(runs);
  return (
    <section className="sweep-rail" aria-label="What is compared">
      <section className="group">
        <h2>Compare</h2>
        <Segments
          aria-label="Compare"
          options={KINDS}
          value={runs === null ? "values" : "runs"}
          onChoose={(kind) =>
            onWrite({
              ...comparison,
              against: 0,
              runs: kind === "values" ? null : candidates.slice(0, MOST),
            })
          }
        />
      </section>
      {runs === null ? (
        <>
          <AxisEditor
            title="Setting"
            base={base}
            groups={groups}
            axis={axis}
            error={meaning.problem}
            read={meaning.axis}
            remarks={meaning.remarks}
            onAxis={(next) =>
              onWrite({
                ...comparison,
                against: 0,
                axis: next.name === axis.name ? next : firstAxis(next.name, base),
              })
            }
            onRemove={null}
          />
          <BaseScenario base={base} onTake={(next) => onWrite({ ...comparison, base: next })} />
        </>
      ) : (
        <RunChoice
          candidates={candidates}
          runs={runs}
          onRuns={(next) => onWrite({ ...comparison, runs: next })}
        />
      )}
    </section>
  );
}

/** Returns the runs to choose from: the bench's run, the pinned run, those of the notebook, and those of a URL. */
function useCandidates(chosen: readonly KeptRun[] | null): readonly KeptRun[] {
  const bench = useBench();
  const scenario = useBenchState((state) => state.scenario);
  const pinned = useBenchState((state) => state.pinned);
  const watch = useBenchState((state) => state.watch);
  return useMemo(() => {
    const all: KeptRun[] = [];
    const add = (run: KeptRun) => {
      if (!all.some(({ link }) => link === run.link)) all.push(run);
    };
    const { runs: kept } = bench.device.read(NOTEBOOK);
    for (const run of [...(chosen ?? []), ...kept]) add(run);
    for (const one of [scenario, ...(pinned === null ? [] : [pinned.scenario])]) {
      const link = stateToFragment({ ...openingOf(one), pinned: null, watch });
      const beside = all[0] === undefined ? null : keptScenario(all[0].link).scenario;
      add({
        link,
        name: suggestedName(
          one,
          beside,
          all.map(({ name }) => name),
        ),
      });
    }
    return all;
  }, [bench, scenario, pinned, watch, chosen]);
}

interface RunChoiceProps {
  readonly candidates: readonly KeptRun[];
  readonly runs: readonly KeptRun[];
  onRuns(runs: readonly KeptRun[]): void;
}

function RunChoice({ candidates, runs, onRuns }: RunChoiceProps) {
  const isChosen = ({ link }: KeptRun) => runs.some((run) => run.link === link);
  const toggle = (one: KeptRun, on: boolean) =>
    onRuns(candidates.filter((run) => (run.link === one.link ? on : isChosen(run))));
  return (
    <section className="group" aria-label="Runs">
      <ul className="compare__choice">
        {candidates.map((run) => (
          <li key={run.link}>
            <Check checked={isChosen(run)} onCheck={(on) => toggle(run, on)}>
              <SymbolText text={run.name} />
            </Check>
          </li>
        ))}
      </ul>
      <p className="control__error" role="alert">
        {runs.length < FEWEST || runs.length > MOST
          ? `${counted(runs.length, "run")} chosen: choose two to four.`
          : ""}
      </p>
      <p className="control__note">
        You can choose the run of the simulator, the pinned run and the runs in the notebook. In the
        simulator, the key K keeps a run.
      </p>
    </section>
  );
}

/** The numbers of each flow in a table, in any column's order, and the flows that Jain's index is of. */
import "./flow-numbers.css";
import { useMemo, useState } from "react";
import { scenarioToUrl } from "../../../engine/index.ts";
import { countedFlows, THIN } from "../../../experiments/metrics.ts";
import { Dialog } from "../../shared/Dialog.tsx";
import { saveFile } from "../../shared/save-file.ts";
import { useBench } from "../../state/use-store.ts";
import { watchedLink } from "../../state/watched-link.ts";
import type { RunView } from "../plots/chart-props.ts";
import { isWarmingUp, soFar } from "../plots/coverage.ts";
import { useFlowDelays } from "../plots/use-flow-delays.ts";
import { useRuns } from "../use-runs.ts";
import { FlowNumbersTable } from "./FlowNumbersTable.tsx";
import { type FlowRow, flowRows, flowsCsv, inOrder, nextOrder, OWN_ORDER } from "./flow-table.ts";
import { measured, warmupS } from "./metrics.ts";
import { countFrom, coveredWords, coversWords, jainWords } from "./panel-words.ts";

export function FlowNumbersDialog() {
  const { run } = useRuns();
  return (
    <Dialog name="flows" title="Numbers per flow">
      {run === null ? <p>There is no run yet.</p> : <FlowNumbers run={run} />}
    </Dialog>
  );
}

function FlowNumbers({ run }: { readonly run: RunView }) {
  const [order, setOrder] = useState(OWN_ORDER);
  const { delays, error } = useFlowDelays(run, true);
  const rows = useMemo(() => flowRows(run, measured(run).capacityBps, delays), [run, delays]);
  const ordered = useMemo(() => inOrder(rows, order), [rows, order]);
  const covered = coveredText(run);
  if (isWarmingUp(run)) return <p>{countFrom(warmupS(run.scenario))}</p>;
  return (
    <>
      <p>{coversWords(covered, watchedLink(run).label, delays === null && error === null)}</p>
      {error !== null && <p role="alert">{error}</p>}
      <FlowNumbersTable
        rows={ordered}
        order={order}
        onOrder={(column) => setOrder(nextOrder(order, column))}
      />
      <JainLine run={run} />
      <p>
        <SaveButton rows={ordered} covered={covered} />
      </p>
    </>
  );
}

function JainLine({ run }: { readonly run: RunView }) {
  const { store } = useBench();
  const { sharing } = run.snapshot.results.fairness;
  const index = Number.isNaN(sharing.jain) || sharing.flows.length < 2 ? null : sharing.jain;
  return (
    <p className="flow-numbers__jain">
      {[jainWords(index, countedFlows(sharing)), sharing.thin.length > 0 ? THIN : ""].join(" ")}
      {sharing.chosen === true && (
        <button
          type="button"
          className="link"
          onClick={() => store.set(({ view }) => ({ view: { ...view, chosenFlows: null } }))}
        >
          count all but thin flows
        </button>
      )}
    </p>
  );
}

function coveredText(run: RunView): string {
  return coveredWords(warmupS(run.scenario), soFar(run));
}

function SaveButton({ rows, covered }: { readonly rows: readonly FlowRow[]; readonly covered: string }) {
  const { store } = useBench();
  const save = () => {
    const { scenario } = store.get().run;
    const link = scenario === null ? "" : `#${scenarioToUrl(scenario)}`;
    saveFile("sawtooth-flows.csv", "text/csv", flowsCsv(rows, link, covered));
  };
  return (
    <button type="button" className="button" onClick={save}>
      Save as CSV
    </button>
  );
}

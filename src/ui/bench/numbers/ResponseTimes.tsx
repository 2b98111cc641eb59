/** How long requests took, where there are any. */
import "../../shared/lines.css";
import { memo } from "react";
import { flowColour } from "../../shared/chart/flow-style.ts";
import type { RunView } from "../plots/chart-props.ts";
import { isWarmingUp, soFar } from "../plots/coverage.ts";
import { flowName, hasSeveralRoutes } from "../plots/flow-names.ts";
import { groupWords, responsesTitle } from "./panel-words.ts";
import { onlyRefused, type ResponseRow, refusedRequests, responseRows } from "./response-rows.ts";

export const ResponseTimes = memo(function ResponseTimes({ run }: { readonly run: RunView }) {
  const rows = responseRows(run.snapshot.results.flows);
  const refused = refusedRequests(run.snapshot.results.flows);
  if (rows.length === 0)
    return refused > 0 ? <p className="numbers__responses">{onlyRefused(refused)}</p> : null;
  return (
    <table className="numbers numbers__responses">
      <caption>
        {responsesTitle(
          isWarmingUp(run) ? "of the warm-up so far" : (soFar(run) ?? "after the warm-up"),
          refused,
        )}
      </caption>
      <thead>
        <tr>
          <th scope="col">of</th>
          <th scope="col">n</th>
          <th scope="col">mean</th>
          <th scope="col">p90</th>
          <th scope="col">max</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={`${row.group} ${row.flow}`}>
            <th scope="row">
              <span className="flows__dot" style={{ background: flowColour(firstFlow(run, row)) }} />{" "}
              {nameOf(run, row)}
            </th>
            <td>{row.n}</td>
            <td className="numbers__value">{row.mean}</td>
            <td>{row.p90}</td>
            <td>{row.max}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
});

function firstFlow(run: RunView, { flow, group }: ResponseRow): number {
  return flow ?? run.snapshot.results.flows.findIndex((each) => each.group === group);
}

function nameOf(run: RunView, row: ResponseRow): string {
  if (row.flow !== null) return flowName(run, row.flow);
  const route = run.snapshot.results.flows[firstFlow(run, row)].route;
  return groupWords(row.flows, hasSeveralRoutes(run) ? route : null);
}

/** The numbers of the run, each beside its difference from the pinned one. */
import "../../shared/lines.css";
import { memo } from "react";
import type { FlowResult } from "../../../engine/index.ts";
import { flowColour } from "../../shared/chart/flow-style.ts";
import { GlossaryText } from "../../shared/glossary/GlossaryText.tsx";
import { WORD_STOPS } from "../../shared/glossary/TermWord.tsx";
import { useOneStop } from "../../shared/one-stop.ts";
import { hasSeveralLinks, watchedLink } from "../../state/watched-link.ts";
import type { RunView } from "../plots/chart-props.ts";
import { AFTER_WARMUP, coverTheSame, isWarmingUp, soFar } from "../plots/coverage.ts";
import { flowName } from "../plots/flow-names.ts";
import { theoryRow } from "../plots/theory.ts";
import { watchTheSame } from "./difference.ts";
import { failedStarts } from "./failed-starts.ts";
import {
  haveOneCapacity,
  type Measured,
  type MetricRow,
  measured,
  metricRows,
  percentChange,
  rateText,
  warmupS,
} from "./metrics.ts";
import { afterWarmup, atLink, digestText, doneIn, goodputsTitle } from "./panel-words.ts";

interface NumbersProps {
  readonly run: RunView;
  readonly pinned: RunView | null;
}

export const Numbers = memo(function Numbers({ run, pinned }: NumbersProps) {
  const { done, digest } = run.snapshot;
  const words = useOneStop(...WORD_STOPS);
  const before = comparable(run, pinned);
  const theory = theoryRow(run);
  return (
    <section className="numbers" aria-labelledby="numbers-title" ref={words}>
      <h2 id="numbers-title">Numbers</h2>
      <table>
        <thead className="unseen">
          <tr>
            <th scope="col">Quantity</th>
            <th scope="col">This run</th>
            {before !== null && <th scope="col">Difference from the pinned run</th>}
          </tr>
        </thead>
        <NumberRows run={run} before={before} theory={theory} />
      </table>
      {failedStarts(run).map((line) => (
        <p key={line} className="numbers__foot" role="status">
          ▽ {line}
        </p>
      ))}
      <p className="numbers__foot">
        {afterWarmup(warmupS(run.scenario))}
        <span data-digest={done ? digest : ""}>{soFar(run) ?? digestText(digest)}</span>
      </p>
    </section>
  );
});

interface NumberRowsProps {
  readonly run: RunView;
  readonly before: Measured | null;
  readonly theory: MetricRow | null;
}

/** With several links, what is of the watched one stands by itself under its name. */
function NumberRows({ run, before, theory }: NumberRowsProps) {
  const { link, ...ofFlows } = metricRows(measured(run), before);
  const compared = before !== null;
  const rows = (list: readonly MetricRow[]) =>
    list.map((row) => <Row key={row.id} row={row} compared={compared} />);
  if (!hasSeveralLinks(run)) {
    return <tbody>{rows([...ofFlows.before, ...withTheory(link, theory), ...ofFlows.after])}</tbody>;
  }
  return (
    <>
      <tbody>{rows([...ofFlows.before, ...ofFlows.after])}</tbody>
      <tbody>
        <tr className="numbers__group">
          <th scope="rowgroup" colSpan={compared ? 3 : 2}>
            {atLink(watchedLink(run).label)}
          </th>
        </tr>
        {rows(withTheory(link, theory))}
      </tbody>
    </>
  );
}

/** Theory stands under what it speaks of. */
function withTheory(rows: readonly MetricRow[], theory: MetricRow | null): MetricRow[] {
  return rows.flatMap((row) => (row.id === "utilisation" && theory !== null ? [row, theory] : [row]));
}

function Row({ row, compared }: { readonly row: MetricRow; readonly compared: boolean }) {
  return (
    <tr title={row.help} data-metric={row.id}>
      <th scope="row">
        <GlossaryText text={row.label} />
      </th>
      <td className="numbers__value">
        {row.value}
        {row.note !== "" && <small className="numbers__note">{row.note}</small>}
      </td>
      {compared && <td className={`numbers__difference tone--${row.tone}`}>{row.difference}</td>}
    </tr>
  );
}

/** So many flows are listed one by one; of more, the smallest and the largest stand for all. */
const LISTED_FLOWS = 4;

export const FlowGoodputs = memo(function FlowGoodputs({ run, pinned }: NumbersProps) {
  const before = comparable(run, pinned);
  const compared = before !== null && haveOneCapacity(measured(run), before);
  const { flows } = run.snapshot.results;
  const sorted = [...flows].sort((a, b) => a.goodputBps - b.goodputBps);
  const shown = flows.length <= LISTED_FLOWS ? flows : [sorted[0], sorted[flows.length - 1]];
  return (
    <table className="numbers numbers__flows">
      <caption>{goodputsTitle(flows.length, flows.length <= LISTED_FLOWS, soFar(run))}</caption>
      <tbody>
        {shown.map((flow) => (
          <FlowRow
            key={flow.id}
            flow={flow}
            title={flowName(run, flow.id)}
            text={isWarmingUp(run) ? AFTER_WARMUP : rateText(flow.goodputBps)}
            compared={compared}
            before={before?.results.flows.find(({ id }) => id === flow.id) ?? null}
          />
        ))}
      </tbody>
    </table>
  );
});

/** Half a run beside a whole one would compare nothing, nor would one link beside another. */
function comparable(run: RunView, pinned: RunView | null): Measured | null {
  const isComparable = pinned !== null && coverTheSame(run, pinned) && watchTheSame(run, pinned);
  return isComparable ? measured(pinned) : null;
}

interface FlowRowProps {
  readonly flow: FlowResult;
  readonly title: string;
  readonly text: string;
  readonly compared: boolean;
  /** Null where the pinned run has no such flow. */
  readonly before: FlowResult | null;
}

function FlowRow({ flow, title, text, compared, before }: FlowRowProps) {
  return (
    <tr>
      <th scope="row">
        <span className="flows__dot" style={{ background: flowColour(flow.id) }} /> {title}
      </th>
      <td className="numbers__value">
        {text}
        {flow.fctS !== null && <small className="numbers__note">{doneIn(flow.fctS)}</small>}
      </td>
      {compared && (
        <td className="numbers__difference">{before && percentChange(flow.goodputBps, before.goodputBps)}</td>
      )}
    </tr>
  );
}

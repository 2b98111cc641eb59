/** The numbers of the run, each with its difference from the pinned run. */

import { memo } from "react";
import { delayText, type FlowResult, type Responses } from "../../../engine/index.ts";
import { counted, grouped } from "../../../lib/counted.ts";
import type { RunView } from "../../core/run-view.ts";
import { hasSeveralLinks, watchedLink } from "../../core/run-view.ts";
import { useExplain } from "../../core/use-store.ts";
import { deafToMarks, failedStarts, lostEcn } from "../../parts/words/run-sentences.ts";
import { flowName, hasSeveralRoutes } from "../../plots/flow-names.ts";
import {
  AFTER_WARMUP,
  coverTheSame,
  haveOneCapacity,
  isWarmingUp,
  type Measured,
  type MetricRow,
  measured,
  metricRows,
  percentChange,
  rateText,
  soFar,
  warmupS,
  watchTheSame,
} from "../../plots/run-metrics.ts";
import { theoryRow } from "../../plots/theory.ts";
import { flowColour } from "../../shared/chart/colours.ts";
import { GlossaryText } from "../../shared/glossary/GlossaryText.tsx";
import { WORD_STOPS } from "../../shared/glossary/TermWord.tsx";
import { LazyPlace, lazyPart } from "../../shared/lazy.tsx";
import { useRovingTabindex } from "../../shared/roving-tabindex.ts";

const CheckedBadge = lazyPart(async () => (await import("./CheckedBadge.tsx")).CheckedBadge);

interface NumbersProps {
  readonly run: RunView;
  readonly pinned: RunView | null;
}

export const Numbers = memo(function Numbers({ run, pinned }: NumbersProps) {
  const { done, digest } = run.snapshot;
  const words = useRovingTabindex(...WORD_STOPS);
  const before = comparable(run, pinned);
  const theory = theoryRow(run);
  const warmup = warmupS(run.scenario);
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
      {[...failedStarts(run), ...lostEcn(run), ...deafToMarks(run)].map((line) => (
        <p key={line} className="numbers__foot" role="status">
          {`▽ ${line}`}
        </p>
      ))}
      <p className="numbers__foot">
        {warmup > 0 && <span>{`after ${warmup} s of warm-up · `}</span>}
        <span data-digest={done ? digest : ""}>
          <GlossaryText text={soFar(run) ?? `digest ${digest}`} />
        </span>
      </p>
      <LazyPlace part="What was compared" fallback={<p className="checked-badge" />}>
        <CheckedBadge scenario={run.scenario} />
      </LazyPlace>
    </section>
  );
});

interface NumberRowsProps {
  readonly run: RunView;
  readonly before: Measured | null;
  readonly theory: MetricRow | null;
}

/** The rows of numbers. With several links, those of the watched link are in their own group under its name. */
function NumberRows({ run, before, theory }: NumberRowsProps) {
  const { link, ...ofFlows } = metricRows(measured(run), before);
  const compared = before !== null;
  const askOf = useNumberStories(run);
  const rows = (list: readonly MetricRow[]) =>
    list.map((row) => (
      <Row
        key={row.id}
        row={row}
        compared={compared}
        ask={askOf(row.id === theory?.id ? "theory" : row.id)}
      />
    ));
  if (!hasSeveralLinks(run)) {
    return <tbody>{rows([...ofFlows.before, ...withTheory(link, theory), ...ofFlows.after])}</tbody>;
  }
  return (
    <>
      <tbody>{rows([...ofFlows.before, ...ofFlows.after])}</tbody>
      <tbody>
        <tr className="numbers__group">
          <th scope="rowgroup" colSpan={compared ? 3 : 2}>
            {`At ${watchedLink(run).label}`}
          </th>
        </tr>
        {rows(withTheory(link, theory))}
      </tbody>
    </>
  );
}

/**
 * Returns a function that maps a number's id to the action that explains it; null for a number without an
 * explanation.
 */
function useNumberStories(run: RunView): (id: string) => (() => void) | null {
  const explain = useExplain();
  return (id) => {
    if (explain === null || (id !== "delay-p99" && id !== "theory") || isWarmingUp(run)) return null;
    const times = { fromS: warmupS(run.scenario), toS: run.snapshot.nowS };
    return () => explain({ kind: "number", of: id, link: run.link, flow: null, ...times });
  };
}

/** Inserts the theoretical value below the number that it belongs to. */
function withTheory(rows: readonly MetricRow[], theory: MetricRow | null): MetricRow[] {
  return rows.flatMap((row) => (row.id === "utilisation" && theory !== null ? [row, theory] : [row]));
}

interface RowProps {
  readonly row: MetricRow;
  readonly compared: boolean;
  /** Asks for an explanation of the number; null if there is no explanation. */
  readonly ask: (() => void) | null;
}

function Row({ row, compared, ask }: RowProps) {
  return (
    <tr title={row.help} data-metric={row.id}>
      <th scope="row">
        <GlossaryText text={row.label} />
        {ask !== null && (
          <button type="button" className="link numbers__why" aria-label={`Why? ${row.label}`} onClick={ask}>
            why?
          </button>
        )}
      </th>
      <td className="numbers__value">
        <span translate="no">{row.value}</span>
        {row.note !== "" && <small className="numbers__note">{row.note}</small>}
      </td>
      {compared && (
        <td className={`numbers__difference tone--${row.tone}`} translate="no">
          {row.difference}
        </td>
      )}
    </tr>
  );
}

/** Number of flows that are listed one by one. With more, only the smallest and the largest are shown, or one row per group. */
const LISTED_FLOWS = 4;

export const FlowGoodputs = memo(function FlowGoodputs({ run, pinned }: NumbersProps) {
  const before = comparable(run, pinned);
  const compared = before !== null && haveOneCapacity(measured(run), before);
  const { flows } = run.snapshot.results;
  const sorted = [...flows].sort((a, b) => a.goodputBps - b.goodputBps);
  const isListed = flows.length <= LISTED_FLOWS;
  const shown = isListed ? flows : [sorted[0], sorted[flows.length - 1]];
  const title = isListed
    ? "Goodput per flow"
    : `Goodput of the slowest and fastest of ${counted(flows.length, "flow")}`;
  const unfinished = soFar(run);
  return (
    <table className="numbers numbers__flows">
      <caption>{unfinished === null ? title : `${title}, ${unfinished}`}</caption>
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

/**
 * Returns the pinned run's results; null if one run is unfinished or the links differ, when a comparison would be meaningless.
 */
function comparable(run: RunView, pinned: RunView | null): Measured | null {
  const isComparable = pinned !== null && coverTheSame(run, pinned) && watchTheSame(run, pinned);
  return isComparable ? measured(pinned) : null;
}

interface FlowRowProps {
  readonly flow: FlowResult;
  readonly title: string;
  readonly text: string;
  readonly compared: boolean;
  /** Results of the same flow in the pinned run; null if the pinned run has no such flow. */
  readonly before: FlowResult | null;
}

function FlowRow({ flow, title, text, compared, before }: FlowRowProps) {
  return (
    <tr>
      <th scope="row">
        <span className="flows__dot" style={{ background: flowColour(flow.id) }} /> <span>{title}</span>
      </th>
      <td className="numbers__value">
        <span translate="no">{text}</span>
        {flow.fctS !== null && <small className="numbers__note">{`done in ${flow.fctS.toFixed(2)} s`}</small>}
      </td>
      {compared && (
        <td className="numbers__difference" translate="no">
          {before && percentChange(flow.goodputBps, before.goodputBps)}
        </td>
      )}
    </tr>
  );
}

/** Response times of requests, if the run has any. */
export const ResponseTimes = memo(function ResponseTimes({ run }: { readonly run: RunView }) {
  const rows = responseRows(run.snapshot.results.flows);
  const refused = refusedRequests(run.snapshot.results.flows);
  if (rows.length === 0)
    return refused === 0 ? null : (
      <p className="numbers__responses">
        {`No request has been answered; ${grouped(refused)} were refused, because too many were open.`}
      </p>
    );
  const covered = isWarmingUp(run) ? "of the warm-up so far" : (soFar(run) ?? "after the warm-up");
  const title = `Response times, ${covered}`;
  return (
    <table className="numbers numbers__responses">
      <caption>
        {refused === 0
          ? title
          : `${title}; ${counted(refused, "more request was", "more requests were")} refused, because too many were open`}
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
              <span>{nameOf(run, row)}</span>
            </th>
            <td translate="no">{row.n}</td>
            <td className="numbers__value" translate="no">
              {row.mean}
            </td>
            <td translate="no">{row.p90}</td>
            <td translate="no">{row.max}</td>
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
  const flows = counted(row.flows, "flow");
  return hasSeveralRoutes(run) ? `${flows} on ${route}` : flows;
}

/** A row of a flow that makes requests or many transfers. */
interface ResponseRow {
  /** Index of the flow; null for the row of a whole group. */
  readonly flow: number | null;
  readonly group: number;
  readonly flows: number;
  readonly n: string;
  readonly mean: string;
  readonly p90: string;
  readonly max: string;
}

export function responseRows(flows: readonly FlowResult[]): ResponseRow[] {
  const answered = flows.filter(({ responses }) => responses !== null);
  const groups = [...new Set(answered.map(({ group }) => group))];
  return groups.flatMap((group) => {
    const members = answered.filter((flow) => flow.group === group);
    return answered.length <= LISTED_FLOWS ? members.map(flowRow) : [groupRow(group, members)];
  });
}

/** Returns the number of requests of all flows that could not be made. The rows do not contain these requests. */
export function refusedRequests(flows: readonly FlowResult[]): number {
  return flows.reduce((sum, flow) => sum + (flow.responses?.refused ?? flow.refused ?? 0), 0);
}

function flowRow({ id, group, responses }: FlowResult): ResponseRow {
  const { n, meanS, p90S, maxS } = responses as Responses;
  return { flow: id, group, flows: 1, n: grouped(n), mean: text(meanS), p90: text(p90S), max: text(maxS) };
}

/**
 * Combines the rows of a group. A quantile of the whole group cannot be derived from the quantiles of its flows, but
 * it is at most the largest of them.
 */
function groupRow(group: number, members: readonly FlowResult[]): ResponseRow {
  const all = members.map(({ responses }) => responses as Responses);
  const n = all.reduce((sum, each) => sum + each.n, 0);
  const totalS = all.reduce((sum, each) => sum + each.n * each.meanS, 0);
  const p90 = text(Math.max(...all.map(({ p90S }) => p90S)));
  return {
    flow: members.length === 1 ? members[0].id : null,
    group,
    flows: members.length,
    n: grouped(n),
    mean: text(totalS / n),
    p90: members.length === 1 ? p90 : `≤ ${p90}`,
    max: text(Math.max(...all.map(({ maxS }) => maxS))),
  };
}

/** Returns a time with three digits, in ms below one second. */
function text(seconds: number): string {
  const digits = (value: number) => value.toFixed(value >= 99.95 ? 0 : value >= 9.995 ? 1 : 2);
  return seconds < 0.9995 ? delayText(seconds * 1000, digits) : `${digits(seconds)} s`;
}

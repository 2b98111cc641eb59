/** A metric of one place: "utilisation", "goodput@flow2", "delay-p90@wan". */
import { nearestNames, type RunResults, resolvePath, type Scenario } from "../engine/index.ts";
import { flowName, type Metric } from "./metrics.ts";

export interface PlacedMetric {
  /** "utilisation", "goodput@flow2", "delay-p90@wan". */
  readonly id: string;
  readonly metric: Metric;
  /** A link's id, or "flow2" for the second group of flows; null: the first link, all flows. */
  readonly place: string | null;
}

/** `among`: the metrics that may be named. Throws a sentence. */
export function readPlacedMetric(id: string, base: Scenario, among: readonly Metric[]): PlacedMetric {
  const [name, at] = [id.split("@")[0], id.includes("@") ? id.slice(id.indexOf("@") + 1) : null];
  const metric = among.find((one) => one.id === name);
  if (metric === undefined) {
    const names = among.map((one) => one.id);
    const near = nearestNames(name, names);
    throw new Error(
      near.length > 0
        ? `there is no ${name}; ${near.join(" or ")}?`
        : `must be of ${names.join(", ")}; got ${name}`,
    );
  }
  return { id, metric, place: at === null ? null : checkedPlace(metric, at, base) };
}

function checkedPlace({ id, scope }: Metric, at: string, base: Scenario): string {
  if (scope === "run") throw new Error(`${id} is of the whole run, not of ${at}`);
  const links = resolvePath(base.path).links.map((link) => link.id);
  const names = scope === "flow" ? base.flows.map((_, group) => flowName(group)) : links;
  if (!names.includes(at)) throw new Error(`${id} can be @${names.join(", @")}; got @${at}`);
  return at;
}

/** Null where this run has no such link or flows. */
export function measuredOf(run: RunResults, { metric, place }: Omit<PlacedMetric, "id">): number | null {
  const { scope, of } = metric;
  const ofPlace = (kind: Metric["scope"]) => (scope === kind ? place : null);
  const [link, flow] = [ofPlace("link"), ofPlace("flow")];
  const links = link === null ? run.links : run.links.filter(({ id }) => id === link);
  const flows = flow === null ? run.flows : run.flows.filter(({ group }) => flowName(group) === flow);
  return links.length === 0 || flows.length === 0 ? null : of({ run, link: links[0], flows });
}

/** What a closed form says of the run, where one exists: a row among the numbers, with its name and assumptions. */
import { pathFacts, type Scenario, sawtoothUtilisation } from "../../engine/index.ts";
import { type MetricRow, warmupS } from "./metrics.ts";

export interface TheoryRow extends MetricRow {
  /** Which theory, and what it assumes. */
  readonly note: string;
}

/** The only congestion control that the closed form describes. */
const DESCRIBED = "newreno";

/** Null where the closed form says nothing: of several flows, of short ones, of a run that changes on the way. */
export function theoryRow(scenario: Scenario): TheoryRow | null {
  if (!isOneLongFlow(scenario)) return null;
  const { bufferBdp, buffer, byMarks } = effectiveBuffer(scenario);
  const beta = scenario.flows[0].params[byMarks ? "beta-ecn" : "beta-loss"];
  if (typeof beta !== "number") return null;
  return {
    id: "theory-utilisation",
    label: "Theory: utilisation",
    help: "What one NewReno flow would use of the link in closed form; the row above is the simulation.",
    value: `${(sawtoothUtilisation(beta, bufferBdp) * 100).toFixed(1)} %`,
    difference: null,
    tone: "plain",
    note: `Theory: the sawtooth of the ABE paper, eq. 1–2; a fluid, reduced at once by ${byMarks ? "β_ecn" : "β_loss"}, over a buffer of ${buffer} (${short(bufferBdp)} × BDP).`,
  };
}

function isOneLongFlow({ flows, changes, run }: Scenario): boolean {
  const [flow] = flows;
  if (flows.length !== 1 || flow.count !== 1 || flow.cc !== DESCRIBED || changes.length > 0) return false;
  const { size, start, stop } = flow.params;
  const lasts = stop === null || (typeof stop === "number" && stop >= Number(run.duration));
  return size === null && lasts && Number(start) <= warmupS({ run });
}

interface EffectiveBuffer {
  readonly bufferBdp: number;
  readonly buffer: string;
  readonly byMarks: boolean;
}

/** A discipline that steers to a target lets the queue grow so far on the whole; any other fills its limit. */
function effectiveBuffer(scenario: Scenario): EffectiveBuffer {
  const { bufferBdp } = pathFacts(scenario);
  const { target, "aqm-ecn": marking } = scenario.queue.params;
  const { rtt, ecn } = scenario.flows[0].params;
  const targetBdp = typeof target === "number" ? target / Number(rtt) : Number.POSITIVE_INFINITY;
  if (targetBdp >= bufferBdp) return { bufferBdp, buffer: "the queue's limit", byMarks: false };
  return { bufferBdp: targetBdp, buffer: "target times capacity", byMarks: marking === true && ecn === true };
}

function short(value: number): string {
  return String(Number(value.toPrecision(2)));
}

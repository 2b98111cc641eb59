/** What the paper's text says of throughput and fairness in each scenario. */
import { checked, type Statement } from "../claim.ts";
import type { Claim, Readings, Size } from "../experiment.ts";
import { valuesOf } from "../grid.ts";
import { meanFor } from "./means.ts";
import { BOTH, keysFor, type QueueId, type ScenarioId } from "./runs.ts";

/** What "slightly" is taken for: in Jain's index, and as a part of the throughput. */
const SLIGHTLY_JAIN = 0.1;
const SLIGHTLY_SLOWER = 0.75;
/** Between single runs with two flows, with either queue. */
const SPREAD_OF_RUNS = 0.02;
const SIMILAR = 0.9;

/** Found in the logs of reductions of the first runs and of one flow alone. */
const SLOW_START_CUT_SHORT =
  "In slow start two segments arrive for each that leaves, so that half a window waits for a moment: 7.5 ms of it are reached at a window of some 15 ms of the link, 143 segments at 50 Mbps and 1265 at 500 Mbps whatever the round trip. Marks end slow start there, CoDel by drops only after an interval, at two to three times the bandwidth-delay product. The flow is left with 71 of the 417 segments that fill the path at 50 Mbps, with 316 of 4167 at 500 Mbps, and NewReno adds one a round trip. The less the round trip, the less it costs: with 20 ms the start is as fast.";

/** Of the same logs, and of the flows' rates in the first run. */
const UNEQUAL_STARTS =
  "At 500 Mbps each flow gets what its slow start left it: NewReno adds 280 segments from 12 to 40 s, and a fair share is 417. Drops end some slow starts at 73 segments and others at thousands; marks end all of them early and more alike, so that fairness is not slightly but clearly better.";

interface Fairness {
  readonly is: "better" | "worse";
  readonly field: Field;
  readonly span: string;
  readonly cause: (field: Field, single: SingleRuns) => string;
}

/** What each run with a queue has; the first run starts its flows exactly as in Table 1. */
type SingleRuns = (queue: QueueId, field: Field) => readonly number[];
type Field = "jain12To40" | "jain10To40" | "jain40To55";

function notToldApart(field: Field, single: SingleRuns): string {
  const all = BOTH.flatMap((queue) => single(queue, field));
  const [low, high] = [Math.min(...all).toFixed(2), Math.max(...all).toFixed(2)];
  return `The two cannot be told apart: single runs are between ${low} and ${high} with either queue.`;
}

/** Empty where the first run is missing. */
function worseInTheFirst(field: Field, single: SingleRuns): string {
  const firsts = (["enhanced", "original"] as const).flatMap((queue) => single(queue, field).slice(0, 1));
  if (firsts.length < 2) return "";
  const [enhanced, original] = firsts;
  const verdict = enhanced < original ? "worse, as" : "no worse, unlike";
  return ` With starts exactly as in Table 1 it is ${verdict} in the paper: ${indices(enhanced, original)} in the first run.`;
}

/** What the text adds to "similar" in three of the scenarios. */
const FAIRNESS: Partial<Record<ScenarioId, Fairness>> = {
  "2": {
    is: "worse",
    field: "jain12To40",
    span: "12 to 40 s",
    cause: (field, single) => `${notToldApart(field, single)}${worseInTheFirst(field, single)}`,
  },
  "5": {
    is: "better",
    field: "jain40To55",
    span: "40 to 55 s",
    cause: notToldApart,
  },
  "10-hs": { is: "better", field: "jain10To40", span: "10 to 40 s", cause: () => UNEQUAL_STARTS },
};

const FAIRNESS_TOLERANCE: Readonly<Record<Fairness["is"], string>> = {
  better: "higher; by how much the text does not say",
  worse: `lower by at most ${SLIGHTLY_JAIN}, and higher by no more than the ${SPREAD_OF_RUNS} that single runs differ by`,
};

type Of = (queue: QueueId, field: string) => number | null;

export function throughputClaims(scenario: ScenarioId, readings: Readings, size: Size): Claim[] {
  const of: Of = (queue, field) => meanFor(scenario, queue, field, readings, size);
  const single: SingleRuns = (queue, field) => valuesOf(readings, keysFor(scenario, queue, size), field);
  const fairness = FAIRNESS[scenario];
  return [
    ...throughputSimilar(of),
    ...(scenario === "2" ? startSlower(of) : []),
    ...fairnessSimilar(of, fairness === undefined || scenario === "5" ? {} : { basis: "ours" }),
    ...(fairness === undefined ? [] : fairnessSlightly(fairness, of, single)),
    ...wholeRunSimilar(of),
  ];
}

function throughputSimilar(of: Of): Claim[] {
  return similar(
    {
      id: "throughput-similar",
      text: "The throughput is similar.",
      paper: "shape",
      tolerance:
        "sum of the flows from 12 to 40 s, when all are on, at least nine tenths of that with original CoDel: of the start the paper speaks apart",
      cause: SLOW_START_CUT_SHORT,
    },
    [of("enhanced", "steadyBps"), of("original", "steadyBps")],
    (bps) => `${(bps / 1e6).toFixed(1)} Mbps`,
  );
}

function wholeRunSimilar(of: Of): Claim[] {
  return similar(
    {
      id: "utilisation-similar",
      text: "The link is used as well over the whole run, starts included.",
      basis: "ours",
      paper: "shape",
      tolerance: "utilisation over 70 s at least nine tenths of that with original CoDel",
      cause: SLOW_START_CUT_SHORT,
    },
    [of("enhanced", "utilisation"), of("original", "utilisation")],
    (share) => `${(100 * share).toFixed(1)} %`,
  );
}

function similar(
  statement: Statement,
  numbers: readonly (number | null)[],
  text: (value: number) => string,
): Claim[] {
  return checked(statement, numbers, (enhanced, original) => ({
    ours: `${text(enhanced)} against ${text(original)}`,
    holds: enhanced >= SIMILAR * original,
  }));
}

function startSlower(of: Of): Claim[] {
  return checked(
    {
      id: "start-slightly-slower",
      text: "Throughput grows slightly more slowly at the start.",
      paper: "shape",
      tolerance:
        "sum of the flows from 1 to 11 s less than with original CoDel, but at least three quarters of it",
      cause: SLOW_START_CUT_SHORT,
    },
    [of("enhanced", "startBps"), of("original", "startBps")],
    (enhanced, original) => ({
      ours: `${(enhanced / 1e6).toFixed(1)} against ${(original / 1e6).toFixed(1)} Mbps`,
      holds: enhanced < original && enhanced >= SLIGHTLY_SLOWER * original,
    }),
  );
}

/** The text says so of five flows and of ten at 50 Mbps; of the others it says more. */
function fairnessSimilar(of: Of, basis: Pick<Statement, "basis">): Claim[] {
  return checked(
    {
      id: "fairness-similar",
      text: "Fairness is similar.",
      ...basis,
      paper: "shape",
      tolerance: "Jain's index of the bytes from 12 to 40 s within 0.1, mean of all runs",
      cause: UNEQUAL_STARTS,
    },
    [of("enhanced", "jain12To40"), of("original", "jain12To40")],
    (enhanced, original) => ({
      ours: indices(enhanced, original),
      holds: Math.abs(enhanced - original) <= SLIGHTLY_JAIN,
    }),
  );
}

function fairnessSlightly({ is, field, span, cause }: Fairness, of: Of, single: SingleRuns): Claim[] {
  return checked(
    {
      id: `fairness-slightly-${is}`,
      text: `Fairness is slightly ${is} (${span}).`,
      paper: "shape",
      tolerance: `Jain's index of the bytes from ${span}, mean of all runs: ${FAIRNESS_TOLERANCE[is]}`,
      cause: cause(field, single),
    },
    [of("enhanced", field), of("original", field)],
    (enhanced, original) => {
      const gain = enhanced - original;
      const holds = is === "better" ? gain > 0 : gain >= -SLIGHTLY_JAIN && gain <= SPREAD_OF_RUNS;
      return { ours: indices(enhanced, original), holds };
    },
  );
}

const indices = (enhanced: number, original: number): string =>
  `${enhanced.toFixed(3)} against ${original.toFixed(3)}`;

/** Six flows of three round trips through one RED queue: three under test and three of plain TCP. §V-B3. */

import type { Snapshot } from "../../engine/index.ts";
import { checked, type Statement } from "../claim.ts";
import { against } from "../compared-run.ts";
import type { Claim, Figure, Job, Reading, Readings, Size, Table } from "../experiment.ts";
import { columnsOf, cross, jobsOf, keyOf, listOf, type Point, seeds } from "../grid.ts";
import { cumulativeAt, times } from "../read-run.ts";
import { mean } from "../statistics.ts";
import {
  PAYLOAD_BYTES,
  redUrl,
  SIX_CAPACITY_MBPS,
  SIX_DURATION_S,
  SIX_RTTS_MS,
  SMALL_BUFFER_BYTES,
  TCP_URL,
} from "./chosen.ts";
import { SENDERS, type Sender } from "./senders.ts";

/** What the three flows under test are: ECN(α, β), or what the other three are. */
export type Mix = "mixed" | "homogeneous";
/** Beside flows of another kind, and among their like. */
export const COMPARED_MIX = against(
  "mix",
  { mixed: "homogeneous" } satisfies Partial<Record<Mix, Mix>>,
  () => "all six flows alike",
);

const MIXES: readonly Mix[] = ["mixed", "homogeneous"];

const NAMES = ["TEST1", "TEST2", "TEST3", "TCP1", "TCP2", "TCP3"] as const;
/** Of the plain flows, the ones that claims are about. */
export const TCP_FLOWS = [3, 4, 5] as const;

/** From one start to the next. */
const STAGGER_S = 0.1;
const POINTS = 61;

const durationS = (size: Size): number => (size === "full" ? SIX_DURATION_S : 20);

type SixPoint = Point & { readonly mix: Mix; readonly seed: number };

function sixUrl({ mix, seed }: SixPoint, plain: Sender, size: Size): string {
  const test: Sender = mix === "mixed" ? "ecn-ab" : plain;
  const flows = NAMES.map((_, i) => {
    const { flow } = SENDERS[i < 3 ? test : plain];
    const rtt = SIX_RTTS_MS[i % 3];
    return `flow=${flow},rtt=${rtt}ms,start=${Math.round(10 * STAGGER_S * i) / 10}s`;
  });
  const path = `path=six-flows&capacity=${SIX_CAPACITY_MBPS}Mbps`;
  const run = `duration=${durationS(size)}s&warmup=0s&seed=${seed}`;
  return `${run}&${path}&${redUrl(SMALL_BUFFER_BYTES)}&${TCP_URL}&${flows.join("&")}`;
}

const seedsOf = (size: Size): number[] => seeds(size === "full" ? 20 : 1);

export function sixJobs(plain: Sender, size: Size): Job[] {
  return jobsOf(cross({ mix: MIXES, seed: seedsOf(size) }), (point) => sixUrl(point, plain, size));
}

const keysOf = (mix: Mix, size: Size): string[] => seedsOf(size).map((seed) => keyOf({ mix, seed }));

/** Per flow the packets delivered at equally spaced times. */
export function readSequences({ samples, nowS }: Snapshot): Reading {
  const at = times(0, nowS, POINTS);
  return Object.fromEntries(
    NAMES.map((name, i) => [
      name,
      at.map((s) => Math.round(cumulativeAt(samples, samples.receivedBytes[i], s) / PAYLOAD_BYTES)),
    ]),
  );
}

export function sequenceFigures(readings: Readings, size: Size): Figure[] {
  const x = times(0, durationS(size), POINTS);
  return MIXES.map((mix) => {
    const [key] = keysOf(mix, size);
    const reading = readings.get(key);
    return {
      id: mix,
      title:
        mix === "mixed" ? "TEST1 to TEST3 with ECN(α, β), first seed" : "All six flows alike, first seed",
      kind: "lines",
      x: { label: "Time", unit: "s", scale: "linear" },
      y: { label: "Sequence number", unit: "packets", scale: "linear", from: 0 },
      series: NAMES.map((name) => {
        const list = listOf(reading, name);
        return {
          label: name,
          x,
          y: x.map((_, i) => list[i] ?? null),
          jobs: x.map(() => (reading === undefined ? null : key)),
        };
      }),
    };
  });
}

/** Packets that a flow has delivered by the end, mean of all seeds. */
function delivered(flow: number, mix: Mix, readings: Readings, size: Size): number | null {
  return mean(columnsOf(readings, keysOf(mix, size), NAMES[flow]).at(-1) ?? []);
}

/** Of a flow: how much of what it delivers among its like it delivers beside ECN(α, β). */
export function mixedShare(flow: number, readings: Readings, size: Size): number | null {
  const [mixed, alike] = MIXES.map((mix) => delivered(flow, mix, readings, size));
  return mixed === null || alike === null ? null : mixed / alike;
}

export function deliveredTable(readings: Readings, size: Size): Table {
  return {
    id: "delivered",
    title: "Packets delivered by the end, mean of all seeds",
    head: ["Flow", "RTT (ms)", "Mixed", "Homogeneous", "Mixed over homogeneous"],
    rows: NAMES.map((name, i) => [
      name,
      SIX_RTTS_MS[i % 3],
      ...MIXES.map((mix) => delivered(i, mix, readings, size)),
      mixedShare(i, readings, size),
    ]),
  };
}

/** How far plain flows may be from what they have among their like. */
const ALIKE = 0.15;

export function alikeClaim(
  statement: Pick<Statement, "text" | "basis">,
  flows: readonly number[],
  readings: Readings,
  size: Size,
): Claim[] {
  return checked(
    {
      ...statement,
      id: "alike",
      paper: "shape",
      tolerance: "within 15 % by the end: the lines of the figure are not in the text",
    },
    flows.map((flow) => mixedShare(flow, readings, size)),
    (...shares) => ({
      ours: shares.map((share, i) => `${NAMES[flows[i]]} ${(100 * share).toFixed(0)} %`).join(", "),
      holds: shares.every((share) => Math.abs(share - 1) <= ALIKE),
    }),
  );
}

/** The paper's three ways to get feedback, on its path of two bottlenecks; the runs that all its figures share. */

import { applySuggestion, asGoodput, fairSharesOverTime, type Scenario } from "../../engine/index.ts";
import { against } from "../compared-run.ts";
import type { Job, Size } from "../experiment.ts";
import { cross, keyOf, scenarioOf, seeds } from "../grid.ts";
import {
  ECN_MAX_RTT_MS,
  HOST_RTT_MS,
  ON_OFF_S,
  START_JITTER_MS,
  TARGET_PACKETS,
  WAN_START_S,
} from "./chosen.ts";

export type Feedback = "bbr2" | "bbr2-ecn" | "cubic-pi";

interface Way {
  readonly label: string;
  readonly queue: string;
  readonly sender: string;
}

export const WAYS: Readonly<Record<Feedback, Way>> = {
  bbr2: { label: "BBRv2, delay only", queue: "aqm=droptail", sender: "cc=bbr2,ecn=off" },
  "bbr2-ecn": {
    label: "BBRv2 with ECN, threshold",
    queue: `aqm=step&step=${TARGET_PACKETS}p`,
    sender: `cc=bbr2,ecn=on,bbr-ecn-max-rtt=${ECN_MAX_RTT_MS}ms`,
  },
  "cubic-pi": {
    label: "CUBIC with ECN from PI",
    queue: `link=id=dc,aqm=pi,pi-qref=${TARGET_PACKETS}&link=id=wan,aqm=pi,pi-qref=${TARGET_PACKETS}`,
    sender: "cc=cubic,ecn=on",
  },
};

/** ECN beside delay alone, and feedback from PI beside that from a threshold. */
export const COMPARED_WAY = against(
  "way",
  { "bbr2-ecn": "bbr2", "cubic-pi": "bbr2-ecn" } satisfies Partial<Record<Feedback, Feedback>>,
  (way) => WAYS[way as Feedback].label,
);

/** The routers, in the order of the path's links. */
export const ROUTERS = [
  { id: "wan", label: "WAN router", packetMs: 0.24 },
  { id: "dc", label: "data-centre router", packetMs: 0.012 },
] as const;

export const FLOW_NAMES = ["S1", "S2", "S3", "S4", "S5", "S6", "S7"] as const;
/** Flows by group: S1, S2 to S4, S5 to S7. */
const GROUP_OF_FLOW = [0, 1, 1, 1, 2, 2, 2] as const;

const CYCLE_S = 2 * ON_OFF_S;

export function durationS(size: Size): number {
  return size === "full" ? WAN_START_S + 2 * CYCLE_S : CYCLE_S;
}

export function scenarioOfWay(way: Feedback, seed: number, size: Size): Scenario {
  const { queue, sender } = WAYS[way];
  const onOff = `traffic=on-off,on-time=${ON_OFF_S}s,off-time=${ON_OFF_S}s,count=3`;
  const scenario = scenarioOf(
    [
      `path=dc-wan&app-limited-growth=off&${queue}`,
      `flow=${sender},route=both,rtt=${accessMs(0.022)}ms,start=5s`,
      `flow=${sender},route=dc,rtt=${accessMs(0.004)}ms,${onOff}`,
      `flow=${sender},route=wan,rtt=${accessMs(0.04)}ms,${onOff},start=${WAN_START_S}s`,
      `duration=${durationS(size)}s&warmup=${WAN_START_S}s&start-jitter=${START_JITTER_MS}ms&seed=${seed}`,
    ].join("&"),
  );
  if (way !== "cubic-pi") return scenario;
  const place = (link: string) => ({ scope: "link-queue", link }) as const;
  return ROUTERS.reduce((next, { id }) => applySuggestion(next, place(id)), scenario);
}

/** §4: the edges' links, both ways; and the hosts. */
function accessMs(edgesMs: number): number {
  return Number((edgesMs + HOST_RTT_MS).toFixed(3));
}

const seedsOf = (size: Size): number[] => seeds(size === "full" ? 3 : 1);

export function keysOf(way: Feedback, size: Size): string[] {
  return seedsOf(size).map((seed) => keyOf({ way, seed }));
}

export function jobsOfWays(ways: readonly Feedback[], size: Size): Job[] {
  return cross({ way: ways, seed: seedsOf(size) }).map((point) => ({
    key: keyOf(point),
    scenario: scenarioOfWay(point.way, point.seed, size),
  }));
}

/** A time during which the same flows are on, with what a proportionally fair network would give each of them. */
export interface Phase {
  readonly fromS: number;
  readonly toS: number;
  readonly label: string;
  /** Per flow, as goodput; NaN while it is off. */
  readonly shareBps: readonly number[];
}

/** The same for all ways: fair shares go by paths and times alone. */
export function phasesOf(size: Size): Phase[] {
  return phasesOfRun(scenarioOfWay("cubic-pi", 1, size));
}

export function phasesOfRun(scenario: Scenario): Phase[] {
  const { timeS, proportionalBps } = asGoodput(scenario, fairSharesOverTime(scenario));
  return timeS.map((fromS, i) => {
    const shareBps = GROUP_OF_FLOW.map((group) => proportionalBps[group][i]);
    const toS = timeS[i + 1] ?? Number(scenario.run.duration);
    return { fromS, toS, label: labelOf(shareBps), shareBps };
  });
}

function labelOf(shareBps: readonly number[]): string {
  const [s1, dc, , , wan] = shareBps.map((share) => !Number.isNaN(share));
  const others = dc && wan ? "all flows" : dc ? "data-centre flows" : wan ? "WAN flows" : "nobody else";
  return s1 ? `S1 and ${others}` : others;
}

/**
 * The feedback paper: the values chosen for parameters that it does not state, its three kinds of feedback on a path with two
 * bottlenecks, and the runs that all its figures use.
 */
import { applySuggestion, asGoodput, fairSharesOverTime, type Scenario } from "../../engine/index.ts";
import type { Paper } from "../experiment.ts";
import { scenarioOf } from "../grid.ts";
import { against, type Runs, type Study } from "../study.ts";

export const FEEDBACK: Paper = {
  id: "feedback",
  citation:
    "M. P. Tahiliani, V. Misra, K. K. Ramakrishnan, A Principled Look at the Utility of Feedback in Congestion Control, Workshop on Buffer Sizing (BS), 2019",
  label: "Feedback",
};

/** Queue at which the PI controller aims, and threshold of step marking (packets, §4). */
export const TARGET_PACKETS = 20;

/** Length of each on-period and off-period (s, §4). */
const ON_OFF_S = 12;

/** Start of the WAN's flows: half an on-period after the flows of the data centre, so that all four combinations occur. */
const WAN_START_S = ON_OFF_S / 2;

const START_JITTER_MS = 10;

/** Part of each RTT that the hosts add (ms). */
const HOST_RTT_MS = 0.1;

/**
 * Largest RTT at which BBRv2 reacts to marks (ms). The SYN of a flow that joins waits in the filled queue like data: 4.8 ms for
 * twenty packets, plus 1.14 ms for the path. With the kernel's limit of 5 ms, only the first sender would react.
 */
const ECN_MAX_RTT_MS = 100;

const CHOSEN: readonly string[] = [
  "Length: 54 s, six seconds and then two whole cycles of on and off; three seeds.",
  `Phases: the data centre's flows start at 0, the WAN's at ${WAN_START_S} s, so that S1 meets both, one, the other and none; copies start up to ${START_JITTER_MS} ms apart.`,
  "Each time on is a new connection.",
  "BBRv2 is as in the v2alpha kernel with segmentation by the network card on: bursts of up to 64 kB on such short round trips, and room for three in the window; the send quantum can be set otherwise.",
  `Hosts: ${HOST_RTT_MS} ms of each round trip. The paper emulates, with real network stacks, and their delay is not in its text: the value is our assumption, made after S1 had been seen to fall short of its share without any (figure 4).`,
  "Buffers: 1000 packets at both routers. The link between G2 and G3 is ideal.",
  "PI: gains and sampling rate by Hollot's design rule for four flows and the longest round trip at the reference length, separately at each router.",
  `BBRv2 with ECN answers marks up to a smallest RTT of ${ECN_MAX_RTT_MS} ms instead of 5 ms: in a filled queue the SYN of a flow that joins waits as well, so that it never sees the short round trip of the idle path.`,
];

export const DIFFERENCES: readonly string[] = [
  "No noise of hosts: a flow that joins sees the queue in its very first sample. Were the hosts' delay nothing, S1 would have 0.64 of its share with CUBIC and PI while all flows are on: a window answers marks per packet, and on 8 µs the data centre's flows have windows as small as the WAN's.",
  "With BBRv2's own bound of 5 ms, flows that join a filled WAN queue never answer marks and starve those that do: with ECN the 90th percentile of the WAN's delay is then 16.9 ms instead of 5.0, S1 gets 0.59 of its share instead of 0.80, and figure 2's first claim fails.",
];

/** Kind of feedback: the sender, with or without ECN, and how the queue marks. */
export type FeedbackWay = "bbr2" | "bbr2-ecn" | "cubic-pi";

export const WAYS: Readonly<
  Record<FeedbackWay, { readonly label: string; readonly queue: string; readonly sender: string }>
> = {
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

/** Pairs of kinds that are compared: ECN with delay only, and PI with a threshold. */
export const COMPARED_WAY = against(
  "way",
  { "bbr2-ecn": "bbr2", "cubic-pi": "bbr2-ecn" } satisfies Partial<Record<FeedbackWay, FeedbackWay>>,
  (way) => WAYS[way as FeedbackWay].label,
);

/** The routers, in the order of the path's links. */
export const ROUTERS = [
  { id: "wan", label: "WAN router", packetMs: 0.24 },
  { id: "dc", label: "data-centre router", packetMs: 0.012 },
] as const;

export const FLOW_NAMES = ["S1", "S2", "S3", "S4", "S5", "S6", "S7"] as const;
/** For each flow, its group: S1, S2 to S4, or S5 to S7. */
const GROUP_OF_FLOW = [0, 1, 1, 1, 2, 2, 2] as const;

const CYCLE_S = 2 * ON_OFF_S;

/** Returns the duration of a run (s). */
export function durationS(size: Runs["size"]): number {
  return size === "full" ? WAN_START_S + 2 * CYCLE_S : CYCLE_S;
}

function scenarioOfWay(way: FeedbackWay, seed: number, size: Runs["size"]): Scenario {
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

/** Returns the part of the RTT that is caused by the edge links and the hosts (ms, §4). */
function accessMs(edgesMs: number): number {
  return Number((edgesMs + HOST_RTT_MS).toFixed(3));
}

/** Returns the common parts of experiments with the given kinds of feedback. */
export const feedbackParts = (ways: readonly FeedbackWay[]) =>
  ({
    paper: FEEDBACK,
    chosen: CHOSEN,
    points: () => ways.map((way) => ({ way })),
    seeds: { full: 3, quick: 1 },
    scenario: ({ way, seed }, size) => scenarioOfWay(way, seed, size),
  }) satisfies Partial<Study<{ readonly way: FeedbackWay }>>;

/** A part of the run in which the same flows are on, with the rates that a proportionally fair network would give them. */
export interface ActiveInterval {
  readonly fromS: number;
  readonly toS: number;
  readonly label: string;
  /** Fair goodput of each flow (bit/s); NaN if the flow is off. */
  readonly shareBps: readonly number[];
}

/** Returns these parts of a run. They are the same for all kinds of feedback, because fair shares depend only on paths and times. */
export function phasesOf(size: Runs["size"]): ActiveInterval[] {
  return phasesOfRun(scenarioOfWay("cubic-pi", 1, size));
}

/** Returns the phases of a scenario. */
export function phasesOfRun(scenario: Scenario): ActiveInterval[] {
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
